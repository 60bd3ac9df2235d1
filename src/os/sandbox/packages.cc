// Packages that a person's tools fetched, shown to tests that have no network. Whole homes of tools are not: beside
// the packages they keep tokens (~/.cargo/credentials.toml, ~/.m2/settings.xml, ~/.gradle/gradle.properties,
// ~/.gem/credentials, ~/.bundle/config, ~/.config/composer/auth.json).
#include <algorithm>

#include "base/text.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/sandbox/toolchains.h"

namespace assay::os {

namespace {

struct Cache {
  std::string_view below_home;
  std::string_view variable;  // the tool's own name for it; empty: found below HOME alone
};
constexpr Cache k_caches[] = {
    {".nuget/packages", "NUGET_PACKAGES"},
    {".gradle/caches", "GRADLE_RO_DEP_CACHE"},
    {".cargo/registry", ""},
    {".cargo/git", ""},
    {".m2/repository", ""},
    {".m2/wrapper", ""},
    {".gradle/wrapper", ""},
    {".gem/ruby", ""},
    {".local/share/gem", ""},
    {".bundle/cache", ""},
    {".local/share/pnpm/store", ""},
    {".ivy2/cache", ""},
    {".cache/coursier", ""},
    {".pub-cache/hosted", ""},
};
// Interpreters that virtual environments of a project link to, whatever PATH says.
constexpr std::string_view k_interpreters[] = {
    ".local/share/uv/python", ".pyenv/versions", ".local/share/mise/installs",    ".asdf/installs",
    ".nvm/versions",          ".volta/tools",    ".local/share/fnm/node-versions"};

constexpr std::string_view k_dependency_folders[] = {"node_modules", ".venv", "venv", "bower_components", ".yarn"};

bool is_dependency_folder(std::string_view name) {
  return std::find(std::begin(k_dependency_folders), std::end(k_dependency_folders), name) !=
         std::end(k_dependency_folders);
}

// Go's is where the person said, when it is one.
std::string go_modules(const std::vector<std::string>& environment, const std::string& home) {
  const auto own = std::string(value_in(environment, "GOMODCACHE"));
  const auto path = std::string(value_in(environment, "GOPATH"));
  const auto first = path.substr(0, path.find(':'));
  for (const auto& folder : {own, join_path(first.empty() ? join_path(home, "go") : first, "pkg/mod")}) {
    if (folder.starts_with('/') && is_folder(join_path(folder, "cache/download"))) return resolved_path(folder);
  }
  return {};
}

}  // namespace

Packages find_packages(const std::vector<std::string>& environment, const std::string& home) {
  Packages out;
  if (auto go = go_modules(environment, home); !go.empty()) {
    out.variables.push_back(cat("GOMODCACHE=", go));
    out.paths.push_back(std::move(go));
  }
  for (const auto& cache : k_caches) {
    const auto path = resolved_path(join_path(home, cache.below_home));
    // A link to somewhere else may lead to more than packages.
    if (!is_folder(path) || !is_below(path, resolved_path(home))) continue;
    out.paths.push_back(path);
    if (cache.variable.empty())
      out.below_home.emplace_back(path, cache.below_home);
    else if (value_in(environment, cache.variable).empty())
      out.variables.push_back(cat(cache.variable, "=", path));
  }
  for (const auto name : k_interpreters) {
    const auto path = join_path(home, name);
    if (is_folder(path) && is_below(resolved_path(path), resolved_path(home))) out.paths.push_back(resolved_path(path));
  }
  out.offline = {"CARGO_NET_OFFLINE=true", "GOPROXY=off"};
  return out;
}

std::vector<std::string> linked_dependencies(const std::string& work) {
  std::vector<std::string> out;
  for (const auto name : k_dependency_folders) {
    const auto path = join_path(work, name);
    if (!is_link(path) || !is_folder(path)) continue;
    auto real = resolved_path(path);
    // node_modules -> ~/.ssh is not a folder of that kind, nor is .venv -> ~.
    const bool is_kind = name.ends_with("venv") ? exists(join_path(real, "pyvenv.cfg")) : file_name(real) == name;
    if (is_kind && !is_below(real, resolved_path(work))) out.push_back(std::move(real));
  }
  return out;
}

bool is_in_dependency_folder(std::string_view path) {
  const auto parts = split(path, '/');
  return std::any_of(parts.begin(), parts.end(), is_dependency_folder);
}

bool is_virtual_environment(const std::string& folder) {
  return file_name(folder) == "bin" && exists(join_path(parent_path(folder), "pyvenv.cfg"));
}

}  // namespace assay::os
