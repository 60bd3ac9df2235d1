// What is PostgreSQL's own: the server, its schema, what is refused, lost connections, several writers.
#include "store/database/postgres.h"

#include <atomic>
#include <map>
#include <thread>

#include "store/conformance_test.h"
#include "store/database/feed.h"
#include "store/notices.h"

namespace assay::store {
namespace {

constexpr Query k_kill{"SELECT pg_terminate_backend(CAST($1 AS integer))"};
constexpr Query k_backend{"SELECT pg_backend_pid()"};
constexpr Query k_now{"SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"};
constexpr Query k_pause{"SELECT pg_sleep($1)"};
constexpr Query k_note{"INSERT INTO kept_results (name, result) VALUES ($1, $2)"};
constexpr Query k_notes{"SELECT count(*) FROM kept_results WHERE name = $1"};

class PostgresStore : public testing::Test {
 protected:
  void SetUp() override {
    NEED_POSTGRES()
    server = &PostgresServer::instance();
  }
  std::string place() const { return server->place(schema); }
  std::unique_ptr<Store> open() { return must(Store::open(place(), clock)); }
  std::unique_ptr<PostgresDatabase> database() { return must(PostgresDatabase::open(place(), clock.now())); }
  Error refused(const std::string& at) {
    auto opened = Store::open(at, clock);
    return opened ? internal("it was opened") : opened.error();
  }
  std::string sql(const std::string& statement) const { return server->sql(schema, statement); }
  static std::int64_t number(Database& database, const Query& query, Params params = {}) {
    std::int64_t out = -1;
    must(database.each(query, params, [&](const Row& row) -> Result<Flow> {
      out = row.integer(0);
      return Flow::stop;
    }));
    return out;
  }
  static void end(Database& by, std::int64_t backend) { number(by, k_kill, {backend}); }
  static model::MissionId make(Store& store) {
    MissionDraft draft;
    draft.prompt = "do it";
    draft.plan = model::Plan{};
    draft.plan->tasks.emplace_back();
    draft.plan->tasks.back().name = "one";
    return must(store.change(k_anna).missions().add(draft)).id;
  }

  PostgresServer* server = nullptr;
  std::string schema = cat("p_", random_name(8));
  ManualClock clock{Time{1'700'000'000'000}};
};

// ---- opening -----------------------------------------------------------------------------------

TEST_F(PostgresStore, TheDriverAndTheSchemaAreNamed) {
  const auto health = must(open()->examine());
  EXPECT_TRUE(health.driver.starts_with("postgresql ")) << health.driver;
  EXPECT_EQ(health.schema, static_cast<int>(postgres_migrations().size()));
}

TEST_F(PostgresStore, ANewerSchemaIsRefusedAndNothingIsChanged) {
  must(open()->examine());
  sql("INSERT INTO migrations (number, program, applied_at) VALUES (999, '77.0', 1)");
  const auto error = refused(place());
  EXPECT_EQ(error.code, Code::conflict);
  EXPECT_TRUE(contains(error.message, "written by assay 77.0 and has schema 999")) << error.message;
  EXPECT_EQ(sql("SELECT count(*) FROM missions"), "0");
}

TEST_F(PostgresStore, ManyMayMakeTheStoreAtTheSameTime) {
  std::vector<std::thread> threads;
  std::vector<std::string> faults(6);
  for (size_t i = 0; i < faults.size(); ++i) {
    threads.emplace_back([&, i] {
      const auto opened = PostgresDatabase::open(place(), Time{1});
      if (!opened) faults[i] = opened.error().message;
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& fault : faults) EXPECT_EQ(fault, "");
  EXPECT_EQ(sql("SELECT count(*) FROM migrations"), cat(postgres_migrations().size()));
}

TEST_F(PostgresStore, KeysThatAreComparedByALanguageAreRefused) {
  open();
  sql("ALTER TABLE missions ALTER COLUMN id TYPE text COLLATE \"ucs_basic\"");
  const auto error = refused(place());
  EXPECT_EQ(error.code, Code::conflict);
  EXPECT_TRUE(contains(error.message, "missions.id")) << error.message;
  EXPECT_TRUE(contains(error.message, "COLLATE \"C\"")) << error.message;
}

TEST_F(PostgresStore, ADatabaseThatIsNotUtf8IsRefused) {
  sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
  auto at = place();
  at.replace(at.find("/postgres?"), 10, "/latin?");
  const auto error = refused(at);
  EXPECT_TRUE(contains(error.message, "encoding LATIN1")) << error.message;
}

TEST_F(PostgresStore, AServerThatIsNotThereIsNamedWithoutThePassword) {
  const auto error = refused("postgresql://anna:s3cret@127.0.0.1:1/db?connect_timeout=2");
  EXPECT_EQ(error.code, Code::unavailable);
  EXPECT_TRUE(contains(error.message, "postgresql://anna@127.0.0.1:1/db")) << error.message;
  EXPECT_FALSE(contains(error.message, "s3cret")) << error.message;
}

TEST_F(PostgresStore, AnAddressThatCannotBeReadIsNamedWithoutThePassword) {
  const auto error = refused("postgresql://anna:s3/cret@host:x/db");
  EXPECT_EQ(error.code, Code::invalid_input);
  EXPECT_FALSE(contains(error.message, "cret")) << error.message;
}

TEST_F(PostgresStore, ADatabaseOrAUserThatIsNotThereIsNamed) {
  auto at = place();
  at.replace(at.find("/postgres?"), 10, "/nowhere?");
  EXPECT_TRUE(contains(refused(at).message, "database \"nowhere\" does not exist")) << refused(at).message;
  at = place();
  at.replace(at.find("user=assay"), 10, "user=nobody_here");
  EXPECT_TRUE(contains(refused(at).message, "role \"nobody_here\" does not exist")) << refused(at).message;
}

TEST_F(PostgresStore, AUserWhoMayNotMakeTablesIsTold) {
  sql("CREATE ROLE guest LOGIN");
  auto at = place();
  at.replace(at.find("user=assay"), 10, "user=guest");
  const auto error = refused(at);
  EXPECT_TRUE(contains(error.message, cat("must own the schema \"", schema, "\""))) << error.message;
}

// ---- what is kept ------------------------------------------------------------------------------

TEST_F(PostgresStore, CheckpointsAreAppendOnlyForEverybody) {
  const auto store = open();
  make(*store);
  for (const auto* statement : {"DELETE FROM checkpoints", "UPDATE checkpoints SET title = 'x'", "TRUNCATE checkpoints",
                                "INSERT INTO checkpoints SELECT key + 1000, mission_key, number - 1, id, kind, title, "
                                "detail, task_id, created_at, actor, previous_hash, hash FROM checkpoints"}) {
    EXPECT_TRUE(contains(sql(statement), "append-only")) << statement;
  }
  sql("ALTER TABLE checkpoints DISABLE TRIGGER checkpoints_are_append_only");
  const auto faults = must(store->examine()).faults;
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_TRUE(contains(faults[0], "checkpoints_are_append_only")) << faults[0];
}

TEST_F(PostgresStore, ARowThatWasEditedPastUsIsRefusedAndNamed) {
  const auto store = open();
  const auto id = make(*store);
  sql("UPDATE missions SET target_branch = 'evil'");
  const auto found = store->missions().find(id);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Code::corrupt);
  EXPECT_TRUE(contains(found.error().message, id.text)) << found.error().message;
  EXPECT_FALSE(must(store->examine()).faults.empty());
}

TEST_F(PostgresStore, ANoticeThatWasEditedEndsTheStatementThatReadsIt) {
  const auto store = open();
  const auto mission = make(*store);
  const auto task = must(store->tasks().of(mission, {})).front().id;
  must(store->change(k_anna).tasks().move({task, model::Move::start, {}, {}}));
  must(store->change(k_anna).tasks().move({task, model::Move::fail, "no", {}}));
  ASSERT_EQ(sql("SELECT count(*) > 0 FROM notices"), "t");
  sql("UPDATE notices SET summary = 'all is well'");
  const auto found = store->notices().list({});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Code::corrupt);
  EXPECT_TRUE(contains(found.error().message, "notice notice-")) << found.error().message;
}

TEST_F(PostgresStore, RowsThatAreGoneAreNamed) {
  const auto store = open();
  make(*store);
  must(store->change(k_anna).jobs().enqueue({}));
  EXPECT_EQ(must(store->examine()).faults, std::vector<std::string>());
  sql("DELETE FROM jobs");
  const auto faults = must(store->examine()).faults;
  EXPECT_TRUE(contains(join(faults, "\n"), "rows of the table jobs")) << join(faults, "\n");
}

// ---- lost connections --------------------------------------------------------------------------

TEST_F(PostgresStore, AConnectionThatWasLostBetweenTransactionsIsMadeAgain) {
  const auto first = database(), second = database();
  end(*second, number(*first, k_backend));
  EXPECT_EQ(number(*first, k_notes, {"a"}), 0);
  must(transact(*first, Access::write, [&] { return first->run(k_note, {"a", "b"}); }));
  EXPECT_EQ(number(*second, k_notes, {"a"}), 1);
}

TEST_F(PostgresStore, ANewerSchemaFoundWhenConnectingAgainIsRefusedEachTime) {
  const auto first = database(), second = database();
  end(*second, number(*first, k_backend));
  sql("INSERT INTO migrations (number, program, applied_at) VALUES (999, '77.0', 1)");
  for (int turn = 0; turn < 3; ++turn) {
    const auto done = first->run(k_note, {"a", "b"});
    ASSERT_FALSE(done);
    EXPECT_TRUE(contains(done.error().message, "written by assay 77.0 and has schema 999")) << done.error().message;
  }
  EXPECT_EQ(sql("SELECT count(*) FROM kept_results"), "0");
  sql("DELETE FROM migrations WHERE number = 999");
  must(first->run(k_note, {"a", "b"}));
}

TEST_F(PostgresStore, AnotherCollationFoundWhenConnectingAgainIsRefusedEachTime) {
  const auto first = database(), second = database();
  end(*second, number(*first, k_backend));
  sql("ALTER TABLE comments ALTER COLUMN text TYPE text COLLATE \"en-x-icu\"");
  for (int turn = 0; turn < 3; ++turn) {
    const auto done = first->run(k_note, {"a", "b"});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Code::conflict) << done.error().message;
  }
}

TEST_F(PostgresStore, ATransactionThatLosesItsConnectionIsDoneAgainAsAWhole) {
  const auto first = database(), second = database();
  int turns = 0;
  must(transact(*first, Access::write, [&]() -> Result<std::uint64_t> {
    TRY(first->run(k_note, {"a", "b"}));
    if (++turns == 1) end(*second, number(*first, k_backend));
    return first->run(k_note, {"c", "d"});
  }));
  EXPECT_EQ(turns, 2);
  EXPECT_EQ(number(*second, k_notes, {"a"}), 1);
  EXPECT_EQ(number(*second, k_notes, {"c"}), 1);
}

TEST_F(PostgresStore, WhatMayNotBeDoneAgainIsNot) {
  const auto first = database(), second = database();
  int turns = 0;
  const auto done = transact(
      *first, Access::write,
      [&]() -> Result<std::uint64_t> {
        if (++turns == 1) end(*second, number(*first, k_backend));
        return first->run(k_note, {"a", "b"});
      },
      Repeat::no);
  ASSERT_FALSE(done);
  EXPECT_EQ(turns, 1);
  EXPECT_EQ(number(*second, k_notes, {"a"}), 0);
}

// The commit takes place, and its answer never comes.
TEST_F(PostgresStore, ACommitWhoseAnswerWasLostIsFoundOutAndNotDoneTwice) {
  const auto first = database(), second = database();
  must(transact(*first, Access::write, [&] { return first->run(k_note, {"first", ""}); }));
  const auto backend = number(*first, k_backend);
  must(first->begin(Access::write));
  must(first->run(k_note, {"a", "b"}));
  // What commit() does; then the server ends the connection.
  must(first->session().execute_once(cat("SELECT settle('", first->name(), "', ", first->commits() + 1, ")")));
  must(first->session().execute_once("COMMIT"));
  end(*second, backend);
  must(first->commit());
  EXPECT_EQ(number(*second, k_notes, {"a"}), 1);
  must(transact(*first, Access::write, [&] { return first->run(k_note, {"after", ""}); }));
}

TEST_F(PostgresStore, ACommitThatDidNotTakePlaceIsFoundOutAndDoneAgain) {
  const auto first = database(), second = database();
  int turns = 0;
  must(transact(*first, Access::write, [&]() -> Result<void> {
    TRY(first->run(k_note, {"a", "b"}));
    if (++turns == 1) end(*second, number(*first, k_backend));  // seen by COMMIT
    return {};
  }));
  EXPECT_EQ(turns, 2);
  EXPECT_EQ(number(*second, k_notes, {"a"}), 1);
}

// Machines may disagree about the time; a lease is as long for all of them.
TEST_F(PostgresStore, TheTimeIsThatOfTheDatabase) {
  const auto first = database();
  must(transact(*first, Access::write, [&] { return first->run(k_note, {"a", ""}); }));
  const auto before = number(*first, k_now), mine = first->clock()->now().ms, after = number(*first, k_now);
  EXPECT_GE(mine, before - 1000);
  EXPECT_LE(mine, after + 1000);
}

// ---- several at once ---------------------------------------------------------------------------

TEST_F(PostgresStore, ManyWritersLoseNothing) {
  constexpr int k_writers = 8, k_each = 10;
  const auto store = open();
  std::vector<model::MissionId> missions;
  for (int i = 0; i < 2; ++i) missions.push_back(make(*store));
  std::vector<std::thread> threads;
  std::vector<std::string> faults(k_writers);
  for (size_t i = 0; i < k_writers; ++i) {
    threads.emplace_back([&, i] {
      ManualClock own{Time{1'700'000'000'000}};
      const auto mine = must(Store::open(place(), own));
      for (int n = 0; n < k_each; ++n) {
        const auto done = mine->change(cat("person:", i)).missions().set_hold(missions[i % 2], cat("h", i, "-", n));
        if (!done) faults[i] = done.error().message;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& fault : faults) EXPECT_EQ(fault, "");
  EXPECT_EQ(must(store->examine()).faults, std::vector<std::string>());
  for (const auto& mission : missions) {
    EXPECT_EQ(must(store->history().checkpoints(mission, 0, 1000)).size(), 2U + k_writers / 2 * k_each);
  }
}

// Whoever listens while others write hears every checkpoint once, and those of a mission in their order.
TEST_F(PostgresStore, AListenerMissesNothingThatWritersCommitAtTheSameTime) {
  constexpr size_t k_writers = 16;
  constexpr int k_each = 6;
  const auto store = open();
  std::vector<model::MissionId> missions;
  for (size_t i = 0; i < k_writers; ++i) missions.push_back(make(*store));
  const auto feed = must(Feed::open(place(), clock.now()));
  auto end = must(feed->end());
  std::atomic<size_t> at_work{k_writers};
  std::vector<std::thread> threads;
  for (size_t i = 0; i < k_writers; ++i) {
    threads.emplace_back([&, i] {
      ManualClock own{Time{1'700'000'000'000}};
      const auto mine = must(Store::open(place(), own));
      const auto pause = must(PostgresDatabase::open(place(), own.now()));
      for (int n = 0; n < k_each; ++n) {
        must(mine->together([&]() -> Result<void> {
          TRY(mine->change(k_anna).missions().set_hold(missions[i], cat("h", n)));
          return pause->each(k_pause, {static_cast<double>((i * 7 + static_cast<size_t>(n) * 3) % 11) / 1000},
                             [](const Row&) -> Result<Flow> { return Flow::stop; });
        }));
      }
      --at_work;
    });
  }
  std::map<std::string, std::vector<std::uint64_t>> heard;
  for (bool is_over = false; !is_over;) {
    is_over = at_work == 0;
    for (const auto& entry : must(feed->after(end, 1000))) {
      heard[entry.checkpoint.mission.text].push_back(entry.checkpoint.number);
      end = entry.key;
    }
  }
  for (auto& thread : threads) thread.join();
  ASSERT_EQ(heard.size(), k_writers);
  for (const auto& [mission, numbers] : heard) {
    ASSERT_EQ(numbers.size(), static_cast<size_t>(k_each)) << mission;
    for (size_t i = 1; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], numbers[i - 1] + 1);
  }
}

TEST_F(PostgresStore, APartThatFailsIsUndoneAloneAndLeavesTheRest) {
  const auto first = database();
  must(transact(*first, Access::write, [&]() -> Result<void> {
    TRY(first->run(k_note, {"kept", ""}));
    const auto part = transact(*first, Access::write, [&]() -> Result<void> {
      TRY(first->run(k_note, {"undone", ""}));
      TRY(first->run(k_note, {"kept", "twice"}));  // refused by the table
      return {};
    });
    EXPECT_FALSE(part);
    TRY(first->run(k_note, {"after", ""}));
    return {};
  }));
  EXPECT_EQ(number(*first, k_notes, {"kept"}), 1);
  EXPECT_EQ(number(*first, k_notes, {"undone"}), 0);
  EXPECT_EQ(number(*first, k_notes, {"after"}), 1);
  EXPECT_EQ(must(open()->examine()).faults, std::vector<std::string>());
}

TEST_F(PostgresStore, AReaderSeesOneMoment) {
  const auto reader = database(), writer = database();
  must(transact(*reader, Access::read, [&]() -> Result<void> {
    EXPECT_EQ(number(*reader, k_notes, {"a"}), 0);
    must(transact(*writer, Access::write, [&] { return writer->run(k_note, {"a", ""}); }));
    EXPECT_EQ(number(*reader, k_notes, {"a"}), 0);
    return {};
  }));
  EXPECT_EQ(number(*reader, k_notes, {"a"}), 1);
}

}  // namespace
}  // namespace assay::store
