#include "logs/runners/tally.h"

#include <algorithm>

#include "base/cursor.h"

namespace assay::logs {

namespace {

constexpr std::string_view k_labels[] = {
    "passed",      "pass",         "passing",     "tests passed",  "test passed",   "failed",         "fail",
    "failing",     "tests failed", "test failed", "failures",      "failure",       "errors",         "error",
    "skipped",     "skip",         "pending",     "tests skipped", "test skipped",  "todo",           "flaky",
    "warnings",    "warning",      "total",       "tests",         "test",          "ignored",        "deselected",
    "xfailed",     "xpassed",      "rerun",       "measured",      "filtered out",  "cancelled",      "snapshots",
    "did not run", "interrupted",  "tests todo",  "test todo",     "known failure", "known failures", "broken",
    "crashed",     "timed out",    "aborted",     "errored",
};

bool is_separator(char c) { return c == ',' || c == ';' || c == '|' || c == '/'; }

void skip_parentheses(Cursor& at) {
  at.spaces();
  while (at.peek() == '(') {
    if (!at.past(")")) return;
    at.spaces();
  }
}

}  // namespace

std::optional<Tally> Tally::of(std::string_view text) {
  Tally tally;
  Cursor at(trim(text));
  while (!at.done()) {
    const auto number = at.number();
    if (!number || !at.spaces() || tally.m_size == tally.m_items.size()) return std::nullopt;
    std::string_view label = at.take_while([](char c) { return is_alpha(c) || c == ' ' || c == '-'; });
    if (!at.done() && !is_separator(at.peek()) && at.peek() != '(' && at.peek() != '.') return std::nullopt;
    label = trim_right(label);
    if (label.empty()) return std::nullopt;
    tally.m_items[tally.m_size++] = {*number, label};
    skip_parentheses(at);
    if (at.skip('.') && !at.done()) return std::nullopt;
    if (at.done()) break;
    if (!is_separator(at.peek())) return std::nullopt;
    at.advance(1);
    at.spaces();
    at.skip("and ");
  }
  if (tally.m_size == 0) return std::nullopt;
  return tally;
}

std::uint64_t Tally::get(std::string_view label) const {
  for (size_t i = 0; i < m_size; ++i) {
    const std::string_view own = m_items[i].label;
    if (own == label || (own.size() == label.size() + 1 && own.back() == 's' && own.starts_with(label))) {
      return m_items[i].number;
    }
  }
  return 0;
}

bool Tally::has(std::string_view label) const {
  for (size_t i = 0; i < m_size; ++i) {
    if (m_items[i].label == label) return true;
  }
  return false;
}

bool Tally::about_tests() const {
  for (size_t i = 0; i < m_size; ++i) {
    if (std::find(std::begin(k_labels), std::end(k_labels), m_items[i].label) == std::end(k_labels)) return false;
  }
  return true;
}

Counts Tally::counts() const {
  Counts counts;
  for (size_t i = 0; i < m_size; ++i) {
    const auto [number, label] = m_items[i];
    if (is_one_of(label, {"passed", "pass", "passing", "tests passed", "test passed"})) counts.passed += number;
    if (is_one_of(label, {"failed", "fail", "failing", "failures", "failure", "tests failed", "test failed"}))
      counts.failed += number;
    if (is_one_of(label, {"errors", "error", "errored", "interrupted", "broken", "crashed", "timed out", "aborted"}))
      counts.errors += number;
    if (is_one_of(label, {"skipped", "skip", "pending", "did not run", "tests skipped", "test skipped"}))
      counts.skipped += number;
    if (is_one_of(label, {"todo", "tests todo", "test todo"})) counts.todo += number;
    if (is_one_of(label, {"flaky", "rerun"})) counts.flaky += number;
    if (is_one_of(label, {"warnings", "warning"})) counts.warnings += number;
  }
  return counts;
}

std::string_view without_duration(std::string_view text) {
  const size_t at = text.rfind(" in ");
  if (at == std::string_view::npos || at + 4 >= text.size() || !is_digit(text[at + 4])) return text;
  return text.substr(0, at);
}

}  // namespace assay::logs
