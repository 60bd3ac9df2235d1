#include "logs/runners/js_names.h"

#include "base/cursor.h"

namespace assay::logs {

namespace {

struct TestMarkRow {
  std::string_view glyph;
  TestMark mark;
};

constexpr TestMarkRow k_test_marks[] = {
    {"✓", TestMark::good},    {"✔", TestMark::good},    {"√", TestMark::good},     {"✗", TestMark::bad},
    {"✕", TestMark::bad},     {"✖", TestMark::bad},     {"✘", TestMark::bad},      {"×", TestMark::bad},
    {"○", TestMark::skipped}, {"↓", TestMark::skipped}, {"﹣", TestMark::skipped}, {"✎", TestMark::todo},
};

// "12 ms", "0.03ms", "1.2s", "600µs", "2 s"
bool is_duration(std::string_view text) {
  Cursor at(text);
  if (!at.number()) return false;
  if (at.skip('.') && !at.number()) return false;
  at.spaces();
  const std::string_view unit = at.rest();
  return unit == "ms" || unit == "s" || unit == "m" || unit == "µs" || unit == "ns" || unit == "min";
}

// Cuts the last bracketed part off when it satisfies `is_noise`.
template <class Predicate>
bool cut_bracket(std::string_view& text, char open, char close, Predicate&& is_noise) {
  if (text.empty() || text.back() != close) return false;
  const size_t begin = text.rfind(open);
  if (begin == text.npos || begin == 0) return false;
  if (!is_noise(text.substr(begin + 1, text.size() - begin - 2))) return false;
  text = trim_right(text.substr(0, begin));
  return true;
}

bool is_test_count(std::string_view inner) {
  Cursor at(inner);
  return at.number() && (at.skip(" tests") || at.skip(" test")) && (at.done() || at.skip(" |"));
}

bool is_retry(std::string_view inner) { return inner.starts_with("retry x") || inner.starts_with("retry #"); }

bool cut_duration(std::string_view& text) {
  if (cut_bracket(text, '(', ')', is_duration) || cut_bracket(text, '[', ']', is_duration)) return true;
  const size_t space = text.rfind(' ');
  if (space == text.npos || !is_duration(text.substr(space + 1))) return false;
  text = trim_right(text.substr(0, space));
  return true;
}

void cut_directive(std::string_view& text) {
  const size_t hash = text.rfind(" # ");
  if (hash == text.npos) return;
  std::string_view before = trim_right(text.substr(0, hash));
  if (ends_in_duration(before) || istarts_with(text.substr(hash + 3), "skip") ||
      istarts_with(text.substr(hash + 3), "todo"))
    text = before;
}

}  // namespace

bool ends_in_duration(std::string_view text) {
  text = trim_right(text);
  cut_bracket(text, '(', ')', is_retry);
  return cut_duration(text);
}

std::string_view bare_name(std::string_view text) {
  text = trim(text);
  cut_directive(text);
  bool cut = true;
  while (cut) {
    cut = cut_duration(text) || cut_bracket(text, '(', ')', is_retry) || cut_bracket(text, '(', ')', is_test_count);
  }
  return text;
}

bool is_script_path(std::string_view text) {
  text = text.substr(0, text.find(' '));
  for (std::string_view ending : {".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte"}) {
    if (text.size() > ending.size() && text.ends_with(ending)) return true;
  }
  return false;
}

TestMark take_test_mark(std::string_view& text) {
  for (const TestMarkRow& row : k_test_marks) {
    if (!text.starts_with(row.glyph)) continue;
    std::string_view rest = text.substr(row.glyph.size());
    if (rest.empty() || rest.front() != ' ') return TestMark::none;
    text = trim_left(rest);
    return row.mark;
  }
  return TestMark::none;
}

}  // namespace assay::logs
