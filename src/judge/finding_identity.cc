#include "judge/finding_identity.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/hash.h"
#include "base/text.h"

namespace assay::judge {

namespace {

constexpr size_t k_remediation_characters = 80;
constexpr size_t k_identity_digits = 32;

// Of each byte: itself in lower case, or 0 for a blank.
constexpr auto k_normal = [] {
  std::array<char, 256> out{};
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    out[static_cast<size_t>(i)] = is_space(c) ? '\0' : to_lower(c);
  }
  return out;
}();

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// Lower case, runs of blanks as one, none at the ends; at most `most` characters. Written into room
// that is there: this runs once for every finding there is.
void append_normal(std::string& out, std::string_view text, size_t most) {
  const size_t begin = out.size();
  const size_t size = std::min(text.size(), most < SIZE_MAX / 8 ? most * 5 : SIZE_MAX - 2) + 2;
  out.resize(begin + size);
  char* const room = out.data() + begin;
  size_t at = 0, characters = 0;
  bool blank = false;
  for (const char c : text) {
    const char normal = k_normal[static_cast<unsigned char>(c)];
    if (normal == 0) {
      blank = at > 0;
      continue;
    }
    if (starts_character(c)) {
      characters += blank ? 2 : 1;
      if (characters > most) break;
    }
    if (at + 2 > size) break;  // more trailing bytes than characters have
    if (blank) room[at++] = ' ';
    blank = false;
    room[at++] = normal;
  }
  out.resize(begin + at);
}

bool is_plain_path(std::string_view path) {
  char last = '/';
  for (const char c : path) {
    if (c == '\\' || (last == '/' && (c == '/' || c == '.'))) return false;
    last = c;
  }
  return true;
}

void append_path(std::string& out, std::string_view path) {
  path = trim(path);
  if (is_plain_path(path)) return void(out.append(path));
  const size_t begin = out.size();
  char last = '/';  // so that leading slashes and "./" go
  for (size_t i = 0; i < path.size(); ++i) {
    const char c = path[i] == '\\' ? '/' : path[i];
    if (last == '/') {
      if (c == '/' && out.size() > begin) continue;
      const bool dot = c == '.' && (i + 1 == path.size() || path[i + 1] == '/' || path[i + 1] == '\\');
      if (dot) {
        ++i;
        continue;
      }
    }
    out.push_back(c);
    last = c;
  }
}

// Whether the digits at `at` are a line number: "a.c:12", "line 12", "lines 12-14", "L12".
bool is_line_number(std::string_view text, size_t at) {
  if (at == 0) return false;
  const char before = text[at - 1];
  if (before == ':') return true;
  if (before == '-' && at > 1 && text[at - 2] == '#') return true;
  if (before == 'l') return at == 1 || !is_word(text[at - 2]);
  if (before != ' ') return false;
  const auto words = text.substr(0, at - 1);
  return words.ends_with("line") || words.ends_with("lines");
}

// The text with every line number as "#".
std::string without_lines(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (is_digit(text[i]) && is_line_number(out, out.size())) {
      out.push_back('#');
      while (i < text.size() && is_digit(text[i])) ++i;
      continue;
    }
    const bool in_number = is_digit(text[i]);
    out.push_back(text[i++]);
    while (in_number && i < text.size() && is_digit(text[i])) out.push_back(text[i++]);
  }
  return out;
}

}  // namespace

std::string normal_path(std::string_view path) {
  std::string out;
  append_path(out, path);
  return out;
}

void append_fingerprint(std::string& out, const model::CriticFinding& finding) {
  out.push_back(static_cast<char>(finding.category));
  append_path(out, finding.file);
  out.push_back('\0');
  text_detail::append(out, finding.line);
  out.push_back('\0');
  append_normal(out, finding.remediation, k_remediation_characters);
  out.push_back('\0');
  out.append(finding.criterion_id);
  out.push_back('\0');
  append_normal(out, finding.question_to_user, SIZE_MAX);
  // Unknown categories are told apart by what they were called.
  if (finding.category == model::Category::unknown) out.append(finding.raw);
}

std::string fingerprint(const model::CriticFinding& finding) {
  std::string out;
  append_fingerprint(out, finding);
  return out;
}

std::string identity(const model::CriticFinding& finding) {
  std::string text(name(finding.category));
  text.push_back('\0');
  append_path(text, finding.file);
  text.push_back('\0');
  text.append(finding.criterion_id);
  text.push_back('\0');
  std::string words;
  append_normal(words, finding.remediation, SIZE_MAX);
  text.append(without_lines(words));
  text.push_back('\0');
  append_normal(text, finding.question_to_user, SIZE_MAX);
  return sha256_hex(text).substr(0, k_identity_digits);
}

std::string identity_of_all(std::span<const model::CriticFinding> findings) {
  if (findings.empty()) return {};
  std::vector<std::string> all;
  all.reserve(findings.size());
  for (const auto& finding : findings) all.push_back(identity(finding));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  Sha256 digest;
  for (const auto& one : all) digest.add(one);
  return digest.hex();
}

}  // namespace assay::judge
