// One connection to PostgreSQL: statements sent in pipelines, prepared once, results, errors in words. It knows nothing
// of transactions; postgres.h does. One thread at a time.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/database/database.h"
#include "store/database/postgres_library.h"
#include "store/database/postgres_place.h"

namespace assay::store {

// Why a statement failed, by what is done about it.
enum class Failure {
  none,
  lost,    // the connection is gone; what was not committed is undone
  repeat,  // undone by the server, and might go well when done again
  other
};

class PostgresSession {
 public:
  struct Clear {
    const Libpq* libpq = nullptr;
    void operator()(PGresult* result) const { libpq->clear(result); }
  };
  using Rows = std::unique_ptr<PGresult, Clear>;

  static Result<std::unique_ptr<PostgresSession>> connect(const PostgresPlace& place);
  ~PostgresSession();
  PostgresSession(const PostgresSession&) = delete;
  PostgresSession& operator=(const PostgresSession&) = delete;

  // Sent with what comes next. A statement without parameters that answers nothing of interest.
  void queue(std::string sql);
  bool has_queued() const { return !m_queued.empty(); }
  void forget_queued() { m_queued.clear(); }
  // Takes back what was queued last, when it was not sent yet and is this.
  bool unqueue(std::string_view sql);

  Result<Rows> execute(const Query& query, Params params);         // with all that was queued
  Result<Rows> execute_once(std::string sql, Params params = {});  // not prepared
  Result<void> flush();                                            // sends what is queued and waits for it
  void send_ahead(std::string sql);                                // sent now; its answer is read before the next one's
  Result<void> script(std::string_view sql);                       // several statements, at once

  const Libpq& libpq() const { return *m_libpq; }
  PGconn* handle() const { return m_handle; }
  std::string server() const;  // "15.18"
  // Of the last error.
  Failure failure() const { return m_failure; }

  // Prepared statements are kept on the server for their next use, at most so many.
  static constexpr size_t k_most_statements = 256;

 private:
  struct Sent;  // parameters as libpq takes them
  struct Prepared {
    std::string name;
    std::uint64_t last_use = 0;
  };

  PostgresSession(const Libpq& libpq, const PostgresPlace& place) : m_libpq(&libpq), m_place(place) {}
  Result<void> open();
  Result<Rows> run(const Query* query, const std::string& sql, Params params);
  Result<void> send(const Query* query, const std::string& sql, Params params, bool& is_new);
  Rows result();
  // Reads the answers of a pipeline of so many statements; the last one's rows, or the first error.
  Result<Rows> answers(size_t statements);
  void drain();
  void forget_oldest_statement();
  Error failed(const PGresult* result);
  Error unsent();

  const Libpq* m_libpq;
  PostgresPlace m_place;
  PGconn* m_handle = nullptr;
  std::deque<std::string> m_queued;
  std::vector<size_t> m_unread;  // pipelines whose answers nobody has read, by how many statements they have
  std::unordered_map<const Query*, Prepared> m_prepared;
  std::uint64_t m_uses = 0;
  Failure m_failure = Failure::none;
};

class PostgresRow final : public Row {
 public:
  PostgresRow(const Libpq& libpq, const PGresult* rows) : m_libpq(libpq), m_rows(rows) {}
  void go_to(int row) {
    m_row = row;
    m_read.clear();
  }
  bool is_null(int column) const override { return m_libpq.is_null(m_rows, m_row, column) != 0; }
  std::int64_t integer(int column) const override;
  double real(int column) const override;
  std::string_view text(int column) const override;

 private:
  const Libpq& m_libpq;
  const PGresult* m_rows;
  int m_row = 0;
  mutable std::deque<std::string> m_read;  // texts of this row that are not what PostgreSQL keeps
};

}  // namespace assay::store
