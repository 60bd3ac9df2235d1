// The parts the word rules are made of. Internal to logs.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "logs/words/log_context.h"
#include "logs/words/words.h"

namespace assay::logs {

constexpr size_t k_sentence = 24;  // tokens to look to either side for the rest of a sentence

// Collects what one text says: at most one signal of a kind, the first.
class SignalCollector {
 public:
  SignalCollector(std::string_view text, std::vector<WordSignal>& out)
      : m_text(text), m_out(out), m_first(out.size()) {}

  void add_signal(SignalKind kind, std::string_view rule, size_t begin, size_t end, std::string_view subject = {});
  // The same, with the words of the tokens from..to (inclusive).
  void add_signal(SignalKind kind, std::string_view rule, const Tokens& t, size_t from, size_t to,
                  std::string_view subject = {});
  void name(Outcome outcome, std::string_view subject);
  bool said(SignalKind kind) const;
  bool said_bad() const {
    return said(SignalKind::failure) || said(SignalKind::not_run) || said(SignalKind::crash) ||
           said(SignalKind::zero_tests);
  }
  bool empty() const { return m_out.size() == m_first; }
  std::string_view text() const { return m_text; }

 private:
  std::string_view m_text;
  std::vector<WordSignal>& m_out;
  size_t m_first;
};

enum class WordMark { none, good, bad, unchecked };
// A check mark, cross or checkbox at the front, after a bullet; `rest` becomes what follows it.
WordMark take_word_mark(std::string_view text, std::string_view& rest, TextKind voice);
std::string_view without_time(std::string_view name);  // "adds (12ms)", "adds 12 ms" -> "adds"

// Whether one of the words stands in [from, to), quoted and joined ones included.
bool has_word(const Tokens& t, size_t from, size_t to, std::initializer_list<std::string_view> words);

// Says nothing about which check it was: "all tests", "pnpm test".
bool is_generic_subject(std::string_view subject);
// Words with which the clause names what passed or was skipped: from its start to token `to`.
std::string_view subject_before(const LogContext& c, size_t to, SignalCollector& speech);
// "verification omitted", "tests were skipped entirely", "Skipped running the tests": not a part of
// the checks but all of them. Returns the last token of the phrase at i, or 0.
size_t left_out(const LogContext& c, size_t i);

bool read_exit_code(const LogContext& c, SignalCollector& speech);
bool read_status_record(const LogContext& c, SignalCollector& speech);
bool read_zero_tests(const LogContext& c, SignalCollector& speech);
void read_not_run(const LogContext& c, SignalCollector& speech);
void read_cautions(const LogContext& c, SignalCollector& speech);
void read_passes(const LogContext& c, SignalCollector& speech);
// "11/12 tests passed", "41 of 42 tests pass", at the word that says passed.
bool read_partial_pass(const LogContext& c, size_t i, SignalCollector& speech);

// "Most tests pass", "all tests passed but one": what did not.
void read_exceptions(const LogContext& c, SignalCollector& speech);

void read_log_words(const LogContext& c, SignalCollector& speech);
void read_prose_words(const LogContext& c, SignalCollector& speech);
// "I still get an error", "CI: failing".
void read_troubles(const LogContext& c, SignalCollector& speech);
// What a report owns up to: checks weakened or switched off, work left over, known problems.
void read_admissions(const LogContext& c, SignalCollector& speech);

// Japanese and Chinese, which part no words.
void read_cjk_words(std::string_view text, SignalCollector& speech);

}  // namespace assay::logs
