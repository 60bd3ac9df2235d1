// Assertions that went away, demand less than they did, or cannot fail.
//
// Assertions are compared, not counted: in each hunk those that are on both sides are set aside and
// the rest are paired by what they are about. A pair tells a weaker demand; one without a partner
// was removed, unless it turns up elsewhere in the change or its subject is asserted about anew.
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/assertion.h"
#include "judge/tests/caught_assertions.h"
#include "judge/tests/hollow.h"
#include "judge/tests/implied.h"
#include "judge/tests/own_results.h"
#include "judge/tests/rules.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

// In a hunk of ordinary size each is compared with each; in a large one with its neighbours only, so
// that the work stays linear.
constexpr size_t k_neighbours = 20;
std::pair<size_t, size_t> candidates(size_t index, size_t from, size_t among) {
  if (from * among <= 40000) return {0, among};
  const size_t centre = index * among / std::max<size_t>(from, 1);
  return {centre > k_neighbours ? centre - k_neighbours : 0, std::min(among, centre + k_neighbours)};
}

class Assertions : public Rule {
 public:
  void file_begin(const diff::File&, GateFile) override {
    m_free_in_file = 0, m_lost_at = m_lost.size(), m_helpers.clear();
  }

  void hunk(const CodeHunk& hunk) override {
    if (!is_test_file(hunk.file) || !in_test_code(hunk)) return;
    if (hunk.file.status == diff::Status::deleted) return;
    auto before = touched(assertions_in(hunk, Side::before));
    auto after = touched(assertions_in(hunk, Side::after));
    for (const auto& a : after) {
      if (m_gained.size() < 200000) m_gained.insert(std::hash<std::string_view>{}(a.text));
      if ((is_tautology(a) && !tests_equality(hunk, a)) || compares_alias(hunk, a))
        m_tautologies.must(span_of(hunk.file, *hunk.lines[a.line].raw));
    }
    watch_detours(hunk);
    for (const auto& a : assertions_in(hunk, Side::before))  // inside a string or comment now
      if (hunk.lines[a.first].hidden && !hunk.hunk.partial)
        m_weakened.must(span_of(hunk.file, *hunk.lines[a.first].raw), "it is no longer code");
    for (const auto& hollow : hollow_assertions(hunk, after))
      m_weakened.add(hollow.severity, span_of(hunk.file, *hunk.lines[hollow.line].raw), std::string(hollow.why));
    watch_conditions(hunk, before, after);
    drop_common(before, after);
    compare(hunk, before, after);
    watch_await(hunk);
    for (const size_t line : caught_assertions(hunk))
      m_weakened.must(span_of(hunk.file, *hunk.lines[line].raw), "its failure is caught");
    if (hunk.file.language == diff::Language::shell) watch_shell(hunk);
  }

  void file_end(const diff::File&) override {
    // A function of the tests demands what it is written to demand, whatever its name sounds like.
    for (auto& weaker : m_maybe_weaker) {
      const bool own = std::any_of(m_helpers.begin(), m_helpers.end(),
                                   [&](const auto& helper) { return lower(helper) == weaker.matcher; });
      if (!own) m_weakened.must(std::move(weaker.span), std::move(weaker.why));
    }
    m_maybe_weaker.clear();
    // Taken into a function of the tests that is called instead.
    m_lost.erase(std::remove_if(m_lost.begin() + static_cast<std::ptrdiff_t>(m_lost_at), m_lost.end(),
                                [&](const Lost& lost) {
                                  return lost.calls &&
                                         std::any_of(lost.calls->begin(), lost.calls->end(),
                                                     [&](const auto& call) { return m_helpers.contains(call); });
                                }),
                 m_lost.end());
    // An assertion written anew in an existing test or a function of this file makes up for one.
    while (m_free_in_file > 0 && m_lost.size() > m_lost_at) {
      m_lost.pop_back();
      --m_free_in_file;
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    const TaskView& task = context.task;
    SpanCollector removed;
    for (auto& lost : m_lost) {
      if (m_gained.contains(lost.hash)) continue;
      if ((task.removes && task.mentions(lost.text)) || task.reverts) continue;
      const bool soft = lost.rewritten || task.asks_to_remove_tests || task.asks_to_change_expectations;
      removed.add(soft ? model::Severity::should_fix : model::Severity::must_fix, std::move(lost.span));
    }
    if (!removed.empty())
      out.push_back(removed.finding(
          "tests.assertion-removed",
          cat(plural(removed.total(), "assertion was", "assertions were"), " removed from tests that remain; restore ",
              removed.total() == 1 ? "it" : "them", " or show what checks this now.")));
    if (!m_weakened.empty())
      out.push_back(m_weakened.finding(
          "tests.assertion-weakened",
          cat(plural(m_weakened.total(), "assertion demands", "assertions demand"), " less than before (",
              m_weakened.labels(), "); restore the stricter form."),
          task.asks_to_change_expectations ? model::Severity::should_fix : model::Severity::must_fix));
    if (!m_tautologies.empty())
      out.push_back(m_tautologies.finding(
          "tests.tautology", cat(plural(m_tautologies.total(), "assertion", "assertions"),
                                 " cannot fail whatever the code does; assert on what the code returns.")));
  }

 private:
  struct Lost {
    size_t hash;
    std::string text;
    model::Span span;
    bool rewritten = false;
    std::shared_ptr<const std::vector<std::string>> calls{};  // made on added lines of the hunk
  };

  struct Weaker {
    model::Span span;
    std::string why, matcher;
  };

  // dir, err := os.MkdirTemp(…); if err != nil { t.Fatal(err) }: both went, and nothing of the product with them.
  static bool checks_lost_setup(const CodeHunk& hunk, const Assertion& a) {
    if (hunk.file.language != diff::Language::go || a.matcher != "if.!=" || a.subject != "err") return false;
    const auto is_setup = [](const CodeLine& line) {
      const Tokens t = tokens_of(line, Side::before);
      return has_run(t, {"os", "."}) || has_run(t, {"ioutil", "."}) || has_run(t, {".", "Close", "("});
    };
    if (is_setup(hunk.lines[a.first])) return true;
    for (size_t i = a.first; i-- > 0;) {
      if (!on_side(hunk.lines[i], Side::before) || trim(hunk.lines[i].masked.code).empty()) continue;
      return is_removed(hunk.lines[i]) && is_setup(hunk.lines[i]);
    }
    return false;
  }

  // if case in KNOWN: assertRaises(…); continue: what stands below holds without exception now.
  static bool was_exception(const CodeHunk& hunk, const Assertion& a) {
    const auto is_of_block = [&](size_t i) {
      return is_removed(hunk.lines[i]) || trim(hunk.lines[i].masked.code).empty();
    };
    size_t first = a.first, last = a.first, end = a.first;
    while (first > 0 && is_of_block(first - 1)) --first;
    while (end < hunk.lines.size() && is_of_block(end)) ++end;
    bool begins = false;
    for (size_t i = first; i < a.first && !begins; ++i) {
      const Tokens& t = tokens_of(hunk.lines[i], Side::before);
      begins = !t.empty() && (t[0].is("if") || t[0].is("unless"));
    }
    for (size_t i = a.first; i < end; ++i) {
      const Tokens& t = tokens_of(hunk.lines[i], Side::before);
      if (!t.empty() && !t[0].is("}") && !t[0].is("end")) last = i;
    }
    const Tokens& t = tokens_of(hunk.lines[last], Side::before);
    const bool leaves = last > a.first && !t.empty() && (t[0].is("continue") || t[0].is("next") || t[0].is("return"));
    return begins && leaves && t.size() <= 2 && next_code_line(hunk, last, Side::after) < hunk.lines.size();
  }

  // What is expected leads back to the code under test, on lines above the assertion.
  void watch_detours(const CodeHunk& hunk) {
    const bool writes =
        std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& l) { return is_added(l); });
    if (!writes || !is_small(hunk)) return;
    for (const Assertion& a : assertions_in(hunk, Side::after))
      if (was_written_down(hunk, a) || (a.touched && expects_through_helper(hunk, a)))
        m_tautologies.must(span_of(hunk.file, *hunk.lines[a.line].raw));
  }

  // The same assertion, made only when its subject is as it should be.
  void watch_conditions(const CodeHunk& hunk, const std::vector<Assertion>& before,
                        const std::vector<Assertion>& after) {
    std::unordered_set<std::string_view> texts;
    for (const Assertion& b : before) texts.insert(b.text);
    for (const Assertion& a : after) {
      if (texts.contains(a.text) && asked_of_itself(hunk, a))
        m_weakened.must(span_of(hunk.file, *hunk.lines[a.line].raw), "it is made under a condition");
    }
  }

  static std::vector<Assertion> touched(std::vector<Assertion> all) {
    std::erase_if(all, [](const Assertion& a) { return !a.touched; });
    return all;
  }

  static void drop_common(std::vector<Assertion>& before, std::vector<Assertion>& after) {
    std::unordered_map<std::string_view, size_t> common;
    for (const auto& a : after) ++common[a.text];
    std::unordered_map<std::string, size_t> matched;
    std::erase_if(before, [&](const Assertion& b) {
      const auto at = common.find(b.text);
      if (at == common.end() || at->second == 0) return false;
      --at->second;
      ++matched[b.text];
      return true;
    });
    std::erase_if(after, [&](const Assertion& a) {
      const auto at = matched.find(a.text);
      if (at == matched.end() || at->second == 0) return false;
      --at->second;
      return true;
    });
  }

  // A test of equality itself may compare a thing with itself.
  static bool tests_equality(const CodeHunk& hunk, const Assertion& a) {
    if (a.subject.empty() || !is_alpha(a.subject[0]) || a.subject == "true" || a.subject == "True") return false;
    if (icontains(hunk.hunk.section, "equal") || icontains(hunk.hunk.section, "_eq") ||
        icontains(hunk.hunk.section, "hash"))
      return true;
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
      const auto text = line.raw->text;
      return (icontains(text, "def test") || icontains(text, "it(") || icontains(text, "fn ") ||
              icontains(text, "void ") || icontains(text, "func ") || icontains(text, "test(")) &&
             (icontains(text, "eq") || icontains(text, "hash") || icontains(text, "reflex") ||
              icontains(text, "ident") || icontains(text, "same") || icontains(text, "compar") ||
              icontains(text, "singleton") || icontains(text, "stable"));
    });
  }

  void compare(const CodeHunk& hunk, const std::vector<Assertion>& before, const std::vector<Assertion>& after) {
    std::vector<const Assertion*> partner(before.size(), nullptr);
    std::vector<bool> used(after.size(), false);
    struct Pair {
      int likeness;
      size_t before, after;
    };
    std::vector<Pair> pairs;
    for (size_t b = 0; b < before.size(); ++b) {
      const auto [first, last] = candidates(b, before.size(), after.size());
      for (size_t a = first; a < last; ++a) {
        if (const int like = likeness(before[b], after[a]); like > 0) pairs.push_back({like, b, a});
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) { return x.likeness > y.likeness; });
    for (const auto& pair : pairs) {
      if (partner[pair.before] != nullptr || used[pair.after]) continue;
      partner[pair.before] = &after[pair.after];
      used[pair.after] = true;
    }
    const auto old_tests = tests_in(hunk, Side::before), new_tests = tests_in(hunk, Side::after);
    const size_t unpaired = static_cast<size_t>(std::count(used.begin(), used.end(), false));
    size_t replaced = unpaired;
    const auto calls = std::make_shared<const std::vector<std::string>>(added_calls(hunk));
    const auto is_implied = [&](const Assertion& gone) {
      const size_t looked_at = std::min(after.size(), 2 * k_neighbours);
      return std::any_of(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(looked_at),
                         [&](const Assertion& a) { return implies(a, gone); });
    };
    for (size_t b = 0; b < before.size(); ++b) {
      if (partner[b] != nullptr) {
        if ((compares_with_itself(*partner[b]) && !compares_with_itself(before[b])) ||
            expects_own_result(hunk, before[b], *partner[b])) {
          m_tautologies.must(span_of(hunk.file, *hunk.lines[partner[b]->line].raw));
          continue;
        }
        const std::string why = weakening(before[b], *partner[b]);
        if (!why.empty() && !is_implied(before[b]) && m_maybe_weaker.size() < 10000)
          m_maybe_weaker.push_back({span_of(hunk.file, *hunk.lines[partner[b]->line].raw), why, partner[b]->matcher});
        continue;
      }
      if (in_deleted_test(before[b], old_tests, new_tests) || checks_lost_setup(hunk, before[b]) ||
          was_exception(hunk, before[b]))
        continue;
      const auto [first, last] = candidates(b, before.size(), after.size());
      const bool covered = std::any_of(
          after.begin() + static_cast<std::ptrdiff_t>(first), after.begin() + static_cast<std::ptrdiff_t>(last),
          [&](const Assertion& a) { return a.strength == Strength::exact && about_same(before[b], a); });
      if (covered || is_implied(before[b])) continue;
      if (replaced > 0) {
        --replaced;
        continue;
      }
      if (m_lost.size() < 10000)
        m_lost.push_back({std::hash<std::string_view>{}(before[b].text), before[b].text,
                          span_of(hunk.file, *hunk.lines[before[b].line].raw), !after.empty(), calls});
    }
    remember_helpers(hunk, after);
    if (before.empty()) {
      for (const auto& a : after) m_free_in_file += !in_new_test(a, new_tests);
    }
  }

  // Functions written in this change that assert.
  void remember_helpers(const CodeHunk& hunk, const std::vector<Assertion>& after) {
    const CodeLine* function = nullptr;  // the last definition above
    std::string_view name;
    size_t line = 0;
    for (const auto& a : after) {
      for (; line < a.first; ++line) {
        const Tokens& t = tokens_of(hunk.lines[line]);
        const auto at = std::find_if(t.begin(), t.end(), [](const Token& x) {
          return x.is("fn") || x.is("def") || x.is("function") || x.is("func") || x.is("fun") || x.is("void");
        });
        if (at == t.end() || at + 1 == t.end() || !(at + 1)->word()) continue;
        function = &hunk.lines[line];
        name = (at + 1)->text;
      }
      if (function && is_added(*function) && m_helpers.size() < 1000) m_helpers.insert(std::string(name));
    }
  }

  static std::vector<std::string> added_calls(const CodeHunk& hunk) {
    std::vector<std::string> calls;
    for (const auto& line : hunk.lines) {
      if (!is_added(line) || calls.size() > 50) continue;
      const Tokens& t = tokens_of(line);
      for (size_t i = 0; i + 1 < t.size(); ++i) {
        if (t[i].word() && t[i + 1].is("(")) calls.emplace_back(t[i].text);
      }
    }
    return calls;
  }

  static const TestDeclaration* owner(const std::vector<TestDeclaration>& tests, size_t line) {
    const TestDeclaration* found = nullptr;
    for (const auto& t : tests) {
      if (t.line <= line) found = &t;
    }
    return found;
  }

  static bool in_deleted_test(const Assertion& a, const std::vector<TestDeclaration>& old_tests,
                              const std::vector<TestDeclaration>& new_tests) {
    const auto* test = owner(old_tests, a.first);
    return test && test->touched && test->added &&
           std::none_of(new_tests.begin(), new_tests.end(), [&](const auto& t) { return t.name == test->name; });
  }

  static bool in_new_test(const Assertion& a, const std::vector<TestDeclaration>& new_tests) {
    const auto* test = owner(new_tests, a.first);
    return test && test->added;
  }

  // Shell tests fail by exiting or by saying "not ok".
  void watch_shell(const CodeHunk& hunk) {
    const auto fails = [](const CodeLine& line) {
      const std::string_view text = trim(line.raw->text);
      if (text.starts_with("#")) return false;
      for (std::string_view mark :
           {"exit 1", "exit $", "exit \"$", "not ok", "return 1", "|| fail", "-eq 0 ]", "set -e"}) {
        if (contains(text, mark)) return true;
      }
      return false;
    };
    for (const auto& line : hunk.lines) {
      if (!is_small(hunk)) break;
      const std::string_view text = trim(line.raw->text);
      const size_t at = std::min({text.find(" || true"), text.find(" || :"), text.find(" || echo")});
      if (is_added(line) && at < text.size() && has_changed_line(hunk, diff::Sign::removed, text.substr(0, at)))
        m_weakened.must(span_of(hunk.file, *line.raw), "its failure does not count");
    }
    size_t added = 0;
    for (const auto& line : hunk.lines) added += is_added(line) && fails(line);
    for (const auto& line : hunk.lines) {
      if (!is_removed(line) || !fails(line)) continue;
      if (added > 0) {
        --added;
      } else if (m_lost.size() < 10000) {
        const std::string text(trim(line.raw->text));
        m_lost.push_back({std::hash<std::string_view>{}(text), text, span_of(hunk.file, *line.raw), false, {}});
      }
    }
  }

  // A promise whose rejection nobody waits for is asserted about too late.
  void watch_await(const CodeHunk& hunk) {
    if (hunk.file.language != diff::Language::javascript && hunk.file.language != diff::Language::typescript) return;
    for (const auto& line : hunk.lines) {
      if (!is_removed(line)) continue;
      const std::string_view old_code = trim(line.raw->text);
      if (!old_code.starts_with("await expect(") && !old_code.starts_with("return expect(")) continue;
      const std::string_view rest = old_code.substr(old_code.find("expect("));
      const bool naked = std::any_of(hunk.lines.begin(), hunk.lines.end(),
                                     [&](const CodeLine& l) { return is_added(l) && trim(l.raw->text) == rest; });
      if (naked && (contains(rest, ".rejects") || contains(rest, ".resolves") || rest.ends_with("(")))
        m_weakened.must(span_of(hunk.file, *line.raw), "a promise is no longer awaited");
    }
  }

  std::vector<Lost> m_lost;
  std::vector<Weaker> m_maybe_weaker;  // of the file
  size_t m_lost_at = 0, m_free_in_file = 0;
  std::unordered_set<std::string> m_helpers;  // of the file
  std::unordered_set<size_t> m_gained;
  SpanCollector m_weakened, m_tautologies;
};

}  // namespace

std::unique_ptr<Rule> make_assertions_rule() { return std::make_unique<Assertions>(); }

}  // namespace assay::judge
