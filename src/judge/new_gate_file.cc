// A fixture in a new conftest.py, an environment in a new jest.config.js are honest work; a hook of pytest or a list of
// files is a decision about all tests. So words are looked for that decide, in the code of the file alone.
#include "judge/new_gate_file.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "base/text.h"
#include "diff/code.h"
#include "judge/command_line.h"
#include "judge/gate_file.h"

namespace assay::judge {

namespace {

constexpr std::array<std::string_view, 7> k_pytest_settings = {"testpaths",          "python_files",  "python_classes",
                                                               "python_functions",   "norecursedirs", "collect_ignore",
                                                               "collect_ignore_glob"};
constexpr std::array<std::string_view, 12> k_pytest_options = {
    "-k",   "-m",        "-x",   "-p",           "--ignore", "--ignore-glob", "--deselect", "--collect-only",
    "--co", "--maxfail", "--lf", "--last-failed"};
constexpr std::array<std::string_view, 17> k_script_settings = {"testMatch",
                                                                "testRegex",
                                                                "testPathIgnorePatterns",
                                                                "modulePathIgnorePatterns",
                                                                "testNamePattern",
                                                                "testIgnore",
                                                                "testDir",
                                                                "exclude",
                                                                "include",
                                                                "spec",
                                                                "ignore",
                                                                "passWithNoTests",
                                                                "globalSetup",
                                                                "testRunner",
                                                                "runner",
                                                                "roots",
                                                                "grep"};

// The lines of a file without comments and what is in strings.
std::vector<std::string> code_of(std::string_view path, std::string_view content) {
  diff::Lexer lexer(diff::kind_of(path).language);
  std::vector<std::string> out;
  for (const auto line : split_lines(content)) out.push_back(lexer.line(line).code);
  return out;
}

template <typename Words>
std::string first_word(const std::vector<std::string>& lines, const Words& words) {
  for (const auto& line : lines) {
    for (const std::string_view word : words) {
      if (find_word(line, word) != std::string_view::npos) return std::string(word);
    }
  }
  return {};
}

bool has_text(const std::vector<std::string>& lines, std::string_view text) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return contains(line, text); });
}

std::string in_conftest(const std::vector<std::string>& lines) {
  for (const auto& line : lines) {
    const auto code = trim(line);
    if (code.starts_with("def pytest_") || code.starts_with("async def pytest_"))
      return cat("how tests run (", code.substr(0, code.find('(')), ")");
  }
  for (const std::string_view word : {"collect_ignore", "collect_ignore_glob", "pytest_plugins"}) {
    if (!first_word(lines, std::array{word}).empty()) return cat("which tests run (", word, ")");
  }
  for (const std::string_view text : {"pytest.skip", "pytest.xfail", "sys.modules", "os._exit"}) {
    if (has_text(lines, text)) return cat("what all tests come to (", text, ")");
  }
  const bool replaces = has_text(lines, "monkeypatch") || has_text(lines, "mock") || has_text(lines, "patch(");
  if (has_text(lines, "autouse") && replaces) return "what all tests see (autouse)";
  return {};
}

// `addopts` chooses tests by its options; others, such as -ra, do not.
std::string in_pytest_settings(std::string_view content) {
  bool in_options = false;
  for (const auto line : split_lines(content)) {
    const auto text = trim(line);
    if (text.empty() || text.front() == '#' || text.front() == ';') continue;
    const auto key = trim(text.substr(0, text.find_first_of("=:")));
    if (std::find(k_pytest_settings.begin(), k_pytest_settings.end(), key) != k_pytest_settings.end())
      return cat("which tests run (", key, ")");
    const bool goes_on = in_options && (line.front() == ' ' || line.front() == '\t');
    in_options = key == "addopts" || goes_on;
    if (!in_options) continue;
    const auto spaced = cat(" ", replace_all(replace_all(std::string(text), "\"", " "), "'", " "), " ");
    for (const std::string_view option : k_pytest_options) {
      if (contains(spaced, cat(" ", option, " ")) || contains(spaced, cat(" ", option, "=")))
        return cat("which tests run (addopts ", option, ")");
    }
  }
  return {};
}

bool names_a_check(std::string_view target) {
  constexpr std::array<std::string_view, 8> k_targets = {"test", "tests", "check", "verify",
                                                         "lint", "ci",    "spec",  "unit"};
  return std::find(k_targets.begin(), k_targets.end(), target) != k_targets.end();
}

// "test:" whose recipe starts nothing: what asks for `make test` hears that all is well.
std::string in_makefile(std::string_view content) {
  std::string open;  // the target of a check in whose recipe we are
  bool runs = false;
  const auto ended = [&] { return !open.empty() && !runs; };
  for (const auto line : split_lines(content)) {
    if (line.starts_with('\t') || line.starts_with("    ")) {
      auto command = trim(line);
      while (!command.empty() && is_one_of(command.substr(0, 1), {"@", "-", "+"})) command.remove_prefix(1);
      runs |= !command.empty() && command.front() != '#' && !does_nothing(command);
      continue;
    }
    if (line.empty() || line.front() == '#') continue;
    if (ended()) break;
    open.clear();
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.substr(colon).starts_with(":=")) continue;
    const auto target = trim(line.substr(0, colon));
    runs = !trim(line.substr(colon + 1)).empty();  // what it depends on runs
    if (names_a_check(target)) open = target;
  }
  return ended() ? cat("what `make ", open, "` says (nothing is run)") : std::string();
}

bool holds_pytest_settings(std::string_view name) {
  return is_one_of(name, {"pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml"});
}

// "jest" of jest.config.js, "mocharc" of .mocharc.yml
std::string tool_of_name(std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  return std::string(name.substr(0, name.find('.')));
}

}  // namespace

NewGate new_gate(std::string_view path, std::string_view content) {
  const auto kind = diff::kind_of(path);
  diff::File file;
  file.new_path = path;
  file.status = diff::Status::added;
  file.language = kind.language;
  file.role = kind.role;
  const auto name = lower(base_name(path));
  if (is_one_of(name, {"sitecustomize.py", "usercustomize.py"}))
    return {"what every run of Python does first", false, {name}};
  if (name == "conftest.py")
    return {in_conftest(code_of(path, content)), false, {"conftest", name, "fixture", "fixtures"}};
  switch (gate_file(file)) {
    case GateFile::ci:
      return {"what runs on the service, with its rights",
              true,
              {"ci", "workflow", "workflows", "pipeline", "pipelines", "actions", "action"}};
    case GateFile::python:
      if (!holds_pytest_settings(name)) return {};
      return {in_pytest_settings(content), false, {"pytest", tool_of_name(name), name, "configuration", "config"}};
    case GateFile::script_test: {
      const auto lines = code_of(path, content);
      if (name.starts_with("vite.") && first_word(lines, std::array<std::string_view, 1>{"test"}).empty()) return {};
      const auto word = first_word(lines, k_script_settings);
      return {word.empty() ? std::string() : cat("which tests run (", word, ")"),
              false,
              {tool_of_name(name), name, "configuration", "config"}};
    }
    case GateFile::make:
      return {in_makefile(content), false, {"makefile", "justfile", "make test", "target", "targets"}};
    default: return {};
  }
}

}  // namespace assay::judge
