// A place in a line, moved forward by small steps that either match or leave it where it was.
// What the runner readers are written with: no allocation, no backtracking beyond a saved copy.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace assay {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : m_rest(text) {}

  bool done() const { return m_rest.empty(); }
  std::string_view rest() const { return m_rest; }
  char peek() const { return m_rest.empty() ? '\0' : m_rest.front(); }

  // Steps over `expected` when it is next.
  bool skip(char expected) {
    if (m_rest.empty() || m_rest.front() != expected) return false;
    m_rest.remove_prefix(1);
    return true;
  }
  bool skip(std::string_view expected) {
    if (!m_rest.starts_with(expected)) return false;
    m_rest.remove_prefix(expected.size());
    return true;
  }
  bool iskip(std::string_view expected) {
    if (!istarts_with(m_rest, expected)) return false;
    m_rest.remove_prefix(expected.size());
    return true;
  }
  // Steps over spaces and tabs; true when there was one.
  bool spaces() {
    const size_t before = m_rest.size();
    while (!m_rest.empty() && (m_rest.front() == ' ' || m_rest.front() == '\t')) m_rest.remove_prefix(1);
    return m_rest.size() != before;
  }
  void advance(size_t n) { m_rest.remove_prefix(n < m_rest.size() ? n : m_rest.size()); }

  // The digits that are next, as a number; a number too large for 64 bits is its largest value.
  std::optional<std::uint64_t> number() {
    const std::string_view digits = take_while(is_digit);
    if (digits.empty()) return std::nullopt;
    const auto value = parse_uint(digits);
    return value ? *value : UINT64_MAX;
  }

  template <class Predicate>
  std::string_view take_while(Predicate&& is_part) {
    size_t n = 0;
    while (n < m_rest.size() && is_part(m_rest[n])) ++n;
    const std::string_view taken = m_rest.substr(0, n);
    m_rest.remove_prefix(n);
    return taken;
  }
  // Letters, digits, underscores, and bytes beyond ASCII.
  std::string_view word() { return take_while(is_word); }

  // The text before the next `stop`, which is stepped over; nothing moves when there is none.
  std::optional<std::string_view> before(std::string_view stop) {
    const size_t at = m_rest.find(stop);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view taken = m_rest.substr(0, at);
    m_rest.remove_prefix(at + stop.size());
    return taken;
  }
  // Moves just past the next `wanted`; nothing moves when there is none.
  bool past(std::string_view wanted) { return before(wanted).has_value(); }

 private:
  std::string_view m_rest;
};

}  // namespace assay
