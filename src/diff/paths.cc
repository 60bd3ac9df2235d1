#include "diff/paths.h"

#include <algorithm>

#include "base/text.h"

namespace assay::diff {

namespace {

constexpr size_t k_longest = 64 << 10;  // no real name comes near; keeps the search for a split linear

bool is_octal(char c) { return c >= '0' && c <= '7'; }

char escaped(char c) {
  switch (c) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 't': return '\t';
    case 'n': return '\n';
    case 'v': return '\v';
    case 'f': return '\f';
    case 'r': return '\r';
    default: return c;
  }
}

// a/ b/ by default; mnemonic prefixes: c commit, i index, w work tree, o object, 1 and 2 for two files.
bool is_prefix_letter(char c) { return std::string_view("abciow12").find(c) != std::string_view::npos; }

bool has_letter_prefix(std::string_view name) { return name.size() > 2 && name[1] == '/' && is_prefix_letter(name[0]); }

std::string_view behind_first_folder(std::string_view name) {
  const size_t slash = name.find('/');
  return slash == std::string_view::npos || slash + 1 >= name.size() ? std::string_view() : name.substr(slash + 1);
}

// How many bytes of each name are prefix, given that both name one file; npos when they do not.
bool same_file(std::string_view before, std::string_view after) {
  if (before == after) return true;
  if (before == "/dev/null" || after == "/dev/null") return false;
  const auto x = behind_first_folder(before), y = behind_first_folder(after);
  return !x.empty() && x == y;
}

NamePair split_quoted(std::string_view rest) {
  NamePair names;
  size_t used = 0;
  if (rest.front() == '"') {
    names.before = unquote_name(rest, &used);
    rest = trim_left(rest.substr(used));
    names.after = rest.empty() ? names.before : unquote_name(rest);
  } else {
    const size_t quote = rest.find(" \"");
    if (quote == std::string_view::npos) return {};
    names.before = std::string(rest.substr(0, quote));
    names.after = unquote_name(rest.substr(quote + 1));
  }
  return without_prefixes(std::move(names.before), std::move(names.after));
}

NamePair split_plain(std::string_view rest) {
  const auto pair = [](std::string_view before, std::string_view after) {
    return without_prefixes(std::string(before), std::string(after));
  };
  // Almost always: prefixes of one length, one name.
  const size_t middle = rest.size() / 2;
  if (rest.size() % 2 == 1 && rest[middle] == ' ' && same_file(rest.substr(0, middle), rest.substr(middle + 1)))
    return pair(rest.substr(0, middle), rest.substr(middle + 1));
  // "a/name b/name and more": abbreviated by whoever pasted it.
  if (rest.starts_with("a/")) {
    for (size_t at = rest.find(" b/"); at != std::string_view::npos; at = rest.find(" b/", at + 1)) {
      const auto name = rest.substr(2, at - 2), tail = rest.substr(at + 3);
      if (tail.starts_with(name) && (tail.size() == name.size() || tail[name.size()] == ' '))
        return {std::string(name), std::string(name)};
    }
    const size_t at = rest.find(" b/");
    if (at != std::string_view::npos) return pair(rest.substr(0, at), rest.substr(at + 1));
  }
  size_t tries = 0;  // prefixes of two lengths
  for (size_t at = rest.find(' '); at != std::string_view::npos && ++tries < 64; at = rest.find(' ', at + 1))
    if (same_file(rest.substr(0, at), rest.substr(at + 1))) return pair(rest.substr(0, at), rest.substr(at + 1));
  const size_t space = rest.find(' ');
  if (space == std::string_view::npos) return {std::string(rest), std::string(rest)};
  return pair(rest.substr(0, space), rest.substr(space + 1));
}

}  // namespace

bool is_null_name(std::string_view name) { return name == "/dev/null" || name == "NUL" || name == "nul"; }

std::string unquote_name(std::string_view text, size_t* used) {
  if (text.empty() || text[0] != '"') {
    if (used != nullptr) *used = text.size();
    return std::string(text);
  }
  std::string name;
  size_t i = 1;
  for (; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      name += text[i];
      continue;
    }
    ++i;
    if (!is_octal(text[i])) {
      name += escaped(text[i]);
      continue;
    }
    unsigned byte = 0;
    size_t digits = 0;
    for (; digits < 3 && i < text.size() && is_octal(text[i]); ++digits, ++i)
      byte = byte * 8 + static_cast<unsigned>(text[i] - '0');
    --i;
    name += static_cast<char>(byte & 0xFFU);
  }
  if (used != nullptr) *used = std::min(i + 1, text.size());
  return name;
}

NamePair names_of_git_line(std::string_view rest) {
  rest = trim(rest.substr(0, k_longest));
  for (std::string_view dots : {" ...", " …"})
    if (rest.ends_with(dots)) rest = trim_right(rest.substr(0, rest.size() - dots.size()));
  if (rest.empty()) return {};
  if (rest.front() == '"' || rest.back() == '"') {
    NamePair quoted = split_quoted(rest);
    if (!quoted.before.empty()) return quoted;
  }
  return split_plain(rest);
}

std::string_view usual_name(std::string_view rest) {
  const size_t middle = rest.size() / 2;
  if (rest.size() % 2 == 0 || middle < 3 || rest[middle] != ' ' || rest.front() == '"') return {};
  const auto before = rest.substr(0, middle), after = rest.substr(middle + 1);
  const bool prefixed = before.starts_with("a/") && after.starts_with("b/");
  return prefixed && before.substr(2) == after.substr(2) ? before.substr(2) : std::string_view();
}

std::string name_of_side(std::string_view rest) {
  if (!rest.empty() && rest[0] == '"') return unquote_name(rest);
  const size_t tab = rest.find('\t');
  return std::string(trim_right(rest.substr(0, tab)));
}

NamePair without_prefixes(std::string before, std::string after) {
  if (is_null_name(before)) return {std::move(before), without_prefix(std::move(after))};
  if (is_null_name(after)) return {without_prefix(std::move(before)), std::move(after)};
  if (before == after) return {std::move(before), std::move(after)};
  if (has_letter_prefix(before) && has_letter_prefix(after) && before[0] != after[0])
    return {before.substr(2), after.substr(2)};
  if (same_file(before, after)) {
    std::string name(behind_first_folder(before));
    return {name, name};
  }
  return {std::move(before), std::move(after)};
}

std::string without_prefix(std::string name) {
  if (name.starts_with("a/") || name.starts_with("b/")) name.erase(0, 2);
  return name;
}

}  // namespace assay::diff
