#include "os/toolchains.h"

#include <algorithm>
#include <cstdlib>

#include <pwd.h>
#include <unistd.h>

#include "base/text.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::os {

namespace {

constexpr std::string_view k_variables[] = {"JAVA_HOME",  "GOROOT",      "RUSTUP_HOME", "PYENV_ROOT",  "NVM_DIR",
                                            "SDKMAN_DIR", "DOTNET_ROOT", "GEM_HOME",    "ANDROID_HOME"};
constexpr std::string_view k_system[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32"};

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

class Finder {
 public:
  Finder(const std::vector<std::string>& environment, const std::string& home)
      : m_environment(environment), m_home(home) {}

  Toolchains find() {
    for (const auto name : k_variables) add(std::string(value_in(m_environment, name)));
    for (const auto entry : split(value_in(m_environment, "PATH"), ':')) add_entry(std::string(entry));
    return std::move(m_found);
  }

 private:
  // Folders that hold more than programs: the one above a toolchain would show too much.
  bool shows_too_much(const std::string& folder) const {
    return folder.size() < 2 || is_below(m_home, folder) || folder == in_home(".local") ||
           folder == in_home(".cargo") || folder == in_home("go") || folder == in_home(".config");
  }

  void add(const std::string& folder) {
    if (!folder.starts_with('/') || shows_too_much(folder) || !is_folder(folder)) return;
    for (const auto system : k_system) {
      if (is_below(folder, system)) return;
    }
    auto& paths = m_found.paths;
    if (std::find(paths.begin(), paths.end(), folder) == paths.end()) paths.push_back(folder);
  }

  void add_entry(const std::string& entry) {
    if (is_below(entry, in_home(".cargo"))) {
      add(entry);
      return add_found_by_home(".rustup", "RUSTUP_HOME");
    }
    if (is_below(entry, in_home(".pyenv"))) return add_found_by_home(".pyenv", "PYENV_ROOT");
    if (is_below(entry, in_home(".local"))) add(in_home(".local/lib"));
    for (const auto* shims : {".asdf", ".volta", ".rbenv", ".local/share/mise"}) {
      if (is_below(entry, in_home(shims))) return add(in_home(shims));
    }
    const std::string prefix = parent_path(entry);
    const bool is_bin = file_name(entry) == "bin" || file_name(entry) == "sbin";
    add(is_bin && !shows_too_much(prefix) ? prefix : entry);
  }

  void add_found_by_home(std::string_view folder, std::string_view variable) {
    const auto path = in_home(folder);
    add(path);
    const auto setting = cat(variable, "=", path);
    auto& variables = m_found.variables;
    const bool is_set = !value_in(m_environment, variable).empty() ||
                        std::find(variables.begin(), variables.end(), setting) != variables.end();
    if (!is_set && is_folder(path)) variables.push_back(setting);
  }

  std::string in_home(std::string_view name) const { return join_path(m_home, name); }

  const std::vector<std::string>& m_environment;
  const std::string& m_home;
  Toolchains m_found;
};

}  // namespace

Toolchains find_toolchains(const std::vector<std::string>& environment, const std::string& home) {
  return Finder(environment, home).find();
}

std::string home_folder() {
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return home;
  const passwd* entry = ::getpwuid(::getuid());
  return entry != nullptr && entry->pw_dir != nullptr ? entry->pw_dir : "/nonexistent";
}

}  // namespace assay::os
