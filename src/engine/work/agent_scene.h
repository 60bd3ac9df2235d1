// For tests of this room: a repository with a mission, and agents that are short shell scripts.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/work/task_run.h"
#include "engine/worktree_folder.h"
#include "git/scratch_repository.h"
#include "os/files.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::engine {

class AgentScene : public testing::Test {
 protected:
  AgentScene() {
    ::setenv("XDG_CONFIG_HOME", (m_scratch.folder() + "/config").c_str(), 1);
    EXPECT_TRUE(os::make_folders(folder()));
    m_store = std::move(store::Store::open(folder() + "/assay.db", m_clock)).value();
    store::MissionDraft draft;
    draft.title = draft.prompt = "Change the value";
    draft.base_commit = m_scratch.id("main");
    draft.target_branch = "main";
    m_mission = *m_store->change("person:anna").missions().add(draft);
  }

  std::string folder() const { return m_scratch.root() + "/.assay"; }

  // A program in a folder of its own; `script` is for /bin/sh.
  std::string program(const std::string& name, const std::string& script) const {
    const auto path = cat(m_scratch.folder(), "/bin/", name);
    EXPECT_TRUE(os::make_folders(os::parent_path(path)));
    EXPECT_TRUE(os::write_file(path, "#!/bin/sh\n" + script + "\n"));
    ::chmod(path.c_str(), 0755);
    return path;
  }
  std::string operator_file() const { return m_scratch.root() + "/.git/assay/operator.toml"; }
  void configure(const std::string& toml) const {
    EXPECT_TRUE(os::make_folders(os::parent_path(operator_file())));
    EXPECT_TRUE(os::write_file(operator_file(), toml));
  }
  void agent(const std::string& name, const std::string& script, const std::string& more = "") {
    m_config +=
        cat("[agents.", name, "]\nkind = \"command\"\nprogram = [\"", program(name, script), "\"]\n", more, "\n");
    configure(m_config);
  }

  model::Task task(const std::string& agent, model::PlannedTask planned = {}) {
    store::TaskDraft draft;
    draft.task = std::move(planned);
    if (draft.task.name.empty()) draft.task.name = "task " + std::to_string(++m_tasks);
    draft.task.agent.type = agent;
    draft.mission = m_mission.id;
    auto made = m_store->change("person:anna").tasks().add(draft);
    EXPECT_TRUE(made) << made.error().message;
    return *made;
  }

  WorkContext context() {
    WorkContext out{*m_repository, folder(), *m_store, m_clock};
    out.heard = m_heard;
    out.heard_every = m_every;
    out.starting = m_starting;
    return out;
  }

  TaskRun run(const model::Task& of, const InstructionsMaterial& material = {}) {
    auto result = run_task(context(), of, material);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(*result) : TaskRun();
  }
  std::string worktree(const model::Task& of) const {
    const auto path = worktree_path(*m_repository, task_worktree_name(m_mission.id.text, of.id.text));
    EXPECT_TRUE(path) << path.error().message;
    return path ? *path : std::string();
  }
  std::string show(const std::string& what) const { return m_scratch.sh("git show '" + what + "'"); }

  git::ScratchRepository m_scratch;
  std::unique_ptr<git::Repository> m_repository = std::make_unique<git::Repository>(m_scratch.repository());
  SystemClock m_clock;
  std::unique_ptr<store::Store> m_store;
  model::Mission m_mission;
  std::string m_config;
  std::function<void(std::string_view)> m_heard;
  std::chrono::milliseconds m_every{0};
  std::function<Result<std::string>(const std::string&, std::string_view)> m_starting;
  int m_tasks = 0;
};

}  // namespace assay::engine
