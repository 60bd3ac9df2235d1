#include "ops/missions/tasks.h"

#include <algorithm>

#include "base/text.h"
#include "ops/errors.h"
#include "ops/given_text.h"
#include "ops/missions/missions.h"
#include "ops/missions/task_branch.h"
#include "ops/missions/task_fields.h"
#include "ops/operation.h"
#include "store/missions.h"
#include "store/questions.h"
#include "store/rounds.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::ops {

// Criteria of a task are sentences; each must be worth having.
Result<std::string> lint_criteria(const std::string& text, VagueCriterion vague) {
  std::string reasons;
  for (const auto line : split_lines(text)) {
    if (trim(line).empty()) continue;
    TRY_ASSIGN(const auto reason, lint_criterion(trim(line), vague));
    if (!reason.empty()) reasons += cat(reasons.empty() ? "" : "\n", reason);
  }
  return reasons;
}

Result<void> check_limits(std::optional<std::uint64_t> timeout_ms, std::optional<std::uint64_t> max_attempts) {
  constexpr std::uint64_t k_longest_timeout = std::uint64_t{7} * 24 * 3600 * 1000;
  if (timeout_ms && (*timeout_ms == 0 || *timeout_ms > k_longest_timeout))
    return invalid_input("timeoutMs must be from 1 to one week");
  if (max_attempts && (*max_attempts == 0 || *max_attempts > 100))
    return invalid_input("maxAttempts must be from 1 to 100");
  return {};
}

namespace {

Result<store::TaskDraft> draft_of(const store::Store& store, const AddTask::Request& request) {
  TRY(check_line("the name", request.name));
  TRY(check_text("instructions", request.instructions));
  TRY(check_text("acceptanceCriteria", request.acceptance_criteria));
  for (const auto& glob : request.files_modified) TRY(check_line("files_modified", glob));
  TRY(check_limits(request.timeout_ms, request.max_attempts));
  store::TaskDraft draft;
  auto& task = draft.task;
  task.name = trim(request.name);
  task.kind = request.kind.value_or(model::TaskKind::execution);
  task.instructions = request.instructions.empty() ? task.name : request.instructions;
  task.acceptance_criteria = request.acceptance_criteria;
  task.files_modified = request.files_modified;
  task.agent.type = request.agent;
  task.agent.max_budget_usd = request.max_budget_usd;
  if (request.timeout_ms) task.timeout_ms = static_cast<std::int64_t>(*request.timeout_ms);
  if (request.max_attempts) task.max_attempts = static_cast<std::uint32_t>(*request.max_attempts);
  if (task.kind == model::TaskKind::checker) {
    return invalid_input("checkers are made for a task when it is ready, not by hand");
  }
  for (const auto& given : request.depends_on) {
    TRY_ASSIGN(const auto id, store.tasks().resolve(given));
    task.depends_on.push_back(id.text);
  }
  if (!request.parent.empty()) {
    TRY_ASSIGN(const auto id, store.tasks().resolve(request.parent));
    task.parent = id.text;
  }
  return draft;
}

// Whether the latest mission takes more work; there may be none.
bool has_open_mission(const store::Store& store) {
  const auto id = store.missions().resolve("");
  const auto mission = id ? store.missions().find(*id) : Result<model::Mission>(id.error());
  return mission && !mission->facts.landed && !mission->facts.closed && !is_cancelled(*mission);
}

// A subtask belongs to its parent's mission; else the one named, else the latest. Where none is open the task gets one
// of its own.
Result<model::MissionId> mission_for(Context& context, const store::Store& store, const AddTask::Request& request,
                                     const std::string& parent) {
  if (request.mission.empty() && parent.empty() && !has_open_mission(store)) {
    NewMission::Request made;
    made.prompt = request.instructions.empty() ? request.name : request.instructions;
    made.title = trim(request.name);
    TRY_ASSIGN(const auto mission, NewMission::run(context, made));
    return mission.mission.mission.id;
  }
  if (!request.mission.empty() || parent.empty()) return store.missions().resolve(request.mission);
  TRY_ASSIGN(const auto task, store.tasks().find(model::TaskId(parent)));
  if (task.mission.empty()) return invalid_input("the parent belongs to no mission; name one (mission)");
  return task.mission;
}

}  // namespace

// ---- add

void AddTask::Request::fields(Fields& f) {
  f.field(word("name", "what is to be done, in a few words"), name);
  f.field({.name = "mission",
           .help = "id or unique prefix (default: the latest; a new one where none is open)",
           .value = "MISSION",
           .completes = Completes::mission},
          mission);
  f.field(task_field::instructions("what the agent is asked to do (default: the name)"), instructions);
  f.field(task_field::acceptance_criteria(), acceptance_criteria);
  f.field(task_field::files_modified(), files_modified);
  f.field({.name = "dependsOn",
           .help = "starts when this task is completed; may be repeated",
           .value = "TASK",
           .completes = Completes::task,
           .was = "depends_on"},
          depends_on);
  f.field({.name = "parent", .help = "makes it a subtask of this one", .value = "TASK", .completes = Completes::task},
          parent);
  f.field(flag("kind", "what kind of work it is (default: execution)"), kind);
  f.field(task_field::agent(), agent);
  f.field({.name = "maxBudgetUsd",
           .help = "what it may cost, in dollars",
           .value = "USD",
           .flag = "--budget",
           .was = "max_budget_usd"},
          max_budget_usd);
  f.field(task_field::timeout_ms("how long it may take, such as 90s, 30m, 2h (default: 1h)"), timeout_ms);
  f.field(task_field::max_attempts("how often it is tried (default: 1)"), max_attempts);
  f.field(task_field::force(), force);
}

Result<AddTask::Response> AddTask::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto vague,
             lint_criteria(request.acceptance_criteria, request.force ? VagueCriterion::keep : VagueCriterion::refuse));
  // Where no mission is named one may be made, and the store with it.
  const bool may_make = request.mission.empty() && request.parent.empty();
  TRY_ASSIGN(auto* store, may_make ? context.make_store() : context.store());
  TRY_ASSIGN(auto draft, draft_of(*store, request));
  TRY_ASSIGN(draft.mission, mission_for(context, *store, request, draft.task.parent));
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(auto task, store->change(who).tasks().add(draft));
  if (!vague.empty()) {
    TRY(store->change(who).tasks().note_progress(
        {task.id, model::CheckpointKind::task_progress, "Vague criteria kept by force", vague}));
  }
  return TaskDocument{std::move(task)};
}

// ---- list and show

void ListTasks::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(flag("state", "only tasks of this state"), state);
  f.field(flag("checkers", "checkers too"), checkers);
  f.field(flag("after", "the page after this one: what `next` said", "CURSOR"), after);
  f.field(limit_to(store::k_largest_page, "how many, oldest first (default: all of them)"), limit);
}

void ListTasks::Response::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("title"), title);
  f.field(item("tasks"), tasks);
  f.field(item("next", "give it as `after` for the next page; null on the last"), next);
}

Result<std::vector<TaskDocument>> documents_of(const store::Store& store, std::vector<model::Task> tasks) {
  std::vector<TaskDocument> out;
  out.reserve(tasks.size());
  for (auto& task : tasks) {
    out.push_back({std::move(task)});
    if (out.back().task.state != model::TaskState::ready) continue;
    TRY_ASSIGN(const auto checker, store.tasks().checker_of(out.back().task.id));
    if (checker) out.back().checker = checker->state;
  }
  return out;
}

namespace {

// Tasks keep their order, so the id of the last one of a page says where the next begins, whatever happened meanwhile.
Result<std::vector<model::Task>> tasks_after(std::vector<model::Task> tasks, const std::string& after) {
  if (after.empty()) return tasks;
  const auto last = std::find_if(tasks.begin(), tasks.end(), [&](const auto& task) { return task.id.text == after; });
  if (last == tasks.end())
    return invalid_input(cat("after: ", excerpt(after, 40), " is no cursor of this list; take what `next` said"));
  tasks.erase(tasks.begin(), last + 1);
  return tasks;
}

}  // namespace

Result<ListTasks::Response> ListTasks::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  TRY_ASSIGN(const auto mission, store->missions().find(id));
  store::TaskFilter filter;
  filter.with_checkers = request.checkers;
  TRY_ASSIGN(auto all, store->tasks().of(id, filter));
  TRY_ASSIGN(auto tasks, tasks_after(std::move(all), request.after));
  if (request.state) std::erase_if(tasks, [&](const auto& task) { return task.state != *request.state; });
  Response response{id.text, mission.title, {}, {}};
  if (request.limit && tasks.size() > *request.limit) {
    tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(*request.limit), tasks.end());
    response.next = tasks.back().id.text;
  }
  TRY_ASSIGN(response.tasks, documents_of(*store, std::move(tasks)));
  return response;
}

void ShowTask::Request::fields(Fields& f) { f.field(word("task", "id or unique prefix", Completes::task), task); }

void ShowTask::Response::fields(Fields& f) {
  f.field(item("task"), task);
  f.field(item("checker", "the task that checks it, when there is one"), checker);
  f.field(item("critic", "what the critic came to in its last round (docs/formats/critic.md); null before the first"),
          critic);
  f.field(item("questions", "what a person was asked, oldest first"), questions);
  f.field(item("runs", "of its agents, oldest first; GET /api/tasks/{task}/log?run=N is what one printed"), runs);
}

Result<ShowTask::Response> ShowTask::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->tasks().resolve(request.task));
  Response response;
  TRY_ASSIGN(response.task.task, store->tasks().find(id));
  TRY_ASSIGN(auto checker, store->tasks().checker_of(id));
  if (checker && response.task.task.state == model::TaskState::ready) response.task.checker = checker->state;
  if (checker) response.checker = TaskDocument{std::move(*checker)};
  TRY_ASSIGN(const auto rounds, store->rounds().of(id));
  if (!rounds.empty()) {
    TRY_ASSIGN(response.critic, parse_json(rounds.back().report, "a round of the store"));
  }
  TRY_ASSIGN(auto questions, store->questions().of(id));
  for (auto& question : questions) response.questions.push_back({std::move(question)});
  TRY_ASSIGN(auto runs, store->runs().of(id));
  for (auto& run : runs) response.runs.push_back({response.runs.size() + 1, std::move(run)});
  return response;
}

// ---- moves

void MoveRequest::fields(Fields& f) {
  f.field({.name = "task",
           .help = "id or unique prefix; several move together",
           .need = Need::required,
           .place = Place::words,
           .completes = Completes::task},
          tasks);
  f.field(flag("reason", "why; kept in the history", "TEXT"), reason);
}

void Refusal::fields(Fields& f) {
  f.field(item("task"), task);
  f.field(item("code"), code);
  f.field(item("message"), message);
}

void MoveAnswer::fields(Fields& f) {
  f.field(item("tasks", "those that moved, as they stand now"), tasks);
  f.field(item("refused", "those that did not, and why"), refused);
  f.field(item("missions", "the missions they belong to, as they stand now"), missions);
  f.field(item("notes", "what to know about it: files that are in no commit"), notes);
}
std::vector<std::string> MoveAnswer::complaints() const {
  std::vector<std::string> out;
  for (const auto& refusal : refused) out.push_back(refusal.message);
  return out;
}

namespace {

Result<void> add_missions(const store::Store& store, MoveAnswer& answer) {
  std::vector<model::MissionId> seen;
  for (const auto& document : answer.tasks) {
    const auto& id = document.task.mission;
    if (id.empty() || std::find(seen.begin(), seen.end(), id) != seen.end()) continue;
    seen.push_back(id);
    TRY_ASSIGN(auto mission, store.missions().find(id));
    answer.missions.push_back({std::move(mission)});
  }
  return {};
}

bool hands_in(model::Move move) {
  return move == model::Move::ready || move == model::Move::complete || move == model::Move::accept;
}

// Which commit is handed in or accepted, and what of the work is in no commit.
Result<void> look_at_work(Context& context, const store::Store& store, store::TaskMove& move,
                          std::vector<std::string>& notes) {
  TRY_ASSIGN(const auto task, store.tasks().find(move.task));
  const auto branch = look_at_branch(context, task);
  if (move.move != model::Move::ready) move.commit = branch.tip;
  if (auto note = describe_uncommitted(task, branch); !note.empty()) notes.push_back(std::move(note));
  return {};
}

}  // namespace

Result<MoveAnswer> move_tasks(Context& context, const MoveRequest& request, model::Move move) {
  TRY(check_text("the reason", request.reason));
  if (request.tasks.empty()) return invalid_input("name a task");
  TRY_ASSIGN(auto* store, context.store());
  std::vector<store::TaskMove> moves;
  for (const auto& given : request.tasks) {
    TRY_ASSIGN(auto id, store->tasks().resolve(given));
    const bool twice = std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return m.task == id; });
    if (!twice) moves.push_back({std::move(id), move, request.reason, {}});
  }
  std::vector<std::string> notes;
  if (hands_in(move)) {
    for (auto& each : moves) TRY(look_at_work(context, *store, each, notes));
  }
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(auto results, store->change(who).tasks().move_all(moves));
  if (moves.size() == 1 && !results.front()) return std::move(results.front()).error();
  MoveAnswer answer;
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i]) {
      answer.tasks.push_back({std::move(*results[i])});
    } else {
      const Error& error = results[i].error();
      answer.refused.push_back({moves[i].task.text, std::string(kind_of(error.code).name), error.message});
    }
  }
  answer.notes = std::move(notes);
  TRY(add_missions(*store, answer));
  return answer;
}

constinit const NamedSchema ListTasks::Response::k_schema =
    named_schema<ListTasks::Response>("task-list", "A mission's tasks");
constinit const NamedSchema ShowTask::Response::k_schema =
    named_schema<ShowTask::Response>("task-show", "A task with its checker");
constinit const NamedSchema MoveAnswer::k_schema =
    named_schema<MoveAnswer>("moved", "Tasks that were moved, and those that were refused");

constinit const Operation k_task_add_operation =
    changes<AddTask>({"task.add", "add a task to a mission", "",
                      "  {} task add \"Write the parser\" --accept \"go test ./parser passes\" --files 'parser/**'\n"
                      "  {} task add \"Use it\" --depends-on k3f7 --agent codex --budget 2 --timeout 30m\n",
                      "POST", "/api/tasks", 201});
constinit const Operation k_task_list_operation =
    shows<ListTasks>({"task.list", "list a mission's tasks", "", "  {} task list\n  {} task list k3f7 --state ready\n",
                      "GET", "/api/tasks"});
constinit const Operation k_task_show_operation =
    shows<ShowTask>({"task.show", "show a task", "", "  {} task show k3f7\n", "GET", "/api/tasks/{task}"});
constinit const Operation k_task_start_operation = changes<MoveTasks<model::Move::start>>(
    {"task.start", "begin: pending to running, when what it depends on is completed", "", "  {} task start k3f7\n",
     "POST", "/api/tasks/{task}/start"});
constinit const Operation k_task_ready_operation = changes<MoveTasks<model::Move::ready>>(
    {"task.ready", "done, and waits to be checked: running to ready", "Subtasks are never ready; complete them.",
     "  {} task ready k3f7\n", "POST", "/api/tasks/{task}/ready"});
constinit const Operation k_task_complete_operation =
    changes<MoveTasks<model::Move::complete>>({"task.complete", "done, where no check is due: running to completed", "",
                                               "  {} task complete k3f7\n", "POST", "/api/tasks/{task}/complete"});
constinit const Operation k_task_fail_operation = changes<MoveTasks<model::Move::fail>>(
    {"task.fail", "running to failed", "", "  {} task fail k3f7 --reason \"the build server is down\"\n", "POST",
     "/api/tasks/{task}/fail"});
constinit const Operation k_task_block_operation = changes<MoveTasks<model::Move::block>>(
    {"task.block", "cannot go on: to blocked", "", "  {} task block k3f7 --reason \"waits for the new schema\"\n",
     "POST", "/api/tasks/{task}/block"});
constinit const Operation k_task_accept_operation = changes<MoveTasks<model::Move::accept>>(
    {"task.accept", "take the work: ready or blocked to completed",
     "A person may accept whatever a checker said, and work that is stuck; it is recorded who did.",
     "  {} task accept k3f7 --reason \"looked at it\"\n", "POST", "/api/tasks/{task}/accept"});
constinit const Operation k_task_reject_operation = changes<MoveTasks<model::Move::reject>>(
    {"task.reject", "send the work back: ready to pending, the next round", "",
     "  {} task reject k3f7 --reason \"no test for the empty cart\"\n", "POST", "/api/tasks/{task}/reject"});
constinit const Operation k_task_retry_operation =
    changes<MoveTasks<model::Move::retry>>({"task.retry", "try again: failed, blocked or cancelled to pending", "",
                                            "  {} task retry k3f7\n", "POST", "/api/tasks/{task}/retry"});
constinit const Operation k_task_cancel_operation = changes<MoveTasks<model::Move::cancel>>(
    {"task.cancel", "give it up: anything unfinished to cancelled", "",
     "  {} task cancel k3f7 m2qa --reason \"not needed any more\"\n", "POST", "/api/tasks/{task}/cancel"});

}  // namespace assay::ops
