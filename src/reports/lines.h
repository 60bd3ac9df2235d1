#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/text.h"
#include "reports/draft.h"

namespace assay::reports {

constexpr std::uint64_t k_most_lines = 4'000'000;  // with those of a largest report 16 bytes long: far from honest

// Calls each(line, number) for every line, counted from 1, until too much of them is broken.
template <class Each>
void for_each_line(std::string_view text, Draft& draft, Each&& each) {
  for (std::uint64_t number = 1; !text.empty() && !draft.is_hopeless(); ++number) {
    if (number > k_most_lines) return draft.break_off(cat("there are more than ", k_most_lines, " lines"));
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace assay::reports
