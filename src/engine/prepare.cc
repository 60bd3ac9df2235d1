#include "engine/prepare.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

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
  std::string text = cat("prepare-v1\n", step.command, "\n", step.folder, "\n");
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
  std::string output(size_t n) const { return os::join_path(folder, cat("out-", n)); }
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
  run.timeout = std::chrono::milliseconds(policy.prepare.timeout_ms);
  run.cancel = orders.cancel;
  return run_check(run, evidence, on_line);
}

Result<void> take_over(const plan::PrepareStep& step, const Place& place, const PrepareOrders& orders) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const std::string made = os::join_path(orders.folder, step.outputs[i]);
    if (os::is_folder(made)) TRY(move_folder(made, place.output(i)));
  }
  return os::write_file(place.done(), "");
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
    if (os::is_folder(place.output(i))) {
      TRY(make_link(place.output(i), os::join_path(orders.folder, step.outputs[i])));
    }
  }
  for (const auto& path : step.paths) out.paths.push_back(os::join_path(orders.folder, path));
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

// What the tools may write inside the kept folders is emptied, so that nothing of an earlier change
// is left there.
Result<void> empty_writable(const plan::PrepareStep& step, const Place& place, Prepared& out) {
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    for (const auto& path : step.writable) {
      if (!path.starts_with(step.outputs[i] + "/") || !os::is_folder(place.output(i))) continue;
      const auto folder = os::join_path(place.output(i), path.substr(step.outputs[i].size() + 1));
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
    TRY(empty_writable(step, place, out));
    out.steps.push_back(std::move(report));
  }
  out.key = keys.empty() ? std::string() : sha256_hex(keys);
  return out;
}

void add_prepared(const Prepared& prepared, CheckOrders& orders) {
  auto& walls = orders.sandbox;
  walls.readable.insert(walls.readable.end(), prepared.readable.begin(), prepared.readable.end());
  walls.writable.insert(walls.writable.end(), prepared.writable.begin(), prepared.writable.end());
  auto& changes = orders.environment_changes;
  changes.insert(changes.end(), prepared.environment.begin(), prepared.environment.end());
  if (prepared.paths.empty()) return;
  const auto environment = os::make_environment(os::EnvironmentMode::scrubbed, {}, {});
  changes.push_back(cat("PATH=", join(prepared.paths, ":"), ":", os::value_in(environment, "PATH")));
}

}  // namespace assay::engine
