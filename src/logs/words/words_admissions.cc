// What a report owns up to: checks that were weakened or switched off, work that is left, known problems.
#include <algorithm>

#include "logs/words/word_rules.h"

namespace assay::logs {

bool has_word(const Tokens& t, size_t from, size_t to, std::initializer_list<std::string_view> words) {
  for (size_t i = from; i < to && i < t.size(); ++i) {
    if (t[i].kind == Token::word && is_one_of(t.word(i), words)) return true;
  }
  return false;
}

namespace {

// "is broken" of anything, "disabled two failing tests"
void read_switched_off(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    const size_t from = c.left(i), to = c.right(i);
    if (t.is(i, "broken") && i > 0 && (t[i - 1].is(means::still) || t.is(i - 1, "is") || t.is(i - 1, "are"))) {
      bool told = c.negated(i) || c.in_the_past(i) || c.any(i + 1, to, means::maybe);
      for (size_t k = i > k_sentence ? i - k_sentence : 0; k < i; ++k) {
        told |=
            c.usable(k) && (t[k].is(means::remedy | means::maybe) || (t[k].is(means::work) && !t[k].is(means::check)));
      }
      if (!told) speech.add_signal(SignalKind::failure, "log.words.broken", t, i - 1, i);
    } else if (is_one_of(t.word(i), {"disabled", "disable", "quarantined", "muted", "commented"})) {
      bool test = false;
      for (size_t k = from; k < to; ++k)
        test |= t[k].kind == Token::word &&
                is_one_of(t.word(k), {"test", "tests", "spec", "specs", "suite", "assertion", "assertions"});
      const bool done = !t.is(i, "disable") || t.is(i - (i > 0), "to");
      if (test && done && !c.negated(i) && !c.any(from, i, means::maybe) && !c.any(i + 1, to, means::maybe)) {
        speech.add_signal(SignalKind::skipped, "log.words.skipped", t, i, i);
      }
    }
  }
}

// "test" as what is meant, not as what something else is for: "test helper".
bool is_test_noun(const Tokens& t, size_t i) {
  if (t[i].kind != Token::word) return false;
  const std::string_view word = t.word(i);
  if (word.starts_with("test_") || word.ends_with("_test") || word.ends_with("_spec")) return true;
  if (!is_one_of(word, {"test", "tests", "spec", "specs", "suite", "assertion", "assertions", "testcase"}))
    return false;
  const std::string_view next = t.word_or_empty(i + 1);
  return next.empty() || t[i + 1].is(means::but | means::be | means::maybe | means::weak_maybe | means::negator) ||
         is_one_of(next,
                   {"in", "for", "from", "as", "and", "it", "of", "with", "on", "cases", "case", "out", "temporarily"});
}

bool names_a_test(const Tokens& t, size_t from, size_t to) {
  for (size_t i = from; i < to && i < t.size(); ++i) {
    if (is_test_noun(t, i)) return true;
  }
  return false;
}

// What a check was made to do instead of the code being made right.
void read_weakened(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i) || c.negated(i) || c.any(c.left(i), i, means::maybe)) continue;
    const std::string_view word = t.word(i);
    const size_t to = std::min(t.size(), i + k_sentence);
    bool said = false;
    if (is_one_of(word, {"marked", "mark", "marking", "tagged", "annotated"})) {
      said = names_a_test(t, i, to) && has_word(t, i, to,
                                                {"xfail", "skip", "skipped", "ignored", "ignore", "pending", "todo",
                                                 "expected_failure", "disabled"});
    } else if (is_one_of(word, {"added", "put", "used", "inserted"})) {
      said = names_a_test(t, i, to) && has_word(t, i, to, {"skip", "xfail", "xit", "xdescribe", "disabled"}) &&
             c.any(i, to, means::fail | means::flaky | means::broken);
    } else if (is_one_of(word, {"removed", "deleted", "dropped", "commented"})) {
      // Red before green: "removed the failing test"; a test that is merely outdated may go.
      const bool failing = has_word(t, i, to, {"failing", "fails", "failed", "broken", "flaky", "red"});
      said = names_a_test(t, i, std::min(to, i + 6)) && failing;
    } else if (word == "turned" && t.is(i + 1, "off")) {
      said = c.mentions_check(i, to);
    } else if (is_one_of(word, {"lowered", "reduced", "relaxed", "loosened", "weakened", "decreased"})) {
      said = names_a_test(t, i, std::min(to, i + 6)) ||
             (has_word(t, i, std::min(to, i + 6),
                       {"threshold", "thresholds", "rule", "rules", "strictness", "coverage"}) &&
              has_word(t, i, to, {"coverage", "lint", "eslint", "type", "ci", "test", "tests", "mypy", "tsc"}));
    } else if (is_one_of(word, {"ignored", "suppressed", "silenced", "muted"})) {
      said = has_word(t, i, std::min(to, i + 4), {"type", "lint", "eslint", "mypy", "tsc", "compiler", "clippy"}) &&
             has_word(t, i, std::min(to, i + 6), {"error", "errors", "warning", "warnings"});
    }
    if (!said && is_one_of(word, {"adjusted", "changed", "updated", "increased", "edited", "modified", "raised"})) {
      // "Adjusted the expected value because it failed", "raised the tolerance so it passes"
      const size_t near = std::min(to, i + 6);
      bool purpose = false;
      for (size_t k = i; k < to; ++k) {
        purpose |= (t.is(k, "because") || t.is(k, "since") || t.is(k, "so")) &&
                   c.any(k, to, means::fail | means::pass | means::broken);
        purpose |= t.is(k, "for") && t.is(k + 1, "now");
      }
      said = purpose && (names_a_test(t, i, near) || has_word(t, i, near,
                                                              {"expected", "tolerance", "snapshot", "snapshots",
                                                               "expectation", "expectations", "threshold"}));
    }
    if (said) speech.add_signal(SignalKind::skipped, "log.words.weakened", t, i, i);
  }
}

// "Added a job for nightly with continue-on-error": what was not there before had nothing to lose.
bool names_new_job(const Tokens& t, size_t before) {
  for (size_t i = 1; i < t.size() && t[i].begin < before; ++i) {
    if (is_one_of(t.word_or_empty(i), {"job", "step"}) &&
        has_word(t, i > 3 ? i - 3 : 0, i, {"a", "an", "new", "another", "separate"}))
      return true;
  }
  return false;
}

// What switches a check off in a file or on a command line, named as something that was done.
void read_switches(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  constexpr std::string_view k_switches[] = {"continue-on-error", "|| true",     "--no-verify",    "--passWithNoTests",
                                             "@ts-ignore",        "@ts-nocheck", "eslint-disable", "# noqa",
                                             "# type: ignore",    "//nolint",    "HUSKY=0",        "--force-exit"};
  for (const std::string_view text : k_switches) {
    const size_t at = t.text().find(text);
    if (at == std::string_view::npos) continue;
    for (size_t i = 0; i < t.size() && t[i].begin < at; ++i) {
      if (!is_one_of(t.word_or_empty(i), {"used", "added", "set", "with", "using", "put", "committed", "via"}))
        continue;
      if (c.negated(i) || has_word(t, 0, i + 1, {"removed", "dropped", "replaced", "deleted", "instead"})) continue;
      if (names_new_job(t, at)) continue;
      speech.add_signal(SignalKind::skipped, "log.words.weakened", at, at + text.size());
      return;
    }
  }
}

// "for now", "temporarily" near token i
bool is_for_now(const Tokens& t, size_t i) {
  const size_t from = i > k_sentence ? i - k_sentence : 0;
  for (size_t k = from; k < i + k_sentence; ++k) {
    if (t.is(k, "for") && t.is(k + 1, "now")) return true;
  }
  return has_word(t, from, i + k_sentence, {"temporarily", "temporary", "currently"});
}

// What the word at i says is left to do: "left for a follow-up", "still missing", "not met", "stubbed out for now".
bool is_left_over(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  const std::string_view word = t.word(i);
  const bool denied = i > 0 && t.is(i - 1, "not");
  if (is_one_of(word, {"left", "leaving", "deferred", "postponed"}) && !c.negated(i)) {
    const size_t to = i + k_sentence;
    const bool later = has_word(t, i, to, {"follow", "followup", "future"}) || t.is(c.right(i) - 1, "later");
    return later && has_word(t, i, to, {"for", "to", "until", "as"});
  }
  if (word == "open") {
    return i > 0 && t.is(i - 1, "still") &&
           has_word(t, c.left(i), i, {"part", "task", "item", "point", "criterion", "question"});
  }
  if (word == "half") return t.is(i + 1, "done") || t.is(i + 1, "finished") || t.is(i + 1, "implemented");
  if (is_one_of(word, {"needs", "requires"}))
    return t.is(i + 1, "a") && (t.is(i + 2, "follow") || t.is(i + 2, "followup"));
  if (word == "missing" && t.sign(i + 1, ':')) return i + 2 < t.size() && !t[i + 2].is(means::none);
  if (word == "missing") return i > 0 && (t.is(i - 1, "still") || t.is(i + 1, "yet"));
  if (is_one_of(word, {"met", "satisfied", "fulfilled"}))
    return denied && has_word(t, c.left(i), i, {"criterion", "criteria", "requirement", "requirements", "goal"});
  if (is_one_of(word, {"stubbed", "stub", "hardcoded", "hardcode", "placeholder", "faked", "mocked", "coded"})) {
    const bool is_one = word == "placeholder" && i > 1 && t.is(i - 1, "a") && t[i - 2].is(means::be) &&
                        (t.is(i + 1, "that") || t.is(i + 1, "and") || i + 2 >= t.size());
    return !c.negated(i) && (is_one || is_for_now(t, i));
  }
  if (is_one_of(word, {"fixed", "resolved", "addressed", "solved"})) return denied;
  return is_one_of(word, {"fertig", "abgeschlossen", "umgesetzt", "implementiert", "termine", "fini", "implemente",
                          "terminado", "implementado", "listo", "pronto", "concluido", "completado"}) &&
         c.negated(i) && !c.in_the_past(i);
}

void read_left_over(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].kind != Token::word || t[i].quoted) continue;
    if (t.is(i, "please") && has_word(t, i, i + k_sentence, {"manually"}) &&
        has_word(t, i, i + k_sentence, {"verify", "check", "test", "confirm", "review", "validate"})) {
      speech.add_signal(SignalKind::todo, "log.words.manual-review", t, i, i);
    }
    if (t.is(i, "double") && t.is(i + 2, "check") && i > 0 && (t.is(i - 1, "should") || t.is(i - 1, "please")))
      speech.add_signal(SignalKind::todo, "log.words.manual-review", t, i, i + 2);
    if (!is_left_over(c, i) || c.any(c.left(i), i, means::maybe | means::remedy)) continue;
    // "It crashes on startup and I have not fixed it" is worse than what is left to do.
    const bool bad =
        t[i].is(means::remedy) && !c.in_the_past(i) &&
        c.any(i > k_sentence ? i - k_sentence : 0, i, means::fail | means::failure | means::error | means::broken);
    speech.add_signal(bad ? SignalKind::failure : SignalKind::todo, bad ? "log.words.unable" : "log.words.unfinished",
                      t, i, i);
  }
}

// "The docs are not updated yet": said of the work, not of a case the program meets.
bool says_not_yet(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  const size_t from = c.left(i);
  if (i + 1 < t.size() && !c.is_boundary(i + 1)) return false;
  for (size_t k = i > k_sentence ? i - k_sentence : 0; k < i; ++k) {
    const bool verb = c.usable(k) && k + 1 < i && !t[k].is(means::check);  // the last word is what is not done
    if (verb && t[k].is(means::maybe | means::weak_maybe | means::produce | means::work)) return false;
  }
  if (c.in_the_past(i)) return false;
  if (has_word(t, from, i, {"who", "whose", "users", "user"})) return false;
  for (size_t k = i > 5 ? std::max(from, i - 5) : from; k < i; ++k) {
    if (t[k].is(means::negator) && k > from && t[k - 1].is(means::be)) return true;
  }
  return false;
}

// "WIP", "do not merge", "not ready", "partially implemented", "did not implement"
void read_unready(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  const auto add_signal = [&](size_t from, size_t to) {
    speech.add_signal(SignalKind::todo, "log.words.unfinished", t, from, to);
  };
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    const bool denied = c.negated(i) || c.any(c.left(i), i, means::maybe | means::work | means::remedy);
    if (t.is(i, "wip") && t[i].capitals && !denied) add_signal(i, i);
    if (t.is(i, "work") && t.is(i + 1, "in") && t.is(i + 2, "progress") && !denied) add_signal(i, i + 2);
    if (t.is(i, "not") && (t.is(i + 1, "ready") || t.is(i + 2, "ready"))) add_signal(i, i + 1);
    if (t.is(i, "yet") && !speech.said_bad() && says_not_yet(c, i)) add_signal(i, i);
    if (t.is(i, "only") && t.number(i + 1) && t.is(i + 2, "of") && !denied &&
        has_word(t, i, i + k_sentence, {"implemented", "done", "complete", "completed", "covered", "finished"}))
      add_signal(i, i + 2);
    if (t.is(i, "not") && t.is(i + 1, "merge") && i > 0 && t.is(i - 1, "do")) add_signal(i - 1, i + 1);
    if ((t.is(i, "partially") && (t.is(i + 1, "implemented") || t.is(i + 1, "done") || t.is(i + 1, "complete"))) &&
        !denied)
      add_signal(i, i + 1);
    if ((t.is(i, "not") || t.is(i, "n't")) && i > 0 && t.is(i - 1, "did") &&
        (t.is(i + 1, "implement") || t.is(i + 1, "finish") || t.is(i + 1, "complete")))
      add_signal(i - 1, i + 1);
    if (t.is(i, "didn't") && (t.is(i + 1, "implement") || t.is(i + 1, "finish") || t.is(i + 1, "complete")))
      add_signal(i, i + 1);
  }
}

// "not implemented yet", "left unfinished", "known issue", "there is a risk that"
void read_unfinished(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    const std::string_view word = t.word(i);
    const size_t from = c.left(i);
    const bool denied = c.negated(i) || c.repaired(i) || c.any(from, i, means::maybe);
    if (word == "implemented" || word == "finished" || word == "done" || word == "completed") {
      const bool said = i > 0 && (t.is(i - 1, "not") ||
                                  (i > 1 && (t.is(i - 2, "not") || t.is(i - 2, "hasn't") || t.is(i - 2, "isn't")) &&
                                   (t.is(i - 1, "yet") || t.is(i - 1, "been") || t.is(i - 1, "fully"))) ||
                                  t.is(i - 1, "isn't"));
      const bool http = i > 1 && t.number(i - 2);
      if (said && !http &&
          !c.any(from, i > 1 ? i - 1 : 0, means::maybe | means::weak_maybe | means::produce | means::remedy)) {
        speech.add_signal(SignalKind::todo, "log.words.unfinished", t, i - 1, i);
      }
    } else if (is_one_of(word, {"unfinished", "unimplemented", "incomplete"}) && !c.negated(i) &&
               !c.any(from, c.right(i), means::maybe) && !c.in_the_past(i)) {
      const bool told =
          i > 0 && (t[i - 1].is(means::be) || is_one_of(t.word_or_empty(i - 1), {"left", "remains", "remain", "still",
                                                                                 "partially", "currently"}));
      if (told) speech.add_signal(SignalKind::todo, "log.words.unfinished", t, i, i);
    } else if ((word == "known" && is_one_of(t.word_or_empty(i + 1), {"issue", "issues", "limitation", "limitations",
                                                                      "bug", "bugs", "problem"})) &&
               !denied && !c.any(i, c.right(i), means::remedy)) {
      speech.add_signal(SignalKind::warning, "log.words.known-issue", t, i, i + 1);
    } else if (word == "risk" && i > 1 && !denied && (t.is(i - 1, "a") || t.is(i - 1, "some")) &&
               (t.is(i + 1, "that") || t.is(i + 1, "of"))) {
      speech.add_signal(SignalKind::warning, "log.words.risk", t, i, i);
    } else if (is_one_of(word, {"untested", "unverified"}) && !denied && !c.in_the_past(i) &&
               (i + 1 >= t.size() || t[i + 1].kind != Token::word || t[i + 1].is(means::but) || t.is(i + 1, "on") ||
                t.is(i + 1, "in"))) {
      speech.add_signal(SignalKind::skipped, "log.words.unverified", t, i, i);
    } else if ((word == "blocked" || word == "blocker" || word == "blockers") && !denied && !c.in_the_past(i)) {
      const bool author = i > 0 && (t[i - 1].is(means::be) || t.is(i - 1, "still"));
      const bool on = t.is(i + 1, "by") || t.is(i + 1, "on");
      if (word == "blocked" && author && on && !c.any(i + 1, c.right(i), means::maybe) &&
          (c.any(from, i, means::self) || t.is(i - 2, "tests") || t.is(from, "i") || t.is(from, "we"))) {
        speech.add_signal(SignalKind::failure, "log.words.blocker", t, i, i + 1);
      }
    }
  }
}

}  // namespace

void read_admissions(const LogContext& c, SignalCollector& speech) {
  read_switched_off(c, speech);
  read_weakened(c, speech);
  read_switches(c, speech);
  read_unfinished(c, speech);
  read_unready(c, speech);
  read_left_over(c, speech);
}

}  // namespace assay::logs
