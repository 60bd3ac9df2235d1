// Concrete checks, read off a repository. Only a commit's tree is looked at, never files that
// somebody left uncommitted: what an agent did not commit must not choose how it is judged.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/pack.h"

namespace assay::plan {

// A commit's tree as this room needs it; git::Tree is fitted to it by the engine.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  virtual bool has_file(std::string_view path) const = 0;
  virtual bool has_folder(std::string_view path) const = 0;
  // Content of a regular file; nothing when there is none or it is larger than a megabyte.
  virtual std::optional<std::string> read(std::string_view path) const = 0;
  // Paths of all files, sorted.
  virtual std::span<const std::string> files() const = 0;
};

// How the title of a synthesized check begins: one that runs tests, and one that only builds.
constexpr std::string_view k_tests_claim = "Tests pass";
constexpr std::string_view k_build_claim = "The build succeeds";

struct SynthesisInput {
  std::string_view prompt;
  std::span<const std::string> touched;  // paths that the completed tasks added or changed; not the deleted ones
};

// Every check the tree asks for, each once; ids are left empty. The signal that asked for a check is
// named in its detail. The manual operator review comes last.
std::vector<model::AcceptanceCheck> synthesize(const Snapshot& snapshot, const SynthesisInput& input);

// `found` without what `existing` already holds (model::same_check).
std::vector<model::AcceptanceCheck> new_checks(std::span<const model::AcceptanceCheck> existing,
                                               std::vector<model::AcceptanceCheck> found);

}  // namespace assay::plan
