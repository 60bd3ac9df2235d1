// One field of a JSON object on one line, without parsing the rest: for event streams, where each
// of a million lines holds a known set of plain fields.
#pragma once

#include <string_view>

namespace assay::logs {

// The text of the string field `"name":"…"` at any depth, escapes left as they are; empty when
// there is none. Names inside strings are not mistaken for fields: there the quotes are escaped.
inline std::string_view json_field(std::string_view object, std::string_view name) {
  size_t at = 0;
  while ((at = object.find(name, at)) != std::string_view::npos) {
    const size_t begin = at;
    at += name.size();
    if (begin == 0 || object[begin - 1] != '"' || (begin >= 2 && object[begin - 2] == '\\')) continue;
    if (object.substr(at, 3) != "\":\"") continue;
    const size_t value = at + 3;
    size_t end = value;
    while (end < object.size() && object[end] != '"') end += object[end] == '\\' ? 2 : 1;
    return end < object.size() ? object.substr(value, end - value) : std::string_view{};
  }
  return {};
}

}  // namespace assay::logs
