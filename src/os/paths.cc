#include "os/paths.h"

#include <filesystem>
#include <system_error>

#include <dirent.h>
#include <unistd.h>

#include "os/files.h"

namespace assay::os {

bool is_below(std::string_view path, std::string_view folder) {
  if (folder == "/") return path.starts_with('/');
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string normal_path(std::string_view path) {
  auto out = std::filesystem::path(path).lexically_normal().string();
  if (out.starts_with("//")) out.erase(0, out.find_first_not_of('/') - 1);
  if (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

std::string resolved_path(const std::string& path) {
  if (auto real = real_path(path)) return *real;
  std::error_code failed;
  const auto out = std::filesystem::weakly_canonical(path, failed);
  return normal_path(failed ? path : out.string());
}

std::string resolved_entry(const std::string& path) {
  const auto normal = normal_path(path);
  return normal == "/" ? normal : join_path(resolved_path(parent_path(normal)), file_name(normal));
}

std::string link_target(const std::string& path) {
  char buffer[4096];
  const ssize_t n = ::readlink(path.c_str(), buffer, sizeof buffer);
  return n > 0 ? std::string(buffer, static_cast<size_t>(n)) : std::string();
}

std::vector<std::string> folders_in(const std::string& folder) {
  std::vector<std::string> out;
  DIR* open = ::opendir(folder.c_str());
  if (open == nullptr) return out;
  while (const dirent* entry = ::readdir(open)) {
    const std::string_view name = entry->d_name;
    if (entry->d_type == DT_DIR && name != "." && name != "..") out.emplace_back(name);
  }
  ::closedir(open);
  return out;
}

}  // namespace assay::os
