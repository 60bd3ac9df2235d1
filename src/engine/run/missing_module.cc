#include "engine/run/missing_module.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_diff = std::uint64_t{64} << 20;

// "a.b.c" and "a::b" -> "a"; "@scope/name/part" -> "@scope/name"
std::string_view package_of(std::string_view module) {
  if (module.starts_with('@')) {
    const auto slash = module.find('/');
    return module.substr(0, slash == std::string_view::npos ? slash : module.find('/', slash + 1));
  }
  return module.substr(0, module.find_first_of("./:"));
}

}  // namespace

Result<bool> is_of_project(const std::string& module, const std::string& workspace, const std::string& diff_file) {
  const std::string package(package_of(module));
  if (package.empty()) return false;
  for (const auto& place : {package, cat(package, ".py"), cat("src/", package), cat("lib/", package)}) {
    if (os::exists(os::join_path(workspace, place))) return true;
  }
  const auto diff = os::read_file(diff_file, k_largest_diff);
  if (!diff) return false;
  for (const auto line : split_lines(*diff)) {
    if (line.starts_with('+') && !line.starts_with("+++") && contains(line, package)) return true;
  }
  return false;
}

}  // namespace assay::engine
