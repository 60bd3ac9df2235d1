#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "plan/package.h"
#include "plan/signals.h"

namespace assay::plan {

namespace {

// With more packages than this one command runs the tests of all: a list of hundreds is not read by anybody.
constexpr size_t k_packages_apart = 20;

struct Commands {
  std::string_view test, build, everywhere;
};

Commands commands_of(NodeManager manager) {
  switch (manager) {
    case NodeManager::pnpm: return {"pnpm test", "pnpm run build", "pnpm -r test"};
    case NodeManager::yarn: return {"yarn test", "yarn build", "yarn workspaces run test"};
    case NodeManager::yarn_berry: return {"yarn test", "yarn build", "yarn workspaces foreach --all run test"};
    case NodeManager::bun: return {"bun run test", "bun run build", "bun run --filter '*' test"};
    case NodeManager::npm: break;
  }
  return {"npm test", "npm run build", "npm test --workspaces --if-present"};
}

void find_workspace_tests(const Site& site, const Package& package, const ChosenManager& chosen, CheckList& out) {
  struct Found {
    std::string folder, script;
  };
  std::vector<Found> found;
  for (const auto& folder : workspace_folders(site, package)) {
    const auto member = read_package(Site(site.snapshot(), folder));
    if (member && member->test) found.push_back({folder, *member->test});
  }
  const auto commands = commands_of(chosen.manager);
  if (found.size() > k_packages_apart) {
    out.tests(site, commands.everywhere,
              cat(found.size(), " packages of the workspace have a test script of their own and the root has none; ",
                  chosen.reason, "."));
    return;
  }
  for (const auto& [folder, script] : found) {
    out.tests(Site(site.snapshot(), folder), commands.test,
              cat("The workspace package ", shown(folder), " has a test script of its own (", shown(script),
                  ") and the root has none; ", chosen.reason, "."));
  }
}

// deno.jsonc holds comments and commas that JSON does not know.
std::optional<json::object> read_deno(const Site& site) {
  constexpr std::string_view k_names[] = {"deno.json", "deno.jsonc"};
  const auto file = site.first_of(k_names);
  const auto text = file.empty() ? std::nullopt : site.read(file);
  if (!text) return std::nullopt;
  json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  boost::system::error_code error;
  auto document = json::parse(*text, error, {}, options);
  if (error || !document.is_object()) return std::nullopt;
  return std::move(document.get_object());
}

bool is_deno_test(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view ending : {"ts", "tsx", "js", "jsx", "mts", "mjs"}) {
    if (name.ends_with(cat("_test.", ending)) || name.ends_with(cat(".test.", ending)) || name == cat("test.", ending))
      return true;
  }
  return false;
}

}  // namespace

void find_node(const Site& site, FrontendChange frontend, CheckList& out) {
  const auto package = read_package(site);
  if (!package) return;
  const auto chosen = manager_of(site, *package);
  const auto commands = commands_of(chosen.manager);
  if (package->test)
    out.tests(site, commands.test,
              cat(site.full("package.json"), " has a test script (", shown(*package->test), "); ", chosen.reason, "."));
  else
    find_workspace_tests(site, *package, chosen, out);
  if (package->build && frontend == FrontendChange::yes)
    out.build(site, commands.build,
              cat(site.full("package.json"), " has a build script (", shown(*package->build),
                  ") and the mission changes the frontend; ", chosen.reason, "."));
}

void find_deno(const Site& site, CheckList& out) {
  const auto document = read_deno(site);
  if (!document) return;
  const auto* tasks = document->if_contains("tasks");
  if (tasks != nullptr && tasks->is_object() && tasks->get_object().contains("test"))
    return out.tests(site, "deno task test", "The Deno configuration has a test task.");
  const auto files = site.below("");
  const auto test = std::find_if(files.begin(), files.end(), is_deno_test);
  if (test != files.end())
    out.tests(site, "deno test", cat("There is a Deno configuration and the test file ", shown(*test), "."));
}

}  // namespace assay::plan
