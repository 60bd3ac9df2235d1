#include "base/settings.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/cursor.h"
#include "base/nearest.h"
#include "base/text.h"

namespace assay {

namespace {

constexpr std::uint64_t k_longest_ms = std::uint64_t{7} * 24 * 3'600'000;

// "90s" -> 90'000, "10m" -> 600'000, "1h30m" -> 5'400'000; a plain number counts seconds.
std::optional<std::uint64_t> milliseconds_of(std::string_view text) {
  std::uint64_t total = 0;
  if (text.empty()) return std::nullopt;
  for (Cursor cursor(text); !cursor.done();) {
    const auto n = cursor.number();
    if (!n || *n > k_longest_ms) return std::nullopt;
    const auto unit = cursor.take_while(is_alpha);
    std::uint64_t factor = 0;
    if (unit == "ms") factor = 1;
    if (unit == "s" || (unit.empty() && cursor.done())) factor = 1000;
    if (unit == "m") factor = 60'000;
    if (unit == "h") factor = 3'600'000;
    if (unit == "d") factor = 86'400'000;
    total += *n * factor;
    if (factor == 0 || total > k_longest_ms) return std::nullopt;
  }
  return total;
}

}  // namespace

Settings::Settings(const json::value& table, std::string where)
    : m_table(table.if_object()), m_where(std::move(where)) {
  if (m_table == nullptr) m_problems.push_back(cat(m_where.empty() ? "this" : m_where, " must be a table"));
  if (!m_where.empty()) m_where += ": ";
}

const json::value* Settings::value(std::string_view key) {
  if (std::find(m_known.begin(), m_known.end(), key) == m_known.end()) m_known.push_back(key);
  const auto* found = m_table == nullptr ? nullptr : m_table->if_contains(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

void Settings::wrong(std::string_view key, std::string_view want) {
  m_problems.push_back(cat(m_where, "\"", key, "\" must be ", want));
}

std::optional<std::string> Settings::text(std::string_view key) {
  const auto* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->is_string()) return std::string(found->get_string());
  wrong(key, "a text");
  return std::nullopt;
}

std::optional<bool> Settings::flag(std::string_view key) {
  const auto* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->is_bool()) return found->get_bool();
  wrong(key, "true or false");
  return std::nullopt;
}

std::optional<std::uint64_t> Settings::number(std::string_view key, std::uint64_t least, std::uint64_t most) {
  const auto* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->is_int64() && found->get_int64() >= 0) {
    const auto n = static_cast<std::uint64_t>(found->get_int64());
    if (n >= least && n <= most) return n;
  }
  wrong(key, cat("a whole number from ", least, " to ", most));
  return std::nullopt;
}

std::optional<std::vector<std::string>> Settings::texts(std::string_view key) {
  const auto* found = value(key);
  if (found == nullptr) return std::nullopt;
  const auto* list = found->if_array();
  std::vector<std::string> out;
  if (list != nullptr && std::all_of(list->begin(), list->end(), [](const auto& v) { return v.is_string(); })) {
    for (const auto& item : *list) out.emplace_back(item.get_string());
    return out;
  }
  wrong(key, R"(a list of texts, as ["one", "two"])");
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
  const auto* found = value(key);
  if (found == nullptr) return std::nullopt;
  std::optional<std::uint64_t> time;
  if (found->is_int64() && found->get_int64() > 0) time = static_cast<std::uint64_t>(found->get_int64());
  if (time) time = *time <= k_longest_ms / 1000 ? *time * 1000 : 0;
  if (found->is_string()) time = milliseconds_of(found->get_string());
  if (time && *time > 0) return time;
  wrong(key, "a time: seconds, or \"90s\", \"10m\", \"2h\"; one week at most");
  return std::nullopt;
}

std::optional<double> Settings::real(std::string_view key, double least, double most) {
  const auto* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->is_number()) {
    const auto n = found->to_number<double>();
    if (n >= least && n <= most) return n;
  }
  wrong(key, cat("a number from ", least, " to ", most));
  return std::nullopt;
}

std::vector<const json::value*> Settings::tables(std::string_view key) {
  const auto* found = value(key);
  std::vector<const json::value*> out;
  if (found == nullptr) return out;
  const auto* list = found->if_array();
  if (list == nullptr || !std::all_of(list->begin(), list->end(), [](const auto& v) { return v.is_object(); })) {
    wrong(key, "a list of tables");
    return out;
  }
  for (const auto& item : *list) out.push_back(&item);
  return out;
}

std::vector<std::string> Settings::problems() const {
  std::vector<std::string> out = m_problems;
  if (m_table == nullptr) return out;
  for (const auto& member : *m_table) {
    const std::string_view key = member.key();
    if (std::find(m_known.begin(), m_known.end(), key) != m_known.end()) continue;
    const auto close = nearest(key, m_known);
    out.push_back(cat(m_where, "unknown key \"", excerpt(key, 60), "\"; ",
                      close.empty() ? cat("known are ", join({m_known.begin(), m_known.end()}, ", "))
                                    : cat("did you mean \"", close, "\"?")));
  }
  return out;
}

Result<void> Settings::finish() const {
  const auto all = problems();
  if (!all.empty()) return invalid_input(all.front());
  return {};
}

}  // namespace assay
