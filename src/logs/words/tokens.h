// A line as words, numbers and signs, folded to small ASCII letters where they have them, each with
// what it means to the word rules. Internal to logs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::logs {

// What a word can mean; a word may mean several things.
using Meaning = std::uint64_t;
namespace means {
constexpr Meaning fail = 1u << 0;         // failed, fails, fehlgeschlagen
constexpr Meaning failure = 1u << 1;      // failure, failures, échec: a noun
constexpr Meaning error = 1u << 2;        // error, errors, Fehler
constexpr Meaning broken = 1u << 3;       // broken, crashed, aborted
constexpr Meaning pass = 1u << 4;         // passed, succeeded, green
constexpr Meaning skip = 1u << 5;         // skipped
constexpr Meaning warn = 1u << 6;         // warning, warnings
constexpr Meaning flaky = 1u << 7;        // flaky
constexpr Meaning negator = 1u << 8;      // no, not, without, keine
constexpr Meaning maybe = 1u << 9;        // if, when, should, would
constexpr Meaning remedy = 1u << 10;      // fixed, handles, prevents
constexpr Meaning work = 1u << 11;        // added, refactored, documents: tells of code, not of a check
constexpr Meaning past = 1u << 12;        // previously, before, used
constexpr Meaning check = 1u << 13;       // tests, lint, build: what can pass or fail
constexpr Meaning generic = 1u << 14;     // says nothing about which check: all, unit, the
constexpr Meaning but = 1u << 15;         // but, however: what was said before no longer covers
constexpr Meaning thing = 1u << 16;       // handling, message, path: makes "error" a name of something
constexpr Meaning none = 1u << 17;        // none, n/a, nothing
constexpr Meaning run = 1u << 18;         // run, execute, verify
constexpr Meaning still = 1u << 19;       // still, again
constexpr Meaning be = 1u << 20;          // is, was, were, are
constexpr Meaning finish = 1u << 21;      // complete, implement, finish
constexpr Meaning plural = 1u << 22;      // errors, failures: "errors 3" is a count, "error 3" a code
constexpr Meaning expected = 1u << 23;    // expected, intentional, known
constexpr Meaning self = 1u << 24;        // this, it, change, fix: the work as a whole
constexpr Meaning produce = 1u << 25;     // returns, throws, emits: the code does it
constexpr Meaning weak_maybe = 1u << 26;  // that, which, after: in prose often tells of a case
constexpr Meaning how = 1u << 27;         // fast, over, login: "fail fast", "failed logins" are no failures
constexpr Meaning unit = 1u << 28;        // seconds, attempts, in: a number before it counts something else
constexpr Meaning numbered = 1u << 29;    // "step 3 failed" speaks of one step, "tests 3 passed" of three tests
}  // namespace means

struct Token {
  enum Kind : std::uint8_t { word, number, sign } kind = word;
  std::uint32_t begin = 0;  // in the text
  std::uint32_t end = 0;
  std::uint32_t folded = 0;  // in Tokens::folded
  std::uint32_t folded_size = 0;
  bool part = false;  // of a name, path, flag or call: "error.ts", "fail-fast", "fail()"
  bool quoted = false;
  bool spaced = true;       // white space, or the start, before it
  char first = 0;           // a sign's character
  bool capitals = false;    // the word is written in capitals
  std::uint64_t value = 0;  // a number's
  Meaning meaning = 0;
  bool is(Meaning m) const { return (meaning & m) != 0; }
};

class Tokens {
 public:
  // Replaces what was held. The text must outlive the tokens.
  void read(std::string_view text);

  size_t size() const { return m_tokens.size(); }
  const Token& operator[](size_t i) const { return m_tokens[i]; }
  std::string_view text() const { return m_text; }
  std::string_view word(size_t i) const {
    return std::string_view(m_folded).substr(m_tokens[i].folded, m_tokens[i].folded_size);
  }
  std::string_view word_or_empty(size_t i) const {
    return i < m_tokens.size() && m_tokens[i].kind == Token::word ? word(i) : std::string_view{};
  }
  bool is(size_t i, std::string_view w) const {
    return i < m_tokens.size() && m_tokens[i].kind == Token::word && word(i) == w;
  }
  bool sign(size_t i, char c) const {
    return i < m_tokens.size() && m_tokens[i].kind == Token::sign && m_tokens[i].first == c;
  }
  bool number(size_t i) const { return i < m_tokens.size() && m_tokens[i].kind == Token::number; }

 private:
  void read_word(size_t& at);
  void read_number(size_t& at);
  void mark_parts();
  void mark_quotes();

  std::string_view m_text;
  std::string m_folded;
  std::vector<Token> m_tokens;
};

// What a folded word means; 0 for a word of no interest.
Meaning meaning_of(std::string_view folded);

}  // namespace assay::logs
