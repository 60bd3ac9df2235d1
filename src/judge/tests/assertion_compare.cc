// What two assertions about one subject demand, compared.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/tests/assertion.h"

namespace assay::judge {

namespace {

// The first word that names something.
std::string first_name_in(const std::string& subject) {
  for (size_t begin = 0; begin < subject.size();) {
    while (begin < subject.size() && !is_word(subject[begin])) ++begin;
    size_t end = begin;
    while (end < subject.size() && is_word(subject[end])) ++end;
    std::string word = subject.substr(begin, end - begin);
    if (word != "await" && word != "self" && word != "this" && word != "new" && word != "not" && word != "async")
      return word;
    begin = end;
  }
  return {};
}

bool any_error(const Assertion& a) { return contains(a.matcher, "throw") || contains(a.matcher, "raise"); }

}  // namespace

// x.empty.object_id: what is computed twice may be two things, and that it is one is a claim.
bool asks_for_identity(const Assertion& a) {
  const bool computed = std::count(a.subject.begin(), a.subject.end(), '.') > 1;
  for (std::string_view word : {". object_id", ". __id__", ". hashCode", ". GetHashCode", ". hash"}) {
    if (computed && a.subject.ends_with(word)) return true;
  }
  const bool same = a.matcher.ends_with("to.equal") || a.matcher.ends_with("to.be") || a.matcher == "assert_same" ||
                    a.matcher == "must_be_same_as";
  return computed && same && a.subject.find_first_of("([\"'") == std::string::npos;
}

bool is_tautology(const Assertion& a) {
  if (a.always_true) return true;
  const Tokens& t = a.tokens;
  if (has_run(t, {"||", "true"}) || has_run(t, {"or", "True"}) || has_run(t, {"or", "true"})) return true;
  if (contains_any(a.text, {"condition = true"})) return true;
  for (const auto& [one, other] : {std::pair{"is_none ( )", "is_some ( )"}, std::pair{"is_ok ( )", "is_err ( )"}}) {
    if (contains(a.text, one) && contains(a.text, other) && contains(a.text, "||")) return true;
  }
  if (contains_any(a.subject, {"len (", "length", "size (", ". size"}) && a.expected == "0" &&
      contains_any(a.matcher, {">=", "greaterthanorequal", "greaterorequal"}))
    return true;
  if (a.subject.empty() || a.negated || contains_any(a.matcher, {"throw", "raise", "reject", "verify", "if"}))
    return false;
  const auto literal = [&](const std::string& s) {
    return s == "true" || s == "True" || s == "1" ||
           (!s.empty() && (is_digit(s[0]) || s[0] == '"' || s[0] == '\'') &&
            s.find_first_of("(+,[ ") == std::string::npos);
  };
  const bool equality = contains_any(a.matcher, {"equal", "eq", "same", "tobe", "==", "t.is", ".is"});
  if (equality && !a.expected.empty()) {
    if (literal(a.subject) && a.subject == a.expected) return true;
    // x == x; a call may differ from itself, and a test of equality itself compares a thing with itself.
    return a.subject == a.expected && !contains(a.subject, "(") && !asks_for_identity(a) && a.tokens.size() > 2;
  }
  if (!a.expected.empty()) return false;
  const bool truth =
      asks_for_truth(a.matcher) || contains_any(a.matcher, {"truthy", "true", "defined", "notnull", "ok"});
  return truth && literal(a.subject) && a.subject != "0";
}

namespace {

std::vector<double> numbers_of(const Tokens& t) {
  std::vector<double> out;
  for (const auto& token : t) {
    if (token.kind != TokenKind::number) continue;
    double value = 0;
    std::string digits = replace_all(std::string(token.text), "_", "");
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    out.push_back(value);
  }
  return out;
}

// The numbers of two assertions of one shape, where they differ: {position from the end, before, after}.
struct NumberChange {
  size_t from_end = 0;
  double before = 0, after = 0;
  size_t changes = 0;
};
NumberChange number_change(const Assertion& before, const Assertion& after) {
  NumberChange change;
  const auto a = numbers_of(before.tokens), b = numbers_of(after.tokens);
  if (a.size() != b.size()) return change;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++change.changes;
    change.from_end = a.size() - 1 - i;
    change.before = a[i];
    change.after = b[i];
  }
  return change;
}

bool has_tolerance(const Assertion& a) {
  return contains_any(lower(a.text), {"almost", "closeto", "near", "approx", "delta", "within", "isclose", "allclose",
                                      "close_to", "epsilon", "places", "precision"});
}

// Digits of precision: fewer demand less. Otherwise a tolerance: more demands less.
bool counts_digits(const Assertion& a) { return contains_any(lower(a.text), {"tobecloseto", "places", "decimal"}); }

std::string tolerance_weakening(const Assertion& before, const Assertion& after) {
  if (before.shape != after.shape || !has_tolerance(before)) return {};
  const NumberChange c = number_change(before, after);
  if (c.changes != 1 || c.from_end != 0) return {};
  if (numbers_of(before.tokens).size() < 2 && !before.expected.empty() && !contains(before.text, "=")) return {};
  const bool looser = counts_digits(before) ? c.after < c.before : c.after > c.before;
  return looser ? "the tolerance was widened" : "";
}

std::string bound_weakening(const Assertion& before, const Assertion& after) {
  if (before.shape != after.shape || before.subject != after.subject) return {};
  const NumberChange c = number_change(before, after);
  if (c.changes != 1) return {};
  const bool lower_bound =
      contains_any(before.matcher, {"greater", ">", "least", "above"}) && !contains(before.matcher, "if");
  const bool upper_bound =
      contains_any(before.matcher, {"less", "<", "most", "below"}) && !contains(before.matcher, "if");
  if (lower_bound && c.after < c.before) return "the lower bound was lowered";
  if (upper_bound && c.after > c.before) return "the upper bound was raised";
  return {};
}

std::string error_weakening(const Assertion& before, const Assertion& after) {
  if (!contains_any(before.matcher, {"throw", "raise", "reject", "expectexception"}) ||
      !contains_any(after.matcher, {"throw", "raise", "reject", "expectexception"}))
    return {};
  if (before.negated != after.negated) return {};
  if (!before.expected.empty() && after.expected.empty()) return "it no longer says which error";
  const bool php = before.matcher == "expectexception" && after.matcher == before.matcher;
  if (php && contains_any(lower(after.subject), {"throwable :: class", "\\ exception :: class"}) &&
      !contains_any(lower(before.subject), {"throwable", "\\ exception"}))
    return "any error will do now";
  const std::string wide = lower(after.expected.substr(0, after.expected.find_first_of(",;")));
  const std::string was = lower(before.expected.substr(0, before.expected.find_first_of(",;")));
  const auto is_wide = [](std::string_view s) {
    s = trim(s);
    return is_one_of(s, {"exception", "baseexception", "error", "throwable . class", "exception . class", "throwable",
                         "standarderror", "exception :: class", "throwable :: class", "\\ exception :: class",
                         "std :: exception", "exception : : class", "typeof ( exception )", "system . exception"});
  };
  const bool same_code = before.subject == after.subject || before.subject.empty() || after.subject.empty();
  if (same_code && is_wide(wide) && !is_wide(was)) return "any error will do now";
  return {};
}

// Which error it was is no longer asked: assert.ErrorIs(t, err, ErrFull) became assert.Error(t, err).
std::string any_error_weakening(const Assertion& before, const Assertion& after) {
  if (before.negated != after.negated || before.expected.empty() || !after.expected.empty()) return {};
  const bool which = contains_any(before.matcher, {"erroris", "errorcontains", "equalerror", "erroras", "errorequal"});
  return which && after.matcher.ends_with("error") ? "it no longer says which error" : "";
}

// times(1) became atLeast(0), or any number will do.
std::string count_weakening(const Assertion& before, const Assertion& after) {
  const std::string was = lower(before.text), is = lower(after.text);
  const auto open = [](const std::string& s) {
    return contains_any(s, {"atleast ( 0 )", "at_least ( 0 )", "anytimes", "any_times", "atmost (", "times . any",
                            "atleast = 0", "exactly . atleast"});
  };
  const bool counted = contains_any(was, {"times", "once", "exactly", "atleast", "at_least", "verify", "never"});
  return counted && open(is) && !open(was) ? "it no longer says how often" : "";
}

struct Tolerance {
  double value = 0;
  bool digits = false;
};
// The tolerance an assertion names: abs=10, rtol=0.5, places=1.
std::optional<Tolerance> named_tolerance(const Tokens& t) {
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if (!t[i].word() || !(t[i + 1].is("=") || t[i + 1].is(":")) || t[i + 2].kind != TokenKind::number) continue;
    const bool digits = is_one_of(t[i].text, {"places", "decimal", "decimals", "precision"});
    if (!digits && !is_one_of(t[i].text, {"abs", "rel", "rtol", "atol", "delta", "tol", "rel_tol", "abs_tol", "eps",
                                          "epsilon", "within"}))
      continue;
    return Tolerance{numbers_of({t[i + 2]})[0], digits};
  }
  return std::nullopt;
}

// A tolerance that only makes up for how floating point numbers are computed.
bool is_narrow(const Assertion& before, const Assertion& after) {
  if (const auto named = named_tolerance(after.tokens)) return named->digits ? named->value > 1 : named->value < 0.1;
  const auto was = numbers_of(before.tokens), is = numbers_of(after.tokens);
  if (is.size() <= was.size()) return true;
  return counts_digits(after) ? is.back() > 1 : is.back() < 0.1;
}

// A tolerance far wider than the one that was there by default.
std::string added_tolerance(const Assertion& before, const Assertion& after) {
  if (!has_tolerance(before) || !has_tolerance(after) || named_tolerance(before.tokens)) return {};
  const auto named = named_tolerance(after.tokens);
  if (named) return (named->digits ? named->value < 4 : named->value >= 0.01) ? "the tolerance was widened" : "";
  const auto was = numbers_of(before.tokens), is = numbers_of(after.tokens);
  const bool appended = is.size() == was.size() + 1 && std::equal(was.begin(), was.end(), is.begin());
  return appended && contains(lower(after.matcher), "tobecloseto") && is.back() < 2 ? "the tolerance was widened" : "";
}

constexpr std::array<std::string_view, 6> k_presence = {". exists ( )",    ". isVisible ( )", ". is_visible ( )",
                                                        ". isPresent ( )", ". is_some ( )",   ". is_ok ( )"};

std::string root_of(const std::string& subject) {
  size_t end = 0;
  while (end < subject.size() && is_word(subject[end])) ++end;
  return subject.substr(0, end);
}

// The old subject turns up inside a question that says less of it: typeof f(x), isinstance(f(x), int),
// expect([3, 4]).toContain(f(x)).
std::string wrapped_weakening(const Assertion& before, const Assertion& after) {
  if (before.strength != Strength::exact || before.negated || before.subject.size() < 3) return {};
  if (contains_any(before.matcher, {"throw", "raise", "reject", "called"})) return {};
  if (after.expected == before.subject && contains_any(after.matcher, {"contain", "includ", "oneof", "isin"}))
    return "one of several values will do now";
  if (after.subject == cat("typeof ", before.subject)) return "it only asks for the type";
  if (after.negated && contains(after.matcher, "throw") && contains(after.subject, before.subject))
    return "it only asks that nothing is thrown";
  if (after.subject == cat("len ( ", before.subject, " )") && contains_any(after.matcher, {">", "greater", "if"}))
    return "it only asks that there is something";
  const bool present =
      std::any_of(k_presence.begin(), k_presence.end(), [&](std::string_view p) { return after.subject.ends_with(p); });
  if (present && root_of(after.subject) == root_of(before.subject) && lower(before.expected) != "true" &&
      !contains_any(before.subject, {"exist", "isibl"}) && !before.expected.empty())
    return "it only asks that there is something";
  const size_t at = after.subject.find(cat("( ", before.subject));
  const bool wrapped = at != std::string::npos && at > 0 && is_word(after.subject[at - 2]);
  const std::string_view wrapper = wrapped ? std::string_view(after.subject).substr(0, at) : std::string_view{};
  if (wrapped && is_one_of(trim(wrapper), {"isinstance", "type", "bool", "callable", "typeof", "Array . isArray",
                                           "Number . isFinite", "Number . isInteger", "Boolean", "is_int", "is_string",
                                           "is_array", "is_integer", "is_binary", "is_list", "is_map", "is_number"}))
    return "it only asks for the type";
  // abs(f(x) - 3) < 1 for f(x) == 3: next to anything will do.
  if (wrapped && is_one_of(trim(wrapper), {"abs", "Math . abs", "math . Abs", "fabs", "std :: abs", "std :: fabs"})) {
    const auto was = numbers_of(before.tokens), is = numbers_of(after.tokens);
    if (!was.empty() && !is.empty() && is.back() >= 0.1 * std::abs(was.back())) return "the tolerance is wide";
  }
  return {};
}

bool same_subject(const Assertion& a, const Assertion& b) {
  if (a.subject == b.subject) return true;
  if (a.subject.empty() || b.subject.empty()) return false;
  // "assert x . y == 3" became "assert x . y": one is the beginning of the other.
  if (a.subject.starts_with(cat(b.subject, " .")) || a.subject.starts_with(cat(b.subject, " ->"))) return true;
  return (a.subject.size() > 3 && b.subject.starts_with(a.subject)) ||
         (b.subject.size() > 3 && a.subject.starts_with(b.subject) && root_of(a.subject) == root_of(b.subject));
}

}  // namespace

std::string weakening(const Assertion& before, const Assertion& after) {
  if (auto why = tolerance_weakening(before, after); !why.empty()) return why;
  if (auto why = bound_weakening(before, after); !why.empty()) return why;
  for (const auto& weakening_of :
       {error_weakening, any_error_weakening, count_weakening, added_tolerance, wrapped_weakening}) {
    if (auto why = weakening_of(before, after); !why.empty()) return why;
  }
  if (!same_subject(before, after) || before.text == after.text) return {};
  const std::string was = lower(before.expected);
  const bool boolean =
      was == "true" || was == "false" || was == "none" || was == "null" || was == "nil" || was == "undefined";
  if (after.strength < before.strength) {
    const bool about_truth = asks_for_truth(after.matcher) || contains_any(after.matcher, {"true", "ok", "truthy"});
    if (boolean && (about_truth || after.negated)) return {};
    if (before.negated && after.negated) return {};
    if (has_tolerance(after))
      return has_tolerance(before) || is_narrow(before, after) ? "" : "the tolerance was widened";
    return after.strength == Strength::exists ? "it only asks that there is something"
                                              : "it only asks for part of the value";
  }
  if (contains(before.matcher, "calledtimes") && after.matcher.ends_with("called") && !after.negated)
    return "it no longer says how often";
  if (contains(before.matcher, "calledwith") && after.matcher.ends_with("called") && !after.negated)
    return "it no longer says with what";
  if (contains(before.matcher, "strictequal") && !contains(after.matcher, "strict") &&
      before.expected == after.expected)
    return "strict equality became loose";
  if (!contains(before.expected, "any") &&
      contains_any(after.expected, {"expect . any", "expect . anything", "mock . ANY", "ANY"}) &&
      !contains_any(after.expected, {"MANY"}))
    return "any value will do now";
  return {};
}

namespace {

// Numbers, strings and brackets, and nothing that has a name.
bool only_literals(std::string_view text) {
  char quote = '\0';
  for (char c : text) {
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (is_alpha(c) || c == '(' || c == '_') {
      return false;
    }
  }
  return !text.empty();
}

}  // namespace

bool expects_other_value(const Assertion& before, const Assertion& after) {
  if (before.subject.empty() && before.expected.empty()) return false;
  if (before.subject == after.subject && before.negated != after.negated && before.expected == after.expected)
    return true;
  const auto flipped = [](const std::string& a, const std::string& b) {
    return (contains(a, "true") && contains(b, "false")) || (contains(a, "false") && contains(b, "true"));
  };
  if (before.subject == after.subject && before.expected.empty() && after.expected.empty())
    return flipped(before.matcher, after.matcher);
  if (before.shape != after.shape) {
    // The value changed its kind ("2" to "[2]"): still the same question with another answer.
    return before.subject == after.subject && before.matcher == after.matcher && before.expected != after.expected &&
           only_literals(before.expected) && only_literals(after.expected);
  }
  return before.subject == after.subject && before.expected != after.expected;
}

bool expects_other_constant(const Assertion& before, const Assertion& after) {
  const auto constant = [](const std::string& s) {
    if (s.empty() || !is_upper(s[0])) return false;
    for (size_t i = 0; i + 1 < s.size(); ++i) {
      if (!is_word(s[i]) && is_lower(s[i + 1])) return false;  // a word that starts in lower case is no constant
    }
    return std::none_of(s.begin(), s.end(), [](char c) { return c == '+' || c == '{' || c == '"'; });
  };
  return !before.subject.empty() && before.subject == after.subject && before.matcher == after.matcher &&
         before.expected != after.expected && constant(before.expected) && constant(after.expected);
}

bool about_same(const Assertion& a, const Assertion& b) {
  const std::string root = first_name_in(a.subject);
  if (!root.empty())
    return find_word(b.subject, root) != std::string_view::npos || find_word(b.text, root) != std::string_view::npos;
  return a.matcher == b.matcher;
}

int likeness(const Assertion& a, const Assertion& b) {
  if (a.shape == b.shape) return 5;
  if (!a.subject.empty() && a.subject == b.subject) return 4;
  if (!a.subject.empty() && !b.subject.empty() &&
      (a.subject.starts_with(b.subject) || b.subject.starts_with(a.subject)))
    return 3;
  if (a.matcher == b.matcher && a.expected == b.expected) return 2;
  if (any_error(a) && any_error(b)) return 2;
  return about_same(a, b) ? 1 : 0;
}

}  // namespace assay::judge
