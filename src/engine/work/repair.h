// A failed verification becomes work: fix tasks, each told what was expected, what was seen and whose
// changes it speaks of. The same failure is not mended more often than the mission's retry budget allows;
// then the mission is held for a person, with all that was tried.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "judge/outcome/attribute.h"
#include "model/mission.h"
#include "model/verification.h"
#include "store/tasks.h"

namespace assay::engine {

struct Repair {
  std::vector<store::TaskDraft> tasks;  // to be added
  std::string hold;                     // why a person is needed instead; empty: not
};

// What the tasks' branches changed, of those that are completed.
Result<std::vector<judge::TaskTrace>> traces_of(const git::Repository& repository, const model::Mission& mission,
                                                const std::vector<model::Task>& tasks);

// Pure. `tasks` are all of the mission: earlier fix tasks carry the failure they were for. What the gate finds in work
// that a person accepted is held for a person: a fix would undo the decision.
Repair plan_repair(const model::Mission& mission, const std::vector<model::Task>& tasks,
                   const std::vector<judge::TaskTrace>& traces, const std::vector<store::AcceptedWork>& accepted,
                   const model::Verification& verification);

// Both, for the job that verified.
Result<Repair> repair(const git::Repository& repository, store::Store& store, const model::Verification& verification);

// Work that does not merge is done again on top of the others', as long as the retry budget lasts.
struct Redo {
  std::vector<store::TaskMove> moves;
  std::string hold;  // as above
};
Result<Redo> redo_conflicting(store::Store& store, const model::Verification& verification);

// Fingerprints of the failures that a fix task was made for.
std::vector<std::string> failures_in(const model::Task& fix);

}  // namespace assay::engine
