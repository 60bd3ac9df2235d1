// Numbers with their labels, as summaries print them: "2 failed, 3 passed" and "Failures: 1,
// Errors: 0". Punctuation, "and", "with", "|" between the pairs do not matter.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/cursor.h"

namespace assay::logs {

// Calls each(number, word) for every number that is followed by a word: "3 passed". Only whole
// numbers: the "2" of "1.2 seconds" and of "v2" is none.
template <class Each>
void each_count(std::string_view text, Each&& each) {
  Cursor at(text);
  bool fresh = true;  // the character before is not part of a number or word
  while (!at.done()) {
    if (!is_digit(at.peek())) {
      fresh = !is_word(at.peek()) && at.peek() != '.';
      at.advance(1);
      continue;
    }
    const auto number = *at.number();
    Cursor next = at;
    if (fresh && next.spaces()) {
      const std::string_view word = next.word();
      if (!word.empty() && !is_digit(word.front())) {
        each(number, word);
        at = next;
      }
    }
    fresh = false;
  }
}

// Calls each(label, number) for every "Label: 3"; the label is the word before the colon.
template <class Each>
void each_labelled(std::string_view text, Each&& each) {
  size_t colon = 0;
  while ((colon = text.find(':', colon)) != std::string_view::npos) {
    size_t begin = colon;
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    const std::string_view label = text.substr(begin, colon - begin);
    Cursor at(text.substr(++colon));
    at.spaces();
    const auto number = at.number();
    const bool whole = at.peek() != '.' || !is_digit(at.rest().size() > 1 ? at.rest()[1] : ' ');
    if (number && whole && !label.empty()) each(label, *number);
  }
}

}  // namespace assay::logs
