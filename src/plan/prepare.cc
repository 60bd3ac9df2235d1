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

std::optional<PrepareStep> node(const Folder& folder) {
  if (!folder.has("package.json")) return std::nullopt;
  std::optional<PrepareStep> out;
  const std::vector<std::string> manifests = {"package.json", ".npmrc", ".yarnrc.yml", "pnpm-workspace.yaml"};
  const auto with = [&](std::string title, std::string command, std::string lockfile) {
    std::vector<std::string> inputs = {std::move(lockfile)};
    inputs.insert(inputs.end(), manifests.begin(), manifests.end());
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
  out->outputs = {folder.at("node_modules")};
  add_workspace_packages(folder, *out);
  for (const char* cache : {"node_modules/.cache", "node_modules/.vite", "node_modules/.vitest"}) {
    out->writable.push_back(folder.at(cache));
  }
  out->homes = {{"npm_config_cache", "npm"}};
  return out;
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
    for (const char* file : {"requirements.txt", "requirements-dev.txt"}) {
      if (folder.has(file)) install += cat(" && .venv/bin/pip install --quiet -r ", file);
    }
    out = step(folder, "Python packages (pip)", std::move(install), {"requirements.txt", "requirements-dev.txt"});
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
  out.homes = {{"CARGO_HOME", "cargo"}};
  out.offline = {"CARGO_NET_OFFLINE=true"};
  return out;
}

std::optional<PrepareStep> go(const Folder& folder) {
  if (!folder.has("go.mod") || !folder.has("go.sum")) return std::nullopt;
  auto out = step(folder, "Go modules", "go mod download", {"go.sum", "go.mod"});
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

const std::vector<std::string>& settings_without_network() {
  static const std::vector<std::string> settings = {
      "npm_config_offline=true", "YARN_ENABLE_NETWORK=0",      "PIP_RETRIES=0", "UV_OFFLINE=1",
      "CARGO_NET_OFFLINE=true",  "COMPOSER_DISABLE_NETWORK=1", "GOPROXY=off",   "BUNDLE_RETRY=0"};
  return settings;
}

}  // namespace assay::plan
