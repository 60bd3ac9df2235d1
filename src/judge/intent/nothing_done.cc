// A change of code in which nothing but comments and white space differs, where something else was asked for.
#include <algorithm>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/intent/rules.h"
#include "judge/span_collector.h"
#include "judge/task_kind.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

// What runs of the lines that are asked for, without white space.
template <class Wanted>
std::string running(const CodeHunk& hunk, Wanted&& is_wanted) {
  std::string out;
  for (const auto& line : hunk.lines) {
    if (!is_wanted(line)) continue;
    for (size_t i = 0; i < line.masked.code.size(); ++i) {
      const char inside = i < line.masked.strings.size() ? line.masked.strings[i] : ' ';
      const char c = inside != ' ' ? inside : line.masked.code[i];
      if (c != ' ' && c != '\t' && c != '\r') out += c;
    }
  }
  return out;
}

// Indentation is code there.
bool indents(diff::Language language) { return language == diff::Language::python || language == diff::Language::yaml; }

// Functions and imports may stand in any order; each changed line of code is of one.
bool moves_definitions(const CodeHunk& hunk) {
  bool inside = false;
  for (const auto& line : hunk.lines) {
    if (!is_changed(line)) {
      inside = false;
      continue;
    }
    if (trim(line.masked.code).empty()) continue;
    inside |= !defined_name(line.masked.code).empty();
    if (!inside && !is_import(line.masked.code)) return false;
  }
  return true;
}

// The same lines in another order: a check that moves above what it guards.
bool reorders(const CodeHunk& hunk) {
  const auto before = running(hunk, [](const CodeLine& line) { return !is_added(line); });
  return before != running(hunk, [](const CodeLine& line) { return !is_removed(line); }) && !moves_definitions(hunk);
}

bool only_layout(const CodeHunk& hunk) {
  if (std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) { return line.hidden; })) return false;
  const auto before = running(hunk, is_removed);
  if (before != running(hunk, is_added) || reorders(hunk)) return false;
  return before.empty() || !indents(hunk.file.language);
}

class NothingDone final : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    using diff::Role;
    m_is_source = file.role == Role::source;
    const bool tells_nothing = file.role == Role::test || file.role == Role::docs || file.role == Role::snapshot;
    // Whatever else changes has an effect that this rule does not weigh.
    if (!m_is_source && !tells_nothing) m_something = true;
    if (m_is_source && (file.binary || file.submodule || file.status != diff::Status::modified)) m_something = true;
  }

  void hunk(const CodeHunk& hunk) override {
    if (!m_is_source || m_something) return;
    if (hunk.hunk.partial || !only_layout(hunk)) {
      m_something = true;
      return;
    }
    ++m_hunks;
    for (const auto& line : hunk.lines) {
      if (line.raw->sign == diff::Sign::context) continue;
      m_comments |= !trim(line.masked.comments).empty();
      m_places.should(span_of(hunk.file, *line.raw));
    }
  }

  void file_end(const diff::File& file) override {
    if (file.role == diff::Role::source && file.old_mode != file.new_mode) m_something = true;
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    const auto& task = context.task;
    if (m_something || m_hunks == 0 || task.words.empty()) return;
    if (task.about_tests || is_about_words(task, m_comments)) return;
    out.push_back(m_places.finding("intent.nothing-done",
                                   "Of the code itself only comments and white space change, and the task asks for "
                                   "more; nothing of it is done here.",
                                   model::Severity::should_fix));
  }

 private:
  bool m_is_source = false;
  bool m_something = false;  // changes what runs
  bool m_comments = false;   // changes what they say
  size_t m_hunks = 0;
  SpanCollector m_places;
};

}  // namespace

std::unique_ptr<Rule> make_nothing_done_rule() { return std::make_unique<NothingDone>(); }

}  // namespace assay::judge
