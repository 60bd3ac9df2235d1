// Word rules that log and prose share: zero tests, cautions and passes.
#include <algorithm>

#include "base/text.h"
#include "logs/words/word_rules.h"

namespace assay::logs {

namespace {

// "value passed to the handler" passes nothing.
bool passes_along(const Tokens& t, size_t i) {
  if (i + 1 >= t.size() || t[i + 1].kind != Token::word || !t[i + 1].spaced) return false;
  if (t.is(i + 1, "in")) return !t.number(i + 2) && !(i + 2 < t.size() && t[i + 2].part);
  return is_one_of(t.word(i + 1), {"to", "as", "into", "through", "by", "via", "along", "from", "down", "over", "it",
                                   "the", "a", "an", "them", "this"});
}

// "did not fail", "no longer fails" tell of one thing; "no errors" of all.
bool denies_verb(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  if (c.any(i > 2 ? i - 2 : 0, i, means::be | means::maybe)) return true;
  for (size_t k = c.left(i); k < i; ++k) {
    if (t.is(k, "longer") || t.is(k, "not") || t.is(k, "never") || t.is(k, "nicht")) return true;
  }
  return false;
}

// "no tests were run because the install step broke"
bool gives_reason(const Tokens& t, size_t i) {
  return t.is(i + 1, "because") || t.is(i + 1, "since") || (t.is(i + 1, "due") && t.is(i + 2, "to"));
}

bool weak_pass(std::string_view word) { return is_one_of(word, {"ok", "okay", "clean", "green", "good", "success"}); }

// "Skipped tests were re-enabled", "the flaky test was fixed": told of in order to say that it is over.
bool is_over(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  for (size_t at = i + 1; at < t.size() && at < i + k_sentence; ++at) {
    if (t[at].kind != Token::word || c.negated(at)) continue;
    if (t[at].is(means::remedy) && !t.is(at, "fix") && !t.is(at, "correct")) return true;
    if (is_one_of(t.word(at), {"enabled", "reenabled", "unskipped", "restored", "stable", "rewritten", "replaced",
                               "deterministic", "reliable"}))
      return true;
  }
  for (size_t at = c.left(i); at < i; ++at) {
    if (t[at].kind == Token::word &&
        is_one_of(t.word(at), {"enabled", "reenabled", "unskipped", "restored", "reactivated"}))
      return true;
  }
  return false;
}

}  // namespace

std::string_view subject_before(const LogContext& c, size_t to, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  size_t from = c.left(to);
  // "auth tests: 12 passed": the clause before the colon.
  if (from == to && from > 1 && t.sign(from - 1, ':')) {
    to = from - 1;
    from = c.left(to);
  }
  while (from < to && t[from].kind == Token::sign) ++from;
  if (from >= to) return {};
  size_t last = to;
  while (last > from && (t[last - 1].kind == Token::sign || t[last - 1].is(means::be))) --last;
  if (last <= from) return {};
  return speech.text().substr(t[from].begin, t[last - 1].end - t[from].begin);
}

bool is_generic_subject(std::string_view subject) {
  Tokens t;
  t.read(subject);
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].kind == Token::word && !t[i].is(means::generic)) return false;
  }
  return true;
}

bool read_zero_tests(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    const bool zero = (t.number(i) && t[i].value == 0 && !t[i].part) || t.is(i, "no") || t.is(i, "zero");
    if (!zero || t[i].quoted) continue;
    size_t noun = i + 1;
    if (t.is(noun, "unit") || t.is(noun, "matching") || t.is(noun, "test")) ++noun;
    if (t.is(i + 1, "test") && !t.is(noun, "files") && !t.is(noun, "cases") && !t.is(noun, "suites")) noun = i + 1;
    if (!is_one_of(noun < t.size() && t[noun].kind == Token::word ? t.word(noun) : "",
                   {"tests", "specs", "test", "files", "cases", "suites"}))
      continue;
    size_t verb = noun + 1;
    if (t.sign(verb, '(') && t.is(verb + 1, "s") && t.sign(verb + 2, ')')) verb += 3;  // "0 test(s) failed"
    while (verb < t.size() && t[verb].kind == Token::word && (t[verb].is(means::be) || t.is(verb, "to"))) ++verb;
    const bool ended = verb >= t.size() || c.is_boundary(verb);
    const bool ran = verb < t.size() && t[verb].kind == Token::word &&
                     is_one_of(t.word(verb), {"found", "ran", "run", "executed", "collected", "matched", "discovered",
                                              "detected", "exist", "passed", "completed"});
    if (!ran && !(ended && t.number(i) && !c.prose())) continue;
    if (c.supposed(i)) continue;
    const size_t last = ran ? verb : noun;
    if ((c.prose() || gives_reason(t, verb)) && (t.is(verb, "run") || t.is(verb, "executed") || t.is(verb, "ran"))) {
      speech.add_signal(SignalKind::not_run, "log.words.not-run", t, i, last);
    } else {
      speech.add_signal(SignalKind::zero_tests, "log.words.zero-tests", t, i, last);
    }
    return true;
  }
  // "Ran 0 tests", "collected 0 items" are covered by the count; "0 passed" with nothing else passed:
  bool zero_passed = false, some_passed = false;
  size_t where = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i) || !(t.is(i, "passed") || t.is(i, "passing") || t.is(i, "pass"))) continue;
    if (i > 0 && t.is(i - 1, "unexpected")) continue;
    if (const auto n = c.count(i)) {
      (n->value == 0 ? zero_passed : some_passed) = true;
      where = i;
    }
  }
  if (zero_passed && !some_passed && !speech.said(SignalKind::failure)) {
    speech.add_signal(SignalKind::zero_tests, "log.words.zero-tests", t, where, where);
    return true;
  }
  return false;
}

void read_cautions(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    const Token& token = t[i];
    if (token.is(means::skip | means::warn | means::flaky)) {
      const auto n = c.count(i);
      const bool counted = n && n->value > 0 && n->value < 1000000;
      if (n && n->value == 0) continue;
      if (c.repaired(i) || c.in_the_past(i)) continue;
      if (c.prose() && !counted && is_over(c, i)) continue;
      if (counted && c.prose() && c.any(c.left(i), i, means::maybe)) continue;
      const size_t first = counted ? std::min(n->token, i) : i, last = counted ? std::max(n->token, i) : i;
      const bool denied = !counted && (c.negated(i) || c.supposed(i));
      if (denied) continue;
      if (token.is(means::skip)) {
        if (left_out(c, i) != 0) continue;  // not_run
        const size_t from = c.left(i), to = c.right(i);
        const bool check =
            c.mentions_check(from, i) || (c.mentions_check(i + 1, std::min(to, i + 6)) && !t.is(i, "skip"));
        const bool ing = t.is(i, "skip") && !counted;
        if (counted || (check && !ing))
          speech.add_signal(SignalKind::skipped, "log.words.skipped", t, first, last, subject_before(c, first, speech));
      } else if (token.is(means::warn)) {
        const bool label = c.starts_line(i) && (c.is_label(i) || token.capitals);
        const bool with = i > 0 && token.is(means::plural) &&
                          (t.is(i - 1, "with") || t.is(i - 1, "some") || t.is(i - 1, "has") || t.is(i - 1, "found"));
        if (counted || label || with) speech.add_signal(SignalKind::warning, "log.words.warning", t, first, last);
      } else if (!c.names_something(i)) {
        speech.add_signal(SignalKind::flaky, "log.words.flaky", t, first, last);
      }
      continue;
    }
    const std::string_view word = t.word(i);
    if (is_one_of(word, {"todo", "todos", "fixme"})) {
      const auto n = c.count(i);
      if ((n && n->value == 0) || c.negated(i) || c.repaired(i)) continue;
      const bool opens = c.starts_line(i) || t.sign(i - 1, '.') || t.sign(i - 1, ';');
      const bool labels = opens && c.is_label(i);
      const bool marked = labels || (c.prose() && token.capitals && !t.is(i + 1, "app") && !t.is(i + 1, "list"));
      if ((n && n->value < 1000000) || marked) speech.add_signal(SignalKind::todo, "log.words.todo", t, i, i);
    } else if (is_one_of(word, {"manual", "human"}) && i + 1 < t.size() &&
               is_one_of(t.word(i + 1), {"review", "verification", "testing", "check", "checks", "approval",
                                         "inspection", "qa", "test", "intervention", "validation", "follow"})) {
      const size_t from = c.left(i), to = c.right(i);
      bool needed = false;
      for (size_t k = from; k < to; ++k) {
        needed |= t[k].kind == Token::word &&
                  is_one_of(t.word(k), {"needs", "need", "needed", "requires", "required", "require", "pending",
                                        "recommended", "recommend", "awaiting", "must", "please", "still",
                                        "outstanding", "remaining", "remains"});
      }
      if (needed && !c.negated(i)) speech.add_signal(SignalKind::todo, "log.words.manual-review", t, i, i + 1);
    }
  }
}

bool read_partial_pass(const LogContext& c, size_t i, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  if (!t[i].is(means::pass)) return false;
  // "Pass rate: 91.7%"
  if (t.is(i, "pass") && t.is(i + 1, "rate") && t.sign(i + 2, ':') && t.number(i + 3) && t[i + 3].value < 100) {
    speech.add_signal(SignalKind::failure, "log.words.not-passed", t, i, i + 3);
    return true;
  }
  // "92% of tests passed"
  for (size_t k = i > 6 ? i - 6 : 0; k + 1 < i; ++k) {
    if (!t.number(k) || !t.sign(k + 1, '%') || t[k].value >= 100 || !c.mentions_check(k, i)) continue;
    if (!t.is(k + 2, "of") && !t[k + 2].is(means::check)) continue;
    if (c.mentions_check(0, k) || t.is(k + 2, "coverage")) continue;
    speech.add_signal(SignalKind::failure, "log.words.not-passed", t, k, i);
    return true;
  }
  const auto n = c.count(i);
  if (!n || n->token > i || !t.number(n->token + 2) || t[n->token + 2].value <= n->value) return false;
  if (!t.sign(n->token + 1, '/') && !t.is(n->token + 1, "of")) return false;
  speech.add_signal(SignalKind::failure, "log.words.not-passed", t, n->token, i);
  return true;
}

void read_passes(const LogContext& c, SignalCollector& speech) {
  if (speech.said_bad()) return;
  const Tokens& t = c.tokens();
  if (t.size() == 1 && t[0].capitals && (t.is(0, "pass") || t.is(0, "passed") || t.is(0, "success"))) {
    speech.add_signal(SignalKind::pass, "log.words.passed", t, 0, 0);
  }
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    const Token& token = t[i];
    if (t.is(i, "no") && (t.is(i + 1, "issues") || t.is(i + 1, "problems")) &&
        (t.is(i + 2, "found") || t.is(i + 2, "detected"))) {
      speech.add_signal(SignalKind::pass, "log.words.no-failures", t, i, i + 2);
    }
    if (t.is(i, "no") && (t.is(i + 1, "vulnerabilities") || t.is(i + 2, "vulnerabilities"))) {
      speech.add_signal(SignalKind::pass, "log.words.no-failures", t, i, i + 1);
    }
    // "Success! The configuration is valid."
    if (t.is(i, "success") && c.starts_line(i) && t.sign(i + 1, '!') && t.is(t.size() - 2, "valid")) {
      speech.add_signal(SignalKind::pass, "log.words.passed", t, i, i);
    }
    // "Successfully ran 12 tests"
    if (t.is(i, "successfully") && (t.is(i + 1, "ran") || t.is(i + 1, "executed")) && t.number(i + 2) &&
        t[i + 2].value > 0 && i + 3 < t.size() && t[i + 3].is(means::check)) {
      speech.add_signal(SignalKind::pass, "log.words.passed", t, i, i + 3);
    }
    // "compiled with 1 warning"
    if (t.is(i, "compiled") && t.is(i + 1, "with") && t.number(i + 2) && t.size() > i + 3 && t[i + 3].is(means::warn)) {
      speech.add_signal(SignalKind::pass, "log.words.passed", t, i, i + 3);
    }
    if (token.is(means::fail | means::failure | means::error)) {
      const auto n = c.count(i);
      const bool quantified = n ? n->value == 0 : c.is_zero(i) && !denies_verb(c, i);
      if (quantified && !c.supposed(i) && !c.repaired(i))
        speech.add_signal(SignalKind::pass, "log.words.no-failures", t, n ? std::min(i, n->token) : i, i);
      continue;
    }
    if (!token.is(means::pass)) continue;
    const auto n = c.count(i);
    if ((n && n->value == 0) || c.negated(i) || c.supposed(i) || passes_along(t, i)) continue;
    const std::string_view subject = subject_before(c, n ? std::min(n->token, i) : i, speech);
    const size_t from = c.left(i);
    // "Unit tests: 42/42 OK"
    const size_t named_from = from > 1 && t.sign(from - 1, ':') ? c.left(from - 1) : from;
    const bool check = c.mentions_check(named_from, i) || (i + 1 < t.size() && t[i + 1].is(means::check));
    // "OK: 12 tests", and a cell of a table: "| lint | pass |"
    const bool counts = t.is(i, "ok") && c.starts_line(i) && t.number(i + 2) && t[i + 2].value > 0 &&
                        i + 3 < t.size() && t[i + 3].is(means::check);
    const bool cell =
        t.sign(0, '|') && i > 0 && t.sign(i - 1, '|') && t.sign(i + 1, '|') && c.mentions_check(0, t.size());
    if (counts || cell) {
      speech.add_signal(SignalKind::pass, "log.words.passed", t, i, i);
      continue;
    }
    const bool tool = i > 0 && is_one_of(t[i - 1].kind == Token::word ? t.word(i - 1) : "",
                                         {"make", "run", "git", "npm", "cargo", "gradle", "mvn"});
    if (weak_pass(t.word(i)) && (!check || tool)) {
      continue;
    }
    const bool built = i > 0 && is_one_of(t[i - 1].kind == Token::word ? t.word(i - 1) : "",
                                          {"compiled", "built", "completed", "finished", "ended"});
    const bool built_next =
        i + 1 < t.size() && t[i + 1].kind == Token::word && is_one_of(t.word(i + 1), {"compiled", "built"});
    const bool ends = i + 1 >= t.size() || c.is_boundary(i + 1) || t.is(i + 1, "in") || t.number(i + 1);
    const bool short_line =
        !c.prose() && ends && i - from <= 8 && i > from && (t.is(i, "passed") || t.is(i, "succeeded"));
    if (!check && !n && !built && !built_next && !short_line) continue;
    const size_t first = n ? std::min(n->token, i) : i, last = n ? std::max(n->token, i) : i;
    speech.add_signal(SignalKind::pass, "log.words.passed", t, first, last, subject);
    if (!c.prose() && !subject.empty() && !is_generic_subject(subject)) speech.name(Outcome::passed, subject);
  }
}

}  // namespace assay::logs
