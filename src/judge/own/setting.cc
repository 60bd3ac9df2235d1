#include "judge/own/setting.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace assay::judge {

namespace {

std::string_view without_quotes(std::string_view text) {
  text = trim(text);
  while (!text.empty() && (text.back() == ',' || text.back() == ';'))
    text = trim_right(text.substr(0, text.size() - 1));
  if (text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\''))
    text = text.substr(1, text.size() - 2);
  return text;
}

// "90", "90%", "30s": units are taken to be the same on both sides.
std::optional<double> amount_in(std::string_view text) {
  double out = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
  return end.ec == std::errc() ? std::optional(out) : std::nullopt;
}

bool is_asked_about(const OwnSetting& setting, std::string_view before, std::string_view after) {
  if (setting.when == When::set) return before != after && (setting.to.empty() || after == setting.to);
  const auto was = amount_in(before), is = amount_in(after);
  if (!was || !is) return false;
  return setting.when == When::raised ? *is > *was : *is < *was;
}

}  // namespace

bool gives_value(std::string_view line, std::string_view key, std::string& value) {
  line = trim(line);
  while (line.starts_with("- ")) line = trim_left(line.substr(2));
  const size_t sign = line.find_first_of(":=");
  // A quoted key may hold the sign.
  const std::string_view name = without_quotes(line.substr(0, sign));
  if (sign == std::string_view::npos || name != key) return false;
  value = without_quotes(line.substr(line.find_first_not_of(":=>", sign) == std::string_view::npos
                                         ? line.size()
                                         : line.find_first_not_of(":=>", sign)));
  return true;
}

// Values are compared in their order: the first that is gone with the first that came.
std::vector<model::Span> places_of(const OwnSetting& setting, const SettingChange& change) {
  std::vector<model::Span> out;
  const auto& [before, after] = change;
  if (setting.when == When::removed) {
    for (size_t i = after.size(); i < before.size(); ++i) out.push_back(before[i].span);
    return out;
  }
  for (size_t i = 0; i < after.size(); ++i) {
    if (is_asked_about(setting, i < before.size() ? before[i].value : "", after[i].value)) out.push_back(after[i].span);
  }
  return out;
}

}  // namespace assay::judge
