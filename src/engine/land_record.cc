#include "base/text.h"
#include "engine/attest.h"
#include "engine/land_run.h"

namespace assay::engine {

// A landing that could not be signed has landed all the same; the next run, or a person, signs it.
void attest(LandRun& run) {
  run.at(LandStep::attest);
  const auto signed_ = attest_landing(run.context.repository, run.context.folder, run.context.store, run.mission.id);
  if (signed_) {
    if (signed_->written) run.did(cat("signed: see assay audit show ", signed_->commit.substr(0, 12)));
    return;
  }
  run.report.notes.push_back(
      cat("it is not signed: ", signed_.error().message, "; later: assay audit attest ", run.mission.id.text));
}

Result<void> record_landing(LandRun& run, const std::string& commit, const std::string& proof) {
  run.at(LandStep::record);
  TRY_ASSIGN(run.landing, run.context.store.finish_landing(run.landing.id, commit, proof, run.request.actor));
  run.did(cat("recorded: ", proof));
  attest(run);
  return {};
}

}  // namespace assay::engine
