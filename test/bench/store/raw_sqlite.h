// SQLite without the store: what a commit of the same size costs at best, and large stores made fast.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sqlite3.h>

class RawSqlite {
 public:
  explicit RawSqlite(const std::string& path);
  ~RawSqlite();
  RawSqlite(const RawSqlite&) = delete;
  RawSqlite& operator=(const RawSqlite&) = delete;

  void run(const std::string& sql);  // ends the program when it fails
  std::int64_t number(const std::string& sql);

  // Ids of at most `count` different tasks, from all over the store, in no order.
  std::vector<std::string> some_tasks(std::int64_t count);

  // The rows that a transition writes, with values made up beforehand: a task, a mission's counters, a
  // checkpoint of `text` bytes and a head, in one transaction, with the store's settings.
  void prepare_commits();
  void commit(std::int64_t mission_key, std::int64_t task_key, size_t text);

  // Makes `copies` copies of everything in a store, under new keys and random ids. Histories of the copies do
  // not verify.
  void multiply(std::int64_t copies);

 private:
  sqlite3_stmt* prepared(const char* sql);
  void step(sqlite3_stmt* statement);

  sqlite3* m_handle = nullptr;
  std::vector<sqlite3_stmt*> m_statements;
  std::int64_t m_round = 0;
};
