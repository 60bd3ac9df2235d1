// What the judge is given. The diff is read first, before any command of the change may run and
// touch anything; outcomes of commands come as values and outrank what their logs say.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "diff/facts.h"
#include "judge/outcome/rule_driver.h"
#include "judge/outcome/waive.h"
#include "logs/facts.h"
#include "logs/machine_trouble.h"
#include "model/proof.h"
#include "reports/coverage.h"
#include "reports/mutation.h"
#include "reports/report.h"

namespace assay::judge {

// A diff that went past the rules once.
struct Change {
  explicit Change(SharedOwnRules own) : rules(std::move(own)) {}
  RuleDriver rules;
  diff::Summary summary;
};
// `own`: rules of the repository besides ours; nullptr: none.
Result<std::unique_ptr<Change>> read_change(ByteSource& diff, SharedOwnRules own = nullptr);

// A verification command with how it ended and what its output said.
struct CommandRun {
  std::string command;
  std::optional<int> exit_code;       // empty when it did not exit by itself
  std::optional<std::string> signal;  // "SIGKILL"
  std::string beyond{};               // the limit for which it was ended: "its limit of memory"
  bool timed_out = false;
  bool could_not_start = false;
  bool output_limit = false;  // ended because it wrote too much
  std::uint64_t timeout_ms = 0;
  std::uint64_t duration_ms = 0;
  std::uint64_t log_line = 0;  // lines of the verify logs before its output
  logs::Facts log;
  std::vector<reports::Report> reports{};            // what its runners reported to us, one for each
  std::vector<std::string> contradicted{};           // tests reported as passed that its output says did not
  std::vector<logs::Runner> started{};               // runners that it was seen to start
  bool test_program = false;                         // it starts a program that is a test by its own name
  bool listened = false;                             // we started it, and its runners could have reported
  std::vector<logs::Runner> asked{};                 // runners that it was seen to start and that were asked for one
  std::optional<logs::MachineTrouble> trouble{};     // why it failed, where the machine is to blame
  std::string report_hidden{};                       // why none could be asked, and what to set
  bool narrowed = false;                             // it ran no tests but those that were selected
  reports::Coverage coverage{};                      // lines that it executed, of files that were asked for
  std::vector<reports::MutationReport> mutations{};  // what mutation tools that it started wrote while it ran
};

// A test that passed on the base and did not run, or was skipped, on the change.
struct LostTest {
  std::string name{};  // as people write it
  std::string file{};  // empty: the runner does not say
  std::string own{};   // the part that stands in its source
  bool skipped = false;
  std::uint64_t before = 0, now = 0;  // cases of it that passed
  // What the engine finds out: its source is still in the tree as it was.
  bool is_there = false;
  // Of a table of which a part does not run any more: the cases that are gone, and whether it is written anew (cases
  // of other names run in their place, or one test without a table).
  std::vector<std::string> cases{};
  bool written_anew = false;
};

// A command that names no test, and of which fewer passed than on the base.
struct FewerTests {
  std::string command{};
  std::uint64_t before = 0, now = 0;
  // What the engine finds out: the change touches a file that may hold tests.
  bool touches_tests = false;
};

// The same commands on the base.
struct Comparison {
  std::vector<CommandRun> base{};  // as the commands; empty: not compared
  std::vector<LostTest> lost{};
  std::vector<FewerTests> fewer{};
  std::string unknown{};  // why it was not compared; empty: it was, or there was nothing to compare
};

// Why nothing is proven where Assay reads what others ran, or has nothing to run.
inline constexpr std::string_view k_nothing_run = "no command was run here";

struct Inputs {
  std::string task;                   // empty: no task
  Change* change = nullptr;           // null: no diff
  ByteSource* verify_logs = nullptr;  // null: none, or commands carries what ran
  std::vector<CommandRun> commands;
  bool executed = false;  // Assay ran the commands itself (evidence_grade)
  // Where it ran them: only tests are evidence for a change of code, and what the policy names besides.
  std::vector<std::string> sufficient{};
  Comparison comparison{};
  model::Proof proof{};
  std::vector<std::string> suggested{};  // commands that would run tests here, to be named where none did
  // The checks belong to the repository and ran as the change left them: every edit of theirs is told.
  bool tells_edited_checks = false;
  std::string builder_report;
  std::vector<model::Finding> extra;  // found while the evidence was collected
  RulesInForce rules{};
};

}  // namespace assay::judge
