// From how a run ended to what becomes of its task. Pure, and the only place that decides it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "agents/agent.h"
#include "base/clock.h"
#include "engine/work/job.h"
#include "engine/work/task_run.h"
#include "model/mission.h"
#include "store/jobs.h"

namespace assay::engine {

// What has been tried before, in this round.
struct AttemptCounts {
  std::uint32_t counted = 1;         // runs that count as attempts, this one included
  std::uint32_t waits_in_a_row = 0;  // times in a row that the service asked to wait, this one included
};
AttemptCounts attempts_so_far(const std::vector<model::Run>& runs, std::uint32_t round);

struct Ended {
  const model::Task& task;
  const model::Mission* mission = nullptr;
  const WorkPolicy& policy;
  AttemptCounts tries;
  Interruption interruption = Interruption::none;
  Time now;
  bool has_change = false;  // of the files, by the task or its subtasks
};

// Why a task goes no further, and whether it may be tried again.
enum class Verdict {
  done,        // goes on to its check
  failed,      // tried again as often as the task allows
  ended,       // failed, and not tried again before a person has looked
  transient,   // tried again as often as the mission allows
  wait,        // tried again when the service allows, at no cost
  given_back,  // tried again at no cost
  blocked,     // a person has to do something first
};
struct Judged {
  Verdict verdict = Verdict::done;
  std::string reason;
};
Judged judge_run(const TaskRun& run, const model::Task& task, Interruption interruption);
Judged judge_end(const agents::Report& report, Interruption interruption);

// The moves, the note for the history and the retries they use.
store::JobFinish moves_after(const TaskRun& run, const Ended& ended);
store::JobFinish moves_for(const Judged& judged, const agents::Report& report, const Ended& ended,
                           std::string_view detail);

// 1 × delay, 2 ×, 4 ×, …, at most an hour.
std::int64_t backoff_ms(std::uint64_t delay_ms, std::uint32_t tries);

}  // namespace assay::engine
