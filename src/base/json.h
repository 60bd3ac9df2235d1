// JSON as the rest of the code sees it: Boost.JSON's value (objects keep their order), parsed with
// limits and written with or without indentation. Strings that are not UTF-8 are repaired on write.
#pragma once

#include <string>
#include <string_view>

#include <boost/json/fwd.hpp>
#include <boost/json/value.hpp>

#include "base/result.h"

namespace assay {

namespace json = boost::json;

enum class Indent { none, two_spaces };

// `what` names the text in the error: "verifier.config.json: line 3: ...".
Result<json::value> parse_json(std::string_view text, std::string_view what);
std::string write_json(const json::value& value, Indent indent = Indent::none);

// A member's text; empty when there is none, or something else than a text.
std::string text_at(const json::object& from, std::string_view key);

}  // namespace assay
