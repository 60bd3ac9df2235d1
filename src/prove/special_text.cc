#include "prove/special_text.h"

#include <algorithm>

#include "base/text.h"

namespace assay::prove {

std::string disguised(std::string_view text) {
  std::string out(text);
  bool first = true;
  for (char& c : out) {
    if (is_lower(c)) c = static_cast<char>('a' + (c - 'a' + 7) % 26);
    if (is_upper(c)) c = static_cast<char>('A' + (c - 'A' + 7) % 26);
    if (is_digit(c)) c = static_cast<char>('0' + (c - '0' + 3) % 10);
    if (first && c == '0') c = '8';
    first = false;
  }
  return out;
}

bool is_odd_text(std::string_view text) {
  const bool has_letter = std::any_of(text.begin(), text.end(), is_alpha);
  const bool has_digit = std::any_of(text.begin(), text.end(), is_digit);
  return (has_letter && has_digit) || text.find_first_of(" @") != std::string_view::npos ||
         std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace assay::prove
