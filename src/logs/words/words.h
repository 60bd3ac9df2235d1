// The word rules: what text that no runner reader knows says about checks, in English and in the
// failure words of German, French, Spanish, Portuguese, Japanese and Chinese. Pure and linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "logs/facts.h"

namespace assay::logs {

// Who speaks: a program about what just happened, or a person or agent about their work. Prose
// tells of failures that were handled, fixed or tested for, so it must be explicit to count.
enum class TextKind { log, prose };

struct WordSignal {
  SignalKind kind = SignalKind::failure;
  std::string_view rule;  // "log.words.failed"; static
  size_t begin = 0;       // the words that say it, as offsets in the text
  size_t end = 0;
  std::string_view subject;           // part of the text: what it is said of; may be empty
  std::optional<Outcome> named = {};  // the subject is a test, suite or command with this outcome
  bool signal = true;                 // false: only the name counts
  bool of_check = false;              // a failure said of a check, with a count or as a result; not "ERROR: boom"
};

// Appends what one line (TextKind::log) or one sentence (TextKind::prose) says.
void read_words(std::string_view text, TextKind voice, std::vector<WordSignal>& out);

// The parts of a paragraph that are judged by themselves: sentences, and bullet lines.
std::vector<std::string_view> sentences(std::string_view paragraph);

}  // namespace assay::logs
