#include "base/text.h"
#include "ops/given_text.h"
#include "ops/missions/task_fields.h"
#include "ops/missions/tasks.h"
#include "ops/operation.h"
#include "store/tasks.h"

namespace assay::ops {

void EditTask::Request::fields(Fields& f) {
  f.field(word("task", "id or unique prefix", Completes::task), task);
  f.field(flag("name", "what is to be done, in a few words", "TEXT"), name);
  f.field(task_field::instructions("what the agent is asked to do"), instructions);
  f.field(task_field::acceptance_criteria(), acceptance_criteria);
  f.field(task_field::files_modified(), files_modified);
  f.field(task_field::agent(), agent);
  f.field(task_field::timeout_ms("how long it may take, such as 90s, 30m, 2h"), timeout_ms);
  f.field(task_field::max_attempts("how often it is tried"), max_attempts);
  f.field(task_field::force(), force);
}

Result<TaskDocument> EditTask::run(Context& context, const Request& request) {
  store::TaskEdit edit;
  if (request.name) TRY(check_line("the name", *request.name));
  if (request.instructions) TRY(check_text("instructions", *request.instructions));
  if (request.acceptance_criteria) {
    TRY(check_text("acceptanceCriteria", *request.acceptance_criteria));
    TRY(lint_criteria(*request.acceptance_criteria, request.force ? VagueCriterion::keep : VagueCriterion::refuse));
  }
  TRY(check_limits(request.timeout_ms, request.max_attempts));
  edit.name = request.name;
  edit.instructions = request.instructions;
  edit.acceptance_criteria = request.acceptance_criteria;
  if (!request.files_modified.empty()) edit.files_modified = request.files_modified;
  edit.agent = request.agent;
  if (request.timeout_ms) edit.timeout_ms = static_cast<std::int64_t>(*request.timeout_ms);
  if (request.max_attempts) edit.max_attempts = static_cast<std::uint32_t>(*request.max_attempts);
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->tasks().resolve(request.task));
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(auto task, store->change(who).tasks().edit(id, edit));
  return TaskDocument{std::move(task)};
}

constinit const Operation k_task_edit_operation = changes<EditTask>(
    {"task.edit", "change what is asked of a task",
     "While it is pending, failed, blocked or cancelled. The history keeps what it said before.",
     "  {} task edit k3f7 --instructions \"Use the parser of lib/\" --accept \"go test ./parser passes\"\n", "PATCH",
     "/api/tasks/{task}"});

}  // namespace assay::ops
