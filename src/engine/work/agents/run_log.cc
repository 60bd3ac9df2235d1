#include "engine/work/agents/run_log.h"

#include "base/text.h"
#include "engine/evidence.h"
#include "os/files.h"
#include "store/runs.h"

namespace assay::engine {

Result<std::string> kept_log_path(const Home& home, const store::Store& store, const model::TaskId& task,
                                  std::optional<std::uint64_t> run) {
  TRY_ASSIGN(const auto runs, store.runs().of(task));
  const model::Run* chosen = nullptr;
  if (run) {
    if (*run > 0 && *run <= runs.size()) chosen = &runs[*run - 1];
  } else {
    for (const auto& each : runs) chosen = each.log.empty() ? chosen : &each;
  }
  if (chosen == nullptr || chosen->log.empty()) {
    return not_found(run ? cat("task ", task.text, " has no log of run ", *run)
                         : cat("task ", task.text, " has no log yet"));
  }
  return Evidence(os::join_path(home.folder, "evidence")).path_of(chosen->log);
}

}  // namespace assay::engine
