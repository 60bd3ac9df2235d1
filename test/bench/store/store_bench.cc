// store_bench FOLDER --build N: only a store of N missions, FOLDER/store-N.db, for other benches.
// store_bench FOLDER --claims: only what a claim costs, in a small and in a large store.
// store_bench FOLDER [--quick]: how fast the store is, beside SQLite itself in the same run, and how its cost
// depends on its size. Prints rows of a Markdown table. Both sides of a ratio are measured in turns,
// a little of each, because disks are noisy.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <random>
#include <type_traits>

#include <unistd.h>

#include "base/text.h"
#include "raw_sqlite.h"
#include "store/database/seals.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace {

using namespace assay;
using namespace assay::store;
namespace fs = std::filesystem;

constexpr std::string_view k_actor = "person:bench";
constexpr size_t k_reason = 120;

template <class T>
T must(Result<T> result) {
  if (!result) {
    fprintf(stderr, "store_bench: %s\n", result.error().message.c_str());
    exit(2);
  }
  if constexpr (!std::is_void_v<T>) return std::move(result).value();
}

// On disk it is time as it passes that counts. In memory it is the processor's: what is left when a disk is
// infinitely fast, and steady on a busy machine.
clockid_t g_clock = CLOCK_MONOTONIC;

double now() {
  timespec time{};
  clock_gettime(g_clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double seconds(const std::function<void()>& work) {
  const auto begin = now();
  work();
  return now() - begin;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

// A store of `missions` missions with ten tasks each, and the names of some tasks all over it.
struct Built {
  std::string path;
  std::vector<std::string> tasks;
};

MissionDraft draft() {
  MissionDraft out;
  out.prompt = "Add an endpoint that says how the service is, with a test and a line in the guide.";
  out.repository = "/srv/repositories/service";
  out.base_commit = std::string(40, 'a');
  out.target_branch = "main";
  out.policy = model::default_policy(model::Mode::autopilot);
  out.plan = model::Plan{};
  for (int i = 0; i < 10; ++i) {
    out.plan->tasks.emplace_back();
    out.plan->tasks.back().name = cat("Step ", i);
    out.plan->tasks.back().instructions = "Write the code, then the test, then run the suite and report what it said.";
  }
  return out;
}

Built build(const fs::path& folder, std::int64_t missions) {
  const std::int64_t seeded = std::min<std::int64_t>(missions, 100);
  Built built{(folder / cat("store-", missions, ".db")).string(), {}};
  for (const auto* more : {"", "-wal", "-shm"}) fs::remove(built.path + more);
  SystemClock clock;
  {
    // Where the disk plays no part.
    const auto seed =
        fs::path(fs::is_directory("/dev/shm") ? "/dev/shm" : folder) / cat("assay-bench-", getpid(), ".db");
    {
      auto store = must(Store::open(seed.string(), clock));
      for (std::int64_t i = 0; i < seeded; ++i) must(store->change(k_actor).missions().add(draft()));
    }
    fs::copy_file(seed, built.path);
    for (const auto* more : {"", "-wal", "-shm"}) fs::remove(seed.string() + more);
  }
  if (missions > seeded) {
    RawSqlite(built.path).multiply(missions / seeded - 1);
    const auto database = must(open_sqlite(built.path, Time{0}));
    must(transact(*database, Access::write, [&]() -> Result<bool> {
      TRY(seal_everything(*database));
      return true;
    }));
  }
  built.tasks = RawSqlite(built.path).some_tasks(4000);
  return built;
}

// Starts a task, says it is ready, rejects it, and so on: legal moves that can be made for ever.
class Mover {
 public:
  explicit Mover(const Built& built) : m_moved(built.tasks.size()), m_store(must(Store::open(built.path, m_clock))) {
    for (const auto& id : built.tasks) m_tasks.emplace_back(id);
  }

  void one() { must(m_store->change(k_actor).tasks().move(next())); }
  void batch(size_t size) {
    std::vector<TaskMove> moves;
    for (size_t i = 0; i < size; ++i) moves.push_back(next());
    for (auto& made : must(m_store->change(k_actor).tasks().move_all(moves))) must(std::move(made));
  }

 private:
  TaskMove next() {
    const size_t at = m_at++ % m_tasks.size();
    constexpr model::Move k_circle[] = {model::Move::start, model::Move::ready, model::Move::reject};
    return {m_tasks[at], k_circle[m_moved[at]++ % 3], std::string(k_reason, 'r'), {}};
  }

  SystemClock m_clock;
  std::vector<model::TaskId> m_tasks;
  std::vector<size_t> m_moved;
  std::unique_ptr<Store> m_store;
  size_t m_at = 0;
};

std::uintmax_t wal_size(const std::string& path) {
  std::error_code none;
  const auto size = fs::file_size(path + "-wal", none);
  return none ? 0 : size;
}

void row(const std::string& what, const std::string& ours, const std::string& theirs, double ratio, const char* goal) {
  printf("| %s | %s | %s | %.2f | %s |\n", what.c_str(), ours.c_str(), theirs.c_str(), ratio,
         g_clock == CLOCK_MONOTONIC ? goal : "");  // goals are for what users wait for
  fflush(stdout);
}
std::string per_second(double rate) { return cat(static_cast<std::int64_t>(rate), " per second"); }
std::string in_us(double s) { return cat(static_cast<std::int64_t>(s * 1e6), " µs"); }

void against_sqlite(const fs::path& folder, const std::string& where) {
  constexpr int k_turns = 15, k_each = 40;
  constexpr size_t k_batch = 64;
  const auto built = build(folder, 100);
  const auto copy = built.path + ".raw";
  fs::remove(copy);
  fs::copy_file(built.path, copy);
  Mover mover(built);
  RawSqlite raw(copy);
  raw.prepare_commits();
  std::mt19937_64 random(2);
  const auto raw_one = [&] {
    const auto task = 1 + static_cast<std::int64_t>(random() % 1000);
    raw.commit((task - 1) / 10 + 1, task, k_reason + 60);
  };
  // How many bytes each writes, before anything is written back.
  const auto ours_before = wal_size(built.path), theirs_before = wal_size(copy);
  for (int i = 0; i < 50; ++i) mover.one();
  for (int i = 0; i < 50; ++i) raw_one();
  const auto ours_bytes = (wal_size(built.path) - ours_before) / 50,
             theirs_bytes = (wal_size(copy) - theirs_before) / 50;
  std::vector<double> ours, theirs, batched;
  for (int turn = 0; turn < k_turns; ++turn) {
    ours.push_back(seconds([&] {
                     for (int i = 0; i < k_each; ++i) mover.one();
                   }) /
                   k_each);
    theirs.push_back(seconds([&] {
                       for (int i = 0; i < k_each; ++i) raw_one();
                     }) /
                     k_each);
    batched.push_back(seconds([&] {
                        for (int i = 0; i < 4; ++i) mover.batch(k_batch);
                      }) /
                      (4.0 * k_batch));
  }
  const auto single = 1 / median(ours), sqlite = 1 / median(theirs), batch = 1 / median(batched);
  row(cat("durable transitions, one by one, ", where), cat(per_second(single), ", ", ours_bytes / 1024, " KiB each"),
      cat("SQLite commits ", per_second(sqlite), ", ", theirs_bytes / 1024, " KiB each"), single / sqlite,
      "at least 0.6");
  row(cat("the same, ", k_batch, " at once, ", where), per_second(batch), cat("SQLite commits ", per_second(sqlite)),
      batch / sqlite, "at least 3.0");
}

void against_size(const Built& small, const Built& large, const std::string& missions, const std::string& where) {
  constexpr int k_turns = 25, k_each = 40;
  Mover few(small), many(large);
  for (int i = 0; i < 300; ++i) few.one();
  for (int i = 0; i < 300; ++i) many.one();
  std::vector<double> small_times, large_times;
  for (int turn = 0; turn < k_turns; ++turn) {
    small_times.push_back(seconds([&] {
                            for (int i = 0; i < k_each; ++i) few.one();
                          }) /
                          k_each);
    large_times.push_back(seconds([&] {
                            for (int i = 0; i < k_each; ++i) many.one();
                          }) /
                          k_each);
  }
  const auto ours = median(large_times), theirs = median(small_times);
  row(cat("changing one task among ", missions, " missions × 10 tasks, ", where), in_us(ours),
      cat("among 100 missions ", in_us(theirs)), ours / theirs, "at most 1.5");
}

// A claim and the release of what was claimed: nothing else is under way, and every task of every mission is due.
class Claimer {
 public:
  explicit Claimer(const Built& built) : m_store(must(Store::open(built.path, m_clock))) {
    m_request.worker = "worker:bench";
  }
  double one() {
    std::optional<Claim> claim;
    const double took = seconds([&] { claim = must(m_store->change().jobs().claim(m_request)); });
    JobFinish back;
    back.moves = {{claim->task->id, model::Move::release, "bench", {}}};
    must(m_store->change("worker:bench").jobs().finish(claim->job.token, back));
    return took;
  }

 private:
  SystemClock m_clock;
  std::unique_ptr<Store> m_store;
  ClaimRequest m_request;
};

void claiming(const Built& small, const Built& large, const std::string& missions, const std::string& where) {
  Claimer few(small), many(large);
  few.one();
  many.one();
  std::vector<double> small_times, large_times;
  for (int i = 0; i < 200; ++i) {
    small_times.push_back(few.one());
    large_times.push_back(many.one());
  }
  row(cat("claiming a task among ", missions, " missions × 10 tasks, ", where), in_us(median(large_times)),
      cat("among 10 missions ", in_us(median(small_times))), median(large_times) / median(small_times), "at most 1.5");
}

void opening(const Built& built, const std::string& missions, const std::string& where) {
  std::vector<double> ours, theirs;
  SystemClock clock;
  for (int i = 0; i < 300; ++i) {
    ours.push_back(seconds([&] { must(must(Store::open(built.path, clock))->missions().resolve("")); }));
    theirs.push_back(seconds([&] { RawSqlite(built.path).number("SELECT max(key) FROM missions"); }));
  }
  row(cat("opening a store of ", missions, " missions and finding the latest, ", where), in_us(median(ours)),
      cat("SQLite, the same ", in_us(median(theirs))), median(ours) / median(theirs), "under 1 ms");
}

// What a command costs that opens the store, moves one task and ends.
void one_command(const Built& built, const std::string& where) {
  std::vector<double> ours, theirs;
  SystemClock clock;
  const auto raw_path = built.path + ".raw";
  fs::remove(raw_path);
  fs::copy_file(built.path, raw_path);
  for (size_t i = 0; i < 100; ++i) {
    const TaskMove move{model::TaskId(built.tasks[i]), model::Move::start, {}, {}};
    ours.push_back(seconds([&] { must(must(Store::open(built.path, clock))->change(k_actor).tasks().move(move)); }));
    theirs.push_back(seconds([&] {
      RawSqlite raw(raw_path);
      raw.prepare_commits();
      raw.commit(1 + static_cast<std::int64_t>(i), 1 + 10 * static_cast<std::int64_t>(i), k_reason);
    }));
  }
  row(cat("open, move one task, close, ", where), in_us(median(ours)), cat("SQLite, the same ", in_us(median(theirs))),
      median(ours) / median(theirs), "");
}

void measure(const fs::path& folder, const std::string& where, bool quick) {
  fs::create_directories(folder);
  against_sqlite(folder, where);
  const std::int64_t missions = quick ? 10'000 : 100'000;
  const std::string named = quick ? "10,000" : "100,000";
  one_command(build(folder, 100), where);
  const auto small = build(folder, 100), large = build(folder, missions);
  opening(large, named, where);
  against_size(small, large, named, where);
  claiming(build(folder, 10), build(folder, 10'000), "10,000", where);
  fs::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: store_bench FOLDER [--quick | --claims | --build N]\n");
    return 2;
  }
  if (argc > 3 && strcmp(argv[2], "--build") == 0) {
    printf("%s\n", build(argv[1], strtoll(argv[3], nullptr, 10)).path.c_str());
    return 0;
  }
  if (argc > 2 && strcmp(argv[2], "--claims") == 0) {
    claiming(build(argv[1], 10), build(argv[1], 10'000), "10,000", "on disk");
    return 0;
  }
  const bool quick = argc > 2 && strcmp(argv[2], "--quick") == 0;
  measure(fs::path(argv[1]) / "disk", "on disk", quick);
  g_clock = CLOCK_PROCESS_CPUTIME_ID;
  if (fs::is_directory("/dev/shm"))
    measure(fs::path("/dev/shm") / cat("assay-bench-", getpid()), "processor time", quick);
  return 0;
}
