// Lines by which compilers, linters and type checkers point at a place:
//
//   src/a.c:3:5: error: msg        gcc, clang, javac, mypy, swift (column optional)
//   src/a.ts(3,5): error TS1: msg  tsc, MSBuild
//   src/a.ts:3:5 - error TS1: msg  tsc --pretty, pyright
//   cc1plus: fatal error: msg      compiler drivers and linkers, without a place
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "logs/line.h"

namespace assay::logs {

enum class Severity : std::uint8_t { note, warning, error };

struct Diagnostic {
  std::string_view file;  // of a driver or linker: its name
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  Severity severity = Severity::note;
  std::string_view message;
};

std::optional<Diagnostic> read_diagnostic(std::string_view text);

// A path before ":12:5: " at the start of a line; `rest` is what follows. Nothing when the text
// before it cannot be a path.
struct SourceLocation {
  std::string_view file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;  // 0: none given
  std::string_view rest;
};
std::optional<SourceLocation> read_location(std::string_view text);

std::string_view extension(std::string_view path);  // "ts" of "src/a.test.ts"; empty when none

// Counts the errors and warnings of each tool, so that a flood of them stays one finding: the
// first few errors become signals with their places, the warnings one signal at the end.
class Complaints {
 public:
  static constexpr std::uint64_t k_most_errors = 20;

  void error(Runner runner, const Line& line, Sink& sink, std::string_view subject, std::string_view rule = "error");
  void warning(Runner runner, const Line& line, Sink& sink, std::uint64_t how_many = 1);
  // A summary has said it all: forgets the warnings of this tool and what it counted.
  void settle(Runner runner);
  // What was counted for one tool turns out to be another's (clippy speaks through rustc).
  void rename(Runner from, Runner to);
  std::uint64_t errors(Runner runner) const { return of(runner).errors; }
  std::uint64_t warnings(Runner runner) const { return of(runner).warnings; }
  bool seen(Runner runner) const { return of(runner).first_line != 0; }

  // Adds one warning signal and one run for each tool that has something left.
  void end(Sink& sink);

 private:
  struct Tool {
    std::uint64_t errors = 0, warnings = 0;
    std::uint64_t first_line = 0, last_line = 0;
    std::string first_warning;
    std::uint64_t warning_line = 0;
  };
  Tool& of(Runner runner) { return m_tools[static_cast<size_t>(runner)]; }
  const Tool& of(Runner runner) const { return m_tools[static_cast<size_t>(runner)]; }
  Tool& touch(Runner runner, const Line& line);
  static bool is_test_output(Runner runner, const Tool& tool, const Facts& facts);

  std::array<Tool, static_cast<size_t>(Runner::count_)> m_tools;
};

}  // namespace assay::logs
