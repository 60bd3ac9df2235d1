#include "engine/work/plan_trial.h"

#include <algorithm>

#include "base/text.h"
#include "engine/verify/base_evidence.h"
#include "engine/work/critic/critic_evidence.h"
#include "plan/criterion_evidence.h"

namespace assay::engine {

namespace {

using model::EvidenceKind;
using model::SuccessCriterion;

constexpr size_t k_most_tried = 20;
constexpr std::int64_t k_longest_ms = 600'000;  // for all of them; one that was begun may go on

// What can be told before anybody has worked: the change is empty, and a server that nobody starts does not answer.
bool can_be_tried(const SuccessCriterion& criterion) {
  const auto& arguments = criterion.arguments;
  if (criterion.evidence == EvidenceKind::http)
    return std::any_of(arguments.begin(), arguments.end(), [](const auto& each) { return each.first == "start"; });
  return model::is_machine_checked(criterion.evidence) && criterion.evidence != EvidenceKind::diff;
}

std::vector<SuccessCriterion> all_evidence(const model::Mission& mission, const model::Plan& plan) {
  std::vector<SuccessCriterion> out;
  for (const auto& task : plan.tasks) out.insert(out.end(), task.success_criteria.begin(), task.success_criteria.end());
  for (const auto& text : mission.pack.criteria) {
    for (auto& evidence : plan::evidence_of(text)) out.push_back(std::move(evidence));
  }
  std::erase_if(out, [](const SuccessCriterion& each) { return !can_be_tried(each); });
  return out;
}

BaseTrial trial_of(const model::CriterionReport& report) {
  using model::CriterionVerdict;
  if (report.verdict == CriterionVerdict::information_missing) return {model::OnBase::not_tried, report.missing_info};
  if (report.verdict == CriterionVerdict::unsatisfied) return {model::OnBase::does_not_hold, report.missing_info};
  return {model::OnBase::holds, report.citations.empty() ? std::string() : cat(summary(report.citations.front()), ".")};
}

}  // namespace

Result<void> try_plan_on_base(const WorkContext& context, const model::Mission& mission, const model::Task& planning,
                              const model::Plan& plan) {
  const auto all = all_evidence(mission, plan);
  if (all.empty()) return {};
  TRY_ASSIGN(const auto base, BaseEvidence::open(context.repository, &context.store, mission.base_commit));
  const Candidate candidate{mission.base_commit, base.tree_id(), mission.base_commit};
  const ExamineRequest request;
  CriticPlace place(context, planning, &mission, candidate);
  const Evidences evidences{base.tree(), {}, place, request};
  const auto begun = context.clock.now();
  size_t tried = 0;
  for (const auto& criterion : all) {
    TRY_ASSIGN(const auto known, base.of(criterion));
    if (known.on_base != model::OnBase::not_tried) continue;
    if (++tried > k_most_tried || context.clock.now().ms - begun.ms > k_longest_ms) return {};
    TRY_ASSIGN(const auto report, look_at(criterion, evidences));
    TRY(base.keep(context.store, criterion, trial_of(report)));
  }
  return {};
}

}  // namespace assay::engine
