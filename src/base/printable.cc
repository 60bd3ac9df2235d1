#include "base/printable.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "base/utf8.h"

namespace assay {

namespace {

struct Range {
  char32_t first, last;
};

template <size_t n>
bool in(const Range (&ranges)[n], char32_t code) {
  const auto* at = std::upper_bound(std::begin(ranges), std::end(ranges), code,
                                    [](char32_t c, const Range& range) { return c < range.first; });
  return at != std::begin(ranges) && code <= std::prev(at)->last;
}

// Controls, line and paragraph separators, marks that turn the direction of what follows, tags.
constexpr Range k_controls[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                                {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x206f},
                                {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

constexpr Range k_without_width[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},    {0x610, 0x61a},
                                     {0x64b, 0x65f},   {0xe31, 0xe31},   {0xe34, 0xe3a},    {0xe47, 0xe4e},
                                     {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200d},  {0x20d0, 0x20ff},
                                     {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef}};

constexpr Range k_wide[] = {
    {0x1100, 0x115f},  {0x231a, 0x231b}, {0x23e9, 0x23ec},   {0x23f0, 0x23f0},   {0x23f3, 0x23f3},   {0x25fd, 0x25fe},
    {0x2614, 0x2615},  {0x2648, 0x2653}, {0x267f, 0x267f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},
    {0x26bd, 0x26be},  {0x26c4, 0x26c5}, {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},
    {0x26f5, 0x26f5},  {0x26fa, 0x26fa}, {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
    {0x274c, 0x274c},  {0x274e, 0x274e}, {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},
    {0x27bf, 0x27bf},  {0x2b1b, 0x2b1c}, {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},   {0x3041, 0x4dbf},
    {0x4e00, 0xa4cf},  {0xa960, 0xa97f}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},  {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x1fa70, 0x1faff},
    {0x20000, 0x3fffd}};

size_t columns_of_code(char32_t code) {
  if (in(k_without_width, code)) return 0;
  return in(k_wide, code) ? 2 : 1;
}

enum class LineEnds { become_blanks, stay };

std::string clean(std::string_view text, LineEnds line_ends) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const auto c = utf8_at(text, i);
    const std::string_view bytes = text.substr(i, c.size);
    i += c.size;
    if (c.code == '\r' && i < text.size() && text[i] == '\n') continue;
    if (c.code == '\n' && line_ends == LineEnds::stay)
      out += '\n';
    else if (c.code == '\n' || c.code == '\t')
      out += ' ';
    else if (in(k_controls, c.code))
      out += '?';
    else if (c.code == 0xFFFD)
      out += "\xef\xbf\xbd";
    else
      out += bytes;
  }
  return out;
}

// Bytes of `text` that fit into `columns`.
size_t bytes_within(std::string_view text, size_t columns) {
  size_t used = 0;
  for (size_t i = 0; i < text.size();) {
    const auto c = utf8_at(text, i);
    used += columns_of_code(c.code);
    if (used > columns) return i;
    i += c.size;
  }
  return text.size();
}

}  // namespace

std::string printable(std::string_view text) { return clean(text, LineEnds::become_blanks); }
std::string printable_lines(std::string_view text) { return clean(text, LineEnds::stay); }

size_t columns_of(std::string_view text) {
  size_t columns = 0;
  for (size_t i = 0; i < text.size();) {
    const auto c = utf8_at(text, i);
    columns += columns_of_code(c.code);
    i += c.size;
  }
  return columns;
}

std::string fit(std::string_view text, size_t columns) {
  if (bytes_within(text, columns) == text.size()) return std::string(text);
  if (columns == 0) return {};
  return cat(trim_right(text.substr(0, bytes_within(text, columns - 1))), "…");
}

std::vector<std::string> wrap(std::string_view text, size_t columns) {
  std::vector<std::string> out;
  columns = std::max<size_t>(columns, 2);
  for (const auto line : split_lines(text)) {
    std::string_view rest = trim_right(line);
    if (rest.empty()) out.emplace_back();
    while (!rest.empty()) {
      size_t cut = bytes_within(rest, columns);
      if (cut == 0) cut = utf8_at(rest, 0).size;
      if (cut < rest.size()) {
        const size_t blank = rest.rfind(' ', cut);
        if (blank != std::string_view::npos && blank > indent_of(rest)) cut = blank;
      }
      out.emplace_back(trim_right(rest.substr(0, cut)));
      rest = trim_left(rest.substr(cut));
    }
  }
  return out;
}

}  // namespace assay
