#include "plan/implementation.h"

#include <algorithm>
#include <span>

#include "base/text.h"

namespace assay::plan {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view k_frontend_endings[] = {"tsx",  "jsx",  "vue",        "svelte", "css",   "scss",  "sass",
                                                   "less", "styl", "pcss",       "html",   "htm",   "astro", "xaml",
                                                   "hbs",  "ejs",  "storyboard", "erb",    "blade", "heex",  "mdx"};
constexpr std::string_view k_backend_endings[] = {
    "go",  "py", "rb", "rs",  "java", "kt", "kts", "scala", "php",   "cs",      "fs",     "ex", "exs", "erl", "clj",
    "sql", "c",  "cc", "cpp", "cxx",  "h",  "hpp", "zig",   "proto", "graphql", "prisma", "pl", "lua", "hs",  "ml"};
// Languages of both sides: the folders decide.
constexpr std::string_view k_shared_endings[] = {"ts", "js", "mts", "mjs", "cts", "cjs", "dart", "swift"};

constexpr std::string_view k_frontend_folders[] = {
    "frontend", "client", "web",     "webapp", "ui",     "ux",      "components", "component", "pages",  "views",
    "screens",  "layout", "layouts", "styles", "public", "widgets", "hooks",      "theme",     "design", "app"};
constexpr std::string_view k_backend_folders[] = {
    "backend",    "server", "api",     "apis",      "db",       "database",    "worker",    "workers",    "queue",
    "queues",     "jobs",   "routes",  "routers",   "handlers", "controllers", "services",  "service",    "models",
    "migrations", "schema", "schemas", "contracts", "graphql",  "lambda",      "functions", "middleware", "resolvers"};
constexpr std::string_view k_test_folders[] = {"test", "tests",    "__tests__", "spec",      "specs",
                                               "e2e",  "testdata", "fixtures",  "__mocks__", "cypress"};

bool in(Names names, std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); }

bool is_test_name(std::string_view name) {
  return name.starts_with("test_") ||
         contains_any(name, {".test.", ".spec.", "_test.", "_spec.", ".stories.", "tests."});
}

// The first folder that says something decides, so that frontend/src/api is the frontend's; except that
// the routes below pages/api and app/api run on the server.
Side side_of_folders(Names folders) {
  for (size_t i = 0; i < folders.size(); ++i) {
    if (in(k_backend_folders, folders[i])) return Side::backend;
    if (!in(k_frontend_folders, folders[i])) continue;
    const bool has_routes = folders[i] == "pages" || folders[i] == "app";
    return has_routes && i + 1 < folders.size() && folders[i + 1] == "api" ? Side::backend : Side::frontend;
  }
  return Side::neither;
}

}  // namespace

Side side_of(std::string_view path) {
  const std::string small = lower(path);
  auto parts = split(small, '/');
  const std::string_view name = parts.back();
  parts.pop_back();
  const auto is_test_folder = [](std::string_view folder) { return in(k_test_folders, folder); };
  if (is_test_name(name) || std::any_of(parts.begin(), parts.end(), is_test_folder)) return Side::neither;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return Side::neither;
  const std::string_view ending = name.substr(dot + 1);
  if (in(k_frontend_endings, ending)) return Side::frontend;
  if (in(k_backend_endings, ending)) return Side::backend;
  return in(k_shared_endings, ending) ? side_of_folders(parts) : Side::neither;
}

}  // namespace assay::plan
