// What a person or agent reports. Reports are full of errors that were fixed, handled or tested
// for, so a failure must be told of a check ("2 tests fail"), with a label ("Blocker: ..."), or as
// something that could not be done.
#include <algorithm>

#include "base/text.h"
#include "logs/words/word_rules.h"

namespace assay::logs {

namespace {

// "none", "no blockers", "no known risks"; but not "no database access".
bool denies_all(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  if (i + 1 >= t.size() || c.is_boundary(i + 1)) return true;
  for (size_t k = i + 1; k < std::min(t.size(), i + 4); ++k) {
    if (is_one_of(t.word_or_empty(k), {"blockers", "blocker", "issues", "issue", "risks", "risk", "known", "errors",
                                       "failures", "problems", "that", "of", "found", "so", "at", "identified"}))
      return true;
  }
  return false;
}

// After a label: something that is not "none".
bool has_content(const LogContext& c, size_t colon) {
  const Tokens& t = c.tokens();
  for (size_t i = colon + 1; i < t.size(); ++i) {
    if (t[i].kind == Token::sign) continue;
    if (t.number(i)) return t[i].value != 0;
    if (t.is(i, "n") && t.sign(i + 1, '/') && t.is(i + 2, "a")) return false;
    if (t[i].is(means::none | means::negator)) return !denies_all(c, i);
    return !is_one_of(t.word(i), {"low", "minimal", "negligible", "clear", "resolved", "fixed"});
  }
  return false;
}

// A label opens the text, perhaps after a bullet or in bold: "- **Blocker:** ...".
bool opens(const LogContext& c, size_t i) { return c.starts_line(i); }

size_t colon_after(const Tokens& t, size_t i) {
  for (size_t at = i + 1; at < t.size() && at < i + 4; ++at) {
    if (t.sign(at, ':')) return at;
    if (t[at].kind != Token::sign) return 0;
  }
  return 0;
}

// "Blocker: ...", "Risks: ...", "Known issue: ..."
void read_labels(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size() && i < 8; ++i) {
    if (!c.usable(i) && !(t[i].kind == Token::word && !t[i].quoted)) continue;
    if (!opens(c, i)) break;
    size_t last = i;
    const std::string_view word = t.word(i), next = t.word_or_empty(i + 1);
    if (is_one_of(next, {"issue", "issues", "limitation", "limitations", "problem", "problems", "tests", "test", "risk",
                         "risks", "work", "question", "questions", "points", "items"}))
      last = i + 1;
    const size_t colon = colon_after(t, last);
    if (colon == 0) continue;
    const bool content = has_content(c, colon);
    if (!content) continue;
    if (is_one_of(word, {"blocker", "blockers", "blocked", "blocking", "failure", "failures", "failing", "failed"})) {
      speech.add_signal(SignalKind::failure, word.starts_with("block") ? "log.words.blocker" : "log.words.failed", t, i,
                        last);
    } else if (word == "regression" && last == i) {
      if (!c.any(colon, colon + k_sentence, means::remedy | means::pass) && !c.any(colon, colon + 4, means::work))
        speech.add_signal(SignalKind::failure, "log.words.broken", t, i, last);
    } else if (is_one_of(word, {"error", "errors"}) && last == i) {
      if (c.any(colon, colon + k_sentence, means::remedy)) continue;
      speech.add_signal(SignalKind::failure, "log.words.error", t, i, last);
    } else if (is_one_of(word, {"risk", "risks", "warning", "caution", "caveat", "caveats", "residual", "limitation",
                                "limitations"})) {
      speech.add_signal(SignalKind::warning, "log.words.risk", t, i, last);
    } else if (is_one_of(word, {"known", "open", "outstanding"}) && last > i) {
      speech.add_signal(SignalKind::warning, "log.words.known-issue", t, i, last);
    } else if (is_one_of(word, {"unfinished", "incomplete", "todo", "todos", "missing"}) ||
               (word == "remaining" && next == "work")) {
      speech.add_signal(SignalKind::todo, "log.words.todo", t, i, last);
    } else if (is_one_of(word, {"skipped", "untested", "unverified"})) {
      speech.add_signal(SignalKind::skipped, "log.words.skipped", t, i, last);
    }
  }
}

// "test_login", "cart_spec": names only tests have.
bool is_test_name(std::string_view word) {
  return word.starts_with("test_") || word.ends_with("_test") || word.ends_with("_spec") || word.ends_with("_tests");
}

// "fails on main", "fails without the fix": told of how it was, and the same sentence says how it is.
bool told_of_before(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  size_t at = i + 1;
  if (t.is(at, "on") || t.is(at, "against") || t.is(at, "without") || t.is(at, "before")) ++at;
  if (at == i + 1) return false;
  const bool without = t.is(i + 1, "without") || t.is(i + 1, "before");
  while (t.is(at, "the") || t.is(at, "this") || t.is(at, "my") || t.is(at, "unpatched") || t.is(at, "old") ||
         t.is(at, "bug") || t.is(at, "new"))
    ++at;
  if (without) return t[std::min(at, t.size() - 1)].is(means::self | means::remedy);
  return is_one_of(t.word_or_empty(at),
                   {"main", "master", "base", "trunk", "develop", "unpatched", "previous", "old"}) &&
         c.any(at + 1, at + k_sentence, means::pass);
}

// "There are 3 failing tests": said to be there, whatever follows about where they came from.
bool said_to_exist(const Tokens& t, size_t from, size_t to) {
  for (size_t k = from; k + 1 < to; ++k) {
    if (t.is(k, "there") && (t.is(k + 1, "are") || t.is(k + 1, "is"))) return true;
  }
  return false;
}

// The check that a verb at i is told of: "the tests in auth still fail". 0-based token or SIZE_MAX.
size_t subject_check(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  const size_t from = c.left(i);
  for (size_t at = i, steps = 0; at > from && steps < 7; ++steps) {
    --at;
    if (t[at].kind != Token::word) continue;
    if (t[at].is(means::check) || is_test_name(t.word(at))) return at;
    if (is_one_of(t.word(at), {"for", "that", "which", "when", "if", "to", "of", "covering", "asserting", "around",
                               "where", "against"}))
      break;
  }
  return SIZE_MAX;
}

// Work told of in the same breath covers what follows, until a new subject begins: "Updated the
// parser and now 3 tests fail".
bool told_as_work(const LogContext& c, size_t check, size_t verb) {
  const Tokens& t = c.tokens();
  size_t from = c.left(verb);
  for (size_t at = std::min(check, verb); at > from; --at) {
    if (t.is(at - 1, "and") || t.is(at - 1, "so")) {
      from = at;
      break;
    }
  }
  for (size_t at = from; at < verb; ++at) {
    if (!c.usable(at)) continue;
    const bool by_check = at > from && t[at - 1].is(means::check);  // "eslint reports 3 errors"
    if (t[at].is(means::remedy) || (t[at].is(means::produce) && !by_check)) return true;
    if (t[at].is(means::work) && !t[at].is(means::check)) return true;
  }
  return false;
}

// Told in the same sentence that it is over: "failed at first but pass now".
bool ended_well(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  for (size_t at = i + 1; at < c.right(i); ++at) {
    if (t.is(at, "design") || t.is(at, "purpose")) return true;
  }
  bool turned = t.is(i + 1, "at") && t.is(i + 2, "first");
  for (size_t at = i + 1; at < t.size() && at < i + k_sentence; ++at) {
    turned |= t.is(at, "now") || t.is(at, "then") || t[at].is(means::remedy);
    if (turned && t[at].is(means::pass) && !c.negated(at)) return true;
    if (t[at].is(means::remedy) && t[at].kind == Token::word && !c.negated(at) &&
        (t.is(at, "fixed") || t.is(at, "resolved")))
      return true;
  }
  return false;
}

// "A test with a broken row", "tests of failed downloads": what the tests are given, not how they went.
bool is_what_tests_are_given(const LogContext& c, size_t check, size_t i) {
  const Tokens& t = c.tokens();
  if (check >= i || i + 1 >= c.right(i) || t[i + 1].kind != Token::word) return false;
  if (!is_one_of(t.word(i), {"broken", "failed", "failing", "crashed", "aborted", "interrupted", "cancelled"}))
    return false;
  constexpr Meaning k_no_thing =
      means::check | means::be | means::but | means::still | means::negator | means::maybe | means::weak_maybe;
  if (t[i + 1].is(k_no_thing) ||
      is_one_of(t.word(i + 1),
                {"on",  "in",   "at",    "by", "for",  "with", "and",    "or",      "because", "as",    "again",
                 "now", "here", "there", "to", "from", "too",  "during", "locally", "today",   "under", "pipe"}))
    return false;
  // "The tests ended with a broken link": that is a result.
  if (has_word(t, check, i,
               {"ended", "ends", "end",  "finished", "hit",     "hits",  "got",  "gets",     "reports", "report",
                "shows", "show", "left", "leave",    "stopped", "stops", "died", "produces", "gave",    "gives"}))
    return false;
  const std::string_view before = t.word_or_empty(i - 1);
  return is_one_of(before, {"a", "an", "the", "some", "any", "one", "each", "with", "of", "for", "about", "on"}) ||
         (before == "and" && !c.any(check, i, means::be | means::still));
}

void read_failing_checks(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    const Token& token = t[i];
    const size_t from = c.left(i), to = c.right(i);
    const bool still = c.any(from, i, means::still);
    if (token.is(means::fail | means::failure | means::error) && !c.negated(i)) {
      if (const auto n = c.count(i); n && n->value > 0 && n->value < 1000000) {
        const size_t first = std::min(i, n->token), last = std::max(i, n->token);
        const bool past = c.in_the_past(i) && !said_to_exist(t, from, first);
        const bool told = told_as_work(c, first, i) || c.names_something(i) || past || told_of_before(c, i) ||
                          c.any(from, first, means::maybe | means::expected);
        if (!told && !c.any(last + 1, to, means::maybe)) {
          speech.add_signal(SignalKind::failure, token.is(means::error) ? "log.words.error" : "log.words.failed", t,
                            first, last);
        }
        continue;
      }
    }
    if (read_partial_pass(c, i, speech)) continue;
    if (c.is_zero(i)) continue;
    const bool verb = token.is(means::fail) || (token.is(means::broken) && !t.is(i, "crash")) ||
                      (t.is(i, "errors") && t.is(i + 1, "out")) ||
                      (t.is(i + 1, "out") && is_one_of(t.word(i), {"timed", "time", "times", "timing"})) ||
                      is_one_of(t.word(i), {"hang", "hangs", "hung", "stall", "stalls", "freeze"});
    if (verb) {
      const size_t check = subject_check(c, i);
      if (check == SIZE_MAX && !(still && token.is(means::fail))) continue;
      if (c.in_the_past(i) || c.names_something(i) || told_as_work(c, check, i) || ended_well(c, i) ||
          told_of_before(c, i) || is_what_tests_are_given(c, check, i))
        continue;
      if (c.any(from, i, means::maybe | means::expected) || c.any(i + 1, to, means::maybe)) continue;
      if (!still && c.any(from, i, means::weak_maybe) && check != SIZE_MAX && c.any(from, check, means::weak_maybe))
        continue;
      // "the failing test", "broken test" are things, not reports, unless they are said to remain.
      speech.add_signal(SignalKind::failure, "log.words.failed", t, check == SIZE_MAX ? i : std::min(check, i), i);
      continue;
    }
    // "still failing tests", "compile errors remain"
    if (token.is(means::failure | means::error) && !c.negated(i) && c.any(i + 1, std::min(to, i + 3), means::still) &&
        !told_as_work(c, i, i) && !is_one_of(t.word_or_empty(i + 2), {"unchanged", "intact", "visible", "the", "as"})) {
      speech.add_signal(SignalKind::failure, "log.words.failed", t, i, i + 1);
    }
  }
}

// "The remaining failure is unrelated", "the failing tests are pre-existing": excuses admit.
void read_excuses(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    const bool noun = t[i].is(means::failure) || (t.is(i, "failing") && i + 1 < t.size() && t[i + 1].is(means::check));
    if (!noun || c.negated(i) || c.names_something(i)) continue;
    const size_t from = c.left(i), to = c.right(i);
    bool excuse = false, told = false;
    for (size_t k = from; k < to; ++k) {
      if (t[k].kind != Token::word) continue;
      excuse |= is_one_of(t.word(k), {"unrelated", "remaining", "remains", "remain", "preexisting"}) ||
                (t.is(k, "pre") && t.is(k + 2, "existing"));
      told |= t[k].is(means::remedy | means::maybe | means::produce) ||
              (t[k].is(means::work) && !t[k].is(means::check)) || t[k].is(means::negator);
    }
    if (excuse && !told) speech.add_signal(SignalKind::failure, "log.words.failed", t, i, i);
  }
}

// "does not compile", "tests do not pass", "isn't working"
void read_not_working(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  if (t.is(0, "fix") || t.is(0, "fixes") || t.is(0, "fixed")) return;  // "fix(routes): colons not working"
  for (size_t i = 1; i < t.size(); ++i) {
    if (!c.usable(i) || !is_one_of(t.word(i), {"compile", "compiles", "build", "builds", "pass", "passed", "passing",
                                               "work", "works", "working", "succeed", "bestanden", "erfolgreich",
                                               "finish", "finished", "complete", "completed"}))
      continue;
    const size_t from = c.left(i);
    if (!t[i - 1].is(means::negator) &&
        !(i > 1 && t[i - 2].is(means::negator) &&
          (t[i - 1].is(means::be | means::still) || t.is(i - 1, "all") || t.is(i - 1, "yet"))))
      continue;
    if (c.any(from, i, means::maybe | means::remedy) || c.in_the_past(i) || c.any(i + 1, c.right(i), means::maybe))
      continue;
    if (c.any(from, i, means::weak_maybe) || t.is(i - 1, "no")) continue;
    if (c.any(i + 1, i + k_sentence, means::remedy)) continue;  // "did not work on Safari; fixed"
    if (speech.said(SignalKind::warning)) continue;             // "Known limitation: does not work on Windows"
    const std::string_view next = t.word_or_empty(i + 1);
    const bool object = !next.empty() && !t[i + 1].is(means::but | means::check) &&
                        !is_one_of(next, {"yet", "on", "in", "with", "locally", "at", "under", "for", "any", "all",
                                          "here", "either", "and"});
    if (object && t.is(i, "pass")) continue;  // "does not pass user input to the shell"
    bool work = false;
    for (size_t at = from; at < i; ++at) work |= c.usable(at) && t[at].is(means::work) && !t[at].is(means::check);
    const bool verb_of_work = is_one_of(t.word(i), {"work", "works", "working"});
    if (work || (!c.mentions_check(from, i + 1) && !verb_of_work)) continue;
    speech.add_signal(SignalKind::failure, "log.words.not-passed", t, i - 1, i);
  }
}

// "unable to complete", "could not fix"
void read_unable(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 1; i < t.size(); ++i) {
    if (!c.usable(i) || !t[i].is(means::finish)) continue;
    const size_t from = c.left(i);
    size_t denial = SIZE_MAX;
    if (t.is(i - 1, "to") && i > 1 && is_one_of(t.word_or_empty(i - 2), {"unable", "failed"})) denial = i - 2;
    if (t.is(i - 1, "to") && i > 2 && t.is(i - 2, "able") && t[i - 3].is(means::negator)) denial = i - 3;
    if (t.is(i - 1, "not") && i > 1 && t.is(i - 2, "could")) denial = i - 2;
    if (t.is(i - 1, "couldn't") || t.is(i - 1, "cannot")) denial = i - 1;
    if (denial == SIZE_MAX) continue;
    if (c.any(from, denial, means::maybe | means::weak_maybe | means::work | means::remedy | means::produce)) continue;
    if (c.any(i + 1, c.right(i), means::maybe) || c.in_the_past(i)) continue;
    // Who could not? A program's user cannot connect; "we", "I" or nobody named means the author.
    const bool author = denial == from || c.any(from, denial, means::self) || t.is(denial - 1, "i") ||
                        (t.is(denial - 1, "and") && (t.is(from, "i") || t.is(from, "we"))) || t.is(denial - 1, "we") ||
                        t.is(denial - 1, "was") || t.is(denial - 1, "am");
    if (author) speech.add_signal(SignalKind::failure, "log.words.unable", t, denial, i);
  }
}

}  // namespace

void read_prose_words(const LogContext& c, SignalCollector& speech) {
  read_labels(c, speech);
  read_exit_code(c, speech);
  read_status_record(c, speech);
  read_not_run(c, speech);
  if (!speech.said(SignalKind::not_run)) read_zero_tests(c, speech);
  read_failing_checks(c, speech);
  read_exceptions(c, speech);
  read_troubles(c, speech);
  read_excuses(c, speech);
  read_not_working(c, speech);
  if (!speech.said(SignalKind::not_run)) read_unable(c, speech);
  read_admissions(c, speech);
  read_cautions(c, speech);
  read_passes(c, speech);
}

}  // namespace assay::logs
