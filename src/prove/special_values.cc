// The position of a literal says little about whether it is a special case: it may stand in a condition, an arm, a
// table, a set declared far away, a prefix. What tells is where else its value stands, and which tests notice when it
// is another one. So nearly all literals are taken here; only those that could not mean one test are left out. Of a
// text that a program may know as a name ("open", "circle") the position does count: it must be compared.
#include "prove/special_values.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "prove/code_text.h"
#include "prove/known_values.h"
#include "prove/special_shell.h"
#include "prove/special_text.h"
#include "prove/statements.h"

namespace assay::prove {

namespace {

using diff::Language;

constexpr size_t k_longest_value = 200;
constexpr size_t k_shortest_digest = 7;

bool is_hexadecimal(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }) &&
         std::any_of(text.begin(), text.end(), is_digit);
}

bool is_comparison(const Token& token) {
  return token.is_one({"==",
                       "===",
                       "!=",
                       "!==",
                       "eq",
                       "ne",
                       "is",
                       "equals",
                       "eql",
                       "equalsIgnoreCase",
                       "compare",
                       "strcmp",
                       "EqualFold",
                       "startsWith",
                       "endsWith",
                       "startswith",
                       "endswith",
                       "start_with",
                       "starts_with",
                       "HasPrefix",
                       "HasSuffix",
                       "includes",
                       "contains",
                       "Contains",
                       "include",
                       "indexOf",
                       "find",
                       "match",
                       "matches",
                       "in_array",
                       "str_starts_with",
                       "str_contains",
                       "strpos",
                       "in",
                       "has",
                       "case",
                       "when"});
}

bool asks_for_length(const Token& token) {
  return token.is_one({"length", "len", "size", "count", "strlen", "mb_strlen", "Length", "Count", "Size", "bytesize"});
}

// Where a program says something instead of asking.
bool only_tells(const CodeText& text, size_t i) {
  const size_t outer = text.at(i).outer;
  if (outer == Token::k_none || outer == 0 || !text.at(outer).is("(")) return false;
  return text.at(outer - 1).is_one({"print", "println", "printf", "log", "warn", "error", "info", "debug", "require",
                                    "import", "include", "Errorf", "Printf", "Println", "console", "puts", "echo"});
}

class Searching {
 public:
  Searching(const CodeText& text, std::vector<SpecialValue>& out) : m_text(text), m_out(out) {}

  void line(std::uint32_t number) {
    const size_t first = m_text.first_on(number), last = m_text.first_on(number + 1);
    if (first == last) return;
    const auto kind = kind_of_statement(m_text, statement_of(m_text, first));
    if (kind == StatementKind::import || kind == StatementKind::logging || kind == StatementKind::decorator) return;
    if (kind == StatementKind::header && !compares_on(first, last)) return;
    for (size_t i = first; i < last && m_out.size() < k_most_special_values; ++i) {
      const auto& token = m_text.at(i);
      if (token.string()) add_text(i, number);
      if (token.number()) add_number(i, number);
      if (token.kind == TokenKind::regex) add_pattern(i, number);
    }
    if (m_text.language == Language::ruby) add_words_of_ruby(number);
  }

  // What one subject is compared with, and the arms of one choice, belong together.
  void finish() {
    for (size_t i = 0; i < m_out.size(); ++i) {
      for (size_t k = 0; k < m_out.size(); ++k) {
        const bool same = i != k && !m_subjects[i].empty() && m_subjects[i] == m_subjects[k];
        if (same && m_out[i].beside.size() < k_most_beside) m_out[i].beside.push_back(m_out[k].value);
      }
      for (const auto& name : m_known[m_subjects[i]]) {
        if (!m_subjects[i].empty() && m_out[i].beside.size() < k_most_beside) m_out[i].beside.push_back(name);
      }
    }
  }

 private:
  bool compares_on(size_t first, size_t last) const {
    for (size_t i = first; i < last; ++i) {
      if (is_comparison(m_text.at(i))) return true;
    }
    return false;
  }

  // The text between its quotes; empty: it is put together, or its characters are written in another way.
  std::string_view plain_text(const Token& token) const {
    auto text = token.text;
    while (!text.empty() && text.front() != '"' && text.front() != '\'' && text.front() != '`') text.remove_prefix(1);
    if (text.size() < 2 || text.size() > k_longest_value || text.starts_with("\"\"\"")) return {};
    text = text.substr(1, text.size() - 2);
    return text.find_first_of("\\${}%\n") == std::string_view::npos ? text : std::string_view();
  }

  bool is_key(size_t i) const {
    const auto& next = m_text.at(i + 1);
    if (next.is_one({"=>", "->"})) return true;
    const auto outer = m_text.at(i).outer;
    return next.is(":") && (outer != Token::k_none ? m_text.at(outer).is("{") : m_text.before(i).is("case"));
  }

  // {"a", "b"}, ["a", "b"], in ("a", "b"), Set.of("a", "b")
  bool is_in_list(size_t i) const {
    const size_t outer = m_text.at(i).outer;
    if (outer == Token::k_none) return false;
    const auto& open = m_text.at(outer);
    const auto& head = m_text.before(outer);
    if (open.is("{")) return !m_text.at(i).number() || !is_key(i);
    if (open.is("[")) return !ends_with_value(head);
    return head.is_one({"in", "of", "Set", "set", "frozenset", "tuple", "list", "asList"});
  }

  static bool ends_with_value(const Token& token) {
    if (token.word()) return !token.is_one({"in", "return", "and", "or", "not", "if"});
    return token.is_one({")", "]"}) || token.string();
  }

  // Before or behind one of ==, .equals(, in; or a key or an arm.
  bool is_asked(size_t i) const {
    const auto& last = m_text.before(i);
    if (is_comparison(last) || m_text.at(i + 1).is_one({"==", "===", "!=", "!=="}) || is_key(i)) return true;
    if (last.is("(") && i >= 2 && is_comparison(m_text.at(i - 2))) return true;
    if (m_text.at(i + 1).is(".") && is_comparison(m_text.at(i + 2))) return true;  // "Ada".equals(name)
    if (m_text.at(i + 1).is("|") || last.is("|")) return true;                     // an arm with several
    return is_in_list(i);
  }

  // The bracket of a list or object that is compared as a whole: x == {"POT-3": 2}
  bool is_compared_as_whole(size_t i) const {
    for (size_t outer = m_text.at(i).outer; outer != Token::k_none; outer = m_text.at(outer).outer) {
      const size_t close = m_text.at(outer).partner;
      const bool compared = is_equality(m_text.before(outer)) || is_equality(m_text.at(close + 1)) ||
                            (m_text.before(outer).is("(") && outer >= 2 && is_comparison(m_text.at(outer - 2)));
      if (close != Token::k_none && compared && !m_text.at(outer).is("(")) return true;
      if (close != Token::k_none && is_compared_by_name(outer)) return true;
    }
    return false;
  }

  // NAME = {"a", "b"} … if set(x) == NAME
  bool is_compared_by_name(size_t open) const {
    if (open < 2 || !m_text.at(open).is_one({"{", "[", "("}) || m_text.at(open).outer != Token::k_none) return false;
    const size_t equals = m_text.at(open - 1).is("=") ? open - 1 : m_text.at(open - 2).is("=") ? open - 2 : 0;
    if (equals == 0 || !m_text.before(equals).word()) return false;
    const auto name = m_text.before(equals).text;
    for (size_t i = 0; i < m_text.tokens.size(); ++i) {
      const bool here = i + 1 != equals && m_text.at(i).word() && m_text.at(i).text == name;
      if (here && (is_equality(m_text.before(i)) || is_equality(m_text.at(i + 1)))) return true;
    }
    return false;
  }
  static bool is_equality(const Token& token) { return token.is_one({"==", "===", "!=", "!==", "eq"}); }

  // What it is compared with, told in a way that is the same wherever that is done.
  std::string subject_of(size_t i) const {
    const auto& last = m_text.before(i);
    if (is_key(i)) return m_text.at(i).outer == Token::k_none ? "arms" : cat("keys ", m_text.at(i).outer);
    if (last.is("case") || last.is("when") || last.is("|")) return "arms";
    if (is_in_list(i) && m_text.at(i).outer != Token::k_none) return cat("list ", m_text.at(i).outer);
    if (!is_equality(last) || i < 2) return {};
    size_t first = i - 2;
    if (m_text.at(first).closes() && m_text.at(first).partner != Token::k_none) first = m_text.at(first).partner;
    while (first > 0 && m_text.at(first - 1).line == m_text.at(i).line &&
           (m_text.at(first - 1).is_one({".", "->", "?.", "::"}) || m_text.at(first).is_one({".", "->", "?.", "("})) &&
           !m_text.at(first - 1).is_one({"if", "(", "and", "or", "&&", "||", "return"}))
      --first;
    return cat("is ", m_text.text(first, i - 2));
  }

  void add(size_t i, SpecialValue value) {
    m_subjects.push_back(i == Token::k_none ? std::string() : subject_of(i));
    m_out.push_back(std::move(value));
  }

  void add_text(size_t i, std::uint32_t number) {
    const auto& token = m_text.at(i);
    const auto text = plain_text(token);
    if (text.empty() || only_tells(m_text, i)) return;
    const bool asked = is_asked(i);
    if (is_known_text(text) && !(text.size() > 2 && is_compared_as_whole(i))) {
      // That it stands beside others tells of those.
      if (asked && std::any_of(text.begin(), text.end(), is_alnum)) m_known[subject_of(i)].emplace_back(text);
      return;
    }
    const bool odd = is_odd_text(text);
    if (!odd && !asked && !is_compared_as_whole(i)) return;
    const bool digest = text.size() >= k_shortest_digest && is_hexadecimal(text);
    const size_t at = token.begin + static_cast<size_t>(text.data() - token.text.data());
    add(i, {number,
            at,
            text.size(),
            disguised(text),
            digest ? SpecialKind::digest : SpecialKind::text,
            std::string(text),
            std::string(token.text),
            odd,
            is_compared_as_whole(i),
            {}});
  }

  void add_number(size_t i, std::uint32_t number) {
    const auto& token = m_text.at(i);
    const auto text = token.text;
    const bool plain =
        std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == '.' || c == '_'; });
    if (plain && is_limit_of_size(i)) return add_limit(i, number);
    if (!plain || !is_asked(i)) return;
    const auto& left = m_text.before(i - (i > 1 ? 1 : 0));
    const bool compared = is_equality(m_text.before(i));
    const auto& call = left.is(")") && left.partner != Token::k_none ? m_text.before(left.partner) : left;
    const bool length = compared && asks_for_length(call);
    if (length ? text.size() == 1 && text[0] <= '2' : is_known_number(text)) return;
    const auto digits = std::count_if(text.begin(), text.end(), is_digit);
    const bool digest = !length && digits >= static_cast<std::ptrdiff_t>(k_shortest_digest);
    const auto kind = length ? SpecialKind::length : digest ? SpecialKind::digest : SpecialKind::number;
    add(i, {number,
            token.begin,
            text.size(),
            disguised(text),
            kind,
            std::string(text),
            std::string(text),
            text.find('.') != std::string_view::npos || digits >= 3,
            false,
            {}});
  }

  // width > 2, items.length <= 3, len(x) < 4
  bool is_limit_of_size(size_t i) const {
    if (!m_text.before(i).is_one({"<", ">", "<=", ">="}) || i < 2) return false;
    const auto& left = m_text.at(i - 2);
    const auto& named = left.is(")") && left.partner != Token::k_none ? m_text.before(left.partner) : left;
    if (!named.word() || !contains_any(lower(named.text), {"len", "size", "count", "width", "height", "rows", "cols",
                                                           "columns", "lines", "depth"}))
      return false;
    const auto& limit = m_text.at(i).text;
    return limit.size() == 1 && limit[0] >= '2' && limit[0] <= '8';
  }

  // What a test asks with stands right at the limit, on either side of it.
  void add_limit(size_t i, std::uint32_t number) {
    const auto& token = m_text.at(i);
    for (const int step : {-1, 1}) {
      add(Token::k_none, {number,
                          token.begin,
                          token.text.size(),
                          std::string(1, static_cast<char>(token.text[0] + step)),
                          SpecialKind::limit,
                          std::string(token.text),
                          std::string(m_text.text(i - 2, i)),
                          false,
                          false,
                          {}});
    }
  }

  void add_pattern(size_t i, std::uint32_t number) {
    const auto& token = m_text.at(i);
    size_t best = 0, length = 0;
    for (size_t at = 1; at < token.text.size();) {
      if (token.text[at] == '\\') {
        at += 2;
        continue;
      }
      size_t end = at;
      while (end < token.text.size() && is_alnum(token.text[end])) ++end;
      if (end - at > length && end < token.text.size()) best = at, length = end - at;
      at = std::max(end, at + 1);
    }
    const auto text = token.text.substr(best, length);
    constexpr size_t k_shortest = 4;
    if (length < k_shortest || is_known_text(text)) return;
    add(Token::k_none, {number,
                        token.begin + best,
                        length,
                        disguised(text),
                        SpecialKind::pattern,
                        std::string(text),
                        std::string(token.text),
                        is_odd_text(text),
                        false,
                        {}});
  }

  // %w[ab-1207 cd-3]
  void add_words_of_ruby(std::uint32_t number) {
    const auto text = m_text.line(number);
    const size_t start = text.find("%w");
    if (start == std::string_view::npos || start + 3 >= text.size()) return;
    const size_t end = text.find_first_of("])}", start);
    std::vector<std::pair<size_t, std::string_view>> words;
    for (size_t at = start + 3; at < std::min(end, text.size());) {
      const size_t stop = std::min({text.find(' ', at), end, text.size()});
      if (stop > at) words.emplace_back(at, text.substr(at, stop - at));
      at = stop + 1;
    }
    for (const auto& [at, word] : words) {
      if (is_known_text(word)) continue;
      const size_t offset = static_cast<size_t>(text.data() - m_text.content.data()) + at;
      SpecialValue value{number,
                         offset,
                         word.size(),
                         disguised(word),
                         SpecialKind::text,
                         std::string(word),
                         std::string(word),
                         is_odd_text(word),
                         false,
                         {}};
      for (const auto& other : words) {
        if (other.first != at) value.beside.emplace_back(other.second);
      }
      add(Token::k_none, std::move(value));
    }
  }

  const CodeText& m_text;
  std::vector<SpecialValue>& m_out;
  std::vector<std::string> m_subjects{};                      // of each value found
  std::map<std::string, std::vector<std::string>> m_known{};  // by subject: values that many programs know
};

}  // namespace

std::vector<SpecialValue> special_values_of(std::string_view path, std::string_view content,
                                            const std::vector<Lines>& lines) {
  std::vector<SpecialValue> out;
  const Language language = diff::language_of(path);
  if (family_of(language) == Family::none || content.size() > CodeText::k_longest) return out;
  const CodeText text = read_code(language, content);
  Searching searching(text, out);
  SearchingShell shell(content, out);
  const bool script = family_of(language) == Family::shell;
  for (const Lines& range : lines) {
    for (std::uint32_t i = 0; i < range.count && out.size() < k_most_special_values; ++i) {
      const auto number = range.first + i;
      if (number < 1 || number > text.line_count()) continue;
      if (script)
        shell.line(text.line(number), number);
      else
        searching.line(number);
    }
  }
  if (script)
    shell.finish();
  else
    searching.finish();
  return out;
}

std::string with_other_value(const SpecialValue& value, std::string_view content) {
  return cat(content.substr(0, value.offset), value.replacement, content.substr(value.offset + value.length));
}

}  // namespace assay::prove
