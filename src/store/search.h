// The words of a search. Each has to occur somewhere in what is searched, in whichever of its texts; capital and small
// letters are the same, in every script.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "base/result.h"

namespace assay::store {

class Search {
 public:
  using Found = std::uint32_t;  // a bit for each word

  // Words are parted by blanks. Error invalid_input: too many.
  static Result<Search> of(std::string_view text);

  bool is_empty() const { return m_words.empty(); }
  Found in(std::string_view text) const;  // the words that occur in it
  // The words that an id begins with, with or without what it is of ("mission-"). Shorter ones occur in too many ids.
  Found in_id(std::string_view id) const;
  bool is_all(Found found) const { return found == m_all; }

 private:
  std::vector<Pattern> m_words;
  std::vector<std::string> m_texts;
  Found m_all = 0;
};

}  // namespace assay::store
