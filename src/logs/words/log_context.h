// A trigger word in its surroundings: whether it is counted, denied, supposed, repaired, or names
// something. Every look is a few tokens wide, so a line costs its length. Internal to logs.
#pragma once

#include <cstdint>
#include <optional>

#include "logs/words/tokens.h"
#include "logs/words/words.h"

namespace assay::logs {

struct Count {
  std::uint64_t value = 0;
  size_t token = 0;  // where the number stands
};

class LogContext {
 public:
  LogContext(const Tokens& tokens, TextKind voice);

  const Tokens& tokens() const { return m_tokens; }
  bool prose() const { return m_voice == TextKind::prose; }

  // Ends of the clause around token i: no boundary lies in [left, i) and (i, right).
  size_t left(size_t i) const;
  size_t right(size_t i) const;
  bool is_boundary(size_t i) const;

  // "3 failed", "failed: 3", "failed=3", "fail 3", "Failed tests: 3", "2 of 10 tests failed".
  std::optional<Count> count(size_t i) const;
  bool is_zero(size_t i) const;  // "0 failed", "no errors", "errors: none"

  bool negated(size_t i) const;
  bool supposed(size_t i) const;                      // if, should, expected, ...
  bool repaired(size_t i) const;                      // fixed the error, handles failures
  bool in_the_past(size_t i) const;                   // previously failing
  bool names_something(size_t i) const;               // error handling, fail fast
  bool usable(size_t i) const;                        // a word that is neither quoted nor part of a name
  bool any(size_t from, size_t to, Meaning m) const;  // a usable token in [from, to) means m
  bool mentions_check(size_t from, size_t to) const;  // also as part of a name: "schema:check"
  bool starts_line(size_t i) const;                   // nothing but signs before it
  bool is_label(size_t i) const;                      // followed by ':' and then a blank or the end

 private:
  std::optional<Count> number_before(size_t i) const;
  std::optional<Count> number_after(size_t i) const;

  const Tokens& m_tokens;
  TextKind m_voice;
  bool m_number_first = true;
  size_t m_first_word = 0;  // the first token that is no sign
};

}  // namespace assay::logs
