// loop_crash [seed [rounds]]: kills workers, and servers with workers, with SIGKILL at random moments while they do
// whole missions, and looks at what came of it: every mission ends right, no task is run again after it was done, none
// is checked twice, and what the agents told of their cost is in the store, no more and no less. A kill falls after a
// random number of the worker's own events and a random moment more, so that it meets claims, runs, checks,
// verifications and their ends, however fast the machine is.
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/ship/job.h"
#include "engine/work/agents/run_record.h"
#include "engine/work/worker.h"
#include "loop_costs.h"
#include "loop_place.h"
#include "store/database/database.h"
#include "store/history.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace {

using namespace assay;
using model::TaskState;

constexpr int k_tasks = 3;
constexpr int k_open_missions = 2;
constexpr int k_servers = 40;                  // killed after the workers
constexpr std::int64_t k_short_lease_ms = 40;  // of who is killed: others need not wait long
constexpr std::int64_t k_lease_ms = 10'000;

// One byte per event, so that whoever kills knows how far it is.
class Pipe final : public engine::WorkerEvents {
 public:
  explicit Pipe(int fd) : m_fd(fd) {}
  void started(const store::Claim&) override { write_event('s'); }
  void finished(const store::Claim&, const store::JobFinish&) override { write_event('f'); }
  void lost(const store::Claim&) override { write_event('l'); }
  void failed(const store::Claim& claim, const Error& error) override {
    std::fprintf(stderr, "%s: %s\n", claim.task ? claim.task->name.c_str() : "job", error.message.c_str());
    write_event('e');
  }

 private:
  void write_event(char what) { (void)!::write(m_fd, &what, 1); }
  int m_fd;
};

// A worker that works until it is killed, or until nothing is left.
int work(const LoopPlace& place, int fd, std::int64_t lease_ms) {
  SystemClock clock;
  auto opened = store::Store::open(place.store(), clock);
  const auto repository = git::Repository::open(place.root());
  if (!opened || !repository) return 2;
  auto& store = **opened;
  Pipe events(fd);
  engine::WorkerSetup setup;
  setup.handlers = engine::all_handlers();
  setup.takes.worker = engine::worker_name();
  setup.takes.lease_ms = lease_ms;
  setup.takes.most_lost = 1'000'000;
  setup.slots = 3;
  setup.look_ms = 10;
  engine::Threads threads(place.store(), clock, setup.slots);
  engine::Worker worker({*repository, place.home(), store, clock, threads, events}, setup);
  const auto ran = worker.run([&](bool busy) -> Result<engine::Worker::Turn> {
    if (busy || worker.in_hand() > 0) return engine::Worker::Turn::go_on;
    TRY_ASSIGN(const auto next, engine::next_look(store, worker.takes()));
    return next ? engine::Worker::Turn::go_on : engine::Worker::Turn::enough;
  });
  if (!ran) std::fprintf(stderr, "%s\n", ran.error().message.c_str());
  return ran ? 0 : 2;
}

// The program beside this one, serving with workers of its own. It is killed when its agents have told of so many
// costs, and a moment later; whether it lived until then.
bool serve_and_kill(const LoopPlace& place, size_t costs, long moment_us) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin/assay";
  const auto told = count_told(place.ledger());
  int ends[2];
  if (pipe(ends) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    if (chdir(place.root().c_str()) == 0)
      execl(program.c_str(), "assay", "serve", "--port", "0", "--workers", "3", "--log", "errors", nullptr);
    _exit(127);
  }
  close(ends[1]);
  char first = 0;
  const bool began = read(ends[0], &first, 1) == 1;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const timespec pause{0, 2'000'000};
  while (began && count_told(place.ledger()) < told + costs && std::chrono::steady_clock::now() < end)
    (void)ppoll(nullptr, 0, &pause, nullptr);
  const timespec moment{0, moment_us * 1000};
  if (began) (void)ppoll(nullptr, 0, &moment, nullptr);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  close(ends[0]);
  return began && WIFSIGNALED(status);
}

// Whether it was killed; nothing when it failed by itself.
std::optional<bool> run_and_kill(const LoopPlace& place, int events, long moment_us, std::int64_t lease_ms) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    _exit(work(place, ends[1], lease_ms));
  }
  close(ends[1]);
  bool alive = true;
  for (int seen = 0; alive && seen < events;) {
    char buffer[64];
    const auto size = read(ends[0], buffer, sizeof buffer);
    alive = size > 0;
    if (alive) seen += static_cast<int>(size);
  }
  const timespec moment{0, moment_us * 1000};
  if (alive && events < 1'000'000) (void)ppoll(nullptr, 0, &moment, nullptr);
  if (alive) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  close(ends[0]);
  if (WIFSIGNALED(status)) return true;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return false;
  return std::nullopt;
}

// ---- what came of it ---------------------------------------------------------------------------

struct Totals {
  std::uint64_t missions = 0, tasks = 0, runs = 0, lost_runs = 0, taken_over = 0;
  Cents stored;
  long told = 0;  // cents, in the ledger
};

Error wrong(std::string what) { return corrupt(std::move(what)); }

Result<void> check_history(store::Store& store, const model::Mission& mission, Totals& totals) {
  TRY_ASSIGN(const auto history, store.history().checkpoints(mission.id, 0, 1'000'000));
  std::map<std::string, std::string> done;  // tasks that were ready, and their check
  for (const auto& each : history) {
    const auto& task = each.task.text;
    if (each.title.starts_with("Picked up again")) ++totals.taken_over;
    const bool runs = each.title.starts_with("Started") || each.title.starts_with("Picked up again");
    if (runs && done.contains(task)) return wrong(cat(task, " was run again after it was ready"));
    if (!each.title.starts_with("Ready for its check")) continue;
    if (done.contains(task)) return wrong(cat(task, " was ready twice"));
    done[task] = each.detail;
  }
  return {};
}

Result<void> check_costs(store::Store& store, const model::Task& task, Totals& totals) {
  TRY_ASSIGN(const auto runs, store.runs().of(task.id));
  double sum = 0;
  std::uint32_t good = 0;
  for (const auto& run : runs) {
    sum += run.usage.cost_usd;
    ++totals.runs;
    if (run.end.empty()) ++totals.lost_runs;
    if (run.end == "succeeded") {
      ++good;
      if (run.usage.cost_usd < 0.0099) return wrong(cat(task.id.text, ": a run without its cost"));
    }
    if (run.usage.cost_usd > 0) totals.stored[run.session] += std::lround(run.usage.cost_usd * 100);
  }
  if (good == 0) return wrong(cat(task.id.text, " is done and no run of it ended well"));
  if (sum < task.cost_usd - 1e-9 || sum > task.cost_usd + 1e-9)
    return wrong(cat(task.id.text, ": its cost is not that of its runs"));
  return {};
}

Result<void> check_mission(store::Store& store, const model::MissionId& id, Totals& totals) {
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  ++totals.missions;
  if (mission.status != model::MissionStatus::ready_to_land) {
    TRY_ASSIGN(const auto tasks, store.tasks().of(id, {}));
    std::string why;
    for (const auto& task : tasks)
      why += cat("\n  ", task.name, " ", name(task.state), " ", task.reason, task.checker_report);
    return wrong(cat("mission ", id.text, " is ", name(mission.status), " ", mission.hold, why));
  }
  TRY_ASSIGN(const auto tasks, store.tasks().of(id, {std::nullopt, true}));
  std::map<std::string, int> checks;
  for (const auto& task : tasks) {
    if (task.state != TaskState::completed) return wrong(cat(task.id.text, " is ", name(task.state)));
    if (task.is_checker()) ++checks[task.checker_for.text];
    if (!task.is_checker()) checks.try_emplace(task.id.text, 0), ++totals.tasks;
    TRY(check_costs(store, task, totals));
  }
  for (const auto& [task, count] : checks) {
    if (count != 1) return wrong(cat(task, " has ", count, " checkers"));
  }
  return check_history(store, mission, totals);
}

Result<std::vector<model::MissionId>> all_missions(store::Store& store) {
  std::vector<model::MissionId> out;
  store::MissionFilter filter;
  filter.limit = 1000;
  TRY_ASSIGN(const auto page, store.missions().list(filter));
  for (const auto& mission : page.missions) out.push_back(mission.id);
  return out;
}

// There is always something to do.
Result<void> keep_busy(const LoopPlace& place) {
  SystemClock clock;
  TRY_ASSIGN(const auto store, store::Store::open(place.store(), clock));
  store::MissionFilter filter;
  filter.status = model::MissionStatus::active;
  TRY_ASSIGN(const auto page, store->missions().list(filter));
  for (auto n = page.missions.size(); n < k_open_missions; ++n) TRY(place.open_mission(*store, k_tasks));
  return {};
}

Result<Totals> read_totals(const LoopPlace& place) {
  SystemClock clock;
  TRY_ASSIGN(const auto store, store::Store::open(place.store(), clock));
  TRY(settle_all(place, *store));
  TRY_ASSIGN(const auto health, store->examine());
  if (!health.faults.empty()) return wrong(health.faults.front());
  Totals totals;
  TRY_ASSIGN(const auto missions, all_missions(*store));
  for (const auto& id : missions) TRY(check_mission(*store, id, totals));
  const auto told = read_ledger(place.ledger());
  TRY(compare_costs(told, totals.stored));
  TRY(prove_comparison(told, totals.stored));
  for (const auto& [session, cents] : told) totals.told += cents;
  return totals;
}

// A server gives up on a task whose workers were gone eight times, which here is soon.
Result<void> forget_losses(const LoopPlace& place) {
  static constexpr store::Query k_forget{"UPDATE jobs SET lost = 0"};
  TRY_ASSIGN(const auto database, store::open_sqlite(place.store(), Time{}));
  return store::transact(*database, store::Access::write, [&]() -> Result<void> {
    TRY(database->run(k_forget, {}));
    return {};
  });
}

// On a machine that is busy with other things the rounds end early.
Result<Totals> torment(const LoopPlace& place, std::uint64_t seed, int& rounds) {
  std::mt19937_64 random(seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(45);
  for (int round = 0; round < rounds; ++round) {
    if (std::chrono::steady_clock::now() > end) {
      rounds = round;
      break;
    }
    TRY(keep_busy(place));
    const int events = static_cast<int>(random() % 5);
    if (!run_and_kill(place, events, static_cast<long>(random() % 40'000), k_short_lease_ms)) {
      return wrong(cat("round ", round, ": the worker failed by itself"));
    }
  }
  for (int round = 0; round < k_servers; ++round) {
    TRY(keep_busy(place));
    TRY(forget_losses(place));
    if (!serve_and_kill(place, random() % 4, static_cast<long>(random() % 150'000)))
      return wrong(cat("round ", round, ": the server failed by itself"));
  }
  if (run_and_kill(place, INT32_MAX, 0, k_lease_ms) != std::optional(false))
    return wrong("the last worker failed by itself");
  return read_totals(place);
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t seed = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : std::random_device{}();
  int rounds = count > 2 ? std::atoi(arguments[2]) : 300;
  std::printf("seed %llu, %d rounds\n", static_cast<unsigned long long>(seed), rounds);
  std::fflush(stdout);
  LoopPlace place;
  const auto totals = torment(place, seed, rounds);
  if (!totals) {
    std::printf("FAILED: %s\n", totals.error().message.c_str());
    return 1;
  }
  std::printf(
      "killed %d workers and %d servers: %llu missions with %llu tasks ended right; %llu runs, %llu of them lost and "
      "%llu times taken "
      "over; the agents told of %ld cents in %zu sessions, and all of them are in the store\n",
      rounds, k_servers, static_cast<unsigned long long>(totals->missions),
      static_cast<unsigned long long>(totals->tasks), static_cast<unsigned long long>(totals->runs),
      static_cast<unsigned long long>(totals->lost_runs), static_cast<unsigned long long>(totals->taken_over),
      totals->told, totals->stored.size());
  return 0;
}
