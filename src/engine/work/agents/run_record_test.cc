#include "engine/work/agents/run_record.h"

#include <fcntl.h>
#include <sys/file.h>

#include "engine/work/agent_scene.h"
#include "engine/work/agents/agent_runs.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::engine {
namespace {

constexpr std::string_view k_step =
    R"({"type":"step_finish","sessionID":"s","part":{"reason":"stop","cost":0.25,"tokens":{"input":10,"output":1}}})";

class RunRecord : public AgentScene {
 protected:
  // A run of an agent that told of `steps` steps, whose worker was killed then.
  std::int64_t left_behind(const model::Task& of, int steps, std::uint32_t call = 0) {
    if (call == 0) m_run = *m_store->change().runs().begin({of.id, "opencode", "", ""});
    m_file = *make_record(folder(), of.id, m_run, call, "opencode");
    std::string text = "a banner\n";
    for (int i = 0; i < steps; ++i) text += cat(k_step, "\n");
    EXPECT_TRUE(os::write_file(m_file, text + R"({"type":"step_fin)"));
    return m_run;
  }
  double cost(const model::Task& of) { return m_store->tasks().find(of.id)->cost_usd; }
  model::Task running(const model::Task& of) {
    return *m_store->change("person:anna").tasks().move({of.id, model::Move::start, {}, {}});
  }

  std::int64_t m_run = 0;
  std::string m_file;
};

TEST_F(RunRecord, WhatAKilledWorkersAgentToldIsCountedOnce) {
  const auto work = task("any");
  left_behind(work, 3);
  const auto copy = *os::read_file(m_file);
  ASSERT_TRUE(settle_records(folder(), *m_store));
  EXPECT_DOUBLE_EQ(cost(work), 0.75);
  EXPECT_FALSE(os::exists(m_file));
  const auto runs = *m_store->runs().of(work.id);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].session, "s");
  EXPECT_EQ(runs[0].usage.input_tokens, 30u);
  // Killed between the note and the removal: it is read again, and counted no second time.
  ASSERT_TRUE(os::write_file(m_file, copy));
  ASSERT_TRUE(settle_records(folder(), *m_store));
  EXPECT_DOUBLE_EQ(cost(work), 0.75);
}

TEST_F(RunRecord, CallsThatAreToldAsOneRunAreAddedUp) {
  const auto work = task("any");
  left_behind(work, 1);
  left_behind(work, 2, 1);
  ASSERT_TRUE(settle_records(folder(), *m_store));
  EXPECT_DOUBLE_EQ(cost(work), 0.75);
}

TEST_F(RunRecord, ARunThatIsFollowedIsLeftAloneUntilItsTaskIsTakenOver) {
  const auto work = running(task("any"));
  left_behind(work, 1);
  ASSERT_TRUE(settle_records(folder(), *m_store));
  EXPECT_TRUE(os::exists(m_file));
  ASSERT_TRUE(settle_records_of(folder(), *m_store, work.id));
  EXPECT_FALSE(os::exists(m_file));
  EXPECT_DOUBLE_EQ(cost(work), 0.25);
}

TEST_F(RunRecord, AFileThatIsStillWrittenIsReadLater) {
  const auto work = task("any");
  left_behind(work, 1);
  {
    const os::Fd writer(::open(m_file.c_str(), O_WRONLY | O_CLOEXEC));
    ASSERT_EQ(::flock(writer.get(), LOCK_EX), 0);
    ASSERT_TRUE(settle_records(folder(), *m_store));
    EXPECT_TRUE(os::exists(m_file));
  }
  ASSERT_TRUE(settle_records(folder(), *m_store));
  EXPECT_DOUBLE_EQ(cost(work), 0.25);
}

TEST_F(RunRecord, OnlyTheRunsOwnFilesGoWithIt) {
  const auto work = task("any");
  const auto run = left_behind(work, 1);
  const auto file = m_file;
  left_behind(work, 1);
  drop_records(folder(), work.id, run);
  EXPECT_FALSE(os::exists(file));
  EXPECT_TRUE(os::exists(m_file));
}

TEST_F(RunRecord, FilesOfNobodyAreTakenAwayAndOthersStay) {
  const auto lost = *make_record(folder(), model::TaskId("task-gone"), 7, 0, "claude");
  const auto other = folder() + "/running/README";
  ASSERT_TRUE(os::write_file(lost, std::string(k_step)));
  ASSERT_TRUE(os::write_file(other, "x"));
  ASSERT_TRUE(settle_records(folder(), *m_store));
  EXPECT_TRUE(os::exists(other));
}

// What an agent uses is in the store while it still runs, and its output in a file beside.
TEST_F(RunRecord, UsageIsNotedAsItBecomesKnown) {
  const auto seen = m_scratch.folder() + "/seen";
  configure(cat("[agents.steps]\nkind = \"opencode\"\nsandbox = \"off\"\nprogram = [\"",
                program("steps", cat("echo '", k_step, "'; while ! test -e ", seen, "; do :; done")), "\"]\n"));
  const auto work = task("steps");
  const WorkContext job{*m_repository, folder(), *m_store, m_clock, "worker:test"};
  KeptRun kept(job, work);
  auto context = kept.context();
  double noted = 0;
  context.used = [&, note = context.used](const model::Usage& used) {
    note(used);
    noted = cost(work);
    EXPECT_EQ(os::list_folder(folder() + "/running")->size(), 1u);
    EXPECT_TRUE(os::write_file(seen, ""));
  };
  const auto run = run_task(context, work, {});
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_DOUBLE_EQ(noted, 0.25);
  const auto end = kept.end(run->report, run->log);
  ASSERT_TRUE(end.has_value());
  ASSERT_TRUE(m_store->change().runs().end(end->first, end->second));
  EXPECT_DOUBLE_EQ(cost(work), 0.25);
}

}  // namespace
}  // namespace assay::engine
