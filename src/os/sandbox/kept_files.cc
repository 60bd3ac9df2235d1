#include "os/sandbox/kept_files.h"

#include <sys/stat.h>

#include "os/files.h"

namespace assay::os {

Result<void> KeptFiles::remember(const std::string& path) {
  TRY_ASSIGN(auto content, read_file(path, 1 << 20));
  m_kept.push_back({path, std::move(content)});
  return {};
}

std::vector<std::string> KeptFiles::put_back() {
  std::vector<std::string> changed;
  for (const auto& kept : m_kept) {
    struct stat st {};
    const bool is_file = ::lstat(kept.path.c_str(), &st) == 0 && S_ISREG(st.st_mode);
    if (is_file && read_file(kept.path, 1 << 20).value_or("") == kept.content) continue;
    changed.push_back(kept.path);
    if (!is_file) remove_tree(kept.path);
    if (!write_file(kept.path, kept.content)) changed.back() += " (could not be put back)";
  }
  for (const auto& path : m_absent) {
    struct stat st {};
    if (::lstat(path.c_str(), &st) != 0) continue;
    changed.push_back(path);
    if (!remove_tree(path)) changed.back() += " (could not be removed)";
  }
  return changed;
}

}  // namespace assay::os
