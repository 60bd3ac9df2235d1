// A sentence taken apart: its words, and what stands in quotes or backquotes. Inside this room only.
#pragma once

#include <string_view>
#include <vector>

namespace assay::plan {

struct SentenceWord {
  std::string_view raw;   // with the punctuation around it
  std::string_view text;  // without
  bool is_code = false;   // it stands alone in backquotes
};

// Several words in backquotes.
struct SentenceCode {
  std::string_view text;
  size_t at = 0;  // how many words stand before it
};

struct SentenceParts {
  std::vector<SentenceWord> words;
  std::vector<SentenceCode> code;
  std::vector<std::string_view> quotes;  // in any quotes
};

// Views into `sentence`, of which the first 4,000 bytes are looked at.
SentenceParts take_apart(std::string_view sentence);

}  // namespace assay::plan
