#include "engine/verify/prepare.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "base/text.h"
#include "engine/check/snapshot.h"
#include "engine/run/text_sum.h"
#include "os/files.h"

namespace assay::engine {

namespace {

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
      : m_request(request),
        m_policy(policy),
        m_evidence(evidence),
        m_cache(std::move(cache)),
        m_keys(request.target, request.work, policy, {request.sandbox, request.worktree.path(), request.fresh}) {}

  Result<Prepared> run(const std::vector<plan::PrepareStep>& steps) {
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
  Result<std::string> add(const plan::PrepareStep& step) {
    const auto origin = m_keys.origin_of(step);
    const auto key = m_keys.key_of(step, origin);
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

  Result<void> make(const plan::PrepareStep& step, const KeptFolder& kept, const PrepareOrigin& origin,
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
  PrepareKeys m_keys;
  Prepared m_out;
  size_t m_count = 0;
  bool m_moved = false;
};

}  // namespace

Result<Prepared> prepare(const PrepareRequest& request, const VerifyPolicy& policy, const Evidence& evidence) {
  const auto steps = steps_for(policy, *snapshot_of(request.work.files));
  if (steps.empty()) return Prepared();
  TRY_ASSIGN(auto cache, PreparedCache::open(request.git_folder));
  return Preparation(request, policy, evidence, std::move(cache)).run(steps);
}

}  // namespace assay::engine
