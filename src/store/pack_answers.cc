// The rows of what persons said of checks: answers, of which the latest counts, and checks that they took away.
#include "store/database/rows.h"
#include "store/pack_rows.h"

namespace assay::store {

namespace {

constexpr Query k_insert_answer{
    "INSERT INTO check_answers (mission_key, check_id, answer, actor, reason, work, answered_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)"};
// A row stands for all later ones of its check.
constexpr Query k_answers{
    "SELECT a.check_id, a.answer, a.actor, a.reason, a.work, a.answered_at, intact(check_answers a) "
    "FROM check_answers a WHERE a.mission_key = $1 AND NOT EXISTS (SELECT 1 FROM check_answers b "
    "WHERE b.mission_key = a.mission_key AND b.check_id = a.check_id AND b.key > a.key) ORDER BY a.key"};
constexpr Query k_insert_removed{
    "INSERT INTO removed_checks (mission_key, title, kind, command, path, actor, reason, removed_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"};
constexpr Query k_removed{
    "SELECT r.title, r.kind, r.command, r.path, r.actor, r.reason, r.removed_at, intact(removed_checks r) "
    "FROM removed_checks r WHERE r.mission_key = $1 ORDER BY r.key"};

}  // namespace

Result<void> load_answers(Database& database, std::int64_t mission_key, model::AcceptancePack& pack) {
  TRY(database.each(k_answers, {mission_key}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    model::CheckAnswer answer;
    answer.check = model::CheckId(columns.text());
    answer.answer = columns.named(model::acceptance_status_named);
    answer.actor = columns.text();
    answer.reason = columns.text();
    answer.work = columns.text();
    answer.answered_at = columns.time();
    pack.answers.push_back(std::move(answer));
    return Flow::go_on;
  }));
  return database.each(k_removed, {mission_key}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    model::RemovedCheck removed;
    removed.check.title = columns.text();
    removed.check.kind = columns.named(model::acceptance_kind_named);
    removed.check.command = columns.maybe_text();
    removed.check.path = columns.maybe_text();
    removed.actor = columns.text();
    removed.reason = columns.text();
    removed.removed_at = columns.time();
    pack.removed.push_back(std::move(removed));
    return Flow::go_on;
  });
}

Result<void> write_answer(Change& change, std::int64_t mission_key, const model::CheckAnswer& answer) {
  TRY(change.database.run(k_insert_answer, {mission_key, answer.check.text, name(answer.answer), change.actor,
                                            answer.reason, answer.work, change.now}));
  return {};
}

Result<void> write_removed(Change& change, std::int64_t mission_key, const model::AcceptanceCheck& check,
                           std::string_view why) {
  TRY(change.database.run(k_insert_removed, {mission_key, check.title, name(check.kind), check.command, check.path,
                                             change.actor, why, change.now}));
  return {};
}

}  // namespace assay::store
