// JSON in parts: reports are parsed a line or an item at a time, so that a large one needs no large tree and a cut one
// keeps what comes before the cut.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace assay::reports {

// A JSON object of at most a megabyte. An object that gives a key twice is an error: readers differ in which they take.
Result<json::object> parse_object(std::string_view text, std::string_view what);

// The bytes of the JSON value that begins at `at`; nothing when the text ends before it does.
std::optional<std::string_view> json_value_at(std::string_view text, std::size_t at);

double number_at(const json::object& from, std::string_view key);  // 0 when there is none
std::optional<std::int64_t> integer_at(const json::object& from, std::string_view key);

}  // namespace assay::reports
