// What one run of an acceptance check proves. Exit code 0 passes a check, but not against its own
// words: where the output is that of a known runner, no tests run, all skipped, or failures printed
// beside exit code 0 fail it, with the reason. What could not be started was not run; that is
// neither a pass nor a failure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/outcome/evidence.h"
#include "model/verdict.h"

namespace assay::judge {

enum class Proof { passed, failed, not_run };
std::string_view name(Proof);

struct CheckOutcome {
  Proof proof = Proof::not_run;
  std::string reason;                    // one sentence; empty for a plain pass
  std::vector<model::Finding> findings;  // with places in the output
  std::uint64_t tests_passed = 0;        // as the recognised runners counted them
  std::uint64_t tests_failed = 0;
  std::uint64_t tests_skipped = 0;
};

CheckOutcome judge_check(const CommandRun& run);

// Of a command after which files that it was to check are not what they were (`paths`, at least one).
model::Finding rewrote_files(std::string_view command, const std::vector<std::string>& paths);

// Of a command that wrote code and left it as it was (`paths`, at least one).
model::Finding put_back_files(std::string_view command, const std::vector<std::string>& paths);

// Of loaded files that are not what their source or their package says (`paths`, at least one).
model::Finding changed_dependencies(const std::vector<std::string>& paths);

// Of files that took part in a run although git ignores them (`paths`, at least one).
model::Finding ignored_files(const std::vector<std::string>& paths);

// Of commands that failed beside the run on the base and passed when they ran alone.
model::Finding passed_alone();

}  // namespace assay::judge
