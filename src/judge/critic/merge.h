// Reports of several critics become one: every criterion of the plan with the lowest verdict that
// anybody gave it, what is not satisfied promoted to findings, findings that say the same joined,
// and one route for all. Pure; linear in the findings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/critic.h"
#include "model/task.h"

namespace assay::judge {

struct MergeFrame {
  std::string task_id;
  std::uint32_t round = 1;
  std::string tree;
  std::span<const model::SuccessCriterion> criteria;  // of the plan, in its order
  // Whether criteria that nobody looked at become findings. They are left when others were found to be
  // broken, and reading them was not worth its price yet.
  enum class Open { promote, leave };
  Open open = Open::promote;
};

// The reports must have been checked (check.h). Findings come with the gravest first and
// else in the order they were given.
model::CriticReport merge(const MergeFrame& frame, std::vector<model::CriticReport> reports);

// Worth saying and no reason to send the work back: a nit that the agent alone could mend.
bool is_remark(const model::CriticFinding& finding);

// Where the findings lead together: the route with the highest precedence; commit without findings.
model::Route route(std::span<const model::CriticFinding> findings);

// Sets severity and route from the category: an unknown one is grave and ends the loop. With no
// criteria in the plan, nobody but the plan's author can meet one.
enum class PlanCriteria { some, none };
void normalise(model::CriticFinding& finding, PlanCriteria criteria);

// Joins findings that say the same: the gravest severity, all who confirmed it, the longest text.
void join_same(std::vector<model::CriticFinding>& findings);

// The report on a task whose plan has no success criteria: one finding that points at the gap.
model::CriticReport report_without_criteria(const MergeFrame& frame, std::string_view plan_file);

}  // namespace assay::judge
