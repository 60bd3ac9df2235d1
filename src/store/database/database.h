// The seam between the store and a database: transactions, statements, rows. A driver is one class.
// SQL stands in Query constants, once each, with $1, $2, … in the subset that SQLite and PostgreSQL
// share; tables and triggers are the driver's own. One thread at a time.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace assay::store {

// A statement in a few pieces, so that lists of columns are written once. It is prepared at
// first use and kept under its address: make only constants of it.
struct Query {
  std::string_view a, b = {}, c = {}, d = {}, e = {}, f = {}, g = {};
};
std::string sql_of(const Query& query);

// A parameter. Text is borrowed for the call; what is not UTF-8 in it is repaired.
class Param {
 public:
  using Value = std::variant<std::nullptr_t, std::int64_t, double, std::string_view>;

  Param(std::nullptr_t) : m_value(nullptr) {}
  Param(std::integral auto number) : m_value(static_cast<std::int64_t>(number)) {}
  Param(double number) : m_value(number) {}
  Param(std::string_view text) : m_value(text) {}
  Param(const std::string& text) : m_value(std::string_view(text)) {}
  Param(const char* text) : m_value(std::string_view(text)) {}
  Param(Time time) : m_value(time.ms) {}
  template <class T>
  Param(const std::optional<T>& maybe) : m_value(maybe ? Param(*maybe).m_value : Value(nullptr)) {}

  const Value& value() const { return m_value; }

 private:
  Value m_value;
};
// Borrowed for the call as well.
class Params {
 public:
  Params() = default;
  Params(std::initializer_list<Param> list) : m_count(list.size()) { m_first = list.begin(); }
  Params(const std::vector<Param>& list) : m_first(list.data()), m_count(list.size()) {}

  const Param* begin() const { return m_first; }
  const Param* end() const { return m_first + m_count; }
  size_t size() const { return m_count; }

 private:
  const Param* m_first = nullptr;
  size_t m_count = 0;
};

// The current row; columns count from 0. Text is valid until the callback returns.
class Row {
 public:
  virtual ~Row() = default;
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string_view text(int column) const = 0;
};

enum class Access { read, write };
enum class Flow { go_on, stop };
using OnRow = std::function<Result<Flow>(const Row&)>;

class Database {
 public:
  virtual ~Database() = default;

  // read: one snapshot for all that follows. write: waits for other writers, then keeps them out.
  // Inside another one: a part of it that can be undone alone.
  virtual Result<void> begin(Access access) = 0;
  virtual Result<void> commit() = 0;  // an error means that nothing was changed
  virtual void rollback() = 0;
  // After a transaction that failed: it changed nothing, and may go well when all of it is done again. Waits a little.
  virtual bool may_repeat(int turn) { return turn < 0; }

  virtual Result<std::uint64_t> run(const Query& query, Params params) = 0;  // how many rows were changed
  virtual Result<void> each(const Query& query, Params params, const OnRow& on_row) = 0;

  virtual Result<std::vector<std::string>> integrity_faults() = 0;
  // After rows were written with keys of their own: the next one grows from there.
  virtual Result<void> keys_were_given() { return {}; }
  // The database's own clock, when several machines may work on it: theirs may differ. nullptr: there is none.
  virtual Clock* clock() { return nullptr; }
  // Error corrupt: the database that was opened is no longer what its name leads to.
  virtual Result<void> check_in_place() = 0;
  // A copy of all that this connection sees, in a new file; also when the database has lost its name.
  virtual Result<void> copy_to(const std::string& file) = 0;
  virtual std::string driver() const = 0;  // "sqlite 3.40.1"
  virtual Result<int> schema() = 0;
};

// Opens or makes the store at an address (postgresql://…) or in a file, and brings its tables up to date.
Result<std::unique_ptr<Database>> open_database(const std::string& place, Time now);
Result<std::unique_ptr<Database>> open_sqlite(const std::string& path, Time now);
Result<std::unique_ptr<Database>> open_postgres(std::string_view place, Time now);

// Whether `work` may be called again when the driver says that nothing came of it.
enum class Repeat { no, yes };

// Runs `work` (which returns a Result) in a transaction: committed when it has a value, undone when not.
template <class Work>
auto transact(Database& database, Access access, Work&& work, Repeat repeat = Repeat::yes) -> decltype(work()) {
  for (int turn = 0;; ++turn) {
    const auto again = [&] { return repeat == Repeat::yes && database.may_repeat(turn); };
    if (auto begun = database.begin(access); !begun) {
      if (again()) continue;
      return std::move(begun).error();
    }
    auto result = work();
    if (!result) {
      database.rollback();
      if (again()) continue;
      return result;
    }
    auto done = database.commit();
    if (done) return result;
    if (!again()) return std::move(done).error();
  }
}

}  // namespace assay::store
