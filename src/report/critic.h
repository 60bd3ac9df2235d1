// A critic's report as documents: docs/formats/critic.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/critic.h"

namespace assay::report {

json::value critic_json(const model::CriticReport& report);
json::value criterion_json(const model::CriterionReport& criterion);
json::value finding_json(const model::CriticFinding& finding);
std::string critic_markdown(const model::CriticReport& report);

// Reports as critics hand them in: one object, a list of them, or either in the last fence of a text.
// Members that are not known are kept. Words that are no verdict are errors of the critic and
// become findings; a report without critic, task_id or round is no report (invalid_input).
Result<std::vector<model::CriticReport>> read_critic(std::string_view text, std::string_view what);

// What critic_json wrote, as the store keeps it.
Result<model::CriticReport> read_merged(std::string_view text, std::string_view what);

}  // namespace assay::report
