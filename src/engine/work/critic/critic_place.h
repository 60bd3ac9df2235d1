// Where evidence is run: a worktree of its own, held to the candidate, with its dependencies prepared and
// the sandbox that checks get. Made when the first command asks for it: most criteria need none.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/evidence.h"
#include "engine/verify/check_tree.h"
#include "engine/verify/run_check.h"
#include "engine/verify_policy.h"
#include "engine/work/critic/critic.h"
#include "judge/critic/test_report.h"
#include "model/mission.h"
#include "os/files.h"

namespace assay::engine {

// Stands for the mission in the name of a worktree that belongs to none.
inline constexpr std::string_view k_no_mission = "alone";

// The worktree that a task's candidate is looked at in: its name for git, and its folder.
struct CriticFolder {
  std::string name;
  std::string path;
};
Result<CriticFolder> critic_folder(const WorkContext& context, const model::Task& task);

class CriticPlace {
 public:
  // `mission` may be nullptr: a task that stands alone. All of them outlive this.
  CriticPlace(const WorkContext& context, const model::Task& task, const model::Mission* mission,
              const Candidate& candidate);

  // Why nothing can be run here; empty: it can.
  Result<std::string> obstacle();
  // Runs it on the clean candidate. Each command once: the second time its result is known.
  Result<const CheckRun*> run(const std::string& command);
  // The same with another sandbox or environment, never remembered.
  Result<CheckRun> run_fresh(const std::string& command, const std::vector<std::string>& readable,
                             const std::vector<std::string>& environment);
  // A file as the last command left it, in the worktree (`$TMPDIR/` for its scratch); nothing when there is
  // none or it leads out of it.
  Result<std::optional<std::string>> left_file(const std::string& path, std::uint64_t limit);

  // Commands that the mission's pack runs, those that also_run named, and those that a verification would find in the
  // tree; those of test runners tell of tests.
  Result<std::vector<std::string>> test_commands();
  void also_run(const std::vector<std::string>& commands);
  // How the policy says that the server is started; nothing is prepared for it.
  Result<ServerPolicy> server();
  judge::TestReport tests;  // of all that ran
  const Evidence& evidence() const { return m_evidence; }
  os::Sandbox::Level level() const { return m_sandbox.level; }

 private:
  Result<void> open();
  void add_commands(const std::vector<model::AcceptanceCheck>& checks);

  const WorkContext& m_context;
  const model::Task& m_task;
  const model::Mission* m_mission;
  const Candidate& m_candidate;
  std::string m_owner;          // the mission, or the task that stands alone
  std::string m_policy_commit;  // the commit whose policy counts
  std::vector<std::string> m_commands;
  bool m_is_tree_asked = false;
  Evidence m_evidence;
  bool m_opened = false;
  std::string m_obstacle;
  std::optional<os::ScratchFolder> m_scratch;
  VerifyPolicy m_policy;
  os::Sandbox m_sandbox;
  std::unique_ptr<CheckTree> m_tree;
  std::map<std::string, CheckRun> m_runs;
  size_t m_count = 0;
  std::string m_last_scratch;
};

}  // namespace assay::engine
