// Operations on tasks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/transition.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/given_text.h"

namespace assay::ops {

// Of a task's acceptance criteria: why lines of it are vague, when they are kept all the same.
Result<std::string> lint_criteria(const std::string& text, VagueCriterion vague);
Result<void> check_limits(std::optional<std::uint64_t> timeout_ms, std::optional<std::uint64_t> max_attempts);

struct AddTask {
  struct Request {
    std::string name;
    std::string mission;
    std::string instructions;
    std::string acceptance_criteria;
    std::vector<std::string> files_modified;
    std::vector<std::string> depends_on;
    std::string parent;
    std::optional<model::TaskKind> kind;
    std::string agent;
    std::optional<double> max_budget_usd;
    std::optional<std::uint64_t> timeout_ms;
    std::optional<std::uint64_t> max_attempts;
    bool force = false;
    void fields(Fields& f);
  };
  using Response = TaskDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct EditTask {
  struct Request {
    std::string task;
    std::optional<std::string> name;
    std::optional<std::string> instructions;
    std::optional<std::string> acceptance_criteria;
    std::vector<std::string> files_modified;  // empty: they stay
    std::optional<std::string> agent;
    std::optional<std::uint64_t> timeout_ms;
    std::optional<std::uint64_t> max_attempts;
    bool force = false;
    void fields(Fields& f);
  };
  using Response = TaskDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// With how the checkers of ready tasks stand.
Result<std::vector<TaskDocument>> documents_of(const store::Store& store, std::vector<model::Task> tasks);

struct ListTasks {
  struct Request {
    std::string mission;
    std::optional<model::TaskState> state;
    bool checkers = false;
    std::string after;
    std::optional<std::uint64_t> limit;
    void fields(Fields& f);
  };
  struct Response {
    std::string mission;
    std::string title;
    std::vector<TaskDocument> tasks;
    std::optional<std::string> next;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListTasks::Response& answer, const Terminal& terminal);

struct ShowTask {
  struct Request {
    std::string task;
    void fields(Fields& f);
  };
  struct Response {
    TaskDocument task;
    std::optional<TaskDocument> checker;
    json::value critic;  // the last round's report, or null
    std::vector<QuestionDocument> questions;
    std::vector<RunDocument> runs;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowTask::Response& answer, const Terminal& terminal);

// ---- moves: each verb is an operation of its own, all do the same

struct MoveRequest {
  std::vector<std::string> tasks;
  std::string reason;
  void fields(Fields& f);
};
struct Refusal {
  std::string task;
  std::string code;
  std::string message;
  void fields(Fields& f);
};
// Where the tasks and their missions stand now. A refused task changed nothing and held back none
// of the others; when a single one was asked for, its refusal is the operation's error instead.
struct MoveAnswer {
  std::vector<TaskDocument> tasks;
  std::vector<Refusal> refused;
  std::vector<MissionRow> missions;
  std::vector<std::string> notes;  // files that were not committed
  static const NamedSchema k_schema;
  void fields(Fields& f);
  Ending ending() const { return refused.empty() ? Ending::done : Ending::refused; }
  std::vector<std::string> complaints() const;
};
std::string present(const MoveAnswer& answer, const Terminal& terminal);
Result<MoveAnswer> move_tasks(Context& context, const MoveRequest& request, model::Move move);

template <model::Move move>
struct MoveTasks {
  using Request = MoveRequest;
  using Response = MoveAnswer;
  static Result<Response> run(Context& context, const Request& request) { return move_tasks(context, request, move); }
};

extern const Operation k_task_add_operation;
extern const Operation k_task_edit_operation;
extern const Operation k_task_list_operation;
extern const Operation k_task_show_operation;
extern const Operation k_task_start_operation;
extern const Operation k_task_ready_operation;
extern const Operation k_task_complete_operation;
extern const Operation k_task_fail_operation;
extern const Operation k_task_block_operation;
extern const Operation k_task_accept_operation;
extern const Operation k_task_reject_operation;
extern const Operation k_task_retry_operation;
extern const Operation k_task_cancel_operation;

}  // namespace assay::ops
