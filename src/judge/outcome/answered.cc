// A rule over the diff sees that an assertion was replaced or that an expected value changed. It cannot see whether
// something is hidden by that. The proofs can, in two cases:
//
// - The old form of the edited tests passes on the new code: nothing that was asserted before stopped to hold, so the
//   edit hides nothing.
// - The old form fails, and that is what was asked for: the task asks for other behaviour and its words name the test,
//   tests that the change does not touch hold, and another test, a new one, bites.
//
// In both cases every piece of the change must be proven. An expectation that was rewritten to agree with wrong code
// has the same proofs as an honest one, so where the task says that something stays nothing is answered.
#include "judge/outcome/answered.h"

#include <algorithm>

#include "base/text.h"
#include "judge/outcome/test_name.h"
#include "judge/task_kind.h"

namespace assay::judge {

namespace {

using model::HunkProof;
using model::Severity;
using model::TestProof;

enum class AnsweredBy { nothing, old_form, wish };

// What would answer a finding of that rule.
AnsweredBy answer_for(std::string_view rule) {
  if (rule == "tests.assertion-removed" || rule == "tests.assertion-weakened") return AnsweredBy::old_form;
  if (rule == "tests.expectation-rewritten" || rule == "tests.snapshot-rewritten") return AnsweredBy::wish;
  return AnsweredBy::nothing;
}

bool is_asserted(const model::ProvenTest& test) { return test.proof == TestProof::discriminating && test.asserted; }

bool is_all_proven(const model::Proof& proof) {
  return proof.level == model::ProofLevel::full && proof.unknown.empty() && !proof.out_of_time &&
         count_of(proof, HunkProof::proven) > 0 && count_of(proof, HunkProof::unproven) == 0 &&
         count_of(proof, HunkProof::not_tried) == 0 && count_of(proof, TestProof::flaky) == 0;
}

bool is_old(const model::Proof& proof, std::string_view test) {
  return std::any_of(proof.old_expectations.begin(), proof.old_expectations.end(),
                     [&](const auto& old) { return old.test == test; });
}

// A test that bites beside those whose expectations changed.
const model::ProvenTest* find_biting(const model::Proof& proof) {
  const auto found = std::find_if(proof.tests.begin(), proof.tests.end(),
                                  [&](const auto& test) { return is_asserted(test) && !is_old(proof, test.test); });
  return found == proof.tests.end() ? nullptr : &*found;
}

bool was_asked_for(const model::Proof& proof, const TaskView& task) {
  if (proof.held == 0 || proof.old_expectations.empty()) return false;
  return std::all_of(proof.old_expectations.begin(), proof.old_expectations.end(),
                     [&](const auto& old) { return task.mentions(own_name(old.test)); });
}

std::string answer_to(const model::Finding& finding, const model::Proof& proof, const TaskView& task,
                      const model::ProvenTest& biting) {
  const auto proven = cat("`", excerpt(biting.test, 120), "` fails on the code before and passes now, and ",
                          plural(count_of(proof, HunkProof::proven), "piece"), " of the change ",
                          count_of(proof, HunkProof::proven) == 1 ? "is" : "are", " proven");
  switch (answer_for(finding.rule)) {
    case AnsweredBy::nothing: return {};
    case AnsweredBy::old_form:
      if (proof.old_held == 0 || !proof.old_expectations.empty()) return {};
      return cat("The old form of the edited tests still holds on the new code; ", proven, ".");
    case AnsweredBy::wish:
      if (!was_asked_for(proof, task)) return {};
      return cat(plural(proof.held, "test"), " that the change does not touch still ",
                 proof.held == 1 ? "holds" : "hold", "; ", proven, ".");
  }
  return {};
}

}  // namespace

void answer_by_proof(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& findings) {
  if (!is_all_proven(proof) || task.preserves || !asks_for_behaviour(task)) return;
  const auto* biting = find_biting(proof);
  if (biting == nullptr) return;
  for (auto& finding : findings) {
    if (finding.severity != Severity::should_fix) continue;
    const auto answer = answer_to(finding, proof, task, *biting);
    if (answer.empty()) continue;
    finding.severity = Severity::note;
    finding.message += cat(" Answered by the proof: ", answer);
  }
}

}  // namespace assay::judge
