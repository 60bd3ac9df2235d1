// Verification commands whose failure no longer counts: "pytest || true" and its relatives.
//
// The same words are ordinary elsewhere (rm -f x || true), so they count only in files that gates
// are made of, and only behind a command that verifies something.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/code/rules.h"
#include "judge/gate_file.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"
#include "judge/yaml_item.h"

namespace assay::judge {

namespace {

// `|| true`, `|| :`, `|| exit 0`, `|| echo …`, `; true`, `; exit 0` behind a verification command.
std::string_view forgiven(std::string_view line) {
  struct Tail {
    std::string_view text, name;
  };
  constexpr std::array<Tail, 12> tails = {{{"|| true", "|| true"},
                                           {"||true", "|| true"},
                                           {"|| :", "|| :"},
                                           {"|| exit 0", "|| exit 0"},
                                           {"|| echo", "|| echo"},
                                           {"|| printf", "|| printf"},
                                           {"|| (exit 0)", "|| exit 0"},
                                           {"|| /bin/true", "|| true"},
                                           {"|| return 0", "|| return 0"},
                                           {"; exit 0", "; exit 0"},
                                           {";exit 0", "; exit 0"},
                                           {"; true", "; true"}}};
  for (const auto& tail : tails) {
    const size_t at = line.find(tail.text);
    if (at == std::string_view::npos) continue;
    // "cmd || echo failed && exit 1" and "cmd || { echo failed; exit 1; }" do fail.
    const std::string_view rest = line.substr(at + tail.text.size());
    if (contains(rest, "exit 1") || contains(rest, "exit \"") || contains(rest, "exit $") || contains(rest, "false"))
      continue;
    const std::string_view command = command_before(line, at);
    if (runs_verification(command)) return tail.name;
  }
  return {};
}

// Settings and flags that make failures not count, wherever gates are configured.
std::string_view switched(std::string_view line) {
  constexpr std::array<std::string_view, 21> switches = {"ignore_outcome = true",
                                                         "ignore_outcome=true",
                                                         "dangerouslyIgnoreUnhandledErrors: true",
                                                         "--passWithNoTests",
                                                         "passWithNoTests: true",
                                                         "passWithNoTests\": true",
                                                         "--exit-zero",
                                                         "--allow-no-tests",
                                                         "ignoreFailures = true",
                                                         "ignoreFailures true",
                                                         "ignoreFailures.set(true)",
                                                         "setIgnoreFailures(true)",
                                                         "<testFailureIgnore>true",
                                                         "maven.test.failure.ignore",
                                                         "-Dmaven.test.skip",
                                                         "<skipTests>true",
                                                         "--no-bail --force",
                                                         "process.exit(0)",
                                                         "--suppress-tests-failed-exit-code",
                                                         "halt_on_error=0",
                                                         "exitcode=0"};
  for (std::string_view s : switches) {
    if (contains(line, s)) return s;
  }
  return {};
}

bool names_verification(const CodeHunk& hunk, size_t at) {
  const size_t begin = at > 8 ? at - 8 : 0, end = std::min(hunk.lines.size(), at + 8);
  for (size_t i = begin; i < end; ++i) {
    if (on_side(hunk.lines[i], Side::after) && runs_verification(hunk.lines[i].raw->text)) return true;
  }
  return false;
}

bool exits_guarded(const CodeHunk& hunk) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    const auto text = line.raw->text;
    return on_side(line, Side::after) &&
           (contains(text, "set -e") || contains(text, "$?") || contains(text, "PIPESTATUS"));
  });
}

class ExitForced : public Rule {
 public:
  void file_begin(const diff::File&, GateFile gate) override {
    m_gate = gate;
    m_loses_check = false;
  }

  // A job that is new and may fail loosens nothing that was there, unless it takes the place of a check.
  void file_end(const diff::File&) override {
    for (auto& place : m_of_new_items) (m_loses_check ? m_places : m_new_items).must(std::move(place.span), place.what);
    m_of_new_items.clear();
  }

  void hunk(const CodeHunk& hunk) override {
    if (m_gate == GateFile::none || hunk.file.role == diff::Role::docs) return;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      m_loses_check |= is_removed(hunk.lines[i]) && runs_verification(hunk.lines[i].raw->text);
      if (!is_added(hunk.lines[i])) continue;
      const std::string_view text = hunk.lines[i].raw->text;
      if (trim(text).starts_with("#") || trim(text).starts_with("//")) continue;
      std::string_view what = forgiven(text);
      if (what.empty()) what = switched(text);
      if (what.empty()) what = context_dependent(hunk, i);
      if (what.empty() && drowns(hunk, i)) {
        m_places.should(span_of(hunk.file, *hunk.lines[i].raw), "| tee without pipefail");
        continue;
      }
      if (what.empty() || was_there(hunk, what)) continue;
      if (m_gate == GateFile::ci && may_fail(what) && hunk.file.status != diff::Status::added &&
          is_of_new_item(hunk, i)) {
        if (m_of_new_items.size() < 100)
          m_of_new_items.push_back({span_of(hunk.file, *hunk.lines[i].raw), std::string(what)});
        continue;
      }
      const bool certain =
          m_gate != GateFile::ci || !contains(what, "continue-on-error") || hunk.file.status != diff::Status::added;
      m_places.add(certain ? model::Severity::must_fix : model::Severity::should_fix,
                   span_of(hunk.file, *hunk.lines[i].raw), std::string(what));
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    if (!m_places.empty())
      out.push_back(m_places.finding("code.exit-forced",
                                     cat("Failures of a verification command no longer count (", m_places.labels(),
                                         "); let the command's exit code decide."),
                                     context.task.asks_to_change_config && allows_failure(context.task)
                                         ? model::Severity::should_fix
                                         : model::Severity::must_fix));
    if (!m_new_items.empty() && !allows_failure(context.task))
      out.push_back(m_new_items.finding("code.exit-forced",
                                        cat("Failures of a new check do not count (", m_new_items.labels(),
                                            "); let its exit code decide, or say why it may fail."),
                                        model::Severity::should_fix));
  }

 private:
  struct Place {
    model::Span span;
    std::string what;
  };

  // Settings of a job or step that let it fail.
  static bool may_fail(std::string_view what) {
    return is_one_of(what, {"continue-on-error: true", "allow_failure: true", "continueOnError: true",
                            "soft_fail: true", "failure: ignore"});
  }

  // Changing the pipeline is not enough: the task has to say that failures need not count.
  static bool allows_failure(const TaskView& task) {
    constexpr std::array<std::string_view, 22> words = {
        "allow",  "fail",   "failur",   "continu", "option",     "optional",     "block",    "tolerat",
        "ignor",  "inform", "advisory", "effort",  "experiment", "experimental", "nonblock", "gat",
        "requir", "skip",   "error",    "exit",    "soft",       "warn"};
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) {
      return std::find(task.words.begin(), task.words.end(), w) != task.words.end();
    });
  }

  // npm test | tee log where it was npm test: the exit code is tee's.
  static bool drowns(const CodeHunk& hunk, size_t at) {
    const std::string_view text = trim(hunk.lines[at].raw->text);
    const size_t pipe = text.find(" | tee");
    if (pipe == std::string_view::npos || !runs_verification(text.substr(0, pipe))) return false;
    const bool kept = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& l) {
      return on_side(l, Side::after) && contains_any(l.raw->text, {"pipefail", "shell: bash", "PIPESTATUS"});
    });
    return !kept && has_changed_line(hunk, diff::Sign::removed, text.substr(0, pipe));
  }

  static bool was_there(const CodeHunk& hunk, std::string_view what) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                       [&](const CodeLine& line) { return is_removed(line) && contains(line.raw->text, what); });
  }

  std::string_view context_dependent(const CodeHunk& hunk, size_t i) const {
    const std::string_view text = hunk.lines[i].raw->text, line = trim(text);
    if (m_gate == GateFile::ci) {
      if (line.starts_with("continue-on-error: true") || line.starts_with("- continue-on-error: true"))
        return verified_by(hunk, i) ? "continue-on-error: true" : "";
      if (line.starts_with("allow_failure: true") && names_verification(hunk, i)) return "allow_failure: true";
      if (line.starts_with("continueOnError: true")) return "continueOnError: true";
      if (line.starts_with("sh") && contains(line, "returnStatus: true") && runs_verification(line))
        return "returnStatus: true";
      if (line.starts_with("catchError") && names_verification(hunk, i)) return "catchError";
      if (line.starts_with("soft_fail: true")) return "soft_fail: true";
      if (line == "failure: ignore" && verified_by(hunk, i)) return "failure: ignore";
    }
    const bool shell =
        m_gate == GateFile::ci || m_gate == GateFile::script || m_gate == GateFile::make || m_gate == GateFile::hooks;
    if (shell && command_of(text).starts_with("set +e") && names_verification(hunk, i) && !exits_guarded(hunk))
      return "set +e";
    if ((m_gate == GateFile::script || m_gate == GateFile::hooks) && line == "exit 0" && text == line &&
        ends_script(hunk, i))
      return "exit 0";
    if (m_gate == GateFile::make && text.starts_with("\t-") && runs_verification(text.substr(2)))
      return "a leading - in the recipe";
    if (m_gate == GateFile::make && contains(text, "make -i")) return "make -i";
    if ((m_gate == GateFile::ci || m_gate == GateFile::jvm || m_gate == GateFile::script) &&
        contains(text, "-DskipTests") &&
        (find_word(text, "verify") != std::string_view::npos || find_word(text, "test") != std::string_view::npos ||
         adds_flag(hunk, i, "-DskipTests")))
      return "-DskipTests";
    return {};
  }

  // An exit 0 at the end of a script that verifies, or right behind the verification.
  static bool ends_script(const CodeHunk& hunk, size_t at) {
    for (size_t i = at; i-- > 0;) {
      const CodeLine& line = hunk.lines[i];
      if (!on_side(line, Side::after)) continue;
      const std::string_view text = trim(line.raw->text);
      if (text.empty() || text.starts_with("#")) continue;
      if (text.starts_with("if") || text.starts_with("then")) return false;
      if (runs_verification(text)) return true;
      if (text == "fi" || text == "done") continue;
    }
    return false;
  }

  // The same command ran without the flag before.
  static bool adds_flag(const CodeHunk& hunk, size_t at, std::string_view flag) {
    const std::string without = replace_all(
        replace_all(std::string(trim(hunk.lines[at].raw->text)), cat(" ", flag, "=true"), ""), cat(" ", flag), "");
    return has_changed_line(hunk, diff::Sign::removed, without);
  }

  GateFile m_gate = GateFile::none;
  bool m_loses_check = false;         // the file lost a line that verifies
  std::vector<Place> m_of_new_items;  // of the file under way
  SpanCollector m_places, m_new_items;
};

}  // namespace

std::unique_ptr<Rule> make_exit_rule() { return std::make_unique<ExitForced>(); }

}  // namespace assay::judge
