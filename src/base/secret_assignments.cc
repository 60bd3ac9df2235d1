// The key is read backwards from its separator, the value forwards; whether the value is a secret
// is decided in secret_values.cc.
#include "base/secret_assignments.h"

#include <algorithm>
#include <string>

#include "base/secret_shapes.h"
#include "base/secret_values.h"
#include "base/text.h"

namespace assay::secret_assignments {
namespace {

constexpr size_t k_quoted = 1024;  // the longest quoted value looked for

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_key_byte(char c) { return is_alnum(c) || c == '_' || c == '-' || c == '.'; }

size_t skip_blank(std::string_view text, size_t at) {
  const size_t stop = std::min(text.size(), at + 16);
  while (at < stop && is_blank(text[at])) ++at;
  return at;
}

struct Name {
  std::string_view text;
  size_t begin = 0;
};

Name name_before(std::string_view text, size_t end, size_t floor) {
  const size_t low = std::max(floor, end > 80 ? end - 80 : 0);
  size_t begin = end;
  while (begin > low && is_key_byte(text[begin - 1])) --begin;
  return {text.substr(begin, end - begin), begin};
}

size_t back_over_blank(std::string_view text, size_t end, size_t floor) {
  const size_t low = std::max(floor, end > 16 ? end - 16 : 0);
  while (end > low && is_blank(text[end - 1])) --end;
  return end;
}

// The key that ends before text[at], the separator: `"password"`, ENV["TOKEN"], `token?`, and
// through a type to the name it belongs to: `password: str = `.
std::string_view key_before(std::string_view text, size_t at, size_t floor) {
  size_t end = back_over_blank(text, at, floor);
  if (end > floor && (text[end - 1] == '?' || text[end - 1] == '!')) --end;
  bool bracket = end > floor && text[end - 1] == ']';
  if (bracket) --end;
  if (end > floor && is_quote(text[end - 1])) {
    --end;
    if (end > floor && text[end - 1] == '\\') --end;
  } else if (bracket) {
    return {};
  }
  const Name name = name_before(text, end, floor);
  if (name.text.size() < 2) return {};
  if (name.begin > floor && text[name.begin - 1] == '=') return {};  // a value itself: eof_action=pass:x
  const std::string lowered = lower(name.text);
  if (text[at] == '=' && (lowered == "str" || lowered == "string" || lowered == "&str")) {
    size_t colon = back_over_blank(text, name.begin, floor);
    if (colon > floor && text[colon - 1] == ':')
      return name_before(text, back_over_blank(text, colon - 1, floor), floor).text;
  }
  return name.text;
}

bool all_upper(std::string_view name) {
  return std::none_of(name.begin(), name.end(), is_lower) && std::any_of(name.begin(), name.end(), is_upper);
}

bool accept(SecretKey kind, std::string_view key, std::string_view text, size_t begin, size_t end, ValueForm form,
            Secret& out) {
  const char next = end < text.size() ? text[end] : '\0';
  const std::string_view value = text.substr(begin, end - begin);
  if (!is_secret_value(kind, value, form, next)) return false;
  out = {begin, end, kind_text(kind), false};
  Secret shape;  // a value that has a provider's shape is called by that
  if (value.size() >= 3 && secret_shapes::match(text, begin, begin, shape) && shape.begin == begin && shape.end <= end)
    out.kind = shape.kind, out.known_shape = true;
  if (kind == SecretKey::key && value.size() >= 40 && icontains(key, "secret") && icontains(key, "access"))
    out.kind = "AWS secret key", out.known_shape = true;
  if (kind == SecretKey::key && value.size() >= 80 && iequals(key, "AccountKey"))
    out.kind = "Azure storage key", out.known_shape = true;
  return true;
}

// From the opening quote at text[at]; false when it is not closed nearby.
bool quoted_value(std::string_view text, size_t at, bool escaped, size_t& begin, size_t& end) {
  const char quote = text[at];
  begin = at + 1;
  const size_t stop = std::min(text.size(), begin + k_quoted);
  for (size_t i = begin; i < stop; ++i) {
    if (text[i] == '\n') return false;
    if (text[i] == '\\') {
      if (escaped && i + 1 < stop && text[i + 1] == quote) {
        end = i;
        return true;
      }
      ++i;
      continue;
    }
    if (text[i] == quote) {
      end = i;
      return true;
    }
  }
  return false;
}

// "Bearer abc", "Basic abc", "token abc", or the credentials alone.
bool match_authorization(std::string_view text, size_t at, Secret& out) {
  size_t begin = at;
  if (begin < text.size() && is_quote(text[begin])) ++begin;
  size_t word = begin;
  while (word < text.size() && is_alpha(text[word]) && word - begin < 16) ++word;
  const std::string scheme_name = lower(text.substr(begin, word - begin));
  bool scheme = false;
  for (std::string_view known : {"bearer", "basic", "token", "digest", "apikey", "negotiate", "ntlm", "oauth", "bot"})
    scheme |= scheme_name == known && word < text.size() && text[word] == ' ';
  if (scheme) begin = word + 1;
  size_t end = begin;
  while (end < text.size() && end - begin < 65536 && !ends_bare(text[end], false)) ++end;
  const std::string_view value = text.substr(begin, end - begin);
  if (value.size() < 8 || is_placeholder(value)) return false;
  const bool digit = std::any_of(value.begin(), value.end(), is_digit);
  if (scheme ? !digit && value.size() < 16 : !looks_random(value)) return false;
  if (end < text.size() && text[end] == '(') return false;
  out = {begin, end, "credentials", true};
  return true;
}

// "sid=4f9a…; theme=dark" behind "Cookie:" and "Set-Cookie:", up to the end of the line or of the quoted header. One of
// its values must look generated: settings of cookies are no secrets.
bool match_cookie(std::string_view text, size_t at, Secret& out) {
  size_t end = at;
  while (end < text.size() && end - at < 65536 && text[end] != '\n' && text[end] != '\r' && !is_quote(text[end])) ++end;
  const std::string_view header = trim(text.substr(at, end - at));
  if (header.empty() || header.front() == '{' || header.front() == '[') return false;
  const auto is_secret = [](std::string_view pair) {
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos) return false;
    const auto name = trim(pair.substr(0, equals)), value = trim(pair.substr(equals + 1));
    if (name.empty() || contains(name, " ") || contains(value, " ") || value.size() < 8 || is_placeholder(value))
      return false;
    return std::any_of(value.begin(), value.end(), is_digit) || looks_random(value);
  };
  const auto pairs = split(header, ';');
  if (std::none_of(pairs.begin(), pairs.end(), is_secret)) return false;
  out = {at, at + header.size(), "cookie", false};
  return true;
}

bool match_value(std::string_view key, std::string_view text, size_t after, bool equals, bool flag, Secret& out) {
  const SecretKey kind = secret_key_kind(key);
  if (kind == SecretKey::none) return false;
  size_t at = skip_blank(text, after);
  if (at >= text.size() || text[at] == '\n') return false;
  if (kind == SecretKey::authorization) return match_authorization(text, at, out);
  if (kind == SecretKey::cookie) return !equals && !flag && match_cookie(text, at, out);
  const bool spaced = at > after;
  size_t open = at;
  if (open + 1 < text.size() && is_alpha(text[open]) && is_quote(text[open + 1])) ++open;  // b"…", r"…"
  const bool escaped = text[open] == '\\' && open + 1 < text.size() && is_quote(text[open + 1]);
  if (escaped) ++open;
  size_t begin = 0, end = 0;
  if (is_quote(text[open]) && quoted_value(text, open, escaped, begin, end))
    return accept(kind, key, text, begin, end, ValueForm::quoted, out);
  const bool environment = equals && !spaced && all_upper(key);
  begin = end = at;
  while (end < text.size() && !ends_bare(text[end], environment)) {
    if (end - begin == k_quoted && !accept(kind, key, text, begin, end, ValueForm::bare_equals, out)) return false;
    ++end;
  }
  ValueForm form = equals ? (spaced ? ValueForm::bare_spaced : ValueForm::bare_equals) : ValueForm::bare_colon;
  if (flag) form = ValueForm::bare_colon;
  return end > begin && accept(kind, key, text, begin, end, form, out);
}

}  // namespace

bool ends_bare(char c, bool environment) {
  if (is_space(c) || is_quote(c) || c == ';' || c == '&' || c == '<' || c == '>' || c == '|' || c == '\0') return true;
  return !environment && (c == ',' || c == ')' || c == ']' || c == '[' || c == '}' || c == '(' || c == '\\');
}

bool may_end_key(std::string_view text, size_t at) {
  size_t end = at;
  const size_t low = at > 20 ? at - 20 : 0;
  while (end > low && !is_alnum(text[end - 1]) && text[end - 1] != '\n') --end;
  if (end < low + 2) return end >= 2;
  const auto letter = [&](size_t back) { return end >= back ? to_lower(text[end - back]) : '\0'; };
  const char a = letter(3), b = letter(2), c = letter(1);
  switch (c) {
    case 'd': return (b == 'r' && a == 'o') || (b == 'w' && (a == 's' || a == 'p'));              // password passwd pwd
    case 'e': return (b == 's' && a == 'a') || (b == 'r' && a == 'u') || (b == 'i' && a == 'k');  // …, cookie
    case 'g': return b == 'n' && a == 'i';                              // a type: `password: string = …`
    case 'h': return b == 't' && a == 'u';                              // _auth
    case 'l': return b == 'a' && a == 'i';                              // credential
    case 'n': return (b == 'e' && a == 'k') || (b == 'o' && a == 'i');  // token authorization
    case 'r': return b == 't' && a == 's';                              // a type: `password: str = …`
    case 's': return (b == 's' && a == 'a') || (b == 'l' && a == 'a');  // pass credentials
    case 't': return b == 'e' && a == 'r';                              // secret
    case 'w': return b == 'p';
    case 'y': return b == 'e' && a == 'k';  // key
    default: return false;
  }
}

// text[at] is '=' or ':'.
bool match_assignment(std::string_view text, size_t at, size_t floor, Secret& out) {
  const char c = text[at];
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  const char before = at > floor ? text[at - 1] : '\0';
  size_t after = at + 1;
  if (c == '=') {
    if (next == '=' || next == '~' || std::string_view("=!<>+-*/%&|^~:").find(before) != std::string_view::npos)
      return false;
    if (next == '>') ++after;
  } else {
    if (next == ':' || next == '/' || before == ':') return false;
    if (next == '=') ++after;
  }
  const std::string_view key = key_before(text, at, floor);
  return !key.empty() && match_value(key, text, after, c == '=' || next == '=', false, out);
}

// text[at] is the '>' of "<password>": the value up to the next tag.
bool match_element(std::string_view text, size_t at, size_t floor, Secret& out) {
  const Name name = name_before(text, at, floor);
  if (name.begin == floor || text[name.begin - 1] != '<' || name.text.empty()) return false;
  const SecretKey kind = secret_key_kind(name.text);
  if (kind == SecretKey::none) return false;
  size_t end = at + 1;
  while (end < text.size() && end - at < k_quoted && text[end] != '<' && text[end] != '\n') ++end;
  if (end >= text.size() || text[end] != '<') return false;
  return accept(kind, name.text, text, at + 1, end, ValueForm::quoted, out);
}

// text[at] starts "--": a flag with its value behind a blank, "--password hunter2".
bool match_flag(std::string_view text, size_t at, Secret& out) {
  size_t end = at + 2;
  while (end < text.size() && end - at < 64 && (is_alnum(text[end]) || text[end] == '-' || text[end] == '_')) ++end;
  if (end - at < 5 || end >= text.size() || text[end] != ' ') return false;
  if (k_key_ends.find(text[end - 1]) == std::string_view::npos) return false;
  return match_value(text.substr(at + 2, end - at - 2), text, end, false, true, out);
}

}  // namespace assay::secret_assignments
