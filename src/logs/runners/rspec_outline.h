// RSpec's documentation format: groups and examples stand indented and unmarked above the closing
// counts, so nothing tells them from other text until those counts are read. Internal to logs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::logs {

struct Outline {
  struct Example {
    std::string name;  // "Billing::Proration charges by day"
    std::uint64_t line = 0;
  };
  std::vector<Example> passed;
  std::uint64_t first_line = 0;  // from here on every line is a group or an example; 0: no outline
};

// The outline that ends `before`, the text above line `number`. Nothing when it holds more examples
// than the `examples` that were counted: then something else was printed that way.
Outline read_outline(std::string_view before, std::uint64_t number, std::uint64_t examples);

}  // namespace assay::logs
