#include "engine/prepare.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/lock.h"
#include "os/process.h"

namespace assay::engine {

namespace {

// Everything a step's result depends on. Tools that write the path of the work tree into what
// they make (virtual environments) are kept per owner.
std::string key_of(const plan::PrepareStep& step, const PrepareOrders& orders, const git::Tree& tree) {
  std::string text = cat("prepare-v3\n", step.command, "\n", step.folder, "\n");
  if (!step.paths.empty()) text += cat(orders.owner, "\n");
  for (const auto& input : step.inputs) {
    const auto* entry = tree.find(input);
    text += cat(input, " ", entry == nullptr ? std::string_view("none") : entry->id, "\n");
  }
  return sha256_hex(text);
}

struct Place {
  std::string folder;  // .assay/cache/<key>
  std::string done() const { return os::join_path(folder, "done"); }
  // Under its own name: node finds the packages beside a package by the name of the folder above.
  std::string output(size_t n, std::string_view path) const {
    return os::join_path(os::join_path(folder, cat("out-", n)), os::file_name(path));
  }
  std::string home(std::string_view name) const { return os::join_path(folder, name); }
};

std::vector<std::string> environment_of(const plan::PrepareStep& step, const std::string& kept) {
  std::vector<std::string> out;
  for (const auto& [variable, name] : step.homes) out.push_back(cat(variable, "=", os::join_path(kept, name)));
  for (const auto& setting : step.environment) out.push_back(replace_all(setting, "{kept}", kept));
  return out;
}

Result<void> discard(const std::string& path) {
  if (os::remove_tree(path)) return {};
  return unavailable(cat("cannot remove ", path));
}

// A folder that is really there: no link, and not behind one that the work put on the way.
bool is_own_folder(const std::string& path, const std::string& root) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0 || !S_ISDIR(st.st_mode)) return false;
  const auto real = os::real_path(path);
  const auto real_root = os::real_path(root);
  return real && real_root && real->starts_with(*real_root + "/");
}

Result<void> make_link(const std::string& target, const std::string& link) {
  TRY(os::make_folders(os::parent_path(link)));
  if (::symlink(target.c_str(), link.c_str()) == 0 || errno == EEXIST) return {};
  return unavailable(cat("cannot link ", link, ": ", std::strerror(errno)));
}

Result<void> move_folder(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return {};
  return unavailable(cat("cannot move ", from, " to ", to, ": ", std::strerror(errno)));
}

// Runs the step in the work tree itself, since tools want their manifests beside what they fetch.
Result<CheckRun> run_step(const plan::PrepareStep& step, const Place& place, const PrepareOrders& orders,
                          const VerifyPolicy& policy, const Evidence& evidence, const OnLine& on_line) {
  CheckOrders run;
  run.check.title = step.title;
  run.check.command = step.command;
  run.folder = os::join_path(orders.folder, step.folder);
  run.scratch = orders.scratch;
  run.sandbox = orders.sandbox;
  run.sandbox.network = policy.prepare.network ? os::Sandbox::Network::host : os::Sandbox::Network::none;
  for (const auto& [variable, name] : step.homes) {
    TRY(os::make_folders(place.home(name)));
    run.sandbox.writable.push_back(place.home(name));
  }
  run.environment_grants = policy.environment;
  run.environment_changes = environment_of(step, place.folder);
  if (!policy.prepare.network) {
    const auto& quick = plan::settings_without_network();
    run.environment_changes.insert(run.environment_changes.end(), quick.begin(), quick.end());
  }
  run.timeout = std::chrono::milliseconds(policy.prepare.timeout_ms);
  run.cancel = orders.cancel;
  return run_check(run, evidence, on_line);
}

Result<void> take_over(const plan::PrepareStep& step, const Place& place, const PrepareOrders& orders) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const std::string made = os::join_path(orders.folder, step.outputs[i]);
    if (!is_own_folder(made, orders.folder)) continue;
    const std::string kept = place.output(i, step.outputs[i]);
    TRY(os::make_folders(os::parent_path(kept)));
    TRY(move_folder(made, kept));
  }
  return os::write_file(place.done(), "");
}

// Empty folders that outputs were mounted on before would be in a step's way.
void clear_mount_points(const plan::PrepareStep& step, const PrepareOrders& orders) {
  for (const auto& output : step.outputs) ::rmdir(os::join_path(orders.folder, output).c_str());
}

// Folders inside an output that tools write to: empty ones of this verification's own, so that nothing
// of another change is left there.
Result<void> mount_writable(const plan::PrepareStep& step, const std::string& output, const std::string& kept,
                            const PrepareOrders& orders, Prepared& out) {
  for (const auto& path : step.writable) {
    if (!path.starts_with(output + "/")) continue;
    const auto own = os::join_path(orders.scratch, cat("writable-", out.mounted.size()));
    const auto inside = os::join_path(kept, path.substr(output.size() + 1));
    TRY(os::make_folders(own));
    TRY(os::make_folders(inside));
    out.mounted.push_back({own, os::join_path(orders.folder, path), os::Sandbox::Access::write});
  }
  return {};
}

Result<void> mount_output(const plan::PrepareStep& step, const std::string& output, const std::string& kept,
                          const PrepareOrders& orders, Prepared& out) {
  const auto shown = os::join_path(orders.folder, output);
  const auto above = os::parent_path(shown);
  if (above != orders.folder && !is_own_folder(above, orders.folder)) return {};  // the work took it away
  ::mkdir(shown.c_str(), 0777);
  if (!is_own_folder(shown, orders.folder)) return {};  // the work brings something else of that name
  out.mounted.push_back({kept, shown, os::Sandbox::Access::read});
  return mount_writable(step, output, kept, orders, out);
}

Result<void> offer(const plan::PrepareStep& step, const Place& place, const PrepareOrders& orders, Prepared& out) {
  std::string kept = place.folder;
  if (step.copied) {
    kept = os::join_path(orders.scratch, os::file_name(place.folder));
    TRY(os::copy_tree(place.folder, kept));
    out.writable.push_back(kept);
  }
  out.readable.push_back(place.folder);
  for (auto& setting : environment_of(step, kept)) out.environment.push_back(std::move(setting));
  out.environment.insert(out.environment.end(), step.offline.begin(), step.offline.end());
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const auto& output = step.outputs[i];
    const auto from = place.output(i, output);
    if (!is_own_folder(from, place.folder)) continue;
    if (orders.sandbox.level == os::Sandbox::Level::bubblewrap)
      TRY(mount_output(step, output, from, orders, out));
    else
      TRY(make_link(from, os::join_path(orders.folder, output)));
  }
  const bool moved = orders.sandbox.level == os::Sandbox::Level::bubblewrap && !orders.sandbox.shown_as.empty();
  const auto& inside = moved ? orders.sandbox.shown_as : orders.folder;
  for (const auto& path : step.paths) out.paths.push_back(os::join_path(inside, path));
  return {};
}

std::string explain_failure(const CheckRun& run, const VerifyPolicy& policy) {
  std::string why = run.check.reason.empty() ? std::string("it failed") : run.check.reason;
  if (!policy.prepare.network) {
    why +=
        " Preparation has no network; if it needs one, set network = true under [prepare] in assay.toml on the "
        "target branch.";
  }
  return why;
}

// The same for linked outputs, which checks see where they are kept.
Result<void> empty_writable(const plan::PrepareStep& step, const Place& place, Prepared& out) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const auto& output = step.outputs[i];
    for (const auto& path : step.writable) {
      if (!path.starts_with(output + "/") || !os::is_folder(place.output(i, output))) continue;
      const auto folder = os::join_path(place.output(i, output), path.substr(output.size() + 1));
      TRY(discard(folder));
      TRY(os::make_folders(folder));
      out.writable.push_back(folder);
    }
  }
  return {};
}

}  // namespace

std::vector<plan::PrepareStep> steps_for(const VerifyPolicy& policy, const plan::Snapshot& snapshot) {
  if (!policy.prepare.command) return plan::prepare_steps(snapshot);
  if (trim(*policy.prepare.command).empty()) return {};
  plan::PrepareStep step;
  step.title = "preparation";
  step.command = *policy.prepare.command;
  step.inputs = policy.prepare.inputs;
  step.outputs = policy.prepare.outputs;
  return {step};
}

Result<Prepared> prepare(const PrepareOrders& orders, const VerifyPolicy& policy,
                         const std::vector<plan::PrepareStep>& steps, const git::Tree& tree, const Evidence& evidence,
                         const OnLine& on_line) {
  Prepared out;
  std::string keys;
  for (const auto& step : steps) {
    const std::string key = key_of(step, orders, tree);
    keys += key;
    const Place place{os::join_path(orders.cache, key)};
    TRY_ASSIGN(const auto lock, os::Lock::take(cat(place.folder, ".lock")));
    model::PreparedStep report;
    report.title = step.title;
    report.command = step.command;
    report.reused = os::exists(place.done());
    if (!report.reused) {
      TRY(discard(place.folder));  // a step that was cut short
      TRY(os::make_folders(place.folder));
      clear_mount_points(step, orders);
      TRY_ASSIGN(const auto run, run_step(step, place, orders, policy, evidence, on_line));
      if (!run.check.attempts.empty()) report.output = run.check.attempts.back().output;
      out.cancelled = run.cancelled;
      if (run.check.status != model::AcceptanceStatus::passed) {
        report.failure = explain_failure(run, policy);
        out.ok = false;
        out.steps.push_back(std::move(report));
        return out;
      }
      TRY(take_over(step, place, orders));
    }
    TRY(offer(step, place, orders, out));
    if (orders.sandbox.level != os::Sandbox::Level::bubblewrap) TRY(empty_writable(step, place, out));
    out.steps.push_back(std::move(report));
  }
  out.key = keys.empty() ? std::string() : sha256_hex(keys);
  return out;
}

void add_prepared(const Prepared& prepared, CheckOrders& orders) {
  auto& walls = orders.sandbox;
  walls.readable.insert(walls.readable.end(), prepared.readable.begin(), prepared.readable.end());
  walls.writable.insert(walls.writable.end(), prepared.writable.begin(), prepared.writable.end());
  walls.mounted.insert(walls.mounted.end(), prepared.mounted.begin(), prepared.mounted.end());
  auto& changes = orders.environment_changes;
  changes.insert(changes.end(), prepared.environment.begin(), prepared.environment.end());
  if (prepared.paths.empty()) return;
  const auto environment = os::make_environment(os::EnvironmentMode::scrubbed, {}, {});
  changes.push_back(cat("PATH=", join(prepared.paths, ":"), ":", os::value_in(environment, "PATH")));
}

}  // namespace assay::engine
