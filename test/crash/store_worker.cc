#include "store_worker.h"

#include <cmath>
#include <cstdio>
#include <random>
#include <set>

#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "store/history.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/packs.h"
#include "store/runs.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace {

using namespace assay;
using namespace assay::store;

constexpr size_t k_most_missions = 12;
constexpr size_t k_most_tasks = 12;
constexpr model::Move k_moves[] = {model::Move::start,  model::Move::ready,  model::Move::complete, model::Move::fail,
                                   model::Move::block,  model::Move::accept, model::Move::reject,   model::Move::retry,
                                   model::Move::cancel, model::Move::pass,   model::Move::flag};

class Worker {
 public:
  Worker(Store& store, std::uint64_t seed, int reports) : m_store(store), m_random(seed), m_reports(reports) {}

  Result<void> step() {
    m_missions.clear();
    m_tasks.clear();
    TRY_ASSIGN(const auto page, m_store.missions().list({}));
    if (page.missions.empty() || (page.missions.size() < k_most_missions && below(10) == 0)) {
      TRY(create());
    } else {
      m_mission = page.missions[below(page.missions.size())].id;
      TRY_ASSIGN(m_present, m_store.tasks().of(m_mission, {}));
      TRY(change_and_count());
    }
    return report();
  }

 private:
  size_t below(size_t n) { return m_random() % n; }
  std::string text(size_t longest) { return std::string(below(longest), static_cast<char>('a' + below(26))); }

  // A refusal is an answer; only a store that fails ends the work. What was done must be seen at once.
  Result<void> change_and_count() {
    TRY_ASSIGN(const auto before, m_store.history().head(m_mission));
    m_expected = 0;
    const auto result = change();
    if (!result) {
      const auto code = result.error().code;
      if (code == Code::conflict || code == Code::invalid_input || code == Code::not_found) return {};
      return result;
    }
    TRY_ASSIGN(const auto after, m_store.history().head(m_mission));
    if (after.count < before.count + m_expected) return internal("a change that succeeded left no checkpoint");
    return {};
  }

  Result<void> create() {
    MissionDraft draft;
    draft.prompt = text(9000);
    draft.title = "a mission";
    draft.criteria = {"one", "two"};
    draft.checks.resize(2);
    draft.checks[0].title = "first";
    draft.checks[1].title = "second";
    if (below(2) == 0) {
      draft.plan = model::Plan{};
      draft.plan->tasks.resize(1 + below(4));
      for (size_t i = 0; i < draft.plan->tasks.size(); ++i) draft.plan->tasks[i].name = cat("task ", i);
    }
    TRY_ASSIGN(const auto made, m_store.change("crash:worker").missions().add(draft));
    m_missions.insert(made.id);
    TRY_ASSIGN(const auto tasks, m_store.tasks().of(made.id, {}));
    for (const auto& task : tasks) m_tasks.insert(task.id);
    return {};
  }

  Result<void> change() {
    m_missions.insert(m_mission);
    const auto kind = below(20);
    if (m_present.empty() || (kind == 0 && m_present.size() < k_most_tasks)) return add();
    const auto task = m_present[below(m_present.size())].id;
    m_tasks.insert(task);
    m_expected = 1;
    if (kind < 12) return move(task);
    if (kind == 13) return verify();
    if (kind == 18) return land();
    if (kind == 19) {
      return m_store.change("crash:worker")
          .tasks()
          .note_progress({task, model::CheckpointKind::task_progress, "progress", text(6000)});
    }
    m_expected = 0;  // these may leave none
    if (kind == 12) return batch();
    if (kind == 14 || kind == 15) return spend(task);
    if (kind == 16)
      return m_store.change("crash:worker").packs().set_criteria(m_mission, {text(50), text(3000)}, "why not");
    return m_store.change("crash:worker").missions().set_hold(m_mission, below(2) == 0 ? "" : "held");
  }

  Result<void> spend(const model::TaskId& task) {
    TRY_ASSIGN(const auto run, m_store.change().runs().begin({task, "claude", {}, {}}));
    return m_store.change().runs().note_usage(run, {}, {static_cast<double>(below(100)) / 100, 0, 0, 0});
  }

  template <class T>
  static Result<void> drop(Result<T> result) {
    if (!result) return std::move(result).error();
    return {};
  }

  // Most moves are illegal at any time; a few tries find one that is not.
  Result<void> move(const model::TaskId& task) {
    auto made = m_store.change("crash:worker").tasks().move(random_move(task));
    for (int tries = 0; !made && tries < 8; ++tries)
      made = m_store.change("crash:worker").tasks().move(random_move(task));
    return drop(std::move(made));
  }

  TaskMove random_move(const model::TaskId& task) {
    return {task, k_moves[below(std::size(k_moves))], text(2000), text(4000)};
  }

  Result<void> add() {
    TaskDraft draft;
    draft.mission = m_mission;
    draft.task.name = "one more";
    draft.task.instructions = text(5000);
    if (!m_present.empty()) draft.task.depends_on = {m_present[below(m_present.size())].id.text};
    TRY_ASSIGN(const auto made, m_store.change("crash:worker").tasks().add(draft));
    m_tasks.insert(made.id);
    return {};
  }

  Result<void> batch() {
    std::vector<TaskMove> moves;
    for (size_t i = 0; i < 5; ++i) {
      moves.push_back(random_move(m_present[below(m_present.size())].id));
      m_tasks.insert(moves.back().task);
    }
    return drop(m_store.change("crash:worker").tasks().move_all(moves));
  }

  Result<void> verify() {
    TRY_ASSIGN(const auto mission, m_store.missions().find(m_mission));
    std::vector<CheckResult> results;
    for (const auto& check : mission.pack.checks) {
      results.push_back({check.id, static_cast<model::AcceptanceStatus>(below(4)), text(4000)});
    }
    VerificationRecord record;
    record.id = cat("verification-", random_name(12));
    return drop(
        m_store.change("crash:worker").verifications().record(m_mission, mission.version, record, results, "verified"));
  }

  Result<void> land() {
    TRY_ASSIGN(const auto mission, m_store.missions().find(m_mission));
    LandingIntent intent;
    intent.version = mission.version;
    intent.landing.mission = m_mission;
    intent.landing.target_branch = mission.target_branch;
    intent.landing.commit = intent.landing.tip = "f00";
    TRY_ASSIGN(const auto begun, m_store.change("crash:worker").landings().begin(std::span(&intent, 1)));
    return drop(m_store.change("crash:worker").landings().finish(begun.front().id, "f00", "seen"));
  }

  Result<void> report() {
    std::string out;
    for (const auto& id : m_missions) {
      TRY_ASSIGN(const auto head, m_store.history().head(id));
      TRY_ASSIGN(const auto mission, m_store.missions().find(id));
      out += cat("M ", id.text, " ", head.count, " ", head.hash, " ", mission.version, "\n");
    }
    for (const auto& id : m_tasks) {
      TRY_ASSIGN(const auto task, m_store.tasks().find(id));
      out += cat("T ", id.text, " ", task.mission.text, " ", name(task.state), " ", task.attempt, " ", task.round, " ",
                 std::lround(task.cost_usd * 100), "\n");
    }
    out += ".\n";
    if (write(m_reports, out.data(), out.size()) != static_cast<ssize_t>(out.size())) return internal("nobody listens");
    return {};
  }

  Store& m_store;
  std::mt19937_64 m_random;
  int m_reports;
  model::MissionId m_mission;
  std::uint64_t m_expected = 0;  // checkpoints that the change must have left
  std::vector<model::Task> m_present;
  std::set<model::MissionId> m_missions;
  std::set<model::TaskId> m_tasks;
};

}  // namespace

int work_until_killed(const std::string& path, std::uint64_t seed, int reports) {
  SystemClock clock;
  auto store = Store::open(path, clock);
  if (!store) {
    fprintf(stderr, "worker: %s\n", store.error().message.c_str());
    return 1;
  }
  Worker worker(**store, seed, reports);
  while (true) {
    const auto done = worker.step();
    if (done) continue;
    fprintf(stderr, "worker: %s\n", done.error().message.c_str());
    return 1;
  }
}
