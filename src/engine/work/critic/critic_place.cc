#include "engine/work/critic/critic_place.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/sandbox_policy.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/named_tests.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"

namespace assay::engine {

Result<CriticFolder> critic_folder(const WorkContext& context, const model::Task& task) {
  // Ids of plans that were handed over may be anything.
  const bool plain =
      std::all_of(task.id.text.begin(), task.id.text.end(), [](char c) { return is_alnum(c) || c == '-'; });
  const std::string id =
      plain && !task.id.empty() && task.id.text.size() <= 80 ? task.id.text : sha256_hex(task.id.text).substr(0, 24);
  CriticFolder out{cat(task.mission.empty() ? k_no_mission : std::string_view(task.mission.text), ".", id, ".critic"),
                   {}};
  TRY_ASSIGN(out.path, worktree_path(context.repository, out.name));
  return out;
}

CriticPlace::CriticPlace(const WorkContext& context, const model::Task& task, const model::Mission* mission,
                         const Candidate& candidate)
    : m_context(context),
      m_task(task),
      m_mission(mission),
      m_candidate(candidate),
      m_owner(mission != nullptr ? std::string_view(mission->id.text) : k_no_mission),
      m_policy_commit(candidate.base),
      m_evidence(os::join_path(context.folder, "evidence")) {
  if (mission != nullptr) add_commands(mission->pack.checks);
}

void CriticPlace::add_commands(const std::vector<model::AcceptanceCheck>& checks) { also_run(commands_in(checks)); }

void CriticPlace::also_run(const std::vector<std::string>& commands) {
  for (const auto& command : commands) {
    const bool is_known = std::find(m_commands.begin(), m_commands.end(), command) != m_commands.end();
    if (!is_known) m_commands.push_back(command);
  }
}

Result<std::vector<std::string>> CriticPlace::test_commands() {
  if (m_is_tree_asked || m_mission == nullptr) return m_commands;
  m_is_tree_asked = true;
  TRY_ASSIGN(const auto target, git::Tree::open(m_context.repository, m_candidate.base));
  TRY_ASSIGN(const auto work, git::Tree::open(m_context.repository, m_candidate.commit));
  TRY_ASSIGN(const auto policy, read_policy(target));
  add_commands(missing_checks({target, &work, policy, *m_mission, {}, {}}));
  return m_commands;
}

Result<ServerPolicy> CriticPlace::server() {
  if (m_opened) return m_policy.server;
  auto commit = m_policy_commit;
  if (m_mission != nullptr) {
    TRY_ASSIGN(commit, policy_commit_of(m_context.repository, *m_mission));
  }
  TRY_ASSIGN(const auto files, git::Tree::open(m_context.repository, commit));
  TRY_ASSIGN(auto policy, read_policy(files));
  return std::move(policy.server);
}

Result<void> CriticPlace::open() {
  m_opened = true;
  const auto& repository = m_context.repository;
  if (m_mission != nullptr) {
    TRY_ASSIGN(m_policy_commit, policy_commit_of(repository, *m_mission));
  }
  TRY_ASSIGN(const auto policy_files, git::Tree::open(repository, m_policy_commit));
  TRY_ASSIGN(m_policy, read_policy(policy_files));
  TRY_ASSIGN(const auto folder, critic_folder(m_context, m_task));
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(repository, folder.name, folder.path, m_candidate.commit));
  TRY(worktree.move_to(m_candidate.commit, m_policy.caches));
  TRY_ASSIGN(auto scratch, os::ScratchFolder::make("assay-critic"));
  m_scratch.emplace(std::move(scratch));

  SandboxRequest wish;
  wish.limits = m_policy.limits;
  wish.readable = m_policy.readable;
  wish.network = m_policy.network ? os::Sandbox::Network::host : os::Sandbox::Network::none;
  if (m_policy.sandbox_off) wish.level = os::Sandbox::Level::off;
  auto sandbox = sandbox_for(worktree.path(), wish);
  if (!sandbox) {
    m_obstacle = sandbox.error().message;
    return {};
  }
  m_sandbox = std::move(*sandbox);
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, m_candidate.commit));
  TRY_ASSIGN(const auto tree_id, git::tree_of(repository, m_candidate.commit));
  TRY_ASSIGN(const auto policy_tree, git::tree_of(repository, m_policy_commit));
  const PrepareRequest request{.worktree = worktree,
                               .target = {m_policy_commit, policy_tree, policy_files},
                               .work = {m_candidate.commit, tree_id, tree},
                               .git_folder = repository.common_folder(),
                               .scratch = os::join_path(m_scratch->path(), "prepare"),
                               .mission = m_owner,
                               .sandbox = m_sandbox,
                               .cancel = m_context.cancel};
  TRY_ASSIGN(const auto prepared, prepare(request, m_policy, m_evidence));
  if (prepared.cancelled) return unavailable("cancelled");
  if (!prepared.ok) m_obstacle = prepared.steps.back().failure;
  TRY_ASSIGN(m_tree, CheckTree::make(std::move(worktree), m_candidate.commit, m_policy.caches, prepared, m_sandbox,
                                     os::join_path(m_scratch->path(), "tree")));
  return {};
}

Result<std::string> CriticPlace::obstacle() {
  if (!m_opened) TRY(open());
  return m_obstacle;
}

Result<CheckRun> CriticPlace::run_fresh(const std::string& command, const std::vector<std::string>& readable,
                                        const std::vector<std::string>& environment) {
  TRY(m_tree->settle());  // what the last command left was there to be read until now
  CheckRequest request;
  request.check.command = command;
  request.check.id = model::CheckId(cat("critic-", ++m_count));
  request.check.title = excerpt(command, 120);
  request.scratch = m_last_scratch = os::join_path(m_scratch->path(), cat("run", m_count));
  request.environment_grants = m_policy.environment;
  request.environment_changes = environment;
  request.environment_changes.emplace_back("CI=true");
  request.timeout = std::chrono::milliseconds(m_policy.timeout_ms);
  request.cancel = m_context.cancel;
  request.runners = m_policy.runners;
  TRY(m_tree->take(request));
  request.standing = nullptr;  // what it leaves in $TMPDIR is evidence
  request.sandbox.readable.insert(request.sandbox.readable.end(), readable.begin(), readable.end());
  TRY_ASSIGN(auto ran, run_check(request, m_evidence, {}));
  if (ran.cancelled) return unavailable("cancelled");
  add_tests(ran.run, ran.check.attempts.empty() ? std::string() : ran.check.attempts.back().output, tests);
  return ran;
}

Result<const CheckRun*> CriticPlace::run(const std::string& command) {
  const auto known = m_runs.find(command);
  if (known != m_runs.end()) return &known->second;
  TRY_ASSIGN(auto ran, run_fresh(command, {}, {}));
  return &m_runs.emplace(command, std::move(ran)).first->second;
}

Result<std::optional<std::string>> CriticPlace::left_file(const std::string& path, std::uint64_t limit) {
  constexpr std::string_view k_scratch = "$TMPDIR/";
  const bool in_scratch = path.starts_with(k_scratch);
  const auto root = in_scratch ? os::join_path(m_last_scratch, "tmp") : m_tree->folder();
  const auto place = os::inside(root, in_scratch ? path.substr(k_scratch.size()) : path);
  if (!place || !os::exists(*place) || os::is_folder(*place)) return std::optional<std::string>();
  TRY_ASSIGN(auto text, os::read_file(*place, limit));
  return std::optional(std::move(text));
}

}  // namespace assay::engine
