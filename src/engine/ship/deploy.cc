// The deploy. That it begins is on disk before it begins: whoever finds "running" and nobody who runs it knows
// that it may have happened, in whole or in part, and does not do it again by himself.
#include "base/redact.h"
#include "base/text.h"
#include "engine/log_file.h"
#include "engine/ship/run.h"
#include "os/files.h"
#include "os/process/process.h"
#include "store/missions.h"

namespace assay::engine {

using model::DeployState;

namespace {

constexpr std::uint64_t k_most_log = std::uint64_t{64} << 20;
constexpr size_t k_shown_tail = 4 << 10;

// What was printed, without secrets, among the evidence. The raw file goes.
Result<std::string> keep_log(const ShipRun& run, const std::string& raw) {
  const auto path = cat(raw, ".kept");
  TRY(os::make_folders(os::parent_path(path)));  // not there when the run was cut off right before it
  {
    TRY_ASSIGN(auto log, LogFile::open(path));
    if (os::exists(raw)) TRY(log.add_redacted(raw));
  }
  TRY_ASSIGN(auto digest, run.evidence().keep_file(path));
  os::remove_tree(raw);
  return digest;
}

std::string end_of(std::string_view text) {
  if (text.size() > k_shown_tail) text.remove_prefix(text.size() - k_shown_tail);
  return redact(to_utf8(trim(text)));
}

Result<void> conclude(ShipRun& run, DeployState state, const std::string& told) {
  auto& store = run.context.store;
  const auto all = [&]() -> Result<void> {
    TRY(store.change(run.terms.actor).missions().set_deploy(run.mission.id, state, told));
    if (state == DeployState::failed)
      return store.change(run.terms.actor).missions().set_shipping(run.mission.id, false);
    return {};
  };
  TRY(store.together(all));
  return run.reload();
}

}  // namespace

Result<ShipCommandEnd> run_ship_command(ShipRun& run, const std::string& folder, const ShipCommand& what) {
  os::Command command;
  command.argv = {"/bin/sh", "-c", what.command};
  command.folder = folder;
  command.environment = os::EnvironmentMode::scrubbed;
  command.environment_grants = what.environment;
  command.environment_changes = run.told();
  command.timeout = std::chrono::milliseconds(what.timeout_ms);
  command.grace = std::chrono::seconds(10);
  command.output.file = what.raw_log;
  command.output.file_limit = k_most_log;
  command.cancel = run.context.cancel;
  TRY(os::make_folders(os::parent_path(what.raw_log)));
  TRY_ASSIGN(const auto outcome, os::run(command, [&](std::string_view bytes) { run.context.events.output(bytes); }));
  ShipCommandEnd out;
  out.good = outcome.succeeded();
  out.cancelled = outcome.ended == os::Ended::cancelled;
  out.how = os::describe(outcome);
  if (outcome.truncated) out.how += cat("; of its output only the first ", k_most_log >> 20, " MiB are kept");
  TRY_ASSIGN(out.log, keep_log(run, what.raw_log));
  out.tail = end_of(outcome.tail.empty() ? outcome.head : outcome.tail);
  return out;
}

Result<void> deploy(ShipRun& run, const std::string& folder) {
  auto& context = run.context;
  const auto& policy = run.policy.deploy;
  if (run.was_cancelled()) return conflict("it was interrupted before the deploy began; it goes on later");
  context.events.stage(cat("deploying ", run.mission.landed_commit.substr(0, 12), ": ", policy.command));
  TRY(context.store.change(run.terms.actor)
          .missions()
          .set_deploy(run.mission.id, DeployState::running, cat("Begun: ", policy.command)));
  const auto end = run_ship_command(
      run, folder,
      {policy.command, policy.timeout_ms, policy.environment, deploy_log_path(context.folder, run.mission.id)});
  if (!end) return conclude(run, DeployState::failed, cat("It could not be run: ", end.error().message));
  const auto log = cat("log ", end->log);
  if (end->good) return conclude(run, DeployState::succeeded, cat("Deployed: ", end->how, "; ", log));
  return conclude(run, DeployState::failed,
                  cat(end->cancelled ? "Interrupted; it may have taken effect in part" : cat("Failed: ", end->how),
                      "; ", log, end->tail.empty() ? "" : "\n", end->tail));
}

Result<void> give_up_cut_deploy(ShipRun& run) {
  TRY_ASSIGN(const auto log, keep_log(run, deploy_log_path(run.context.folder, run.mission.id)));
  return conclude(
      run, DeployState::failed,
      cat("Cut off: it had begun, and whoever ran it is gone. It may have taken effect in whole or in part and "
          "was not repeated. Look at what is deployed, then: assay redeploy ",
          run.mission.id.text, "; log ", log));
}

}  // namespace assay::engine
