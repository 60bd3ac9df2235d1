// When work goes on and when it does not: pure over what the store says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/work/agents/policy.h"
#include "store/jobs.h"

namespace assay::engine {

// Where a mission stands as seen by someone who runs it.
struct Standing {
  enum class At {
    going,         // something runs, or will
    reached,       // ready to land, or further
    needs_person,  // nothing will happen by itself
  };
  At at = At::going;
  std::optional<Time> not_before;  // going: nothing happens earlier than that
  std::vector<std::string> why;    // needs_person: what is asked of whom, a line each
};

// Whether it waits for an answer. Then a retry would drop the question.
Result<bool> is_asking(const store::Store& store, const model::TaskId& task);

// `takes` is what the asking worker would take on; what others have in hand counts as going.
Result<Standing> standing_of(const store::Store& store, const model::MissionId& mission,
                             const store::ClaimRequest& takes, Time now);

// When a worker should look again although nothing was told to it; nothing: there is no job it would take.
Result<std::optional<Time>> next_look(const store::Store& store, const store::ClaimRequest& takes);

// A silence, and what to do about it.
enum class StallStep { none, tell, end };
struct Silence {
  Time heard;         // when it last said something
  bool told = false;  // in this silence
};
StallStep stall_step(const Silence& silence, const WorkPolicy& policy, Time now);

}  // namespace assay::engine
