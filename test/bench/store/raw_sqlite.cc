#include "raw_sqlite.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "base/text.h"

using assay::cat;

namespace {

[[noreturn]] void give_up(sqlite3* handle, const char* sql) {
  fprintf(stderr, "store_bench: %s: %s\n", sqlite3_errmsg(handle), sql);
  exit(2);
}

}  // namespace

RawSqlite::RawSqlite(const std::string& path) { sqlite3_open(path.c_str(), &m_handle); }

RawSqlite::~RawSqlite() {
  for (auto* statement : m_statements) sqlite3_finalize(statement);
  sqlite3_close(m_handle);
}

void RawSqlite::run(const std::string& sql) {
  if (sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) give_up(m_handle, sql.c_str());
}

std::int64_t RawSqlite::number(const std::string& sql) {
  auto* statement = prepared(sql.c_str());
  if (sqlite3_step(statement) != SQLITE_ROW) give_up(m_handle, sql.c_str());
  const auto value = sqlite3_column_int64(statement, 0);
  sqlite3_reset(statement);
  return value;
}

std::vector<std::string> RawSqlite::some_tasks(std::int64_t count) {
  const auto last = number("SELECT max(key) FROM tasks");
  const auto step_size = std::max<std::int64_t>(1, last / count);
  auto* statement = prepared("SELECT id FROM tasks WHERE key = ?1");
  std::vector<std::string> out;
  for (std::int64_t key = 1; key <= last; key += step_size) {
    sqlite3_bind_int64(statement, 1, key);
    if (sqlite3_step(statement) == SQLITE_ROW) {
      out.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)));
    }
    sqlite3_reset(statement);
  }
  std::shuffle(out.begin(), out.end(), std::mt19937_64(1));
  return out;
}

sqlite3_stmt* RawSqlite::prepared(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr) != SQLITE_OK) give_up(m_handle, sql);
  m_statements.push_back(statement);
  return statement;
}

void RawSqlite::step(sqlite3_stmt* statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) give_up(m_handle, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

void RawSqlite::prepare_commits() {
  run("PRAGMA synchronous = FULL; PRAGMA cache_size = -16384");
  prepared("BEGIN IMMEDIATE");
  prepared("UPDATE tasks SET state = ?2, updated_at = ?3 WHERE key = ?1");
  prepared("UPDATE missions SET work_pending = ?2, updated_at = ?3 WHERE key = ?1");
  prepared(
      "INSERT INTO checkpoints (mission_key, number, id, kind, title, detail, task_id, created_at, actor, "
      "previous_hash, hash) VALUES (?1, ?2, 'checkpoint-abcdefghijkl-1', 'task_failed', 'Blocked: a task', ?3, "
      "'task-abcdefghijkl', 1, 'person:bench', ?4, ?4)");
  prepared("UPDATE chain_heads SET count = ?2, hash = ?3 WHERE mission_key = ?1");
  prepared("COMMIT");
}

void RawSqlite::commit(std::int64_t mission_key, std::int64_t task_key, size_t text) {
  const std::string detail(text, 'x'), hash(64, 'h');
  ++m_round;
  const auto text_at = [](sqlite3_stmt* statement, int place, const std::string& value) {
    sqlite3_bind_text(statement, place, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
  };
  auto* task = m_statements[1];
  sqlite3_bind_int64(task, 1, task_key);
  sqlite3_bind_text(task, 2, m_round % 2 == 0 ? "pending" : "blocked", -1, SQLITE_STATIC);
  sqlite3_bind_int64(task, 3, m_round);
  auto* mission = m_statements[2];
  sqlite3_bind_int64(mission, 1, mission_key);
  sqlite3_bind_int64(mission, 2, m_round);
  sqlite3_bind_int64(mission, 3, m_round);
  auto* checkpoint = m_statements[3];
  sqlite3_bind_int64(checkpoint, 1, mission_key);
  sqlite3_bind_int64(checkpoint, 2, 1'000'000 + m_round);
  text_at(checkpoint, 3, detail);
  text_at(checkpoint, 4, hash);
  auto* head = m_statements[4];
  sqlite3_bind_int64(head, 1, mission_key);
  sqlite3_bind_int64(head, 2, m_round);
  text_at(head, 3, hash);
  for (size_t i = 0; i < 6; ++i) step(m_statements[i]);
}

void RawSqlite::multiply(std::int64_t copies) {
  run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN");
  const auto missions = number("SELECT max(key) FROM missions");
  const auto tasks = number("SELECT max(key) FROM tasks");
  const auto checkpoints = number("SELECT max(key) FROM checkpoints");
  const auto columns = [&](const std::string& table, const std::string& key, const std::string& id) {
    std::string names, values;
    auto* statement = prepared(cat("SELECT name FROM pragma_table_info('", table, "')").c_str());
    while (sqlite3_step(statement) == SQLITE_ROW) {
      const std::string name = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
      std::string value = name;
      if (name == "key") value = key;
      if (name == "id" && !id.empty()) value = cat("'", id, "' || lower(hex(randomblob(6)))");
      if (name == "mission_key" || name == "lane") value = cat(name, " + n * ", missions);
      if (table == "jobs" && name == "name") value = "name || '-' || n";
      if (name == "task_key" || name == "dependency_key") value = cat(name, " + n * ", tasks);
      names += cat(names.empty() ? "" : ", ", name);
      values += cat(values.empty() ? "" : ", ", value);
    }
    // The copies in order of their keys, as they would have been made.
    run(cat("INSERT INTO ", table, " (", names,
            ") WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy "
            "WHERE n < ",
            copies, ") SELECT ", values, " FROM copy CROSS JOIN (SELECT * FROM ", table, ")"));
  };
  columns("missions", cat("key + n * ", missions), "mission-");
  columns("mission_texts", "", "");
  columns("chain_heads", "", "");
  columns("tasks", cat("key + n * ", tasks), "task-");
  columns("task_texts", "", "");
  columns("task_dependencies", "", "");
  columns("jobs", cat("key + n * ", number("SELECT max(key) FROM jobs")), "");
  columns("checkpoints", cat("key + n * ", checkpoints), "");
  run("COMMIT; PRAGMA journal_mode = WAL");
}
