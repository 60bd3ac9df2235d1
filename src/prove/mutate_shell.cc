// Shell scripts: everything is a word there, so tests, lists and whole commands are looked for by their place.
#include <array>
#include <utility>

#include "base/text.h"
#include "prove/mutate.h"

namespace assay::prove {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> k_tests = {
    {{"eq", "ne"}, {"ne", "eq"}, {"lt", "le"}, {"le", "lt"}, {"gt", "ge"}, {"ge", "gt"}, {"z", "n"}, {"n", "z"}}};

bool in_test(const CodeText& text, size_t first, size_t i) {
  for (size_t at = i; at > first; --at) {
    const Token& token = text.at(at - 1);
    if (token.is_one({"&&", "||", ";", "]"})) return false;
    if (token.is("[") || token.is("test")) return true;
  }
  return false;
}

void test_operator(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  const Token &mark = text.at(i), &word = text.at(i + 1);
  if (mark.is("-") && word.begin == mark.end()) {
    for (const auto& [now, other] : k_tests) {
      if (!word.is(now)) continue;
      const bool order = now.front() == 'l' || now.front() == 'g';
      out.push_back({order ? Rank::boundary : Rank::negated, mark.begin, word.end() - mark.begin, cat("-", other),
                     instead_of(cat("-", other), cat("-", now))});
    }
  } else if (is_spaced(text, mark) && mark.is_one({"=", "==", "!="})) {
    out.push_back(replaced(Rank::negated, mark, mark.is("!=") ? "=" : "!="));
  }
}

void status(const MutatedLine& line, size_t i, Candidates& out) {
  const Token& number = line.text.at(i + 1);
  if (!line.text.at(i).is_one({"return", "exit"}) || !number.number() || number.line != line.text.at(i).line) return;
  out.push_back(replaced(Rank::returned, number, number.is("0") ? "1" : "0"));
}

bool is_plain_command(const MutatedLine& line) {
  const CodeText& text = line.text;
  const Token& head = text.at(line.first);
  if (!head.word() || head.text.starts_with('$') || text.before(line.first).is_one({"\\", "|", "&&", "||", "("}))
    return false;
  if (head.is_one({"if",   "then",   "else",   "elif",     "fi",       "for",     "do",    "done",   "case",
                   "esac", "while",  "until",  "function", "local",    "set",     "shift", "export", "return",
                   "exit", "trap",   "source", "unset",    "readonly", "declare", "in",    "break",  "continue",
                   "echo", "printf", "exec",   "wait",     "sleep",    "true",    "false", "eval",   "select"}))
    return false;
  const Token& last = text.before(line.first);
  if (last.string() && !is_one_of(last.text.substr(0, 1), {"\"", "'"})) return false;  // the end of a heredoc
  for (size_t at = line.first; at < line.last; ++at) {
    const Token& token = text.at(at);
    if (token.is_one({"\\", "|", "&&", "||", "&", ";", ";;", "{", "}", "(", ")", "<<", "+=", "`"})) return false;
    if (token.is("=") && at == line.first + 1) return false;
    if (token.last_line != token.line || (token.string() && !is_one_of(token.text.substr(0, 1), {"\"", "'"})))
      return false;
  }
  // A heredoc or a list that goes on.
  return text.at(line.last).line != head.line + 1 || !text.at(line.last).is_one({"|", "&&", "||", ")"});
}

}  // namespace

void mutate_shell(const MutatedLine& line, Candidates& out) {
  const CodeText& text = line.text;
  for (size_t i = line.first; i < line.last; ++i) {
    const Token& token = text.at(i);
    if (token.is_one({"-", "=", "==", "!="}) && in_test(text, line.first, i)) test_operator(line, i, out);
    status(line, i, out);
    const bool list = (token.is("&&") || token.is("||")) && i > line.first && i + 1 < line.last;
    if (list && is_spaced(text, token) && !in_test(text, line.first, i))
      out.push_back(replaced(Rank::boolean, token, token.is("&&") ? "||" : "&&"));
  }
  if (!is_plain_command(line)) return;
  const auto command = text.text(line.first, line.last - 1);
  out.push_back(
      {Rank::left_out, text.at(line.first).begin, command.size(), ":", cat("leaving out ", quoted_code(command))});
}

}  // namespace assay::prove
