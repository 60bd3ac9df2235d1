// Conditions that turn a caller away, compared as sets of terms before and after the change: one that
// holds only when a value was sent, one that an empty list satisfies, and one that was turned round.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "judge/risk/access_checks.h"
#include "judge/risk/rules.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

constexpr std::string_view k_nothing_sent = "who sends or configures nothing passes an access check";
constexpr std::string_view k_turned_round = "the condition of a refusal is turned round";

enum class Joined { alone, all, any };
struct GuardCondition {
  std::vector<Tokens> terms;
  Joined joined = Joined::alone;
  bool inverted = false;  // unless
  bool question = false;  // if …, else the value of the function
  size_t line = 0;
};

bool is_and(const Token& t) { return t.is("&&") || t.is("and"); }
bool is_or(const Token& t) { return t.is("||") || t.is("or"); }

// The tokens of a condition: if (a && b) {, elif a:, raise X unless a, guard a else, return a || b;
Tokens condition_in(const Tokens& t, GuardCondition& out) {
  const auto word = std::find_if(t.begin(), t.end(), [](const Token& x) {
    return is_one_of(x.text, {"if", "elif", "elsif", "unless", "guard"}) && x.word();
  });
  Tokens part;
  if (word != t.end()) {
    out.question = true;
    out.inverted = word->is("unless") || word->is("guard");
    part.assign(word + 1, t.end());
    if (!part.empty() && part[0].is("(")) {
      const size_t end = skip_brackets(part, 0);
      const bool whole = end == part.size() || !(is_and(part[end]) || is_or(part[end]) || part[end].is("."));
      if (whole && end > 2) return Tokens(part.begin() + 1, part.begin() + static_cast<std::ptrdiff_t>(end) - 1);
    }
  } else if (!t.empty()) {
    const auto sign = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("=") || x.is("=>"); });
    part.assign(t[0].is("return") ? t.begin() + 1 : sign != t.end() ? sign + 1 : t.begin(), t.end());
  }
  const auto end = std::find_if(part.begin(), part.end(), [](const Token& x) {
    return x.is("{") || x.is(";") || x.is("else") || x.is("then") || x.is(":");
  });
  part.erase(end, part.end());
  return part;
}

GuardCondition condition_of(const ChangedBlock& block, size_t index, Side side) {
  GuardCondition out;
  out.line = index;
  const Tokens t = condition_in(tokens_of(block.line(index), side), out);
  int depth = 0;
  bool any = false;
  for (const Token& x : t) {
    depth += x.is("(") || x.is("[");
    depth -= x.is(")") || x.is("]");
    any |= depth == 0 && is_or(x);
  }
  Tokens term;
  depth = 0;
  for (const Token& x : t) {
    depth += x.is("(") || x.is("[");
    depth -= x.is(")") || x.is("]");
    const bool border = depth == 0 && (any ? is_or(x) : is_and(x));
    if (!border) {
      term.push_back(x);
      continue;
    }
    out.joined = any ? Joined::any : Joined::all;
    out.terms.push_back(std::move(term));
    term.clear();
  }
  if (!term.empty()) out.terms.push_back(std::move(term));
  return out;
}

bool is_nothing(const Token& t) {
  return is_one_of(t.text, {"null", "None", "nil", "undefined", "nullptr", "0"}) ||
         (t.string() && t.unquoted().empty());
}

// token, !token.isEmpty(), token != null, len(token) > 0: whether there is a value, not which.
bool is_presence(const Tokens& term, const std::vector<Tokens>& all) {
  constexpr size_t k_long = 14;
  if (term.empty() || term.size() > k_long) return false;
  size_t at = 0;
  while (at < term.size() && (term[at].is("!") || term[at].is("not"))) ++at;
  const bool asks = std::any_of(term.begin(), term.end(), [](const Token& t) {
    return is_one_of(
        t.text, {"isEmpty",    "isBlank",    "is_empty",      "is_some",       "is_none",       "isPresent",
                 "isNotEmpty", "isNotBlank", "isNullOrEmpty", "isNullOrBlank", "IsNullOrEmpty", "IsNullOrWhiteSpace",
                 "present",    "blank",      "empty",         "isset",         "HasValue",      "nonEmpty",
                 "hasText",    "hasLength"});
  });
  if (asks) return true;
  const bool compared = std::any_of(term.begin(), term.end(), [](const Token& t) {
    return is_one_of(t.text, {"==", "!=", "===", "!==", ">", "is"}) && !t.string();
  });
  if (compared) return is_nothing(term.back()) || is_nothing(term.front());
  const bool chain = std::all_of(term.begin() + static_cast<std::ptrdiff_t>(at), term.end(),
                                 [](const Token& t) { return t.word() || t.is(".") || t.is("->") || t.is("?."); });
  if (!chain || at == term.size() || term.back().literal()) return false;
  // A bare name tells about presence where another term asks which value it is.
  return std::any_of(all.begin(), all.end(), [&](const Tokens& other) {
    return &other != &term && other.size() > term.size() && has_word(other, term.back().text);
  });
}

struct Split {
  std::set<std::string> asked;  // terms that look at a value
  size_t presence = 0;
};
Split split_terms(const GuardCondition& c) {
  Split out;
  for (const Tokens& term : c.terms) {
    if (is_presence(term, c.terms))
      ++out.presence;
    else
      out.asked.insert(without_spaces(text_of(term)));
  }
  return out;
}

bool names_credential(const GuardCondition& c) {
  for (const Tokens& term : c.terms)
    for (const Token& t : term)
      if (t.word() &&
          has_any_word(
              words_of(t.text),
              {"token",     "signature", "sig",     "digest",     "hmac",        "secret",      "password", "owner",
               "tenant",    "role",      "roles",   "permission", "permissions", "permits",     "scope",    "scopes",
               "apikey",    "origin",    "csrf",    "nonce",      "auth",        "allowed",     "allow",    "allowlist",
               "whitelist", "acl",       "granted", "admin",      "credential",  "credentials", "claims"}))
        return true;
  return false;
}

bool refuses_caller(std::string_view branch) {
  return contains_any(branch, {"401", "403"}) || icontains(branch, "forbid") || icontains(branch, "unauthor") ||
         icontains(branch, "denied") || icontains(branch, "access");
}

bool is_guard(const ChangedBlock& block, const GuardCondition& c, std::string_view branch) {
  return names_credential(c) || refuses_caller(branch) ||
         decides_about_access(block, c.line, enclosing_function(block.hunk, c.line));
}

// The condition asks more before it refuses, or less before it permits, and what it asks is presence.
bool lets_nothing_in(const GuardCondition& before, const GuardCondition& after, bool refuses) {
  if (before.terms.empty() || after.terms.size() < 2) return false;
  const Split old = split_terms(before), now = split_terms(after);
  if (now.asked.empty() || old.asked != now.asked || now.presence == 0) return false;
  const bool joined = (refuses != after.inverted) ? after.joined == Joined::all : after.joined == Joined::any;
  return joined && (now.presence > old.presence || before.joined != after.joined);
}

// The same words in the same order, but for names that were exchanged throughout, and one negation.
bool is_turned_round(const GuardCondition& before, const GuardCondition& after) {
  if (before.terms.size() != 1 || after.terms.size() != 1) return false;
  const auto plain = [](const GuardCondition& c, bool& negated) {
    Tokens t = c.terms[0];
    negated = c.inverted;
    while (!t.empty() && (t[0].is("!") || t[0].is("not"))) {
      negated = !negated;
      t.erase(t.begin());
    }
    for (Token& x : t)
      if (x.is("!=") || x.is("!==")) {
        negated = !negated;
        x.text = "==";
      } else if (x.is("===")) {
        x.text = "==";
      }
    return t;
  };
  bool was = false, is = false;
  const Tokens old = plain(before, was), now = plain(after, is);
  if (was == is || old.size() != now.size() || old.empty()) return false;
  std::map<std::string_view, std::string_view> renamed;
  size_t others = 0;
  for (size_t i = 0; i < old.size(); ++i) {
    if (old[i].kind != now[i].kind) return false;
    if (!old[i].word() && old[i].text != now[i].text) return false;
    const auto [at, fresh] = renamed.emplace(old[i].text, now[i].text);
    if (!fresh && at->second != now[i].text) return false;
    others += fresh && old[i].text != now[i].text;
  }
  return others <= 1;
}

// if (token.isBlank()) { chain.doFilter(…); return; } above the check of that token
bool leaves_before_check(const ChangedBlock& block, const GuardCondition& c) {
  if (!c.question || c.terms.size() != 1 || c.inverted) return false;
  const Tokens& term = c.terms[0];
  const auto name = std::find_if(term.begin(), term.end(), [](const Token& t) {
    return t.word() && !is_one_of(t.text, {"not", "len", "empty", "isset", "is", "None", "null", "nil"});
  });
  if (name == term.end()) return false;
  const bool bare = term.size() <= 2 && term[0].is("!");
  if (!bare && !is_presence(term, {})) return false;
  const std::string branch = branch_of(block, c.line);
  const std::string function = enclosing_function(block.hunk, c.line);
  if (!lets_caller_in(branch, function) || turns_away(branch)) return false;
  constexpr size_t k_reach = 14;
  for (size_t i = c.line + 1; i < block.hunk.lines.size() && i < c.line + k_reach; ++i) {
    const CodeLine& line = block.line(i);
    if (!on_side(line, Side::after)) continue;
    const Tokens& t = tokens_of(line);
    if (has_word(t, name->text) && asks_something(line.masked.code) && turns_away(branch_of(block, i)) &&
        is_guard(block, condition_of(block, i, Side::after), branch_of(block, i)))
      return true;
  }
  return false;
}

// if (!token.isBlank()) { put around a check that stood there without it
bool wraps_check(const ChangedBlock& block, const GuardCondition& c) {
  if (!c.question || c.terms.size() != 1) return false;
  const size_t inner = next_code_line(block.hunk, c.line, Side::after);
  if (inner >= block.hunk.lines.size() || !is_added(block.line(inner))) return false;
  if (!has_changed_line(block.hunk, diff::Sign::removed, trim(block.code(inner)))) return false;
  const GuardCondition check = condition_of(block, inner, Side::after);
  std::vector<Tokens> all = c.terms;
  all.insert(all.end(), check.terms.begin(), check.terms.end());
  if (!check.question || !is_presence(all[0], all)) return false;
  const std::string branch = branch_of(block, inner);
  return turns_away(branch) && is_guard(block, check, branch);
}

void compare_conditions(const ChangedBlock& block, const GuardCondition& before, const GuardCondition& after,
                        RiskHits& out) {
  const std::string branch = after.question ? branch_of(block, after.line) : std::string{};
  const bool refuses = after.question && turns_away(branch);
  if (before.question != after.question || (after.question && !refuses)) return;
  if (!is_guard(block, after, branch) && !is_guard(block, before, branch)) return;
  std::string_view what;
  if (lets_nothing_in(before, after, refuses)) what = k_nothing_sent;
  if (what.empty() && refuses && is_turned_round(before, after)) what = k_turned_round;
  if (what.empty()) return;
  RiskHit hit{Area::auth, after.line, std::string(what), true};
  hit.planted = std::string(trim(block.code(after.line)));
  out.push_back(std::move(hit));
}

}  // namespace

void find_loosened_guards(const ChangedBlock& block, RiskHits& out) {
  constexpr size_t k_most = 60;  // lines compared with each other
  if (is_drawn(block.hunk.file) || block.added.size() > k_most || block.removed.size() > k_most) return;
  const size_t from = out.size();
  for (const size_t a : block.added) {
    const GuardCondition after = condition_of(block, a, Side::after);
    if (after.terms.empty()) continue;
    for (const size_t r : block.removed) {
      compare_conditions(block, condition_of(block, r, Side::before), after, out);
      if (out.size() > from) return;
    }
    if (!leaves_before_check(block, after) && !wraps_check(block, after)) continue;
    RiskHit hit{Area::auth, a, std::string(k_nothing_sent), true};
    hit.planted = std::string(trim(block.code(a)));
    out.push_back(std::move(hit));
    return;
  }
}

}  // namespace assay::judge
