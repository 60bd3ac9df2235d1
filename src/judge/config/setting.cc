#include "judge/config/setting.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace assay::judge {

namespace {

template <size_t n>
bool one_of(std::string_view s, const std::array<std::string_view, n>& list) {
  return std::find(list.begin(), list.end(), s) != list.end();
}

std::string_view unquote(std::string_view s) {
  s = trim(s);
  while (!s.empty() && (s.back() == ',' || s.back() == ';')) s = trim_right(s.substr(0, s.size() - 1));
  if (s.size() >= 2 && (s.front() == '"' || s.front() == '\'' || s.front() == '`') && s.back() == s.front())
    s = s.substr(1, s.size() - 2);
  return s;
}

// Settings where true is the strict side.
constexpr std::array<std::string_view, 30> k_strict_types = {"strict",
                                                             "noImplicitAny",
                                                             "strictNullChecks",
                                                             "strictFunctionTypes",
                                                             "strictBindCallApply",
                                                             "strictPropertyInitialization",
                                                             "noImplicitThis",
                                                             "alwaysStrict",
                                                             "useUnknownInCatchVariables",
                                                             "noUnusedLocals",
                                                             "noUnusedParameters",
                                                             "noImplicitReturns",
                                                             "noFallthroughCasesInSwitch",
                                                             "noUncheckedIndexedAccess",
                                                             "noImplicitOverride",
                                                             "exactOptionalPropertyTypes",
                                                             "noPropertyAccessFromIndexSignature",
                                                             "checkJs",
                                                             "disallow_untyped_defs",
                                                             "disallow_incomplete_defs",
                                                             "disallow_any_generics",
                                                             "disallow_untyped_calls",
                                                             "disallow_untyped_decorators",
                                                             "check_untyped_defs",
                                                             "no_implicit_optional",
                                                             "strict_optional",
                                                             "warn_return_any",
                                                             "warn_unused_ignores",
                                                             "strict_equality",
                                                             "warn_unreachable"};
// And where it is the lax side; the second half only asks for a look.
constexpr std::array<std::string_view, 7> k_lax_types = {
    "ignore_errors",      "allow_untyped_defs", "allow_untyped_calls",   "allow_untyped_globals",
    "allow_redefinition", "skipLibCheck",       "ignore_missing_imports"};

bool is_true(std::string_view v) { return iequals(v, "true") || v == "1" || iequals(v, "yes") || iequals(v, "on"); }
bool is_false(std::string_view v) { return iequals(v, "false") || v == "0" || iequals(v, "no") || iequals(v, "off"); }

Loosening types_loosening(std::string_view key, const std::string* before, const std::string* after) {
  if (one_of(key, k_strict_types)) {
    const bool was = before && is_true(*before);
    if (after && is_false(*after) && !(before && is_false(*before)))
      return {Loosened::types, true, cat(key, " is off")};
    if (was && !after) return {Loosened::types, true, cat(key, " was removed")};
    return {};
  }
  if (one_of(key, k_lax_types) && after && is_true(*after) && !(before && is_true(*before)))
    return {Loosened::types, key != "skipLibCheck" && key != "ignore_missing_imports", cat(key, " is on")};
  if (key == "typeCheckingMode" && before && after) {
    constexpr std::array<std::string_view, 4> modes = {"off", "basic", "standard", "strict"};
    const auto rank = [&](std::string_view m) { return std::find(modes.begin(), modes.end(), m) - modes.begin(); };
    if (rank(*after) < rank(*before)) return {Loosened::types, true, cat("typeCheckingMode is ", *after)};
  }
  if (key == "follow_imports" && after && (*after == "skip" || *after == "silent") && !before)
    return {Loosened::types, false, "follow_imports"};
  if (key == "disable_error_code" && after && (!before || after->size() > before->size()))
    return {Loosened::types, true, "disable_error_code"};
  if (key.starts_with("report") && after && (*after == "none" || is_false(*after)) && !(before && *before == *after))
    return {Loosened::types, true, cat(key, " is off")};
  return {};
}

Loosening coverage_loosening(std::string_view section, std::string_view key, const std::string* before,
                             const std::string* after) {
  constexpr std::array<std::string_view, 12> minimums = {
      "fail_under", "branches", "functions",        "lines",      "statements",        "cov-fail-under",
      "minimum",    "target",   "minimum_coverage", "fail-under", "coverageThreshold", "minimumCoverage"};
  constexpr std::array<std::string_view, 4> broad = {"branches", "functions", "lines", "statements"};
  const bool named = one_of(key, minimums);
  if (named) {
    // "lines" and "target" mean coverage only where coverage is configured.
    if ((key == "target" || key == "minimum") &&
        !contains_any(lower(section), {"cov", "status", "project", "patch", "limit", "jacoco", "default"}))
      return {};
    const double was = before ? number_in(*before).value_or(-1) : -1, now = after ? number_in(*after).value_or(-1) : -1;
    if (was >= 0 && now >= 0 && now < was)
      return {Loosened::coverage, true, cat(key, " went from ", *before, " to ", *after)};
    if (was >= 0 && !after && (!one_of(key, broad) || icontains(section, "threshold") || was > 1))
      return {Loosened::coverage, true, cat(key, " was removed")};
    return {};
  }
  if ((key == "check-coverage" || key == "checkCoverage" || key == "fail_ci_if_error" || key == "collectCoverage" ||
       ((key == "branch" || key == "patch" || key == "project") && icontains(section, "cov"))) &&
      after && is_false(*after) && before && is_true(*before))
    return {Loosened::coverage, key != "fail_ci_if_error", cat(key, " is off")};
  if (key == "informational" && after && is_true(*after)) return {Loosened::coverage, true, "informational"};
  if (key == "threshold" && before && after && icontains(section, "cov")) {
    const auto was = number_in(*before), now = number_in(*after);
    if (was && now && *now > *was) return {Loosened::coverage, true, "threshold was widened"};
  }
  return {};
}

// 0 off, 1 warn, 2 error; -1 when it is no rule level.
int lint_level(std::string_view value) {
  std::string_view v = trim(value);
  while (!v.empty() && (v.front() == '[' || v.front() == '"' || v.front() == '\'' || v.front() == ' '))
    v.remove_prefix(1);
  const size_t end = std::min(v.find_first_of("\"',] "), v.size());
  const std::string word = lower(v.substr(0, end));
  if (word == "off" || word == "0" || word == "none" || word == "allow" || word == "ignore") return 0;
  if (word == "warn" || word == "1" || word == "warning" || word == "info") return 1;
  if (word == "error" || word == "2" || word == "deny" || word == "forbid") return 2;
  return -1;
}

bool is_lint_rule(std::string_view key) {
  if (key.empty() || !std::all_of(key.begin(), key.end(), [](char c) {
        return is_word(c) || c == '-' || c == '/' || c == '@' || c == ':' || c == '.';
      }))
    return false;
  if (contains_any(key, {"severity", "level", "mode", "type", "log", "quotes"}) && !contains(key, "-") &&
      !contains(key, "/"))
    return false;
  return true;
}

Loosening lint_loosening(std::string_view section, std::string_view key, const std::string* before,
                         const std::string* after) {
  const std::string low = lower(key);
  if (low == "enabled" || low == "active") {
    if (after && is_false(*after) && !(before && is_false(*before)))
      return {Loosened::lint, true, cat(section, " is off")};
    return {};
  }
  if (low == "level" && before && after) {  // phpstan
    const auto was = number_in(*before), now = number_in(*after);
    if (was && now && *now < *was) return {Loosened::lint, true, "the level was lowered"};
  }
  if ((low == "disable-all" || low == "disable_all") && after && is_true(*after) && !(before && is_true(*before)))
    return {Loosened::lint, true, "every rule is off"};
  if (low == "extends" && before && after && before->find_first_of("'\"") != std::string::npos &&
      after->find_first_of("'\"") == std::string::npos && *after != "[")
    return {Loosened::lint, true, "no rules are extended"};
  if (low == "max-warnings" || low == "maxwarnings") {
    const auto was = before ? number_in(*before) : std::nullopt, now = after ? number_in(*after) : std::nullopt;
    if (was && (!now || *now > *was)) return {Loosened::lint, true, "more warnings are allowed"};
  }
  if (low == "max-complexity" || low == "max_complexity") {
    const auto was = before ? number_in(*before) : std::nullopt, now = after ? number_in(*after) : std::nullopt;
    if (was && now && *now > *was) return {Loosened::lint, false, "more complexity is allowed"};
  }
  if (low == "checks" && before && after &&
      std::count(after->begin(), after->end(), '-') > std::count(before->begin(), before->end(), '-') &&
      after->size() > before->size())
    return {Loosened::lint, true, "checks were taken out"};
  const auto commas = [](const std::string* s) {
    return s ? std::count(s->begin(), s->end(), ',') +
                   (s->find_first_of("\"'") != std::string::npos || is_alnum((*s + " ")[0]))
             : 0;
  };
  if (low == "ignore" || low == "extend-ignore" || low == "extend_ignore") {
    if (after && *after != "[" && commas(after) > commas(before) &&
        contains_any(lower(section), {"ruff", "flake8", "lint", "pycodestyle", ""}))
      return {Loosened::lint, true, "more rules are ignored"};
    return {};
  }
  if ((low == "select" || low == "extend-select") && before && after && commas(after) < commas(before) && *after != "[")
    return {Loosened::lint, true, "fewer rules are selected"};
  if (low == "disable" && after && *after != "[" && !after->empty() && (!before || after->size() > before->size()))
    return {Loosened::lint, true, "rules are disabled"};
  if (contains(section, "per-file-ignores") && after && (!before || after->size() > before->size()) &&
      !is_customary_exclusion(key) && !contains(key, "test"))
    return {Loosened::lint, true, cat(key, " is left out")};
  if (!is_lint_rule(key)) return {};
  // Build files have other things that are off or a mere number: split-debuginfo, resolver.
  const bool linter = contains_any(lower(section), {"lint", "rule", "clippy", "ruff", "cop"}) || contains(key, "/");
  const auto level = [&](const std::string* value) {
    if (!value || (!linter && number_in(*value))) return -1;
    return lint_level(*value);
  };
  const int was = level(before), now = level(after);
  const bool rule = contains(key, "-") || contains(key, "/") || icontains(section, "rules") ||
                    icontains(section, "lints") || was >= 0;
  if (!rule) return {};
  if (was > now && now >= 0)
    return {Loosened::lint, true,
            cat(key, " went from ", was == 2 ? "error" : "warn", " to ", now == 0 ? "off" : "warn")};
  if (!before && now == 0 && linter) return {Loosened::lint, true, cat(key, " is off")};
  if (was == 2 && !after) return {Loosened::lint, false, cat(key, " was removed")};
  return {};
}

// Patterns that say what is collected as a test.
constexpr std::array<std::string_view, 7> k_collected = {
    "python_files", "python_classes", "python_functions", "testmatch", "testregex", "specpattern", "testdir"};
// Where true lets a run pass that should not, and where false does.
constexpr std::array<std::string_view, 3> k_lax_runs = {"dangerouslyignoreunhandlederrors", "passwithnotests",
                                                        "allowonly"};
constexpr std::array<std::string_view, 4> k_strict_runs = {"failonemptytestsuite", "forbidonly", "errorondeprecated",
                                                           "failonflakytests"};

// A pattern that is one of the old ones with more demanded in front of its wildcards.
bool narrows(std::string_view before, std::string_view after) {
  const auto literal = [](std::string_view s) {
    const size_t open = s.find_first_of("'\"");
    if (open != std::string_view::npos) s.remove_prefix(open + 1);
    return s.substr(0, s.find_first_of("*?{('\""));
  };
  const std::string_view was = literal(before), now = literal(after);
  return now.size() > was.size() && now.starts_with(was) && !contains(after, ",");
}

Loosening collection_loosening(std::string_view section, std::string_view key, const std::string* before,
                               const std::string* after) {
  const std::string low = lower(key);
  if (one_of(low, k_collected) && after) {
    if (before && !contains(*after, unquote(*before)) && (low.starts_with("python") || narrows(*before, *after)))
      return {Loosened::tests, true, cat(key, " collects others")};
    if (!before && low == "testmatch" && !icontains(*after, "test") && !icontains(*after, "spec") && *after != "[")
      return {Loosened::tests, true, cat(key, " collects no tests")};
  }
  if (low == "include" && before && after && narrows(*before, *after)) {
    if (contains_any(lower(section), {"tsconfig", "mypy", "pyright"}))
      return {Loosened::types, true, "include was narrowed"};
    if (icontains(section, "test")) return {Loosened::tests, true, "include was narrowed"};
  }
  if (one_of(low, k_lax_runs) && after && is_true(*after) && !(before && is_true(*before)))
    return {Loosened::tests, true, cat(key, " is on")};
  if (one_of(low, k_strict_runs) && after && is_false(*after) && !(before && is_false(*before)))
    return {Loosened::tests, true, cat(key, " is off")};
  if ((low == "timeout" || low == "testtimeout" || low == "hooktimeout") && after) {
    const double was = before ? number_in(replace_all(*before, "_", "")).value_or(0) : 5000;
    const double now = number_in(replace_all(*after, "_", "")).value_or(0);
    if (was > 0 && now >= 60000 && now >= was * 3) return {Loosened::tests, false, cat(key, " is much longer")};
  }
  return {};
}

Loosening sonar_loosening(std::string_view key, const std::string* before, const std::string* after) {
  if (!key.starts_with("sonar.") || !after) return {};
  if (key.ends_with("exclusions") && (!before || after->size() > before->size()) && !is_customary_exclusion(*after))
    return {Loosened::lint, true, cat(key, "=", excerpt(*after, 40))};
  if (key == "sonar.qualitygate.wait" && is_false(*after))
    return {Loosened::lint, false, "nobody waits for the quality gate"};
  return {};
}

Loosening tests_loosening(std::string_view key, const std::string* before, const std::string* after) {
  const std::string low = lower(key);
  if (low == "addopts" && after) {
    for (std::string_view flag : {"--ignore", "--deselect", "-k ", "-m \"not", "-m 'not", "-m \\\"not", "not slow"}) {
      if (contains(*after, flag) && !(before && contains(*before, flag)))
        return {Loosened::tests, true, cat("addopts: ", trim(flag))};
    }
  }
  if (low == "addopts" && before) {
    for (std::string_view flag :
         {"-W error", "-Werror", "--strict-markers", "--strict-config", "--strict", "--cov-fail-under"}) {
      if (contains(*before, flag) && !(after && contains(*after, flag)))
        return {Loosened::tests, !flag.starts_with("--strict"), cat("addopts: ", flag, " is gone")};
    }
  }
  if ((low == "grepinvert" || low == "testignore" || low == "testnamepattern" || low == "grep") && after && !before &&
      *after != "undefined")
    return {Loosened::tests, true, std::string(key)};
  if (low == "dependson" && before && after) {  // of a task of turbo or nx
    for (std::string_view check : {"test", "lint", "typecheck"})
      if (find_word(*before, check) != std::string_view::npos && find_word(*after, check) == std::string_view::npos)
        return {Loosened::tests, true, cat(check, " need not run before")};
  }
  if (low == "norecursedirs" && after && (!before || after->size() > before->size()))
    return {Loosened::tests, true, "norecursedirs"};
  if (low == "testpaths" && before && after && after->size() < before->size())
    return {Loosened::tests, false, "testpaths was narrowed"};
  if ((low == "test" || low == "doctest") && after && is_false(*after))
    return {Loosened::tests, low == "test", cat(key, " = false")};
  return {};
}

}  // namespace

std::optional<Setting> setting_on(std::string_view line) {
  std::string_view s = trim(line);
  if (s.starts_with("- ")) s = trim_left(s.substr(2));
  if (s.starts_with("//") || s.starts_with("#") || s.starts_with("*") || s.starts_with("[")) return std::nullopt;
  if (s.starts_with("<")) {
    const size_t close = s.find('>');
    if (close == std::string_view::npos || close + 1 >= s.size()) return std::nullopt;
    const size_t end = s.find("</", close);
    return Setting{std::string(s.substr(1, close - 1)),
                   std::string(trim(s.substr(close + 1, end == std::string_view::npos ? end : end - close - 1)))};
  }
  size_t from = 0;
  if (!s.empty() && (s.front() == '"' || s.front() == '\'')) {
    const size_t close = s.find(s.front(), 1);
    if (close == std::string_view::npos) return std::nullopt;
    from = close;
  }
  const size_t at = s.find_first_of(":=", from);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view key = unquote(s.substr(0, at));
  if (key.empty() || contains(key, "(") || contains(key, " ") || key.size() > 80) {
    return std::nullopt;
  }
  std::string_view value = s.substr(at + 1);
  if (const size_t note = value.find(" #"); note != std::string_view::npos && value.find('"') == std::string_view::npos)
    value = value.substr(0, note);
  if (const size_t note = value.find(" //"); note != std::string_view::npos) value = value.substr(0, note);
  return Setting{std::string(key), std::string(unquote(value))};
}

std::vector<Setting> settings_on(std::string_view line) {
  std::vector<Setting> out;
  auto first = setting_on(line);
  if (!first) return out;
  const std::string inner = first->value;
  out.push_back(std::move(*first));
  if (!inner.starts_with("{") || inner.find('{', 1) != std::string::npos) return out;
  for (const std::string_view part : split(std::string_view(inner).substr(1, inner.find('}') - 1), ','))
    if (auto setting = setting_on(part)) out.push_back(std::move(*setting));
  return out;
}

std::string_view entry_on(std::string_view line) {
  std::string_view s = trim(line);
  if (s.starts_with("#") || s.starts_with("//")) return {};
  if (s.starts_with("- ")) s = s.substr(2);
  return unquote(s);
}

std::optional<double> number_in(std::string_view value) {
  const size_t at = value.find_first_of("0123456789");
  if (at == std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(value.data() + at, value.data() + value.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

Loosening loosening(std::string_view section, std::string_view key, const std::string* before,
                    const std::string* after) {
  if (before && after && *before == *after) return {};
  for (auto found : {types_loosening(key, before, after), coverage_loosening(section, key, before, after),
                     tests_loosening(key, before, after), collection_loosening(section, key, before, after),
                     sonar_loosening(key, before, after)}) {
    if (found.what != Loosened::no) return found;
  }
  return lint_loosening(section, key, before, after);
}

}  // namespace assay::judge
