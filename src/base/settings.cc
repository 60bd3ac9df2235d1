#include "base/settings.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/nearest.h"
#include "base/text.h"

namespace assay {

namespace {

constexpr std::uint64_t k_longest_s = std::uint64_t{7} * 24 * 3600;

// "90s" -> 90, "10m" -> 600, "2h" -> 7200
std::optional<std::uint64_t> seconds_of(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::uint64_t factor = 1;
  if (text.back() == 'm') factor = 60;
  if (text.back() == 'h') factor = 3600;
  if (!is_digit(text.back())) {
    if (factor == 1 && text.back() != 's') return std::nullopt;
    text.remove_suffix(1);
  }
  const auto n = parse_uint(text);
  if (!n || *n > k_longest_s) return std::nullopt;
  return *n * factor;
}

}  // namespace

Settings::Settings(const json::value& table, std::string where)
    : m_table(table.if_object()), m_where(std::move(where)) {
  if (m_table == nullptr) m_result = invalid_input(cat(m_where, " must be a table"));
}

const json::value* Settings::take(std::string_view key) {
  m_known.push_back(key);
  return m_table == nullptr ? nullptr : m_table->if_contains(key);
}

void Settings::wrong(std::string_view key, std::string_view want) {
  if (m_result) m_result = invalid_input(cat(m_where, ": \"", key, "\" must be ", want));
}

std::optional<std::string> Settings::text(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return std::string(value->get_string());
  wrong(key, "a text");
  return std::nullopt;
}

std::optional<bool> Settings::flag(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_bool()) return value->get_bool();
  wrong(key, "true or false");
  return std::nullopt;
}

std::optional<std::uint64_t> Settings::number(std::string_view key, std::uint64_t least, std::uint64_t most) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_int64() && value->get_int64() >= 0) {
    const auto n = static_cast<std::uint64_t>(value->get_int64());
    if (n >= least && n <= most) return n;
  }
  wrong(key, cat("a whole number from ", least, " to ", most));
  return std::nullopt;
}

std::optional<std::vector<std::string>> Settings::texts(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  const auto* list = value->if_array();
  std::vector<std::string> out;
  if (list != nullptr && std::all_of(list->begin(), list->end(), [](const auto& v) { return v.is_string(); })) {
    for (const auto& item : *list) out.emplace_back(item.get_string());
    return out;
  }
  wrong(key, "a list of texts");
  return std::nullopt;
}

std::optional<size_t> Settings::choice(std::string_view key, const std::vector<std::string_view>& names) {
  const auto value = text(key);
  if (!value) return std::nullopt;
  const auto found = std::find(names.begin(), names.end(), *value);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  wrong(key, cat("one of ", join(std::vector<std::string>(names.begin(), names.end()), ", "), ", not \"",
                 excerpt(*value, 40), "\""));
  return std::nullopt;
}

std::optional<std::uint64_t> Settings::duration_ms(std::string_view key) {
  const auto* value = take(key);
  if (value == nullptr) return std::nullopt;
  std::optional<std::uint64_t> seconds;
  if (value->is_int64() && value->get_int64() > 0) seconds = static_cast<std::uint64_t>(value->get_int64());
  if (value->is_string()) seconds = seconds_of(value->get_string());
  if (seconds && *seconds > 0 && *seconds <= k_longest_s) return *seconds * 1000;
  wrong(key, "a time: seconds, or \"90s\", \"10m\", \"2h\"; one week at most");
  return std::nullopt;
}

Result<void> Settings::finish() {
  if (!m_result || m_table == nullptr) return m_result;
  for (const auto& member : *m_table) {
    const std::string_view key = member.key();
    if (std::find(m_known.begin(), m_known.end(), key) != m_known.end()) continue;
    const auto close = nearest(key, m_known);
    return invalid_input(cat(m_where, ": unknown setting \"", excerpt(key, 60), "\"",
                             close.empty() ? std::string() : cat("; did you mean \"", close, "\"?")));
  }
  return {};
}

}  // namespace assay
