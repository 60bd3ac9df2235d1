#include "engine/verify/prepare.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "base/hash.h"
#include "base/text.h"
#include "engine/check/snapshot.h"
#include "engine/verify/text_sum.h"
#include "engine/verify/tool_identity.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::engine {

namespace {

using Level = os::Sandbox::Level;

// What a file is, or all files of a folder are.
std::string content_of(const git::Tree& tree, const std::string& path) {
  if (const auto* entry = tree.find(path)) return cat(static_cast<int>(entry->kind), " ", entry->id);
  TextSum sum;
  for (const auto& entry : tree.under(path)) {
    sum.add(entry.path);
    sum.add(cat(static_cast<int>(entry.kind), " ", entry.id));
  }
  return sum.digest();
}

std::vector<std::string> environment_of(const plan::PrepareStep& step, const std::string& kept) {
  std::vector<std::string> out;
  for (const auto& [variable, name] : step.homes) out.push_back(cat(variable, "=", os::join_path(kept, name)));
  for (const auto& setting : step.environment) out.push_back(replace_all(setting, "{kept}", kept));
  return out;
}

Result<void> move_folder(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return {};
  if (errno != EXDEV) return unavailable(cat("cannot move ", from, " to ", to, ": ", std::strerror(errno)));
  TRY(os::copy_tree(from, to));
  if (!os::remove_tree(from)) return unavailable(cat("cannot remove ", from));
  return {};
}

std::string explain_failure(const plan::PrepareStep& step, const CheckRun& run, const VerifyPolicy& policy) {
  auto why = cat("Dependencies could not be prepared (`", excerpt(step.command, 200),
                 "`): ", run.check.reason.empty() ? std::string("it failed.") : run.check.reason);
  if (!policy.prepare.network) {
    why +=
        " Preparation has no network; if it needs one, set network = true under [prepare] in assay.toml on the "
        "target branch.";
  }
  return why;
}

class Preparation {
 public:
  Preparation(const PrepareRequest& request, const VerifyPolicy& policy, const Evidence& evidence, PreparedCache cache)
      : m_request(request), m_policy(policy), m_evidence(evidence), m_cache(std::move(cache)) {}

  Result<Prepared> run(const std::vector<plan::PrepareStep>& steps) {
    m_target_steps = steps_for(m_policy, *snapshot_of(m_request.target.files));
    TextSum keys;
    for (const auto& step : steps) {
      TRY_ASSIGN(const auto key, add(step));
      keys.add(key);
      if (!m_out.ok) break;
    }
    if (m_moved) TRY(m_request.worktree.move_to(m_request.work.commit, m_policy.caches));
    m_out.key = keys.digest();
    return std::move(m_out);
  }

 private:
  struct Origin {
    bool shared = false;
    const PrepareSource& source;
  };

  // Shared is only what the target's own files make, and only where no check can change it.
  Origin origin_of(const plan::PrepareStep& step) const {
    const auto level = m_request.sandbox.level;
    const bool movable = level == Level::bubblewrap || (level == Level::landlock && step.paths.empty());
    const bool known = std::find(m_target_steps.begin(), m_target_steps.end(), step) != m_target_steps.end();
    if (m_request.fresh || !movable || !known || !has_inputs_of_target(step)) return {false, m_request.work};
    return {true, m_request.target};
  }

  bool has_inputs_of_target(const plan::PrepareStep& step) const {
    if (m_request.work.tree == m_request.target.tree) return true;
    if (step.reads == plan::Reads::tree) return false;
    return std::all_of(step.inputs.begin(), step.inputs.end(), [&](const std::string& input) {
      return content_of(m_request.work.files, input) == content_of(m_request.target.files, input);
    });
  }

  // Everything that a step's result depends on.
  std::string key_of(const plan::PrepareStep& step, const Origin& origin) const {
    TextSum sum;
    sum.add("prepare-v4");
    for (const auto* text : {&step.title, &step.command, &step.folder}) sum.add(*text);
    sum.add_all(step.outputs);
    sum.add_all(environment_of(step, "kept"));
    for (const auto& input : step.inputs) {
      sum.add(input);
      sum.add(content_of(origin.source.files, input));
    }
    const bool whole_tree = step.reads == plan::Reads::tree || !origin.shared;
    sum.add(whole_tree ? origin.source.tree : std::string());
    const auto& sandbox = m_request.sandbox;
    sum.add(
        cat(os::name_of(sandbox.level), " ", sandbox.shown_as, " ", m_policy.prepare.network ? "network" : "alone"));
    sum.add_all(m_policy.readable);
    auto environment = os::make_environment(os::EnvironmentMode::scrubbed, m_policy.environment, {});
    std::sort(environment.begin(), environment.end());
    sum.add_all(environment);
    sum.add(Tools(os::value_in(environment, "PATH")).behind(step.command));
    // Some tools write the path of the work tree into what they make.
    if (!origin.shared) sum.add(m_request.worktree.path());
    return sum.digest();
  }

  Result<std::string> add(const plan::PrepareStep& step) {
    const auto origin = origin_of(step);
    const auto key = key_of(step, origin);
    const auto kept = origin.shared ? m_cache.shared(key) : m_cache.own(m_request.mission, key);
    TRY_ASSIGN(const auto lock, kept.lock());
    model::PreparedStep report;
    report.title = step.title;
    report.command = step.command;
    report.shared = origin.shared;
    report.reused = !m_request.fresh && kept.is_whole();
    if (report.reused)
      kept.note_use();
    else
      TRY(make(step, kept, origin, report));
    if (m_out.ok) m_out.kept.push_back({step, kept});
    m_out.steps.push_back(std::move(report));
    return key;
  }

  Result<void> make(const plan::PrepareStep& step, const KeptFolder& kept, const Origin& origin,
                    model::PreparedStep& report) {
    // Nothing of the work is there when something is made for others, not even what it left in its caches.
    TRY(m_request.worktree.move_to(origin.source.commit, origin.shared ? std::vector<std::string>() : m_policy.caches));
    m_moved = true;
    TRY(kept.begin());
    auto ran = run_step(step, kept);
    if (ran && !ran->check.attempts.empty()) report.output = ran->check.attempts.back().output;
    const bool passed = ran && ran->check.status == model::AcceptanceStatus::passed;
    if (passed) {
      auto taken = take_over(step, kept);
      if (taken) return {};
      os::remove_tree(kept.folder);
      return taken;
    }
    os::remove_tree(kept.folder);
    if (!ran) return ran.error();
    report.failure = explain_failure(step, *ran, m_policy);
    m_out.cancelled = ran->cancelled;
    m_out.ok = false;
    return {};
  }

  // In the work tree itself, since tools want their manifests beside what they fetch; with a home of its own, since
  // the step before may have been one of the work.
  Result<CheckRun> run_step(const plan::PrepareStep& step, const KeptFolder& kept) {
    CheckRequest run;
    run.check.title = step.title;
    run.check.command = step.command;
    run.folder = os::join_path(m_request.worktree.path(), step.folder);
    run.scratch = cat(m_request.scratch, "-", ++m_count);
    run.sandbox = m_request.sandbox;
    run.sandbox.network = m_policy.prepare.network ? os::Sandbox::Network::host : os::Sandbox::Network::none;
    for (const auto& [variable, name] : step.homes) {
      TRY(os::make_folders(kept.home(name)));
      run.sandbox.writable.push_back(kept.home(name));
    }
    run.environment_grants = m_policy.environment;
    run.environment_changes = environment_of(step, kept.folder);
    if (!m_policy.prepare.network) {
      const auto& quick = plan::settings_without_network();
      run.environment_changes.insert(run.environment_changes.end(), quick.begin(), quick.end());
    }
    run.timeout = std::chrono::milliseconds(m_policy.prepare.timeout_ms);
    run.cancel = m_request.cancel;
    return run_check(run, m_evidence, {});
  }

  Result<void> take_over(const plan::PrepareStep& step, const KeptFolder& kept) const {
    const auto& folder = m_request.worktree.path();
    for (size_t i = 0; i < step.outputs.size(); ++i) {
      const std::string made = os::join_path(folder, step.outputs[i]);
      if (!is_real_folder_in(made, folder)) continue;
      const std::string to = kept.output(i, step.outputs[i]);
      TRY(os::make_folders(os::parent_path(to)));
      TRY(move_folder(made, to));
      for (const auto& path : step.writable) {  // places for what each check may write
        if (!path.starts_with(step.outputs[i] + "/")) continue;
        const auto inside = os::join_path(to, path.substr(step.outputs[i].size() + 1));
        if (!os::remove_tree(inside)) return unavailable(cat("cannot remove ", inside));
        TRY(os::make_folders(inside));
      }
    }
    return kept.finish();
  }

  const PrepareRequest& m_request;
  const VerifyPolicy& m_policy;
  const Evidence& m_evidence;
  PreparedCache m_cache;
  std::vector<plan::PrepareStep> m_target_steps;
  Prepared m_out;
  size_t m_count = 0;
  bool m_moved = false;
};

}  // namespace

std::vector<plan::PrepareStep> steps_for(const VerifyPolicy& policy, const plan::Snapshot& snapshot) {
  if (!policy.prepare.command) return plan::prepare_steps(snapshot);
  if (trim(*policy.prepare.command).empty()) return {};
  plan::PrepareStep step;
  step.title = "preparation";
  step.command = *policy.prepare.command;
  step.inputs = policy.prepare.inputs;
  step.outputs = policy.prepare.outputs;
  if (!step.inputs.empty()) {
    step.reads = plan::Reads::inputs;
    for (auto& file : plan::files_named_in(step.command, snapshot)) {
      if (std::find(step.inputs.begin(), step.inputs.end(), file) == step.inputs.end())
        step.inputs.push_back(std::move(file));
    }
  }
  return {step};
}

Result<Prepared> prepare(const PrepareRequest& request, const VerifyPolicy& policy, const Evidence& evidence) {
  const auto steps = steps_for(policy, *snapshot_of(request.work.files));
  if (steps.empty()) return Prepared();
  TRY_ASSIGN(auto cache, PreparedCache::open(request.git_folder));
  return Preparation(request, policy, evidence, std::move(cache)).run(steps);
}

}  // namespace assay::engine
