// What decides is sealed. A row that a decision is made on carries a hash over its columns, which is written with
// them and compared whenever they are read: a bit that the disk flipped, a row that somebody edited past Assay or
// that is gone is an error and never another decision. It is no signature: who computes the hash anew is found by
// the chain of checkpoints and by what lies outside of the store (engine/known_histories.h).
//
// `row_seal(…)` is a function of the driver. Lists of columns stand here once; an alias is part of them. Not sealed:
// titles, times, costs, logs and reports, which nothing is decided on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace assay::store {

constexpr std::string_view k_mission_seal =
    "row_seal(m.key, m.id, m.repository, m.base_commit, m.target_branch, m.mode, m.auto_verify, m.retry_budget, "
    "m.parallel_tasks, m.has_plan, m.hold, m.landed_at, m.landed_commit, m.closed_at, m.shipping_at, m.deploy, "
    "m.validation, m.version, m.pack_id, m.planning_pending, m.planning_running, m.planning_ready, "
    "m.planning_completed, m.planning_failed, m.planning_blocked, m.planning_cancelled, m.work_pending, "
    "m.work_running, m.work_ready, m.work_completed, m.work_failed, m.work_blocked, m.work_cancelled, "
    "m.checks_pending, m.checks_passed, m.checks_failed, m.checks_skipped, m.status, m.story, m.retries, "
    "m.budget_usd, m.budget_tokens, m.budget_ms, m.budget_turns, m.task_budget_usd, m.task_budget_tokens, "
    "m.task_budget_ms, m.task_budget_turns, m.records, m.pack_seal)";
constexpr std::string_view k_text_seal = "row_seal(x.mission_key, x.prompt, x.pack_summary, x.plan)";
constexpr std::string_view k_task_seal_begin =  // then state, reason, attempt, round: what a move writes
    "row_seal(t.key, t.id, t.mission_key, t.parent_key, t.checker_for_key, t.name, t.kind, t.max_attempts, "
    "t.timeout_ms, t.agent_type, t.max_budget_usd, t.repository_url, t.dependencies, ";
constexpr std::string_view k_task_seal_end = "t.state, t.reason, t.attempt, t.round)";
constexpr std::string_view k_task_text_seal =
    "row_seal(x.task_key, x.instructions, x.acceptance_criteria, x.success_criteria, x.files_modified, "
    "x.agent_instructions)";
constexpr std::string_view k_dependency_seal = "row_seal(d.task_key, d.position, d.dependency_key)";
constexpr std::string_view k_verification_seal =
    "row_seal(v.mission_key, v.id, v.commit_id, v.tree_id, v.target_commit, v.outcome, v.report)";
constexpr std::string_view k_landing_seal =
    "row_seal(l.mission_key, l.id, l.state, l.strategy, l.via, l.target_branch, l.target_commit, l.verification, "
    "l.verified_commit, l.verified_tree, l.evidence, l.commit_id, l.onto, l.tip, l.remote, l.branch)";
constexpr std::string_view k_proposal_seal = "row_seal(p.mission_key, p.plan, p.agent)";
constexpr std::string_view k_round_seal =
    "row_seal(c.task_key, c.round, c.tree_id, c.identities, c.route, c.verdict, c.report)";
constexpr std::string_view k_kept_seal = "row_seal(k.name, k.result)";

// An error that names what does not match its seal, and what to do.
Error broken_seal(std::string_view what);

// One seal over the criteria and checks of a mission, in their order; their results are counted in its row.
Result<std::int64_t> pack_seal(Database& database, std::int64_t mission_key);

// Writes the seal of a mission's row. Only for a row that was compared in the same transaction.
Result<void> seal_mission(Database& database, std::int64_t mission_key);

// One more verification or landing of the mission is kept; its row must match its seal.
Result<void> add_record(Database& database, std::int64_t mission_key);
// Error corrupt when some are gone.
Result<void> check_records(Database& database, std::int64_t mission_key);

// Seals all rows of a store that had no seals; `from_schema` says which it had.
Result<void> seal_everything(Database& database);

// All that does not match, in words; for `assay doctor`.
Result<std::vector<std::string>> broken_seals(Database& database);

}  // namespace assay::store
