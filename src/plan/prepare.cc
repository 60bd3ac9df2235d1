// A table of ecosystems. Each row looks at one folder of the tree and says whether its dependencies
// must be fetched there. Where a manifest has no dependencies nothing is fetched: most small
// repositories verify without any network at all.
#include "plan/prepare.h"

#include <algorithm>
#include <optional>
#include <set>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace assay::plan {

namespace {

struct Folder {
  const Snapshot& snapshot;
  std::string path;  // empty: the top

  std::string at(std::string_view name) const { return path.empty() ? std::string(name) : cat(path, "/", name); }
  bool has(std::string_view name) const { return snapshot.has_file(at(name)); }
  std::string read(std::string_view name) const { return snapshot.read(at(name)).value_or(""); }
};

PrepareStep step(const Folder& folder, std::string title, std::string command, const std::vector<std::string>& inputs) {
  PrepareStep out;
  out.title = folder.path.empty() ? std::move(title) : cat(title, " of ", folder.path);
  out.folder = folder.path;
  out.command = std::move(command);
  for (const auto& input : inputs) {
    if (folder.has(input)) out.inputs.push_back(folder.at(input));
  }
  return out;
}

bool has_members(const json::object& document, std::string_view key) {
  const auto* member = document.if_contains(key);
  return member != nullptr && member->is_object() && !member->get_object().empty();
}

// Whether a package.json asks for anything to be fetched, also through workspaces.
bool needs_packages(const Folder& folder) {
  const auto document = parse_json(folder.read("package.json"), "package.json");
  if (!document || !document->is_object()) return false;
  const auto& object = document->get_object();
  return has_members(object, "dependencies") || has_members(object, "devDependencies") ||
         has_members(object, "optionalDependencies") || object.contains("workspaces");
}

// Installers put folders of their own into the packages of a workspace.
void add_workspace_packages(const Folder& folder, PrepareStep& out) {
  constexpr size_t k_packages_most = 400;
  const auto document = parse_json(folder.read("package.json"), "package.json");
  const bool has_key = document && document->is_object() && document->get_object().contains("workspaces");
  if (!has_key && !folder.has("pnpm-workspace.yaml")) return;
  const std::string below = folder.path.empty() ? std::string() : folder.path + "/";
  for (const std::string& path : folder.snapshot.files()) {
    if (!path.starts_with(below) || !path.ends_with("/package.json") || path == folder.at("package.json")) continue;
    if (contains(path, "node_modules/") || out.outputs.size() > k_packages_most) continue;
    out.inputs.push_back(path);
    out.outputs.push_back(cat(path.substr(0, path.rfind('/')), "/node_modules"));
  }
}

// Settings of .npmrc that say where packages come from; any other may name a program or a file of the tree.
bool is_plain_npmrc(std::string_view text) {
  constexpr std::string_view k_plain[] = {"registry",      "fund",          "audit",      "save-exact",
                                          "engine-strict", "package-lock",  "strict-ssl", "legacy-peer-deps",
                                          "always-auth",   "ignore-scripts"};
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    if (line.empty() || line.starts_with('#') || line.starts_with(';') || line.starts_with("//")) continue;
    const auto key = trim(line.substr(0, line.find('=')));
    const bool scoped = key.starts_with('@') && key.ends_with(":registry");
    if (!scoped && std::find(std::begin(k_plain), std::end(k_plain), key) == std::end(k_plain)) return false;
  }
  return true;
}

// Installers run these scripts of the repository's own manifest.
bool has_install_scripts(const json::object& manifest) {
  constexpr std::string_view k_run[] = {"preinstall", "install", "postinstall", "prepublish",
                                        "preprepare", "prepare", "postprepare", "dependencies"};
  const auto* scripts = manifest.if_contains("scripts");
  if (scripts == nullptr || !scripts->is_object()) return false;
  return std::any_of(std::begin(k_run), std::end(k_run),
                     [&](std::string_view name) { return scripts->get_object().contains(name); });
}

// Whether a manifest asks for packages that lie in the tree.
bool has_local_packages(const json::object& manifest) {
  constexpr std::string_view k_lists[] = {"dependencies", "devDependencies", "optionalDependencies"};
  constexpr std::string_view k_may_patch[] = {"workspaces", "resolutions", "overrides", "pnpm", "dependenciesMeta"};
  for (const auto key : k_may_patch) {
    if (manifest.contains(key)) return true;
  }
  for (const auto key : k_lists) {
    const auto* list = manifest.if_contains(key);
    if (list == nullptr || !list->is_object()) continue;
    for (const auto& item : list->get_object()) {
      const std::string_view wanted = item.value().is_string() ? std::string_view(item.value().get_string()) : ".";
      const bool local = wanted.starts_with('.') || wanted.starts_with('/') || wanted.starts_with('~') ||
                         contains_any(wanted, {"file:", "link:", "portal:", "patch:", "workspace:"});
      const bool is_range = wanted.starts_with("~") && wanted.size() > 1 && wanted[1] >= '0' && wanted[1] <= '9';
      if (local && !is_range) return true;
    }
  }
  return false;
}

// Nothing but its inputs when the manifest has no scripts of its own and all packages come from elsewhere.
Reads what_node_reads(const Folder& folder) {
  const auto manifest = parse_json(folder.read("package.json"), "package.json");
  if (!manifest || !manifest->is_object()) return Reads::tree;
  if (has_install_scripts(manifest->get_object()) || has_local_packages(manifest->get_object())) return Reads::tree;
  for (const char* code :
       {".yarnrc.yml", ".yarnrc", ".pnpmfile.cjs", "pnpm-workspace.yaml", "binding.gyp", "bunfig.toml"}) {
    if (folder.has(code)) return Reads::tree;
  }
  return is_plain_npmrc(folder.read(".npmrc")) ? Reads::inputs : Reads::tree;
}

std::optional<PrepareStep> node(const Folder& folder) {
  if (!folder.has("package.json")) return std::nullopt;
  std::optional<PrepareStep> out;
  const std::vector<std::string> manifests = {
      "package.json",   ".npmrc",        ".yarnrc.yml",        ".yarnrc",
      "bunfig.toml",    ".pnpmfile.cjs", ".node-version",      "pnpm-workspace.yaml",
      ".tool-versions", ".nvmrc",        "npm-shrinkwrap.json"};
  const auto with = [&](std::string title, std::string command, const std::string& lockfile) {
    std::vector<std::string> inputs = {lockfile};
    for (const auto& manifest : manifests) {
      if (manifest != lockfile) inputs.push_back(manifest);
    }
    out = step(folder, std::move(title), std::move(command), inputs);
  };
  if (folder.has("pnpm-lock.yaml"))
    with("pnpm packages", "pnpm install --frozen-lockfile", "pnpm-lock.yaml");
  else if (folder.has("yarn.lock"))
    with("yarn packages", folder.has(".yarnrc.yml") ? "yarn install --immutable" : "yarn install --frozen-lockfile",
         "yarn.lock");
  else if (folder.has("bun.lockb") || folder.has("bun.lock"))
    with("bun packages", "bun install --frozen-lockfile", folder.has("bun.lockb") ? "bun.lockb" : "bun.lock");
  else if (!needs_packages(folder))
    return std::nullopt;
  else if (folder.has("package-lock.json") || folder.has("npm-shrinkwrap.json"))
    with("npm packages", "npm ci --no-audit --no-fund",
         folder.has("package-lock.json") ? "package-lock.json" : "npm-shrinkwrap.json");
  else
    with("npm packages", "npm install --no-audit --no-fund --no-package-lock", "package.json");
  out->reads = what_node_reads(folder);
  out->outputs = {folder.at("node_modules")};
  add_workspace_packages(folder, *out);
  for (const char* cache : {"node_modules/.cache", "node_modules/.vite", "node_modules/.vitest"}) {
    out->writable.push_back(folder.at(cache));
  }
  out->homes = {{"npm_config_cache", "npm"}};
  return out;
}

// Whether every requirement is a package from an index: no file or folder of the tree, no other list.
bool are_plain_requirements(std::string_view text) {
  for (std::string_view line : split_lines(text)) {
    line = trim(line.substr(0, line.find('#')));
    const bool is_option = line.starts_with('-') && !line.starts_with("--hash") && !line.starts_with("--index-url") &&
                           !line.starts_with("--extra-index-url");
    const bool is_path = !line.starts_with('-') && contains_any(line, {"/", "file:"});
    if (is_option || is_path || line.starts_with('.')) return false;
  }
  return true;
}

std::optional<PrepareStep> python(const Folder& folder) {
  std::optional<PrepareStep> out;
  if (folder.has("uv.lock")) {
    out = step(folder, "Python packages (uv)", "uv sync --frozen", {"uv.lock", "pyproject.toml"});
    out->homes = {{"UV_CACHE_DIR", "uv"}};
  } else if (folder.has("poetry.lock")) {
    out = step(folder, "Python packages (poetry)", "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction",
               {"poetry.lock", "pyproject.toml"});
    out->homes = {{"POETRY_CACHE_DIR", "poetry"}};
  } else if (folder.has("requirements.txt") || folder.has("requirements-dev.txt")) {
    std::string install = "python3 -m venv .venv";
    Reads reads = Reads::inputs;
    for (const char* file : {"requirements.txt", "requirements-dev.txt"}) {
      if (!folder.has(file)) continue;
      install += cat(" && .venv/bin/pip install --quiet -r ", file);
      if (!are_plain_requirements(folder.read(file))) reads = Reads::tree;
    }
    out = step(folder, "Python packages (pip)", std::move(install),
               {"requirements.txt", "requirements-dev.txt", "pip.conf", "setup.cfg", "pyproject.toml",
                ".python-version", ".tool-versions"});
    out->reads = reads;
    out->homes = {{"PIP_CACHE_DIR", "pip"}};
  } else {
    return std::nullopt;
  }
  out->outputs = {folder.at(".venv")};
  out->paths = {folder.at(".venv/bin")};
  return out;
}

// Whether a Cargo.toml names crates that lie nowhere in the tree.
bool needs_crates(std::string_view manifest) {
  bool inside = false;
  for (std::string_view line : split_lines(manifest)) {
    line = trim(line.substr(0, line.find('#')));
    if (line.starts_with('[')) {
      inside = line.ends_with("dependencies]");
      if (contains(line, "dependencies.")) return true;
    } else if (inside && contains(line, "=") && !contains(line, "path") && !contains(line, "workspace")) {
      return true;
    }
  }
  return false;
}

std::optional<PrepareStep> cargo(const Folder& folder) {
  const bool locked = folder.has("Cargo.lock");
  const bool needed =
      locked ? contains(folder.read("Cargo.lock"), "\nsource = ") : needs_crates(folder.read("Cargo.toml"));
  if (!needed) return std::nullopt;
  auto out = step(folder, "Rust crates", locked ? "cargo fetch --locked" : "cargo fetch", {"Cargo.lock", "Cargo.toml"});
  // It builds nothing, so no build.rs runs; it reads the manifests of all crates and cargo's own settings.
  out.reads = Reads::inputs;
  for (const std::string& path : folder.snapshot.files()) {
    const auto name = std::string_view(path).substr(path.rfind('/') + 1);
    const bool read =
        name == "Cargo.toml" || name.starts_with("rust-toolchain") || contains(cat("/", path), "/.cargo/config");
    if (read && path != folder.at("Cargo.toml")) out.inputs.push_back(path);
  }
  out.homes = {{"CARGO_HOME", "cargo"}};
  out.offline = {"CARGO_NET_OFFLINE=true"};
  return out;
}

std::optional<PrepareStep> go(const Folder& folder) {
  if (!folder.has("go.mod") || !folder.has("go.sum")) return std::nullopt;
  auto out =
      step(folder, "Go modules", "go mod download", {"go.sum", "go.mod", "go.work", "go.work.sum", ".tool-versions"});
  const bool local = folder.has("go.work") || contains_any(folder.read("go.mod"), {"=> .", "=> /"});
  out.reads = local ? Reads::tree : Reads::inputs;
  out.homes = {{"GOMODCACHE", "gomod"}};
  out.offline = {"GOPROXY=off"};
  return out;
}

std::optional<PrepareStep> ruby(const Folder& folder) {
  if (!folder.has("Gemfile.lock")) return std::nullopt;
  auto out = step(folder, "Ruby gems", "bundle install --quiet", {"Gemfile.lock", "Gemfile"});
  out.homes = {{"BUNDLE_PATH", "bundle"}};
  return out;
}

std::optional<PrepareStep> php(const Folder& folder) {
  if (!folder.has("composer.lock")) return std::nullopt;
  auto out =
      step(folder, "PHP packages", "composer install --no-interaction --quiet", {"composer.lock", "composer.json"});
  out.outputs = {folder.at("vendor")};
  out.homes = {{"COMPOSER_HOME", "composer"}};
  return out;
}

std::optional<PrepareStep> maven(const Folder& folder) {
  if (!folder.has("pom.xml") || !contains(folder.read("pom.xml"), "<dependency>")) return std::nullopt;
  const std::string program = folder.has("mvnw") ? "./mvnw" : "mvn";
  auto out = step(folder, "Maven artifacts", cat(program, " -B -q dependency:go-offline"), {"pom.xml"});
  out.homes = {{"ASSAY_MAVEN", "maven"}};
  out.environment = {"MAVEN_OPTS=-Dmaven.repo.local={kept}/maven"};
  out.copied = true;
  return out;
}

std::optional<PrepareStep> gradle(const Folder& folder) {
  const bool built = folder.has("build.gradle") || folder.has("build.gradle.kts");
  if (!built) return std::nullopt;
  const std::string program = folder.has("gradlew") ? "./gradlew" : "gradle";
  auto out = step(folder, "Gradle artifacts", cat(program, " --quiet dependencies"),
                  {"gradle.lockfile", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"});
  out.homes = {{"GRADLE_USER_HOME", "gradle"}};
  out.copied = true;
  return out;
}

using Row = std::optional<PrepareStep> (*)(const Folder&);
constexpr Row k_rows[] = {node, python, cargo, go, ruby, php, maven, gradle};

// Files that can ask for a step in a folder of their own, below the top. A package inside a
// workspace is prepared by the workspace's root, so only lockfiles count there.
constexpr std::string_view k_lockfiles[] = {
    "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock",     "bun.lockb",    "uv.lock",
    "poetry.lock",       "Cargo.lock",     "go.sum",    "Gemfile.lock", "composer.lock"};
constexpr size_t k_folders_most = 32;

std::set<std::string> folders_of(const Snapshot& snapshot) {
  std::set<std::string> out = {""};
  for (const std::string& path : snapshot.files()) {
    const auto slash = path.rfind('/');
    if (slash == std::string::npos || out.size() >= k_folders_most) continue;
    const std::string_view name = std::string_view(path).substr(slash + 1);
    if (std::find(std::begin(k_lockfiles), std::end(k_lockfiles), name) == std::end(k_lockfiles)) continue;
    if (contains_any(path, {"node_modules/", "vendor/", "testdata/", "fixtures/", "examples/"})) continue;
    out.insert(path.substr(0, slash));
  }
  return out;
}

}  // namespace

std::vector<PrepareStep> prepare_steps(const Snapshot& snapshot) {
  std::vector<PrepareStep> out;
  for (const auto& path : folders_of(snapshot)) {
    const Folder folder{snapshot, path};
    for (const Row row : k_rows) {
      if (auto found = row(folder)) out.push_back(std::move(*found));
    }
  }
  return out;
}

std::vector<std::string> files_named_in(std::string_view command, const Snapshot& snapshot) {
  // What a program reads first in the folder it is started in.
  static const std::vector<std::pair<std::string_view, std::vector<std::string>>> read_first = {
      {"make", {"Makefile", "makefile", "GNUmakefile"}},
      {"gmake", {"Makefile", "makefile", "GNUmakefile"}},
      {"npm", {"package.json", "package-lock.json", ".npmrc"}},
      {"npx", {"package.json", "package-lock.json", ".npmrc"}},
      {"yarn", {"package.json", "yarn.lock", ".yarnrc", ".yarnrc.yml"}},
      {"pnpm", {"package.json", "pnpm-lock.yaml", ".npmrc", ".pnpmfile.cjs"}},
      {"just", {"justfile", "Justfile"}},
      {"rake", {"Rakefile"}},
      {"cmake", {"CMakeLists.txt"}},
      {"pip", {"setup.py", "setup.cfg", "pyproject.toml"}},
      {"pip3", {"setup.py", "setup.cfg", "pyproject.toml"}}};
  std::vector<std::string> out;
  const auto add = [&](std::string path) {
    while (path.starts_with("./")) path.erase(0, 2);
    if (snapshot.has_file(path) && std::find(out.begin(), out.end(), path) == out.end()) out.push_back(std::move(path));
  };
  size_t at = 0;
  while (at < command.size()) {
    const size_t end = std::min(command.find_first_of(" \t\n;|&()<>'\"`=", at), command.size());
    const auto word = command.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    add(std::string(word));
    for (const auto& [program, files] : read_first) {
      if (word.substr(word.rfind('/') + 1) != program) continue;
      for (const auto& file : files) add(file);
    }
  }
  return out;
}

const std::vector<std::string>& settings_without_network() {
  static const std::vector<std::string> settings = {
      "npm_config_offline=true", "YARN_ENABLE_NETWORK=0",      "PIP_RETRIES=0", "UV_OFFLINE=1",
      "CARGO_NET_OFFLINE=true",  "COMPOSER_DISABLE_NETWORK=1", "GOPROXY=off",   "BUNDLE_RETRY=0"};
  return settings;
}

}  // namespace assay::plan
