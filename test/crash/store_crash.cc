// store_crash [seed [rounds]]: kills a process that works on a store, with SIGKILL, at random moments, and
// looks at what it left: the store opens, SQLite finds it whole, counters and statuses agree with the
// facts, the chains verify, and everything that was reported as done is there. Every tenth round begins
// with a new store, so that some kills fall into its making. With the seed that is printed, operations
// and moments are drawn alike again; what the machine makes of them is its own.
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>

#include <fcntl.h>
#include <poll.h>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "store/history.h"
#include "store/missions.h"
#include "store/tasks.h"
#include "store_worker.h"

namespace {

using namespace assay;
using namespace assay::store;
namespace fs = std::filesystem;

struct ToldMission {
  std::uint64_t checkpoints = 0, version = 0;
  std::string hash;
};
struct ToldTask {
  std::string mission, state;
  std::uint64_t attempt = 0, round = 0, cents = 0;
};
struct Told {
  std::map<std::string, ToldMission> missions;
  std::map<std::string, ToldTask> tasks;
};

std::uint64_t number(std::string_view text) { return parse_uint(text).value_or(UINT64_MAX); }

void take(Told& told, std::string_view line) {
  const auto words = split(line, ' ');
  if (words.size() == 5 && words[0] == "M") {
    told.missions[std::string(words[1])] = {number(words[2]), number(words[4]), std::string(words[3])};
  } else if (words.size() == 7 && words[0] == "T") {
    told.tasks[std::string(words[1])] = {std::string(words[2]), std::string(words[3]), number(words[4]),
                                         number(words[5]), number(words[6])};
  }
}

// ---- the killing -------------------------------------------------------------------------------

// Reads reports; one counts when it is whole.
class Listener {
 public:
  Listener(int pipe, Told& told) : m_pipe(pipe), m_told(told) {}

  bool wait_for(int operations) {
    while (m_seen < operations) {
      if (!read_more(30'000'000)) return false;
    }
    return true;
  }
  bool read_more(long patience_us) {
    pollfd ready{m_pipe, POLLIN, 0};
    const timespec patience{patience_us / 1'000'000, (patience_us % 1'000'000) * 1000};
    if (ppoll(&ready, 1, &patience, nullptr) <= 0) return false;
    char buffer[4096];
    const auto size = read(m_pipe, buffer, sizeof buffer);
    if (size <= 0) return false;
    m_text.append(buffer, static_cast<size_t>(size));
    take_whole_reports();
    return true;
  }
  void drain() {
    while (read_more(0)) {
    }
  }
  int seen() const { return m_seen; }

 private:
  void take_whole_reports() {
    for (size_t end = 0; (end = m_text.find(".\n")) != std::string::npos; m_text.erase(0, end + 2)) {
      for (const auto line : split_lines(std::string_view(m_text).substr(0, end))) take(m_told, line);
      ++m_seen;
    }
  }

  int m_pipe;
  Told& m_told;
  std::string m_text;
  int m_seen = 0;
};

// The number of operations that were reported, or nothing when the worker failed by itself.
std::optional<int> run_and_kill(const std::string& path, std::mt19937_64& random, Told& told) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const auto seed = random();
  const int operations = static_cast<int>(random() % 6);
  const long moment_us = static_cast<long>(random() % 8000);
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(ends[0]);
    _exit(work_until_killed(path, seed, ends[1]));
  }
  close(ends[1]);
  Listener listener(ends[0], told);
  const bool alive = listener.wait_for(operations);
  const timespec moment{0, moment_us * 1000};
  if (alive) (void)ppoll(nullptr, 0, &moment, nullptr);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  listener.drain();
  close(ends[0]);
  if (!alive || !WIFSIGNALED(status)) return std::nullopt;
  return listener.seen();
}

// ---- what is left ------------------------------------------------------------------------------

Result<void> check_integrity(const std::string& path) {
  sqlite3* handle = nullptr;
  sqlite3_open(path.c_str(), &handle);
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(handle, "PRAGMA integrity_check", -1, &statement, nullptr);
  std::string answer = "no answer";
  if (sqlite3_step(statement) == SQLITE_ROW) answer = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  sqlite3_close(handle);
  if (answer != "ok") return corrupt(cat("integrity_check: ", answer));
  return {};
}

Result<void> check_chains(Store& store) {
  std::optional<audit::ChainAudit> chain;
  return store.history().walk(
      std::nullopt,
      [&](const model::Checkpoint& checkpoint) {
        if (!chain) chain.emplace(checkpoint.mission);
        return chain->next(checkpoint);
      },
      [&](const audit::Head& head) -> Result<void> {
        if (!chain) return corrupt("a mission without history");
        TRY(chain->finish(head));
        chain.reset();
        return {};
      });
}

ToldTask as_told(const model::Task& task) {
  return {task.mission.text, std::string(name(task.state)), task.attempt, task.round,
          static_cast<std::uint64_t>(std::lround(task.cost_usd * 100))};
}

Result<void> check_task(const std::string& id, const ToldTask& told, const ToldTask& found, bool mission_moved_on) {
  // A task that is done again counts its attempts from the beginning, in another round.
  if (found.cents < told.cents || std::pair(found.round, found.attempt) < std::pair(told.round, told.attempt)) {
    return corrupt(cat("task ", id, " went back"));
  }
  if (!mission_moved_on && found.state != told.state) {
    return corrupt(cat("task ", id, " was reported ", told.state, " and is ", found.state));
  }
  return {};
}

// Compares with what was told, and takes over what is there for the next round: one operation may
// have been finished and not reported.
Result<void> check_told(Store& store, Told& told) {
  Told found;
  std::map<std::string, bool> moved_on;
  for (const auto& [id, was] : told.missions) {
    TRY_ASSIGN(const auto mission, store.missions().find(model::MissionId(id)));
    TRY_ASSIGN(const auto reported, store.history().checkpoints(mission.id, was.checkpoints - 1, 1));
    if (reported.empty() || reported[0].hash != was.hash) return corrupt(cat("checkpoints of ", id, " are lost"));
    if (mission.version < was.version) return corrupt(cat("mission ", id, " went back"));
    TRY_ASSIGN(const auto head, store.history().head(mission.id));
    moved_on[id] = head.count != was.checkpoints;
    found.missions[id] = {head.count, mission.version, head.hash};
  }
  for (const auto& [id, was] : told.tasks) {
    TRY_ASSIGN(const auto task, store.tasks().find(model::TaskId(id)));
    found.tasks[id] = as_told(task);
    TRY(check_task(id, was, found.tasks[id], moved_on[was.mission]));
  }
  told = std::move(found);
  return {};
}

Result<void> check_left(const std::string& path, Told& told) {
  SystemClock clock;
  TRY_ASSIGN(const auto store, Store::open(path, clock));
  TRY(check_integrity(path));
  TRY_ASSIGN(const auto health, store->examine());
  if (!health.faults.empty()) return corrupt(join(health.faults, "; "));
  TRY(check_chains(*store));
  return check_told(*store, told);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? number(argv[1]) : std::random_device{}();
  const int rounds = argc > 2 ? static_cast<int>(number(argv[2])) : 300;
  printf("store_crash: seed %llu, %d rounds\n", static_cast<unsigned long long>(seed), rounds);
  fflush(stdout);
  const fs::path folder = fs::temp_directory_path() / cat("assay-store-crash-", getpid());
  fs::create_directories(folder);
  std::mt19937_64 random(seed);
  Told told;
  std::string path;
  int operations = 0;
  for (int round = 0; round < rounds; ++round) {
    if (round % 10 == 0) {
      if (!path.empty()) {
        for (const auto* more : {"", "-wal", "-shm"}) fs::remove(path + more);
      }
      path = (folder / cat("store-", round, ".db")).string();
      told = {};
    }
    const auto done = run_and_kill(path, random, told);
    const auto left = done ? check_left(path, told) : Result<void>(internal("the worker ended by itself"));
    if (!left) {
      printf("store_crash: round %d with seed %llu: %s\nkept: %s\n", round, static_cast<unsigned long long>(seed),
             left.error().message.c_str(), folder.c_str());
      return 1;
    }
    operations += *done;
  }
  fs::remove_all(folder);
  printf("store_crash: %d kills, %d operations reported, all there\n", rounds, operations);
  return 0;
}
