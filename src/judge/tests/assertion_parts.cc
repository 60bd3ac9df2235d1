#include "judge/tests/assertion_parts.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/code_names.h"

namespace assay::judge {

namespace {

// Types whose objects are values: a literal in one of them is a literal still.
bool is_value_type(std::string_view w) {
  constexpr std::array<std::string_view, 37> types = {"List",
                                                      "Set",
                                                      "Map",
                                                      "Arrays",
                                                      "ImmutableList",
                                                      "BigDecimal",
                                                      "BigInteger",
                                                      "BigInt",
                                                      "Decimal",
                                                      "Money",
                                                      "Date",
                                                      "Duration",
                                                      "LocalDate",
                                                      "LocalTime",
                                                      "LocalDateTime",
                                                      "Instant",
                                                      "Fraction",
                                                      "UUID",
                                                      "Rational",
                                                      "Complex",
                                                      "DateTime",
                                                      "TimeSpan",
                                                      "DateOnly",
                                                      "TimeOnly",
                                                      "Period",
                                                      "Optional",
                                                      "OffsetDateTime",
                                                      "ZonedDateTime",
                                                      "DateTimeImmutable",
                                                      "date",
                                                      "datetime",
                                                      "timedelta",
                                                      "Some",
                                                      "Ok",
                                                      "NaiveDate",
                                                      "Temporal",
                                                      "Guid"};
  return std::find(types.begin(), types.end(), w) != types.end();
}

}  // namespace

std::vector<TokenRange> arguments(const Tokens& t, size_t open, size_t end) {
  std::vector<TokenRange> out;
  int depth = 0;
  size_t begin = open + 1;
  for (size_t i = open; i < end && i < t.size(); ++i) {
    if (t[i].is("(") || t[i].is("[") || t[i].is("{")) ++depth;
    const bool close = t[i].is(")") || t[i].is("]") || t[i].is("}");
    if (close) --depth;
    if ((depth == 1 && t[i].is(",")) || (close && depth == 0)) {
      if (i > begin) out.emplace_back(begin, i);
      begin = i + 1;
    }
  }
  return out;
}

std::vector<TokenRange> bare_arguments(const Tokens& t, size_t begin, size_t end) {
  std::vector<TokenRange> out;
  int depth = 0;
  size_t from = begin;
  for (size_t i = begin; i < end; ++i) {
    if (t[i].is("(") || t[i].is("[") || t[i].is("{")) ++depth;
    if (t[i].is(")") || t[i].is("]") || t[i].is("}")) --depth;
    if (depth == 0 && t[i].is(",")) {
      if (i > from) out.emplace_back(from, i);
      from = i + 1;
    }
  }
  if (end > from) out.emplace_back(from, end);
  return out;
}

Strength strength_of_words(std::string_view m) {
  if (contains_any(m, {"tohavetext", "tohavevalue", "tohavecount", "tohaveattribute", "tohaveurl", "tohavetitle",
                       "have.text", "have.value", "have.length", "elementsare", "have.class"}))
    return Strength::exact;
  if (contains_any(m, {"tobevisible", "tobeattached", "be.visible", "toexist", "should.exist", "tobeinthedocument"}))
    return Strength::exists;
  if (contains_any(m, {"snapshot", "containsexactly", "sameinstance", "istrue", "isfalse", "be.true", "be.false"}))
    return Strength::exact;
  if (contains_any(m, {"almost", "close",   "near",  "within",     "delta",    "approx",   "epsilon",  "contain",
                       "includ", "match",   "regex", "startswith", "endswith", "instance", "greater",  "less",
                       "least",  "most",    "anyof", "oneof",      "subset",   "typeof",   "property", "above",
                       "below",  "between", "isa",   "be.a",       "be_a"}))
    return Strength::partial;
  if (contains_any(m, {"nothrow", "no_throw", "notthrow", "not_throw", "noexception", "nothing_raised"}))
    return Strength::exists;  // whatever it answers
  if (contains_any(m, {"notnull", "notnil", "not_nil", "isnotnone", "notbenull", "truthy", "exist", "notempty",
                       "present", "todefined", "bedefined", "isdefined", "notundefined"}))
    return Strength::exists;
  if (contains_any(
          m, {"undefined", "null",  "nil",   "none",       "false",       "falsy",      "nan",         "empty",
              "length",    "size",  "count", "calledwith", "calledtimes", "calledonce", "called_with", "called_once",
              "throw",     "raise", "error", "reject",     "warns",       "verify"}))
    return Strength::exact;
  if (contains_any(m, {"true", "called"})) return Strength::exists;
  if (contains_any(m, {"notequal", "_ne", "notsame"})) return Strength::partial;
  if (contains_any(m, {"equal", "same", "eq", "tobe", "t.is", "t.like", "shouldbe"}) || m.ends_with("to.be"))
    return Strength::exact;
  return Strength::partial;
}

Condition condition_of(const Tokens& t, size_t begin, size_t end) {
  Condition found;
  int depth = 0;
  for (size_t i = begin; i < end; ++i) {
    if (t[i].is("(") || t[i].is("[") || t[i].is("{")) ++depth;
    if (t[i].is(")") || t[i].is("]") || t[i].is("}")) --depth;
    if (depth != 0 || t[i].string()) continue;
    const auto s = t[i].text;
    Condition c{i, std::string(s), Strength::exact, false};
    if (s == "==" || s == "===") return c;
    if (s == "is") {
      c.negated = i + 1 < end && t[i + 1].is("not");
      if (c.negated && i + 2 < end && t[i + 2].is("None")) c.strength = Strength::exists;
      return c;
    }
    if (s == "!=" || s == "!==") {
      c.negated = true;
      c.strength = i + 1 < end && t[i + 1].literal() && !t[i + 1].string() && t[i + 1].kind != TokenKind::number
                       ? Strength::exists
                       : Strength::partial;
      return c;
    }
    if (s == "in" || s == ">=" || s == "<=" || s == ">" || s == "<" || s == "~=") {
      if (s == ">" && i > begin && t[i - 1].is("=")) continue;
      c.strength = Strength::partial;
      c.negated = s == "in" && i > begin && t[i - 1].is("not");
      return c;
    }
  }
  if (begin < end && (t[begin].is("!") || t[begin].is("not"))) {
    found.negated = true;
    found.strength = Strength::exact;
  }
  if (end > begin + 1 &&
      contains_any(lower(text_of(t, begin, end)), {"isinstance", "startswith", "endswith", "includes", "contains"}))
    found.strength = Strength::partial;
  return found;
}

bool pure_literal(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (t[i].word() && !t[i].literal()) {
      // BigDecimal("1.24"), new Date(0), Duration.ofSeconds(3)
      if ((t[i].is("new") && i + 1 < end && (t[i + 1].is("[") || t[i + 1].is("string") || t[i + 1].is("int"))) ||
          ((t[i].is("string") || t[i].is("int")) && i > begin && t[i - 1].is("new")))
        continue;  // new[] { … }
      if (t[i].is("new") || (is_value_type(t[i].text) && i + 1 < end && (t[i + 1].is("(") || is_chain(t[i + 1]))))
        continue;
      if (i >= begin + 2 && is_chain(t[i - 1]) && is_value_type(t[i - 2].text)) continue;
      const bool key = i + 1 < end && (t[i + 1].is(":") || t[i + 1].is("="));
      if (!key) return false;
    }
  }
  return begin < end && !(t[begin].is("new") && begin + 1 < end && !is_value_type(t[begin + 1].text) &&
                          !is_one_of(t[begin + 1].text, {"[", "string", "int"}));
}

std::string_view status_of(std::string_view matcher) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> names = {{{"assertok", "200"},
                                                                                   {"assertsuccessful", "200"},
                                                                                   {"assertcreated", "201"},
                                                                                   {"assertnocontent", "204"},
                                                                                   {"assertredirect", "302"},
                                                                                   {"assertunauthorized", "401"},
                                                                                   {"assertforbidden", "403"},
                                                                                   {"assertnotfound", "404"},
                                                                                   {"assertunprocessable", "422"}}};
  const auto at = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == matcher; });
  return at == names.end() ? std::string_view{} : at->second;
}

}  // namespace assay::judge
