// What a person may answer of a mission's checks, and for which commits an answer counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/evidence.h"
#include "git/repository.h"
#include "model/mission.h"
#include "store/store.h"

namespace assay::engine {

struct Answerable {
  std::string work;                   // the commits that an answer is for (Verification::work)
  bool moved = false;                 // the branches hold other commits by now
  std::vector<model::CheckId> asked;  // command checks that wait for a person
};

// An answer is for what was verified last, which is what a person could read; before the first verification for what is
// on the branches now. Error not_found when there is no work.
Result<Answerable> answerable(const git::Repository& repository, const store::Store& store, const Evidence& evidence,
                              const model::Mission& mission);

// The first check that the last verification asks a person about and that nobody has answered since. Nothing: what is
// to be done next is to verify.
Result<std::optional<model::AcceptanceCheck>> open_question(const store::Store& store, const model::MissionId& mission);
// The command that answers it.
std::string answer_command(const model::MissionId& mission, const model::AcceptanceCheck& check);

}  // namespace assay::engine
