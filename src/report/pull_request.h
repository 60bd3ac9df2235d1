// The pull request of a check as a document, and the schema of that.
#pragma once

#include "base/json.h"
#include "model/pull_request.h"

namespace assay::report {

json::object pull_request_json(const model::PullRequest& pull);
json::value pull_request_schema();

}  // namespace assay::report
