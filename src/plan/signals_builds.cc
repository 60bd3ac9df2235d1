// Build systems, and tools that one file gives away.
#include <algorithm>

#include "base/text.h"
#include "plan/signals.h"

namespace assay::plan {

namespace {

// Whether a CMake or Meson file calls `name` outside of comments. CMake's names have no case.
bool calls(std::string_view text, std::string_view name, std::string_view argument = {}) {
  for (std::string_view line : split_lines(text)) {
    line = line.substr(0, line.find('#'));
    for (size_t at = ifind_word(line, name); at != std::string_view::npos; at = ifind_word(line, name, at + 1)) {
      std::string_view rest = trim_left(line.substr(at + name.size()));
      if (!rest.starts_with('(')) continue;
      rest = trim(rest.substr(1, rest.find(')') - 1));
      if (argument.empty() || rest == argument) return true;
    }
  }
  return false;
}

// A folder for what is built that the repository does not use itself.
std::string_view build_folder(const Site& site) {
  return site.has("build") || site.has_folder("build") ? "build-acceptance" : "build";
}

std::string_view extension(std::string_view path) {
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos || path.find('/', dot) != std::string_view::npos ? "" : path.substr(dot + 1);
}

bool is_dotnet_project(std::string_view path) {
  const auto kind = extension(path);
  return kind == "csproj" || kind == "fsproj" || kind == "vbproj";
}

struct SingleFile {
  std::string_view file, command;
};
constexpr SingleFile k_single_files[] = {
    {"mix.exs", "mix test"},           {"MODULE.bazel", "bazel test //..."}, {"WORKSPACE.bazel", "bazel test //..."},
    {"WORKSPACE", "bazel test //..."}, {"Package.swift", "swift test"},      {"build.sbt", "sbt test"},
    {"stack.yaml", "stack test"},      {"dune-project", "dune test"},        {"gleam.toml", "gleam test"},
};

}  // namespace

void find_cmake(const Site& site, CheckList& out) {
  const auto text = site.read("CMakeLists.txt");
  if (!text) return;
  // Below the root most of these files are parts of a project that begins further up.
  if (!site.folder().empty() && !calls(*text, "project")) return;
  std::string_view signal;
  if (calls(*text, "enable_testing"))
    signal = "enable_testing()";
  else if (calls(*text, "include", "CTest"))
    signal = "include(CTest)";
  else if (calls(*text, "add_test"))
    signal = "add_test()";
  else
    return;
  const auto folder = build_folder(site);
  out.tests(site,
            cat("cmake -S . -B ", folder, " && cmake --build ", folder, " && cd ", folder,
                " && ctest --output-on-failure --no-tests=error"),
            cat(site.full("CMakeLists.txt"), " calls ", signal, "."));
}

void find_meson(const Site& site, CheckList& out) {
  if (!site.has("meson.build")) return;
  for (const auto& path : site.below("")) {
    if (path != "meson.build" && !path.ends_with("/meson.build")) continue;
    const auto text = site.snapshot().read(path);
    if (!text || !calls(*text, "test")) continue;
    const auto folder = build_folder(site);
    return out.tests(site, cat("meson setup ", folder, " && meson test -C ", folder),
                     cat(shown(path), " calls test()."));
  }
}

void find_jvm(const Site& site, CheckList& out) {
  if (site.has("pom.xml")) {
    const bool wrapper = site.has("mvnw");
    out.tests(site, wrapper ? "./mvnw test" : "mvn test",
              wrapper ? "pom.xml and the wrapper mvnw are there." : "pom.xml is there.");
  }
  constexpr std::string_view k_gradle[] = {"build.gradle", "build.gradle.kts", "settings.gradle",
                                           "settings.gradle.kts"};
  const auto file = site.first_of(k_gradle);
  if (file.empty()) return;
  const bool wrapper = site.has("gradlew");
  out.tests(site, wrapper ? "./gradlew test" : "gradle test",
            wrapper ? cat(file, " and the wrapper gradlew are there.") : cat(file, " is there."));
}

// A solution runs the tests of its projects; without test projects it would run none and succeed, so
// one is looked for. Without a solution the test projects are named themselves.
void find_dotnet(const Site& site, CheckList& out) {
  constexpr size_t k_most = 20;
  std::vector<std::string_view> solutions, projects;
  for (const auto& path : site.below("")) {
    const auto name = site.relative(path);
    const bool solution = extension(name) == "sln" || extension(name) == "slnx";
    if (solution && !contains(name, "/")) solutions.push_back(name);
    if (!is_dotnet_project(name)) continue;
    const auto text = site.read(name);
    if (text && contains_any(*text, {"Microsoft.NET.Test.Sdk", "MSTest.Sdk", "<IsTestProject>true"}))
      projects.push_back(name);
  }
  if (projects.empty()) return;
  const std::string signal = cat(shown(projects.front()), " is a test project");
  for (const auto solution : solutions)
    out.tests(site, cat("dotnet test ", shell_path(solution)), cat(signal, "; ", shown(solution), " is there."));
  if (!solutions.empty()) return;
  for (size_t i = 0; i < projects.size() && i < k_most; ++i)
    out.tests(site, cat("dotnet test ", shell_path(projects[i])), cat(shown(projects[i]), " is a test project."));
}

void find_single_file(const Site& site, CheckList& out) {
  for (const auto& [file, command] : k_single_files) {
    if (site.has(file)) out.tests(site, command, cat(site.full(file), " is there."));
  }
}

}  // namespace assay::plan
