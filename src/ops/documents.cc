#include "ops/documents.h"

#include <boost/json.hpp>

#include "ops/budgets.h"
#include "ops/operation.h"

namespace assay::ops {

namespace {

// An empty text or id is null in the documents of missions.
void text_or_null(Fields& f, const Field& about, std::string& text) {
  auto optional = text.empty() ? std::nullopt : std::optional(text);
  f.field(about, optional);
  text = optional.value_or("");
}

void check_list(Fields& f, const Field& about, const model::AcceptancePack& pack) {
  std::vector<CheckDocument> documents;
  documents.reserve(pack.checks.size());
  for (const auto& check : pack.checks) {
    documents.push_back({check, {}});
    if (const auto* answer = answer_to(pack, check.id)) documents.back().answer = CheckAnswerDocument{*answer};
  }
  f.field(about, documents);
}

struct CriterionDocument {
  model::SuccessCriterion criterion;
  void fields(Fields& f) {
    f.field(item("id"), criterion.id);
    f.field(item("claim"), criterion.claim);
    f.field(item("evidence", "what a program looks at to see that the claim holds"), criterion.evidence);
    f.field(item("arguments"), criterion.arguments);
  }
};

struct AgentDocument {
  model::TaskAgent agent;
  void fields(Fields& f) {
    f.field(item("type", "empty: chosen by configuration"), agent.type);
    f.field(item("instructions"), agent.instructions);
    f.field(item("max_budget_usd"), agent.max_budget_usd);
  }
};

struct RetryDocument {
  std::uint32_t max_attempts = 1;
  void fields(Fields& f) { f.field(item("max_attempts"), max_attempts); }
};

std::vector<std::string> texts_of(const std::vector<model::TaskId>& ids) {
  std::vector<std::string> out;
  out.reserve(ids.size());
  for (const auto& id : ids) out.push_back(id.text);
  return out;
}

void standing_fields(Fields& f, model::Mission& mission) {
  f.field(item("status"), mission.status);
  f.field(item("story", "the same facts seen through the ship gate"), mission.story);
  bool cancelled = is_cancelled(mission);
  f.field(item("cancelled", "as a whole; its status is blocked then"), cancelled);
}

// What became of it after its work was done.
void course_fields(Fields& f, model::Mission& mission) {
  f.field(item("landedAt"), mission.landed_at);
  text_or_null(f, item("landedCommit"), mission.landed_commit);
  f.field(item("closedAt"), mission.closed_at);
  f.field(item("shippingAt"), mission.shipping_at);
  f.field(item("deploy"), mission.deploy);
  text_or_null(f, item("deployLog"), mission.deploy_log);
  f.field(item("validation"), mission.validation);
  text_or_null(f, item("validationReport"), mission.validation_report);
  f.field(item("createdAt"), mission.created_at);
  f.field(item("updatedAt"), mission.updated_at);
  f.field(item("version", "grows with every change"), mission.version);
}

// Numbers that are signed in the model and never negative.
void count(Fields& f, const Field& about, std::int64_t value) {
  auto unsigned_value = static_cast<std::uint64_t>(value < 0 ? 0 : value);
  f.field(about, unsigned_value);
}

}  // namespace

void CheckDocument::fields(Fields& f) {
  f.field(item("id"), check.id.text);
  f.field(item("title"), check.title);
  f.field(item("kind"), check.kind);
  f.field(item("command"), check.command);
  f.field(item("path"), check.path);
  f.field(item("status"), check.status);
  f.field(item("detail", "what it verifies, and what asked for it"), check.detail);
  f.field(item("lastRunAt"), check.last_run_at);
  f.field(item("lastOutput"), check.last_output);
  f.field(item("answer", "what a person said of it; null: nothing yet"), answer);
}

void CheckAnswerDocument::fields(Fields& f) {
  f.field(item("answer", "passed or failed"), answer.answer);
  f.field(item("actor"), answer.actor);
  f.field(item("reason"), answer.reason);
  f.field(item("work", "digest of the commits it counts for; `work` of a verification"), answer.work);
  f.field(item("answeredAt"), answer.answered_at);
}

void RemovedCheckDocument::fields(Fields& f) {
  f.field(item("title"), removed.check.title);
  f.field(item("kind"), removed.check.kind);
  f.field(item("command"), removed.check.command);
  f.field(item("path"), removed.check.path);
  f.field(item("actor"), removed.actor);
  f.field(item("reason"), removed.reason);
  f.field(item("removedAt"), removed.removed_at);
}

void CriterionProofDocument::fields(Fields& f) {
  f.field(item("taskId", "empty: a criterion of the mission"), criterion.task.text);
  f.field(item("id"), criterion.id);
  f.field(item("claim"), criterion.claim);
  f.field(item("test", "the test its evidence names; empty: none"), criterion.test);
  auto proof = criterion.proof ? std::optional(std::string(name(*criterion.proof))) : std::nullopt;
  f.field(item("proof", "discriminating, always_green, invalid or indeterminate; null: none is known"), proof);
  f.field(item("detail"), criterion.detail);
  f.field(item("lines", "pieces of the change that the test proves"), criterion.lines);
  auto standing = criterion.standing ? std::optional(std::string(name(*criterion.standing))) : std::nullopt;
  f.field(item("standing", "shown, failed, unproven, for_person, or proves_nothing: it holds before the work too"),
          standing);
  f.field(item("evidence", "what would show it; empty: a person says so"), criterion.evidence);
  f.field(item("found", "what was found of that"), criterion.found);
}

void PackDocument::fields(Fields& f) {
  f.field(item("id"), pack.id.text);
  f.field(item("summary"), pack.summary);
  f.field(item("criteria"), pack.criteria);
  check_list(f, item("checks"), pack);
  std::vector<RemovedCheckDocument> removed;
  for (const auto& each : pack.removed) removed.push_back({each});
  f.field(item("removed", "checks that a person took away or changed into others"), removed);
  f.field(item("status", "failed: one check failed; passed: all passed or skipped; else pending"), pack.status);
  f.field(item("createdAt"), pack.created_at);
  f.field(item("updatedAt"), pack.updated_at);
}

void TaskDocument::fields(Fields& f) {
  f.field(item("id"), task.id.text);
  f.field(item("story_id", "the mission; empty for checkers and tasks that stand alone"), task.mission.text);
  f.field(item("parent_task_id", "set on subtasks"), task.parent.text);
  f.field(item("name"), task.name);
  f.field(item("kind"), task.kind);
  f.field(item("state"), task.state);
  f.field(item("reason", "why it stands where it stands"), task.reason);
  f.field(item("instructions"), task.instructions);
  f.field(item("acceptance_criteria", "empty: the instructions are the specification"), task.acceptance_criteria);
  std::vector<CriterionDocument> criteria;
  for (auto& criterion : task.success_criteria) criteria.push_back({criterion});
  f.field(item("success_criteria"), criteria);
  f.field(item("files_modified", "globs the task may touch; empty: not limited"), task.files_modified);
  auto depends_on = texts_of(task.depends_on);
  f.field(item("depends_on"), depends_on);
  AgentDocument agent{task.agent};
  f.field(item("agent"), agent);
  RetryDocument retry{task.max_attempts};
  f.field(item("retry"), retry);
  count(f, item("timeout_ms"), task.timeout_ms);
  f.field(item("attempt", "how often it was started"), task.attempt);
  f.field(item("round", "grows with each rejection or repair"), task.round);
  f.field(item("checker_for_task_id", "set on checkers: the task that is checked"), task.checker_for.text);
  f.field(item("checker_state", "of a ready task in a list: how its latest checker stands; else null"), checker);
  f.field(item("checker_report", "what the checker found; empty when it found nothing"), task.checker_report);
  f.field(item("repository_url"), task.repository_url);
  f.field(item("cost_usd"), task.cost_usd);
  f.field(item("created_at"), task.created_at);
  f.field(item("updated_at"), task.updated_at);
  f.field(item("started_at"), task.started_at);
  f.field(item("finished_at"), task.finished_at);
  f.field(item("heartbeat_at"), task.heartbeat_at);
}

void QuestionDocument::fields(Fields& f) {
  f.field(item("round"), question.round);
  f.field(item("question"), question.text);
  f.field(item("asked_at"), question.asked_at);
  f.field(item("answer", "null while it is open"), question.answer);
  f.field(item("answered_by"), question.answered_by);
  f.field(item("answered_at"), question.answered_at);
}

void RunDocument::fields(Fields& f) {
  bool logged = !run.log.empty();
  f.field(item("run", "from 1, as its log is asked for"), number);
  f.field(item("round"), run.round);
  f.field(item("attempt"), run.attempt);
  f.field(item("agent", "the name of its profile"), run.agent);
  f.field(item("end", "how it ended; empty while it runs or when nobody saw it"), run.end);
  f.field(item("started_at"), run.started_at);
  f.field(item("finished_at"), run.finished_at);
  f.field(item("cost_usd"), run.usage.cost_usd);
  f.field(item("input_tokens"), run.usage.input_tokens);
  f.field(item("output_tokens"), run.usage.output_tokens);
  f.field(item("turns"), run.usage.turns);
  f.field(item("logged", "whether what it printed was kept"), logged);
}

void CheckpointDocument::fields(Fields& f) {
  f.field(item("id"), checkpoint.id.text);
  f.field(item("kind"), checkpoint.kind);
  f.field(item("title"), checkpoint.title);
  f.field(item("detail"), checkpoint.detail);
  text_or_null(f, item("taskId"), checkpoint.task.text);
  f.field(item("createdAt"), checkpoint.created_at);
  f.field(item("missionId"), checkpoint.mission.text);
  f.field(item("number", "1, 2, 3, … in its mission"), checkpoint.number);
  f.field(item("actor"), checkpoint.actor);
  f.field(item("previousHash"), checkpoint.previous_hash);
  f.field(item("hash"), checkpoint.hash);
}

void PolicyDocument::fields(Fields& f) {
  f.field(item("mode"), policy.mode);
  f.field(item("autoVerify"), policy.auto_verify);
  f.field(item("retryBudget"), policy.retry_budget);
  f.field(item("parallelTasks"), policy.parallel_tasks);
  BudgetDocument budget{policy.budget}, task_budget{policy.task_budget};
  f.field(item("budget", "of the whole mission"), budget);
  f.field(item("taskBudget", "of each task with its checks"), task_budget);
}

void CountsDocument::fields(Fields& f) {
  for (size_t i = 0; i < model::k_task_states; ++i) {
    f.field(item(name(static_cast<model::TaskState>(i))), counts.at[i]);
  }
}

void MissionRow::fields(Fields& f) {
  f.field(item("id"), mission.id.text);
  f.field(item("title"), mission.title);
  standing_fields(f, mission);
  f.field(item("mode"), mission.policy.mode);
  text_or_null(f, item("hold", "why it is held"), mission.hold);
  CountsDocument tasks{mission.facts.work};
  f.field(item("tasks", "how many work tasks stand at each state"), tasks);
  f.field(item("acceptance", "the pack's status"), mission.facts.acceptance);
  f.field(item("landedAt"), mission.landed_at);
  f.field(item("createdAt"), mission.created_at);
  f.field(item("updatedAt"), mission.updated_at);
}

void MissionStateDocument::fields(Fields& f) {
  f.field(item("id"), mission.id.text);
  f.field(item("title"), mission.title);
  standing_fields(f, mission);
  text_or_null(f, item("hold", "why it is held"), mission.hold);
  PolicyDocument policy{mission.policy};
  f.field(item("policy"), policy);
  CountsDocument tasks{mission.facts.work};
  f.field(item("tasks", "how many work tasks stand at each state"), tasks);
  PackDocument pack{mission.pack};
  f.field(item("acceptance"), pack);
  course_fields(f, mission);
}

void MissionDocument::fields(Fields& f) {
  f.field(item("id"), mission.id.text);
  f.field(item("title"), mission.title);
  f.field(item("prompt"), mission.prompt);
  standing_fields(f, mission);
  text_or_null(f, item("hold", "why it is held"), mission.hold);
  f.field(item("repository"), mission.repository);
  f.field(item("baseCommit", "what the work starts from; empty before the first commit"), mission.base_commit);
  f.field(item("targetBranch"), mission.target_branch);
  PolicyDocument policy{mission.policy};
  f.field(item("policy"), policy);
  auto active = texts_of(active_tasks);
  f.field(item("activeTaskIds", "tasks that are pending, running or blocked"), active);
  CountsDocument tasks{mission.facts.work};
  f.field(item("tasks", "how many work tasks stand at each state"), tasks);
  PackDocument pack{mission.pack};
  f.field(item("acceptance"), pack);
  json::value plan = nullptr;
  if (mission.plan) {
    boost::system::error_code error;
    plan = json::parse(*mission.plan, error);
  }
  f.field(item("plan", "the plan as it was given, or null"), plan);
  course_fields(f, mission);
}

constinit const NamedSchema MissionDocument::k_schema = named_schema<MissionDocument>("mission", "A mission");
constinit const NamedSchema TaskDocument::k_schema = named_schema<TaskDocument>("task", "A task");

}  // namespace assay::ops
