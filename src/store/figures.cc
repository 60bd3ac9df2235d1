// Two queries, each by an index on time. Sums are the database's; a median is not in its SQL, so the lead times come
// row by row.
#include "store/figures.h"

#include <algorithm>
#include <map>
#include <utility>

#include "store/database/rows.h"

namespace assay::store {

namespace {

constexpr std::int64_t k_first_monday_ms = std::int64_t{4} * 24 * 3600 * 1000;  // 1970-01-05

constexpr Query k_runs_by_week{
    "SELECT (r.started_at - $2) / $3, r.agent, count(*), coalesce(sum(r.cost_usd), 0.0), "
    "coalesce(sum(r.input_tokens), 0), coalesce(sum(r.output_tokens), 0), min(intact(runs r)) FROM runs r WHERE "
    "r.started_at >= $1 "
    "GROUP BY 1, 2"};
constexpr Query k_completed{
    "SELECT t.finished_at, t.created_at, t.round, t.attempt, coalesce((SELECT r.agent FROM runs r "
    "WHERE r.task_key = t.key ORDER BY r.key DESC LIMIT 1), ''), intact(tasks t) FROM tasks t "
    "WHERE t.state = 'completed' AND t.finished_at >= $1 AND t.kind IN ('execution', 'fix', 'research') AND "
    "t.checker_for_key IS NULL"};

using Place = std::pair<std::int64_t, std::string>;  // week, agent
struct Counted {
  WeekFigures figures;
  std::vector<std::int64_t> leads;
};
using AllCounted = std::map<Place, Counted>;

Time begin_of(std::int64_t week) { return Time{week * k_week_ms + k_first_monday_ms}; }
std::int64_t number_of(Time at) { return (at.ms - k_first_monday_ms) / k_week_ms; }

Result<void> count_runs(Database& database, Time since, AllCounted& out) {
  return database.each(k_runs_by_week, {since, k_first_monday_ms, k_week_ms}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    const auto week = columns.integer();
    auto& figures = out[{week, columns.text()}].figures;
    figures.runs = static_cast<std::uint64_t>(columns.integer());
    figures.cost_usd = columns.real();
    figures.input_tokens = static_cast<std::uint64_t>(columns.integer());
    figures.output_tokens = static_cast<std::uint64_t>(columns.integer());
    return Flow::go_on;
  });
}

Result<void> count_tasks(Database& database, Time since, AllCounted& out) {
  return database.each(k_completed, {since}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    const auto finished = columns.time();
    const auto lead = finished.ms - columns.integer();
    const auto round = columns.count();
    const auto attempt = columns.count();
    auto& counted = out[{number_of(finished), columns.text()}];
    counted.figures.completed += 1;
    if (round <= 1 && attempt <= 1) counted.figures.first_pass += 1;
    counted.leads.push_back(std::max<std::int64_t>(lead, 0));
    return Flow::go_on;
  });
}

std::int64_t median(std::vector<std::int64_t>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

Time week_of(Time at) { return begin_of(number_of(at)); }

Figures Store::figures() const { return Figures(*m_database); }

Result<std::vector<WeekFigures>> Figures::weekly(Time since) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<WeekFigures>> {
    AllCounted counted;
    TRY(count_runs(m_database, week_of(since), counted));
    TRY(count_tasks(m_database, week_of(since), counted));
    std::vector<WeekFigures> out;
    out.reserve(counted.size());
    for (auto& [place, each] : counted) {
      each.figures.week = begin_of(place.first);
      each.figures.agent = place.second;
      each.figures.lead_ms = median(each.leads);
      out.push_back(std::move(each.figures));
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.week.ms > b.week.ms; });
    return out;
  });
}

}  // namespace assay::store
