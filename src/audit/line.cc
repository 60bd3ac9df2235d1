#include "audit/line.h"

#include <algorithm>

#include "base/text.h"

namespace assay::audit {

namespace {

constexpr char k_hex[] = "0123456789abcdef";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

void add_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (is_control(c)) {
          out += "\\u00";
          out += k_hex[(c >> 4) & 15];
          out += k_hex[c & 15];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

std::optional<char> hex_digit(char c) {
  const auto* at = std::find(std::begin(k_hex), std::end(k_hex) - 1, c);
  if (at == std::end(k_hex) - 1) return std::nullopt;
  return static_cast<char>(at - std::begin(k_hex));
}

// What stands behind a backslash; nothing for an escape that the writer does not use.
std::optional<char> escape(Cursor& cursor) {
  if (cursor.skip('"')) return '"';
  if (cursor.skip('\\')) return '\\';
  if (cursor.skip('n')) return '\n';
  if (cursor.skip('r')) return '\r';
  if (cursor.skip('t')) return '\t';
  if (!cursor.skip("u00") || cursor.rest().size() < 2) return std::nullopt;
  const auto high = hex_digit(cursor.rest()[0]), low = hex_digit(cursor.rest()[1]);
  if (!high || !low || *high > 7) return std::nullopt;
  const char c = static_cast<char>(*high * 16 + *low);
  if (!is_control(c) || c == '\n' || c == '\r' || c == '\t') return std::nullopt;
  cursor.advance(2);
  return c;
}

}  // namespace

void LineWriter::key(std::string_view name) {
  if (m_out.size() > 1) m_out += ',';
  m_out += '"';
  m_out += name;
  m_out += "\":";
}

LineWriter& LineWriter::text(std::string_view key_name, std::string_view value) {
  key(key_name);
  add_quoted(m_out, value);
  return *this;
}

LineWriter& LineWriter::text_or_null(std::string_view key_name, std::string_view value) {
  if (!value.empty()) return text(key_name, value);
  key(key_name);
  m_out += "null";
  return *this;
}

LineWriter& LineWriter::number(std::string_view key_name, std::uint64_t value) {
  key(key_name);
  m_out += cat(value);
  return *this;
}

std::string LineWriter::finish() {
  m_out += "}\n";
  return std::move(m_out);
}

LineReader::LineReader(std::string_view line, std::span<const std::string_view> keys) : m_cursor(line), m_keys(keys) {}

Error LineReader::other_key(std::string_view wanted) const {
  Cursor cursor = m_cursor;
  if (cursor.skip('}')) return corrupt(cat("key \"", wanted, "\" is missing"));
  const bool starts = m_read == 0 ? cursor.skip("{\"") : cursor.skip(",\"");
  const auto found = starts ? cursor.before("\"") : std::nullopt;
  if (!found) return corrupt(cat("not written as an export is: \"", wanted, "\" should stand here"));
  const auto at = std::find(m_keys.begin(), m_keys.end(), *found);
  if (at == m_keys.end()) return corrupt(cat("unknown key \"", excerpt(*found, 40), "\""));
  if (static_cast<size_t>(at - m_keys.begin()) < m_read) return corrupt(cat("key \"", *found, "\" stands twice"));
  return corrupt(cat("key \"", wanted, "\" is missing or not in its place"));
}

Result<void> LineReader::key(std::string_view name) {
  Cursor next = m_cursor;
  const bool there = next.skip(m_read == 0 ? '{' : ',') && next.skip('"') && next.skip(name) && next.skip("\":");
  if (!there) return other_key(name);
  m_cursor = next;
  ++m_read;
  return {};
}

Result<std::string> LineReader::string_value(std::string_view name) {
  if (!m_cursor.skip('"')) return corrupt(cat("\"", name, "\" is not a text"));
  std::string out;
  for (;;) {
    out += m_cursor.take_while([](char c) { return c != '"' && c != '\\' && !is_control(c); });
    if (m_cursor.skip('"')) return out;
    if (m_cursor.done()) return corrupt(cat("the text of \"", name, "\" does not end"));
    if (!m_cursor.skip('\\')) return corrupt(cat("\"", name, "\" holds a control character that is not escaped"));
    const auto c = escape(m_cursor);
    if (!c) return corrupt(cat("\"", name, "\" holds an escape that an export does not use"));
    out += *c;
  }
}

Result<std::string> LineReader::text(std::string_view name) {
  TRY(key(name));
  return string_value(name);
}

Result<std::string> LineReader::text_or_null(std::string_view name) {
  TRY(key(name));
  if (m_cursor.skip("null")) return std::string();
  TRY_ASSIGN(std::string value, string_value(name));
  if (value.empty()) return corrupt(cat("\"", name, "\" is empty where null belongs"));
  return value;
}

Result<std::uint64_t> LineReader::number(std::string_view name) {
  TRY(key(name));
  const std::string_view digits = m_cursor.take_while(is_digit);
  const auto value = parse_uint(digits);
  const bool padded = digits.size() > 1 && digits.front() == '0';
  if (!value || padded) return corrupt(cat("\"", name, "\" is not a whole number"));
  return *value;
}

Result<void> LineReader::finish() {
  if (!m_cursor.skip('}')) {
    if (m_cursor.peek() == ',') return other_key("}");
    return corrupt("does not end with its closing brace");
  }
  if (m_cursor.done()) return {};
  if (m_cursor.rest() == "\r") return corrupt("ends in a carriage return; an export's lines end in a newline alone");
  return corrupt("there are bytes behind the closing brace");
}

std::string_view first_key(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.skip("{\"")) return {};
  return cursor.before("\"").value_or(std::string_view());
}

}  // namespace assay::audit
