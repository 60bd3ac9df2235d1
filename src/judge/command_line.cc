#include "judge/command_line.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace assay::judge {

namespace {

// The string that begins at the quote `at`; `at` moves behind it. Empty view and npos when it does not end.
std::string_view take_string(std::string_view line, size_t& at) {
  const size_t begin = at + 1;
  for (at = begin; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\') ++at;
  }
  if (at >= line.size()) {
    at = std::string_view::npos;
    return {};
  }
  return line.substr(begin, at++ - begin);
}

}  // namespace

std::vector<Command> package_scripts(std::string_view line) {
  std::vector<Command> out;
  for (size_t at = line.find('"'); at != std::string_view::npos; at = line.find('"', at)) {
    const std::string_view key = take_string(line, at);
    if (at == std::string_view::npos) break;
    size_t value = line.find_first_not_of(" \t", at);
    if (value == std::string_view::npos || line[value] != ':') continue;
    value = line.find_first_not_of(" \t", value + 1);
    if (value == std::string_view::npos || line[value] != '"') continue;
    at = value;
    const std::string_view text = take_string(line, at);
    if (at == std::string_view::npos) break;
    out.push_back({0, std::string(key), std::string(text)});
  }
  return out;
}

bool is_verifying_key(std::string_view key) {
  for (std::string_view word : {"test", "tests", "lint", "typecheck", "check", "ci", "verify", "coverage", "validate",
                                "spec", "e2e", "unit", "types", "tsc"}) {
    if (find_word(key, word) != std::string_view::npos) return true;
  }
  return key.starts_with("test") || key.starts_with("pretest") || key == "posttest" || key.starts_with("lint") ||
         key.starts_with("type-check");
}

namespace {

// Prose in a pipeline (prompts, descriptions) starts with capitals or numbers; lists hold single words.
bool looks_like_command(std::string_view text) {
  const char c = text.front();
  if (c == '.' && !text.starts_with("./") && !text.starts_with("../")) return false;
  if (!is_lower(c) && c != '.' && c != '/' && c != '$' && c != '@' && c != '-' && c != ':')
    return is_upper(c) && contains(text, "=");
  const std::string_view first = text.substr(0, text.find(' '));
  if (first.size() != text.size()) return !first.ends_with(":") || first == ":";
  return contains(first, "/") || contains(first, ".") || first == "pytest" || first == "tox" || first == "jest" ||
         first == "vitest" || first == "nox" || first == "rspec" || first == "ctest" || first == "true" ||
         first == ":" || first == "@true" || first == "@:";
}

}  // namespace
std::optional<Command> run_line(std::string_view line, GateFile gate) {
  std::string_view text = trim(line);
  if (text.empty() || text.front() == '#') return std::nullopt;
  if (gate == GateFile::make) {
    if (!line.starts_with("\t") && !line.starts_with("    ") && !line.starts_with("  ")) return std::nullopt;
  } else if (gate == GateFile::ci) {
    const bool item = text.starts_with("- ");
    if (item) text = trim_left(text.substr(2));
    const bool run = text.starts_with("run:") || text.starts_with("script:") || text.starts_with("command:");
    const size_t colon = text.find(": ");
    const size_t space = text.find(' ');
    if (!run && (text.ends_with(":") || (colon != std::string_view::npos && colon < space))) return std::nullopt;
  } else if (gate == GateFile::python) {
    const size_t equals = text.find('=');
    if (equals != std::string_view::npos) {
      const std::string_view key = trim(text.substr(0, equals));
      if (key != "commands") return std::nullopt;
      text = trim(text.substr(equals + 1));
    }
    if (text.starts_with("[") || text.starts_with("-")) return std::nullopt;
  }
  text = command_of(text);
  if (const size_t note = text.find(" #"); note != std::string_view::npos) text = trim_right(text.substr(0, note));
  while (!text.empty() && (text.back() == '"' || text.back() == '\'' || text.back() == '\\' || text.back() == ','))
    text.remove_suffix(1);
  if (text.empty() || !looks_like_command(text)) return std::nullopt;
  return Command{0, {}, std::string(trim(text))};
}

std::string tool_of(std::string_view command) {
  const std::string s = lower(command);
  for (std::string_view tool :
       {"pytest",  "vitest",        "jest",   "mocha",   "eslint",   "typecheck", "type-check", "tsc",        "mypy",
        "ruff",    "flake8",        "pylint", "pyright", "rspec",    "rubocop",   "phpunit",    "phpstan",    "clippy",
        "nextest", "golangci-lint", "vet",    "ctest",   "coverage", "tox",       "nox",        "playwright", "cypress",
        "lint",    "verify",        "check",  "audit",   "test",     "tests"}) {
    if (find_word(s, tool) != std::string_view::npos) return std::string(tool == "tests" ? "test" : tool);
  }
  if (contains(s, "_test") || contains(s, "-test")) return "test";
  return {};
}

namespace {

std::vector<std::string> parts_of(std::string_view command) {
  std::vector<std::string> out;
  size_t begin = 0;
  for (size_t i = 0; i <= command.size(); ++i) {
    const bool both = i + 1 < command.size() && command[i] == '&' && command[i + 1] == '&';
    if (i < command.size() && !both && command[i] != ';') continue;
    if (const auto part = trim(command.substr(begin, i - begin)); !part.empty()) out.emplace_back(part);
    begin = i + (both ? 2 : 1);
    if (both) ++i;
  }
  return out;
}

}  // namespace
bool does_nothing(std::string_view command) {
  const std::string_view c = trim(command);
  return c.empty() || c == "true" || c == ":" || c == "exit 0" || c.starts_with("echo ") || c.starts_with("@echo") ||
         c.starts_with("printf ") || c.starts_with("node -e") || c == "@true" || c.starts_with("@:");
}

namespace {

constexpr std::array<std::string_view, 7> k_building = {"build",   "compile", "check",  "assemble",
                                                        "package", "vet",     "classes"};

// Flags that leave tests out. The value matters not: before, they all ran.
std::string_view filter_in(std::string_view command) {
  constexpr std::array<std::string_view, 32> flags = {" --testPathIgnorePatterns",
                                                      " --exclude",
                                                      " -k ",
                                                      " --grep",
                                                      " --testNamePattern",
                                                      " --ignore",
                                                      " --deselect",
                                                      " --onlyChanged",
                                                      " --changedSince",
                                                      " --testPathPattern",
                                                      " -run ",
                                                      " --skip",
                                                      " --filter",
                                                      " -m \"not",
                                                      " -m 'not",
                                                      " -m \\\"not",
                                                      " --invert",
                                                      " -short",
                                                      " --lib",
                                                      " -t ",
                                                      " --last-failed",
                                                      " -x test",
                                                      " --exclude-group",
                                                      " --changed",
                                                      " --gtest_filter=-",
                                                      " --gtest_filter",
                                                      " --tests ",
                                                      " --collect-only",
                                                      " --listTests",
                                                      " --no-run",
                                                      " --dry-run",
                                                      " --list-tests"};
  for (std::string_view flag : flags) {
    if (flag == " --exclude" && contains_any(command, {"nyc", "c8 ", "eslint", "black", "mypy", "ruff"})) continue;
    // "--skipLibCheck" is another flag than "--skip".
    if (flag == " --skip" && contains(command, " --skipLib")) continue;
    if (contains(command, flag)) return trim(flag);
  }
  return {};
}

// Flags that make the answer the expectation.
bool rewrites_expectations(std::string_view command) {
  const std::string padded = cat(command, " ");
  return contains_any(padded,
                      {" -u ", " --updateSnapshot", " --update-snapshots", " --snapshot-update", " --update-golden",
                       "UPDATE_SNAPSHOTS=", "INSTA_UPDATE=always", "UPDATE_GOLDEN=", " --update "});
}

// cargo test -> cargo build: the same program does no more than compile.
bool only_builds(std::string_view before, std::string_view after) {
  const auto has = [](std::string_view s, std::string_view w) { return find_word(s, w) != std::string_view::npos; };
  if (!has(before, "test") || has(after, "test") || contains(after, "&&")) return false;
  if (before.substr(0, before.find(' ')) != after.substr(0, after.find(' '))) return false;
  return std::any_of(k_building.begin(), k_building.end(), [&](std::string_view w) { return has(after, w); });
}

// One named file where there was none: "jest src/a.test.ts" for "jest".
bool names_one_file(std::string_view command) {
  if (contains(command, "*")) return false;
  for (std::string_view word : split(command, ' ')) {
    const bool code = word.ends_with(".js") || word.ends_with(".ts") || word.ends_with(".py") ||
                      word.ends_with(".go") || word.ends_with(".rb") || word.ends_with(".tsx") ||
                      word.ends_with(".jsx") || word.ends_with(".mjs") || word.ends_with(".php");
    if (code && contains_any(word, {".test.", ".spec.", "_test.", "_spec.", "test_"})) return true;
  }
  return false;
}

}  // namespace
std::string weaker(std::string_view before, std::string_view after) {
  if (does_nothing(after) && !does_nothing(before)) return "it runs nothing now";
  if (!tool_of(before).empty() && tool_of(after).empty() && runs_verification(before) && !runs_verification(after))
    return "it no longer verifies";
  const auto filter = filter_in(after);
  if (!filter.empty() && filter_in(before).empty()) return cat("it leaves tests out (", filter, ")");
  if (contains(cat(after, " "), " --co ") && !contains(cat(before, " "), " --co ")) return "it only lists the tests";
  if (rewrites_expectations(after) && !rewrites_expectations(before)) return "it rewrites the snapshots";
  if (only_builds(before, after)) return "it only builds";
  if (names_one_file(after) && !names_one_file(before) && !tool_of(before).empty()) return "it runs one file only";
  const auto old_parts = parts_of(before), new_parts = parts_of(after);
  for (const auto& part : old_parts) {
    if (!runs_verification(part)) continue;
    const std::string tool = tool_of(part);
    const bool stays = std::any_of(new_parts.begin(), new_parts.end(),
                                   [&](const std::string& p) { return tool_of(p) == tool || contains(p, part); });
    if (!stays && new_parts.size() < old_parts.size()) return cat("it no longer runs ", part);
  }
  return {};
}

namespace {

// "./tests/unit/" and "tests/unit/**/*.ts" are tests/unit; "./..." is everything, "".
std::string_view folder_of(std::string_view word) {
  while (!word.empty() && (word.front() == '"' || word.front() == '\'' || word.front() == '\\')) word.remove_prefix(1);
  while (!word.empty() && (word.back() == '"' || word.back() == '\'' || word.back() == '\\')) word.remove_suffix(1);
  if (const size_t star = word.find('*'); star != std::string_view::npos) word = word.substr(0, word.rfind('/', star));
  if (word.ends_with("...")) word.remove_suffix(3);
  if (word.starts_with("./")) word.remove_prefix(2);
  while (word.ends_with('/')) word.remove_suffix(1);
  return word == "." ? std::string_view() : word;
}

// The script of package.json that a command runs.
std::string_view script_run_by(std::string_view command) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(trim(command), ' ')) {
    if (!word.empty() && !word.starts_with('-')) words.push_back(word);
  }
  if (words.size() < 2 || !(words[0] == "npm" || words[0] == "pnpm" || words[0] == "yarn" || words[0] == "bun"))
    return {};
  return words[1] == "run" && words.size() > 2 ? words[2] : words[1];
}

// What a test command is told to run: words that are folders by their look.
std::vector<std::string_view> folders_in(std::string_view command) {
  std::vector<std::string_view> out;
  const auto words = split(command, ' ');
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
      return is_alnum(c) || std::string_view("./_-*'\"\\").find(c) != std::string_view::npos;
    });
    if (word.starts_with('-') || !plain) continue;
    const bool folder = contains(word, "/") || word == "." || word == "test" || word == "tests" || word == "spec";
    // "cargo test" and "npm run test" name no folder.
    if (folder && !(word == "test" && i == 1) && word != script_run_by(command)) out.push_back(folder_of(word));
  }
  return out;
}

bool is_inside(std::string_view folder, std::string_view of) {
  if (of.empty()) return !folder.empty();
  return folder.size() > of.size() && folder.starts_with(of) && folder[of.size()] == '/';
}

}  // namespace

std::string narrower(std::string_view before, std::string_view after) {
  const std::string tool = tool_of(before);
  constexpr std::array k_runners = {"pytest",  "vitest", "jest",  "mocha",      "rspec",
                                    "phpunit", "test",   "ctest", "playwright", "cypress"};
  if (tool != tool_of(after) || std::find(k_runners.begin(), k_runners.end(), tool) == k_runners.end()) return {};
  const auto was = folders_in(before), is = folders_in(after);
  if (is.empty() || contains(after, "${{")) return {};  // a pipeline may run each of many parts
  for (const std::string_view folder : is) {
    // Where nothing was named before, a whole folder of tests may be just that.
    const bool part = was.empty() ? contains(folder, "/")
                                  : std::any_of(was.begin(), was.end(),
                                                [&](std::string_view whole) { return is_inside(folder, whole); });
    const bool known = std::find(was.begin(), was.end(), folder) != was.end();
    if (!part || known) return {};
  }
  return cat("it runs ", is.front(), is.size() > 1 ? " and others" : "", " only");
}

std::string other_script(std::string_view before, std::string_view after) {
  const std::string_view was = script_run_by(before), is = script_run_by(after);
  if ((was != "test" && was != "t") || !is.starts_with("test:")) return {};
  return cat("it runs ", is, " only");
}

}  // namespace assay::judge
