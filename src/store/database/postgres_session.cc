// libpq in its pipeline mode: what a statement needs before it (BEGIN, a savepoint, its preparation) is sent with it,
// so a transition costs one wait for each statement that answers something, and none for the rest.
//
// A pipeline that fails is skipped up to its end, and the next one begins clean; a connection that is lost answers
// nothing any more, and whoever holds the session makes a new one.
#include "store/database/postgres_session.h"

#include <charconv>
#include <cstdlib>

#include "base/text.h"
#include "store/database/postgres.h"
#include "store/database/postgres_text.h"

namespace assay::store {

namespace {

constexpr Oid k_int8 = 20, k_text = 25, k_float8 = 701;

// A server that cannot be seen any more is given up, where the address does not say otherwise.
constexpr const char* k_connection[][2] = {
    {"application_name", "assay"}, {"connect_timeout", "10"}, {"keepalives_idle", "20"},
    {"keepalives_interval", "5"},  {"keepalives_count", "4"}, {"tcp_user_timeout", "30000"},
    {"client_encoding", "UTF8"},
};

void ignore_notices(void*, const PGresult*) {}

}  // namespace

std::int64_t PostgresRow::integer(int column) const {
  const auto word = text(column);
  if (word == "t") return 1;
  std::int64_t out = 0;
  std::from_chars(word.data(), word.data() + word.size(), out);
  return out;
}

double PostgresRow::real(int column) const { return std::strtod(m_libpq.value(m_rows, m_row, column), nullptr); }

std::string_view PostgresRow::text(int column) const {
  const std::string_view text{m_libpq.value(m_rows, m_row, column),
                              static_cast<size_t>(m_libpq.length(m_rows, m_row, column))};
  if (!is_escaped(text)) return text;
  m_read.push_back(from_postgres(text));
  return m_read.back();
}

// ---- connecting --------------------------------------------------------------------------------

Result<std::unique_ptr<PostgresSession>> PostgresSession::connect(const PostgresPlace& place) {
  TRY_ASSIGN(const auto* libpq, store::libpq());
  std::unique_ptr<PostgresSession> session(new PostgresSession(*libpq, place));
  TRY(session->open());
  return session;
}

PostgresSession::~PostgresSession() {
  if (m_handle != nullptr) m_libpq->finish(m_handle);
}

Result<void> PostgresSession::open() {
  char* ignored = nullptr;
  auto* parsed = m_libpq->parse(m_place.url.c_str(), &ignored);
  m_libpq->free_memory(ignored);  // it may hold a part of the password
  if (parsed == nullptr) {
    return invalid_input(cat("the address of the store, ", m_place.shown,
                             ", cannot be read; postgresql://USER@HOST:PORT/DATABASE is expected, and other signs in a "
                             "name or a password are written %40 and the like"));
  }
  m_libpq->free_parsed(parsed);
  std::vector<const char*> names, values;
  for (const auto& each : k_connection) {
    names.push_back(each[0]);
    values.push_back(each[1]);
  }
  names.push_back("dbname");  // what the address says outranks what stands before it
  values.push_back(m_place.url.c_str());
  names.push_back(nullptr);
  values.push_back(nullptr);
  m_handle = m_libpq->connect(names.data(), values.data(), 1);
  if (m_handle == nullptr) return unavailable("out of memory while connecting to the store");
  if (m_libpq->status(m_handle) != CONNECTION_OK) {
    m_failure = Failure::lost;
    return postgres_unreachable(m_place, m_libpq->error_message(m_handle));
  }
  m_libpq->set_notice_receiver(m_handle, ignore_notices, nullptr);
  if (m_libpq->enter_pipeline(m_handle) != 1) return unsent();
  return {};
}

std::string PostgresSession::server() const {
  const int version = m_libpq->server_version(m_handle);
  return cat(version / 10000, ".", version % 10000);
}

// ---- sending -----------------------------------------------------------------------------------

struct PostgresSession::Sent {
  explicit Sent(Params params) {
    kept.reserve(params.size());
    for (const Param& param : params) add(param);
  }
  void add(const Param& param) {
    Oid type = 0;
    if (const auto* number = std::get_if<std::int64_t>(&param.value())) {
      type = k_int8;
      kept.push_back(cat(*number));
    } else if (const auto* real = std::get_if<double>(&param.value())) {
      char digits[32];
      type = k_float8;
      kept.emplace_back(digits, std::to_chars(digits, digits + sizeof digits, *real).ptr);
    } else if (const auto* text = std::get_if<std::string_view>(&param.value())) {
      type = k_text;
      kept.push_back(to_postgres(*text));
    }
    types.push_back(type);
    values.push_back(type == 0 ? nullptr : kept.back().c_str());
  }
  int count() const { return static_cast<int>(values.size()); }

  std::vector<std::string> kept;
  std::vector<const char*> values;
  std::vector<Oid> types;
};

void PostgresSession::queue(std::string sql) { m_queued.push_back(std::move(sql)); }

bool PostgresSession::unqueue(std::string_view sql) {
  if (m_queued.empty() || m_queued.back() != sql) return false;
  m_queued.pop_back();
  return true;
}

Error PostgresSession::unsent() {
  m_failure = Failure::lost;
  return postgres_lost(m_place, m_libpq->error_message(m_handle));
}

Result<void> PostgresSession::send(const Query* query, const std::string& sql, Params params, bool& is_new) {
  const Sent sent(params);
  if (query == nullptr) {
    if (m_libpq->send_params(m_handle, sql.c_str(), sent.count(), sent.types.data(), sent.values.data(), nullptr,
                             nullptr, 0) != 1) {
      return unsent();
    }
    return {};
  }
  auto& prepared = m_prepared[query];
  is_new = prepared.name.empty();
  prepared.last_use = ++m_uses;
  if (is_new) {
    prepared.name = cat("s", m_uses);
    if (m_libpq->send_prepare(m_handle, prepared.name.c_str(), sql.c_str(), sent.count(), sent.types.data()) != 1) {
      return unsent();
    }
  }
  if (m_libpq->send_prepared(m_handle, prepared.name.c_str(), sent.count(), sent.values.data(), nullptr, nullptr, 0) !=
      1) {
    return unsent();
  }
  return {};
}

void PostgresSession::forget_oldest_statement() {
  auto oldest = m_prepared.begin();
  for (auto each = m_prepared.begin(); each != m_prepared.end(); ++each) {
    if (each->second.last_use < oldest->second.last_use) oldest = each;
  }
  queue(cat("DEALLOCATE ", oldest->second.name));
  m_prepared.erase(oldest);
}

Result<PostgresSession::Rows> PostgresSession::run(const Query* query, const std::string& sql, Params params) {
  drain();
  if (m_libpq->status(m_handle) != CONNECTION_OK) return unsent();
  size_t statements = 0;
  for (; !m_queued.empty(); ++statements) {
    bool ignored = false;
    TRY(send(nullptr, m_queued.front(), {}, ignored));
    m_queued.pop_front();
  }
  bool is_new = false;
  if (!sql.empty()) {
    TRY(send(query, sql, params, is_new));
    statements += is_new ? 2 : 1;
  }
  if (m_libpq->sync(m_handle) != 1) return unsent();
  auto rows = answers(statements);
  if (!rows && is_new) m_prepared.erase(query);
  return rows;
}

Result<PostgresSession::Rows> PostgresSession::execute(const Query& query, Params params) {
  if (m_prepared.contains(&query)) return run(&query, " ", params);
  if (m_prepared.size() >= k_most_statements) forget_oldest_statement();
  return run(&query, with_seals(sql_of(query), postgres_seal_writer()), params);
}

Result<PostgresSession::Rows> PostgresSession::execute_once(std::string sql, Params params) {
  return run(nullptr, sql, params);
}

Result<void> PostgresSession::flush() {
  if (m_queued.empty()) return {};
  TRY(run(nullptr, "", {}));
  return {};
}

void PostgresSession::send_ahead(std::string sql) {
  bool ignored = false;
  if (!send(nullptr, sql, {}, ignored) || m_libpq->sync(m_handle) != 1) return;  // seen with the next statement
  m_unread.push_back(1);
}

Result<void> PostgresSession::script(std::string_view sql) {
  TRY(flush());
  drain();
  if (m_libpq->exit_pipeline(m_handle) != 1) return unsent();
  const Rows rows(m_libpq->exec(m_handle, std::string(sql).c_str()), Clear{m_libpq});
  const auto status = m_libpq->result_status(rows.get());
  const bool done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  if (!done) return failed(rows.get());
  if (m_libpq->enter_pipeline(m_handle) != 1) return unsent();
  return {};
}

// ---- answers -----------------------------------------------------------------------------------

PostgresSession::Rows PostgresSession::result() { return Rows(m_libpq->get_result(m_handle), Clear{m_libpq}); }

Error PostgresSession::failed(const PGresult* result) {
  if (m_libpq->status(m_handle) != CONNECTION_OK) return unsent();
  const auto field = [&](int code) -> std::string_view {
    const char* text = m_libpq->error_field(result, code);
    return text == nullptr ? std::string_view() : std::string_view(text);
  };
  const auto state = field(PG_DIAG_SQLSTATE);
  m_failure = state == "40001" || state == "40P01" || state == "AS002" ? Failure::repeat : Failure::other;
  if (state.starts_with("57P0")) m_failure = Failure::lost;
  return postgres_failure(m_place, state, field(PG_DIAG_MESSAGE_PRIMARY));
}

Result<PostgresSession::Rows> PostgresSession::answers(size_t statements) {
  Rows last(nullptr, Clear{m_libpq});
  std::optional<Error> error;
  for (size_t i = 0; i < statements; ++i) {
    auto rows = result();
    const auto status = m_libpq->result_status(rows.get());
    const bool done = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
    if (!done && !error) error = failed(rows.get());
    if (rows == nullptr) return std::move(*error);
    last = std::move(rows);
    while (result() != nullptr) continue;
    if (m_libpq->status(m_handle) != CONNECTION_OK) break;
  }
  if (m_libpq->status(m_handle) == CONNECTION_OK) (void)result();  // the end of the pipeline
  if (error) return std::move(*error);
  if (m_libpq->status(m_handle) != CONNECTION_OK) return unsent();
  m_failure = Failure::none;
  return last;
}

void PostgresSession::drain() {
  for (const auto statements : std::exchange(m_unread, {})) (void)answers(statements);
}

}  // namespace assay::store
