// Lists of what to leave out: which of them matter, and what every project leaves out.
#include "base/text.h"
#include "judge/config/setting.h"

namespace assay::judge {

Loosened excludes(std::string_view section, std::string_view key) {
  const std::string k = lower(key), where = lower(section);
  if (contains_any(k, {"testpathignorepatterns", "modulepathignorepatterns", "testignore", "norecursedirs",
                       "collect_ignore", "excludetags", "watchpathignore"}))
    return Loosened::tests;
  if (contains_any(k, {"coveragepathignorepatterns", "omit", "exclude_lines", "exclude_also"}))
    return Loosened::coverage;
  if (contains_any(k, {"ignorepatterns", "ignores", "per-file-ignores", "extend-exclude", "extend-ignore",
                       "ignoreerrors", "excludedfiles", "exclude-dirs", "exclude-files", "skip-dirs", "skip-files"}))
    return Loosened::lint;
  if (k == "disable" || k == "disabled") return Loosened::lint;
  if (k != "exclude" && k != "excludes" && k != "ignore" && k != "excluded") return Loosened::no;
  if (contains_any(where, {"optimizedeps", "dedupe", "external"})) return Loosened::no;  // bundling
  if (contains_any(where, {"cov", "nyc", "c8"})) return Loosened::coverage;
  if (contains_any(where, {"mypy", "pyright", "tsconfig"})) return Loosened::types;
  if (contains_any(where, {"ruff", "flake8", "lint", "black", "rubocop", "allcops", "detekt", "biome"}))
    return Loosened::lint;
  if (contains_any(where, {"test", "jest", "surefire", "failsafe", "mocha"})) return Loosened::tests;
  return Loosened::no;
}

bool is_customary_exclusion(std::string_view entry) {
  const std::string e = lower(entry);
  if (e.empty() || e == "]" || e == "[" || e == "}" || e == "{") return true;
  return contains_any(e, {"node_modules", "dist",          "build",
                          ".venv",        "venv",          "vendor",
                          "coverage",     "generated",     ".d.ts",
                          "__pycache__",  "migrations",    ".git",
                          "target",       ".next",         "out/",
                          "third_party",  "_pb2",          ".min.",
                          ".tox",         "htmlcov",       ".cache",
                          "storybook",    ".stories.",     "pragma: no cover",
                          "__main__",     "type_checking", "notimplementederror",
                          "fixtures",     "__mocks__",     ".turbo",
                          "*.config.",    "lock"});
}

}  // namespace assay::judge
