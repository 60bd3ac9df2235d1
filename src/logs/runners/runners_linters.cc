// Type checkers and linters. Each has a line per problem and a closing line; the closing line
// decides when it is there, the problem lines when it was trimmed away.
#include <algorithm>

#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/diagnostic.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

bool is_script(std::string_view file) {
  constexpr std::string_view k_scripts[] = {"ts",  "tsx", "mts", "cts",    "js",   "jsx",
                                            "mjs", "cjs", "vue", "svelte", "astro"};
  return std::find(std::begin(k_scripts), std::end(k_scripts), extension(file)) != std::end(k_scripts);
}

bool is_python(std::string_view file) {
  const std::string_view ext = extension(file);
  return ext == "py" || ext == "pyi";
}

// tsc, mypy and pyright point at places alike; tsc, mypy, ruff and others close with "Found 2
// errors ...", and only the rest of that line or what came before tells whose it is.
class TypeReader final : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::error) | bit(Needle::warn) | bit(Needle::lint); }

  Claim read(const Line& line, Sink& sink) override {
    std::string_view text = trim_left(line.text);
    // tsc --watch puts the time first: "3:25:03 AM - Found 0 errors."
    if (const size_t at = text.find(" - Found "); at < 16) text = text.substr(at + 3);
    if (text.starts_with("Found ")) return found(text, line, sink);
    if (text.starts_with("Success: no issues found in ")) return clean(Runner::mypy, line, sink);
    if (text.starts_with("error TS")) return error(Runner::tsc, line, sink, {});
    if (is_pyright_total(text)) return pyright_total(text, line, sink);
    const auto d = read_diagnostic(line.text);
    if (!d || d->line == 0) return Claim::no;
    const Runner runner = owner(*d, text);
    if (runner == Runner::loose) return Claim::no;
    if (d->severity == Severity::error) return error(runner, line, sink, d->file);
    if (d->severity == Severity::warning) m_complaints.warning(runner, line, sink);
    return Claim::yes;
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  static Runner owner(const Diagnostic& d, std::string_view text) {
    if (is_script(d.file)) return Runner::tsc;
    if (!is_python(d.file)) return Runner::loose;
    return contains(text, " - error: ") || contains(text, " - warning: ") ? Runner::pyright : Runner::mypy;
  }

  Claim error(Runner runner, const Line& line, Sink& sink, std::string_view file) {
    m_complaints.error(runner, line, sink, file);
    return Claim::yes;
  }

  Claim clean(Runner runner, const Line& line, Sink& sink) {
    sink.summary(runner, line, {});
    return Claim::yes;
  }

  // "Found 2 errors in 1 file (checked 3 source files)", "Found 3 errors (3 fixed, 0 remaining)."
  Claim found(std::string_view text, const Line& line, Sink& sink) {
    if (!is_total(text)) return Claim::no;
    Counts counts;
    std::uint64_t remaining = UINT64_MAX;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (what.starts_with("error") || what.starts_with("problem") || what.starts_with("diagnostic")) counts.errors = n;
      if (what.starts_with("warning")) counts.warnings = n;
      if (what == "remaining") remaining = n;
    });
    if (remaining != UINT64_MAX) counts.errors = remaining;  // ruff --fix
    const Runner runner = finder(text);
    m_complaints.settle(runner);
    sink.summary(runner, line, counts);
    return Claim::yes;
  }

  // Nothing but counts, and where: a sentence that begins like this goes on otherwise.
  static bool is_total(std::string_view text) {
    Cursor at(text);
    at.skip("Found ");
    do {
      if (!at.number() || !at.skip(' ')) return false;
      const std::string_view what = at.word();
      if (what != "error" && what != "errors" && what != "warning" && what != "warnings" && what != "problem" &&
          what != "problems" && what != "diagnostics")
        return false;
    } while (at.skip(" and ") || at.skip(", "));
    if (at.done() || at.rest() == "." || at.rest().starts_with(". Watching for file changes")) return true;
    if (at.skip(" (")) return at.number().has_value();
    if (!at.skip(" in ")) return false;
    if (at.rest().starts_with("the same file, starting at: ")) return true;
    if (at.number()) return at.skip(" file") || at.skip(" source file");
    const std::string_view place = at.take_while([](char c) { return c != ' '; });  // "src/a.ts:3"
    const size_t colon = place.rfind(':');
    return at.done() && colon != std::string_view::npos && parse_uint(place.substr(colon + 1)).has_value();
  }

  Runner finder(std::string_view text) const {
    if (contains(text, "(checked ") || contains(text, "errors prevented further checking")) return Runner::mypy;
    if (contains(text, " in ") || contains(text, "Watching for file changes") || m_complaints.seen(Runner::tsc))
      return Runner::tsc;
    if (contains(text, "warning") || contains(text, "diagnostic") || contains(text, "problem")) return Runner::biome;
    return Runner::ruff;
  }

  // "0 errors, 2 warnings, 0 informations"
  static bool is_pyright_total(std::string_view text) {
    return !text.empty() && is_digit(text.front()) && contains(text, " informations") && contains(text, " error");
  }
  Claim pyright_total(std::string_view text, const Line& line, Sink& sink) {
    Counts counts;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (what.starts_with("error")) counts.errors = n;
      if (what.starts_with("warning")) counts.warnings = n;
    });
    m_complaints.settle(Runner::pyright);
    sink.summary(Runner::pyright, line, counts);
    return Claim::yes;
  }

  Complaints m_complaints;
};

// ESLint's stylish, unix and compact forms; stylelint closes with the same line.
class EslintReader final : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::error) | bit(Needle::warn) | bit(Needle::lint); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (problems(text, line, sink) || fixable(text)) return Claim::yes;
    if (contains(text, "ESLint found too many warnings") || text.starts_with("Oops! Something went wrong!")) {
      sink.signal(SignalKind::failure, Runner::eslint, "failed", line);
      return Claim::yes;
    }
    switch (problem(text)) {
      case Problem::error: m_complaints.error(Runner::eslint, line, sink, {}); return Claim::yes;
      case Problem::warning: m_complaints.warning(Runner::eslint, line, sink); return Claim::yes;
      case Problem::none: return Claim::no;
    }
    return Claim::no;
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  enum class Problem { none, warning, error };

  // "✖ 3 problems (2 errors, 1 warning)"; the unix and compact forms close with "3 problems".
  bool problems(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    at.take_while([](char c) { return !is_alnum(c) && c != '('; });
    const auto n = at.number();
    if (!n || !at.skip(" problem")) return false;
    at.skip('s');
    if (at.done()) return m_complaints.seen(Runner::eslint);
    if (!at.skip(" (")) return false;
    Counts counts;
    each_count(at.rest(), [&](std::uint64_t count, std::string_view what) {
      if (what.starts_with("error")) counts.errors = count;
      if (what.starts_with("warning")) counts.warnings = count;
    });
    m_complaints.settle(Runner::eslint);
    sink.summary(Runner::eslint, line, counts);
    return true;
  }

  // "1 error and 0 warnings potentially fixable with the `--fix` option."
  static bool fixable(std::string_view text) { return contains(text, " potentially fixable with the `--fix` option"); }

  static Problem problem(std::string_view text) {
    if (const Problem found = stylish(text); found != Problem::none) return found;
    if (contains(text, ", col ") && contains(text, ": line ")) {  // compact
      if (contains(text, ", Error - ")) return Problem::error;
      if (contains(text, ", Warning - ")) return Problem::warning;
    }
    if (text.ends_with(']') && read_location(text)) {  // unix
      if (contains(text, " [Error/") || text.ends_with(" [Error]")) return Problem::error;
      if (contains(text, " [Warning/") || text.ends_with(" [Warning]")) return Problem::warning;
    }
    return Problem::none;
  }

  // "1:5  error    'x' is never used  no-unused-vars"
  static Problem stylish(std::string_view text) {
    Cursor at(text);
    if (!at.number() || !at.skip(':') || !at.number() || !at.spaces()) return Problem::none;
    if (at.skip("error ")) return Problem::error;
    if (at.skip("warning ")) return Problem::warning;
    // stylelint puts a mark first
    at.take_while([](char c) { return !is_alnum(c) && c != ' '; });
    return Problem::none;
  }

  Complaints m_complaints;
};

// ruff, flake8 and pylint: "a.py:1:8: F401 'os' imported but unused".
class PythonLintReader final : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::python_place) | bit(Needle::lint) | bit(Needle::pass); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("All checks passed!")) return conclude(Runner::ruff, line, sink);
    if (contains(text, "Your code has been rated at ")) return rated(line, sink);
    const auto place = read_location(text);
    if (!place || !is_python(place->file)) return Claim::no;
    return problem(*place, line, sink);
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  Claim conclude(Runner runner, const Line& line, Sink& sink) {
    m_complaints.settle(runner);
    sink.summary(runner, line, {});
    return Claim::yes;
  }

  // pylint's score says nothing by itself; its messages do.
  Claim rated(const Line& line, Sink& sink) {
    if (m_complaints.errors(Runner::pylint) == 0) {
      const std::uint64_t warnings = m_complaints.warnings(Runner::pylint);
      m_complaints.settle(Runner::pylint);
      sink.summary(Runner::pylint, line, {.warnings = warnings});
    }
    return Claim::yes;
  }

  Claim problem(const SourceLocation& place, const Line& line, Sink& sink) {
    Cursor at(place.rest);
    const std::string_view letters = at.take_while(is_upper);
    const std::string_view digits = at.take_while(is_digit);
    if (letters.empty() || letters.size() > 5 || digits.size() < 2 || digits.size() > 5) {
      if (!place.rest.starts_with("SyntaxError: ") && !place.rest.starts_with("invalid-syntax")) return Claim::no;
      m_complaints.error(Runner::ruff, line, sink, place.file);
      return Claim::yes;
    }
    if (at.skip(": ") && letters.size() == 1 && digits.size() == 4) {
      if (letters == "E" || letters == "F")
        m_complaints.error(Runner::pylint, line, sink, place.file);
      else
        m_complaints.warning(Runner::pylint, line, sink);
      return Claim::yes;
    }
    if (!at.skip(' ')) return Claim::no;
    m_complaints.error(at.skip("[*] ") ? Runner::ruff : Runner::flake8, line, sink, place.file);
    return Claim::yes;
  }

  Complaints m_complaints;
};

// Formatters and linters that are known by their closing line alone.
class ClosingLineReader final : public Reader {
 public:
  void end(Sink& sink) override { m_complaints.end(sink); }
  NeedleMask wants() const override { return bit(Needle::lint) | bit(Needle::error) | bit(Needle::warn); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim(line.text);
    struct Closing {
      std::string_view has;
      Runner runner;
      SignalKind kind;
    };
    constexpr Closing k_closings[] = {
        {"All matched files use Prettier code style!", Runner::prettier, SignalKind::pass},
        {"Code style issues found in ", Runner::prettier, SignalKind::failure},
        {"Code style issues fixed in ", Runner::prettier, SignalKind::pass},
        {", no offenses detected", Runner::rubocop, SignalKind::pass},
        {"[OK] No errors", Runner::phpstan, SignalKind::pass},
        {"No errors found!", Runner::phpstan, SignalKind::pass},
        {"Summary error count (descending) by rule:", Runner::other_lint, SignalKind::failure},
    };
    if (shellcheck(text, line, sink)) return Claim::yes;
    for (const auto& c : k_closings) {
      if (!contains(text, c.has)) continue;
      sink.concluded(c.runner, line, c.kind, c.kind == SignalKind::pass ? "passed" : "failed");
      return Claim::yes;
    }
    if (offenses(text, line, sink) || reformatted(text, line, sink) || phpstan(text, line, sink) ||
        checked(text, line, sink) || rustfmt(text, line, sink) || issues(text, line, sink) ||
        swiftlint(text, line, sink))
      return Claim::yes;
    return Claim::no;
  }

 private:
  // "12 files inspected, 2 offenses detected, 1 offense autocorrectable"
  static bool offenses(std::string_view text, const Line& line, Sink& sink) {
    if (!contains(text, " inspected, ")) return false;
    std::uint64_t found = 0;
    bool counted = false;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (what.starts_with("offense") && !counted) found = n, counted = true;
    });
    if (counted) sink.summary(Runner::rubocop, line, {.errors = found});
    return counted;
  }

  // black and ruff format: "1 file would be reformatted, 2 files would be left unchanged."
  static bool reformatted(std::string_view text, const Line& line, Sink& sink) {
    std::uint64_t bad = 0, good = 0;
    Cursor at(text);
    while (const auto n = at.number()) {
      if (!at.skip(" files") && !at.skip(" file")) return false;
      if (at.skip(" would be reformatted") || at.skip(" failed to reformat") || at.skip(" would fail to reformat"))
        bad += *n;
      else if (at.skip(" already formatted") || at.skip(" would be left unchanged") || at.skip(" left unchanged") ||
               at.skip(" reformatted"))
        good += *n;
      else
        return false;
      at.skip(',');
      at.spaces();
    }
    if (bad + good == 0) return false;
    sink.summary(Runner::black, line, {.errors = bad});
    return true;
  }

  // dart analyze: "2 issues found. (ran in 2.1s)"
  static bool issues(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const auto n = at.number();
    if (!n || !at.skip(" issues found.")) return false;
    sink.summary(Runner::other_lint, line, {.errors = *n});
    return true;
  }

  // SwiftLint: "Done linting! Found 3 violations, 1 serious in 12 files."
  static bool swiftlint(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.skip("Done linting! Found ")) return false;
    const auto all = at.number();
    if (!all || !at.past(", ")) return false;
    const auto serious = at.number();
    if (!serious || !at.skip(" serious")) return false;
    sink.summary(Runner::other_lint, line, {.errors = *serious, .warnings = *all - std::min(*all, *serious)});
    return true;
  }

  // "[ERROR] Found 3 errors"
  static bool phpstan(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.skip("[ERROR] Found ")) return false;
    const auto n = at.number();
    if (!n || !at.skip(" error")) return false;
    sink.summary(Runner::phpstan, line, {.errors = *n});
    return true;
  }

  // biome: "Checked 12 files in 3ms. No fixes applied."
  static bool checked(std::string_view text, const Line& line, Sink& sink) {
    if (!text.starts_with("Checked ") || !contains(text, " fixes applied.")) return false;
    sink.signal(SignalKind::pass, Runner::biome, "passed", line);
    return true;
  }

  // "^---^ SC2164 (warning): Use 'cd ... || exit' in case cd fails."
  bool shellcheck(std::string_view text, const Line& line, Sink& sink) {
    const size_t code = text.find("SC");
    if (!text.starts_with('^') || code == std::string_view::npos) return false;
    Cursor at(text.substr(code + 2));
    if (!at.number() || !at.skip(" (")) return false;
    if (at.skip("error)"))
      m_complaints.error(Runner::loose, line, sink, {}, "log.diagnostic.error");
    else
      m_complaints.warning(Runner::loose, line, sink);
    return true;
  }

  // cargo fmt --check: "Diff in /x/src/main.rs:3:"
  static bool rustfmt(std::string_view text, const Line& line, Sink& sink) {
    if (!text.starts_with("Diff in ") || !contains(text, ".rs") || !text.ends_with(':')) return false;
    sink.signal(SignalKind::failure, Runner::rustc, "format", line);
    return true;
  }

  Complaints m_complaints;
};

}  // namespace

ReaderPtr make_type_checkers() { return std::make_unique<TypeReader>(); }
ReaderPtr make_eslint() { return std::make_unique<EslintReader>(); }
ReaderPtr make_python_lint() { return std::make_unique<PythonLintReader>(); }
ReaderPtr make_closing_line() { return std::make_unique<ClosingLineReader>(); }

}  // namespace assay::logs
