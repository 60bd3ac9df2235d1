// Numbers and truth values. A number that only says how long or how much at a time (a timeout, a buffer) changes
// nothing that a test can see, and is left alone.
#include <optional>

#include "base/text.h"
#include "prove/mutate.h"

namespace assay::prove {

namespace {

using diff::Language;

std::string_view other_truth(const CodeText& text, const Token& token) {
  if (text.language == Language::python) return token.is("True") ? "False" : token.is("False") ? "True" : "";
  return token.is("true") ? "false" : token.is("false") ? "true" : "";
}

bool is_tuning_name(std::string_view name) {
  for (std::string_view part : {"timeout", "delay", "interval", "sleep", "buffer", "chunk", "stacklevel", "capacity",
                                "port", "retries", "verbose", "weight", "version"}) {
    if (icontains(name, part)) return true;
  }
  return false;
}

// "timeout=30", "delay: 5", "sleep(3)", "BUFFER_SIZE = 4096".
bool only_tunes(const CodeText& text, size_t i) {
  const Token& last = text.before(i);
  if (last.is("=") || last.is(":") || last.is(":=")) return i >= 2 && is_tuning_name(text.at(i - 2).text);
  const size_t outer = text.at(i).outer;
  return outer != Token::k_none && outer > 0 && text.at(outer).is("(") && is_tuning_name(text.at(outer - 1).text);
}

// Numbers that are part of a type, a key that must stay the only one, or what else a compiler checks.
bool is_of_a_type(const MutatedLine& line, size_t i) {
  const CodeText& text = line.text;
  const Token &last = text.before(i), &next = text.at(i + 1);
  if (last.is(".") || last.is("@") || last.is("#") || last.is("case")) return true;
  if ((last.is("<") && !is_spaced(text, last)) || (next.is(">") && !is_spaced(text, next))) return true;
  const bool key = next.is(":") && text.at(text.at(i).outer).is("{") && !holds(text, line.first, i, {"?"});
  if (key || (text.language == Language::go && text.at(line.statement).is("_"))) return true;
  const bool c = text.language == Language::c || text.language == Language::cpp;
  if (c && last.is("=") && text.before(i - 1).is_one({")", "const", "override", "noexcept", "final"})) return true;
  if (c && last.is(":") && !holds(text, line.first, line.last - 1, {"?", "case"})) return true;
  const bool alone = last.is("[") && next.is("]");
  if (c && alone && i >= 3 && text.at(i - 2).word() &&
      (text.at(i - 3).word() || text.at(i - 3).is_one({"*", ">", "&"})))
    return true;
  if (text.language == Language::go && alone && (text.at(i + 2).word() || text.at(i + 2).is("["))) return true;
  return text.language == Language::rust && last.is(";");
}

std::optional<std::string> other_number(const CodeText& text, size_t i) {
  const std::string_view number = text.at(i).text;
  const size_t dot = std::min(number.find('.'), number.size());
  const auto whole = parse_uint(number.substr(0, dot));
  if (!whole || number.size() > 9 || (dot > 1 && number[0] == '0')) return std::nullopt;
  if (dot < number.size() && !parse_uint(number.substr(dot + 1))) return std::nullopt;
  if (!is_dynamic(text.language) && (*whole == 127 || *whole == 255 || *whole == 32767 || *whole == 65535))
    return std::nullopt;
  const bool divides = text.before(i).is_one({"/", "//", "%", "/=", "%="});
  if (*whole == 1 && dot == number.size() && !divides) return "0";
  return cat(*whole + 1, number.substr(dot));
}

void number(const MutatedLine& line, size_t i, Candidates& out) {
  const CodeText& text = line.text;
  if (is_of_a_type(line, i) || only_tunes(text, i)) return;
  const auto other = other_number(text, i);
  if (!other) return;
  const Token& token = text.at(i);
  const Token& sign = text.before(i);
  const bool negative = sign.is("-") && sign.end() == token.begin && i > 0 && !ends_value(text.before(i - 1));
  if (!negative) {
    out.push_back(replaced(Rank::constant, token, *other));
    return;
  }
  const std::string now = token.is("1") ? "1" : cat("-", *other);
  out.push_back({Rank::constant, sign.begin, token.end() - sign.begin, now, instead_of(now, text.text(i - 1, i))});
}

}  // namespace

void mutate_constants(const MutatedLine& line, Candidates& out) {
  const CodeText& text = line.text;
  const bool loop = text.at(line.statement).is_one({"while", "until", "loop", "do"});
  for (size_t i = line.first; i < line.last; ++i) {
    const Token& token = text.at(i);
    if (line.kind == StatementKind::header && !text.before(i).is("=")) continue;  // only defaults of parameters
    if (token.number()) {
      number(line, i, out);
    } else if (const auto other = other_truth(text, token);
               !other.empty() && !loop && !text.before(i).is_one({".", "case", "@"})) {
      if (!text.at(i + 1).is_one({"=", "=>", ".", "("}) && !only_tunes(text, i))
        out.push_back(replaced(Rank::constant, token, other));
    }
  }
}

}  // namespace assay::prove
