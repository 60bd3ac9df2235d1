// A check of inputs that were handed over. Nothing is collected and nothing is run.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "model/check.h"
#include "model/waiver.h"

namespace assay::engine {

struct ContractRequest {
  std::string task;
  std::string builder_report;
  ByteSource* diff = nullptr;            // null: not given
  ByteSource* verify_logs = nullptr;     // null: not given
  std::vector<model::Waiver> waivers{};  // of the person who asks
};

Result<model::Check> check_contract(const ContractRequest& request);

}  // namespace assay::engine
