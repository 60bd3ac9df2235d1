// What was not verified: commands that did not run, and checks that were left out.
#include <algorithm>

#include "logs/words/word_rules.h"

namespace assay::logs {

namespace {

bool is_partial(std::string_view word) {
  return is_one_of(word, {"e2e", "integration", "smoke", "regression", "backend", "frontend", "other", "remaining"});
}

// Every word of [from, to) is about checks as a whole, and one of them is a check.
bool is_all_checks(const LogContext& c, size_t from, size_t to) {
  const Tokens& t = c.tokens();
  bool check = false;
  for (size_t k = from; k < to; ++k) {
    if (t[k].kind != Token::word || is_partial(t.word(k))) return false;
    if (!t[k].is(means::generic | means::be | means::check) && !t.is(k, "any")) return false;
    check |= t[k].is(means::check);
  }
  return check;
}

bool is_wholly(const Tokens& t, size_t i) {
  return t.is(i, "entirely") || t.is(i, "altogether") || t.is(i, "completely") || t.is(i, "wholly");
}

// Words for what is done with a check.
bool is_running(std::string_view word) {
  return is_one_of(word, {"run", "ran", "executed", "execute", "running", "executing", "verified", "verify", "tested",
                          "invoked", "performed", "validated", "started", "launched",
                          // German, French, Spanish, Portuguese
                          "ausgefuhrt", "ausgefuehrt", "ausfuhren", "ausfuehren", "gelaufen", "gestartet", "executes",
                          "executer", "executees", "lances", "lancer", "ejecutaron", "ejecute", "ejecutado",
                          "ejecutados", "ejecutadas", "ejecutar", "ejecutamos", "executados", "executado", "executei",
                          "executar", "executadas", "rodei", "rodar", "rodaram", "starten"});
}

bool names_a_program(const Tokens& t, size_t from, size_t to) {
  for (size_t k = from; k < to; ++k) {
    if (t[k].kind == Token::word && is_one_of(t.word(k), {"command", "executable", "program", "script", "binary"}))
      return true;
  }
  return false;
}

bool says_i(const Tokens& t, size_t denial) { return denial > 0 && (t.is(denial - 1, "i") || t.is(denial - 1, "we")); }

// "I had to stop before running the tests", "ran out of time before executing the suite"
bool stopped_before(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  if (i == 0 || !t.is(i - 1, "before") || !c.mentions_check(i + 1, i + 5)) return false;
  for (size_t k = i > 10 ? i - 10 : 0; k < i; ++k) {
    if (t.is(k, "stop") || t.is(k, "stopped") || t.is(k, "time") || t.is(k, "ended") || t.is(k, "quit")) return true;
  }
  return false;
}

// Words that say so only of a check: "No verification has been done", "Test execution was not possible".
bool is_doing(std::string_view word) { return is_one_of(word, {"done", "attempted", "conducted", "possible"}); }

// Words that may stand between a denial and what it denies: "didn't get a chance to run".
bool may_part(std::string_view word) {
  return is_one_of(word, {"to",    "able",   "yet",    "actually", "been",        "could", "actively", "fully", "way",
                          "means", "time",   "chance", "ability",  "opportunity", "a",     "get",      "the",   "se",
                          "foram", "fueron", "ete",    "ont",      "consegui",    "pude",  "pu",       "pudo"});
}

// The end of the clause at i, before a reason: "due to time constraints", "in this environment".
size_t before_reason(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  const size_t to = c.right(i);
  for (size_t k = i + 1; k < to; ++k) {
    if (t.is(k, "due") || t.is(k, "as")) return k;
    if (!t.is(i, "omitted") && (t.is(k, "for") || t.is(k, "in") || t.is(k, "to"))) return k;
  }
  return to;
}

}  // namespace

size_t left_out(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  const bool omitted = t.is(i, "omitted") || (t.is(i, "left") && t.is(i + 1, "out"));
  if (!omitted && !t.is(i, "skipped")) return 0;
  const size_t from = c.left(i), to = before_reason(c, i);
  if (t.is(i, "left")) return (to == i + 2 && is_all_checks(c, from, i)) ? i + 1 : 0;
  if (((omitted && to == i + 1) || is_wholly(t, i + 1)) && is_all_checks(c, from, i))
    return is_wholly(t, i + 1) ? i + 1 : i;
  if (i != from && !t.is(i - 1, "i") && !t.is(i - 1, "we")) return 0;
  size_t last = to;
  if (last > i + 1 && is_wholly(t, last - 1)) --last;
  const bool all_of_it = to == i + 2 && (t.is(i + 1, "verification") || t.is(i + 1, "testing"));
  if (all_of_it && c.prose()) return i + 1;  // "I skipped verification"
  const size_t noun = t.is(i + 1, "running") ? i + 2 : i + 1;
  if (noun == i + 1 && last == to) return 0;
  return noun < last && is_all_checks(c, noun, last) ? to - 1 : 0;
}

void read_not_run(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (!c.usable(i)) continue;
    if (const size_t last = left_out(c, i); last != 0) {
      if (!c.repaired(i) && !c.supposed(i) && !c.in_the_past(i) && !c.count(i))
        speech.add_signal(SignalKind::not_run, "log.words.not-run", t, i, last, subject_before(c, i, speech));
      continue;
    }
    if (t.is(i, "command") && t.is(i + 1, "not") && t.is(i + 2, "found")) {
      if (!c.repaired(i) && !c.supposed(i)) speech.add_signal(SignalKind::not_run, "log.words.not-run", t, i, i + 2);
      continue;
    }
    // "The command "pytest" could not be found"
    if (t.is(i, "found") && i > 2 && t.is(i - 1, "be") && t.is(i - 2, "not") && t.is(i - 3, "could") &&
        names_a_program(t, c.left(i), i) && !c.prose()) {
      speech.add_signal(SignalKind::not_run, "log.words.not-run", t, i - 3, i);
      return;
    }
    if (t.is(i, "run") && i + 1 < t.size() && t[i + 1].kind == Token::word &&
        is_one_of(t.word(i + 1), {"into", "across", "out", "over", "away", "up"}))
      continue;
    const bool denied_noun = is_doing(t.word(i));
    // "I didn't test it": a verb only right behind its denial
    const bool verb = (t.is(i, "test") || t.is(i, "confirm") || t.is(i, "measured")) && i > 0 &&
                      t[i - 1].is(means::negator) && !t.is(i - 1, "no");
    if (!is_running(t.word(i)) && !denied_noun && !verb) continue;
    if (t.is(i, "run") && t.sign(i + 1, ':') && i + 2 < t.size() && t[i + 2].is(means::none) &&
        c.mentions_check(0, i)) {
      speech.add_signal(SignalKind::not_run, "log.words.not-run", t, i, i + 2);  // "Tests run: none"
      return;
    }
    if (c.prose() && stopped_before(c, i)) {
      speech.add_signal(SignalKind::not_run, "log.words.not-run", t, i - 1, i);
      return;
    }
    // What denies it, just before: "was not run", "could not be executed", "unable to run".
    const size_t from = c.left(i);
    size_t denial = SIZE_MAX;
    bool unable = false;
    for (size_t at = i, steps = 0; at > from && steps < 6; ++steps) {
      --at;
      if (t[at].kind != Token::word) break;
      if (t.is(at, "unable") || t.is(at, "failed") || t.is(at, "impossible")) unable = true;
      if (t[at].is(means::negator) || t.is(at, "unable") || t.is(at, "unverified") ||
          (t.is(at, "failed") && t.is(at + 1, "to"))) {
        denial = at;
        break;
      }
      if (!t[at].is(means::be | means::check) && !may_part(t.word(at))) break;
    }
    if (denial == SIZE_MAX) continue;
    if (denied_noun && !c.mentions_check(t.is(denial, "no") ? denial : from, i)) continue;
    if (t.is(denial, "no") && (t.is(denial + 1, "tests") || t.is(denial + 1, "test"))) continue;  // zero tests
    if (denial > from && (t.is(denial - 1, "could") || t.is(denial - 1, "can"))) --denial;
    if (t.number(i + 2) && t.sign(i + 1, ':')) continue;  // "Not Run: 0"
    if (c.any(from, denial, means::maybe | means::remedy) ||
        (c.prose() && c.any(from, denial, means::work | means::weak_maybe) && !c.mentions_check(from, denial) &&
         !t.is(denial, "nothing") && !says_i(t, denial)))
      continue;
    const size_t to = c.right(i);
    const bool check = c.mentions_check(from, denial) || c.mentions_check(i + 1, std::min(to, i + 7));
    const bool self =
        c.any(from, denial, means::self) || t.is(i + 1, "anything") || c.any(i + 1, std::min(to, i + 4), means::self);
    const bool alone = to - from <= i - denial + 2;
    const bool looked = is_one_of(t.word(i), {"verified", "verify", "tested", "validated", "measured", "confirm"});
    if (!check && !self && !alone && (!unable || (c.prose() && looked))) {
      // "The mobile layout was not verified": a person should look.
      if (c.prose() && !c.in_the_past(i) && looked)
        speech.add_signal(SignalKind::skipped, "log.words.unverified", t, denial, i, subject_before(c, denial, speech));
      continue;
    }
    if (c.prose() && c.any(i + 1, to, means::maybe)) continue;
    // "I have not tested this on Safari": one place of several.
    const bool place =
        c.prose() && !check && looked &&
        (t.is(i, "confirm") || t.is(i + 2, "on") || t.is(i + 2, "in") || t.is(i + 2, "with") || t.is(i + 2, "under"));
    speech.add_signal(place ? SignalKind::skipped : SignalKind::not_run,
                      place ? "log.words.unverified" : "log.words.not-run", t, denial, i,
                      subject_before(c, denial, speech));
    return;
  }
}

}  // namespace assay::logs
