// Texts of special values. Inside this room only.
#pragma once

#include <string>
#include <string_view>

namespace assay::prove {

constexpr size_t k_most_beside = 40;  // values that are kept beside one

// Letters and digits moved on, so that it is of the same length and sort, and nobody's value.
std::string disguised(std::string_view text);

// A name of somebody or something, a number, a sentence: not a word that a program could have as a key.
bool is_odd_text(std::string_view text);

}  // namespace assay::prove
