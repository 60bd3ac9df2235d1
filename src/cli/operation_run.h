// How the command line runs an operation and shows its answer; those that take long show what goes on meanwhile.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "ops/context.h"

namespace assay::cli {

struct Setting {
  ops::Context& context;
  bool as_json = false;
  bool tells_of_store = true;  // `init` says it in its answer
};

Result<int> run_land(Setting& setting, const json::object& from);
Result<int> run_queue(Setting& setting, const json::object& from);
Result<int> run_ship(Setting& setting, const json::object& from);
Result<int> run_redeploy(Setting& setting, const json::object& from);

}  // namespace assay::cli
