#include "judge/own/rule_table.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/nearest.h"
#include "base/text.h"

namespace assay::judge {

namespace {

std::string quoted_list(const std::vector<std::string_view>& names) {
  std::string out;
  for (const auto name : names) out += cat(out.empty() ? "\"" : ", \"", name, "\"");
  return out;
}

}  // namespace

Result<RuleText> RuleText::parse(std::string_view text, std::string_view name) {
  RuleText out;
  TRY_ASSIGN(out.m_document, parse_toml(text, name));
  out.m_text = text;
  out.m_name = name;
  out.m_entries = toml_entries(text);
  return out;
}

void RuleText::fail(Position at, std::string_view message) {
  if (!m_error) m_error = invalid_input(cat(m_name, ": line ", at.line, ", column ", at.column, ": ", message));
}

void RuleText::wrong(const std::string& at, std::string_view message) {
  const auto entry = m_entries.find(at);
  if (entry == m_entries.end()) return fail({}, message);
  fail({entry->second.name.line, entry->second.name.column}, message);
}

void RuleText::wrong_in(const std::string& at, size_t offset, std::string_view message) {
  const auto entry = m_entries.find(at);
  fail(entry == m_entries.end() ? Position{} : inside(entry->second.value, offset), message);
}

// Of a text without escapes each byte stands where it is in the file; in another one this is near enough.
RuleText::Position RuleText::inside(TomlPlace value, size_t offset) const {
  Position here;
  size_t at = 0;
  const auto advance = [&] {
    const char c = m_text[at++];
    if (c == '\n')
      ++here.line, here.column = 1;
    else if ((byte_of(c) & 0xC0U) != 0x80)
      ++here.column;
  };
  while (at < m_text.size() && (here.line < value.line || here.column < value.column)) advance();
  const std::string_view rest = std::string_view(m_text).substr(at);
  const bool multi_line = rest.starts_with("'''") || rest.starts_with("\"\"\"");
  size_t skip = multi_line ? 3 : 1;
  if (multi_line && rest.substr(3).starts_with("\r\n")) skip += 2;
  if (multi_line && rest.substr(3).starts_with("\n")) ++skip;
  for (size_t i = 0; i < skip + offset && at < m_text.size(); ++i) advance();
  return here;
}

Result<void> RuleText::finish() const {
  if (m_error) return *m_error;
  return {};
}

size_t RuleText::line_of(const std::string& at) const {
  const auto entry = m_entries.find(at);
  return entry == m_entries.end() ? 1 : entry->second.name.line;
}

std::string RuleTable::at(std::string_view key) const {
  return m_path.empty() ? std::string(key) : cat(m_path, ".", key);
}

const json::value* RuleTable::take(std::string_view key, Given given) {
  m_known.push_back(key);
  const auto* value = m_table.if_contains(key);
  if (value == nullptr && given == Given::always) wrong(cat("\"", key, "\" is missing"));
  return value;
}

std::string RuleTable::text(std::string_view key, Given given) {
  const auto* value = take(key, given);
  if (value == nullptr) return {};
  if (!value->is_string()) return wrong(key, cat("\"", key, "\" must be a text in quotes")), std::string();
  std::string out(value->get_string());
  if (trim(out).empty() && given == Given::always) wrong(key, cat("\"", key, "\" is empty"));
  return out;
}

std::vector<std::string> RuleTable::texts(std::string_view key, Given given) {
  const auto* value = take(key, given);
  std::vector<std::string> out;
  if (value == nullptr) return out;
  if (value->is_string()) {
    out.emplace_back(value->get_string());
    return out;
  }
  const bool is_list = value->is_array() && std::all_of(value->get_array().begin(), value->get_array().end(),
                                                        [](const auto& item) { return item.is_string(); });
  if (!is_list) return wrong(key, cat("\"", key, "\" must be a text or a list of texts")), out;
  for (const auto& item : value->get_array()) out.emplace_back(item.get_string());
  return out;
}

std::vector<size_t> RuleTable::choices(std::string_view key, const std::vector<std::string_view>& known) {
  std::vector<size_t> out;
  for (const auto& word : texts(key)) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end()) {
      const auto close = nearest(word, known);
      wrong(key, cat("\"", excerpt(word, 40), "\" is not one of ", quoted_list(known),
                     close.empty() ? "" : cat("; did you mean \"", close, "\"?")));
    } else {
      out.push_back(static_cast<size_t>(found - known.begin()));
    }
  }
  return out;
}

size_t RuleTable::choice(std::string_view key, const std::vector<std::string_view>& known, Given given) {
  const auto word = text(key, given);
  const auto found = std::find(known.begin(), known.end(), word);
  if (found != known.end()) return static_cast<size_t>(found - known.begin());
  if (has(key)) wrong(key, cat("\"", key, "\" must be one of ", quoted_list(known)));
  return 0;
}

std::optional<RuleTable> RuleTable::table(std::string_view key) {
  const auto* value = take(key, Given::maybe);
  if (value == nullptr) return std::nullopt;
  if (!value->is_object()) return wrong(key, cat("\"", key, "\" must be a table: write [", key, "]")), std::nullopt;
  return RuleTable(m_text, value->get_object(), at(key));
}

std::vector<RuleTable> RuleTable::tables(std::string_view key, size_t most) {
  const auto* value = take(key, Given::maybe);
  std::vector<RuleTable> out;
  if (value == nullptr) return out;
  const bool is_list = value->is_array() && std::all_of(value->get_array().begin(), value->get_array().end(),
                                                        [](const auto& item) { return item.is_object(); });
  if (!is_list) return wrong(key, cat("\"", key, "\" must be a list of tables: write [[", key, "]]")), out;
  if (value->get_array().size() > most) return wrong(key, cat("a rule has at most ", most, " [[", key, "]]")), out;
  size_t n = 0;
  for (const auto& item : value->get_array()) out.emplace_back(m_text, item.get_object(), cat(at(key), ".", ++n));
  return out;
}

void RuleTable::finish() {
  for (const auto& member : m_table) {
    const std::string_view key = member.key();
    if (std::find(m_known.begin(), m_known.end(), key) != m_known.end()) continue;
    const auto close = nearest(key, m_known);
    wrong(key,
          cat("unknown key \"", excerpt(key, 40), "\"",
              close.empty() ? cat("; known here are ", quoted_list(m_known)) : cat("; did you mean \"", close, "\"?")));
  }
}

}  // namespace assay::judge
