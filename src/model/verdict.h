// What a finding and a verdict are. Data only; the judge fills them, reports print them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::model {

// Which input a finding comes from.
enum class Source { task, diff, verify_logs, builder_report, system };
// A note is shown and decides nothing.
enum class Severity { must_fix, should_fix, note };
enum class Decision { open_pr, open_pr_with_warning, block_pr, needs_context };
enum class FinalVerdict { mergeable, conditional, not_mergeable, inconclusive };
enum class Grade { reported, executed };
enum class Risk { low, medium, high };

std::string_view name(Source);
std::string_view name(Severity);
std::string_view name(Decision);
std::string_view name(FinalVerdict);
std::string_view name(Grade);
std::string_view name(Risk);
std::optional<Decision> decision_named(std::string_view);
std::optional<FinalVerdict> final_verdict_named(std::string_view);

// Where in an input the evidence stands. `line` counts from 1 in that input (the diff text, the
// log); columns are byte offsets in the cleaned line, end exclusive, both 0 for the whole line.
// For diffs `path` and `file_line` say where that is in the changed file (new side for added
// lines, old side for removed ones).
struct Span {
  Source source = Source::system;
  std::uint64_t line = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string path;
  std::uint64_t file_line = 0;
  std::string text;  // the evidence itself: one line, bounded
};

// A reason for a verdict. `rule` is stable and documented in docs/rules.md ("log.pytest.failed",
// "tests.deleted"); `evidence` is one short line for people, taken from the first span.
struct Finding {
  std::string rule;
  Source source = Source::system;
  Severity severity = Severity::should_fix;
  std::string message;
  std::string evidence;
  std::vector<Span> spans;
  std::uint64_t more = 0;  // further places left out by the cap
  std::string id{};        // names it: model/waiver.h
};

struct Verdict {
  Decision decision = Decision::needs_context;
  Grade grade = Grade::reported;
  std::vector<Finding> must_fix;
  std::vector<Finding> should_fix;
  std::vector<Finding> notes;  // decide nothing
  int confidence = 0;
  Risk risk = Risk::medium;
  std::string summary;
};

std::vector<Finding>& list_for(Severity severity, Verdict& verdict);

}  // namespace assay::model
