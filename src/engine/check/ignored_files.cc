#include "engine/check/ignored_files.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <set>

#include <sys/stat.h>

#include "base/text.h"
#include "diff/code.h"
#include "os/files.h"
#include "os/regular_file.h"
#include "os/sandbox/toolchains.h"

namespace assay::engine {

namespace {

// What a runner loads where it lies, without being told.
constexpr std::string_view k_loaded[] = {"conftest.py",
                                         "sitecustomize.py",
                                         "usercustomize.py",
                                         "*.pth",
                                         "pytest.ini",
                                         ".pytest.ini",
                                         "tox.ini",
                                         "jest.config.*",
                                         "vitest.config.*",
                                         ".mocharc*",
                                         "ava.config.*",
                                         ".npmrc",
                                         ".rspec",
                                         ".rspec-local",
                                         "phpunit.xml",
                                         "GNUmakefile",
                                         "local.mk",
                                         "*_test.go",
                                         "CTestCustom.cmake",
                                         "CMakeUserPresets.json",
                                         ".cargo/config.toml",
                                         ".cargo/config",
                                         "go.work",
                                         "bunfig.toml"};

bool is_of_dependencies(std::string_view path) {
  return os::is_in_dependency_folder(cat("/", path)) || contains(cat("/", path), "/site-packages/") ||
         contains(cat("/", path), "/target/") || contains(cat("/", path), "/build/");
}

// The path from the work tree; empty when it lies outside.
std::string inside_of(const std::string& workspace, const std::string& path) {
  if (!path.starts_with('/')) return path;
  return path.starts_with(workspace + "/") ? path.substr(workspace.size() + 1) : std::string();
}

Result<std::vector<std::string>> ignored_among(const git::Repository& repository, const std::string& workspace,
                                               const std::set<std::string>& paths) {
  std::string input;
  for (const auto& path : paths) input += cat(os::join_path(workspace, path), '\0');
  std::vector<std::string> out;
  if (input.empty()) return out;
  TRY_ASSIGN(const auto answer, repository.ask_sealed({.arguments = {"check-ignore", "-z", "--stdin"},
                                                       .folder = repository.root(),
                                                       .environment = {},
                                                       .input = std::move(input)}));
  for (const auto path : split(answer.output, '\0')) {
    if (!path.empty()) out.push_back(inside_of(workspace, std::string(path)));
  }
  return out;
}

// Made by tools from what the tree holds, and made anew where it is merged.
bool is_made_by_tools(const std::string& path) {
  const auto name = os::file_name(path);
  return diff::role_of(path) == diff::Role::generated || contains(name, "version.") || contains(name, "_pb2") ||
         contains(cat("/", path), "/generated/") || contains(cat("/", path), "/gen/") ||
         contains(cat("/", path), "/dist/") || contains(cat("/", path), "/out/");
}

std::string stem_of(const std::string& name) { return name.substr(0, name.find('.')); }

bool is_settings_file(const std::string& path) { return os::file_name(path).starts_with(".env"); }

// Files that a line which the change adds brings in: `from app.local import x`, `require('./local.js')`.
// `tracked`: names that the tree has itself.
void add_named_by_change(const std::vector<std::string>& ignored, const std::set<std::string, std::less<>>& tracked,
                         const std::string& diff_file, std::set<std::string>& out) {
  constexpr std::uint64_t k_largest_diff = std::uint64_t{64} << 20;
  constexpr size_t k_shortest_stem = 3;
  const auto diff = os::read_file(diff_file, k_largest_diff);
  if (!diff) return;
  std::map<std::string, std::vector<std::string>, std::less<>> by_stem;
  for (const auto& path : ignored) {
    const auto name = os::file_name(path);
    const auto stem = is_settings_file(path) ? name : stem_of(name);
    const bool is_code =
        contains_any(name, {".py", ".js", ".cjs", ".mjs", ".ts", ".rb", ".php", ".mk", ".sh", ".json"});
    if (tracked.contains(stem)) continue;
    if (stem.size() >= k_shortest_stem && (is_code || is_settings_file(path)))
      by_stem[std::string(stem)].push_back(path);
  }
  for (const auto line : split_lines(*diff)) {
    const bool brings_in = line.starts_with('+') && !line.starts_with("+++") &&
                           contains_any(line, {"import", "require", "include", "source ", "load", "open", "read"});
    if (!brings_in) continue;
    for (const auto& [stem, paths] : by_stem) {
      if (find_word(line, stem) != std::string_view::npos) out.insert(paths.begin(), paths.end());
    }
  }
}

// Programs of node read such a file when they are told to; how is written in the tree.
Result<bool> reads_settings(const git::Repository& repository) {
  TRY_ASSIGN(const auto answer, repository.ask({"grep", "-l",     "-z",       "-e",          "--env-file",
                                                "-e",   "dotenv", "-e",       "loadEnvFile", "--",
                                                "*.js", "*.cjs",  "*.mjs",    "*.ts",        "*.json",
                                                "*.rb", "*.php",  "Makefile", "*.go",        ":(exclude)*lock*"}));
  return !answer.output.empty();
}

Result<void> add_used(const git::Repository& repository, const std::string& diff_file, std::set<std::string>& out) {
  constexpr size_t k_most = 5'000;
  TRY_ASSIGN(const auto listed,
             repository.ask({"ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", ".",
                             ":(exclude,glob)**/node_modules/**", ":(exclude,glob)**/site-packages/**",
                             ":(exclude,glob)**/__pycache__/**"}));
  std::vector<std::string> ignored;
  for (const auto part : split(listed.output, '\0')) {
    std::string path(part);
    if (path.empty() || ignored.size() >= k_most || is_of_dependencies(path) || is_made_by_tools(path)) continue;
    if (contains(cat("/", path), "/.") && !is_settings_file(path)) continue;
    ignored.push_back(std::move(path));
  }
  if (ignored.empty()) return {};
  TRY_ASSIGN(const auto files, repository.ask({"ls-files", "-z"}));
  std::set<std::string, std::less<>> tracked;
  for (const auto path : split(files.output, '\0')) tracked.emplace(stem_of(os::file_name(std::string(path))));
  add_named_by_change(ignored, tracked, diff_file, out);
  const auto settings = std::find_if(ignored.begin(), ignored.end(), is_settings_file);
  if (settings == ignored.end()) return {};
  TRY_ASSIGN(const bool reads, reads_settings(repository));
  if (reads) out.insert(*settings);
  return {};
}

// A builder takes what is newer than its sources for made already. What is dated in the future is so for ever.
bool is_from_the_future(const std::string& path) {
  constexpr std::time_t k_clocks_differ = 24 * 60 * 60;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  return status.st_mtim.tv_sec > std::time(nullptr) + k_clocks_differ;
}

Result<void> add_products_of_the_future(const git::Repository& repository, const std::string& workspace,
                                        std::set<std::string>& out) {
  constexpr size_t k_most_products = 100'000;
  TRY_ASSIGN(const auto listed,
             repository.ask({"ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", ".",
                             ":(exclude,glob)**/node_modules/**", ":(exclude,glob)**/site-packages/**"}));
  size_t seen = 0;
  for (const auto path : split(listed.output, '\0')) {
    if (path.empty() || ++seen > k_most_products) continue;
    if (is_from_the_future(os::join_path(workspace, path))) out.emplace(path);
  }
  return {};
}

// Options of rspec that say only how it looks.
bool says_only_how_it_looks(const std::string& path) {
  constexpr std::string_view k_looks[] = {"--color",      "--colour", "--no-color",  "--no-colour", "--force-color",
                                          "-c",           "-f",       "--format",    "-p",          "--profile",
                                          "--no-profile", "-b",       "--backtrace", "progress",    "documentation",
                                          "doc",          "d"};
  if (!os::file_name(path).starts_with(".rspec")) return false;
  const auto text = os::read_regular_file(path, 1 << 16);
  if (!text) return false;
  for (const auto line : split_lines(*text)) {
    for (const auto word : split(trim(line), ' ')) {
      const bool looks = std::find(std::begin(k_looks), std::end(k_looks), word) != std::end(k_looks);
      if (!word.empty() && !looks) return false;
    }
  }
  return true;
}

}  // namespace

Result<std::vector<std::string>> ignored_files_in_run(const git::Repository& repository, const std::string& workspace,
                                                      const std::vector<judge::CommandRun>& runs,
                                                      const std::string& diff_file) {
  std::set<std::string> loaded;
  for (const auto& run : runs) {
    for (const auto& report : run.reports) {
      for (const auto& file : report.loaded) {
        auto path = inside_of(workspace, file);
        if (!path.empty() && !is_of_dependencies(path) && !is_made_by_tools(path) &&
            os::exists(os::join_path(workspace, path)))
          loaded.insert(std::move(path));
      }
    }
  }
  TRY_ASSIGN(const auto ignored, ignored_among(repository, workspace, loaded));
  std::set<std::string> out(ignored.begin(), ignored.end());
  std::vector<std::string> arguments = {"ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--"};
  for (const auto name : k_loaded) {
    arguments.push_back(cat(":(glob)", name));
    arguments.push_back(cat(":(glob)**/", name));
  }
  for (const std::string_view folder : {"node_modules", ".venv", "venv", "target", "build"})
    arguments.push_back(cat(":(exclude,glob)**/", folder, "/**"));
  TRY_ASSIGN(const auto listed, repository.ask(std::move(arguments)));
  for (const auto path : split(listed.output, '\0')) {
    const bool is_named = !path.empty() && !is_of_dependencies(path);
    if (is_named && !says_only_how_it_looks(os::join_path(workspace, path))) out.emplace(path);
  }
  TRY(add_used(repository, diff_file, out));
  TRY(add_products_of_the_future(repository, workspace, out));
  return std::vector<std::string>(out.begin(), out.end());
}

}  // namespace assay::engine
