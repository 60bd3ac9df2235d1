// Small words about text that every room speaks. Bytes unless said otherwise; ASCII case only.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

namespace text_detail {
void append(std::string& out, std::string_view s);
void append(std::string& out, char c);
void append(std::string& out, double d);
template <std::integral I>
requires(!std::same_as<I, char> && !std::same_as<I, bool>) void append(std::string& out, I n) {
  char digits[24];
  auto end = std::to_chars(digits, digits + sizeof digits, n).ptr;
  out.append(digits, end);
}
}  // namespace text_detail

// cat("line ", 3, ": ", name): the pieces as one string.
template <class... Pieces>
std::string cat(const Pieces&... pieces) {
  std::string out;
  (text_detail::append(out, pieces), ...);
  return out;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_alpha(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_word(char c) { return is_alnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
constexpr unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c + 32) : c; }

std::string lower(std::string_view s);
std::string_view trim(std::string_view s);
std::string_view trim_left(std::string_view s);
std::string_view trim_right(std::string_view s);
inline bool is_blank(std::string_view s) { return trim(s).empty(); }
std::string without_spaces(std::string_view s);
// What stands behind the last slash: "c.h" of "a/b/c.h".
constexpr std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }
size_t indent_of(std::string_view s);  // blanks and tabs in front; the size of a blank line
bool iequals(std::string_view a, std::string_view b);
bool istarts_with(std::string_view s, std::string_view prefix);
bool contains(std::string_view s, std::string_view needle);
bool icontains(std::string_view s, std::string_view needle);
bool contains_any(std::string_view s, std::initializer_list<std::string_view> needles);
inline bool is_one_of(std::string_view s, std::initializer_list<std::string_view> words) {
  for (const auto word : words) {
    if (s == word) return true;
  }
  return false;
}
inline bool starts_with_any(std::string_view s, std::initializer_list<std::string_view> heads) {
  for (const auto head : heads) {
    if (s.starts_with(head)) return true;
  }
  return false;
}
size_t ifind(std::string_view s, std::string_view needle, size_t from = 0);

// Position of `word` with no letter, digit or underscore on either side; npos when absent.
size_t find_word(std::string_view s, std::string_view word, size_t from = 0);
size_t ifind_word(std::string_view s, std::string_view word, size_t from = 0);

std::vector<std::string_view> split(std::string_view s, char separator);
std::vector<std::string_view> split_lines(std::string_view s);  // no line ends; "\r\n" too
// The parts look into the text: a loop over those of a temporary string would read freed memory.
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split(Temporary&&, char) = delete;
template <std::same_as<std::string> Temporary>
std::vector<std::string_view> split_lines(Temporary&&) = delete;
std::string join(const std::vector<std::string>& parts, std::string_view separator);
// "a, b and 3 more".
std::string first_few(const std::vector<std::string>& names, size_t most);
std::string replace_all(std::string s, std::string_view from, std::string_view to);

std::optional<std::uint64_t> parse_uint(std::string_view s);  // the whole of s, digits only

// "requireAdmin_session2FA" -> {"require","admin","session2","fa"}: the words of a name, lower case.
std::vector<std::string> words_of(std::string_view name);

bool is_utf8(std::string_view s);
std::string to_utf8(std::string_view s);  // each byte that is not UTF-8 becomes U+FFFD

// At most `limit` bytes of s, cut at a character, with "…" where something was left out.
std::string excerpt(std::string_view s, size_t limit = 240);

// "1 test", "2 tests"
std::string plural(std::uint64_t n, std::string_view one, std::string_view many = {});

}  // namespace assay
