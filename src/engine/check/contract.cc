#include "engine/check/contract.h"

#include "engine/check/artifacts.h"
#include "judge/outcome/judge.h"

namespace assay::engine {

Result<model::Check> check_contract(const ContractRequest& request) {
  judge::Inputs inputs;
  inputs.proof.unknown = judge::k_nothing_run;
  inputs.task = request.task;
  inputs.builder_report = request.builder_report;
  inputs.verify_logs = request.verify_logs;
  inputs.rules.policy.waivers = request.waivers;
  inputs.rules.today = utc_now().substr(0, 10);
  std::unique_ptr<judge::Change> change;
  if (request.diff != nullptr) {
    TRY_ASSIGN(change, judge::read_change(*request.diff, nullptr));
    inputs.change = change.get();
  }
  return judge::judge(inputs);
}

}  // namespace assay::engine
