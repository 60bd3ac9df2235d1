#include "base/text.h"
#include "engine/land/attest.h"
#include "engine/land/run.h"
#include "store/landings.h"

namespace assay::engine {

// A landing that could not be signed has landed all the same; the next run, or a person, signs it.
void attest(LandRun& run, const model::MissionId& mission) {
  const auto attested = attest_landing(run.context.repository, run.context.folder, run.context.store, mission);
  if (attested) {
    if (attested->written) run.did(cat("signed: see assay audit show ", attested->commit.substr(0, 12)));
    return;
  }
  run.report.notes.push_back(
      cat("it is not signed: ", attested.error().message, "; later: assay audit attest ", mission.text));
}

Result<void> record_landing(LandRun& run, const std::string& commit, const std::string& proof) {
  run.at(LandStep::record);
  auto& store = run.context.store;
  // All of a batch or none: a batch is signed as a whole.
  TRY(store.together([&]() -> Result<void> {
    for (auto& each : run.together) {
      TRY_ASSIGN(each.landing, store.change(run.request.actor).landings().finish(each.landing.id, commit, proof));
    }
    TRY_ASSIGN(run.landing, store.change(run.request.actor).landings().finish(run.landing.id, commit, proof));
    return {};
  }));
  run.did(cat("recorded: ", proof));
  run.at(LandStep::attest);
  attest(run, run.mission.id);
  return {};
}

}  // namespace assay::engine
