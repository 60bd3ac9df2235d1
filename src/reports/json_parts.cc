#include "reports/json_parts.h"

#include <boost/json.hpp>

#include "base/text.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_longest_object = 1u << 20;

// Past the string that begins at `at`; npos when it does not end.
std::size_t past_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

std::size_t count_colons(std::string_view text) {
  std::size_t colons = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      at = past_string(text, at);
      continue;
    }
    colons += text[at] == ':' ? 1 : 0;
    ++at;
  }
  return colons;
}

std::size_t count_members(const json::value& value) {
  std::size_t members = 0;
  if (value.is_object()) {
    for (const auto& member : value.get_object()) members += 1 + count_members(member.value());
  } else if (value.is_array()) {
    for (const auto& item : value.get_array()) members += count_members(item);
  }
  return members;
}

enum class Surrogate : std::uint8_t { none, first, second };

Surrogate surrogate_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "\\u" || at + 6 > text.size()) return Surrogate::none;
  const char high = to_lower(text[at + 2]), low = to_lower(text[at + 3]);
  if (high != 'd') return Surrogate::none;
  if (low == '8' || low == '9' || low == 'a' || low == 'b') return Surrogate::first;
  return low >= 'c' && low <= 'f' ? Surrogate::second : Surrogate::none;
}

// Python and JavaScript write half of a pair ("\ud83d") when a text holds one, which is no JSON for a strict parser.
std::string with_whole_characters(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto here = surrogate_at(text, at);
    const bool pair = here == Surrogate::first && surrogate_at(text, at + 6) == Surrogate::second;
    const std::size_t size = pair ? 12 : here != Surrogate::none ? 6 : text[at] == '\\' ? 2 : 1;
    out.append(here == Surrogate::none || pair ? text.substr(at, size) : "\\ufffd");
    at += size;
  }
  return to_utf8(out);
}

}  // namespace

Result<json::object> parse_object(std::string_view text, std::string_view what) {
  if (text.size() > k_longest_object) return invalid_input(cat(what, ": longer than ", k_longest_object, " bytes"));
  auto parsed = parse_json(text, what);
  if (!parsed) parsed = parse_json(with_whole_characters(text), what);
  if (!parsed) return invalid_input(cat(what, ": not valid JSON"));
  json::value value = std::move(*parsed);
  if (!value.is_object()) return invalid_input(cat(what, ": not a JSON object"));
  if (count_colons(text) != count_members(value)) return invalid_input(cat(what, ": a key is given twice"));
  return std::move(value.get_object());
}

std::optional<std::string_view> json_value_at(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  for (std::size_t depth = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      at = past_string(text, at);
      if (depth == 0) break;
      continue;
    }
    const bool closes = c == '}' || c == ']';
    if (depth == 0 && (closes || c == ',' || is_space(c))) break;
    ++at;
    if (c == '{' || c == '[') ++depth;
    if (closes && --depth == 0) break;
  }
  // A number or word that the text ends with may be half of it.
  const bool cut = at > text.size() || (at == text.size() && !is_one_of(text.substr(at - 1), {"}", "]", "\""}));
  return at == begin || cut ? std::nullopt : std::optional(text.substr(begin, at - begin));
}

double number_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  boost::system::error_code error;
  const double number = value == nullptr ? 0 : value->to_number<double>(error);
  return error ? 0 : number;
}

std::optional<std::int64_t> integer_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  return value->get_int64();
}

}  // namespace assay::reports
