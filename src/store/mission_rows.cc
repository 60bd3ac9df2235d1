// Counters are part of the row, so a status follows from this row alone, whatever the size of the
// mission or the store. Status and story are written only when they change: SQLite would move the
// entries of their indexes at every mention.
#include "store/mission_rows.h"

#include <utility>

#include "base/text.h"
#include "store/database/rows.h"
#include "store/database/seals.h"
#include "store/expectation.h"
#include "store/job_rows.h"
#include "store/notice_rows.h"
#include "store/pack_rows.h"

namespace assay::store {

using model::Mission;
using model::MissionFacts;

namespace {

constexpr std::string_view k_mission_columns =
    "SELECT m.key, m.id, m.title, m.repository, m.base_commit, m.target_branch, m.mode, m.auto_verify, "
    "m.retry_budget, m.parallel_tasks, m.has_plan, m.hold, m.landed_at, m.landed_commit, m.closed_at, "
    "m.shipping_at, m.deploy, m.validation, m.created_at, m.updated_at, m.version, m.pack_id, m.pack_updated_at, "
    "m.planning_pending, m.planning_running, m.planning_ready, m.planning_completed, m.planning_failed, "
    "m.planning_blocked, m.planning_cancelled, m.work_pending, m.work_running, m.work_ready, m.work_completed, "
    "m.work_failed, m.work_blocked, m.work_cancelled, m.checks_pending, m.checks_passed, m.checks_failed, "
    "m.checks_skipped, m.status, m.story, m.retries, m.budget_usd, m.budget_tokens, m.budget_ms, m.budget_turns, "
    "m.task_budget_usd, m.task_budget_tokens, m.task_budget_ms, m.task_budget_turns";
constexpr std::string_view k_texts = ", x.prompt, x.pack_summary, x.deploy_log, x.validation_report";
constexpr std::string_view k_with_texts =
    ", intact(missions m), intact(mission_texts x) FROM missions m JOIN mission_texts x ON x.mission_key = m.key "
    "WHERE ";

// Not "m.id = $1": SQLite would put what was asked for in the place of what is stored, and the seal would match.
constexpr Query k_mission_by_id{
    k_mission_columns,
    ", m.pack_seal, m.seal IS NOT DISTINCT FROM row_seal(missions m) FROM missions m WHERE m.key = (SELECT key FROM "
    "missions WHERE id = $1)"};
constexpr Query k_mission_by_key{
    k_mission_columns,
    ", m.pack_seal, m.seal IS NOT DISTINCT FROM row_seal(missions m) FROM missions m WHERE m.key = $1"};
constexpr Query k_save_pack_seal{"UPDATE missions SET pack_seal = $2 WHERE key = $1"};
constexpr Query k_all{k_mission_columns, k_texts, k_with_texts, "m.key < $1 ORDER BY m.key DESC"};
constexpr Query k_of_status{k_mission_columns, k_texts, k_with_texts,
                            "m.status = $2 AND m.key < $1 ORDER BY m.key DESC"};
constexpr Query k_of_story{k_mission_columns, k_texts, k_with_texts, "m.story = $2 AND m.key < $1 ORDER BY m.key DESC"};
constexpr Query k_of_both{k_mission_columns, k_texts, k_with_texts,
                          "m.status = $2 AND m.story = $3 AND m.key < $1 ORDER BY m.key DESC"};

// Conditions that are not asked for are empty. No index is needed: texts are read of those that fit alone.
constexpr Query k_fitting{
    k_mission_columns, k_texts, k_with_texts,
    "m.key < $1 AND ($2 = '' OR m.status = $2) AND ($3 = '' OR m.story = $3) AND ($4 = '' OR instr($4, '|' || m.status "
    "|| '|') > 0 OR instr($4, '|' || m.story || '|') > 0) AND ($5 = '' OR m.id = $5) ORDER BY m.key DESC"};

// "|blocked||NEEDS_FIX|": statuses are in small letters, stories in capitals.
std::string words_of(const model::ColumnBounds& bounds) {
  std::string out;
  for (const auto status : bounds.statuses) out += cat("|", name(status), "|");
  for (const auto story : bounds.stories) out += cat("|", name(story), "|");
  return out;
}

constexpr Query k_insert_mission{
    "INSERT INTO missions (id, title, repository, base_commit, target_branch, mode, auto_verify, retry_budget, "
    "parallel_tasks, created_at, updated_at, pack_id, pack_updated_at, budget_usd, budget_tokens, budget_ms, "
    "budget_turns, task_budget_usd, task_budget_tokens, task_budget_ms, task_budget_turns) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) "
    "RETURNING key"};
constexpr Query k_insert_mission_texts{
    "INSERT INTO mission_texts (mission_key, prompt, pack_summary, plan) VALUES ($1, $2, $3, $4)"};
constexpr Query k_read_texts{
    "SELECT x.prompt, x.pack_summary, x.deploy_log, x.validation_report, x.plan, "
    "x.seal IS NOT DISTINCT FROM row_seal(mission_texts x) FROM mission_texts x WHERE x.mission_key = $1"};

constexpr Query k_save_mission{
    "UPDATE missions SET updated_at = $2, version = $3, pack_updated_at = $4, planning_pending = $5, "
    "planning_running = $6, planning_ready = $7, planning_completed = $8, planning_failed = $9, "
    "planning_blocked = $10, planning_cancelled = $11, work_pending = $12, work_running = $13, work_ready = $14, "
    "work_completed = $15, work_failed = $16, work_blocked = $17, work_cancelled = $18, checks_pending = $19, "
    "checks_passed = $20, checks_failed = $21, checks_skipped = $22 WHERE key = $1"};
constexpr Query k_save_derived{"UPDATE missions SET status = $2, story = $3 WHERE key = $1"};
constexpr Query k_save_state{
    "UPDATE missions SET mode = $2, auto_verify = $3, retry_budget = $4, parallel_tasks = $5, "
    "has_plan = $6, hold = $7, landed_at = $8, landed_commit = $9, closed_at = $10, shipping_at = $11, "
    "deploy = $12, validation = $13, budget_usd = $14, budget_tokens = $15, budget_ms = $16, budget_turns = $17, "
    "task_budget_usd = $18, task_budget_tokens = $19, task_budget_ms = $20, task_budget_turns = $21 WHERE key = $1"};

constexpr Query k_read_criteria{"SELECT criterion FROM criteria WHERE mission_key = $1 ORDER BY position"};
constexpr Query k_read_checks{
    "SELECT c.id, c.title, c.kind, c.command, c.path, c.status, c.detail, c.last_run_at, c.last_output, "
    "c.seal IS NOT DISTINCT FROM row_seal(checks c) FROM checks c WHERE c.mission_key = $1 ORDER BY c.key"};

void read_texts(Columns& columns, Mission& mission) {
  mission.prompt = columns.text();
  mission.pack.summary = columns.text();
  mission.deploy_log = columns.text();
  mission.validation_report = columns.text();
}

// What the columns say beside the counters.
void fill_facts(const Mission& mission, const model::CheckCounts& checks, MissionFacts& facts) {
  facts.acceptance = pack_status(checks);
  facts.held = !mission.hold.empty();
  facts.landed = mission.landed_at.has_value();
  facts.closed = mission.closed_at.has_value();
  facts.shipping = mission.shipping_at.has_value();
  facts.deploy = mission.deploy;
  facts.validation = mission.validation;
}

Result<MissionRow> read_mission_row(Columns& columns) {
  MissionRow row;
  Mission& mission = row.mission;
  row.key = columns.integer();
  mission.id = model::MissionId(columns.text());
  mission.title = columns.text();
  mission.repository = columns.text();
  mission.base_commit = columns.text();
  mission.target_branch = columns.text();
  mission.policy.mode = columns.named(model::mode_named);
  mission.policy.auto_verify = columns.flag();
  mission.policy.retry_budget = columns.count();
  mission.policy.parallel_tasks = columns.count();
  mission.facts.has_plan = columns.flag();
  mission.hold = columns.text();
  mission.landed_at = columns.maybe_time();
  mission.landed_commit = columns.text();
  mission.closed_at = columns.maybe_time();
  mission.shipping_at = columns.maybe_time();
  mission.deploy = columns.named(model::deploy_state_named);
  mission.validation = columns.named(model::validation_state_named);
  mission.created_at = columns.time();
  mission.updated_at = columns.time();
  mission.version = static_cast<std::uint64_t>(columns.integer());
  mission.pack.id = model::PackId(columns.text());
  mission.pack.created_at = mission.created_at;
  mission.pack.updated_at = columns.time();
  for (auto& n : mission.facts.planning.at) n = columns.count();
  for (auto& n : mission.facts.work.at) n = columns.count();
  for (auto& n : row.checks.at) n = columns.count();
  mission.status = columns.named(model::mission_status_named);
  mission.story = columns.named(model::story_state_named);
  mission.retries = columns.count();
  for (auto* budget : {&mission.policy.budget, &mission.policy.task_budget}) {
    budget->usd = columns.real();
    budget->tokens = static_cast<std::uint64_t>(columns.integer());
    budget->wall_ms = static_cast<std::uint64_t>(columns.integer());
    budget->turns = static_cast<std::uint64_t>(columns.integer());
  }
  fill_facts(mission, row.checks, mission.facts);
  mission.pack.status = mission.facts.acceptance;
  TRY(columns.done(cat("mission ", mission.id.text)));
  return row;
}

Result<std::optional<MissionRow>> load_one(Database& database, const Query& query, const Param& param, Seals seals) {
  std::optional<MissionRow> found;
  TRY(database.each(query, {param}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    TRY_ASSIGN(found, read_mission_row(columns));
    found->pack_seal = columns.integer();
    if (!columns.flag() && seals == Seals::compared) return broken_seal(cat("mission ", found->mission.id.text));
    return Flow::stop;
  }));
  return found;
}

// Results are not part of the pack's seal; they are counted in the mission's row, which is sealed.
Result<void> compare_pack(Database& database, const MissionRow& row) {
  TRY_ASSIGN(const auto seal, pack_seal(database, row.key));
  model::CheckCounts counts;
  for (const auto& check : row.mission.pack.checks) ++counts[check.status];
  if (seal == row.pack_seal && counts == row.checks) return {};
  return broken_seal(cat("the acceptance pack of mission ", row.mission.id.text));
}

}  // namespace

Result<MissionRow> load_mission(Database& database, const model::MissionId& id) {
  TRY_ASSIGN(auto found, load_one(database, k_mission_by_id, id.text, Seals::compared));
  if (!found) return not_found(cat("there is no mission ", id.text, "; see assay mission list"));
  if (found->mission.id != id) return broken_seal("the index of missions");
  return std::move(*found);
}

Result<MissionRow> load_mission(Database& database, std::int64_t key, Seals seals) {
  TRY_ASSIGN(auto found, load_one(database, k_mission_by_key, key, seals));
  if (!found) return corrupt(cat("the store has lost mission ", key, "; run assay doctor"));
  return std::move(*found);
}

Result<std::int64_t> insert_mission(Change& change, const Mission& mission) {
  const auto& policy = mission.policy;
  TRY_ASSIGN(const auto key, insert(change.database, k_insert_mission,
                                    {mission.id.text,
                                     mission.title,
                                     mission.repository,
                                     mission.base_commit,
                                     mission.target_branch,
                                     name(policy.mode),
                                     policy.auto_verify,
                                     policy.retry_budget,
                                     policy.parallel_tasks,
                                     change.now,
                                     change.now,
                                     mission.pack.id.text,
                                     change.now,
                                     policy.budget.usd,
                                     policy.budget.tokens,
                                     policy.budget.wall_ms,
                                     policy.budget.turns,
                                     policy.task_budget.usd,
                                     policy.task_budget.tokens,
                                     policy.task_budget.wall_ms,
                                     policy.task_budget.turns}));
  TRY(change.database.run(k_insert_mission_texts, {key, mission.prompt, mission.pack.summary, mission.plan}));
  TRY_ASSIGN(const auto seal, pack_seal(change.database, key));
  TRY(change.database.run(k_save_pack_seal, {key, seal}));
  return key;
}

Result<std::string> save_mission(Change& change, MissionRow& row) {
  Mission& mission = row.mission;
  if (change.expected != nullptr) TRY(change.expected->check(mission.id.text, stamp_of(mission)));
  fill_facts(mission, row.checks, mission.facts);
  mission.updated_at = change.now;
  mission.version += 1;
  mission.pack.status = mission.facts.acceptance;
  if (row.pack_changed) mission.pack.updated_at = change.now;
  const auto& p = mission.facts.planning.at;
  const auto& w = mission.facts.work.at;
  const auto& c = row.checks.at;
  TRY(change.database.run(k_save_mission, {row.key,
                                           change.now,
                                           mission.version,
                                           mission.pack.updated_at,
                                           p[0],
                                           p[1],
                                           p[2],
                                           p[3],
                                           p[4],
                                           p[5],
                                           p[6],
                                           w[0],
                                           w[1],
                                           w[2],
                                           w[3],
                                           w[4],
                                           w[5],
                                           w[6],
                                           c[0],
                                           c[1],
                                           c[2],
                                           c[3]}));
  const auto status = derive_status(mission.facts);
  const auto story = derive_story(mission.facts);
  std::string told;
  if (status != mission.status) told = cat("mission: ", name(mission.status), " → ", name(status));
  if (status != mission.status || story != mission.story) {
    TRY(change.database.run(k_save_derived, {row.key, name(status), name(story)}));
  }
  if (row.pack_edited) {
    TRY_ASSIGN(row.pack_seal, pack_seal(change.database, row.key));
    TRY(change.database.run(k_save_pack_seal, {row.key, row.pack_seal}));
  }
  // Verified again whenever all work is done, however it came to that, and whenever what was found is
  // of something else than there is now.
  const bool came = status != mission.status || row.results_set_back;
  const auto status_before = std::exchange(mission.status, status);
  const auto story_before = std::exchange(mission.story, story);
  TRY(notice_transition(change, row, status_before, story_before));
  if (came && status == model::MissionStatus::awaiting_acceptance && mission.policy.auto_verify) {
    TRY(enqueue_verification(change, row.key, mission.id));
  }
  return told;
}

Result<void> save_mission_state(Change& change, const MissionRow& row) {
  const Mission& mission = row.mission;
  const auto& policy = mission.policy;
  TRY(change.database.run(k_save_state, {row.key,
                                         name(policy.mode),
                                         policy.auto_verify,
                                         policy.retry_budget,
                                         policy.parallel_tasks,
                                         mission.facts.has_plan,
                                         mission.hold,
                                         mission.landed_at,
                                         mission.landed_commit,
                                         mission.closed_at,
                                         mission.shipping_at,
                                         name(mission.deploy),
                                         name(mission.validation),
                                         policy.budget.usd,
                                         policy.budget.tokens,
                                         policy.budget.wall_ms,
                                         policy.budget.turns,
                                         policy.task_budget.usd,
                                         policy.task_budget.tokens,
                                         policy.task_budget.wall_ms,
                                         policy.task_budget.turns}));
  return {};
}

Result<void> load_texts(Database& database, MissionRow& row) {
  bool sealed = false;
  TRY(database.each(k_read_texts, {row.key}, [&](const Row& found) -> Result<Flow> {
    Columns columns(found);
    read_texts(columns, row.mission);
    row.mission.plan = columns.maybe_text();
    sealed = columns.flag();
    return Flow::stop;
  }));
  if (!sealed) return broken_seal(cat("the texts of mission ", row.mission.id.text));
  return {};
}

Result<void> load_pack(Database& database, MissionRow& row) {
  auto& pack = row.mission.pack;
  TRY(database.each(k_read_criteria, {row.key}, [&](const Row& found) -> Result<Flow> {
    pack.criteria.emplace_back(found.text(0));
    return Flow::go_on;
  }));
  const OnRow on_check = [&](const Row& found) -> Result<Flow> {
    Columns columns(found);
    model::AcceptanceCheck check;
    check.id = model::CheckId(columns.text());
    check.title = columns.text();
    check.kind = columns.named(model::acceptance_kind_named);
    check.command = columns.maybe_text();
    check.path = columns.maybe_text();
    check.status = columns.named(model::acceptance_status_named);
    check.detail = columns.text();
    check.last_run_at = columns.maybe_time();
    check.last_output = columns.maybe_text();
    const bool sealed = columns.flag();
    TRY(columns.done(cat("check ", check.id.text)));
    if (!sealed) return broken_seal(cat("the acceptance pack of mission ", row.mission.id.text));
    pack.checks.push_back(std::move(check));
    return Flow::go_on;
  };
  TRY(database.each(k_read_checks, {row.key}, on_check));
  TRY(load_answers(database, row.key, pack));
  return compare_pack(database, row);
}

Result<void> each_mission(Database& database, const MissionRange& range,
                          const std::function<Result<Flow>(MissionRow&)>& on_mission) {
  const OnRow on_row = [&](const Row& found) -> Result<Flow> {
    Columns columns(found);
    TRY_ASSIGN(auto row, read_mission_row(columns));
    read_texts(columns, row.mission);
    if (range.column && model::column_of(row.mission) != *range.column) return Flow::go_on;
    return on_mission(row);
  };
  const auto before = range.before;
  if (range.column || !range.id.empty()) {
    const auto bounds = range.column ? words_of(model::bounds_of(*range.column)) : std::string();
    const auto status = range.status ? name(*range.status) : std::string_view();
    const auto story = range.story ? name(*range.story) : std::string_view();
    return database.each(k_fitting, {before, status, story, bounds, range.id}, on_row);
  }
  if (range.status && range.story) {
    return database.each(k_of_both, {before, name(*range.status), name(*range.story)}, on_row);
  }
  if (range.status) return database.each(k_of_status, {before, name(*range.status)}, on_row);
  if (range.story) return database.each(k_of_story, {before, name(*range.story)}, on_row);
  return database.each(k_all, {before}, on_row);
}

}  // namespace assay::store
