// One success criterion, looked at: what its evidence says on the candidate. Inside the critic only.
#pragma once

#include <span>

#include "base/result.h"
#include "engine/work/critic/critic.h"
#include "engine/work/critic/critic_place.h"
#include "git/snapshot.h"
#include "judge/critic/decisions.h"
#include "model/critic.h"

namespace assay::engine {

struct Evidences {
  const git::Tree& tree;
  std::span<const judge::TouchedPath> touched;
  CriticPlace& place;
  const ExamineRequest& request;
};

// Error: it could not be found out because something of ours failed; what the work is to blame for, or
// what this machine cannot do, is a verdict.
Result<model::CriterionReport> look_at(const model::SuccessCriterion& criterion, const Evidences& evidences);

}  // namespace assay::engine
