#include "logs/runners/diagnostic.h"

#include <algorithm>

#include "base/cursor.h"

namespace assay::logs {

namespace {

// A path with spaces is believed only when it is plainly one: otherwise the head is a sentence or
// a test's name that quotes a diagnostic.
bool can_be_path(std::string_view file) {
  if (file.empty() || file.size() > 1024) return false;
  if (file.find_first_of("\"'`<>|*?\t(=") != std::string_view::npos) return false;
  const bool drive = file.size() > 2 && is_alpha(file[0]) && file[1] == ':' && (file[2] == '\\' || file[2] == '/');
  const std::string_view tail = drive ? file.substr(2) : file;
  if (tail.find(':') != std::string_view::npos) return false;
  if (file.find(' ') == std::string_view::npos) return is_word(file[0]) || contains("./\\@_-$~[", file.substr(0, 1));
  return drive || file[0] == '/';
}

// Digits at the end of `head`, cut off.
std::optional<std::uint64_t> take_number(std::string_view& head) {
  size_t begin = head.size();
  while (begin > 0 && is_digit(head[begin - 1])) --begin;
  if (begin == head.size() || head.size() - begin > 9) return std::nullopt;
  const auto number = parse_uint(head.substr(begin));
  head = head.substr(0, begin);
  return number;
}

bool take_char(std::string_view& head, char c) {
  if (head.empty() || head.back() != c) return false;
  head.remove_suffix(1);
  return true;
}

// "a.c:3:5", "a.c:3", "a.ts(3,5)", "a.cs(3)", "a.cs(3,5,3,9)"
bool place_in(std::string_view head, Diagnostic& out) {
  std::uint64_t numbers[4] = {};
  size_t n = 0;
  if (take_char(head, ')')) {
    do {
      const auto number = take_number(head);
      if (!number || n == 4) return false;
      numbers[n++] = *number;
    } while (take_char(head, ','));
    if (!take_char(head, '(')) return false;
  } else {
    while (n < 2) {
      std::string_view before = head;
      const auto number = take_number(before);
      if (!number || !take_char(before, ':')) break;
      numbers[n++] = *number;
      head = before;
    }
    if (n == 0) return false;
  }
  out.line = numbers[n - 1];
  out.column = n > 1 ? numbers[n - 2] : 0;
  out.file = head;
  return can_be_path(head);
}

bool is_driver(std::string_view name) {
  const size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name = name.substr(slash + 1);
  constexpr std::string_view k_drivers[] = {"gcc",   "g++",      "cc",       "c++",     "cc1",     "cc1plus",
                                            "clang", "clang++",  "collect2", "ld",      "ld.lld",  "ld64.lld",
                                            "mold",  "ld.gold",  "lto1",     "as",      "nvcc",    "lld",
                                            "f951",  "gfortran", "ld.bfd",   "wasm-ld", "lld-link"};
  const size_t dash = name.rfind('-');  // gcc-12, x86_64-linux-gnu-gcc
  if (dash != std::string_view::npos && dash + 1 < name.size() && is_digit(name[dash + 1])) name = name.substr(0, dash);
  if (std::find(std::begin(k_drivers), std::end(k_drivers), name) != std::end(k_drivers)) return true;
  const size_t last = name.rfind('-');
  return last != std::string_view::npos &&
         std::find(std::begin(k_drivers), std::end(k_drivers), name.substr(last + 1)) != std::end(k_drivers);
}

struct Word {
  std::string_view text;
  Severity severity;
};
constexpr Word k_diagnostic_words[] = {
    // gcc speaks the language of its user; longer words first
    {"schwerwiegender Fehler", Severity::error},
    {"erreur fatale", Severity::error},
    {"error fatal", Severity::error},
    {"erro fatal", Severity::error},
    {"Fehler", Severity::error},
    {"Warnung", Severity::warning},
    {"Anmerkung", Severity::note},
    {"erreur", Severity::error},
    {"attention", Severity::warning},
    {"aviso", Severity::warning},
    {"nota", Severity::note},
    {"致命的エラー", Severity::error},
    {"エラー", Severity::error},
    {"備考", Severity::note},
    {"致命错误", Severity::error},
    {"错误", Severity::error},
    {"附注", Severity::note},
    {"警告", Severity::warning},
    {"fatal error", Severity::error},
    {"information", Severity::note},
    {"warning", Severity::warning},
    {"Warning", Severity::warning},
    {"remark", Severity::note},
    {"error", Severity::error},
    {"Error", Severity::error},
    {"note", Severity::note},
    {"info", Severity::note},
    {"erro", Severity::error}};

// What follows the severity word: ": msg", " TS2322: msg", "[E0308]: msg".
bool message_in(std::string_view tail, Diagnostic& out) {
  Cursor at(tail);
  if (at.skip('[')) {
    if (!at.past("]")) return false;
  } else if (at.peek() == ' ' && !at.rest().starts_with(" :")) {
    at.spaces();
    const auto code = at.take_while([](char c) { return is_alnum(c) || c == '-' || c == '_'; });
    if (code.empty() || !std::any_of(code.begin(), code.end(), is_digit)) return false;
    at.spaces();
  }
  if (!at.skip(':') && !at.skip(" :") && !at.skip("：")) return false;
  out.message = trim_left(at.rest());
  return true;
}

}  // namespace

std::optional<Diagnostic> read_diagnostic(std::string_view text) {
  const bool indented = !text.empty() && is_space(text.front());
  text = trim_left(text);
  // The first ": " or " - " after which a severity stands ends the place.
  for (size_t i = 1; i + 3 < text.size() && i < 1200; ++i) {
    const bool colon = text[i] == ':' && text[i + 1] == ' ';
    const bool dash = text[i] == ' ' && text[i + 1] == '-' && text[i + 2] == ' ';
    if (!colon && !dash) continue;
    const std::string_view after = text.substr(i + (colon ? 2 : 3));
    const auto word = std::find_if(std::begin(k_diagnostic_words), std::end(k_diagnostic_words),
                                   [&](const Word& w) { return after.starts_with(w.text); });
    if (word == std::end(k_diagnostic_words)) continue;
    Diagnostic out;
    out.severity = word->severity;
    if (!message_in(after.substr(word->text.size()), out)) continue;
    const std::string_view head = text.substr(0, i);
    // Indented lines in gcc's form are what a test or a logger printed.
    if (indented && colon && !head.ends_with(')')) return std::nullopt;
    if (place_in(head, out)) return out;
    if (colon && is_driver(head)) {
      out.file = head;
      out.line = out.column = 0;
      return out;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<SourceLocation> read_location(std::string_view text) {
  SourceLocation place;
  size_t colon = text.size() > 2 && text[1] == ':' && is_alpha(text[0]) ? text.find(':', 2) : text.find(':');
  if (colon == std::string_view::npos || !can_be_path(text.substr(0, colon))) return std::nullopt;
  place.file = text.substr(0, colon);
  Cursor at(text.substr(colon + 1));
  const auto line = at.number();
  if (!line || !at.skip(':')) return std::nullopt;
  place.line = *line;
  if (const auto column = at.number()) {
    if (!at.skip(':')) return std::nullopt;
    place.column = *column;
  }
  if (!at.skip(' ')) return std::nullopt;
  place.rest = at.rest();
  return place;
}

std::string_view extension(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  if (slash != std::string_view::npos) path = path.substr(slash + 1);
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
}

Complaints::Tool& Complaints::touch(Runner runner, const Line& line) {
  Tool& tool = of(runner);
  if (tool.first_line == 0) tool.first_line = line.number;
  tool.last_line = line.number;
  return tool;
}

void Complaints::error(Runner runner, const Line& line, Sink& sink, std::string_view subject, std::string_view rule) {
  Tool& tool = touch(runner, line);
  if (tool.errors++ < k_most_errors)
    sink.signal(SignalKind::failure, runner, rule, line, subject);
  else
    sink.facts().failures.count_only();
}

void Complaints::warning(Runner runner, const Line& line, Sink& sink, std::uint64_t how_many) {
  if (how_many == 0) return;
  sink.heard(line);
  Tool& tool = touch(runner, line);
  if (tool.warnings == 0) {
    tool.first_warning = line.text.substr(0, 1024);
    tool.warning_line = line.number;
  }
  tool.warnings += how_many;
}

void Complaints::settle(Runner runner) { of(runner) = {}; }

void Complaints::rename(Runner from, Runner to) {
  of(to) = std::move(of(from));
  of(from) = {};
}

// Maven and Gradle compile inside their run; what other test runners enclose, their tests printed.
bool Complaints::is_test_output(Runner runner, const Tool& tool, const Facts& facts) {
  return std::any_of(facts.runs.begin(), facts.runs.end(), [&](const Run& run) {
    if (runner_class(run.runner) != RunnerClass::test || run.runner == runner || run.runner == Runner::maven ||
        run.runner == Runner::gradle)
      return false;
    const bool clean = run.summary && run.counts.passed > 0 && run.counts.failed + run.counts.errors == 0;
    return clean && run.first_line < tool.first_line && tool.last_line < run.last_line;
  });
}

void Complaints::end(Sink& sink) {
  for (size_t i = 0; i < m_tools.size(); ++i) {
    const Tool& tool = m_tools[i];
    const auto runner = static_cast<Runner>(i);
    if (tool.first_line == 0 || is_test_output(runner, tool, sink.facts())) continue;
    Run run;
    run.runner = runner;
    run.first_line = tool.first_line;
    run.last_line = tool.last_line;
    run.counts.errors = tool.errors;
    run.counts.warnings = tool.warnings;
    if (runner != Runner::loose) sink.facts().runs.add(std::move(run));
    if (tool.warnings > 0) {
      const Line line{tool.first_warning, tool.warning_line, 0};
      const std::string_view rule = runner == Runner::loose ? "log.diagnostic.warnings" : "warnings";
      sink.signal(SignalKind::warning, runner, rule, line, plural(tool.warnings, "warning"));
    }
  }
  m_tools = {};
}

}  // namespace assay::logs
