// The verdict. Pure: the same evidence gives the same verdict, with no clock, randomness or I/O
// beyond the given sources.
#pragma once

#include "base/result.h"
#include "diff/facts.h"
#include "judge/evidence.h"
#include "model/verdict.h"

namespace assay::judge {

struct Judgement {
  model::Verdict verdict;
  diff::Summary diff;
  logs::Facts log;  // of the verify logs, when given as text
  bool has_task = false, has_diff = false, has_logs = false, has_report = false, has_positive = false;
  bool high_risk = false;
};

Result<Judgement> judge(const Inputs& inputs);

// The workspace verdict that follows from a judgement.
model::FinalVerdict final_verdict(const Judgement& judgement, bool ran_commands);

}  // namespace assay::judge
