#include "store/store.h"

#include "store/change.h"
#include "store/rows.h"

namespace assay::store {

namespace {

constexpr Query k_latest_mission{"SELECT id FROM missions ORDER BY key DESC LIMIT 1"};
constexpr Query k_missions_named{"SELECT id, title FROM missions WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 6"};
constexpr Query k_tasks_named{"SELECT id, name FROM tasks WHERE id >= $1 AND id < $2 ORDER BY id LIMIT 6"};

constexpr size_t k_candidates = 5;

struct Kind {
  std::string_view noun;    // "mission"
  std::string_view prefix;  // "mission-"
  const Query& query;
  std::string_view hint;
};

// Ids are made of a–z and 2–7 behind their prefix, so "~" ends the range of all that begin alike.
Result<std::string> resolve(Database& database, const Kind& kind, std::string_view given) {
  std::string name = lower(trim(given));
  if (name.starts_with(kind.prefix)) name.erase(0, kind.prefix.size());
  const auto nothing = [&] {
    return not_found(cat("no ", kind.noun, " has an id that begins with \"", excerpt(given, 80), "\"; ", kind.hint));
  };
  for (const char c : name) {
    if (!is_lower(c) && !is_digit(c)) return nothing();
  }
  const std::string from = cat(kind.prefix, name);
  std::vector<std::pair<std::string, std::string>> found;
  TRY(database.each(kind.query, {from, from + "~"}, [&](const Row& row) -> Result<Flow> {
    found.emplace_back(row.text(0), row.text(1));
    return Flow::go_on;
  }));
  if (found.empty()) return nothing();
  if (found.size() == 1) return found.front().first;
  std::string list;
  for (size_t i = 0; i < found.size() && i < k_candidates; ++i) {
    list += cat("\n  ", found[i].first, "  ", excerpt(found[i].second, 60));
  }
  if (found.size() > k_candidates) list += "\n  …";
  return conflict(cat("several ", kind.noun, "s begin with \"", excerpt(given, 80), "\"; give more letters:", list));
}

}  // namespace

Store::Store(std::unique_ptr<Database> database, Clock& clock) : m_database(std::move(database)), m_clock(clock) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::string& path, Clock& clock) {
  TRY_ASSIGN(auto database, open_sqlite(path, clock.now()));
  return std::unique_ptr<Store>(new Store(std::move(database), clock));
}

Result<void> Store::check_in_place() { return m_database->check_in_place(); }
Result<void> Store::copy_to(const std::string& file) { return m_database->copy_to(file); }

Result<model::MissionId> Store::resolve_mission(std::string_view prefix) {
  const Kind kind{"mission", "mission-", k_missions_named, "see assay mission list"};
  if (!trim(prefix).empty()) {
    TRY_ASSIGN(auto id, resolve(*m_database, kind, prefix));
    return model::MissionId(std::move(id));
  }
  TRY_ASSIGN(auto latest,
             (first<std::string>(*m_database, k_latest_mission, {}, [](Columns& columns) { return columns.text(); })));
  if (!latest) return not_found("there is no mission yet; make one with: assay mission new \"what is to be done\"");
  return model::MissionId(std::move(*latest));
}

Result<model::TaskId> Store::resolve_task(std::string_view prefix) {
  if (trim(prefix).empty())
    return invalid_input("name a task by its id or the first letters of it; see assay task list");
  const Kind kind{"task", "task-", k_tasks_named, "see assay task list"};
  TRY_ASSIGN(auto id, resolve(*m_database, kind, prefix));
  return model::TaskId(std::move(id));
}

}  // namespace assay::store
