#include "os/programs.h"

#include <climits>
#include <cstdlib>

#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

std::optional<std::string> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr || name.empty()) return std::nullopt;
  for (const auto folder : split(path, ':')) {
    if (!folder.starts_with('/')) continue;  // "." and its kin are a way to be handed a wrong program
    std::string candidate = join_path(folder, name);
    if (::access(candidate.c_str(), X_OK) == 0 && !is_folder(candidate)) return candidate;
  }
  return std::nullopt;
}

std::optional<std::string> own_program() {
  char buffer[PATH_MAX];
  const ssize_t n = ::readlink("/proc/self/exe", buffer, sizeof buffer);
  if (n <= 0) return std::nullopt;
  std::string path(buffer, static_cast<size_t>(n));
  return exists(path) ? std::optional(std::move(path)) : std::nullopt;
}

}  // namespace assay::os
