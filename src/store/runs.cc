// Runs of agents. An agent tells sums since its session began, and a resumed session goes on counting:
// what this run cost is what is told now less what earlier runs of the session had told. The task's
// cost is adjusted by what is new, in the same transaction, so that it is always the sum of its runs.
#include "store/runs.h"

#include <algorithm>
#include <cmath>

#include "store/database/rows.h"
#include "store/job_rows.h"
#include "store/mission_rows.h"
#include "store/run_rows.h"

namespace assay::store {

using model::Run;
using model::Usage;

namespace {

constexpr size_t k_longest_summary = 16 * 1024;

constexpr Query k_insert_run{
    "INSERT INTO runs (task_key, attempt, round, agent, session, started_at, log) VALUES ($1, $2, $3, $4, $5, $6, $7) "
    "RETURNING key"};
constexpr std::string_view k_run_columns =
    "SELECT r.key, t.id, r.attempt, r.round, r.agent, r.session, r.ended, r.cost_usd, r.input_tokens, "
    "r.output_tokens, r.turns, r.told_cost_usd, r.told_input_tokens, r.told_output_tokens, r.told_turns, "
    "r.started_at, r.finished_at, r.summary, r.log, intact(runs r) FROM runs r JOIN tasks t ON t.key = r.task_key ";
constexpr Query k_run_by_key{k_run_columns, "WHERE r.key = $1"};
constexpr Query k_of_task{k_run_columns, "WHERE t.id = $1 ORDER BY r.key"};
constexpr Query k_told_before{
    "SELECT coalesce(max(o.told_cost_usd), 0), coalesce(max(o.told_input_tokens), 0), "
    "coalesce(max(o.told_output_tokens), 0), coalesce(max(o.told_turns), 0) FROM runs r JOIN runs o "
    "ON o.task_key = r.task_key AND o.key < r.key AND o.agent = r.agent AND o.session = $2 WHERE r.key = $1"};
constexpr Query k_save_usage{
    "UPDATE runs SET session = $2, cost_usd = $3, input_tokens = $4, output_tokens = $5, turns = $6, "
    "told_cost_usd = $7, told_input_tokens = $8, told_output_tokens = $9, told_turns = $10 WHERE key = $1"};
constexpr Query k_save_end{"UPDATE runs SET ended = $2, finished_at = $3, summary = $4, log = $5 WHERE key = $1"};
constexpr Query k_adjust_cost{"UPDATE tasks SET cost_usd = cost_usd + $2 WHERE id = $1"};
constexpr std::string_view k_sums =
    "SELECT coalesce(sum(r.cost_usd), 0.0), coalesce(sum(r.input_tokens), 0), coalesce(sum(r.output_tokens), 0), "
    "coalesce(sum(r.turns), 0), coalesce(sum(r.finished_at - r.started_at), 0), count(*) FROM runs r "
    "JOIN tasks t ON t.key = r.task_key WHERE ";
constexpr std::string_view k_runs_of_mission =
    "t.key IN (SELECT key FROM tasks WHERE mission_key = $1 UNION SELECT k.key FROM tasks c JOIN tasks k "
    "ON k.checker_for_key = c.key WHERE c.mission_key = $1)";
constexpr Query k_spent{k_sums, k_runs_of_mission};
constexpr Query k_spent_on_task{k_sums, "t.id = $1"};
constexpr Query k_cost_of_mission{"SELECT coalesce(sum(t.cost_usd), 0.0) FROM tasks t WHERE ", k_runs_of_mission};

Usage read_usage(Columns& columns) {
  Usage out;
  out.cost_usd = columns.real();
  out.input_tokens = static_cast<std::uint64_t>(columns.integer());
  out.output_tokens = static_cast<std::uint64_t>(columns.integer());
  out.turns = columns.count();
  return out;
}

Run read_run(Columns& columns) {
  Run run;
  run.key = columns.integer();
  run.task = model::TaskId(columns.text());
  run.attempt = columns.count();
  run.round = columns.count();
  run.agent = columns.text();
  run.session = columns.text();
  run.end = columns.text();
  run.usage = read_usage(columns);
  run.told = read_usage(columns);
  run.started_at = columns.time();
  run.finished_at = columns.maybe_time();
  run.summary = columns.text();
  run.log = columns.text();
  return run;
}

Result<Run> load_run(Database& database, std::int64_t key) {
  TRY_ASSIGN(auto found, (first<Run>(database, k_run_by_key, {key}, read_run)));
  if (!found) return not_found(cat("there is no run ", key));
  return std::move(*found);
}

template <class Number>
Number less(Number told, Number before) {
  return told > before ? told - before : Number{0};
}

Usage highest(const Usage& a, const Usage& b) {
  return {std::max(a.cost_usd, b.cost_usd), std::max(a.input_tokens, b.input_tokens),
          std::max(a.output_tokens, b.output_tokens), std::max(a.turns, b.turns)};
}

Result<Usage> told_before(Database& database, std::int64_t run, std::string_view session) {
  if (session.empty()) return Usage();
  TRY_ASSIGN(const auto found, (first<Usage>(database, k_told_before, {run, session}, read_usage)));
  return found.value_or(Usage());
}

Result<void> write_usage(Change& change, Run& run, std::string_view session, const Usage& told) {
  if (!std::isfinite(told.cost_usd) || told.cost_usd < 0) {
    return invalid_input("a cost is a number of dollars, zero or more");
  }
  if (!session.empty()) run.session = session;
  run.told = highest(run.told, told);
  TRY_ASSIGN(const auto before, told_before(change.database, run.key, run.session));
  const double cost = run.usage.cost_usd;
  run.usage = {less(run.told.cost_usd, before.cost_usd), less(run.told.input_tokens, before.input_tokens),
               less(run.told.output_tokens, before.output_tokens), less(run.told.turns, before.turns)};
  TRY(change.database.run(k_save_usage, {run.key, run.session, run.usage.cost_usd, run.usage.input_tokens,
                                         run.usage.output_tokens, run.usage.turns, run.told.cost_usd,
                                         run.told.input_tokens, run.told.output_tokens, run.told.turns}));
  if (run.usage.cost_usd == cost) return {};
  TRY(change.database.run(k_adjust_cost, {run.task.text, run.usage.cost_usd - cost}));
  return {};
}

Result<std::optional<Spent>> sums(Database& database, const Query& query, const Param& of) {
  return first<Spent>(database, query, {of}, [](Columns& columns) {
    Spent out;
    out.usage = read_usage(columns);
    out.wall_ms = columns.integer();
    out.runs = columns.count();
    return out;
  });
}

}  // namespace

Result<void> write_run_end(Change& change, std::int64_t run, const RunEnd& end) {
  TRY_ASSIGN(auto row, load_run(change.database, run));
  TRY(write_usage(change, row, end.session, end.told));
  TRY(change.database.run(k_save_end, {run, end.end, change.now, excerpt(to_utf8(end.summary), k_longest_summary),
                                       end.log.empty() ? row.log : end.log}));
  return {};
}

Runs Store::runs() const { return Runs(*m_database); }
RunChanges Changes::runs() const { return RunChanges(*this); }

Result<std::int64_t> RunChanges::begin(const RunStart& start) {
  return m_changes.make([&](Change& now) -> Result<std::int64_t> {
    TRY_ASSIGN(const auto row, load_task(now.database, start.task));
    return insert(now.database, k_insert_run,
                  {row.key, row.task.attempt, row.task.round, start.agent, start.session, now.now, start.log});
  });
}

Result<void> RunChanges::note_usage(std::int64_t run, std::string_view session, const Usage& told) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_run(now.database, run));
    return write_usage(now, row, session, told);
  });
}

Result<void> RunChanges::end(std::int64_t run, const RunEnd& end) {
  return m_changes.make([&](Change& now) { return write_run_end(now, run, end); });
}

Result<std::vector<Run>> Runs::of(const model::TaskId& task) const {
  std::vector<Run> out;
  TRY(m_database.each(k_of_task, {task.text}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    out.push_back(read_run(columns));
    return Flow::go_on;
  }));
  return out;
}

// The cost is the one that the tasks hold.
Result<Spent> Runs::spent(const model::MissionId& mission) const {
  return transact(m_database, Access::read, [&]() -> Result<Spent> {
    TRY_ASSIGN(const auto row, load_mission(m_database, mission));
    TRY_ASSIGN(auto found, sums(m_database, k_spent, row.key));
    TRY_ASSIGN(const auto cost, (first<double>(m_database, k_cost_of_mission, {row.key},
                                               [](Columns& columns) { return columns.real(); })));
    auto out = found.value_or(Spent());
    out.usage.cost_usd = cost.value_or(0);
    return out;
  });
}

Result<Spent> Runs::spent_on_task(const model::TaskId& task) const {
  return transact(m_database, Access::read, [&]() -> Result<Spent> {
    TRY_ASSIGN(const auto row, load_task(m_database, task));
    TRY_ASSIGN(auto found, sums(m_database, k_spent_on_task, task.text));
    auto out = found.value_or(Spent());
    out.usage.cost_usd = row.task.cost_usd;
    return out;
  });
}

}  // namespace assay::store
