// What a program says about itself: an unguarded "failed" is meant; "error" must stand where
// programs put it, in front of a message or beside a count.
#include <algorithm>

#include "base/text.h"
#include "logs/words/word_rules.h"

namespace assay::logs {

namespace {

// "Attempt 1 failed, retrying...": not how it ended.
bool tries_again(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  if (!t[i].is(means::fail)) return false;
  for (size_t at = i + 1; at < t.size() && at < i + 6; ++at) {
    if (t.is(at, "retrying") || (t.is(at, "will") && t.is(at + 1, "retry")) ||
        (t.is(at, "trying") && t.is(at + 1, "again")))
      return true;
  }
  return false;
}

bool guarded(const LogContext& c, size_t i) {
  return tries_again(c, i) || c.negated(i) || c.supposed(i) || c.repaired(i) || c.in_the_past(i) ||
         c.names_something(i);
}

// "error: ...", "ERROR ...", "finished with errors", "fatal error", "an error occurred"
bool is_said_error(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  if (c.is_label(i) && (c.starts_line(i) || t[i].spaced)) return true;
  if (t[i].capitals || t.size() == 1) return true;
  if (c.starts_line(i) && t.sign(i + 1, ']')) return true;
  const std::string_view before = i > 0 ? t.word_or_empty(i - 1) : "", after = t.word_or_empty(i + 1);
  if (t[i].is(means::plural) &&
      is_one_of(before, {"with", "has", "have", "had", "found", "mit", "con", "com", "avec", "contains"}))
    return true;
  if (is_one_of(after, {"occurred", "encountered", "occured", "during", "while", "aufgetreten", "survenue"}))
    return true;
  if (c.starts_line(i) && is_one_of(after, {"ao", "al", "beim", "bei", "lors", "durante"})) return true;
  if (c.starts_line(i) && i + 1 < t.size() && t.text().substr(t[i + 1].begin).starts_with("•")) return true;
  if (before == "type" && after == "in") return true;
  return is_one_of(before, {"fatal", "internal", "syntax", "compilation", "compile", "compiler", "unexpected",
                            "runtime", "linker", "unhandled", "uncaught", "critical", "build"});
}

// "TypeError: x is not a function", "java.lang.IllegalStateException: ..." in front of the line.
bool read_exception(const LogContext& c, SignalCollector& speech) {
  std::string_view text = trim_left(speech.text());
  if (text.starts_with("E   ")) text = trim_left(text.substr(1));  // pytest's margin
  if (text.starts_with("[!] ")) text = trim_left(text.substr(4));  // rollup's
  std::string_view head = text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
  if (istarts_with(text, "uncaught ")) {
    const std::string_view rest = trim_left(text.substr(9));
    head = rest.substr(0, std::min(rest.find_first_of(" \t"), rest.size()));
  }
  // node writes the code behind the name: "AssertionError [ERR_ASSERTION]: ..."
  const std::string_view behind = trim_left(std::string_view(head.data() + head.size(), text.data() + text.size()));
  const bool coded = behind.starts_with("[ERR_") && contains(behind.substr(0, 60), "]:");
  if (!head.ends_with(':') && !coded) return false;
  if (!coded) head.remove_suffix(1);
  if (!(head.ends_with("Error") || head.ends_with("Exception")) || head.size() <= 5) return false;
  if (!std::all_of(head.begin(), head.end(),
                   [](char ch) { return is_alnum(ch) || ch == '.' || ch == '_' || ch == '$'; }))
    return false;
  (void)c;
  const size_t begin = static_cast<size_t>(head.data() - speech.text().data());
  speech.add_signal(SignalKind::failure, "log.words.exception", begin, begin + head.size(), head);
  return true;
}

// Counters as programs name them: num_failed: 3, "numFailedTests": 2; and "success": false.
bool read_counters(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if (t[i].kind != Token::word) continue;
    size_t at = t.sign(i + 1, '"') || t.sign(i + 1, '\'') ? i + 2 : i + 1;
    if (!t.sign(at, ':') && !t.sign(at, '=')) continue;
    ++at;
    const std::string_view word = t.word(i);
    if (word == "success" && (t.is(at, "false") || t.is(at, "true"))) {
      const bool good = t.is(at, "true");
      speech.add_signal(good ? SignalKind::pass : SignalKind::failure, "log.words.status", t, i, at);
      return true;
    }
    // A structured log: {"level":"error", ...}, level=error
    if (is_one_of(word, {"level", "severity", "loglevel"}) && !(i > 0 && t[i - 1].kind == Token::word)) {
      const size_t value = t.sign(at, '"') ? at + 1 : at;
      if (!t.is(value, "error") && !t.is(value, "fatal") && !t.is(value, "critical")) continue;
      speech.add_signal(SignalKind::failure, "log.words.error", t, i, value);
      return true;
    }
    if (!t.number(at) || t[at].value == 0 || t[at].part) continue;
    if (word == "warn" && t[i].capitals) speech.add_signal(SignalKind::warning, "log.words.warning", t, i, at);
    if (is_one_of(word, {"unreachable",  "invalid",      "numfailedtests", "numfailedtestsuites", "failed_tests",
                         "failedtests",  "tests_failed", "testsfailed",    "num_failed",          "numfailed",
                         "failed_count", "failedcount",  "failurecount",   "failure_count",       "error_count",
                         "errorcount",   "num_errors",   "numerrors",      "num_failures",        "numfailures"})) {
      speech.add_signal(SignalKind::failure, "log.words.failed", t, i, at);
      return true;
    }
  }
  return false;
}

// "Found 2 known vulnerabilities", "3 vulnerabilities found", "Findings: 2 (2 blocking)", "HIGH: 2, CRITICAL: 1".
// What an installer counts in passing ("found 3 vulnerabilities") is no result of a check.
void read_scans(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].kind != Token::word) continue;
    if (t.is(i, "vulnerabilities") && i > 0) {
      const bool known = t.is(i - 1, "known") || t.is(i - 2 + (i < 2), "by");
      const size_t number = t.number(i - 1) ? i - 1 : i - 1 - (i > 1);
      const bool told = known || t.is(i + 1, "found");
      if (told && t.number(number) && t[number].value > 0)
        speech.add_signal(SignalKind::failure, "log.words.vulnerabilities", t, number, i);
    }
    if (t.is(i, "findings") && t.sign(i + 1, ':') && t.number(i + 2) && t[i + 2].value > 0) {
      const bool blocking = !t.sign(i + 3, '(') || (t.number(i + 4) && t[i + 4].value > 0);
      speech.add_signal(blocking ? SignalKind::failure : SignalKind::warning, "log.words.findings", t, i, i + 2);
    }
    if ((t.is(i, "critical") || t.is(i, "high")) && t[i].capitals && t.sign(i + 1, ':') && t.number(i + 2) &&
        t[i + 2].value > 0 && (t.sign(i + 3, ')') || t.sign(i + 3, ',')))
      speech.add_signal(SignalKind::warning, "log.words.vulnerabilities", t, i, i + 2);
  }
}

bool ends_clause(const LogContext& c, size_t i) { return i + 1 >= c.tokens().size() || c.is_boundary(i + 1); }

// "1 passed, 1 broken"
bool is_tallied(const LogContext& c, size_t i) {
  const auto n = c.count(i);
  return n && (n->token > i || ends_clause(c, i));
}

// "tests red", "CI is red": a colour at the end of the clause, said of a check.
bool is_said_red(const LogContext& c, size_t i) {
  return i > 0 && ends_clause(c, i) && c.tokens()[i - 1].is(means::be | means::check | means::still);
}

// "E: Unable to locate package x", "cp: cannot stat 'x'": the name of a program before its complaint.
bool after_program(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  if (i < 2 || !t.sign(i - 1, ':') || !t[i].spaced || !c.starts_line(i - 2)) return false;
  return !t[i - 2].is(means::warn) &&
         !is_one_of(t.word(i - 2), {"warn", "info", "debug", "note", "hint", "trace", "notice"});
}

// The head of a column: "│ executed │ failed │"
bool is_column(const LogContext& c, size_t i) {
  const Tokens& t = c.tokens();
  const auto is_bar = [&](size_t at) {
    return t.sign(at, '|') || (at < t.size() && t.text().substr(t[at].begin).starts_with("│"));
  };
  if (i == 0 || !is_bar(i - 1) || !is_bar(i + 1)) return false;
  for (size_t k = 0; k < t.size(); ++k) {
    if (t.number(k)) return false;
    if (k != i && (t.is(k, "executed") || t.is(k, "passed") || t.is(k, "total") || t.is(k, "skipped"))) return true;
  }
  return false;
}

void read_failures(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  for (size_t i = 0; i < t.size() && !speech.said(SignalKind::failure); ++i) {
    if (!c.usable(i) &&
        !(t[i].kind == Token::word && t[i].part && c.starts_line(i) && t[i].capitals && t.sign(i + 1, ':'))) {
      // A count may stand in JSON: "failed": 3
      if (t[i].kind != Token::word || !t[i].quoted || !t[i].is(means::fail | means::plural) || t[i].is(means::warn))
        continue;
      if (!t.sign(i + 1, '"') || !t.sign(i + 2, ':') || !t.number(i + 3) || t[i + 3].value == 0) continue;
      speech.add_signal(SignalKind::failure, "log.words.failed", t, i, i + 3);
      return;
    }
    const Token& token = t[i];
    if (is_column(c, i)) continue;
    if (token.is(means::fail | means::failure | means::error)) {
      if (const auto n = c.count(i)) {
        if (n->value == 0) continue;
        if (c.repaired(i) || c.in_the_past(i) || (c.names_something(i) && n->token < i) ||
            c.any(c.left(i), i, means::maybe | means::expected))
          continue;
        const bool error = token.is(means::error);
        speech.add_signal(SignalKind::failure, error ? "log.words.error" : "log.words.failed", t, std::min(i, n->token),
                          std::max(i, n->token));
        return;
      }
      if (c.is_zero(i) || guarded(c, i)) continue;
      if (t.sign(i + 1, '=') && t[i + 1].spaced) continue;  // an assignment in code
      if (token.is(means::error)) {
        if (is_said_error(c, i)) speech.add_signal(SignalKind::failure, "log.words.error", t, i, i);
        continue;
      }
      // The noun alone is a heading or a mention unless it labels something or stands alone.
      if (token.is(means::failure) && !token.is(means::fail)) {
        const bool opens = c.starts_line(i) && !(i + 1 < t.size() && t[i + 1].is(means::be));
        const bool meant = opens || token.capitals || c.is_label(i) || i + 1 >= t.size();
        if (!meant) continue;
      }
      const size_t from = c.left(i);
      const std::string_view subject =
          from < i ? speech.text().substr(t[from].begin, t[i - 1].end - t[from].begin) : std::string_view{};
      speech.add_signal(SignalKind::failure, "log.words.failed", t, i, i, subject);
      return;
    }
    read_partial_pass(c, i, speech);
    if (token.is(means::pass) &&
        is_one_of(t.word(i),
                  {"pass", "passed", "passing", "succeed", "succeeded", "successful", "bestanden", "erfolgreich",
                   "reussi", "pasaron", "exito", "correctamente", "exitosamente", "passou", "passaram"})) {
      // "did not pass", "nicht erfolgreich", "not all tests passed", "las pruebas no pasaron"
      if (!c.negated(i) || c.supposed(i) || c.repaired(i) || c.count(i)) continue;
      if (c.mentions_check(c.left(i), i) || c.right(i) - c.left(i) <= 4)
        speech.add_signal(SignalKind::failure, "log.words.not-passed", t, i, i);
      continue;
    }
    if (is_one_of(t.word(i), {"crashed", "aborted", "aborting", "unsuccessful", "abgebrochen"}) ||
        (t.is(i, "timed") && t.is(i + 1, "out")) || (t.is(i, "giving") && t.is(i + 1, "up") && c.starts_line(i)) ||
        (t.is(i, "killed") && i > 0 && t[i - 1].is(means::be) && c.mentions_check(c.left(i), i)) ||
        (t.is(i + 1, "unexpectedly") && t[i].kind == Token::word) ||
        (token.is(means::broken) && (c.mentions_check(c.left(i), i) || is_tallied(c, i)))) {
      if (t.is(i, "crash") || t.is(i, "crashes") || t.is(i, "breaks") || guarded(c, i)) continue;
      if (t.is(i, "red") && !is_said_red(c, i)) continue;
      if (const auto n = c.count(i); n && n->value == 0) continue;
      speech.add_signal(SignalKind::failure, "log.words.broken", t, i, i);
    }
    const bool label = c.starts_line(i) && t.sign(i + 1, ':') && !t.is(i + 2, "no");  // "Incomplete: No specs found"
    if (t.is(i, "incomplete") && (label || c.mentions_check(c.left(i), i)) && !guarded(c, i)) {
      speech.add_signal(SignalKind::failure, "log.words.not-passed", t, i, i);
    }
    const bool unfinished = t.is(i, "finish") || t.is(i, "complete") || t.is(i, "met");
    if (unfinished && i > 0 && t.is(i - 1, "not") && c.mentions_check(c.left(i), i) && !c.supposed(i)) {
      speech.add_signal(SignalKind::failure, "log.words.not-passed", t, i - 1, i);
    }
    const bool below =
        t.is(i, "below") && (t.is(i + 2, "threshold") || t.is(i + 2, "minimum") || t.is(i + 1, "threshold") ||
                             t.is(i + 1, "minimum") || t.is(i + 2, "required"));
    const bool late = (t.is(i, "timeout") && c.starts_line(i) && t.is(i + 1, "after")) ||
                      (t.is(i, "exceeded") && t.is(i + 2, "time") && t.is(i + 3, "limit")) ||
                      (t.is(i, "limit") && i > 0 && t.is(i - 1, "time") && t.is(i + 1, "exceeded"));
    if ((below || late) && !guarded(c, i)) speech.add_signal(SignalKind::failure, "log.words.not-passed", t, i, i + 1);
    if (t.is(i, "crash") && t.is(i + 1, "dump") && c.starts_line(i)) {
      speech.add_signal(SignalKind::failure, "log.words.broken", t, i, i + 1);
    }
    if (t.is(i, "resolved") && i > 2 && t.is(i - 1, "be") && t.is(i - 2, "not") && t.is(i - 3, "could")) {
      speech.add_signal(SignalKind::failure, "log.words.unable", t, i - 3, i);
    }
    if ((c.starts_line(i) || after_program(c, i)) && !guarded(c, i) && !speech.said(SignalKind::not_run)) {
      const bool unable =
          (t.is(i, "unable") && t.is(i + 1, "to")) || t.is(i, "cannot") || (t.is(i, "could") && t.is(i + 1, "not"));
      if (unable) speech.add_signal(SignalKind::failure, "log.words.unable", t, i, i + (t.is(i, "cannot") ? 0 : 1));
    }
  }
}

}  // namespace

void read_log_words(const LogContext& c, SignalCollector& speech) {
  if (read_exception(c, speech)) return;
  if (read_exit_code(c, speech)) return;
  if (read_status_record(c, speech) || read_counters(c, speech)) return;
  read_not_run(c, speech);
  read_scans(c, speech);
  read_failures(c, speech);
  read_exceptions(c, speech);
  if (!speech.said(SignalKind::failure)) read_zero_tests(c, speech);
  read_cautions(c, speech);
  read_passes(c, speech);
}

}  // namespace assay::logs
