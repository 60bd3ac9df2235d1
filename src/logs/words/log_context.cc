#include "logs/words/log_context.h"

#include <algorithm>

namespace assay::logs {

namespace {

constexpr Meaning k_counted =
    means::fail | means::failure | means::error | means::pass | means::skip | means::warn | means::flaky;
constexpr size_t k_clause = 24;  // tokens to look to either side for the end of a clause

}  // namespace

LogContext::LogContext(const Tokens& tokens, TextKind voice) : m_tokens(tokens), m_voice(voice) {
  while (m_first_word < tokens.size() && tokens[m_first_word].kind == Token::sign) ++m_first_word;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == Token::number && !tokens[i].part) break;
    if (tokens[i].kind == Token::word && !tokens[i].part && tokens[i].is(k_counted)) {
      m_number_first = false;
      break;
    }
  }
}

bool LogContext::usable(size_t i) const {
  return m_tokens[i].kind == Token::word && !m_tokens[i].part && !m_tokens[i].quoted;
}

bool LogContext::is_boundary(size_t i) const {
  const Token& t = m_tokens[i];
  if (t.kind == Token::word) return t.is(means::but) && !t.part;
  if (t.kind == Token::number) return false;
  const bool space_after = i + 1 >= m_tokens.size() || m_tokens[i + 1].spaced;
  switch (t.first) {
    case ';':
    case '!':
    case '?':
    case '|':
    case '(':
    case ')':
    case '[':
    case ']': return true;
    case '.':
    case ',':
    case ':': return space_after;
    case '-': return t.spaced && space_after;
    default: return static_cast<unsigned char>(t.first) >= 0x80 && t.end - t.begin > 1;
  }
}

size_t LogContext::left(size_t i) const {
  size_t at = i;
  while (at > 0 && i - at < k_clause && !is_boundary(at - 1)) --at;
  return at;
}

size_t LogContext::right(size_t i) const {
  size_t at = i + 1;
  while (at < m_tokens.size() && at - i < k_clause && !is_boundary(at)) ++at;
  return std::min(at, m_tokens.size());
}

bool LogContext::any(size_t from, size_t to, Meaning m) const {
  for (size_t i = from; i < to && i < m_tokens.size(); ++i) {
    if (usable(i) && m_tokens[i].is(m)) return true;
  }
  return false;
}

bool LogContext::mentions_check(size_t from, size_t to) const {
  for (size_t i = from; i < to && i < m_tokens.size(); ++i) {
    if (m_tokens[i].kind == Token::word && m_tokens[i].is(means::check)) return true;
  }
  return false;
}

bool LogContext::starts_line(size_t i) const { return i <= m_first_word; }

bool LogContext::is_label(size_t i) const {
  if (!m_tokens.sign(i + 1, ':')) return false;
  return i + 2 >= m_tokens.size() || m_tokens[i + 2].spaced || m_tokens[i + 2].kind == Token::sign;
}

std::optional<Count> LogContext::number_before(size_t i) const {
  for (size_t steps = 0, at = i; at > 0 && steps < 6; ++steps) {
    --at;
    if (m_tokens[at].kind == Token::number) {
      if (m_tokens[at].part) return std::nullopt;
      // "2 of 10 tests failed", "2/10 failed": the first number is the count.
      if (at >= 2 && m_tokens[at - 2].kind == Token::number &&
          (m_tokens.is(at - 1, "of") || m_tokens.sign(at - 1, '/'))) {
        at -= 2;
      } else if (at >= 3 && m_tokens[at - 3].kind == Token::number && m_tokens.is(at - 1, "of") &&
                 m_tokens.is(at - 2, "out")) {
        at -= 3;
      }
      if (at > 0 && (m_tokens.is(at - 1, "line") || m_tokens.is(at - 1, "code") || m_tokens.is(at - 1, "status") ||
                     m_tokens.sign(at - 1, '#') || m_tokens.sign(at - 1, '-'))) {
        return std::nullopt;
      }
      if (steps == 0 && at > 0 && m_tokens[at - 1].kind == Token::word && m_tokens[at - 1].is(means::numbered))
        return std::nullopt;
      return Count{m_tokens[at].value, at};
    }
    if (m_tokens[at].kind == Token::sign) {
      if (m_tokens[at].first == ')' || m_tokens[at].first == '(' || (m_tokens[at].first == '-' && !m_tokens[at].spaced))
        continue;  // "3 test(s) failed"
      return std::nullopt;
    }
    const bool plural_sign = m_tokens.is(at, "s") && at > 0 && m_tokens.sign(at - 1, '(');  // "chart(s)"
    if (plural_sign) continue;
    // "12 files failed 0": the number that follows is the verb's own.
    if (m_tokens.is(at, "files") && number_after(i)) return std::nullopt;
    if (m_tokens[at].is(k_counted | means::negator | means::unit | means::maybe)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Count> LogContext::number_after(size_t i) const {
  bool told = false;  // a ':' or '=' announced a value
  for (size_t at = i + 1, words = 0; at < m_tokens.size() && at < i + 7; ++at) {
    const Token& t = m_tokens[at];
    if (m_tokens.sign(at, '(') && m_tokens.is(at + 1, "s") && m_tokens.sign(at + 2, ')')) {  // "error(s): 3"
      at += 2;
      continue;
    }
    if (t.kind == Token::number) {
      if (t.part) return std::nullopt;
      // "Passed: 0 failures, 0 warnings": the number is the next word's.
      const bool of_next = at + 1 < m_tokens.size() && m_tokens[at + 1].kind == Token::word &&
                           m_tokens[at + 1].is(means::failure | means::error | means::warn);
      if (told && of_next && m_tokens[i].is(means::pass)) return std::nullopt;
      // "error: 0 test files matching": a message, not a count of errors
      const bool message = at + 1 < m_tokens.size() && m_tokens[at + 1].kind == Token::word;
      if (told && message && starts_line(i) && m_tokens[i].is(means::error) && !m_tokens[i].is(means::plural))
        return std::nullopt;
      if (told) return Count{t.value, at};
      if (words > 0) return std::nullopt;
      const bool ends = at + 1 >= m_tokens.size() || is_boundary(at + 1) || m_tokens.sign(at + 1, '/') ||
                        m_tokens[at + 1].is(means::check | k_counted);
      const Token& trigger = m_tokens[i];
      if (ends && (trigger.meaning == 0 ||
                   trigger.is(means::plural | means::fail | means::broken | means::pass | means::skip | means::flaky)))
        return Count{t.value, at};
      return std::nullopt;
    }
    if (t.kind == Token::word) {
      if (told || ++words > 2 || t.is(means::but | means::unit)) return std::nullopt;
      continue;
    }
    if (t.first == ':' || t.first == '=' || (t.first == '(' && words == 0)) {
      told = true;
    } else if (t.first != '"' && t.first != '\'' && t.first != ')' && t.first != '*') {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<Count> LogContext::count(size_t i) const {
  // "tests=42 failures=0": each has its own.
  if ((m_tokens.sign(i + 1, '=') || m_tokens.sign(i + 1, ':')) && m_tokens.number(i + 2)) {
    if (const auto own = number_after(i)) return own;
  }
  if (m_number_first) {
    if (const auto before = number_before(i)) return before;
  }
  if (const auto after = number_after(i)) return after;
  if (!m_number_first) {
    // "Failed! 2 errors": the first word had no number of its own.
    if (const auto before = number_before(i); before && before->token > 0) {
      const size_t left_of = before->token - 1;
      const bool taken = m_tokens[left_of].kind == Token::word && m_tokens[left_of].is(k_counted);
      const bool value =
          m_tokens[left_of].kind == Token::sign && (m_tokens[left_of].first == ':' || m_tokens[left_of].first == '=');
      // "Passed: 0 failure(s)" counts failures.
      const bool own = left_of > 0 && m_tokens[left_of - 1].is(means::pass) && before->token + 1 == i;
      if (!taken && (own || !(value && left_of > 0 && m_tokens[left_of - 1].is(k_counted)))) return before;
    }
  }
  return std::nullopt;
}

bool LogContext::is_zero(size_t i) const {
  if (const auto n = count(i)) return n->value == 0;
  if (negated(i)) return true;
  // "Errors: none", "Fehler: keine"
  for (size_t at = i + 1; at < m_tokens.size() && at < i + 4; ++at) {
    if (m_tokens.sign(at, ':') || m_tokens.sign(at, '=')) {
      return at + 1 < m_tokens.size() && m_tokens[at + 1].is(means::none | means::negator) &&
             (at + 2 >= m_tokens.size() || is_boundary(at + 2));
    }
  }
  return false;
}

bool LogContext::negated(size_t i) const {
  const size_t from = left(i);
  for (size_t at = i, steps = 0; at > from && steps < 6; ++steps) {
    --at;
    const Token& t = m_tokens[at];
    if (t.kind != Token::word) continue;
    if (m_tokens.is(at, "and") || m_tokens.is(at, "so") || m_tokens.is(at, "then") || m_tokens.is(at, "y") ||
        m_tokens.is(at, "und") || m_tokens.is(at, "et") || m_tokens.is(at, "e")) {
      // "no errors and failures" still denies both.
      if (at + 1 < i) return false;
      continue;
    }
    if (t.is(means::negator)) return true;
  }
  // "error free"; "les tests n'échouent pas"; "ist nicht fehlgeschlagen" stands on the left
  return m_tokens.is(i + 1, "free") || m_tokens.is(i + 1, "pas");
}

bool LogContext::supposed(size_t i) const {
  const size_t from = left(i);
  const size_t near = i > 8 ? std::max(from, i - 8) : from;
  if (any(near, i, means::maybe)) return true;
  if (prose() && any(near, i, means::weak_maybe)) return true;
  if (any(i > 3 ? std::max(from, i - 3) : from, i, means::expected)) return true;
  const size_t to = std::min(right(i), i + 5);
  for (size_t at = i + 1; at < to; ++at) {
    if (m_tokens[at].is(means::expected) && (prose() || m_tokens.is(at - 1, "as"))) return true;
  }
  return m_tokens.is(i + 1, "as") && m_tokens.is(i + 2, "expected");
}

bool LogContext::repaired(size_t i) const {
  const size_t from = left(i);
  if (any(from, i, means::remedy)) return true;
  if (any(i > 4 ? std::max(from, i - 4) : from, i, means::produce)) return true;
  if (!prose()) return false;
  for (size_t at = from; at < i; ++at) {
    if (usable(at) && m_tokens[at].is(means::work) && !m_tokens[at].is(means::check)) return true;
  }
  return false;
}

bool LogContext::in_the_past(size_t i) const {
  const size_t from = left(i), to = right(i);
  if (any(from, to, means::still)) return false;
  if (any(from, to, means::past)) return true;
  for (size_t at = from; at + 1 < to; ++at) {
    if (m_tokens.is(at, "used") && m_tokens.is(at + 1, "to")) return true;
  }
  return i > 0 && m_tokens.is(i, "failing") && (m_tokens.is(i - 1, "was") || m_tokens.is(i - 1, "were"));
}

bool LogContext::names_something(size_t i) const {
  if (i + 1 >= m_tokens.size() || m_tokens[i + 1].kind != Token::word) return false;
  const Token& next = m_tokens[i + 1];
  if (next.is(means::how)) return true;
  if (!next.is(means::thing) || next.is(means::check)) return false;
  // "failed messages" is a thing in prose; a program that says "failed" means it, unless it says what
  // became of them: "tests for failing uploads passed".
  return prose() || !m_tokens[i].is(means::fail) || any(i + 2, right(i), means::pass);
}

}  // namespace assay::logs
