// Holds a change against locked decisions and against the files its task may touch. Pure: what the
// candidate holds comes as Files, where it is known; else only the diff speaks.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "diff/facts.h"
#include "model/critic.h"
#include "model/decision.h"

namespace assay::judge {

// The files of a commit.
class Files {
 public:
  virtual ~Files() = default;
  virtual std::span<const std::string> paths() const = 0;
  // Nothing when there is none, or it is too large to be read.
  virtual Result<std::optional<std::string>> read(std::string_view path) const = 0;
};

struct TouchedPath {
  std::string path;
  diff::Status status = diff::Status::modified;  // a rename is a deleted and an added path
};

struct ChangeFindings {
  std::vector<TouchedPath> touched;
  std::vector<model::CriticFinding> findings;  // locked-decision-violation, scope-creep
  diff::Summary summary;
};

struct ChangeQuestions {
  std::span<const model::LockedDecision> decisions;
  std::span<const std::string> files_modified;  // globs; empty: not limited
  const Files* base = nullptr;                  // both or neither
  const Files* candidate = nullptr;
  diff::Visitor* listener = nullptr;  // also hears of every file and hunk
};

// Reads the diff once. Error: it cannot be read, is no diff, or a decision's pattern is no expression.
Result<ChangeFindings> examine_change(ByteSource& diff, const ChangeQuestions& questions);

// Whether a path is one that the globs name; a plain folder names all below it.
bool is_in_scope(std::string_view path, std::span<const std::string> globs);

}  // namespace assay::judge
