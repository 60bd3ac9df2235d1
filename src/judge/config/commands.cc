// What CI jobs, package scripts and make targets run: fewer tests than before, or none.
//
// Commands are compared by what they verify with. A command that went away counts unless the change
// brings one with the same tool, here or in another file (pipelines are moved and renamed).
#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "judge/command_line.h"
#include "judge/config/make_variable.h"
#include "judge/config/rules.h"
#include "judge/config/setting_place.h"
#include "judge/gate_file.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"
#include "judge/yaml_item.h"

namespace assay::judge {

namespace {

class Commands : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile gate) override {
    m_gate = gate;
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
    if (m_gate == GateFile::make) {
      watch_lists(hunk);
      watch_prerequisites(hunk);
    }
    if (m_gate == GateFile::ci) watch_ci(hunk);
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
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
      out.push_back(m_ci.finding("config.ci-loosened",
                                 cat("CI checks less than before (", m_ci.labels(),
                                     "); restore the step, or let a person waive this finding."),
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

  // Variables of a makefile that the hunk shows on one side.
  std::vector<MakeVariable> variables_in(const CodeHunk& hunk, Side side) const {
    constexpr size_t k_most = 50;
    std::vector<MakeVariable> out;
    if (m_gate != GateFile::make) return out;
    for (const auto& line : hunk.lines) {
      if (!on_side(line, side) || out.size() == k_most) continue;
      if (const auto variable = make_variable(line.raw->text)) out.push_back(*variable);
    }
    return out;
  }

  std::vector<Command> commands_on(const CodeLine& line, const std::vector<MakeVariable>& variables) const {
    if (m_gate == GateFile::package_json) {
      auto scripts = package_scripts(line.raw->text);
      std::erase_if(scripts, [](const Command& script) { return !is_verifying_key(script.key); });
      return scripts;
    }
    auto command = run_line(expand_variables(line.raw->text, variables), m_gate);
    if (!command || (!runs_verification(command->text) && !does_nothing(command->text))) return {};
    return {std::move(*command)};
  }

  void compare(const CodeHunk& hunk) {
    std::vector<Command> before, after;
    const auto old_variables = variables_in(hunk, Side::before), new_variables = variables_in(hunk, Side::after);
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_changed(hunk.lines[i])) continue;
      for (auto& command : commands_on(hunk.lines[i], is_added(hunk.lines[i]) ? new_variables : old_variables)) {
        command.line = i;
        (is_added(hunk.lines[i]) ? after : before).push_back(std::move(command));
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
      const auto note = [&](model::Severity severity, std::string_view why) {
        places.add(severity, span_of(hunk.file, *hunk.lines[partner->line].raw),
                   cat(b.key.empty() ? tool : b.key, ": ", why));
      };
      if (const std::string why = weaker(b.text, partner->text); !why.empty()) {
        note(model::Severity::must_fix, why);
      } else if (const std::string part = narrower(b.text, partner->text); !part.empty()) {
        const bool others = std::any_of(after.begin(), after.end(), [&](const Command& a) {
          return &a != &*partner && runs_verification(a.text) && tool_of(a.text) == tool;
        });
        note(others ? model::Severity::should_fix : model::Severity::must_fix, part);
      } else if (const std::string script = other_script(b.text, partner->text); !script.empty()) {
        note(model::Severity::should_fix, script);
      }
      after.erase(partner);
    }
    for (const auto& a : after) {
      if (runs_verification(a.text) && !does_nothing(a.text)) ++m_gained[tool_of(a.text)];
    }
  }

  // PARTS = a b c, over which the tests loop, lost a word.
  void watch_lists(const CodeHunk& hunk) {
    for (const auto& line : hunk.lines) {
      const auto was = is_removed(line) ? make_variable(line.raw->text) : std::nullopt;
      if (!was) continue;
      std::optional<MakeVariable> now;
      VariableUse use;
      bool tests = false;
      for (const auto& other : hunk.lines) {
        if (!on_side(other, Side::after)) continue;
        const auto set = is_added(other) ? make_variable(other.raw->text) : std::nullopt;
        if (set && set->name == was->name) now = set;
        use.look_at(other.raw->text, was->name);
        tests |= contains(other.raw->text, "test");
      }
      if (!now || !use.is_used || !tests) continue;
      const auto is_left_out = [&](std::string_view word) {
        const bool is_program = use.is_program && word.data() == was->value.data();
        return is_program ? !still_starts(now->value, word) : find_word(now->value, word) == std::string_view::npos;
      };
      for (const auto word : split(was->value, ' ')) {
        if (word.empty() || word.starts_with("-") || !is_left_out(word)) continue;
        if (m_dropped.size() < 100) m_dropped.push_back({std::string(word), span_of(hunk.file, *line.raw)});
      }
    }
  }

  // Alone or by another program (`uv run pytest`), in any version; not `echo pytest`.
  static bool still_starts(std::string_view command, std::string_view program) {
    const auto words = split(command, ' ');
    return !does_nothing(command) && std::any_of(words.begin(), words.end(),
                                                 [&](std::string_view word) { return is_same_program(program, word); });
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
        if (is_elsewhere(text) && keeps_from_checking(hunk, i)) m_ci.must(place(), std::string(excerpt(text, 60)));
        if ((text == "only:" || text == "except:") && keeps_from_checking(hunk, i) && limits_branches(hunk, i))
          m_ci.must(place(), cat(text, " keeps it from pull requests"));
        if (text == "paths:" && hunk.file.status != diff::Status::added && is_trigger(key_above(hunk, i, Side::after)))
          m_ci.should(place(), "runs for some paths only");
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
      if (trim(line.raw->text).starts_with("- ") && text.find(' ') == std::string_view::npos &&
          runs_verification(text) && is_job_list(key_above(hunk, i, Side::before)) && !re_added(hunk, text) &&
          hunk.file.status != diff::Status::deleted)
        m_ci.must(place(), cat(text, " is no longer run"));
      if (shrinks_matrix(hunk, i, text)) m_ci.should(place(), cat("fewer in the matrix: ", excerpt(text, 50)));
      if (text.starts_with("needs:") && near_needs(text) && !re_added(hunk, "needs:"))
        m_ci.should(place(), "no longer waits for the checks");
    }
  }

  // if: github.event_name == 'schedule': not for the pull request that is judged.
  static bool is_elsewhere(std::string_view text) {
    if (!text.starts_with("if:") && !text.starts_with("condition:") && !text.starts_with("- if:")) return false;
    if (contains_any(text, {"pull_request", "merge_request", "PullRequest", "always()", "||"})) return false;
    return contains_any(text,
                        {"event_name ==", "github.ref ==", "github.ref_name ==", "Build.Reason", "Build.SourceBranch",
                         "CI_COMMIT_BRANCH ==", "CI_PIPELINE_SOURCE ==", "startsWith(github.ref"});
  }

  // only: schedules, tags or the main branch; except: merge_requests
  static bool limits_branches(const CodeHunk& hunk, size_t at) {
    const bool only = contains(hunk.lines[at].raw->text, "only");
    for (size_t i = at + 1; i < hunk.lines.size() && i < at + 6; ++i) {
      if (!on_side(hunk.lines[i], Side::after)) continue;
      const std::string_view text = trim(hunk.lines[i].raw->text);
      if (!text.starts_with("- ")) break;
      if (contains(text, "merge_requests")) return !only;
    }
    return only;
  }
  // python: ["3.9", "3.10", "3.11"] became python: ["3.11"] under matrix: fewer than half are left.
  static bool shrinks_matrix(const CodeHunk& hunk, size_t at, std::string_view text) {
    const size_t open = text.find(": [");
    if (!is_small(hunk) || open == std::string_view::npos || !contains(text, ",") ||
        key_above(hunk, at, Side::before) != "matrix")
      return false;
    const auto commas = [](std::string_view s) { return std::count(s.begin(), s.end(), ','); };
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& l) {
      const std::string_view now = trim(l.raw->text);
      return is_added(l) && now.starts_with(text.substr(0, open + 3)) && (commas(now) + 1) * 2 < commas(text) + 1;
    });
  }
  static bool is_trigger(const std::string& key) { return key == "pull_request" || key == "push"; }

  // The step or job was there before, with its check.
  static bool keeps_from_checking(const CodeHunk& hunk, size_t at) {
    const auto check = verified_by(hunk, at);
    if (!check || hunk.file.status == diff::Status::added) return false;
    return !is_added(hunk.lines[*check]) || has_changed_line(hunk, diff::Sign::removed, hunk.lines[*check].raw->text);
  }

  static bool is_job_list(const std::string& key) { return key == "jobs" || key == "stages"; }

  // test: lint unit became test: lint; task default: %i[spec rubocop] lost the specs.
  void watch_prerequisites(const CodeHunk& hunk) {
    if (!is_small(hunk)) return;
    for (const auto& line : hunk.lines) {
      const std::string_view text = line.raw->text;
      const size_t colon = text.find(": ");
      if (!is_removed(line) || colon == std::string_view::npos || is_space(text.front()) || text.front() == '#')
        continue;
      const std::string_view head = text.substr(0, colon + 1), target = trim(text.substr(0, colon));
      const bool verifies =
          runs_verification(target) || target == "all" || target.ends_with("default") || target == "ci";
      if (!verifies) continue;
      for (const auto& other : hunk.lines) {
        if (!is_added(other) || !other.raw->text.starts_with(head)) continue;
        const std::string now(other.raw->text.substr(head.size()));
        std::string word;
        for (char c : cat(text.substr(colon + 1), " ")) {
          if (is_word(c) || c == '-') {
            word += c;
          } else if (!word.empty()) {
            if (word.size() > 1 && find_word(now, word) == std::string_view::npos &&
                (runs_verification(word) || runs_verification(target)) && m_dropped.size() < 100)
              m_dropped.push_back({word, span_of(hunk.file, *line.raw)});
            word.clear();
          }
        }
      }
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
  SpanCollector m_scripts, m_ci;
};

}  // namespace

std::unique_ptr<Rule> make_commands_rule() { return std::make_unique<Commands>(); }

}  // namespace assay::judge
