#include "engine/check/plan_on_base.h"

#include "base/text.h"
#include "engine/check/snapshot.h"
#include "git/snapshot.h"
#include "plan/evidence_lint.h"

namespace assay::engine {

Result<void> check_plan_on_base(const git::Repository& repository, std::string_view commit, const model::Plan& plan) {
  if (commit.empty()) return {};
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, commit));
  const auto base = snapshot_of(tree);
  std::vector<std::string> wrong;
  for (const auto& task : plan.tasks) {
    for (const auto& criterion : task.success_criteria) {
      const auto why = plan::why_holds_on_base(criterion, *base);
      if (why) wrong.push_back(cat("task \"", excerpt(task.name, 60), "\", ", criterion.id, ": ", *why));
    }
  }
  if (wrong.empty()) return {};
  constexpr size_t k_most_named = 10;
  const size_t more = wrong.size() > k_most_named ? wrong.size() - k_most_named : 0;
  wrong.resize(wrong.size() - more);
  return invalid_input(cat("plan: ", join(wrong, "; "), more > 0 ? cat("; and ", more, " more") : std::string()));
}

}  // namespace assay::engine
