#include "diff/headers.h"

#include <algorithm>

#include "base/text.h"

namespace assay::diff {

namespace {

bool is_hex(char c) { return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); }

// Digits at the front of `text`, cut off it; false when there are none or too many to be honest.
inline bool take_number(std::string_view& text, std::uint64_t& value) {
  const char* const begin = text.data();
  const char* const end = begin + std::min<size_t>(text.size(), 19);
  const char* p = begin;
  std::uint64_t number = 0;
  for (; p < end && is_digit(*p); ++p) number = number * 10 + static_cast<std::uint64_t>(*p - '0');
  const auto n = static_cast<size_t>(p - begin);
  value = number;
  text.remove_prefix(n);
  return n > 0 && n < 19;
}

// "-1,2 " or "+3 ": sign, start, count (1 when left out).
inline bool take_range(std::string_view& text, char sign, std::uint64_t& start, std::uint64_t& count) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  if (!take_number(text, start)) return false;
  count = 1;
  if (text.starts_with(',')) {
    text.remove_prefix(1);
    if (!take_number(text, count)) return false;
  }
  while (text.starts_with(' ')) text.remove_prefix(1);
  return true;
}

}  // namespace

bool parse_hunk_header(std::string_view line, HunkHeader& header) {
  size_t marks = 0;
  while (marks < line.size() && line[marks] == '@') ++marks;
  if (marks < 2 || marks > HunkHeader::k_parents) return false;
  header.parents = static_cast<unsigned>(marks - 1);
  auto rest = trim_left(line.substr(marks));
  for (unsigned i = 0; i < header.parents; ++i)
    if (!take_range(rest, '-', header.old_start[i], header.old_count[i])) return false;
  if (!take_range(rest, '+', header.new_start, header.new_count)) return false;
  if (!rest.starts_with("@@")) return false;
  size_t closing = 2;
  while (closing < rest.size() && rest[closing] == '@') ++closing;
  header.section = trim(rest.substr(closing));
  return true;
}

std::optional<BinaryLine> parse_binary_line(std::string_view line) {
  if (line.starts_with("Binary file ") && line.ends_with(" has changed")) {
    const std::string name(line.substr(12, line.size() - 12 - 12));
    return BinaryLine{name, name};
  }
  if (!line.starts_with("Binary files ") || !line.ends_with(" differ")) return std::nullopt;
  const auto names = line.substr(13, line.size() - 13 - 7);
  size_t at = names.find(" and ");
  // With " and " inside the names, the split in the middle is right when the names are one file's.
  if (names.size() > 5 && names.substr((names.size() - 5) / 2, 5) == " and ") at = (names.size() - 5) / 2;
  if (at == std::string_view::npos) return std::nullopt;
  return BinaryLine{std::string(names.substr(0, at)), std::string(names.substr(at + 5))};
}

std::optional<SubmoduleLine> parse_submodule_line(std::string_view line) {
  if (!line.starts_with("Submodule ")) return std::nullopt;
  const auto rest = line.substr(10);
  for (size_t at = rest.find(' '); at != std::string_view::npos; at = rest.find(' ', at + 1)) {
    const auto tail = rest.substr(at + 1);
    const bool range = starts_with_hash(tail) && contains(tail.substr(0, 90), "..");
    const bool dirty = tail.starts_with("contains ") || tail == "(submodule deleted)" || tail == "(new submodule)";
    if (!range && !dirty) continue;
    return SubmoduleLine{rest.substr(0, at), contains(tail, "(new submodule)"), contains(tail, "(submodule deleted)")};
  }
  return std::nullopt;
}

std::optional<OnlyIn> parse_only_in(std::string_view line) {
  if (!line.starts_with("Only in ")) return std::nullopt;
  const size_t colon = line.rfind(": ");
  if (colon == std::string_view::npos || colon < 9) return std::nullopt;
  return OnlyIn{line.substr(8, colon - 8), line.substr(colon + 2)};
}

std::uint32_t parse_mode(std::string_view octal) {
  std::uint32_t mode = 0;
  size_t n = 0;
  for (; n < octal.size() && octal[n] >= '0' && octal[n] <= '7'; ++n) {
    if (n == 7) return 0;
    mode = mode * 8 + static_cast<std::uint32_t>(octal[n] - '0');
  }
  return n < 5 ? 0 : mode;
}

bool starts_with_hash(std::string_view text) {
  size_t n = 0;
  while (n < text.size() && is_hex(text[n])) ++n;
  return n >= 7 && n <= 64 && (n == text.size() || !is_word(text[n]));
}

bool says_nonexistent(std::string_view side_line) {
  const size_t tab = side_line.find('\t');
  if (tab == std::string_view::npos) return side_line.ends_with("(nonexistent)") || side_line.ends_with("(revision 0)");
  const auto rest = trim(side_line.substr(tab + 1));
  return rest == "(nonexistent)" || rest == "(revision 0)" || rest.starts_with("1970-01-01 00:00:00") ||
         rest.starts_with("Thu Jan 01 00:00:00 1970");
}

bool is_generated_mark(std::string_view text) {
  const auto t = trim(text.substr(0, 400));
  const bool comment = t.starts_with("//") || t.starts_with('#') || t.starts_with('*') || t.starts_with("/*") ||
                       t.starts_with("--") || t.starts_with("<!--") || t.starts_with(';') || t.starts_with('%');
  if (!comment) return false;
  if (ifind_word(t, "@generated") != std::string_view::npos) return true;
  const bool generated = icontains(t, "generated");
  return generated && (icontains(t, "do not edit") || icontains(t, "do not modify") || icontains(t, "don't edit"));
}

void strip_colour(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const size_t escape = text.find('\x1b');
    out.append(text.substr(0, escape));
    if (escape == std::string_view::npos) return;
    text.remove_prefix(escape);
    size_t end = 2;
    if (text.size() < 2 || text[1] != '[') {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    while (end < text.size() && end < 32 && (is_digit(text[end]) || text[end] == ';' || text[end] == ':')) ++end;
    const bool colour = end < text.size() && (text[end] == 'm' || text[end] == 'K');
    if (!colour) out.append(text.substr(0, end));
    text.remove_prefix(colour ? end + 1 : std::min(end, text.size()));
  }
}

}  // namespace assay::diff
