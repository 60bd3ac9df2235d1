// Exit codes and records, in logs and in prose: "exited with code 2", "status: failed".
#include <algorithm>

#include "logs/words/word_rules.h"

namespace assay::logs {

namespace {

// The tokens from..to name an exit code when they start "exit code", "exited with", "código de salida".
// Returns the token after the phrase, or 0.
size_t exit_phrase(const Tokens& t, size_t i) {
  const std::string_view word = t.word(i);
  if (is_one_of(word, {"exit_code", "exit_status", "exitcode", "exitstatus", "returncode", "return_code"}))
    return i + 1;
  const size_t next = t.sign(i + 1, '-') ? i + 2 : i + 1;
  if (is_one_of(word, {"exit", "return"}) && (t.is(next, "code") || t.is(next, "status"))) return next + 1;
  if (word == "exited") return i + 1;
  // "pytest exits with 1": a program that only checks
  if (word == "exits" && i > 0 && t.is(i + 1, "with") && t[i - 1].kind == Token::word &&
      is_one_of(t.word(i - 1), {"pytest", "jest", "vitest", "mocha", "tox", "tsc", "eslint", "mypy", "ruff", "build",
                                "suite", "tests", "test", "lint", "ci", "typecheck"}))
    return i + 1;
  // "process returned non-zero"
  if (word == "returned" && (t.is(i + 1, "nonzero") || (t.is(i + 1, "non") && t.is(i + 3, "zero")))) return i + 1;
  // "pnpm test: exit 1", "(exit 2)": a result set off from what it is the result of
  const bool command = i > 0 && (t.sign(i - 1, '|') || t.sign(i - 1, '&') || t.sign(i - 1, ';'));  // "|| exit 1"
  if (word == "exit" && i > 0 && t[i - 1].kind == Token::sign && !command && t.number(i + 1)) return i + 1;
  if (word == "code" && t.is(i + 1, "de") && t.is(i + 2, "sortie")) return i + 3;
  if (word == "codigo" && t.is(i + 1, "de") && (t.is(i + 2, "salida") || t.is(i + 2, "saida"))) return i + 3;
  return 0;
}

bool passes_for_status(std::string_view word) {
  return is_one_of(word,
                   {"passed", "pass", "success", "succeeded", "ok", "green", "successful", "bestanden", "erfolgreich"});
}

bool fails_for_status(std::string_view word) {
  return is_one_of(word, {"failed", "fail", "failure", "error", "errored", "broken", "red", "crashed", "timed_out",
                          "timeout", "aborted", "cancelled", "canceled", "unsuccessful", "fehlgeschlagen"});
}

}  // namespace

bool read_exit_code(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].kind != Token::word) continue;
    const size_t after = exit_phrase(t, i);
    if (after == 0) continue;
    // A key of a record is quoted: {"exit_code": 1}
    const bool key = after == i + 1 && t.sign(after, '"') && t.sign(after + 1, ':');
    const bool flag = t[i].part && i > 0 && t.sign(i - 1, '-');  // "--error-exitcode=1"
    if (flag || (t[i].quoted && !key)) continue;
    const bool non_zero_before = i >= 3 && t.is(i - 1, "zero") && t.sign(i - 2, '-') && t.is(i - 3, "non");
    bool non_zero = non_zero_before || (i >= 1 && t.is(i - 1, "nonzero"));
    size_t at = after;
    for (; at < t.size() && at < after + 6 && !t.number(at) && !non_zero; ++at) {
      if (t[at].kind == Token::sign && std::string_view(":=-('\"`").find(t[at].first) != std::string_view::npos)
        continue;
      if (t.is(at, "nonzero") || (t.is(at, "non") && t.sign(at + 1, '-') && t.is(at + 2, "zero"))) {
        non_zero = true;
        break;
      }
      if (t[at].kind != Token::word ||
          !is_one_of(t.word(at), {"with", "code", "status", "of", "a", "an", "was", "is", "exit", "value", "error"})) {
        at = t.size();
      }
    }
    if (!non_zero && !t.number(at)) continue;
    if (!non_zero && t[at].part) continue;
    const size_t last = non_zero ? std::max(i, after - 1) : at;
    if (c.supposed(i) || c.repaired(i) || (!non_zero && c.negated(i)) || c.in_the_past(i)) continue;
    bool describes = false;  // "exits with exit code 2 on bad input"
    for (size_t k = c.left(i); k < i; ++k) describes |= t.is(k, "exits") || t.is(k, "fails");
    // "Exit code is 1 now for wrong usage": of the program, unless a check is named
    describes |= c.prose() && c.any(after, last, means::be) && !c.mentions_check(c.left(i), i);
    if (describes) continue;
    // "fails with exit code 1 when ..." tells of the program.
    if (c.prose() && c.any(last + 1, c.right(last), means::maybe)) continue;
    if (!non_zero && t[at].value == 0) {
      if (!c.prose()) speech.add_signal(SignalKind::pass, "log.words.exit-code", t, i, last);
      continue;
    }
    speech.add_signal(SignalKind::failure, "log.words.exit-code", t, i, last, subject_before(c, i, speech));
    return true;
  }
  return false;
}

bool read_status_record(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i + 2 < t.size() && i < 64; ++i) {
    if (t[i].kind != Token::word || !is_one_of(t.word(i), {"status", "result", "outcome", "conclusion", "verdict",
                                                           "ergebnis", "resultado", "resultat"}))
      continue;
    size_t at = i + 1;
    bool told = false;
    while (at < t.size() && t[at].kind == Token::sign &&
           std::string_view("\":='*_`").find(t[at].first) != std::string_view::npos) {
      told |= t[at].first == ':' || t[at].first == '=';
      ++at;
    }
    if (!told || at >= t.size() || t[at].kind != Token::word) continue;
    if (t.is(at, "not") && at + 1 < t.size() && t[at + 1].is(means::pass)) {  // "RESULT: NOT OK"
      speech.add_signal(SignalKind::failure, "log.words.status", t, i, at + 1);
      return true;
    }
    const bool alone = at + 1 >= t.size() || t[at + 1].kind == Token::sign;
    if (!alone) continue;
    const std::string_view value = t.word(at);
    if (fails_for_status(value)) {
      speech.add_signal(SignalKind::failure, "log.words.status", t, i, at);
      return true;
    }
    if (passes_for_status(value)) {
      speech.add_signal(SignalKind::pass, "log.words.status", t, i, at);
      return true;
    }
    if (value == "blocked" && c.prose()) {
      speech.add_signal(SignalKind::failure, "log.words.blocker", t, i, at);
      return true;
    }
    if (value == "skipped") {
      speech.add_signal(SignalKind::skipped, "log.words.skipped", t, i, at);
      return true;
    }
  }
  return false;
}

}  // namespace assay::logs
