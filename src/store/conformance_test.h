// What every driver's tests share: a store of its own, time that is stepped by hand, and short words for drafts and
// moves. A further driver adds itself to drivers().
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "store/history.h"
#include "store/jobs.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/packs.h"
#include "store/postgres_server_test.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::store {

// A folder that goes with its owner. In memory where that is possible: these tests are about what the
// store does, and the crash test is about the disk.
class ScratchFolder {
 public:
  ScratchFolder() {
    namespace fs = std::filesystem;
    const fs::path base = fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
    m_path = base / cat("assay-store-test-", getpid(), "-", random_name(8));
    fs::create_directories(m_path);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string file(std::string_view name) const { return (m_path / name).string(); }
  std::string path() const { return m_path.string(); }

 private:
  std::filesystem::path m_path;
};

struct Driver {
  std::string name;
  std::function<std::string(const ScratchFolder&)> place;               // what Store::open takes
  std::function<std::string()> missing = [] { return std::string(); };  // why it cannot be tried here
};
inline void PrintTo(const Driver& driver, std::ostream* out) { *out << driver.name; }

inline std::vector<Driver> drivers() {
  return {{"sqlite", [](const ScratchFolder& folder) { return folder.file("store.db"); }},
          {"postgresql",
           [](const ScratchFolder& folder) {
             return PostgresServer::instance().place(cat("t_", folder.path().substr(folder.path().rfind('-') + 1)));
           },
           [] { return PostgresServer::instance().missing(); }}};
}

constexpr std::string_view k_anna = "person:anna";

// The value, or a failed test that says why there is none.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(result).value();
}
inline void must(Result<void> result) {
  if (!result) throw std::runtime_error(result.error().message);
}

class StoreConformance : public testing::TestWithParam<Driver> {
 protected:
  StoreConformance() : clock(Time{1'700'000'000'000}), m_missing(GetParam().missing()) {
    if (m_missing.empty()) reopen();
  }
  void SetUp() override {
    if (!m_missing.empty()) GTEST_SKIP() << m_missing;
  }

  void reopen() {
    m_store.reset();
    m_store = must(Store::open(GetParam().place(folder), clock));
  }
  Store& store() { return *m_store; }

  static model::AcceptanceCheck command_check(std::string title, std::string command) {
    model::AcceptanceCheck check;
    check.title = std::move(title);
    check.command = std::move(command);
    return check;
  }
  static model::PlannedTask planned(std::string name, std::vector<std::string> depends_on = {}) {
    model::PlannedTask task;
    task.name = std::move(name);
    task.instructions = cat("Do ", task.name);
    task.depends_on = std::move(depends_on);
    return task;
  }
  static MissionDraft draft() {
    MissionDraft out;
    out.title = "Add a health endpoint";
    out.prompt = "Please add a health endpoint";
    out.repository = "/repo";
    out.base_commit = "abc";
    out.target_branch = "main";
    out.criteria = {"It works"};
    out.checks = {command_check("Tests", "make test")};
    return out;
  }
  static MissionDraft draft_with(std::vector<model::PlannedTask> tasks) {
    auto out = draft();
    out.plan = model::Plan{};
    out.plan->tasks = std::move(tasks);
    out.plan_text = "{}";
    return out;
  }

  model::Mission create() { return must(store().change(k_anna).missions().add(draft())); }
  model::Mission create(std::vector<model::PlannedTask> tasks) {
    return must(store().change(k_anna).missions().add(draft_with(std::move(tasks))));
  }
  model::Task add(const model::MissionId& mission, std::string name, std::vector<std::string> depends_on = {},
                  std::string parent = {}) {
    TaskDraft out;
    out.mission = mission;
    out.task = planned(std::move(name), std::move(depends_on));
    out.task.parent = std::move(parent);
    return must(store().change(k_anna).tasks().add(out));
  }
  Result<model::Task> move(const model::TaskId& task, model::Move how, std::string reason = {}) {
    clock.advance(1000);
    return store().change(k_anna).tasks().move({task, how, std::move(reason), {}});
  }
  void moved(const model::TaskId& task, std::initializer_list<model::Move> moves) {
    for (const auto how : moves) must(move(task, how));
  }
  // As a worker does that comes to this with a job of the mission.
  Result<void> finish_job(const model::MissionId& mission, const JobFinish& finish) {
    JobDraft job;
    job.mission = mission;
    must(store().change(k_anna).jobs().enqueue(job));
    ClaimRequest request;
    request.worker = "worker:1";
    request.kinds = {model::JobKind::verify};
    request.only = mission;
    const auto claim = must(store().change().jobs().claim(request));
    if (!claim) throw std::runtime_error("the job was not given");
    return store().change("worker:1").jobs().finish(claim->job.token, finish);
  }
  void verified(const model::MissionId& mission, model::AcceptanceStatus status) {
    std::vector<CheckResult> results;
    for (const auto& check : must(store().missions().find(mission)).pack.checks)
      results.push_back({check.id, status, "out"});
    must(record_results(mission, results, "verified"));
  }
  Result<model::PackStatus> record_results(const model::MissionId& mission, std::span<const CheckResult> results,
                                           std::string_view detail) {
    VerificationRecord record;
    record.id = cat("verification-", random_name(12));
    const auto version = must(store().missions().find(mission)).version;
    return store().change(k_anna).verifications().record(mission, version, record, results, detail);
  }
  Result<void> land(const model::MissionId& mission, std::string_view commit) {
    LandingIntent intent;
    TRY_ASSIGN(const auto found, store().missions().find(mission));
    intent.version = found.version;
    intent.landing.mission = mission;
    intent.landing.target_branch = found.target_branch;
    intent.landing.commit = intent.landing.tip = commit;
    TRY_ASSIGN(const auto begun, store().change(k_anna).landings().begin(std::span(&intent, 1)));
    TRY(store().change(k_anna).landings().finish(begun.front().id, commit, "seen"));
    return {};
  }
  model::MissionStatus status(const model::MissionId& id) { return must(store().missions().find(id)).status; }
  model::StoryState story(const model::MissionId& id) { return must(store().missions().find(id)).story; }
  std::vector<model::Task> tasks(const model::MissionId& id) { return must(store().tasks().of(id, {})); }

  std::vector<model::Checkpoint> history(const model::MissionId& id) {
    return must(store().history().checkpoints(id, 0, 1'000'000));
  }
  std::vector<std::string> kinds(const model::MissionId& id) {
    std::vector<std::string> out;
    for (const auto& checkpoint : history(id)) out.emplace_back(name(checkpoint.kind));
    return out;
  }
  void expect_sound() {
    const auto health = must(store().examine());
    EXPECT_EQ(health.faults, std::vector<std::string>());
    std::unique_ptr<audit::ChainAudit> chain;
    must(store().history().walk(
        std::nullopt,
        [&](const model::Checkpoint& checkpoint) {
          if (!chain) chain = std::make_unique<audit::ChainAudit>(checkpoint.mission);
          return chain->next(checkpoint);
        },
        [&](const audit::Head& head) -> Result<void> {
          if (!chain) return corrupt(cat("no history of ", head.mission.text));
          auto result = chain->finish(head);
          chain.reset();
          return result;
        }));
  }

  ScratchFolder folder;
  ManualClock clock;

 private:
  std::string m_missing;  // the driver, on this machine
  std::unique_ptr<Store> m_store;
};

}  // namespace assay::store
