// What a mission promises, before and after its work: each criterion with the evidence that would show it, and what
// that evidence says on the commit that the work starts from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/terminal.h"
#include "engine/verify/base_evidence.h"
#include "model/plan.h"
#include "model/task.h"
#include "ops/fields.h"

namespace assay::ops {

struct PromisedEvidence {
  model::SuccessCriterion criterion;
  engine::BaseTrial trial;
  void fields(Fields& f);
};

struct PromisedCriterion {
  std::string task;  // its name; empty: of the mission
  std::string id;    // "C-1" of the mission, "SC-1" of a task
  std::string text;
  bool general = false;              // one of the fixed sentences
  std::optional<std::string> vague;  // why nobody could check it, or why it cannot fail
  std::vector<PromisedEvidence> evidence;
  // Nothing that a machine looks at: a person or a critic has to say.
  bool is_for_person() const { return evidence.empty(); }
  // All of its evidence holds before the work.
  bool proves_nothing() const;
  void fields(Fields& f);
};

// Criteria of a mission, numbered from 1. `base` may be nullptr: nothing is looked up there.
Result<std::vector<PromisedCriterion>> promised_by(const std::vector<std::string>& criteria,
                                                   const engine::BaseEvidence* base);
// The success criteria of the tasks of a plan.
Result<std::vector<PromisedCriterion>> promised_by(const model::Plan& plan, const engine::BaseEvidence* base);

// Those of a task, or of the mission: each text with what would show it below.
std::string promised_lines(const std::vector<PromisedCriterion>& criteria, std::string_view task,
                           const Terminal& terminal);
// "shown by …", "for a person", "proves nothing: …", each on a line of its own.
std::string evidence_lines(const PromisedCriterion& criterion, const Terminal& terminal, std::string_view indent);

}  // namespace assay::ops
