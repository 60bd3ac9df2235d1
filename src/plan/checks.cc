// Which checks a repository asks for. The root is asked first. Folders below it that are projects of
// their own (a web folder beside a Go module) are asked where the root does not speak for them: when it
// asks for nothing at all, or when the mission changed files in them.
#include "plan/checks.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "plan/criteria.h"
#include "plan/implementation.h"
#include "plan/signals.h"

namespace assay::plan {

namespace {

constexpr size_t k_most_files = 20;     // file checks of one side
constexpr size_t k_most_projects = 20;  // folders below the root
constexpr size_t k_deepest_project = 3;

using Names = std::span<const std::string_view>;
constexpr std::string_view k_node[] = {"package.json"};
constexpr std::string_view k_go[] = {"go.mod"};
constexpr std::string_view k_cargo[] = {"Cargo.toml"};
constexpr std::string_view k_python[] = {"pyproject.toml", "pytest.ini", "requirements.txt", "setup.py", "setup.cfg"};
constexpr std::string_view k_cmake[] = {"CMakeLists.txt"};
constexpr std::string_view k_jvm[] = {"pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle",
                                      "settings.gradle.kts"};
constexpr std::string_view k_php[] = {"composer.json"};
constexpr std::string_view k_ruby[] = {"Gemfile", ".rspec"};
constexpr std::string_view k_elixir[] = {"mix.exs"};
constexpr std::string_view k_deno[] = {"deno.json", "deno.jsonc"};
constexpr std::string_view k_dart[] = {"pubspec.yaml"};
constexpr std::string_view k_zig[] = {"build.zig"};

// A world of tools: its files, and who reads them. Where the root has one of the files it speaks for the
// folders below, as workspaces, modules and multi-project builds do.
struct World {
  Names files;
  void (*find)(const Site&, CheckList&);
};
constexpr World k_worlds[] = {
    {k_go, find_go},     {k_cargo, find_cargo}, {k_python, find_python}, {k_cmake, find_cmake},
    {k_jvm, find_jvm},   {k_php, find_php},     {k_ruby, find_ruby},     {k_elixir, find_single_file},
    {k_deno, find_deno}, {k_dart, find_dart},   {k_zig, find_zig},
};

constexpr std::string_view k_not_projects[] = {"node_modules", "vendor",   "third_party", "external", "examples",
                                               "example",      "samples",  "testdata",    "fixtures", "docs",
                                               "templates",    "template", "dist",        "build",    "target"};

bool is_no_project(std::string_view folder) {
  return folder.starts_with('.') ||
         std::find(std::begin(k_not_projects), std::end(k_not_projects), folder) != std::end(k_not_projects);
}

bool is_project_file(std::string_view name) {
  const auto holds = [&](Names names) { return std::find(names.begin(), names.end(), name) != names.end(); };
  return holds(k_node) ||
         std::any_of(std::begin(k_worlds), std::end(k_worlds), [&](const World& w) { return holds(w.files); });
}

bool is_below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// Folders with a project file, the outer before the inner.
std::set<std::string> projects_below(const Snapshot& snapshot) {
  std::set<std::string> out;
  for (const auto& path : snapshot.files()) {
    const size_t slash = path.rfind('/');
    if (slash == std::string::npos || !is_project_file(std::string_view(path).substr(slash + 1))) continue;
    const auto folders = split(std::string_view(path).substr(0, slash), '/');
    if (folders.size() > k_deepest_project || std::any_of(folders.begin(), folders.end(), is_no_project)) continue;
    out.insert(path.substr(0, slash));
  }
  return out;
}

FrontendChange frontend_change(const Topics& topics, const SynthesisInput& input) {
  const auto is_frontend = [](const std::string& path) { return side_of(path) == Side::frontend; };
  const bool touched = std::any_of(input.touched.begin(), input.touched.end(), is_frontend);
  return topics.frontend || touched ? FrontendChange::yes : FrontendChange::no;
}

void ask_root(const Site& root, FrontendChange frontend, CheckList& out) {
  find_node(root, frontend, out);
  for (const auto find :
       {find_go, find_cargo, find_python, find_cmake, find_meson, find_jvm, find_dotnet, find_php, find_ruby, find_perl,
        find_lua, find_single_file, find_deno, find_dart, find_zig, find_make, find_just, find_bats})
    find(root, out);
}

enum class RootSpeaks { no, yes };

void ask_project(const Site& root, RootSpeaks root_speaks, const Site& project, FrontendChange frontend,
                 CheckList& out) {
  const auto spoken_for = [&](Names files) { return root_speaks == RootSpeaks::yes && !root.first_of(files).empty(); };
  if (!spoken_for(k_node)) find_node(project, frontend, out);
  for (const auto& world : k_worlds) {
    // Go is the exception: "./..." at the root ends where another module begins, and go.work names them.
    const bool covered = world.find == find_go ? root.has("go.work") : spoken_for(world.files);
    if (!covered && !project.first_of(world.files).empty()) world.find(project, out);
  }
}

void ask_projects(const Site& root, const SynthesisInput& input, FrontendChange frontend, CheckList& out) {
  const RootSpeaks root_speaks = out.commands() > 0 ? RootSpeaks::yes : RootSpeaks::no;
  std::vector<std::string> asked;
  for (const auto& folder : projects_below(root.snapshot())) {
    const auto covers = [&](const std::string& outer) { return is_below(folder, outer); };
    if (std::any_of(asked.begin(), asked.end(), covers)) continue;
    const auto inside = [&](const std::string& path) { return is_below(path, folder); };
    if (root_speaks == RootSpeaks::yes && std::none_of(input.touched.begin(), input.touched.end(), inside)) continue;
    const size_t before = out.commands();
    ask_project(root, root_speaks, Site(root.snapshot(), folder), frontend, out);
    if (out.commands() > before) asked.push_back(folder);
    if (asked.size() == k_most_projects) return;
  }
}

// Where the repository spells its readme another way, that file is the one to look for.
void ask_readme(const Site& root, const Topics& topics, CheckList& out) {
  constexpr std::string_view k_spellings[] = {"README.md",  "readme.md", "Readme.md",  "README.rst",     "README.adoc",
                                              "README.txt", "README",    "README.org", "README.markdown"};
  const auto there = root.first_of(k_spellings);
  if (there.empty() && !topics.documentation) return;
  const std::string_view path = there.empty() ? std::string_view("README.md") : there;
  out.file(cat(path, " exists"), std::string(path),
           there.empty() ? std::string("The prompt speaks of documentation, so the repository needs a readme.")
                         : cat(path, " is there and must stay."));
}

void ask_implementation(Side side, std::string_view name, const SynthesisInput& input, CheckList& out) {
  std::set<std::string> files;
  for (const auto& path : input.touched) {
    if (side_of(path) == side) files.insert(path);
  }
  size_t added = 0;
  for (const auto& path : files) {
    if (++added > k_most_files) return;
    const bool last_of_many = added == k_most_files && files.size() > k_most_files;
    std::string detail = cat("The prompt speaks of the ", name, " and a completed task changed this file of it.");
    if (last_of_many)
      detail += cat(" ", files.size() - k_most_files, " more changed files are not checked one by one.");
    out.file(cat("The ", name, " file ", shown(path), " exists"), path, std::move(detail));
  }
}

}  // namespace

std::vector<model::AcceptanceCheck> synthesize(const Snapshot& snapshot, const SynthesisInput& input) {
  const Topics topics = topics_of(input.prompt);
  const FrontendChange frontend = frontend_change(topics, input);
  const Site root(snapshot, "");
  CheckList checks;
  ask_root(root, frontend, checks);
  ask_projects(root, input, frontend, checks);
  find_loose_python_tests(root, checks);
  ask_readme(root, topics, checks);
  if (topics.backend) ask_implementation(Side::backend, "backend", input, checks);
  if (topics.frontend) ask_implementation(Side::frontend, "frontend", input, checks);
  checks.manual("Operator review of the mission output",
                "A person looks at the result. Automated verification skips this check, so it blocks nothing.");
  return checks.take();
}

std::vector<model::AcceptanceCheck> new_checks(std::span<const model::AcceptanceCheck> existing,
                                               std::vector<model::AcceptanceCheck> found) {
  std::vector<model::AcceptanceCheck> out;
  for (auto& check : found) {
    const auto same = [&](const model::AcceptanceCheck& other) { return model::same_check(check, other); };
    if (std::any_of(existing.begin(), existing.end(), same) || std::any_of(out.begin(), out.end(), same)) continue;
    out.push_back(std::move(check));
  }
  return out;
}

}  // namespace assay::plan
