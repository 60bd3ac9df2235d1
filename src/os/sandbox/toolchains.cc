// PATH is the person's, and people put odd things there: "$HOME", "/etc", "~/.ssh", a folder by way of "..", the bin/
// of a project with its keys beside it or in it. So an entry shows what it really names, and only what looks like
// programs: a toolchain as a whole where it can be told from a person's folder, else bin/ where it holds nothing but
// programs, else single programs.
#include "os/sandbox/toolchains.h"

#include <algorithm>
#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/users.h"

namespace assay::os {

namespace {

// A variable, and what lies in the folder that it should name.
struct Variable {
  std::string_view name;
  std::vector<std::string_view> holds;
};
const std::vector<Variable>& known_variables() {
  static const std::vector<Variable> k_variables = {{"JAVA_HOME", {"bin/java", "jre/bin/java"}},
                                                    {"GOROOT", {"bin/go", "pkg/tool"}},
                                                    {"RUSTUP_HOME", {"toolchains"}},
                                                    {"PYENV_ROOT", {"versions"}},
                                                    {"NVM_DIR", {"versions", "nvm.sh"}},
                                                    {"SDKMAN_DIR", {"candidates"}},
                                                    {"DOTNET_ROOT", {"dotnet", "shared"}},
                                                    {"GEM_HOME", {"gems", "specifications"}},
                                                    {"ANDROID_HOME", {"platforms", "build-tools", "platform-tools"}}};
  return k_variables;
}

constexpr std::string_view k_system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32"};
// Nothing in them is a toolchain.
constexpr std::string_view k_never[] = {"/etc",  "/proc", "/sys",   "/dev",     "/run",
                                        "/boot", "/mnt",  "/media", "/var/run", "/var/spool"};
// A sandbox has its own: nothing else can be put there.
constexpr std::string_view k_own_of_sandbox[] = {"/etc", "/proc", "/sys", "/dev"};
// Software that was installed for the whole machine.
constexpr std::string_view k_installed[] = {"/opt", "/snap", "/nix", "/gnu", "/home/linuxbrew/.linuxbrew"};
// Folders of keys, tokens and profiles. Some people make every file in them executable (chmod -R 700), and on some
// disks every file is, so nothing in them is taken for a program.
constexpr std::string_view k_credentials[] = {
    ".ssh",         ".gnupg",       ".pki",      ".aws",     ".azure",          ".gcloud",
    ".oci",         ".kube",        ".minikube", ".helm",    ".docker",         ".vault",
    ".vault.d",     ".terraform.d", ".sops",     ".step",    ".password-store", ".mozilla",
    ".thunderbird", ".chromium",    "keyrings",  "kwalletd", ".bitcoin",        ".ethereum"};
// Of the home folder: toolchains as a whole.
constexpr std::string_view k_whole_in_home[] = {".asdf",
                                                ".volta",
                                                ".rbenv",
                                                ".nvm",
                                                ".bun",
                                                ".deno",
                                                ".dotnet",
                                                ".local/share/mise",
                                                ".local/share/fnm",
                                                ".local/share/pnpm"};
// Lies beside bin/ in a toolchain.
constexpr std::string_view k_beside_programs[] = {"lib", "lib64", "libexec", "pyvenv.cfg"};
// Tells that a folder is somebody's home, project or machine.
constexpr std::string_view k_personal[] = {".netrc",  ".env",   ".assay", ".config", ".cache",     ".profile",
                                           ".bashrc", ".npmrc", "home",   "root",    "etc/passwd", "etc/shadow"};
constexpr size_t k_most_programs = 200;

template <class Folders>
bool is_below_any(std::string_view path, const Folders& folders) {
  return std::any_of(std::begin(folders), std::end(folders), [&](auto folder) { return is_below(path, folder); });
}

template <class Names>
bool holds_any(const std::string& folder, const Names& names) {
  return std::any_of(std::begin(names), std::end(names), [&](auto name) { return exists(join_path(folder, name)); });
}

bool is_executable_file(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & 0111) != 0;
}

bool is_personal(const std::string& folder) {
  return holds_any(folder, k_personal) || holds_any(folder, k_credentials);
}

bool lies_in_credentials(std::string_view path) {
  const auto parts = split(path, '/');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    return std::find(std::begin(k_credentials), std::end(k_credentials), part) != std::end(k_credentials);
  });
}

// Links show no more than what they lead to.
bool holds_only_programs(const std::string& folder) {
  const auto names = list_folder(folder);
  return names && std::all_of(names->begin(), names->end(), [&](const auto& name) {
           const auto path = join_path(folder, name);
           return is_link(path) || is_executable_file(path);
         });
}

class Finder {
 public:
  Finder(const std::vector<std::string>& environment, const std::string& home)
      : m_environment(environment), m_home(resolved_path(home)) {}

  Toolchains find() {
    for (const auto& variable : known_variables()) add_named(variable);
    for (const auto entry : split(value_in(m_environment, "PATH"), ':')) {
      if (entry.starts_with('/')) add_entry(std::string(entry));
    }
    return std::move(m_found);
  }

 private:
  // Holds more than programs, whatever lies in it.
  bool shows_too_much(const std::string& folder) const {
    if (is_below(m_home, folder) || is_below_any(folder, k_never)) return true;
    const auto above = parent_path(folder);
    if (above == "/" || above == "/home") return true;
    for (const auto* name : {".local", ".local/share", ".local/state", ".cargo", "go", ".config", ".cache"}) {
      if (folder == in_home(name)) return true;
    }
    return false;
  }

  // A folder made for programs, with what they need.
  bool is_toolchain(const std::string& folder) const {
    if (shows_too_much(folder)) return false;
    if (is_below_any(folder, k_installed)) return !is_personal(folder);
    if (is_personal(folder) || !holds_any(folder, k_beside_programs)) return false;
    return exists(join_path(folder, "pyvenv.cfg")) || !is_in_repository(folder);
  }

  // The home folder may be one itself (people keep their settings so).
  bool is_in_repository(std::string folder) const {
    for (; folder != "/" && folder != m_home; folder = parent_path(folder)) {
      if (exists(join_path(folder, ".git"))) return true;
    }
    return false;
  }

  void show(const std::string& path) {
    auto& paths = m_found.paths;
    if (is_below_any(path, k_system_folders) || std::find(paths.begin(), paths.end(), path) != paths.end()) return;
    paths.push_back(path);
  }

  // By the name that programs know it by, too.
  void show_folder(const std::string& name) {
    show(resolved_path(name));
    const auto normal = normal_path(name);
    if (normal != resolved_path(name) && !is_below_any(normal, k_own_of_sandbox)) show(normal);
  }

  void add_named(const Variable& variable) {
    const auto value = std::string(value_in(m_environment, variable.name));
    if (!value.starts_with('/') || !is_folder(value)) return;
    const auto folder = resolved_path(value);
    if (!shows_too_much(folder) && holds_any(folder, variable.holds)) show_folder(value);
  }

  void add_entry(const std::string& entry) {
    if (!is_folder(entry)) return;
    const auto folder = resolved_path(entry);
    if (shows_too_much(folder) || is_below_any(folder, k_system_folders) || lies_in_credentials(folder)) return;
    if (is_below(folder, in_home(".pyenv"))) return add_found_by_home(".pyenv", "PYENV_ROOT");
    if (is_below(folder, in_home(".local")) && is_folder(in_home(".local/lib"))) show(in_home(".local/lib"));
    for (const auto whole : k_whole_in_home) {
      if (is_below(folder, in_home(whole))) return show_folder(in_home(whole));
    }
    const bool is_bin = file_name(folder) == "bin" || file_name(folder) == "sbin" || is_package_programs(folder);
    if (is_bin && (is_package_programs(folder) || is_toolchain(parent_path(folder))))
      show_with_prefix(entry, folder);
    else if (is_below(folder, in_home(".config")))
      return;  // tokens of many tools, and few programs
    else if (is_bin ? holds_only_programs(folder) : is_below_any(folder, k_installed) && is_toolchain(folder))
      show_folder(entry);
    else
      add_single_programs(folder);
    if (is_below(folder, in_home(".cargo"))) add_found_by_home(".rustup", "RUSTUP_HOME");
  }

  static bool is_package_programs(const std::string& folder) {
    return file_name(folder) == ".bin" && file_name(parent_path(folder)) == "node_modules";
  }

  void show_with_prefix(const std::string& entry, const std::string& folder) {
    const auto prefix = parent_path(folder);
    const auto above = parent_path(normal_path(entry));
    if (resolved_path(above) == prefix) return show_folder(above);
    show(prefix);
    show_folder(entry);
  }

  // Of a folder that was not made for programs, or not for them alone.
  void add_single_programs(const std::string& folder) {
    const auto names = list_folder(folder);
    if (!names) return;
    size_t count = 0;
    for (const auto& name : *names) {
      const auto path = join_path(folder, name);
      if (!is_executable_file(path) || (is_link(path) && !leads_to_known_program(path, folder))) continue;
      if (++count <= k_most_programs) show(path);
    }
  }

  static bool leads_to_known_program(const std::string& link, const std::string& folder) {
    const auto target = resolved_path(link);
    return parent_path(target) == folder || is_below_any(target, k_system_folders);
  }

  void add_found_by_home(std::string_view folder, std::string_view variable) {
    const auto path = in_home(folder);
    if (!is_folder(path)) return;
    show_folder(path);
    const auto setting = cat(variable, "=", path);
    auto& variables = m_found.variables;
    const bool is_set = !value_in(m_environment, variable).empty() ||
                        std::find(variables.begin(), variables.end(), setting) != variables.end();
    if (!is_set) variables.push_back(setting);
  }

  std::string in_home(std::string_view name) const { return join_path(m_home, name); }

  const std::vector<std::string>& m_environment;
  std::string m_home;
  Toolchains m_found;
};

}  // namespace

Toolchains find_toolchains(const std::vector<std::string>& environment, const std::string& home) {
  return Finder(environment, home).find();
}

std::string home_folder() {
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return home;
  const auto user = user_of(::getuid());
  return user && !user->home.empty() ? user->home : "/nonexistent";
}

std::string home_of_owner(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) != 0) return {};
  const auto owner = user_of(st.st_uid);
  return owner ? owner->home : std::string();
}

}  // namespace assay::os
