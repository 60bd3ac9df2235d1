// What a person types for an id: the first letters behind the dash. Eight of 32 kinds tell apart
// more missions than anybody will have.
#pragma once

#include <string>
#include <string_view>

namespace assay {

inline std::string short_id(std::string_view id) {
  constexpr size_t k_letters = 8;
  const size_t dash = id.find('-');
  return std::string((dash == std::string_view::npos ? id : id.substr(dash + 1)).substr(0, k_letters));
}

}  // namespace assay
