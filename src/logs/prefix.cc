// What CI systems and task runners write in front of each line. A prefix is cut only when its whole
// shape fits: "test: ", "error TS2304: " and "src/a.c:3:1: error: " are text, not prefixes.
#include <algorithm>
#include <iterator>

#include "base/source.h"
#include "base/text.h"
#include "logs/clean.h"

namespace assay::logs {

namespace {

// A hand on a line: each step takes something from the front or leaves it.
class Front {
 public:
  explicit Front(std::string_view s) : m_s(s) {}
  size_t at() const { return m_at; }
  std::string_view rest() const { return m_s.substr(m_at); }
  bool done() const { return m_at >= m_s.size(); }
  char peek() const { return done() ? '\0' : m_s[m_at]; }

  bool take(char c) {
    if (peek() != c || done()) return false;
    ++m_at;
    return true;
  }
  size_t digits(size_t least, size_t most) {
    size_t n = 0;
    while (n < most && m_at + n < m_s.size() && is_digit(m_s[m_at + n])) ++n;
    if (n < least) return 0;
    m_at += n;
    return n;
  }
  size_t spaces() {
    size_t n = 0;
    while (take(' ')) ++n;
    return n;
  }
  template <class Is>
  std::string_view take_while(Is is) {
    const size_t from = m_at;
    while (m_at < m_s.size() && is(m_s[m_at])) ++m_at;
    return m_s.substr(from, m_at - from);
  }

 private:
  std::string_view m_s;
  size_t m_at = 0;
};

bool clock_time(Front& f) {
  if (f.digits(2, 2) == 0 || !f.take(':') || f.digits(2, 2) == 0 || !f.take(':') || f.digits(2, 2) == 0) return false;
  if (f.peek() == '.' || f.peek() == ',') {
    f.take(f.peek());
    if (f.digits(1, 9) == 0) return false;
  }
  return true;
}

bool date_time(Front& f) {
  if (f.digits(4, 4) == 0 || !f.take('-') || f.digits(2, 2) == 0 || !f.take('-') || f.digits(2, 2) == 0) return false;
  if (!f.take('T') && !f.take(' ')) return false;
  if (!clock_time(f)) return false;
  if (f.take('Z')) return true;
  if (f.peek() == '+' || f.peek() == '-') {
    f.take(f.peek());
    if (f.digits(2, 2) == 0) return false;
    f.take(':');
    return f.digits(2, 2) != 0;
  }
  return true;
}

// GitLab adds the stream after its timestamps: "00O ", "01E ", "00O+".
void gitlab_stream(Front& f) {
  Front probe(f.rest());
  if (probe.digits(2, 2) == 0 || (!probe.take('O') && !probe.take('E'))) return;
  if (!probe.take(' ') && !probe.take('+')) return;
  while (f.at() < 64 && !f.done()) {
    const char c = f.peek();
    f.take(c);
    if (c == ' ' || c == '+') return;
  }
}

size_t timestamp(std::string_view line) {
  Front f(line);
  const bool bracket = f.take('[');
  Front day = f;
  if (date_time(day)) {
    f = day;
  } else if (!clock_time(f)) {
    return 0;
  }
  if (bracket && !f.take(']')) return 0;
  if (f.done()) return f.at();
  if (!f.take(' ') && !f.take('\t')) return 0;
  gitlab_stream(f);
  return f.at();
}

// "May 01 10:00:00 host proc[12]: "
size_t journal(std::string_view line) {
  constexpr std::string_view k_months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const size_t month = k_months.find(line.substr(0, 3));
  if (line.size() < 20 || month == std::string_view::npos || month % 3 != 0 || line[3] != ' ') return 0;
  Front f(line.substr(4));
  f.spaces();
  if (f.digits(1, 2) == 0 || !f.take(' ') || !clock_time(f) || !f.take(' ')) return 0;
  f.take_while([](char c) { return c != ' '; });
  if (!f.take(' ')) return 0;
  f.take_while([](char c) { return c != ' ' && c != ':'; });
  if (!f.take(':') || !f.take(' ')) return 0;
  return 4 + f.at();
}

bool is_name(char c) { return is_alnum(c) || c == '_' || c == '.' || c == '-' || c == '/' || c == '@'; }

// Words that say how bad a line is; such a word in front belongs to the text.
bool is_level(std::string_view word) {
  constexpr std::string_view k_levels[] = {
      "error", "err",    "errors", "fail",   "failed",  "failure", "warn",     "warning", "info",    "debug",  "trace",
      "pass",  "ok",     "skip",   "passed", "skipped", "todo",    "fatal",    "panic",   "success", "done",   "note",
      "x",     "notice", "hint",   "help",   "not ok",  "succeed", "critical", "verbose", "assert",  "severe", "log",
  };
  return std::any_of(std::begin(k_levels), std::end(k_levels),
                     [&](std::string_view level) { return iequals(word, level); });
}

bool is_task(std::string_view word) {
  constexpr std::string_view k_tasks[] = {
      "test",   "lint",   "build", "check", "typecheck", "type-check", "types", "compile", "e2e",
      "unit",   "format", "dev",   "start", "coverage",  "ci",         "tsc",   "verify",  "integration",
      "vitest", "jest",   "spec",  "docs",  "package",   "bundle",     "serve", "preview"};
  return std::any_of(std::begin(k_tasks), std::end(k_tasks), [&](std::string_view task) {
    return word == task || (word.starts_with(task) && (word[task.size()] == ':' || word[task.size()] == '-'));
  });
}

bool is_lone_word(std::string_view s) { return trim(s).find(' ') == std::string_view::npos; }

bool names_a_file(std::string_view path) {
  const size_t slash = path.rfind('/');
  const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return path != "." && contains(last, ".");
}

// "[0] ", "[web] " of concurrently, "[ci/test]   | " of act. A tag before a lone word stays: it is
// then the subject ("[auth] passed").
size_t bracket_tag(std::string_view line) {
  Front f(line);
  f.take('[');
  const std::string_view tag = f.take_while([](char c) { return is_name(c) || c == ':'; });
  if (tag.empty() || !f.take(']') || is_level(tag) || tag == "doctest") return 0;
  const size_t gap = f.spaces();
  if (gap > 0 && f.take('|') && f.take(' ')) return f.at();
  if (gap == 0) return 0;
  const bool number = std::all_of(tag.begin(), tag.end(), is_digit);
  const bool lower_case = std::none_of(tag.begin(), tag.end(), is_upper);
  const bool count = !number && std::all_of(tag.begin(), tag.end(), [](char c) { return is_digit(c) || c == '/'; });
  if (count || !lower_case || (is_lone_word(f.rest()) && !number)) return 0;
  return f.at() - gap + 1;
}

// "#12 1.234 " of a docker build.
size_t build_step(std::string_view line) {
  Front f(line);
  f.take('#');
  if (f.digits(1, 4) == 0 || !f.take(' ') || f.digits(1, 6) == 0 || !f.take('.') || f.digits(1, 4) == 0) return 0;
  return f.take(' ') ? f.at() : 0;
}

// "packages/a test: " of pnpm -r, "pkg:test: " of turbo, "@scope/pkg: " of lerna, "web-1  | ".
size_t task_name(std::string_view line) {
  Front f(line.substr(0, 200));
  const std::string_view first = f.take_while(is_name);
  if (first.empty()) return 0;
  const bool path = contains(first, "/") || first == ".";
  if (f.peek() == ' ') {
    const size_t gap = f.spaces();
    if (f.take('|')) {
      const size_t digit = first.find_last_not_of("0123456789");
      const bool service = digit != std::string_view::npos && digit + 1 < first.size() &&
                           (first[digit] == '-' || first[digit] == '_') && is_alpha(first[0]);
      return service && f.take(' ') ? f.at() : 0;
    }
    if (gap != 1 || !path || first[0] == '/') return 0;
    const std::string_view script = f.take_while([](char c) { return is_name(c) || c == ':'; });
    // The name took the final ':' with it.
    if (script.size() < 2 || script.back() != ':') return 0;
    const std::string_view task = script.substr(0, script.size() - 1);
    if (!is_lower(task[0]) || is_level(task) || names_a_file(first)) return 0;
    return f.take(' ') && !is_lone_word(f.rest()) ? f.at() : 0;
  }
  if (!f.take(':')) return 0;
  if (f.take(' ')) return first[0] == '@' && path ? f.at() : 0;
  const std::string_view rest = f.take_while([](char c) { return is_name(c) || c == ':' || c == '#'; });
  if (rest.size() < 2 || rest.back() != ':' || !is_task(rest.substr(0, rest.size() - 1))) return 0;
  if (is_level(first) || is_task(first)) return 0;
  return f.take(' ') && !is_lone_word(f.rest()) ? f.at() : 0;
}

// "job<TAB>step<TAB>2024-05-01T10:00:00Z ": what `gh run view --log` prints.
size_t job_and_step(std::string_view line) {
  const std::string_view head = line.substr(0, 200);
  const size_t tab = head.find('\t');
  if (tab == std::string_view::npos || tab == 0) return 0;
  const size_t second = head.find('\t', tab + 1);
  if (second == std::string_view::npos) return 0;
  std::string_view rest = line.substr(second + 1);
  size_t mark = 0;
  if (rest.starts_with("\xEF\xBB\xBF")) mark = 3;
  const size_t stamp = timestamp(rest.substr(mark));
  return stamp == 0 ? 0 : second + 1 + mark + stamp;
}

size_t one_prefix(std::string_view line) {
  const char c = line[0];
  if (is_digit(c)) return timestamp(line);
  if (c == '[') {
    const size_t stamp = timestamp(line);
    return stamp > 0 ? stamp : bracket_tag(line);
  }
  if (c == '#') return build_step(line);
  if (!is_alnum(c) && c != '@' && c != '.') return 0;
  size_t length = task_name(line);
  if (length == 0 && is_upper(c)) length = journal(line);
  if (length == 0) length = job_and_step(line);
  return length;
}

constexpr std::string_view k_silent_marks[] = {"##[section]", "##[command]", "##[debug]", "##[notice]"};

}  // namespace

size_t prefix_length(std::string_view line, size_t* last) {
  size_t cut = 0;
  // Prefixes stack up: a timestamp of the CI system before the name of a package.
  for (int depth = 0; depth < 4 && cut < line.size(); ++depth) {
    size_t length = one_prefix(line.substr(cut));
    for (const std::string_view mark : k_silent_marks) {
      if (line.substr(cut).starts_with(mark)) length = mark.size();
    }
    if (length == 0) break;
    if (last != nullptr) *last = cut;
    cut += length;
  }
  return cut;
}

size_t TaskPrefix::length(std::string_view line) {
  size_t last = 0;
  const size_t cut = prefix_length(line, &last);
  const std::string_view newest = line.substr(last, cut - last);
  const bool names_a_task = !newest.empty() && newest.size() <= k_longest && !is_digit(newest.front());
  if (names_a_task && newest.front() != '#') m_seen.assign(newest);
  if (m_seen.empty() || names_a_task || !line.substr(cut).starts_with(m_seen)) return cut;
  const std::string_view word = trim(line.substr(cut + m_seen.size()));
  for (const std::string_view lone : {"OK", "PASS", "FAIL", "FAILED", "Killed", "Aborted", "Terminated"}) {
    if (word == lone) return cut + m_seen.size();
  }
  return cut;
}

Annotated annotation(std::string_view line) {
  if (line.starts_with("##[error]")) return {Annotation::error, 9};
  if (line.starts_with("##[warning]")) return {Annotation::warning, 11};
  if (line.starts_with("##vso[task.logissue") || line.starts_with("##[")) {
    const size_t end = line.find(']');
    if (end == std::string_view::npos) return {};
    const std::string_view head = line.substr(0, end);
    const Annotation kind = contains(head, "type=error") ? Annotation::error : Annotation::other;
    return {contains(head, "type=warning") ? Annotation::warning : kind, end + 1};
  }
  for (const auto& [word, kind] : {std::pair<std::string_view, Annotation>{"::error", Annotation::error},
                                   {"::warning", Annotation::warning},
                                   {"::notice", Annotation::other},
                                   {"::debug", Annotation::other},
                                   {"::group", Annotation::other},
                                   {"::endgroup", Annotation::other}}) {
    if (!line.starts_with(word)) continue;
    const size_t end = line.find("::", word.size());
    if (end == std::string_view::npos || (end > word.size() && line[word.size()] != ' ')) return {};
    return {kind, end + 2};
  }
  return {};
}

bool seems_prefixed(std::string_view text) {
  constexpr size_t k_small = size_t{64} << 10;
  const size_t step = text.size() <= k_small ? 0 : text.size() / 32;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    if (end > at && prefix_length(text.substr(at, end - at)) > 0) return true;
    at = end + 1;
    if (step == 0 || at + step >= text.size()) continue;
    const size_t next = text.find('\n', at + step);
    if (next == std::string_view::npos) break;
    at = next + 1;
  }
  return false;
}

}  // namespace assay::logs
