#include "judge/own/pattern.h"

#include <algorithm>

#include "base/text.h"
#include "judge/own/literals.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

constexpr std::string_view k_gap = "$...";
constexpr size_t k_deepest_choice = 4;

struct Kinded {
  std::string_view word;
  StepKind kind;
};
constexpr Kinded k_kinded[] = {{"$_", StepKind::any},
                               {"$word", StepKind::word},
                               {"$number", StepKind::number},
                               {"$string", StepKind::text},
                               {"$literal", StepKind::literal}};

bool opens_bracket(const Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool closes_bracket(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

bool is_name(std::string_view word) {
  if (word.size() < 2 || word[0] != '$' || !is_upper(word[1])) return false;
  return std::all_of(word.begin() + 1, word.end(), [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
}

// "a$...b" as {"a", "b"}: the text begins with the first and ends with the last.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0;;) {
    const size_t hole = text.find(k_gap, at);
    out.emplace_back(text.substr(at, hole == std::string_view::npos ? hole : hole - at));
    if (hole == std::string_view::npos) return out;
    at = hole + k_gap.size();
  }
}

class PatternReader {
 public:
  PatternReader(std::string_view code, CodePattern& out) : m_code(code), m_tokens(cut_code(code)), m_out(out) {}

  PatternError read() {
    if (m_code.size() > CodePattern::k_longest)
      return {cat("a pattern has at most ", CodePattern::k_longest, " bytes"), 0};
    m_out.literals = sequence(0).texts;
    if (m_error.message.empty()) finish();
    return m_error;
  }

 private:
  const Token* token(size_t ahead = 0) const {
    return m_at + ahead < m_tokens.size() ? &m_tokens[m_at + ahead] : nullptr;
  }
  // The next token stands right behind this one.
  bool is_joined(std::string_view next) const {
    const auto* here = token();
    const auto* after = token(1);
    return after != nullptr && after->is(next) && after->begin == here->begin + here->text.size();
  }

  void fail(std::string message) { fail_at(std::move(message), m_at < m_tokens.size() ? m_tokens[m_at].begin : 0); }
  void fail_at(std::string message, size_t at) {
    if (m_error.message.empty()) m_error = {std::move(message), at};
  }

  // Up to the end, or to what ends an alternative.
  Needed sequence(size_t choices) {
    Needed needed;
    const size_t depth = m_depth;
    for (; m_error.message.empty() && token() != nullptr; ++m_at) {
      const Token& t = *token();
      if (choices > 0 && m_depth == depth && (t.is(")") || t.is("|"))) return needed;
      if (m_out.steps.size() >= CodePattern::k_most_steps)
        fail(cat("a pattern has at most ", CodePattern::k_most_steps, " tokens"));
      else if (t.is("$") && is_joined("("))
        needed = rarer(std::move(needed), choice(choices + 1, t.begin));
      else
        needed = rarer(std::move(needed), one(t));
    }
    return needed;
  }

  Needed one(const Token& t) {
    const size_t before = m_out.steps.size();
    add_one(t);
    if (m_out.steps.size() == before) return {};
    const Step& step = m_out.steps.back();
    if (step.kind == StepKind::token) return needed_text(step.text);
    Needed needed;
    for (const auto& part : step.parts) needed = rarer(std::move(needed), needed_text(part));
    return needed;
  }

  void add_one(const Token& t) {
    if (t.is("$") && is_joined("...")) {
      ++m_at;
      return add_gap(t.begin);
    }
    if (t.word() && t.text[0] == '$') return hole(t);
    if (t.text == "\"" || t.text == "'" || t.text == "`") return fail("the string that begins here has no end");
    if (t.string()) return add_string(t);
    add(StepKind::token, t.begin).text = std::string(t.text);
    if (opens_bracket(t)) ++m_depth;
    if (closes_bracket(t) && m_depth > 0) --m_depth;
  }

  void hole(const Token& t) {
    if (t.text.starts_with("$$")) {
      add(StepKind::token, t.begin).text = std::string(t.text.substr(1));
      return;
    }
    for (const auto& kinded : k_kinded) {
      if (t.text == kinded.word) return void(add(kinded.kind, t.begin));
    }
    if (!is_name(t.text)) {
      return fail(
          cat("\"", excerpt(t.text, 40),
              "\" is no hole; a name is in capitals ($X), $_ is any token, $... any tokens, $(a | b) one of two, "
              "$word, $number, $string and $literal are tokens of a kind; write $$ for a dollar of the code"));
    }
    auto name = std::find(m_out.names.begin(), m_out.names.end(), t.text.substr(1));
    if (name == m_out.names.end() && m_out.names.size() == CodePattern::k_most_names)
      return fail(cat("a pattern has at most ", CodePattern::k_most_names, " names"));
    if (name == m_out.names.end()) name = m_out.names.insert(name, std::string(t.text.substr(1)));
    add(StepKind::name, t.begin).name = static_cast<std::uint32_t>(name - m_out.names.begin());
  }

  void add_gap(size_t at) {
    if (!m_out.steps.empty() && m_out.steps.back().kind == StepKind::gap) return fail_at("one \"$...\" is enough", at);
    add(StepKind::gap, at);
    m_out.branches = true;
  }

  void add_string(const Token& t) {
    if (t.unquoted() == k_gap) return void(add(StepKind::text, t.begin));
    add(StepKind::string, t.begin).parts = parts_of(t.unquoted());
  }

  // Each alternative begins with an `either` to the next one, the last with one to itself, and ends with a `jump`
  // behind all.
  Needed choice(size_t choices, size_t begin) {
    Needed needed;
    if (choices > k_deepest_choice) fail(cat("alternatives are at most ", k_deepest_choice, " deep"));
    m_out.branches = true;
    std::vector<size_t> jumps;
    for (m_at += 2; m_error.message.empty(); ++m_at) {
      const size_t either = m_out.steps.size();
      add(StepKind::either, m_last);
      auto one = sequence(choices);
      needed = jumps.empty() ? std::move(one) : one_of(std::move(needed), std::move(one));
      if (token() == nullptr) fail_at("this \"$(\" is not closed", begin);
      if (!m_error.message.empty()) break;
      jumps.push_back(m_out.steps.size());
      add(StepKind::jump, m_last);
      const bool last = token()->is(")");
      m_out.steps[either].other = static_cast<std::uint32_t>(last ? either + 1 : m_out.steps.size());
      if (last) break;
    }
    for (const size_t jump : jumps) m_out.steps[jump].other = static_cast<std::uint32_t>(m_out.steps.size());
    return needed;
  }

  Step& add(StepKind kind, size_t at) {
    Step& step = m_out.steps.emplace_back();
    step.kind = kind;
    step.crosses = m_depth > 0 || contains(m_code.substr(m_last, at - m_last), "\n");
    m_last = at;
    return step;
  }

  void finish() {
    if (m_out.steps.empty()) return fail_at("a pattern needs some code", 0);
    if (m_out.steps.front().kind == StepKind::gap || m_out.steps.back().kind == StepKind::gap)
      return fail_at("leave out \"$...\" at the beginning and the end: a pattern is looked for everywhere", 0);
    if (m_out.literals.empty())
      return fail_at("a pattern needs a word, a string or a sign of its own: holes alone are everywhere", 0);
    m_out.steps.emplace_back();
    mark_comparisons();
  }

  // What follows of a match depends on what a name is bound to while it stands before and behind.
  void mark_comparisons() {
    const auto& steps = m_out.steps;
    for (std::uint32_t name = 0; name < m_out.names.size(); ++name) {
      const auto is_it = [&](const Step& step) { return step.kind == StepKind::name && step.name == name; };
      const auto first = std::find_if(steps.begin(), steps.end(), is_it) - steps.begin();
      const auto last = steps.rend() - std::find_if(steps.rbegin(), steps.rend(), is_it);
      for (auto i = first + 1; i < last; ++i) m_out.steps[static_cast<size_t>(i)].compares = true;
    }
  }

  std::string_view m_code;
  Tokens m_tokens;
  CodePattern& m_out;
  PatternError m_error;
  size_t m_at = 0;
  size_t m_last = 0;   // where the last step begins
  size_t m_depth = 0;  // brackets of the pattern that are open
};

}  // namespace

PatternError parse_pattern(std::string_view code, CodePattern& out) {
  out = {};
  return PatternReader(code, out).read();
}

}  // namespace assay::judge
