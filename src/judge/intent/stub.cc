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

// "margin" of "def margin(length):" or "func Margin(length int) int {"
std::string_view function_on(const Tokens& t) {
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    const bool defines = t[i].is("def") || t[i].is("function") || t[i].is("func") || t[i].is("fn") || t[i].is("fun");
    if (defines && t[i + 1].word() && t[i + 2].is("(")) return t[i + 1].text;
  }
  return {};
}

bool is_docstring(const CodeLine& line) {
  const std::string_view text = trim(line.raw->text);
  return text.starts_with("\"\"\"") || text.starts_with("'''");
}

// A new function of which `at` is all there is: "pass", "return None", or nothing between its braces.
std::string_view idle_function(const CodeHunk& hunk, size_t at) {
  const Tokens& own = tokens_of(hunk.lines[at]);
  if (own.size() > 4 && own[own.size() - 2].is("{") && own.back().is("}")) return function_on(own);
  if (!answers_nothing(hunk.lines[at].masked.code)) return {};
  size_t above = at;
  while (above-- > 0) {
    if (on_side(hunk.lines[above], Side::after) && !trim(hunk.lines[above].masked.code).empty() &&
        !is_docstring(hunk.lines[above]))
      break;
  }
  if (above >= hunk.lines.size() || !is_added(hunk.lines[above])) return {};
  const size_t indent = indent_of(hunk.lines[above].raw->text);
  const size_t next = next_code_line(hunk, at, Side::after);
  const bool goes_on = next < hunk.lines.size() && indent_of(hunk.lines[next].raw->text) > indent;
  return goes_on ? std::string_view{} : function_on(tokens_of(hunk.lines[above]));
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
      if (is_added(line) && m_idle.size() < k_most_idle) {
        const std::string_view name = idle_function(hunk, i);
        if (!name.empty() && !is_abstract_around(hunk, i))
          m_idle.push_back({std::string(name), span_of(hunk.file, *line.raw)});
      }
      if (line.raw->sign == diff::Sign::context || !is_stub(line)) continue;
      if (line.raw->sign == diff::Sign::removed) {
        ++m_removed;
      } else if (!is_abstract_around(hunk, i)) {
        m_places.should(span_of(hunk.file, *line.raw), std::string(trim(line.raw->text)));
      }
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    for (auto& idle : m_idle) {
      if (find_word(context.task.text, idle.name) != std::string_view::npos)
        m_places.should(std::move(idle.span), std::move(idle.name));
    }
    if (m_places.total() <= m_removed || is_asked_for(context.task)) return;
    out.push_back(m_places.finding("intent.stub-left",
                                   cat("New code does nothing yet (", excerpt(m_places.labels(), 160),
                                       "); finish it, or say in the task that a stub is wanted."),
                                   model::Severity::should_fix));
  }

 private:
  struct Idle {
    std::string name;
    model::Span span;
  };
  static constexpr size_t k_most_idle = 1000;

  SpanCollector m_places;
  std::vector<Idle> m_idle;     // functions that do nothing; the task may ask for one of them
  std::uint64_t m_removed = 0;  // moved, or finished
};

}  // namespace

std::unique_ptr<Rule> make_stub_rule() { return std::make_unique<Stub>(); }

}  // namespace assay::judge
