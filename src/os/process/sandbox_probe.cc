#include "os/process/sandbox_probe.h"

#include <optional>
#include <system_error>

#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/process/process.h"
#include "os/sandbox/confine.h"
#include "os/sandbox/control_group.h"
#include "os/sandbox/sandbox_plan.h"

namespace assay::os {

namespace {

// What a level has to show: a file outside can be neither read nor changed, one inside can. The shell
// does it, so that what is tried is what a check would do. (A new file of the same name in a /tmp of
// its own is no harm.)
constexpr std::string_view k_secret = "secret\n";
constexpr std::string_view k_trial =
    "echo inside >inside || exit 10\n"
    "if grep -q secret \"$ASSAY_OUTSIDE\" 2>/dev/null; then exit 11; fi\n"
    "echo forged 2>/dev/null >>\"$ASSAY_OUTSIDE\"\n"
    "exit 0\n";

std::string explain(const Captured& trial) {
  const auto& outcome = trial.outcome;
  if (outcome.ended == Ended::could_not_start) return outcome.start_error;
  if (outcome.ended != Ended::exited) return describe(outcome);
  switch (outcome.exit_code) {
    case 10: return "its own folder was not writable";
    case 11: return "a file outside could be read";
    default: return cat("exit ", outcome.exit_code, ": ", excerpt(trim(trial.output), 200));
  }
}

SandboxProbe::Trial try_level(Sandbox::Level level) {
  auto scratch = ScratchFolder::make("assay-probe");
  if (!scratch) return {false, scratch.error().message};
  const auto inside = join_path(scratch->path(), "work");
  const auto outside = join_path(scratch->path(), "outside");
  for (const auto& done : {make_folders(inside), write_file(outside, k_secret)}) {
    if (!done) return {false, done.error().message};
  }
  Command command;
  command.argv = {"/bin/sh", "-c", std::string(k_trial)};
  command.folder = inside;
  command.environment = EnvironmentMode::scrubbed;
  command.environment_changes = {cat("ASSAY_OUTSIDE=", *real_path(outside))};
  command.timeout = std::chrono::seconds(20);
  command.sandbox.emplace();
  command.sandbox->level = level;
  command.sandbox->writable = {inside};
  const auto trial = capture(command);
  if (!trial) return {false, trial.error().message};
  if (!trial->outcome.succeeded()) return {false, explain(*trial)};
  if (read_file(outside).value_or("") != k_secret) return {false, "a file outside could be written"};
  if (!exists(join_path(inside, "inside"))) return {false, "what it wrote in its own folder is not there"};
  return {true, {}};
}

std::string bubblewrap_version() {
  Command command;
  const auto program = find_bubblewrap();
  if (!program) return {};
  command.argv = {*program, "--version"};
  const auto answer = capture(command);
  return answer && answer->outcome.succeeded() ? std::string(trim(answer->output)) : std::string("bubblewrap");
}

void add_notes(SandboxProbe& probe) {
  if (!probe.bubblewrap.works)
    probe.notes.push_back(
        cat("bubblewrap: ", probe.bubblewrap.why,
            "; install the package bubblewrap and allow user namespaces "
            "(sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0)"));
  if (probe.level == Sandbox::Level::landlock) {
    probe.notes.emplace_back(
        "landlock: a check has no network at all, not even loopback, and /tmp is not writable ($TMPDIR is)");
    if (probe.landlock_version < k_landlock_scopes)
      probe.notes.push_back(cat("landlock: version ", probe.landlock_version, " does not hold back signals to other ",
                                "processes of the same user; ", k_landlock_scopes, " does (Linux 6.12)"));
  }
  if (::geteuid() == 0 && !control_groups().counts_processes)
    probe.notes.emplace_back("running as root: the limit of processes is watched, not enforced by the kernel");
}

std::string why_held_so() {
  const auto& groups = control_groups();
  const auto* const what = groups.counts_processes ? "the memory limit and that of processes" : "the memory limit";
  if (!groups.folder.empty()) return cat("the kernel enforces ", what, ", by control groups in ", groups.folder);
  return cat("the memory limit is watched, not enforced by the kernel: ", groups.why,
             "; what fills memory in an instant can be beyond it for a moment");
}

// Each is tried once a process.
const SandboxProbe::Trial& bubblewrap_trial() {
  static const SandboxProbe::Trial trial = try_level(Sandbox::Level::bubblewrap);
  return trial;
}
const SandboxProbe::Trial& landlock_trial() {
  static const SandboxProbe::Trial trial = try_level(Sandbox::Level::landlock);
  return trial;
}

Error no_level() {
  return unavailable(
      cat("no sandbox works here, so no check is run. bubblewrap: ", bubblewrap_trial().why,
          ". landlock: ", landlock_trial().why,
          ". Install bubblewrap and allow user namespaces, or say sandbox = \"off\" (recorded and shown)"));
}

Result<SandboxProbe> probe_now() {
  SandboxProbe probe;
  probe.landlock_version = landlock_version();
  probe.bubblewrap = bubblewrap_trial();
  probe.landlock = landlock_trial();
  if (!probe.bubblewrap.works && !probe.landlock.works) return no_level();
  if (probe.bubblewrap.works) probe.bubblewrap.why = bubblewrap_version();
  if (probe.landlock.works) probe.landlock.why = cat("Landlock version ", probe.landlock_version);
  probe.level = probe.bubblewrap.works ? Sandbox::Level::bubblewrap : Sandbox::Level::landlock;
  probe.why = probe.bubblewrap.works
                  ? cat(probe.bubblewrap.why, " works here")
                  : cat(probe.landlock.why, " works here; bubblewrap does not: ", probe.bubblewrap.why);
  probe.limits = limits_held_by();
  probe.limits_why = why_held_so();
  add_notes(probe);
  return probe;
}

}  // namespace

Result<SandboxProbe> probe_sandbox() {
  static const Result<SandboxProbe> answer = probe_now();
  return answer;
}

Result<Sandbox::Level> best_sandbox_level() {
  if (bubblewrap_trial().works) return Sandbox::Level::bubblewrap;
  if (landlock_trial().works) return Sandbox::Level::landlock;
  return no_level();
}

SandboxTrialAhead::SandboxTrialAhead() {
  try {
    m_thread = std::thread([] { (void)best_sandbox_level(); });
  } catch (const std::system_error&) {
    // No thread to be had: who asks finds out.
  }
}

SandboxTrialAhead::~SandboxTrialAhead() {
  if (m_thread.joinable()) m_thread.join();
}

}  // namespace assay::os
