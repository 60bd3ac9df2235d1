// New product code that says of itself that it does nothing yet.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/intent/rules.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

bool says_not_implemented(std::string_view strings) {
  const auto text = lower(strings);
  return contains(text, "not implemented") || contains(text, "not yet implemented") ||
         contains(text, "unimplemented") || contains(text, "todo");
}

bool says_later(std::string_view comments) {
  const auto text = lower(comments);
  for (const std::string_view word : {"todo", "fixme", "stub", "placeholder", "not implemented", "implement me",
                                      "implement later", "for now", "dummy"}) {
    if (contains(text, word)) return true;
  }
  return false;
}

// "return true", "return None", "return [];", "pass": an answer that depends on nothing.
bool answers_nothing(std::string_view code) {
  auto text = trim(code);
  if (text.ends_with(';')) text = trim(text.substr(0, text.size() - 1));
  if (text == "pass" || text == "...") return true;
  if (!text.starts_with("return")) return false;
  text = trim(text.substr(6));
  constexpr std::array k_constants = {"",    "true", "True",      "false",  "False",  "null", "None",
                                      "nil", "0",    "1",         "-1",     "\"\"",   "''",   "[]",
                                      "{}",  "()",   "undefined", "Ok(())", "nullptr"};
  return std::find(k_constants.begin(), k_constants.end(), text) != k_constants.end();
}

bool is_stub(const CodeLine& line) {
  const std::string_view code = line.masked.code;
  if (contains(code, "raise NotImplementedError") || contains(code, "todo!(") || contains(code, "unimplemented!(") ||
      contains(code, "NotImplementedException(") || contains(code, "fatalError(\"") ||
      (contains(code, "TODO(") && contains(line.raw->text, "TODO(\"")))
    return !contains(code, "fatalError(") || says_not_implemented(line.masked.strings);
  const bool gives_up = contains(code, "throw ") || contains(code, "panic(") || contains(code, "raise ") ||
                        contains(code, "die(") || contains(code, "abort(");
  if (gives_up && says_not_implemented(line.masked.strings)) return true;
  return answers_nothing(code) && says_later(line.masked.comments);
}

// A base class asks those who derive from it.
bool is_abstract_around(const CodeHunk& hunk, size_t at) {
  const auto speaks = [](std::string_view text) {
    for (const std::string_view mark : {"abstract", "Abstract", "ABC", "Protocol", "interface ", "Interface", "trait ",
                                        "Base", "Mixin", "subclass", "override", "virtual", "overload", "Stub"}) {
      if (contains(text, mark)) return true;
    }
    return false;
  };
  if (speaks(hunk.hunk.section)) return true;
  constexpr size_t k_above = 40;
  for (size_t i = at; i-- > 0 && at - i <= k_above;) {
    if (hunk.lines[i].raw->sign != diff::Sign::removed && speaks(hunk.lines[i].raw->text)) return true;
  }
  return false;
}

bool is_asked_for(const TaskView& task) {
  constexpr std::array k_words = {
      "stub",     "skeleton", "scaffold", "abstract", "interfac",  "placehold",   "placeholder", "boilerplat",
      "mock",     "fak",      "todo",     "later",    "unsupport", "unsupported", "unimplement", "notimplementederror",
      "protocol", "bas",      "template"};
  return std::any_of(k_words.begin(), k_words.end(), [&](std::string_view word) {
    return std::find(task.words.begin(), task.words.end(), word) != task.words.end();
  });
}

class Stub final : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (hunk.file.role != diff::Role::source) return;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const auto& line = hunk.lines[i];
      if (line.raw->sign == diff::Sign::context || !is_stub(line)) continue;
      if (line.raw->sign == diff::Sign::removed) {
        ++m_removed;
      } else if (!is_abstract_around(hunk, i)) {
        m_places.should(span_of(hunk.file, *line.raw), std::string(trim(line.raw->text)));
      }
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    if (m_places.total() <= m_removed || is_asked_for(context.task)) return;
    out.push_back(m_places.finding("intent.stub-left",
                                   cat("New code does nothing yet and says so (", excerpt(m_places.labels(), 160),
                                       "); finish it, or say in the task that a stub is wanted."),
                                   model::Severity::should_fix));
  }

 private:
  SpanCollector m_places;
  std::uint64_t m_removed = 0;  // moved, or finished
};

}  // namespace

std::unique_ptr<Rule> make_stub_rule() { return std::make_unique<Stub>(); }

}  // namespace assay::judge
