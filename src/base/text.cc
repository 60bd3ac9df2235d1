#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace assay {

namespace text_detail {
void append(std::string& out, std::string_view s) { out.append(s); }
void append(std::string& out, char c) { out.push_back(c); }
void append(std::string& out, double d) {
  char digits[40];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, d).ptr);
}
}  // namespace text_detail

std::string lower(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = to_lower(c);
  return out;
}

std::string_view trim_left(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  return s;
}

std::string_view trim_right(std::string_view s) {
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

std::string_view trim(std::string_view s) { return trim_left(trim_right(s)); }

bool iequals(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return to_lower(x) == to_lower(y); });
}

bool istarts_with(std::string_view s, std::string_view prefix) {
  return s.size() >= prefix.size() && iequals(s.substr(0, prefix.size()), prefix);
}

bool contains(std::string_view s, std::string_view needle) { return s.find(needle) != std::string_view::npos; }

bool icontains(std::string_view s, std::string_view needle) { return ifind(s, needle) != std::string_view::npos; }

bool contains_any(std::string_view s, std::initializer_list<std::string_view> needles) {
  return std::any_of(needles.begin(), needles.end(), [&](std::string_view n) { return contains(s, n); });
}

std::string without_spaces(std::string_view s) {
  std::string out;
  for (const char c : s) {
    if (!is_space(c)) out.push_back(c);
  }
  return out;
}

std::string first_few(const std::vector<std::string>& names, size_t most) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < most; ++i) out += cat(i == 0 ? "" : ", ", names[i]);
  if (names.size() > most) out += cat(" and ", names.size() - most, " more");
  return out;
}

size_t indent_of(std::string_view s) { return std::min(s.find_first_not_of(" \t"), s.size()); }

#ifdef __SSE2__
namespace {

// Sixteen bytes compared with one letter, whatever its case, or with one other character.
class AnyCase {
 public:
  explicit AnyCase(char lower_case)
      : m_fold(_mm_set1_epi8(is_lower(lower_case) ? 0x20 : 0)), m_wanted(_mm_set1_epi8(lower_case)) {}
  __m128i in(const char* p) const {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return _mm_cmpeq_epi8(_mm_or_si128(bytes, m_fold), m_wanted);
  }

 private:
  __m128i m_fold, m_wanted;
};

}  // namespace
#endif

size_t ifind(std::string_view s, std::string_view needle, size_t from) {
  if (needle.empty()) return from <= s.size() ? from : std::string_view::npos;
  if (s.size() < needle.size()) return std::string_view::npos;
  // Two letters settle nearly all places without a call.
  const char first = to_lower(needle[0]);
  const char last = to_lower(needle.back());
  const size_t to_last = needle.size() - 1;
  size_t i = from;
#ifdef __SSE2__
  const AnyCase begins(first), ends(last);
  for (; i + to_last + 16 <= s.size(); i += 16) {
    const __m128i both = _mm_and_si128(begins.in(s.data() + i), ends.in(s.data() + i + to_last));
    for (auto left = static_cast<unsigned>(_mm_movemask_epi8(both)); left != 0; left &= left - 1) {
      const size_t at = i + static_cast<size_t>(__builtin_ctz(left));
      if (iequals(s.substr(at, needle.size()), needle)) return at;
    }
  }
#endif
  for (; i + to_last < s.size(); ++i) {
    if (to_lower(s[i]) == first && to_lower(s[i + to_last]) == last && iequals(s.substr(i, needle.size()), needle))
      return i;
  }
  return std::string_view::npos;
}

namespace {

bool word_at(std::string_view s, size_t at, size_t size) {
  return (at == 0 || !is_word(s[at - 1])) && (at + size >= s.size() || !is_word(s[at + size]));
}

}  // namespace

size_t find_word(std::string_view s, std::string_view word, size_t from) {
  for (size_t at = s.find(word, from); at != std::string_view::npos; at = s.find(word, at + 1)) {
    if (word_at(s, at, word.size())) return at;
  }
  return std::string_view::npos;
}

size_t ifind_word(std::string_view s, std::string_view word, size_t from) {
  for (size_t at = ifind(s, word, from); at != std::string_view::npos; at = ifind(s, word, at + 1)) {
    if (word_at(s, at, word.size())) return at;
  }
  return std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    size_t at = s.find(separator);
    out.push_back(s.substr(0, at));
    if (at == std::string_view::npos) return out;
    s.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> split_lines(std::string_view s) {
  std::vector<std::string_view> out;
  while (!s.empty()) {
    size_t at = s.find('\n');
    std::string_view line = s.substr(0, at);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    out.push_back(line);
    if (at == std::string_view::npos) break;
    s.remove_prefix(at + 1);
  }
  return out;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out.append(separator);
    out.append(parts[i]);
  }
  return out;
}

std::string replace_all(std::string s, std::string_view from, std::string_view to) {
  if (from.empty()) return s;
  for (size_t at = s.find(from); at != std::string::npos; at = s.find(from, at + to.size())) {
    s.replace(at, from.size(), to);
  }
  return s;
}

std::optional<std::uint64_t> parse_uint(std::string_view s) {
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (s.empty() || error != std::errc() || end != s.data() + s.size()) return std::nullopt;
  return value;
}

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out;
  std::string word;
  auto flush = [&] {
    if (!word.empty()) out.push_back(std::move(word));
    word.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_alnum(c) && static_cast<unsigned char>(c) < 0x80) {
      flush();
      continue;
    }
    const bool starts_hump = is_upper(c) && i > 0 && (is_lower(name[i - 1]) || is_digit(name[i - 1]));
    const bool ends_acronym =
        is_upper(c) && i > 0 && is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1]);
    if (starts_hump || ends_acronym) flush();
    word.push_back(to_lower(c));
  }
  flush();
  return out;
}

namespace {

// Length of the UTF-8 character at s[i], 0 when it is not one.
size_t utf8_length(std::string_view s, size_t i) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(s[k]); };
  const unsigned char lead = byte(i);
  if (lead < 0x80) return 1;
  size_t n = lead >= 0xC2 && lead <= 0xDF ? 2 : lead >= 0xE0 && lead <= 0xEF ? 3 : lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
  if (n == 0 || i + n > s.size()) return 0;
  for (size_t k = 1; k < n; ++k) {
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(i + 1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return n;
}

}  // namespace

bool is_utf8(std::string_view s) {
  for (size_t i = 0; i < s.size();) {
    const size_t n = utf8_length(s, i);
    if (n == 0) return false;
    i += n;
  }
  return true;
}

std::string to_utf8(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  for (size_t i = 0; i < s.size();) {
    const size_t n = utf8_length(s, i);
    if (n == 0) {
      out.append("\xEF\xBF\xBD");
      ++i;
    } else {
      out.append(s.substr(i, n));
      i += n;
    }
  }
  return out;
}

std::string excerpt(std::string_view s, size_t limit) {
  s = trim(s);
  if (s.size() <= limit) return to_utf8(s);
  size_t cut = limit;
  while (cut > 0 && (static_cast<unsigned char>(s[cut]) & 0xC0) == 0x80) --cut;
  return cat(to_utf8(s.substr(0, cut)), "…");
}

std::string plural(std::uint64_t n, std::string_view one, std::string_view many) {
  if (n == 1) return cat(n, ' ', one);
  return many.empty() ? cat(n, ' ', one, 's') : cat(n, ' ', many);
}

}  // namespace assay
