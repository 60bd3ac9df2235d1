// A line that is nothing but counts: "1 failed, 17 passed", "1 failed | 2 passed (3)",
// "ok. 31 passed; 0 failed; 2 ignored" after its label. Any order, any of the usual separators.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "logs/facts.h"

namespace assay::logs {

class Tally {
 public:
  // Nothing unless the whole of `text` is counts. Parentheses after a count are skipped:
  // "3 passed (1 step)".
  static std::optional<Tally> of(std::string_view text);

  // The count with this label; 0 when there is none. "error" also finds "errors".
  std::uint64_t get(std::string_view label) const;
  bool has(std::string_view label) const;
  size_t size() const { return m_size; }
  std::string_view label(size_t i) const { return m_items[i].label; }
  // True when every label is one of passed, failed, skipped and the like.
  bool about_tests() const;
  // passed/pass, failed/fail, errors, skipped/pending, todo, flaky, warnings.
  Counts counts() const;

 private:
  struct Item {
    std::uint64_t number = 0;
    std::string_view label;
  };
  std::array<Item, 12> m_items;
  size_t m_size = 0;
};

// "17 passed in 0.52s (0:00:01)" -> "17 passed"; the text itself when no duration follows.
std::string_view without_duration(std::string_view text);

}  // namespace assay::logs
