// Names of enumerators, as one array per enumeration in the order of its values.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace assay {

template <class Enum>
std::string_view name_in(std::span<const std::string_view> names, Enum value) {
  const auto index = static_cast<size_t>(value);
  return index < names.size() ? names[index] : std::string_view("unknown");
}

template <class Enum>
std::optional<Enum> value_in(std::span<const std::string_view> names, std::string_view name) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace assay
