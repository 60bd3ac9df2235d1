#include "reports/source_map.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "reports/json_parts.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_most_pieces = 4'000'000;

int digit_of(char c) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto at = digits.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

// The next number in base 64 with a bit that says that more follows; nothing when there is none.
std::optional<std::int64_t> next_number(std::string_view text, std::size_t& at) {
  std::int64_t value = 0;
  for (int shift = 0; at < text.size() && shift < 50; shift += 5) {
    const int digit = digit_of(text[at]);
    if (digit < 0) return std::nullopt;
    ++at;
    value |= static_cast<std::int64_t>(digit & 31) << shift;
    if ((digit & 32) == 0) return (value & 1) != 0 ? -(value >> 1) : value >> 1;
  }
  return std::nullopt;
}

}  // namespace

std::vector<SourceMap::Piece> read_mappings(std::string_view mappings) {
  std::vector<SourceMap::Piece> pieces;
  std::size_t line = 0;
  std::int64_t column = 0, source_line = 0;
  for (std::size_t at = 0; at < mappings.size() && pieces.size() < k_most_pieces;) {
    if (mappings[at] == ';') {
      ++line;
      column = 0;
      ++at;
      continue;
    }
    if (mappings[at] == ',') {
      ++at;
      continue;
    }
    std::int64_t fields[5] = {};
    int count = 0;
    while (at < mappings.size() && mappings[at] != ',' && mappings[at] != ';') {
      const auto number = next_number(mappings, at);
      if (!number || count == 5) return pieces;
      fields[count++] = *number;
    }
    column += fields[0];
    source_line += fields[2];
    constexpr std::int64_t most = 100'000'000;
    if (column < 0 || source_line < 0 || column > most || source_line > most) return pieces;
    if (count >= 4) pieces.push_back({line, static_cast<std::size_t>(column), static_cast<std::size_t>(source_line)});
  }
  return pieces;
}

std::optional<SourceMap> source_map_in(std::string_view cache, std::string_view url) {
  const auto key = cat("\"", url, "\"");
  const auto found = cache.find(key);
  if (found == std::string_view::npos) return std::nullopt;
  const auto begin = cache.find('{', found + key.size());
  const auto value = begin == std::string_view::npos ? std::nullopt : json_value_at(cache, begin);
  if (!value) return std::nullopt;
  const auto entry = parse_json(*value, "source map");
  const auto* whole = entry ? entry->if_object() : nullptr;
  const auto* data = whole != nullptr ? whole->if_contains("data") : nullptr;
  const auto* lengths = whole != nullptr ? whole->if_contains("lineLengths") : nullptr;
  if (data == nullptr || !data->is_object() || lengths == nullptr || !lengths->is_array()) return std::nullopt;
  const auto* sources = data->get_object().if_contains("sources");
  if (sources == nullptr || !sources->is_array() || sources->get_array().size() != 1) return std::nullopt;
  SourceMap map;
  for (const auto& length : lengths->get_array()) {
    if (!length.is_int64() || length.get_int64() < 0 || length.get_int64() > 100'000'000) return std::nullopt;
    map.line_lengths.push_back(static_cast<std::size_t>(length.get_int64()));
  }
  map.pieces = read_mappings(text_at(data->get_object(), "mappings"));
  return map;
}

}  // namespace assay::reports
