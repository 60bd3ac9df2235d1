#include "store/rounds.h"

#include "store/database/rows.h"
#include "store/database/seals.h"
#include "store/round_rows.h"
#include "store/task_rows.h"

namespace assay::store {

namespace {

constexpr Query k_insert_round{
    "INSERT INTO critic_rounds (task_key, round, tree_id, identities, route, verdict, report, created_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"};
constexpr Query k_rounds{
    "SELECT c.round, c.tree_id, c.identities, c.route, c.verdict, c.report, c.created_at, c.seal IS NOT DISTINCT FROM "
    "row_seal(critic_rounds c) "
    "FROM critic_rounds c JOIN tasks t ON t.key = c.task_key WHERE t.id = $1 ORDER BY c.key"};

}  // namespace

Result<void> write_round(Change& change, const model::CriticRound& round) {
  TRY_ASSIGN(const auto row, load_task(change.database, round.task));
  TRY(change.database.run(k_insert_round, {row.key, round.round, round.tree, round.identities, name(round.route),
                                           name(round.verdict), round.report, change.now}));
  return {};
}

Rounds Store::rounds() const { return Rounds(*m_database); }

Result<std::vector<model::CriticRound>> Rounds::of(const model::TaskId& task) const {
  std::vector<model::CriticRound> out;
  TRY(m_database.each(k_rounds, {task.text}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    model::CriticRound one;
    one.task = task;
    one.round = columns.count();
    one.tree = columns.text();
    one.identities = columns.text();
    one.route = columns.named(model::route_named);
    one.verdict = columns.named(model::report_verdict_named);
    one.report = columns.text();
    one.at = columns.time();
    const bool sealed = columns.flag();
    if (const auto known = columns.done("a round"); !known) return known.error();
    if (!sealed) return broken_seal(cat("a round of the critic on task ", task.text));
    out.push_back(std::move(one));
    return Flow::go_on;
  }));
  return out;
}

}  // namespace assay::store
