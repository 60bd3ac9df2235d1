// Edits of what the checks themselves run, whether they loosen anything or not: for whoever verifies with commands
// that the change may have rewritten. What is plainly weaker has a finding of its own (commands.cc).
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/command_line.h"
#include "judge/config/rules.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

bool is_conftest(std::string_view path) { return path == "conftest.py" || path.ends_with("/conftest.py"); }

bool is_runner_setting(std::string_view line) {
  constexpr std::array k_keys = {"addopts",          "testpaths",     "python_files",  "python_classes",
                                 "python_functions", "norecursedirs", "collect_ignore"};
  return std::any_of(k_keys.begin(), k_keys.end(), [&](std::string_view key) { return contains(line, key); });
}

// The target whose recipe the line stands in, as far as the hunk shows it.
std::string_view target_of(const CodeHunk& hunk, size_t at) {
  for (size_t i = at + 1; i-- > 0;) {
    const std::string_view text = hunk.lines[i].raw->text;
    if (text.empty() || is_space(text.front()) || text.front() == '#') continue;
    return text.substr(0, text.find(':'));
  }
  return hunk.hunk.section.substr(0, hunk.hunk.section.find(':'));
}

class EditedChecks : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile gate) override {
    m_gate = gate;
    m_conftest = is_conftest(file.path());
  }

  void hunk(const CodeHunk& hunk) override {
    constexpr size_t k_enough = 100;
    if (m_gate == GateFile::none && !m_conftest) return;
    for (size_t i = 0; i < hunk.lines.size() && m_looked < k_enough; ++i) {
      const CodeLine& line = hunk.lines[i];
      if (is_changed(line) && !trim(line.raw->text).empty() && is_of_a_check(hunk, i))
        m_places.should(span_of(hunk.file, *line.raw), hunk.file.path());
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    if (!context.tells_edited_checks || m_places.empty()) return;
    out.push_back(m_places.finding(
        "config.check-edited",
        cat("The change edits what the checks run (", m_places.labels(), "); see whether they still prove the same.")));
  }

 private:
  bool is_of_a_check(const CodeHunk& hunk, size_t at) {
    const std::string_view text = hunk.lines[at].raw->text;
    switch (m_gate) {
      case GateFile::ci:
      case GateFile::script_test: return true;
      case GateFile::package_json: {
        const auto scripts = package_scripts(text);
        m_looked += scripts.empty() ? 0 : 1;
        return std::any_of(scripts.begin(), scripts.end(), [&](const Command& script) {
          return is_verifying_key(script.key) && runs_verification(script.text) && !stays(hunk, hunk.lines[at], script);
        });
      }
      case GateFile::make: return is_verifying_key(target_of(hunk, at));
      case GateFile::python: return is_runner_setting(text) || hunk.file.path().ends_with("tox.ini");
      default: return m_conftest;
    }
  }

  // The other side has it too: it moved, or shares its line with what did change.
  static bool stays(const CodeHunk& hunk, const CodeLine& line, const Command& script) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& other) {
      if (!is_changed(other) || is_added(other) == is_added(line)) return false;
      const auto scripts = package_scripts(other.raw->text);
      return std::any_of(scripts.begin(), scripts.end(),
                         [&](const Command& s) { return s.key == script.key && s.text == script.text; });
    });
  }

  GateFile m_gate = GateFile::none;
  bool m_conftest = false;
  size_t m_looked = 0;  // lines with scripts, each of which is sought on the other side
  SpanCollector m_places;
};

}  // namespace

std::unique_ptr<Rule> make_edited_checks_rule() { return std::make_unique<EditedChecks>(); }

}  // namespace assay::judge
