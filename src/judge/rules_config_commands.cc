// What CI jobs, package scripts and make targets run: fewer tests than before, or none.
//
// Commands are compared by what they verify with. A command that went away counts unless the change
// brings one with the same tool, here or in another file (pipelines are moved and renamed).
#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "judge/gate_file.h"
#include "judge/places.h"
#include "judge/rules_config.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

bool any_of(std::string_view s, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view p) { return contains(s, p); });
}

struct Command {
  size_t line = 0;
  std::string key;   // the script's name in package.json, else empty
  std::string text;  // what is run
};

// "test": "jest --ci" -> {test, jest --ci}
std::optional<Command> package_script(std::string_view line) {
  const size_t open = line.find('"');
  if (open == std::string_view::npos) return std::nullopt;
  const size_t close = line.find('"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  const size_t colon = line.find(':', close);
  const size_t value = colon == std::string_view::npos ? colon : line.find('"', colon);
  if (value == std::string_view::npos) return std::nullopt;
  const size_t end = line.rfind('"');
  if (end <= value) return std::nullopt;
  return Command{0, std::string(line.substr(open + 1, close - open - 1)),
                 std::string(line.substr(value + 1, end - value - 1))};
}

bool is_verifying_key(std::string_view key) {
  for (std::string_view word : {"test", "tests", "lint", "typecheck", "check", "ci", "verify", "coverage", "validate",
                                "spec", "e2e", "unit", "types", "tsc"}) {
    if (find_word(key, word) != std::string_view::npos) return true;
  }
  return key.starts_with("test") || key.starts_with("pretest") || key == "posttest" || key.starts_with("lint") ||
         key.starts_with("type-check");
}

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

// A line of a pipeline or makefile that is run, as opposed to a key, a name or a comment.
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
  if (text.starts_with(".") && text.size() > 1 && is_alpha(text[1]) && !contains(text.substr(0, text.find(' ')), "/"))
    return std::nullopt;  // .addHeading('Check'): a script's method, written over several lines
  return Command{0, {}, std::string(trim(text))};
}

// The tool a command verifies with: "pytest", "lint", "test".
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

bool does_nothing(std::string_view command) {
  const std::string_view c = trim(command);
  return c.empty() || c == "true" || c == ":" || c == "exit 0" || c.starts_with("echo ") || c.starts_with("@echo") ||
         c.starts_with("printf ") || c.starts_with("node -e") || c == "@true" || c.starts_with("@:");
}

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
    if (flag == " --exclude" && any_of(command, {"nyc", "c8 ", "eslint", "black", "mypy", "ruff"})) continue;
    if (contains(command, flag)) return trim(flag);
  }
  return {};
}

// One named file where there was none: "jest src/a.test.ts" for "jest".
bool names_one_file(std::string_view command) {
  if (contains(command, "*")) return false;
  for (std::string_view word : split(command, ' ')) {
    const bool code = word.ends_with(".js") || word.ends_with(".ts") || word.ends_with(".py") ||
                      word.ends_with(".go") || word.ends_with(".rb") || word.ends_with(".tsx") ||
                      word.ends_with(".jsx") || word.ends_with(".mjs") || word.ends_with(".php");
    if (code && any_of(word, {".test.", ".spec.", "_test.", "_spec.", "test_"})) return true;
  }
  return false;
}

std::string weaker(std::string_view before, std::string_view after) {
  if (does_nothing(after) && !does_nothing(before)) return "it runs nothing now";
  if (!tool_of(before).empty() && tool_of(after).empty() && runs_verification(before) && !runs_verification(after))
    return "it no longer verifies";
  const auto filter = filter_in(after);
  if (!filter.empty() && filter_in(before).empty()) return cat("it leaves tests out (", filter, ")");
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

class Commands : public Rule {
 public:
  void file_begin(const diff::File& file) override {
    m_gate = gate_file(file);
    if (m_gate == GateFile::hooks) m_gate = GateFile::none;  // a rule of its own
    m_named = m_gate != GateFile::none;
    if (!m_named && file.language == diff::Language::shell && file.role != diff::Role::test) m_gate = GateFile::script;
  }

  void hunk(const CodeHunk& hunk) override {
    const bool commands = m_gate == GateFile::ci || m_gate == GateFile::package_json || m_gate == GateFile::make ||
                          m_gate == GateFile::script ||
                          (m_gate == GateFile::python &&
                           (hunk.file.path().ends_with("tox.ini") || hunk.file.path().ends_with("noxfile.py")));
    if (!commands) return;
    compare(hunk);
    if (m_gate == GateFile::make) watch_lists(hunk);
    if (m_gate == GateFile::ci) watch_ci(hunk);
  }

  void finish(const Context& context, std::vector<model::Finding>& out) override {
    for (auto& lost : m_lost) {
      if (context.task.removes && !lost.deleted_file.empty() && context.task.mentions(lost.deleted_file)) continue;
      auto& gained = m_gained[lost.tool];
      if (gained > 0) {
        --gained;
        continue;
      }
      (lost.ci ? m_ci : m_scripts)
          .add(lost.severity, std::move(lost.span), cat("`", excerpt(lost.text, 60), "` is gone"));
    }
    for (auto& dropped : m_dropped) {
      if (context.task.removes && context.task.mentions(dropped.word)) continue;
      m_scripts.must(std::move(dropped.span), cat(dropped.word, " is left out"));
    }
    const auto worst = context.task.asks_to_change_config ? model::Severity::should_fix : model::Severity::must_fix;
    if (!m_scripts.empty())
      out.push_back(m_scripts.finding("config.test-script-changed",
                                      cat("The command that runs the checks was weakened (", m_scripts.labels(),
                                          "); restore it so that everything runs."),
                                      worst));
    if (!m_ci.empty())
      out.push_back(m_ci.finding(
          "config.ci-loosened",
          cat("CI checks less than before (", m_ci.labels(), "); restore the step or say why it is not needed."),
          worst));
  }

 private:
  struct Lost {
    std::string tool, text;
    std::string deleted_file;  // its path, when the file went as a whole
    model::Span span;
    model::Severity severity;
    bool ci;
  };

  std::optional<Command> command_on(const CodeLine& line) const {
    if (m_gate == GateFile::package_json) {
      auto script = package_script(line.raw->text);
      if (script && !is_verifying_key(script->key)) return std::nullopt;
      return script;
    }
    auto command = run_line(line.raw->text, m_gate);
    if (command && !runs_verification(command->text) && !does_nothing(command->text)) return std::nullopt;
    return command;
  }

  void compare(const CodeHunk& hunk) {
    std::vector<Command> before, after;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_changed(hunk.lines[i])) continue;
      if (auto command = command_on(hunk.lines[i])) {
        command->line = i;
        (is_added(hunk.lines[i]) ? after : before).push_back(std::move(*command));
      }
    }
    std::erase_if(before, [&](const Command& b) {  // moved within the hunk
      const auto at = std::find_if(after.begin(), after.end(), [&](const Command& a) { return a.text == b.text; });
      if (at == after.end()) return false;
      after.erase(at);
      return true;
    });
    auto& places = m_gate == GateFile::ci ? m_ci : m_scripts;
    const bool folded = std::any_of(after.begin(), after.end(), [](const Command& a) {
      const std::string name = tool_of(a.text);
      return name == "check" || name == "verify" || find_word(a.text, "ci") != std::string_view::npos ||
             find_word(a.text, "all") != std::string_view::npos;
    });
    for (const auto& b : before) {
      const std::string tool = tool_of(b.text);
      if (does_nothing(b.text) || !runs_verification(b.text) || tool.empty()) continue;
      auto partner = std::find_if(after.begin(), after.end(), [&](const Command& a) {
        return (!b.key.empty() && a.key == b.key) ||
               (b.key.empty() && !tool.empty() && contains(tool_of(a.text), tool));
      });
      // A makefile recipe or pipeline step that was replaced by one that does nothing.
      if (partner == after.end() && b.key.empty())
        partner = std::find_if(after.begin(), after.end(),
                               [&](const Command& a) { return does_nothing(a.text) || after.size() == before.size(); });
      if (partner == after.end()) {
        const bool grave =
            !folded && m_named && (m_gate != GateFile::package_json || b.key == "test" || b.key.starts_with("test"));
        if (m_lost.size() < 1000)
          m_lost.push_back({tool, b.text, hunk.file.status == diff::Status::deleted ? hunk.file.path() : std::string{},
                            span_of(hunk.file, *hunk.lines[b.line].raw),
                            grave ? model::Severity::must_fix : model::Severity::should_fix, m_gate == GateFile::ci});
        continue;
      }
      if (std::string why = weaker(b.text, partner->text); !why.empty())
        places.must(span_of(hunk.file, *hunk.lines[partner->line].raw), cat(b.key.empty() ? tool : b.key, ": ", why));
      after.erase(partner);
    }
    for (const auto& a : after) {
      if (runs_verification(a.text) && !does_nothing(a.text)) ++m_gained[tool_of(a.text)];
    }
  }

  // PARTS = a b c, over which the tests loop, lost a word.
  void watch_lists(const CodeHunk& hunk) {
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      const size_t equals = text.find('=');
      if (!is_removed(line) || equals == std::string_view::npos || equals == 0 || line.raw->text.starts_with('\t'))
        continue;
      const std::string_view name = trim(text.substr(0, text.find_first_of(" :?+=")));
      if (name.empty() || !is_upper(name.front())) continue;
      std::string now;
      bool used = false, tests = false;
      for (const auto& other : hunk.lines) {
        if (!on_side(other, Side::after)) continue;
        if (is_added(other) && trim(other.raw->text).starts_with(name)) now = cat(" ", other.raw->text, " ");
        used |= contains(other.raw->text, cat("$(", name, ")")) || contains(other.raw->text, cat("${", name, "}"));
        tests |= contains(other.raw->text, "test");
      }
      if (now.empty() || !used || !tests) continue;
      for (std::string_view word : split(text.substr(equals + 1), ' ')) {
        word = trim(word);
        if (!word.empty() && !word.starts_with("-") && find_word(now, word) == std::string_view::npos &&
            m_dropped.size() < 100)
          m_dropped.push_back({std::string(word), span_of(hunk.file, *line.raw)});
      }
    }
  }

  void watch_ci(const CodeHunk& hunk) {
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (!is_changed(line)) continue;
      std::string_view text = trim(line.raw->text);
      if (text.starts_with("- ")) text = trim_left(text.substr(2));
      const auto place = [&] { return span_of(hunk.file, *line.raw); };
      if (is_added(line)) {
        if (text == "if: false" || text == "if: ${{ false }}" || text == "when: never" || text == "condition: false" ||
            text == "enabled: false")
          m_ci.must(place(), std::string(text));
        if ((text.starts_with("'") || text.starts_with("\"")) && under_paths_ignore(hunk, i) &&
            (contains(text, "src") || contains(text, "test") || contains(text, "lib") || contains(text, "'**'")))
          m_ci.must(place(), cat("paths-ignore ", text));
        if (text == "when: manual" && near_verification(hunk, i)) m_ci.must(place(), std::string(text));
        if (text.starts_with("[skip ci]") || contains(text, "[ci skip]")) m_ci.should(place(), "[skip ci]");
        continue;
      }
      if ((text == "pull_request:" || text == "pull_request" || text == "merge_group:") && !re_added(hunk, text))
        m_ci.must(place(), "no longer runs for pull requests");
      if (text.starts_with("on:") && contains(text, "pull_request") && !re_added(hunk, "pull_request"))
        m_ci.must(place(), "no longer runs for pull requests");
      if (text.ends_with(":") && !is_space(line.raw->text.front()) && text.front() != '.' &&
          re_added_line(hunk, cat(".", text)))
        m_ci.must(place(), cat(text, " is hidden"));
      if (text.starts_with("needs:") && near_needs(text) && !re_added(hunk, "needs:"))
        m_ci.should(place(), "no longer waits for the checks");
    }
  }

  static bool under_paths_ignore(const CodeHunk& hunk, size_t at) {
    for (size_t i = at; i-- > 0;) {
      if (!on_side(hunk.lines[i], Side::after)) continue;
      const std::string_view text = trim(hunk.lines[i].raw->text);
      if (text.starts_with("paths-ignore:")) return true;
      if (!text.starts_with("-")) return false;
    }
    return false;
  }

  static bool re_added_line(const CodeHunk& hunk, std::string_view text) {
    return has_changed_line(hunk, diff::Sign::added, text);
  }

  static bool near_needs(std::string_view text) { return runs_verification(text); }

  static bool re_added(const CodeHunk& hunk, std::string_view text) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                       [&](const CodeLine& l) { return is_added(l) && contains(l.raw->text, text); });
  }

  static bool near_verification(const CodeHunk& hunk, size_t at) {
    for (size_t i = at > 8 ? at - 8 : 0; i < hunk.lines.size() && i < at + 8; ++i) {
      if (on_side(hunk.lines[i], Side::after) && runs_verification(hunk.lines[i].raw->text)) return true;
    }
    return false;
  }

  struct Dropped {
    std::string word;
    model::Span span;
  };

  GateFile m_gate = GateFile::none;
  std::vector<Dropped> m_dropped;
  bool m_named = false;  // the file's name says that it verifies
  std::vector<Lost> m_lost;
  std::map<std::string, size_t> m_gained;
  Places m_scripts, m_ci;
};

}  // namespace

std::unique_ptr<Rule> make_commands_rule() { return std::make_unique<Commands>(); }

}  // namespace assay::judge
