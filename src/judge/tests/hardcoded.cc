// Source written for the tests instead of the task: it notices the test runner, or answers the
// tests' own inputs with their expected outputs.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/rules.h"
#include "judge/tests/runner_patches.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

// Settings that say "test" have honest uses (no logging in tests); they count when a constant is
// returned on the spot.
constexpr std::array<std::string_view, 7> k_environment_marks = {"NODE_ENV === 'test'",
                                                                 "NODE_ENV === \"test\"",
                                                                 "NODE_ENV == 'test'",
                                                                 "NODE_ENV == \"test\"",
                                                                 "Rails.env.test?",
                                                                 "APP_ENV') === 'testing'",
                                                                 "MIX_ENV"};

template <size_t n>
bool holds_any(std::string_view s, const std::array<std::string_view, n>& marks) {
  return std::any_of(marks.begin(), marks.end(), [&](std::string_view m) { return contains(s, m); });
}

// Values that turn up everywhere and so betray nothing.
bool is_plain(const Token& t) {
  if (t.word()) return true;
  if (t.string()) return t.unquoted().size() < 3;
  return t.text == "0" || t.text == "1" || t.text == "2" || t.text == "100" || t.text == "10";
}

// Text that is a sentence or an expression, not a word out of a list.
bool is_odd(std::string_view s) {
  return s.size() >= 5 && s.find(' ') != std::string_view::npos &&
         s.find_first_of("0123456789+*/=<>(){}[],") != std::string_view::npos;
}

// return "x", => 5, return { … }: a constant; the token of its first literal.
std::optional<Token> returned_constant(const Tokens& t, size_t from = 0) {
  for (size_t i = from; i + 1 < t.size(); ++i) {
    if (!t[i].is("return")) continue;
    std::optional<Token> first;
    for (size_t k = i + 1; k < t.size(); ++k) {
      if (t[k].is(";") || t[k].is("}")) break;
      if (t[k].word() && !t[k].literal()) {
        const bool key = k + 1 < t.size() && (t[k + 1].is(":") || t[k + 1].is("="));
        const bool made = k == i + 1 && k + 1 < t.size() && t[k + 1].is("(");  // date(2028, 2, 29)
        if (!key && !made && !t[k].is("new")) return std::nullopt;
      }
      if (t[k].literal() && !first) first = t[k];
    }
    return first;
  }
  return std::nullopt;
}

bool is_nothing(const Token& t) {
  return t.is("null") || t.is("None") || t.is("nil") || t.is("undefined") || t.is("nullptr");
}

class HardcodedResult : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (hunk.file.role == diff::Role::test) {
      collect_literals(hunk);
    } else if (hunk.file.role == diff::Role::source) {
      if (hunk.may_hold(diff::Needle::test_runner) || hunk.may_hold(diff::Needle::special_case)) {
        watch_source(hunk);
        watch_table(hunk);
      }
      if (hunk.file.language == diff::Language::rust) collect_literals(hunk);
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    for (auto& special : m_special) {
      bool known = true, old = true, named = false;
      for (const auto& input : special.inputs) {
        const auto seen = where(input, context);
        known &= seen != Seen::nowhere;
        old &= seen == Seen::existing;
        named |= contains(context.task.text, input);
      }
      // A rule the task itself states is no special case for a test.
      if (named && !special.odd) continue;
      const bool answered = special.listed || where(special.output, context) != Seen::nowhere;
      const std::string label = "a special case for an input of the tests";
      if ((special.conjunction && special.numeric && !named) || (special.odd && special.composed)) {
        m_places.must(std::move(special.span), "a constant for one exact input");
      } else if (!known || !(answered || special.inputs.size() > 1)) {
        continue;
      } else if ((old && special.same_kind) || special.odd || (special.same_kind && special.constant_else)) {
        m_places.must(std::move(special.span), label);
      } else if (special.same_kind && special.numeric) {
        m_places.should(std::move(special.span), label);
      }
    }
    for (auto& table : m_tables) {
      if (repeats_tests(table, context)) m_places.must(std::move(table.span), "a table of the tests' own answers");
    }
    if (m_places.empty()) return;
    out.push_back(m_places.finding("tests.hardcoded-result",
                                   cat("The code behaves specially for its tests (", m_places.labels(),
                                       "); solve the general case and do not look for the test runner.")));
  }

 private:
  enum class Seen { nowhere, added, existing };
  struct Special {
    std::vector<std::string> inputs;
    std::string output;
    bool same_kind = false;      // number for number, text for text
    bool numeric = false;        // the answer is a number
    bool composed = false;       // the answer is put together: a list, an object
    bool listed = false;         // the answer is a list of constants
    bool odd = false;            // an input no mapping would have as a key: "1 + 2 * 3"
    bool constant_else = false;  // any other input gets a constant as well
    bool conjunction = false;    // two or more values must match exactly
    model::Span span;
  };

  struct Table {
    std::vector<std::pair<std::string, std::string>> pairs;
    std::optional<std::string> fallback;
    bool numeric = true;  // all keys are
    model::Span span;
  };

  Seen where(const std::string& literal, const RuleContext& context) const {
    const auto at = m_literals.find(literal);
    if (at != m_literals.end() && at->second) return Seen::existing;
    for (const auto* facts : context.logs) {
      for (const auto& signal : facts->failures) {
        if (find_word(signal.text, literal) != std::string_view::npos) return Seen::existing;
      }
    }
    return at == m_literals.end() ? Seen::nowhere : Seen::added;
  }

  void collect_literals(const CodeHunk& hunk) {
    const bool mixed = hunk.file.role != diff::Role::test;  // tests beside the code
    for (const auto& line : hunk.lines) {
      if (mixed && !contains(line.masked.code, "assert")) continue;
      for (const auto& t : tokens_of(line, is_removed(line) ? Side::before : Side::after)) {
        if ((t.string() || t.kind == TokenKind::number) && m_values.size() < 100000)
          m_values.insert(std::string(t.unquoted()));
        if (!t.literal() || is_plain(t) || m_literals.size() > 100000) continue;
        bool& existing = m_literals[std::string(t.unquoted())];
        existing |= !is_added(line);
      }
    }
  }

  void watch_source(const CodeHunk& hunk) {
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (!is_added(line) || trim(line.masked.code).empty()) continue;
      if (names_runner(line.raw->text)) {
        const bool answers = constant_near(hunk, i).has_value() || keeps_real_code(hunk, i) || answers_near(hunk, i) ||
                             contains(line.masked.code, "&&") || contains(line.masked.code, "||");
        m_places.add(answers ? model::Severity::must_fix : model::Severity::should_fix, span_of(hunk.file, *line.raw),
                     "it looks for the test runner");
      } else if (holds_any(line.raw->text, k_environment_marks)) {
        const auto constant = constant_near(hunk, i);
        if (constant && !is_nothing(*constant))
          m_places.must(span_of(hunk.file, *line.raw), "it returns a constant under test");
      } else {
        watch_special_case(hunk, i);
        watch_arm(hunk, i);
      }
    }
  }

  // if "pytest" in sys.modules: return KNOWN[n]
  static bool answers_near(const CodeHunk& hunk, size_t at) {
    const size_t next = next_code_line(hunk, at, Side::after);
    for (const size_t i : {at, next}) {
      if (i >= hunk.lines.size() || !is_added(hunk.lines[i])) continue;
      const Tokens& t = tokens_of(hunk.lines[i]);
      const auto word = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("return"); });
      if (word == t.end() || word + 1 == t.end()) continue;
      const Token& value = *(word + 1);
      // Told by name or built; a setting such as `return false` is left to the rest.
      const bool left = value.is("if") || value.is("unless") || is_nothing(value);
      if ((value.word() && !value.literal() && !left) || value.is("[") || value.is("{") || value.is("%")) return true;
    }
    return false;
  }

  // What the code did before is done for the tests only.
  static bool keeps_real_code(const CodeHunk& hunk, size_t at) {
    const size_t next = next_code_line(hunk, at, Side::after);
    return next < hunk.lines.size() && is_added(hunk.lines[next]) &&
           has_changed_line(hunk, diff::Sign::removed, hunk.lines[next].raw->text);
  }

  // {1: "I", 4: "IV", 1994: "MCMXCIV"}, case 21: return 42, 21 => 42: answers laid down one by one.
  void watch_table(const CodeHunk& hunk) {
    Table table;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (!is_added(line)) continue;
      const Tokens& t = tokens_of(line);
      const bool local = !line.raw->text.empty() && is_space(line.raw->text.front());
      for (size_t k = 0; local && k + 2 < t.size(); ++k) {
        if (!is_key(t[k]) || !(t[k + 1].is(":") || t[k + 1].is("=>") || t[k + 1].is("->"))) continue;
        const size_t value = t[k + 2].is("return") ? k + 3 : k + 2;
        if (value >= t.size() || (!t[value].string() && t[value].kind != TokenKind::number)) continue;
        if (table.pairs.empty()) table.span = span_of(hunk.file, *line.raw);
        table.numeric &= t[k].kind == TokenKind::number;
        table.pairs.emplace_back(t[k].unquoted(), t[value].unquoted());
        if (table.pairs.size() > 40) return;  // that many are data
      }
      if (!table.pairs.empty() && !table.fallback) table.fallback = fallback_on(t);
    }
    if (table.pairs.size() >= 3 && table.fallback && m_tables.size() < 100) m_tables.push_back(std::move(table));
  }

  static bool is_key(const Token& t) {
    if (t.kind == TokenKind::number) return true;
    return t.string() && t.unquoted().find_first_of("0123456789+*/=<>()%&") != std::string_view::npos;
  }

  // return "", .get(n, 0), ?? 0, _ => 0, default: return 0
  static std::optional<std::string> fallback_on(const Tokens& t) {
    if (t.empty()) return std::nullopt;
    const Token& last = t.back().is(";") || t.back().is(",") ? t[t.size() > 1 ? t.size() - 2 : 0] : t.back();
    const auto constant = [](const Token& x) {
      return x.string() || x.kind == TokenKind::number || x.is("None") || x.is("null") || x.is("nil");
    };
    if (t.size() >= 2 && t[0].is("return") && constant(t[1]) && t.size() <= 3) return std::string(t[1].unquoted());
    if (t.size() >= 3 && (t[0].is("_") || t[0].is("default") || t[0].is("else")) && constant(last))
      return std::string(last.unquoted());
    const bool asked = has_run(t, {".", "get", "("}) || has_word(t, "getOrDefault") || has_word(t, "fetch");
    if (asked && last.is(")") && t.size() > 3) {
      const size_t at = t.back().is(")") ? t.size() - 2 : t.size() - 3;
      if (constant(t[at]) && t[at - 1].is(",")) return std::string(t[at].unquoted());
    }
    if (has_run(t, {"??"}) && constant(last)) return std::string(last.unquoted());
    return std::nullopt;
  }

  // Its rows are those of the tests, all of them, and what it says to anything else was never tested.
  bool repeats_tests(const Table& table, const RuleContext& context) const {
    const auto tested = [&](const std::string& s) { return m_values.contains(s); };
    for (const auto& [key, value] : table.pairs) {
      if (!tested(key) || !tested(value) || find_word(context.task.text, value) != std::string_view::npos) return false;
    }
    return !tested(*table.fallback);
  }

  static std::optional<Token> constant_near(const CodeHunk& hunk, size_t at) {
    size_t seen = 0;
    for (size_t i = at; i < hunk.lines.size() && seen < 3; ++i) {
      if (!is_added(hunk.lines[i])) continue;
      ++seen;
      if (auto found = returned_constant(tokens_of(hunk.lines[i]))) return found;
      if (i != at && trim(hunk.lines[i].masked.code).starts_with("}")) break;
    }
    return std::nullopt;
  }

  // return []Token{{…}}, return [ … ], return new Thing(…) with literals in it.
  static std::optional<Token> composed_near(const CodeHunk& hunk, size_t at) {
    for (size_t i = at; i < hunk.lines.size() && i < at + 3; ++i) {
      if (!is_added(hunk.lines[i])) continue;
      const Tokens& t = tokens_of(hunk.lines[i]);
      const auto from = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("return"); });
      if (from == t.end()) continue;
      const bool brackets = std::any_of(from, t.end(), [](const Token& x) { return x.is("{") || x.is("["); });
      const auto literal =
          std::find_if(from, t.end(), [](const Token& x) { return x.string() || x.kind == TokenKind::number; });
      if (brackets && literal != t.end()) return *literal;
    }
    return std::nullopt;
  }

  // "a%20b" => "a b": an arm of a match for one exact text
  void watch_arm(const CodeHunk& hunk, size_t at) {
    const Tokens& t = tokens_of(hunk.lines[at]);
    if (t.size() < 3 || !t[0].string() || !t[2].literal() || !(t[1].is("=>") || t[1].is("->") || t[1].is(":"))) return;
    const std::string_view input = t[0].unquoted();
    const bool odd =
        is_odd(input) || (input.size() >= 4 && input.find_first_of("%&=+*<>|^~") != std::string_view::npos);
    if (!odd || t[1].is(":") || is_plain(t[2])) return;
    Special special;
    special.inputs.emplace_back(input);
    special.output = std::string(t[2].unquoted());
    special.odd = special.same_kind = true;
    special.span = span_of(hunk.file, *hunk.lines[at].raw);
    if (m_special.size() < 1000) m_special.push_back(std::move(special));
  }

  // if (a === 12 && b === 30) return 42
  void watch_special_case(const CodeHunk& hunk, size_t at) {
    const Tokens& t = tokens_of(hunk.lines[at]);
    const auto keyword = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("if") || x.is("elif"); });
    Special special;
    TokenKind kind = TokenKind::punct;
    size_t matched = 0, specific = 0;
    for (auto x = keyword; x != t.end() && !x->is("return"); ++x) {
      if (!x->is("==") && !x->is("===") && !x->is("equals")) continue;
      ++matched;
      // The value, or the values something is made of: date(2028, 2, 3).
      bool open = false;
      for (auto k = x + 1; k != t.end(); ++k) {
        if (k->is("(") && (open || (k - 1)->word() || (k - 1)->is("equals"))) {
          open = true;
        } else if (k->kind == TokenKind::number || k->string()) {
          kind = k->kind;
          specific += !is_plain(*k);
          if (!is_plain(*k) || !special.inputs.empty() || matched > 2) special.inputs.emplace_back(k->unquoted());
          special.odd |= k->string() && is_odd(k->unquoted());
          if (!open) break;
          ++matched;
        } else if (k->is(")") || k->is("&&") || k->is("and") || k->is("||") || k->is(":") || k->is("{")) {
          break;
        }
      }
    }
    special.conjunction = matched >= 2 && (specific >= 1 || matched > 2) && !has_word(t, "or") && !has_run(t, {"||"});
    if (special.inputs.empty()) return;
    auto output = constant_near(hunk, at);
    if (!output && special.odd) {
      output = composed_near(hunk, at);
      special.composed = output.has_value();
    }
    if (!output) return;
    special.output = std::string(output->unquoted());
    special.same_kind = output->kind == kind;
    special.numeric = output->kind == TokenKind::number;
    special.listed = returns_list(hunk, at);
    const bool short_text = output->string() && (output->unquoted().size() < 3 || special.inputs[0].size() < 4);
    if (!special.composed && short_text && !(special.listed && special.inputs[0].size() >= 4)) return;
    if (special.numeric && is_plain(*output)) special.conjunction = false;
    special.constant_else = special.numeric && constant_else(hunk, at);
    special.span = span_of(hunk.file, *hunk.lines[at].raw);
    if (m_special.size() < 1000) m_special.push_back(std::move(special));
  }

  // return ["a", "b"]
  static bool returns_list(const CodeHunk& hunk, size_t at) {
    const size_t next = next_code_line(hunk, at, Side::after);
    for (const size_t i : {at, next})
      if (i < hunk.lines.size() && is_added(hunk.lines[i]) && has_run(tokens_of(hunk.lines[i]), {"return", "["}))
        return true;
    return false;
  }

  // if x == 21: return 42 and then return 0
  static bool constant_else(const CodeHunk& hunk, size_t at) {
    size_t returns = 0;
    for (size_t i = at; i < hunk.lines.size() && i < at + 8; ++i) {
      if (!on_side(hunk.lines[i], Side::after)) continue;
      const Tokens& t = tokens_of(hunk.lines[i]);
      if (t.empty() || t[0].is("}") || t[0].is("else") || t[0].is("end")) continue;
      if (has_word(t, "return")) {
        if (!returned_constant(t)) return false;
        if (++returns == 2) return is_added(hunk.lines[i]);
      } else if (i != at) {
        return false;
      }
    }
    return false;
  }

  std::unordered_map<std::string, bool> m_literals;  // of the tests; true: not only in added lines
  std::unordered_set<std::string> m_values;          // all of them, the plain ones too
  std::vector<Table> m_tables;
  std::vector<Special> m_special;
  SpanCollector m_places;
};

}  // namespace

std::unique_ptr<Rule> make_hardcoded_result_rule() { return std::make_unique<HardcodedResult>(); }

}  // namespace assay::judge
