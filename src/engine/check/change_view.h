// A change as a person reads it: which files, what each is for, how much, and the patch itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

struct ChangedFile {
  std::string path;      // the new one; of a deleted file the old one
  std::string old_path;  // where it was before, when it was renamed or copied; else empty
  std::string status;    // modified, added, deleted, renamed, copied, mode_only
  std::string role;      // source, test, docs, … as diff::Role names them
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  bool binary = false;
  bool in_scope = true;  // one of the patterns that were given allows it, or none was given
};

struct ChangeView {
  std::vector<ChangedFile> files;  // in the order of the patch
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::string patch;       // whole lines, at most `longest` bytes
  bool truncated = false;  // the patch goes on
};

// Between two commits (full ids). `scope` are patterns of paths (base/glob.h).
Result<ChangeView> view_change(const git::Repository& repository, const std::string& from, const std::string& to,
                               const std::vector<std::string>& scope, std::uint64_t longest);

}  // namespace assay::engine
