#include "os/programs.h"

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

}  // namespace assay::os
