// Sentences that tell of trouble without the plain "3 tests fail": exceptions from a pass, errors somebody still gets,
// a check with a bad mark or status beside it.
#include <algorithm>

#include "logs/words/word_rules.h"

namespace assay::logs {

namespace {

// An error, failure or crash named in [from, to).
bool names_trouble(const LogContext& c, size_t from, size_t to) {
  const Tokens& t = c.tokens();
  for (size_t k = from; k < to && k < t.size(); ++k) {
    const std::string_view word = t.word_or_empty(k);
    if (t[k].is(means::fail | means::failure | means::error | means::broken) && t[k].kind == Token::word) return true;
    if (is_one_of(word, {"segfault", "segfaults", "crash", "panic", "deadlock", "timeout"})) return true;
    if (word == "fault" && k > 0 && t.is(k - 1, "segmentation")) return true;
    if (word.size() > 6 && (word.ends_with("error") || word.ends_with("exception"))) return true;
  }
  return false;
}

bool over_or_supposed(const LogContext& c, size_t i) {
  const size_t from = i > k_sentence ? i - k_sentence : 0;
  return c.any(from, i + k_sentence, means::remedy) || c.any(from, i, means::maybe) || c.in_the_past(i);
}

// "Still seeing a segfault in the tests", "I get a TypeError when running the tests", "I gave up"
void read_still_bad(const LogContext& c, size_t i, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  const bool author = t.is(i, "i") || t.is(i, "we");
  if (author && t.is(i + 1, "gave") && t.is(i + 2, "up"))
    speech.add_signal(SignalKind::failure, "log.words.unable", t, i + 1, i + 2);
  const bool gets = is_one_of(t.word_or_empty(i + 1), {"get", "see", "hit", "getting", "seeing", "hitting"});
  const bool tells =
      is_one_of(t.word_or_empty(i + 1), {"have", "having", "reports", "shows", "throws", "gives", "produces"});
  const bool by_check = i > 0 && t[i - 1].is(means::check);  // "the type checker still reports an error"
  if (!(t.is(i, "still") && (gets || (tells && by_check))) && !(author && gets)) return;
  const size_t to = c.right(i);
  const bool near = names_trouble(c, i + 2, std::min(to, i + 8));
  if (near && !c.any(i, std::min(to, i + 4), means::maybe | means::negator) && !over_or_supposed(c, i))
    speech.add_signal(SignalKind::failure, "log.words.failed", t, i, i + 1);
}

// "I broke the login page", but not "broke it up into parts"
void read_broke(const LogContext& c, size_t i, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  if (!t.is(i, "broke") || i == 0 || !is_one_of(t.word_or_empty(i - 1), {"i", "we", "change", "this"})) return;
  for (size_t k = i + 1; k < c.right(i); ++k) {
    if (is_one_of(t.word_or_empty(k), {"into", "down", "up", "out", "apart"})) return;
  }
  if (!over_or_supposed(c, i) && !c.any(i, i + k_sentence, means::maybe))
    speech.add_signal(SignalKind::failure, "log.words.broken", t, i, i);
}

// "Running the tests produces a segmentation fault"
void read_produced(const LogContext& c, size_t i, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  if (!is_one_of(t.word(i), {"produces", "gives", "ends", "results", "leads", "yields", "throws", "raises"})) return;
  const size_t from = c.left(i);
  if (i == from || !t[i - 1].is(means::check) || !is_one_of(t.word_or_empty(from), {"running", "the", "executing"}))
    return;
  if (t.is(from, "the") && !is_one_of(t.word_or_empty(i - 1), {"build", "suite", "tests", "ci", "pipeline"})) return;
  if (names_trouble(c, i + 1, std::min(c.right(i), i + 6)) && !over_or_supposed(c, i) &&
      !c.any(i, c.right(i), means::maybe | means::negator))
    speech.add_signal(SignalKind::failure, "log.words.failed", t, i, i);
}

// "CI: failing", "Verification: FAILED (see log)", "Tests: ❌", "unit tests ✅, integration tests ❌"
void read_marked(const LogContext& c, size_t i, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  if (t.sign(i, ':') && i > 0 && i < 5 && i + 1 < t.size() && c.mentions_check(0, i) && t[i + 1].kind == Token::word) {
    const bool status = t[i + 1].is(means::fail) || t.is(i + 1, "red") || t.is(i + 1, "broken");
    const bool ends = i + 2 >= t.size() || c.is_boundary(i + 2);
    if (status && ends) speech.add_signal(SignalKind::failure, "log.words.failed", t, i + 1, i + 1);
  }
  const std::string_view mark = t.text().substr(t[i].begin, t[i].end - t[i].begin);
  if (!is_one_of(mark, {"❌", "✗", "✘", "🔴"}) || i == 0) return;
  const size_t before = t.sign(i - 1, ':') && i > 1 ? i - 2 : i - 1;
  if (t[before].is(means::check)) speech.add_signal(SignalKind::failure, "log.words.cross-mark", t, before, i);
}

}  // namespace

// "Most tests pass", "All tests pass but one", "All but two tests pass", "pass apart from test_cart"
void read_exceptions(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i) || !t[i].is(means::pass) || c.negated(i) || c.supposed(i) || c.in_the_past(i)) continue;
    const size_t begin = i > 8 ? i - 8 : 0;
    if (!c.mentions_check(begin, i) && !c.mentions_check(i + 1, i + 5)) continue;
    const bool adverb = is_one_of(t.word_or_empty(i + 1), {"locally", "now", "here", "fine"});
    const size_t after = adverb ? i + 2 : i + 1;
    const std::string_view next = t.word_or_empty(after), second = t.word_or_empty(after + 1);
    const bool excepted =
        is_one_of(next, {"except", "besides", "excluding"}) ||
        (is_one_of(next, {"apart", "aside"}) && second == "from") || (next == "other" && second == "than") ||
        (is_one_of(next, {"but", "save"}) && is_one_of(second, {"one", "two", "three", "four", "five", "for"}));
    bool part = false;  // of the checks, said before the verb
    for (size_t k = begin; k < i; ++k) {
      part |= is_one_of(t.word_or_empty(k), {"most", "half", "some", "many", "majority"}) && !c.any(k, i, means::work);
      part |= t.is(k, "all") && t.is(k + 1, "but") && !t.is(k + 2, "the");
    }
    const bool ends = i + 1 >= t.size() || c.is_boundary(i + 1) || t.is(i + 1, "now");
    if (excepted || (part && ends))
      speech.add_signal(SignalKind::failure, "log.words.not-passed", t, i, i + (excepted ? 1 : 0));
  }
}

void read_troubles(const LogContext& c, SignalCollector& speech) {
  for (size_t i = 0; i < c.tokens().size(); ++i) {
    if (c.tokens()[i].kind == Token::sign) read_marked(c, i, speech);
    if (!c.usable(i)) continue;
    read_still_bad(c, i, speech);
    read_broke(c, i, speech);
    read_produced(c, i, speech);
  }
}

}  // namespace assay::logs
