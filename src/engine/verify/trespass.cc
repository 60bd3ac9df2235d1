// Checks without a sandbox can reach everything that their user can. What lies around them is looked at before the
// first command and after the last one; what they changed that is not theirs fails the verification.
#include <algorithm>

#include "base/text.h"
#include "engine/verify/run.h"

namespace assay::engine {

namespace {

WatchedPlace place_of(const VerifyRun& run) {
  return {run.context.repository, run.context.folder, &run.context.store, run.context.clock};
}

void add_new(const std::vector<std::string>& lines, std::vector<std::string>& out) {
  for (const auto& line : lines) {
    if (std::find(out.begin(), out.end(), line) == out.end()) out.push_back(line);
  }
}

// Which of them did it is not known, so none of them shows anything. No quarantine excuses that.
void fail_checks(VerifyRun& run) {
  for (auto& check : run.result.checks) {
    const bool says_something =
        check.status == model::AcceptanceStatus::passed || check.status == model::AcceptanceStatus::failed;
    if (check.kind != model::AcceptanceKind::command || !says_something) continue;
    check.quarantined.clear();
    if (check.status == model::AcceptanceStatus::failed) continue;
    check.status = model::AcceptanceStatus::failed;
    check.reason = "It ran without a sandbox, and what is not its own was changed meanwhile.";
  }
}

}  // namespace

Result<void> look_around(VerifyRun& run, const std::string& worktree) {
  if (run.sandbox.level != os::Sandbox::Level::off) return {};
  Surroundings::Own checks;
  checks.who = "the checks";
  checks.folder = worktree;
  checks.edits = Surroundings::Own::Edits::left;
  TRY_ASSIGN(run.before, Surroundings::read(place_of(run), std::move(checks)));
  return {};
}

Result<void> note_trespass(VerifyRun& run) {
  if (!run.before) return {};
  const auto found = run.before->changes(place_of(run));
  if (found.store_is_lost) {
    const auto why =
        cat("while the checks of ", run.mission.id.text, " ran without a sandbox: ", join(found.charged(), " "));
    return keep_lost_store(place_of(run), why, [](store::Store&) {});
  }
  run.trespass = found.charged();
  if (!run.trespass.empty()) fail_checks(run);
  add_new(found.settings, run.result.notes);
  add_new(found.notices, run.result.notes);
  return {};
}

}  // namespace assay::engine
