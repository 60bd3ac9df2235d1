// [rules] and [[waive]] of assay.toml: which rules count how, and which findings are set aside. Read from the base
// revision, never from the change that is judged. Unknown rules and keys are errors.
#pragma once

#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "model/waiver.h"

namespace assay::engine {

Result<model::RulePolicy> parse_rule_policy(std::string_view text, std::string_view name);
// Of a document that is parsed already.
Result<model::RulePolicy> read_rule_policy(const json::object& tables, std::string_view name);

}  // namespace assay::engine
