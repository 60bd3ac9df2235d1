// What is SQLite's own: the file, its schema, what it refuses, what other processes see, and what a full
// or read-only disk does.
#include "store/database/sqlite.h"

#include <fstream>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "store/conformance_test.h"
#include "store/jobs.h"

namespace assay::store {
namespace {

using enum model::Move;

// A connection past the store, as anyone with the sqlite3 program has it.
class Raw {
 public:
  explicit Raw(const std::string& path) { sqlite3_open(path.c_str(), &m_handle); }
  ~Raw() { sqlite3_close(m_handle); }
  Raw(const Raw&) = delete;
  Raw& operator=(const Raw&) = delete;

  // Empty, or what went wrong.
  std::string run(const std::string& sql) {
    char* message = nullptr;
    const int code = sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, &message);
    const std::string out = code == SQLITE_OK ? "" : message != nullptr ? message : "error";
    sqlite3_free(message);
    return out;
  }
  std::string value(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(m_handle, sql.c_str(), -1, &statement, nullptr);
    std::string out;
    if (sqlite3_step(statement) == SQLITE_ROW) {
      const auto* text = sqlite3_column_text(statement, 0);
      if (text != nullptr) out = reinterpret_cast<const char*>(text);
    }
    sqlite3_finalize(statement);
    return out;
  }

 private:
  sqlite3* m_handle = nullptr;
};

class SqliteStore : public testing::Test {
 protected:
  std::unique_ptr<Store> open() { return must(Store::open(path, clock)); }
  Error refused() {
    auto opened = Store::open(path, clock);
    return opened ? internal("it was opened") : opened.error();
  }
  static model::MissionId make(Store& store, int tasks) {
    MissionDraft draft;
    draft.prompt = "do it";
    draft.plan = model::Plan{};
    for (int i = 0; i < tasks; ++i) {
      draft.plan->tasks.emplace_back();
      draft.plan->tasks.back().name = cat("t", i);
    }
    return must(store.change(k_anna).missions().add(draft)).id;
  }
  void write_file(std::string_view content) { std::ofstream(path) << content; }

  ScratchFolder folder;
  ManualClock clock{Time{1'700'000'000'000}};
  std::string path = folder.file("store.db");
};

// ---- opening -----------------------------------------------------------------------------------

TEST_F(SqliteStore, ANewFileIsBroughtFromVersionZeroToThePresentSchema) {
  write_file("");
  open();
  Raw raw(path);
  EXPECT_EQ(raw.value("PRAGMA user_version"), cat(migrations().size()));
  EXPECT_EQ(raw.value("SELECT count(*) FROM migrations"), cat(migrations().size()));
  EXPECT_EQ(raw.value("PRAGMA application_id"), cat(k_application_id));
  EXPECT_EQ(raw.value("PRAGMA journal_mode"), "wal");
  EXPECT_EQ(raw.value("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND "
                      "sql NOT LIKE '%STRICT%'"),
            "0")
      << "every table is strict";
}

TEST_F(SqliteStore, AMigrationThatWasCutShortIsDoneAgain) {
  // What a kill before the commit of the first step leaves: a database in WAL mode with nothing in it.
  { EXPECT_EQ(Raw(path).run("PRAGMA journal_mode = WAL; CREATE TABLE t (x); DROP TABLE t"), ""); }
  make(*open(), 1);
  EXPECT_TRUE(must(open()->examine()).faults.empty());
}

// From the first schema with seals on, rows that something else than the program wrote are damaged: seals_test.
TEST_F(SqliteStore, AnOlderStoreIsBroughtUpToDateAndKeepsWhatItHolds) {
  constexpr size_t k_without_seals = 13;
  for (size_t from = 1; from < k_without_seals; ++from) {
    path = folder.file(cat("from-", from, ".db"));
    // Once there are jobs, a task that waits has one.
    const char* state = from < 3 ? "pending" : "completed";
    {
      Raw raw(path);
      for (size_t i = 0; i < from; ++i) ASSERT_EQ(raw.run(std::string(migrations()[i])), "");
      ASSERT_EQ(raw.run(cat("INSERT INTO migrations VALUES (", from, ", '0.0.1', 0); PRAGMA user_version = ", from,
                            "; PRAGMA application_id = ", k_application_id,
                            "; INSERT INTO tasks (id, name, kind, state, max_attempts, timeout_ms, agent_type, "
                            "repository_url, created_at, updated_at) VALUES ('task-old', 'old', 'fix', '",
                            state,
                            "', 1, 1, "
                            "'', '', 7, 7); INSERT INTO task_texts (task_key, instructions, acceptance_criteria, "
                            "success_criteria, files_modified, "
                            "agent_instructions) VALUES (1, 'i', '', '[]', '[]', '')")),
                "");
    }
    auto store = open();
    EXPECT_EQ(must(store->tasks().find(model::TaskId("task-old"))).created_at, Time{7});
    const auto health = must(store->examine());
    EXPECT_EQ(health.schema, static_cast<int>(migrations().size()));
    EXPECT_TRUE(health.faults.empty());
  }
}

// What keeps a claim from looking at every mission that waits.
TEST_F(SqliteStore, MissionsInWhichNothingCanBeClaimedAreNotLookedAtAgain) {
  auto store = open();
  for (int i = 0; i < 100; ++i) make(*store, 3);  // by hand: for people
  ClaimRequest request;
  request.worker = "worker:1";
  EXPECT_FALSE(must(store->change().jobs().claim(request)));
  Raw raw(path);
  EXPECT_EQ(raw.value("SELECT count(*) FROM lanes WHERE rests = 0"), "0");
  make(*store, 1);
  EXPECT_EQ(raw.value("SELECT count(*) FROM lanes WHERE rests = 0"), "1");
}

TEST_F(SqliteStore, ANewerSchemaIsRefusedAndLeftAlone) {
  open();
  EXPECT_EQ(Raw(path).run("INSERT INTO migrations VALUES (99, '9.1.0', 0); PRAGMA user_version = 99"), "");
  const auto error = refused();
  EXPECT_EQ(error.code, Code::conflict);
  EXPECT_NE(error.message.find("was written by assay 9.1.0 and has schema 99"), std::string::npos) << error.message;
  EXPECT_EQ(Raw(path).value("PRAGMA user_version"), "99");
}

TEST_F(SqliteStore, WhatIsNoStoreIsRefusedAndLeftAlone) {
  write_file("this is a text file, and it is long enough to be looked at as a database header would be...");
  EXPECT_EQ(refused().code, Code::invalid_input);
  EXPECT_NE(refused().message.find("is not an assay store"), std::string::npos) << refused().message;
  std::filesystem::remove(path);
  { EXPECT_EQ(Raw(path).run("CREATE TABLE theirs (x)"), ""); }
  EXPECT_NE(refused().message.find("a database of another program"), std::string::npos) << refused().message;
  EXPECT_EQ(Raw(path).value("SELECT count(*) FROM sqlite_schema"), "1");
}

TEST_F(SqliteStore, AMissingFolderAndAFolderInPlaceOfAFileAreNamed) {
  path = folder.file("none/store.db");
  EXPECT_EQ(refused().code, Code::not_found);
  EXPECT_NE(refused().message.find("there is no folder"), std::string::npos) << refused().message;
  path = folder.path();
  EXPECT_NE(refused().message.find("is a folder"), std::string::npos) << refused().message;
}

TEST_F(SqliteStore, ADamagedFileIsSaidToBeDamaged) {
  {
    auto store = open();
    for (int i = 0; i < 20; ++i) make(*store, 5);
  }
  const auto size = std::filesystem::file_size(path);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  for (std::uintmax_t at = 8192; at + 64 < size; at += 4096) {
    file.seekp(static_cast<std::streamoff>(at));
    file << std::string(64, '\x7f');
  }
  file.close();
  auto store = Store::open(path, clock);
  if (store) {
    const auto health = (*store)->examine();
    EXPECT_TRUE(!health || !health->faults.empty());
  } else {
    EXPECT_EQ(store.error().code, Code::corrupt);
  }
}

// ---- append-only -------------------------------------------------------------------------------

TEST_F(SqliteStore, CheckpointsRefuseUpdateDeleteAndReplace) {
  make(*open(), 1);
  Raw raw(path);
  const auto before = raw.value("SELECT group_concat(hash) FROM checkpoints");
  for (const auto* sql :
       {"UPDATE checkpoints SET title = 'x'", "UPDATE checkpoints SET detail = 'x' WHERE number = 1",
        "DELETE FROM checkpoints", "DELETE FROM checkpoints WHERE number = 2",
        "INSERT OR REPLACE INTO checkpoints SELECT * FROM checkpoints WHERE number = 1",
        "REPLACE INTO checkpoints (mission_key, number, id, kind, title, detail, task_id, created_at, actor, "
        "previous_hash, hash) SELECT mission_key, number, id, kind, 'x', detail, task_id, created_at, actor, "
        "previous_hash, hash FROM checkpoints WHERE number = 1"}) {
    EXPECT_EQ(raw.run(sql), "checkpoints are append-only") << sql;
  }
  EXPECT_EQ(raw.value("SELECT group_concat(hash) FROM checkpoints"), before);
}

// ---- examine -----------------------------------------------------------------------------------

TEST_F(SqliteStore, ExamineFindsEveryCounterStatusAndHeadThatDisagrees) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"UPDATE missions SET work_pending = work_pending + 1", "task counters are wrong"},
      {"UPDATE missions SET checks_passed = 1", "check counters are wrong"},
      {"UPDATE missions SET status = 'landed'", "its status is landed, its facts say active"},
      {"UPDATE missions SET story = 'DEPLOYED'", "its story is DEPLOYED, its facts say PENDING"},
      {"UPDATE tasks SET state = 'failed'", "task counters are wrong"},
      {"UPDATE chain_heads SET count = 7", "history was cut or changed: 2 checkpoints, its head counts 7"},
      {"UPDATE chain_heads SET hash = 'x'", "history was cut or changed"},
      {"DELETE FROM chain_heads", "the head of its history is missing"},
      {"DROP TRIGGER checkpoints_are_not_deleted; DELETE FROM checkpoints WHERE number = 2", "history was cut"},
      {"PRAGMA foreign_keys = OFF; UPDATE tasks SET mission_key = 77", "belongs to nothing"},
  };
  for (const auto& [sql, words] : cases) {
    std::filesystem::remove(path);
    auto store = open();
    make(*store, 2);
    ASSERT_EQ(Raw(path).run(sql), "");
    const auto faults = must(store->examine()).faults;
    const auto all = join(faults, "\n");
    EXPECT_NE(all.find(words), std::string::npos) << sql << "\n" << all;
    store.reset();
    for (const auto* more : {"-wal", "-shm"}) std::filesystem::remove(path + more);
  }
}

// ---- processes ---------------------------------------------------------------------------------

// Runs `work` in a child; whether it returned 0.
template <class Work>
pid_t in_child(Work&& work) {
  const pid_t child = fork();
  if (child == 0) {
    int code = 99;
    try {
      code = work();
    } catch (const std::exception& error) {
      fprintf(stderr, "child: %s\n", error.what());
    }
    _exit(code);
  }
  return child;
}
int exit_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST_F(SqliteStore, TwoProcessesWriteAtTheSameTimeAndNothingIsLost) {
  constexpr int k_moves = 500;
  model::MissionId mission;
  {
    auto store = open();
    mission = make(*store, 2);
  }
  std::vector<pid_t> children;
  for (size_t mine = 0; mine < 2; ++mine) {
    children.push_back(in_child([&] {
      auto store = open();
      const auto task = must(store->tasks().of(mission, {}))[mine].id;
      for (int i = 0; i < k_moves; ++i)
        must(store->change(k_anna).tasks().move({task, i % 2 == 0 ? block : retry, "", ""}));
      return 0;
    }));
  }
  for (const auto child : children) EXPECT_EQ(exit_of(child), 0);
  auto store = open();
  EXPECT_EQ(must(store->history().head(mission)).count, 2U + 2 * k_moves);
  EXPECT_EQ(must(store->missions().find(mission)).facts.work[model::TaskState::pending], 2U);
  EXPECT_TRUE(must(store->examine()).faults.empty());
  audit::ChainAudit chain(mission);
  must(store->history().walk(
      mission, [&](const model::Checkpoint& checkpoint) { return chain.next(checkpoint); },
      [&](const audit::Head& head) { return chain.finish(head); }));
}

TEST_F(SqliteStore, ManyProcessesMayMakeTheStoreAtTheSameTime) {
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    children.push_back(in_child([&] {
      make(*open(), 1);
      return 0;
    }));
  }
  for (const auto child : children) EXPECT_EQ(exit_of(child), 0);
  EXPECT_EQ(must(open()->examine()).missions, 6U);
}

TEST_F(SqliteStore, ReadersDoNotWaitForAWriter) {
  auto store = open();
  const auto mission = make(*store, 1);
  Raw writer(path);
  ASSERT_EQ(writer.run("BEGIN IMMEDIATE; UPDATE missions SET title = 'other'"), "");
  EXPECT_EQ(must(store->missions().find(mission)).title, "do it");
  EXPECT_EQ(writer.run("ROLLBACK"), "");
}

TEST_F(SqliteStore, ABusyStoreIsNamedWithWhatToDo) {
  open();
  auto database = must(SqliteDatabase::open(path, clock.now(), std::chrono::milliseconds(20)));
  Raw writer(path);
  ASSERT_EQ(writer.run("BEGIN IMMEDIATE"), "");
  const auto begun = database->begin(Access::write);
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().code, Code::unavailable);
  EXPECT_NE(begun.error().message.find("is busy"), std::string::npos) << begun.error().message;
  EXPECT_NE(begun.error().message.find("fuser"), std::string::npos);
  EXPECT_EQ(writer.run("ROLLBACK"), "");
  must(database->begin(Access::write));
  database->rollback();
}

TEST_F(SqliteStore, AQueryMayRunInsideItsOwnCallback) {
  make(*open(), 3);
  auto database = must(SqliteDatabase::open(path, clock.now()));
  static constexpr Query k_keys{"SELECT key FROM tasks WHERE key >= $1 ORDER BY key"};
  std::vector<std::int64_t> seen;
  must(database->each(k_keys, {1}, [&](const Row& outer) -> Result<Flow> {
    TRY(database->each(k_keys, {outer.integer(0)}, [&](const Row& inner) -> Result<Flow> {
      seen.push_back(inner.integer(0));
      return Flow::go_on;
    }));
    return Flow::go_on;
  }));
  EXPECT_EQ(seen, (std::vector<std::int64_t>{1, 2, 3, 2, 3, 3}));
  EXPECT_EQ(database->run(k_keys, {}).error().code, Code::internal) << "a parameter is missing";
}

TEST_F(SqliteStore, KeepsABoundedNumberOfStatements) {
  make(*open(), 3);
  auto database = must(SqliteDatabase::open(path, clock.now()));
  static constexpr Query k_keys{"SELECT key FROM tasks ORDER BY key"};
  static const std::vector<Query> k_many(3 * SqliteDatabase::k_most_statements, Query{"SELECT count(*) FROM tasks"});
  const auto count = [&](const Query& query) {
    std::int64_t out = 0;
    must(database->each(query, {}, [&](const Row& row) -> Result<Flow> {
      out = row.integer(0);
      return Flow::go_on;
    }));
    return out;
  };
  size_t rows = 0;
  must(database->each(k_keys, {}, [&](const Row&) -> Result<Flow> {  // is at work all the time, and stays
    for (const auto& query : k_many) EXPECT_EQ(count(query), 3);
    EXPECT_LE(database->kept_statements(), SqliteDatabase::k_most_statements);
    ++rows;
    return Flow::go_on;
  }));
  EXPECT_EQ(rows, 3u);
}

// ---- disks -------------------------------------------------------------------------------------

TEST_F(SqliteStore, AFullDiskIsNamedAndNothingIsHalfWritten) {
  enum : int { done = 0, not_possible = 42 };
  const auto where = folder.path();
  const pid_t child = in_child([&] {
    // A small disk of its own, which goes with the process.
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("tmpfs", where.c_str(), "tmpfs", 0, "size=1m") != 0) {
      return static_cast<int>(not_possible);
    }
    auto store = open();
    const auto mission = make(*store, 1);
    const auto task = must(store->tasks().of(mission, {}))[0].id;
    std::uint64_t told = 2;
    std::string message;
    for (int i = 0; i < 5000 && message.empty(); ++i) {
      auto made = store->change(k_anna).tasks().move({task, i % 2 == 0 ? block : retry, std::string(3000, 'x'), ""});
      if (made) {
        ++told;
      } else {
        message = made.error().message;
      }
    }
    EXPECT_EQ(message, cat("the store at ", path, " could not be written: disk is full; nothing was changed"));
    EXPECT_EQ(must(store->history().head(mission)).count, told);
    store.reset();
    store = open();
    EXPECT_EQ(must(store->history().head(mission)).count, told);
    EXPECT_EQ(join(must(store->examine()).faults, "\n"), "");
    return testing::Test::HasFailure() ? 1 : static_cast<int>(done);
  });
  const int code = exit_of(child);
  if (code == not_possible) GTEST_SKIP() << "no right to mount a small disk here";
  EXPECT_EQ(code, 0);
}

TEST_F(SqliteStore, AReadOnlyFileOrFolderIsNamed) {
  make(*open(), 1);
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  const auto other = folder.file("new.db");
  const pid_t child = in_child([&] {
    if (getuid() == 0 && setuid(65534) != 0) return 42;  // root may write anywhere
    const auto missing = Store::open(other, clock);
    EXPECT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("read-only"), std::string::npos) << missing.error().message;
    auto store = Store::open(path, clock);
    if (store) {
      const auto made = (*store)->change(k_anna).missions().add({});
      EXPECT_FALSE(made);
      EXPECT_NE(made.error().message.find("read-only"), std::string::npos) << made.error().message;
    } else {
      EXPECT_NE(store.error().message.find("read-only"), std::string::npos) << store.error().message;
    }
    return testing::Test::HasFailure() ? 1 : 0;
  });
  const int code = exit_of(child);
  chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(code, 0);
}

}  // namespace
}  // namespace assay::store
