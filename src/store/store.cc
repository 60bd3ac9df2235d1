#include "store/store.h"

#include "store/change.h"
#include "store/database/rows.h"

namespace assay::store {

namespace {

constexpr Query k_id{"SELECT i.id, intact(identity i) FROM identity i"};

// Of several machines one has the time: the database. A test has its own.
Clock& clock_of(Database& database, Clock& clock) {
  const bool is_real = dynamic_cast<SystemClock*>(&clock) != nullptr;
  return is_real && database.clock() != nullptr ? *database.clock() : clock;
}

constexpr std::string_view k_assay = "assay";  // who makes the changes that nobody asked for

}  // namespace

Changes::Changes(Database& database, Clock& clock, std::string_view actor, std::shared_ptr<Expectation> expected)
    : m_database(database),
      m_clock(clock),
      m_actor(actor.empty() ? "unknown" : to_utf8(actor)),
      m_expected(std::move(expected)) {}

Changes Changes::as(std::string_view actor) const { return Changes(m_database, m_clock, actor, m_expected); }

Store::Store(std::unique_ptr<Database> database, Clock& clock)
    : m_database(std::move(database)), m_clock(clock_of(*m_database, clock)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::string& path, Clock& clock) {
  TRY_ASSIGN(auto database, open_database(path, clock.now()));
  return std::unique_ptr<Store>(new Store(std::move(database), clock));
}

Changes Store::change(std::string_view actor) { return Changes(*m_database, m_clock, actor, m_expected); }
Changes Store::change() { return change(k_assay); }

Result<void> Store::together(const std::function<Result<void>()>& work) {
  return transact(*m_database, Access::write, work, Repeat::no);
}

void Store::expect(std::shared_ptr<Expectation> expected) { m_expected = std::move(expected); }

Result<std::string> Store::id() const {
  TRY_ASSIGN(auto found, (first<std::string>(*m_database, k_id, {}, [](Columns& columns) { return columns.text(); })));
  if (!found || found->empty()) return corrupt("the store has lost its identity; run assay doctor");
  return std::move(*found);
}

Result<void> Store::check_in_place() const { return m_database->check_in_place(); }
Result<void> Store::copy_to(const std::string& file) const { return m_database->copy_to(file); }

}  // namespace assay::store
