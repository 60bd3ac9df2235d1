// One character after the other of a text that may hold any bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

struct Utf8Char {
  char32_t code = 0xFFFD;  // U+FFFD for a byte that belongs to no character
  std::uint8_t size = 1;   // bytes it takes, at least one
};

// The character that begins at `at`, which is within `s`.
Utf8Char utf8_at(std::string_view s, size_t at);

}  // namespace assay
