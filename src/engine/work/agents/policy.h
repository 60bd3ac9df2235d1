// How a repository wants its work to be done: [work] of assay.toml, read from the target branch and
// never from the work itself. Unknown keys are errors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "git/repository.h"
#include "model/mission.h"

namespace assay::engine {

// What happens to a task whose agent says nothing: a note and nothing else, its end as a failure, or
// its end and another try.
enum class StallPolicy { warn, kill, retry };
std::string_view name(StallPolicy);

struct WorkPolicy {
  std::uint64_t heartbeat_ms = 600'000;  // silence after which a task is stalled
  StallPolicy stalled = StallPolicy::warn;
  std::uint64_t retry_delay_ms = 5'000;  // before the second try; twice that before the third, …
  std::uint64_t progress_ms = 60'000;    // between two notes of progress in the history
  std::uint32_t max_rounds = 3;          // of work and judgement, then a person is asked
};

Result<WorkPolicy> parse_work_policy(std::string_view text, std::string_view name);

// Of the commit whose policy counts for the mission: the target's, or where it began when the target is gone.
Result<std::string> policy_commit_of(const git::Repository& repository, const model::Mission& mission);
Result<WorkPolicy> read_work_policy(const git::Repository& repository, const std::string& policy_commit);

}  // namespace assay::engine
