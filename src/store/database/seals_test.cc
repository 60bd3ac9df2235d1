// Every byte of a store may rot, and every value may be edited past us. Whatever is changed: what a decision is
// made on reads as it was, or is refused.
#include "store/database/seals.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "store/conformance_test.h"
#include "store/database/sealed_tables.h"
#include "store/database/sqlite.h"
#include "store/jobs.h"
#include "store/landings.h"
#include "store/notices.h"
#include "store/verifications.h"

namespace assay::store {
namespace {

using enum model::Move;

constexpr std::string_view k_key = "what a check depends on";

// What decisions are made on, by subject. An error is a subject's text as well, marked as such.
using Decisions = std::map<std::string, std::string>;

std::string fields(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const auto part : parts) out += cat(part.size(), ":", part, ";");
  return out;
}

std::string told(const model::Mission& mission) {
  const auto& policy = mission.policy;
  auto out =
      fields({mission.id.text, mission.prompt, mission.repository, mission.base_commit, mission.target_branch,
              name(policy.mode), cat(policy.auto_verify ? 1 : 0, "/", policy.retry_budget, "/", policy.parallel_tasks),
              cat(policy.budget.usd, "/", policy.budget.tokens, "/", policy.task_budget.turns), mission.hold,
              mission.landed_commit, name(mission.status), name(mission.story), cat(mission.version),
              mission.plan.value_or("none"), name(mission.pack.status)});
  for (const auto& criterion : mission.pack.criteria) out += fields({criterion});
  for (const auto& check : mission.pack.checks) {
    out += fields({check.id.text, name(check.kind), check.command.value_or("none"), check.path.value_or("none"),
                   name(check.status)});
  }
  return out;
}

std::string told(const std::vector<model::Task>& tasks) {
  std::string out;
  for (const auto& task : tasks) {
    out += fields({task.id.text, task.mission.text, task.parent.text, task.checker_for.text, name(task.kind),
                   name(task.state), cat(task.attempt, "/", task.round, "/", task.max_attempts), cat(task.timeout_ms),
                   task.instructions, task.acceptance_criteria, task.agent.type, task.agent.instructions,
                   join(task.files_modified, ",")});
    for (const auto& other : task.depends_on) out += fields({other.text});
  }
  return out;
}

std::string told(const std::vector<model::Landing>& landings) {
  std::string out;
  for (const auto& landing : landings) {
    out += fields({landing.id, name(landing.state), name(landing.strategy), landing.target_branch,
                   landing.target_commit, landing.verified_commit, landing.verified_tree, landing.commit, landing.onto,
                   landing.tip, landing.remote, landing.branch});
  }
  return out;
}

std::string told(const std::optional<VerificationRecord>& record) {
  if (!record) return "none";
  return fields(
      {record->id, record->commit, record->tree, record->target_commit, name(record->outcome), record->report});
}

template <class T>
void add(Decisions& out, const std::string& subject, const Result<T>& result) {
  out[subject] =
      result ? told(*result) : cat("error: ", static_cast<int>(result.error().code), ": ", result.error().message);
}

// Tables that are younger than the first seals.
bool came_with_seals(std::string_view table) {
  constexpr std::string_view k_younger[] = {"identity",       "accepted_losses", "waivers", "check_answers",
                                            "removed_checks", "accepted_work",   "replies", "comments"};
  return std::find(std::begin(k_younger), std::end(k_younger), table) != std::end(k_younger);
}

class SealedStore : public testing::Test {
 protected:
  SealedStore() {
    auto store = must(Store::open(path, clock));
    missions = {make(*store, true), make(*store, false)};
    must(store->change().verifications().keep_results(std::vector<KeptResult>{{std::string(k_key), "passed"}}));
    store.reset();
    // All of it in the file itself.
    sqlite3* handle = nullptr;
    sqlite3_open(path.c_str(), &handle);
    sqlite3_wal_checkpoint_v2(handle, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    sqlite3_close(handle);
    const std::ifstream file(path, std::ios::binary);
    bytes = (std::stringstream() << file.rdbuf()).str();
    whole = decisions();
  }

  model::MissionId make(Store& store, bool landed) {
    MissionDraft draft;
    draft.title = "Add a health endpoint";
    draft.prompt = "Please add a health endpoint";
    draft.repository = "/repo";
    draft.base_commit = "0123456789012345678901234567890123456789";
    draft.target_branch = "main";
    draft.criteria = {"It works", "It is quick"};
    model::AcceptanceCheck check;
    check.title = "Tests";
    check.command = "make test";
    draft.checks = {check};
    draft.plan = model::Plan{};
    for (const auto* name : {"one", "two"}) {
      model::PlannedTask task;
      task.name = name;
      task.instructions = cat("Do ", name);
      task.files_modified = {"src/a.cc"};
      if (!draft.plan->tasks.empty()) task.depends_on = {"one"};
      draft.plan->tasks.push_back(task);
    }
    draft.plan_text = "{}";
    const auto mission = must(store.change(k_anna).missions().add(draft));
    for (const auto& task : must(store.tasks().of(mission.id, {}))) {
      for (const auto how : {start, ready, accept}) {
        TaskMove move{task.id, how, "", {}};
        move.commit = std::string(40, 'e');
        must(store.change(k_anna).tasks().move(move));
      }
    }
    VerificationRecord record;
    record.id = cat("verification-", random_name(8));
    record.commit = std::string(40, 'a');
    record.tree = std::string(40, 'b');
    record.target_commit = draft.base_commit;
    record.outcome = model::VerificationOutcome::passed;
    record.report = std::string(64, 'c');
    const auto now = must(store.missions().find(mission.id));
    const std::vector<CheckResult> results = {{now.pack.checks.front().id, model::AcceptanceStatus::passed, "ok"}};
    must(store.change(k_anna).verifications().record(mission.id, now.version, record, results, ""));
    model::Landing landing;
    landing.mission = mission.id;
    landing.target_branch = "main";
    landing.verified_commit = record.commit;
    landing.verified_tree = record.tree;
    landing.evidence = record.report;
    landing.commit = landing.tip = std::string(40, 'd');
    const auto ready_now = must(store.missions().find(mission.id));
    const std::vector<LandingIntent> intents = {{landing, ready_now.version}};
    const auto begun = must(store.change(k_anna).landings().begin(intents));
    if (landed) must(store.change(k_anna).landings().finish(begun.front().id, landing.tip, "seen"));
    return mission.id;
  }

  Decisions decisions() {
    Decisions out;
    auto store = Store::open(path, clock);
    if (!store) {
      out["open"] = cat("error: ", static_cast<int>(store.error().code), ": ", store.error().message);
      return out;
    }
    for (const auto& id : missions) {
      add(out, cat("mission ", id.text), (*store)->missions().find(id));
      add(out, cat("tasks ", id.text), (*store)->tasks().of(id, {}));
      add(out, cat("landings ", id.text), (*store)->landings().of(id));
      add(out, cat("verification ", id.text), (*store)->verifications().latest(id));
    }
    const auto kept = (*store)->verifications().kept_result(k_key);
    out["kept"] = kept && *kept ? **kept : "error: none";
    return out;
  }

  void write(const std::string& content) {
    for (const auto* more : {"-wal", "-shm"}) std::filesystem::remove(path + more);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
  }

  bool edit(const std::string& sql) {
    sqlite3* handle = nullptr;
    sqlite3_open(path.c_str(), &handle);
    const int code = sqlite3_exec(handle, cat("PRAGMA foreign_keys = OFF; ", sql).c_str(), nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    return code == SQLITE_OK;
  }

  std::vector<std::vector<std::string>> rows(const std::string& sql) {
    std::vector<std::vector<std::string>> out;
    sqlite3* handle = nullptr;
    sqlite3_open(path.c_str(), &handle);
    const auto on_row = [](void* rows, int count, char** values, char**) {
      static_cast<decltype(out)*>(rows)->emplace_back(values, values + count);
      return 0;
    };
    sqlite3_exec(handle, sql.c_str(), on_row, &out, nullptr);
    sqlite3_close(handle);
    return out;
  }

  // Every subject reads as before or is refused. How many were refused.
  int expect_nothing_else(const std::string& what) {
    int refused = 0;
    for (const auto& [subject, now] : decisions()) {
      if (now.starts_with("error: ")) {
        ++refused;
        ++codes[now.substr(7, now.find(':', 7) - 7)];
        continue;
      }
      EXPECT_EQ(now, whole[subject]) << what << " changed " << subject;
    }
    return refused;
  }

  ScratchFolder folder;
  ManualClock clock{Time{1'700'000'000'000}};
  std::string path = folder.file("store.db");
  std::vector<model::MissionId> missions;
  std::string bytes;
  Decisions whole;
  std::map<std::string, int> codes;  // of refusals
};

TEST_F(SealedStore, AFlippedBitAnywhereInTheFileNeverChangesADecision) {
  int found = 0;
  for (size_t at = 0; at < bytes.size(); at += 257) {
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    write(damaged);
    if (expect_nothing_else(cat("byte ", at)) > 0) ++found;
    if (HasFailure()) break;
  }
  EXPECT_GT(found, 30);
}

// As anyone with the sqlite3 program does it: each column of each table, one after the other.
TEST_F(SealedStore, AValueThatIsEditedPastUsNeverChangesADecision) {
  write(bytes);
  const auto columns = rows(
      "SELECT m.name, p.name, p.type FROM sqlite_schema m, pragma_table_info(m.name) p "
      "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, p.cid");
  ASSERT_GT(columns.size(), 100U);
  std::set<std::string> refused;
  for (const auto& column : columns) {
    const auto& table = column[0];
    const auto& name = column[1];
    const auto& type = column[2];
    const auto value = type == "TEXT" ? cat("'x' || substr(", name, ", 2)") : cat(name, " + 1");
    write(bytes);
    if (!edit(cat("UPDATE OR IGNORE ", table, " SET ", name, " = ", value))) continue;
    if (expect_nothing_else(cat(table, ".", name)) > 0) refused.insert(cat(table, ".", name));
  }
  for (const auto* decides : {"missions.target_branch",
                              "missions.status",
                              "missions.mode",
                              "missions.auto_verify",
                              "missions.budget_usd",
                              "missions.hold",
                              "checks.command",
                              "checks.status",
                              "criteria.criterion",
                              "tasks.state",
                              "tasks.kind",
                              "tasks.round",
                              "task_texts.instructions",
                              "task_dependencies.dependency_key",
                              "verifications.tree_id",
                              "verifications.commit_id",
                              "verifications.outcome",
                              "landings.state",
                              "landings.target_commit",
                              "landings.verified_tree",
                              "mission_texts.prompt",
                              "kept_results.result"}) {
    EXPECT_TRUE(refused.contains(decides)) << decides;
  }
}

bool is_sealed_elsewhere(const std::string& table) {
  return table == "checkpoints" || table == "chain_heads";  // their own chain
}
bool says_nothing(const std::string& table) { return table == "lanes" || table == "migrations"; }

// Whatever is read by people or by a decision: the doctor names it. The list of what is not is says_nothing.
TEST_F(SealedStore, EveryValueThatIsEditedPastUsIsNamedByTheDoctor) {
  write(bytes);
  const auto columns = rows(
      "SELECT m.name, p.name, p.type FROM sqlite_schema m, pragma_table_info(m.name) p "
      "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, p.cid");
  for (const auto& column : columns) {
    const auto& table = column[0];
    const auto& name = column[1];
    if (is_sealed_elsewhere(table) || says_nothing(table)) continue;
    const auto one = cat(" WHERE rowid = (SELECT max(rowid) FROM ", table, ")");
    const bool has_rowid = !rows(cat("SELECT count(rowid) FROM ", table)).empty();
    const auto value =
        column[2] == "TEXT" ? cat("coalesce(", name, ", '') || 'x'") : cat("coalesce(", name, ", 0) + 1");
    write(bytes);
    if (rows(cat("SELECT 1 FROM ", table)).empty()) continue;
    if (!edit(cat("UPDATE OR IGNORE ", table, " SET ", name, " = ", value, has_rowid ? one : ""))) continue;
    const auto store = must(Store::open(path, clock));
    const auto health = store->examine();
    EXPECT_TRUE(!health || !health->faults.empty()) << table << "." << name;
  }
}

TEST_F(SealedStore, RowsThatAreGoneOrDoubledAreNamedByTheDoctor) {
  write(bytes);
  for (const auto& table : sealed_tables()) {
    write(bytes);
    if (rows(cat("SELECT 1 FROM ", table.name)).empty()) continue;
    ASSERT_TRUE(edit(cat("DELETE FROM ", table.name))) << table.name;
    const auto store = must(Store::open(path, clock));
    const auto health = store->examine();
    EXPECT_TRUE(!health || !health->faults.empty()) << table.name;
  }
  write(bytes);
  ASSERT_TRUE(edit(
      "INSERT INTO notices (id, mission_key, task_id, kind, summary, detail, status, story, created_at, seal) "
      "SELECT id || 'x', mission_key, task_id, kind, summary, detail, status, story, created_at, seal FROM notices "
      "LIMIT 1"));
  EXPECT_FALSE(must(must(Store::open(path, clock))->examine()).faults.empty());
}

// A row with its seal, as both were before: only the sum tells.
TEST_F(SealedStore, ARowOfAnEarlierTimeIsNamedByTheDoctor) {
  write(bytes);
  JobDraft draft;
  draft.kind = model::JobKind::verify;
  draft.name = "again";
  draft.not_before = Time{clock.now().ms + 1000};
  must(must(Store::open(path, clock))->change().jobs().enqueue(draft));
  ASSERT_TRUE(edit("CREATE TABLE earlier AS SELECT * FROM jobs WHERE name = 'again'"));
  draft.not_before = clock.now();
  must(must(Store::open(path, clock))->change().jobs().enqueue(draft));  // sooner than it stands there
  EXPECT_EQ(must(must(Store::open(path, clock))->examine()).faults, std::vector<std::string>());
  ASSERT_TRUE(edit("DELETE FROM jobs WHERE name = 'again'; INSERT INTO jobs SELECT * FROM earlier"));
  const auto faults = must(must(Store::open(path, clock))->examine()).faults;
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults.front().find("rows of the table jobs"), std::string::npos);
}

TEST_F(SealedStore, WhatReadsADamagedRowNamesIt) {
  const auto refusal = [&](const char* sql, auto&& ask) {
    write(bytes);
    EXPECT_TRUE(edit(sql)) << sql;
    auto store = must(Store::open(path, clock));
    const auto answer = ask(*store);
    if (answer) return std::string("no refusal");
    EXPECT_EQ(answer.error().code, Code::corrupt) << sql;
    return answer.error().message;
  };
  EXPECT_NE(refusal("UPDATE jobs SET payload = '{\"actor\":\"person:eve\"}'",
                    [](Store& store) { return store.jobs().list({.mission = {}, .done = true}); })
                .find("the store is damaged: job "),
            std::string::npos);
  EXPECT_NE(refusal("UPDATE missions SET title = 'Another'", [](Store& store) { return store.missions().list({}); })
                .find("does not match its seal"),
            std::string::npos);
  EXPECT_NE(refusal("UPDATE notices SET summary = 'Another'", [](Store& store) { return store.notices().list({}); })
                .find("notice notice-"),
            std::string::npos);
}

// Each index is whole, and leads to the rows of the other.
TEST_F(SealedStore, RowsThatNoIndexLeadsToAreNamedByTheDoctor) {
  write(bytes);
  const auto root = [&](std::string_view name) {
    return rows(cat("SELECT rootpage FROM sqlite_schema WHERE name = '", name, "'")).at(0).at(0);
  };
  const auto landed = root("landings_unsigned"), none = root("landings_signed");
  ASSERT_TRUE(
      edit(cat("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = CASE name WHEN "
               "'landings_unsigned' THEN ",
               none, " ELSE ", landed, " END WHERE name IN ('landings_unsigned', 'landings_signed')")));
  const auto store = must(Store::open(path, clock));
  const auto health = store->examine();
  EXPECT_TRUE(!health || !health->faults.empty());
}

// What is written to a damaged row later does not make it whole.
TEST_F(SealedStore, ADamagedRowStaysDamaged) {
  write(bytes);
  {
    auto store = must(Store::open(path, clock));
    JobDraft draft;
    draft.kind = model::JobKind::verify;
    draft.name = "again";
    must(store->change().jobs().enqueue(draft));
  }
  ASSERT_TRUE(edit("UPDATE jobs SET payload = 'x', not_before = not_before + 1000000 WHERE name = 'again'"));
  {
    auto store = must(Store::open(path, clock));
    JobDraft draft;
    draft.kind = model::JobKind::verify;
    draft.name = "again";
    draft.not_before = Time{1};
    must(store->change().jobs().enqueue(draft));  // sooner than it stands there
  }
  const auto faults = must(must(Store::open(path, clock))->examine()).faults;
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults.front().find("does not match its seal"), std::string::npos);
}

TEST_F(SealedStore, RowsThatAreGoneAreMissed) {
  for (const auto* table : {"missions", "mission_texts", "criteria", "checks", "tasks", "task_texts",
                            "task_dependencies", "verifications", "landings"}) {
    write(bytes);
    ASSERT_TRUE(edit(cat("DELETE FROM ", table))) << table;
    EXPECT_GT(expect_nothing_else(cat("DELETE FROM ", table)), 0) << table;
    const auto store = Store::open(path, clock);
    ASSERT_TRUE(store) << table;
    const auto health = (*store)->examine();
    EXPECT_TRUE(!health || !health->faults.empty()) << table;
  }
}

// Takes back what came after step 13, so that a store looks like one that an older version wrote.
constexpr std::string_view k_take_newer_back =
    "DROP TABLE waivers; DROP TABLE check_answers; DROP TABLE removed_checks; DROP TABLE accepted_work; "
    "DROP TRIGGER a_queued_job_wakes_its_lane; DROP TRIGGER a_job_that_ended_wakes_its_lane; "
    "DROP TRIGGER a_mission_that_may_do_more_wakes_its_lane; DROP TABLE lanes; DROP INDEX jobs_next; "
    "CREATE TABLE turns (lane INTEGER PRIMARY KEY, turn INTEGER NOT NULL) STRICT; "
    "CREATE INDEX jobs_queued ON jobs (lane, key) WHERE state = 'queued'; "
    "DROP TABLE replies; DROP TABLE comments; DROP INDEX runs_by_start; DROP INDEX tasks_by_end; "
    "DELETE FROM tally WHERE name IN ('waivers', 'check_answers', 'removed_checks', 'accepted_work', 'replies', "
    "'comments'); "
    "DELETE FROM migrations WHERE number >= 14; PRAGMA user_version = 13; ";

TEST_F(SealedStore, AnOlderStoreIsSealedWhenItIsOpened) {
  write(bytes);
  ASSERT_TRUE(edit(std::string(k_take_newer_back)));
  for (const auto& table : sealed_tables()) {
    if (came_with_seals(table.name)) continue;
    ASSERT_TRUE(edit(cat("ALTER TABLE ", table.name, " DROP COLUMN seal"))) << table.name;
  }
  ASSERT_TRUE(edit(
      "ALTER TABLE missions DROP COLUMN records; ALTER TABLE missions DROP COLUMN pack_seal; "
      "ALTER TABLE tasks DROP COLUMN dependencies; DROP TABLE identity; DROP TABLE accepted_losses; DROP TABLE tally; "
      "DELETE FROM migrations WHERE number >= 12; PRAGMA user_version = 11"));
  EXPECT_EQ(expect_nothing_else("the upgrade"), 0);
  const auto store = must(Store::open(path, clock));
  EXPECT_EQ(must(store->examine()).faults, std::vector<std::string>());
  EXPECT_TRUE(must(store->id()).starts_with("store-"));
}

// Schema 12 sealed what decides, with another hash.
TEST_F(SealedStore, AStoreWithTheFirstSealsIsSealedAnewWhenItIsOpened) {
  write(bytes);
  ASSERT_TRUE(edit(std::string(k_take_newer_back)));
  for (const auto* table : {"checks", "jobs", "runs", "queue", "queue_runs", "notices", "deliveries", "questions",
                            "identity", "accepted_losses"}) {
    ASSERT_TRUE(edit(cat("ALTER TABLE ", table, " DROP COLUMN seal"))) << table;
  }
  ASSERT_TRUE(
      edit("UPDATE missions SET seal = 12; UPDATE tasks SET seal = 12; UPDATE landings SET seal = 12; "
           "DROP TABLE tally; DELETE FROM migrations WHERE number >= 13; PRAGMA user_version = 12"));
  EXPECT_EQ(expect_nothing_else("the upgrade"), 0);
  EXPECT_EQ(must(must(Store::open(path, clock))->examine()).faults, std::vector<std::string>());
}

TEST_F(SealedStore, ASealedStoreOfAnEarlierSchemaKeepsItsSeals) {
  write(bytes);
  ASSERT_TRUE(edit(std::string(k_take_newer_back)));
  EXPECT_EQ(expect_nothing_else("the upgrade"), 0);
  EXPECT_EQ(must(must(Store::open(path, clock))->examine()).faults, std::vector<std::string>());
}

TEST_F(SealedStore, ARefusalNamesWhatAndWhatToDo) {
  write(bytes);
  ASSERT_TRUE(edit("UPDATE checks SET command = 'true'"));
  const auto store = must(Store::open(path, clock));
  const auto mission = store->missions().find(missions[1]);
  ASSERT_FALSE(mission);
  EXPECT_EQ(mission.error().code, Code::corrupt);
  EXPECT_NE(mission.error().message.find(cat("the acceptance pack of mission ", missions[1].text)), std::string::npos);
  EXPECT_NE(mission.error().message.find("Keep a copy of the store (.assay, or a dump of its database)"),
            std::string::npos);
}

TEST_F(SealedStore, AStoreThatLostItsNameTakesNoMoreChanges) {
  write(bytes);
  auto store = must(Store::open(path, clock));
  std::filesystem::rename(path, folder.file("elsewhere.db"));
  const auto refused = store->change(k_anna).missions().set_hold(missions[1], "wait");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::corrupt);
  EXPECT_NE(refused.error().message.find("was removed while it was in use"), std::string::npos);
  must(store->copy_to(folder.file("kept.db")));
  std::ofstream(path) << "something else";
  EXPECT_NE(store->missions().find(missions[1]).error().message.find("was replaced by another file"),
            std::string::npos);
  EXPECT_EQ(must(must(Store::open(folder.file("kept.db"), clock))->history().heads()).size(), 2U);
}

}  // namespace
}  // namespace assay::store
