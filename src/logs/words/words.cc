#include "logs/words/words.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "logs/words/word_rules.h"

namespace assay::logs {

void SignalCollector::add_signal(SignalKind kind, std::string_view rule, size_t begin, size_t end,
                                 std::string_view subject) {
  if (said(kind)) return;
  m_out.push_back({kind, rule, begin, end, trim(subject), {}, true});
}

void SignalCollector::add_signal(SignalKind kind, std::string_view rule, const Tokens& t, size_t from, size_t to,
                                 std::string_view subject) {
  add_signal(kind, rule, t[from].begin, t[to].end, subject);
}

void SignalCollector::name(Outcome outcome, std::string_view subject) {
  subject = trim(subject);
  if (subject.empty()) return;
  const size_t begin = static_cast<size_t>(subject.data() - m_text.data());
  m_out.push_back({SignalKind::pass, "log.words.named", begin, begin + subject.size(), subject, outcome, false});
}

bool SignalCollector::said(SignalKind kind) const {
  return std::any_of(m_out.begin() + static_cast<long>(m_first), m_out.end(),
                     [&](const WordSignal& s) { return s.signal && s.kind == kind; });
}

namespace {

constexpr std::array<std::string_view, 6> k_good = {"✓", "✔", "√", "☑", "✅", "🟢"};
constexpr std::array<std::string_view, 10> k_bad = {"✗", "✖", "✕", "×", "✘", "❌", "☒", "🔴", "⨯", "❎"};

std::string_view without_bullet(std::string_view s) {
  s = trim_left(s);
  if (s.size() > 1 && (s[0] == '-' || s[0] == '*' || s[0] == '+') && s[1] == ' ') return trim_left(s.substr(2));
  if (s.starts_with("•")) return trim_left(s.substr(3));
  size_t digits = 0;
  while (digits < s.size() && digits < 4 && is_digit(s[digits])) ++digits;
  if (digits > 0 && s.substr(digits).starts_with(". ")) return trim_left(s.substr(digits + 2));
  return s;
}

template <size_t N>
bool take_any(const std::array<std::string_view, N>& marks, std::string_view& s) {
  for (const std::string_view mark : marks) {
    if (!s.starts_with(mark)) continue;
    std::string_view rest = s.substr(mark.size());
    if (rest.starts_with("\uFE0F") || rest.starts_with("\uFE0E")) rest.remove_prefix(3);
    if (!rest.empty() && !is_space(rest[0]) && !is_alnum(rest[0]) && rest[0] != '[') return false;
    s = trim(rest);
    return true;
  }
  return false;
}

// Steps that only prepare prove nothing.
bool prepares(std::string_view rest) {
  constexpr std::array k_verbs = {"install", "download", "creat",  "resolv", "fetch",  "clon",   "connect", "load",
                                  "start",   "generat",  "cach",   "clean",  "copi",   "copy",   "wrote",   "writ",
                                  "updat",   "added",    "remov",  "using",  "found",  "detect", "initial", "setup",
                                  "set up",  "prepar",   "pulled", "open",   "launch", "listen", "ready",   "serv"};
  return std::any_of(k_verbs.begin(), k_verbs.end(), [&](const char* verb) { return istarts_with(rest, verb); });
}

void read_good_mark(std::string_view rest, const LogContext& c, SignalCollector& speech) {
  // "✓ 3 passed, 1 failed", "✔ No errors" is a summary, not a name.
  const bool summary = !rest.empty() &&
                       (is_digit(rest[0]) || istarts_with(rest, "all ") || istarts_with(rest, "no ")) &&
                       (icontains(rest, "pass") || icontains(rest, "fail") || icontains(rest, "error"));
  if (summary) {
    read_log_words(c, speech);
    return;
  }
  const std::string_view name = without_time(rest);
  if (name.empty()) return;
  speech.name(Outcome::passed, name);
  if (prepares(rest)) return;
  const size_t begin = static_cast<size_t>(name.data() - speech.text().data());
  speech.add_signal(SignalKind::pass, "log.words.check-mark", begin, begin + name.size(), name);
}

void read_bad_mark(std::string_view rest, SignalCollector& speech) {
  if (rest.empty() || (rest[0] == '0' && (rest.size() == 1 || rest[1] == ' '))) return;
  const std::string_view name = without_time(rest);
  speech.name(Outcome::failed, name);
  const size_t begin = static_cast<size_t>(name.data() - speech.text().data());
  speech.add_signal(SignalKind::failure, "log.words.cross-mark", begin, begin + name.size(), name);
}

// "PASS name", "[FAIL] name", "ok 3 - name", "name ... ok", "name ... FAILED"
bool read_named_result(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  size_t at = 0;
  const bool bracket = t.sign(0, '[');
  if (bracket) ++at;
  if (at < t.size() && t[at].kind == Token::word) {
    const std::string_view word = t.word(at);
    const bool loud = t[at].capitals || bracket;
    size_t after = at + 1;
    if (bracket) {
      if (!t.sign(after, ']'))
        after = SIZE_MAX;
      else
        ++after;
    } else if (t.sign(after, ':')) {
      ++after;
    }
    if (after < t.size() && t[after].spaced &&
        (t[after].kind == Token::word || t[after].first == '/' || t.number(after))) {
      std::string_view rest = without_time(trim(speech.text().substr(t[after].begin)));
      const bool counted = c.count(at).has_value();
      const bool status_only =
          t[after].is(means::pass | means::fail | means::be) && (!bracket || after + 1 >= t.size());
      if (!counted && !status_only) {
        if (loud && (word == "pass" || word == "passed" || (word == "ok" && bracket))) {
          speech.name(Outcome::passed, rest);
          speech.add_signal(SignalKind::pass, "log.words.passed", t, at, at, rest);
          return true;
        }
        if (loud && (word == "fail" || word == "failed") && !t.is(after, "to")) {
          speech.name(Outcome::failed, rest);
          speech.add_signal(SignalKind::failure, "log.words.failed", t, at, at, rest);
          return true;
        }
        if (loud && (word == "skip" || word == "skipped")) {
          speech.name(Outcome::skipped, rest);
          speech.add_signal(SignalKind::skipped, "log.words.skipped", t, at, at, rest);
          return true;
        }
      }
    }
    if (!bracket && at == 0 && t[0].begin == speech.text().size() - trim_left(speech.text()).size() && word == "ok" &&
        !t[0].capitals && (t.number(1) || (t.size() > 1 && t[1].kind == Token::word && t[1].part))) {
      const size_t from = t.number(1) && t.sign(2, '-') ? 3 : 1;
      if (from < t.size()) speech.name(Outcome::passed, without_time(trim(speech.text().substr(t[from].begin))));
      speech.add_signal(SignalKind::pass, "log.words.passed", t, 0, 0);
      return true;
    }
    if (word == "not" && t.is(1, "ok") && !bracket) {
      speech.add_signal(SignalKind::failure, "log.words.failed", t, 0, 1,
                        t.size() > 2 ? speech.text().substr(t[2].begin) : "");
      return true;
    }
  }
  // At the end: "name ... ok", "name PASSED".
  size_t last = t.size();
  while (last > 0 && t[last - 1].kind == Token::sign && t[last - 1].first != '.') --last;
  if (last < 2 || t[last - 1].kind != Token::word) return false;
  --last;
  const std::string_view word = t.word(last);
  const bool dots = last >= 3 && t.sign(last - 1, '.') && t.sign(last - 2, '.') && t.sign(last - 3, '.');
  const bool ellipsis = t[last - 1].kind == Token::sign && speech.text().substr(t[last - 1].begin).starts_with("…");
  if (!dots && !ellipsis && !t[last].capitals) return false;
  if (t[0].is(means::negator) || c.count(last).has_value() || c.negated(last)) return false;
  std::string_view subject = speech.text().substr(0, t[last].begin);
  while (!subject.empty() &&
         (is_space(subject.back()) || std::string_view(".:-[(>|").find(subject.back()) != std::string_view::npos)) {
    subject.remove_suffix(1);
  }
  if (subject.ends_with("…")) subject.remove_suffix(3);
  subject = trim(subject);
  if (!dots && !ellipsis && c.mentions_check(0, last)) return false;  // "BUILD PASSED": the rules for words know better
  if (word == "ok" || word == "passed" || word == "pass") {
    speech.name(Outcome::passed, subject);
    speech.add_signal(SignalKind::pass, "log.words.passed", t, last, last, subject);
    return true;
  }
  if (word == "failed" || word == "fail") {
    if (c.supposed(last)) return false;
    speech.name(Outcome::failed, subject);
    speech.add_signal(SignalKind::failure, "log.words.failed", t, last, last, subject);
    return true;
  }
  return false;
}

// "denies guests: passed", "e2e: skipped (no docker)": what stands before the colon is a name.
bool read_labelled_result(const LogContext& c, SignalCollector& speech) {
  const Tokens& t = c.tokens();
  size_t colon = t.size();
  for (size_t i = 1; i + 1 < t.size(); ++i) {
    if (t.sign(i, ':') && t[i + 1].spaced && t[i + 1].kind == Token::word && !t[i + 1].part) colon = i;
  }
  if (colon >= t.size()) return false;
  const Token& status = t[colon + 1];
  const std::string_view word = t.word(colon + 1);
  // Only a note in brackets may follow.
  if (colon + 2 < t.size() && !t.sign(colon + 2, '(') && !t.sign(colon + 2, '.') && !t.sign(colon + 2, '!'))
    return false;
  const std::string_view subject = trim(speech.text().substr(0, t[colon].begin));
  const bool record = t.is(0, "status") || t.is(0, "result") || t.is(0, "outcome") || t.is(0, "conclusion");
  if (subject.empty() || record || (colon == 1 && t[0].is(means::fail | means::failure | means::error | means::warn)))
    return false;
  if (status.is(means::pass) && word != "good" && word != "success") {
    if (!is_generic_subject(subject)) speech.name(Outcome::passed, subject);
    speech.add_signal(SignalKind::pass, "log.words.passed", t, colon + 1, colon + 1, subject);
    return true;
  }
  if (word == "skipped" || word == "skip") {
    speech.name(Outcome::skipped, subject);
    speech.add_signal(SignalKind::skipped, "log.words.skipped", t, colon + 1, colon + 1, subject);
    return true;
  }
  return false;
}

bool speaks_of_checks(std::string_view text) {
  Tokens tokens;
  tokens.read(text);
  return LogContext(tokens, TextKind::prose).mentions_check(0, tokens.size());
}

// True when the mark said all there is to say.
bool read_mark(WordMark mark, std::string_view rest, TextKind voice, const LogContext& c, SignalCollector& speech) {
  const size_t begin = rest.empty() ? 0 : static_cast<size_t>(rest.data() - speech.text().data());
  if (mark == WordMark::unchecked) {
    if (rest.empty()) return true;
    const bool command = voice == TextKind::log || speaks_of_checks(rest);
    speech.add_signal(command ? SignalKind::not_run : SignalKind::todo,
                      command ? "log.words.not-run" : "log.words.todo", begin, begin + rest.size(), rest);
    return true;
  }
  if (voice == TextKind::prose) {
    if (mark == WordMark::good) return false;
    read_prose_words(c, speech);
    if (speech.empty()) read_bad_mark(rest, speech);
    return true;
  }
  if (mark == WordMark::good) {
    read_good_mark(rest, c, speech);
  } else {
    read_bad_mark(rest, speech);
  }
  return true;
}

}  // namespace

WordMark take_word_mark(std::string_view text, std::string_view& rest, TextKind voice) {
  const std::string_view trimmed = trim_left(text);
  rest = without_bullet(text);
  if (rest.data() != trimmed.data() && rest.size() > 3 && rest[0] == '[' && rest[2] == ']' && rest[3] == ' ') {
    const char box = rest[1];
    rest = trim(rest.substr(4));
    if (box == ' ') return WordMark::unchecked;
    if (box == 'x' || box == 'X') return voice == TextKind::prose ? WordMark::none : WordMark::good;
  }
  if (take_any(k_good, rest)) return WordMark::good;
  if (take_any(k_bad, rest)) return WordMark::bad;
  rest = text;
  return WordMark::none;
}

std::string_view without_time(std::string_view name) {
  name = trim(name);
  std::string_view s = name;
  const bool bracket = s.ends_with(')');
  if (bracket) s.remove_suffix(1);
  const std::string_view before_unit = s;
  for (const std::string_view unit : {"ms", "s", "m", "µs", "sec", "seconds"}) {
    if (!before_unit.ends_with(unit)) continue;
    std::string_view digits = trim_right(before_unit.substr(0, before_unit.size() - unit.size()));
    size_t n = digits.size();
    while (n > 0 && (is_digit(digits[n - 1]) || digits[n - 1] == '.')) --n;
    if (n == digits.size() || (n > 0 && digits[n - 1] != ' ' && digits[n - 1] != '(' && digits[n - 1] != '[')) continue;
    std::string_view out = digits.substr(0, n);
    if (bracket) {
      const size_t open = out.rfind('(');
      if (open == std::string_view::npos) continue;
      out = out.substr(0, open);
    }
    return trim(out);
  }
  return name;
}

namespace {

// What any program under test may print: a level ("ERROR charge declined"), an exception, "charge failed".
bool may_be_output(const WordSignal& said, std::string_view text, const LogContext& c) {
  if (said.kind == SignalKind::warning || said.kind == SignalKind::pass || said.rule == "log.words.exception")
    return true;
  const bool failed = said.rule == "log.words.failed", error = said.rule == "log.words.error";
  if (!failed && !error) return false;
  const std::string_view words = text.substr(said.begin, said.end - said.begin);
  for (size_t i = 0; i < c.tokens().size(); ++i) {
    if (!c.usable(i) || !c.tokens()[i].is(means::fail | means::failure | means::error)) continue;
    if (const auto n = c.count(i); n && n->value > 0) return false;
  }
  const bool loud = std::none_of(words.begin(), words.end(), is_lower);
  if (loud) return error;  // a result says FAILED, a level ERROR
  return !c.any(0, c.tokens().size(), means::check);
}

void hear(std::string_view text, TextKind voice, const LogContext& context, SignalCollector& speech) {
  std::string_view rest;
  const WordMark mark = take_word_mark(text, rest, voice);
  if (mark != WordMark::none && read_mark(mark, rest, voice, context, speech)) return;
  if (voice == TextKind::prose) {
    read_prose_words(context, speech);
  } else if (!read_named_result(context, speech) && !read_labelled_result(context, speech)) {
    read_log_words(context, speech);
  }
  read_cjk_words(text, speech);
}

}  // namespace

void read_words(std::string_view text, TextKind voice, std::vector<WordSignal>& out) {
  static thread_local Tokens tokens;
  const size_t first = out.size();
  tokens.read(text);
  const LogContext context(tokens, voice);
  SignalCollector speech(text, out);
  hear(text, voice, context, speech);
  for (size_t i = first; i < out.size(); ++i) out[i].of_check = out[i].signal && !may_be_output(out[i], text, context);
}

std::vector<std::string_view> sentences(std::string_view s) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    const bool stop = (s[i] == '.' || s[i] == '!' || s[i] == '?') && (i + 1 == s.size() || is_space(s[i + 1]));
    const bool wide_stop = s.substr(i).starts_with("。") || s.substr(i).starts_with("！");
    if (!stop && !wide_stop) continue;
    const size_t end = i + (wide_stop ? 3 : 1);
    // "e.g. " and "1. " end nothing.
    const std::string_view so_far = s.substr(begin, i - begin);
    if (stop && s[i] == '.' &&
        (so_far.ends_with("e.g") || so_far.ends_with("i.e") || so_far.ends_with("etc") ||
         std::all_of(so_far.begin(), so_far.end(), [](char c) { return is_digit(c) || is_space(c); }))) {
      continue;
    }
    out.push_back(s.substr(begin, end - begin));
    begin = end;
  }
  if (!trim(s.substr(begin)).empty()) out.push_back(s.substr(begin));
  return out;
}

}  // namespace assay::logs
