// One whole check: the verdict, how it was come by, and what was seen on the way. The contract's
// document is a projection of this; the full document (assay.json) shows all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/proof.h"
#include "model/pull_request.h"
#include "model/verdict.h"
#include "model/verification.h"
#include "model/waiver.h"

namespace assay::model {

// A verification command that Assay ran.
struct RanCommand {
  std::string command;
  std::optional<int> exit_code;
  std::optional<std::string> signal;
  std::uint64_t duration_ms = 0;
  bool timed_out = false;
  std::uint64_t timeout_ms = 0;
  bool could_not_start = false;
  bool truncated = false;  // its output was longer than what was kept
  std::uint64_t output_bytes = 0;
};

// Whether the commands were also run on the base, and their tests compared.
struct BaseComparison {
  std::string why_not;        // empty: they were
  bool side_by_side = false;  // at the same time as on the change
  bool is_made() const { return why_not.empty(); }
};

struct RunInfo {
  std::string id;
  std::string started_at;
  std::string completed_at;
  std::uint64_t duration_ms = 0;
  std::string workspace;
  std::string base_ref;
  std::string head_ref;
  std::string base_commit{};  // what those names meant; empty: not known
  std::string head_commit{};
  std::string artifacts_dir;
  std::vector<std::string> changed_files;
  std::uint64_t changed_files_total = 0;
  std::vector<RanCommand> commands;
  std::string limits;        // who held them to their memory: "cgroup", "watched"; empty: nobody
  std::string sandbox;       // the sandbox they ran in: "bubblewrap", "landlock", "off"; empty: nothing ran
  std::string sandbox_note;  // what a person should know of it: why there was none, what may have failed because of it
  std::optional<BaseComparison> base_comparison;  // nothing: no command ran
};

// A saved file that backs the verdict.
struct EvidenceItem {
  std::string id;    // "E-1"
  std::string kind;  // intent diff verify_logs builder_report verdict markdown
  std::string path;  // relative to the artifacts folder
  std::string summary;
};

// What one runner said in a log.
struct RunnerAccount {
  std::string runner;
  std::string log;  // "verify_logs", or the command whose output it was
  std::uint64_t first_line = 0, last_line = 0;
  std::uint64_t passed = 0, failed = 0, errors = 0, skipped = 0, todo = 0, flaky = 0, warnings = 0;
  bool summary = false;
  std::string source = "text";  // who was believed: "report", the runner's own; "text", what was printed
};

struct DiffAccount {
  bool is_diff = false;
  std::string problem;
  std::uint64_t files = 0, added = 0, removed = 0, binaries = 0, bytes = 0;
  std::vector<std::string> paths;
};

// Findings of a rule that the base's configuration switches off.
struct SwitchedOff {
  std::string rule;
  std::uint64_t findings = 0;
};

struct Check {
  Verdict verdict;
  std::vector<WaivedFinding> waived;
  std::vector<SwitchedOff> switched_off;
  std::vector<Finding> known;                 // of the baseline
  std::optional<FinalVerdict> final_verdict;  // workspace and orchestrator mode
  std::vector<std::string> conditions;
  std::optional<RunInfo> run;
  std::vector<EvidenceItem> evidence;
  std::vector<RunnerAccount> runners;
  DiffAccount diff;
  Proof proof;
  std::vector<CriterionProof> claims;  // of the task; of no mission
  std::optional<PullRequest> pull_request;
  bool has_task = false, has_diff = false, has_logs = false, has_report = false, has_positive = false;
  bool high_risk = false;
};

}  // namespace assay::model
