// Terminal controls. Nearly all are colours, which are stripped in one pass. Only rows that move
// the cursor are drawn, cell by cell, and only on one row: what a program did with rows above is
// left as it is, since a log keeps every frame anyway.
#include "logs/clean.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "logs/decode.h"

namespace assay::logs {

namespace {

constexpr char k_escape = '\x1b';
constexpr char32_t k_raw_byte = 0x110000;  // cells above it hold a byte that is not UTF-8

bool is_control(char c) { return (byte_of(c) < 0x20 && c != '\t') || c == '\x7f'; }

struct Escape {
  size_t length = 1;  // with the escape byte
  char final_byte = 0;
  unsigned parameter = 0;
};

// A string sequence (title, link, device control) ends at BEL or ESC \, at the latest with the row.
Escape read_string(std::string_view s) {
  for (size_t i = 2; i < s.size(); ++i) {
    if (s[i] == '\a') return {i + 1};
    if (s[i] == k_escape) return {i + 1 < s.size() && s[i + 1] == '\\' ? i + 2 : i};
  }
  return {s.size()};
}

Escape read_csi(std::string_view s) {
  Escape out{2};
  bool first = true;
  for (; out.length < s.size(); ++out.length) {
    const unsigned char c = byte_of(s[out.length]);
    if (c >= 0x40 && c <= 0x7E) {
      out.final_byte = s[out.length++];
      return out;
    }
    if (c < 0x20 || c > 0x7E) return out;  // broken off
    if (is_digit(s[out.length]) && first) {
      out.parameter = std::min(out.parameter * 10 + (c - '0'), 100000u);
    } else {
      first = false;
    }
  }
  return out;
}

// REQUIRES: s starts with the escape byte.
Escape read_escape(std::string_view s) {
  if (s.size() < 2) return {};
  const char kind = s[1];
  if (kind == '[') return read_csi(s);
  if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') return read_string(s);
  size_t length = 1;
  while (length < s.size() && byte_of(s[length]) >= 0x20 && byte_of(s[length]) <= 0x2F) ++length;
  return {length < s.size() && !is_control(s[length]) ? length + 1 : length};
}

bool moves_cursor(char final_byte) { return final_byte != 0 && std::strchr("CDGKJ", final_byte) != nullptr; }

// One character from the front of s: its length and its cell.
std::pair<size_t, char32_t> next_cell(std::string_view s) {
  const unsigned char lead = byte_of(s[0]);
  if (lead < 0x80) return {1, lead};
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (length == 1 || length > s.size()) return {1, k_raw_byte + lead};
  char32_t c = lead & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte_of(s[i]) & 0xC0) != 0x80) return {1, k_raw_byte + lead};
    c = c << 6 | (byte_of(s[i]) & 0x3F);
  }
  if (c >= k_raw_byte) return {1, k_raw_byte + lead};
  return {length, c};
}

}  // namespace

std::string_view Terminal::clean(std::string_view text) {
  m_out.clear();
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      if (m_drawing || !strip(text)) draw(text);
      break;
    }
    clean_row(text.substr(0, end));
    m_out += '\n';
    text.remove_prefix(end + 1);
  }
  return m_out;
}

std::string_view Terminal::finish() {
  m_out.clear();
  flush_cells();
  return m_out;
}

void Terminal::clean_row(std::string_view row) {
  while (!row.empty() && row.back() == '\r') row.remove_suffix(1);
  if (!m_drawing && strip(row)) return;
  draw(row);
  flush_cells();
}

bool Terminal::strip(std::string_view row) {
  const size_t start = m_out.size();
  size_t copied = 0;
  for (size_t i = 0; i < row.size();) {
    if (!is_control(row[i])) {
      ++i;
      continue;
    }
    m_out.append(row.substr(copied, i - copied));
    size_t length = 1;
    bool moves = row[i] == '\r' || row[i] == '\b';
    if (row[i] == k_escape) {
      const Escape escape = read_escape(row.substr(i));
      length = escape.length;
      moves = moves_cursor(escape.final_byte);
    }
    // Erasing to the end where nothing follows on the row changes nothing.
    if (moves && row[i] == k_escape && row[i + length - 1] == 'K' && i + length == row.size()) moves = false;
    if (moves) {
      m_out.resize(start);
      return false;
    }
    i += length;
    copied = i;
  }
  m_out.append(row.substr(copied));
  return true;
}

void Terminal::draw(std::string_view row) {
  m_drawing = true;
  for (size_t i = 0; i < row.size();) {
    if (row[i] == '\r') {
      // A section marker is meant to vanish under what follows, which may be shorter.
      if (!m_cells.empty() && m_cells.size() < 512 && m_cells[0] == 's') {
        std::string marker;
        for (const char32_t cell : m_cells) marker += cell < 0x80 ? static_cast<char>(cell) : '?';
        if (marker.starts_with("section_start:") || marker.starts_with("section_end:")) m_cells.clear();
      }
      m_cursor = 0;
      ++i;
    } else if (row[i] == '\b') {
      if (m_cursor > 0) --m_cursor;
      ++i;
    } else if (row[i] == k_escape) {
      const Escape escape = read_escape(row.substr(i));
      act(escape.final_byte, escape.parameter);
      i += escape.length;
    } else if (is_control(row[i])) {
      ++i;
    } else {
      const auto [length, cell] = next_cell(row.substr(i));
      put(cell);
      i += length;
    }
  }
}

void Terminal::put(char32_t cell) {
  if (m_cursor >= k_row_limit) return;
  if (m_cursor > m_cells.size()) m_cells.push_back(' ');  // a gap of any width is one blank
  m_cursor = std::min(m_cursor, m_cells.size());
  if (m_cursor == m_cells.size()) {
    m_cells.push_back(cell);
  } else {
    m_cells[m_cursor] = cell;
  }
  ++m_cursor;
}

void Terminal::act(char final_byte, unsigned parameter) {
  switch (final_byte) {
    case 'C': m_cursor = std::min(m_cursor + std::max(parameter, 1u), m_cells.size() + 1); break;
    case 'D': m_cursor -= std::min<size_t>(m_cursor, std::max(parameter, 1u)); break;
    case 'G': m_cursor = std::min<size_t>(std::max(parameter, 1u) - 1, m_cells.size() + 1); break;
    case 'K':
    case 'J':
      if (parameter == 0) m_cells.resize(std::min(m_cells.size(), m_cursor));
      if (parameter == 1) std::fill_n(m_cells.begin(), static_cast<long>(std::min(m_cells.size(), m_cursor)), U' ');
      if (parameter >= 2) m_cells.clear();
      break;
    default: break;
  }
}

void Terminal::flush_cells() {
  for (const char32_t cell : m_cells) {
    if (cell >= k_raw_byte) {
      m_out += static_cast<char>(cell - k_raw_byte);
    } else {
      append_utf8(m_out, cell);
    }
  }
  m_cells.clear();
  m_cursor = 0;
  m_drawing = false;
}

std::string_view without_spelt_colours(std::string_view line, std::string& scratch) {
  constexpr std::string_view k_lead_ins[] = {"\\x1b", "\\u001b", "\\033", "\\e", "^[", "\u241b", "\uFFFD"};
  scratch.clear();
  size_t copied = 0;
  for (size_t i = line.find('['); i != std::string_view::npos; i = line.find('[', i)) {
    size_t end = i + 1;
    while (end < line.size() && end < i + 16 && (is_digit(line[end]) || line[end] == ';')) ++end;
    const bool is_time = line.substr(std::min(end, line.size())).starts_with("ms]");  // "[12ms]"
    if (end == i + 1 || end >= line.size() || line[end] != 'm' || is_time) {
      ++i;
      continue;
    }
    size_t begin = i;
    for (const std::string_view lead_in : k_lead_ins) {
      const std::string_view before = line.substr(copied, i - copied);
      if (before.size() >= lead_in.size() && iequals(before.substr(before.size() - lead_in.size()), lead_in)) {
        begin = i - lead_in.size();
        break;
      }
    }
    scratch.append(line.substr(copied, begin - copied));
    copied = i = end + 1;
  }
  if (copied == 0) return line;
  scratch.append(line.substr(copied));
  return scratch;
}

}  // namespace assay::logs
