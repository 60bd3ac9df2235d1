// Texts in JSON that somebody else wrote.
#pragma once

#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "base/json.h"

namespace assay::serve {

// Empty when there is none, or something else than a text.
inline std::string text_at(const json::object& from, std::string_view name) {
  const auto* found = from.if_contains(name);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

}  // namespace assay::serve
