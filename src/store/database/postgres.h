// The PostgreSQL driver: several machines may work on one store. A connection that is lost is made again.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "store/database/database.h"
#include "store/database/postgres_session.h"
#include "store/database/seal_statements.h"

namespace assay::store {

class PostgresDatabase final : public Database {
 public:
  // Connects, makes the tables where there are none, brings older ones up to date, refuses newer ones.
  static Result<std::unique_ptr<PostgresDatabase>> open(std::string_view place, Time now);
  ~PostgresDatabase() override = default;

  Result<void> begin(Access access) override;
  Result<void> commit() override;
  void rollback() override;
  bool may_repeat(int turn) override;
  Result<std::uint64_t> run(const Query& query, Params params) override;
  Result<void> each(const Query& query, Params params, const OnRow& on_row) override;
  Result<std::vector<std::string>> integrity_faults() override;
  Result<void> check_in_place() override { return {}; }
  Result<void> copy_to(const std::string& file) override;
  std::string driver() const override;
  Result<int> schema() override { return m_schema; }
  Result<void> keys_were_given() override;
  Clock* clock() override { return &m_clock; }

  PostgresSession& session() { return *m_session; }
  std::int64_t commits() const { return m_commits; }  // that this connection made and numbered
  const std::string& name() const { return m_name; }  // of this connection in the table `sessions`

 private:
  // What the server's clock said at the last transaction that writes, and what has passed since.
  class ServerClock final : public Clock {
   public:
    Time now() override;
    void set(Time now);

   private:
    Time m_then;
    std::chrono::steady_clock::time_point m_set_at;
  };

  explicit PostgresDatabase(PostgresPlace place) : m_place(std::move(place)) {}
  Result<void> connect();
  Result<void> connect_again();
  Result<void> connect_when_lost();
  Result<void> check_server(const Row& row);
  Result<void> migrate(Time now);
  Result<void> apply_migrations(Time now);
  Result<int> find_schema();
  Result<void> refuse_newer(int found);

  Result<PostgresSession::Rows> execute(const Query& query, Params params);
  Result<void> commit_whole();
  Result<void> find_out(const Error& error);
  void note_failure();

  PostgresPlace m_place;
  std::unique_ptr<PostgresSession> m_session;
  int m_schema = 0;
  int m_depth = 0;  // transactions that are open, one inside the other
  Access m_access = Access::read;
  bool m_has_written = false;       // in this transaction
  Failure m_cause = Failure::none;  // the first failure of this transaction
  std::string m_name;
  ServerClock m_clock;
  std::int64_t m_commits = 0;  // that it made
};

const SealWriter& postgres_seal_writer();

// The numbered steps from an empty schema to the present tables; step n leads to schema n.
std::span<const std::string_view> postgres_migrations();
// Takes the place of the one writer until the transaction ends.
std::string postgres_lock(const PostgresPlace& place);

// What the server said, in our words.
Error postgres_unreachable(const PostgresPlace& place, std::string_view message);
Error postgres_lost(const PostgresPlace& place, std::string_view message);
Error postgres_failure(const PostgresPlace& place, std::string_view state, std::string_view message);

}  // namespace assay::store
