#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace assay::reports {

// Calls each(line, number) for every line, counted from 1, without holding them all.
template <class Each>
void for_each_line(std::string_view text, Each&& each) {
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace assay::reports
