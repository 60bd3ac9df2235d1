#include "ops/missions/answers.h"

#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "store/questions.h"
#include "store/tasks.h"

namespace assay::ops {

namespace {

constexpr std::uint32_t k_most_open = 100;

// The only task that waits with a question.
Result<model::TaskId> only_waiting(const store::Store& store) {
  TRY_ASSIGN(const auto open, store.questions().open(k_most_open));
  if (open.empty()) return not_found("no task waits for an answer");
  for (const auto& question : open) {
    if (question.task == open.front().task) continue;
    return invalid_input(cat("more than one task waits for an answer; name it: assay answer ",
                             short_id(open.front().task.text), " \"…\" (", excerpt(open.front().text, 60), ") or ",
                             short_id(question.task.text), " (", excerpt(question.text, 60), ")"));
  }
  return open.front().task;
}

}  // namespace

void AnswerTask::Request::fields(Fields& f) {
  f.field(optional_word("task", "id or unique prefix (default: the one that waits)", Completes::task), task);
  f.field(optional_word("text", "the answer"), text);
}

void AnswerTask::Response::fields(Fields& f) {
  f.field(item("task"), task);
  f.field(item("questions", "what was answered"), questions);
}

// One word alone is the answer.
Result<AnswerTask::Response> AnswerTask::run(Context& context, const Request& request) {
  const bool alone = request.text.empty();
  const std::string& text = alone ? request.task : request.text;
  if (trim(text).empty()) return invalid_input("say the answer (text)");
  TRY(check_text("the answer", text));
  TRY_ASSIGN(auto* store, context.store());
  model::TaskId id;
  if (alone) {
    TRY_ASSIGN(id, only_waiting(*store));
  } else {
    TRY_ASSIGN(id, store->tasks().resolve(request.task));
  }
  TRY_ASSIGN(const auto who, context.actor());
  Response response;
  TRY_ASSIGN(const auto before, store->questions().of(id));
  TRY_ASSIGN(response.task.task, store->change(who).questions().answer(id, text));
  TRY_ASSIGN(auto after, store->questions().of(id));
  for (size_t i = 0; i < after.size() && i < before.size(); ++i) {
    if (!before[i].answered_at) response.questions.push_back({std::move(after[i])});
  }
  return response;
}

std::string present(const AnswerTask::Response& answer, const Terminal& terminal) {
  const model::Task& task = answer.task.task;
  return terminal.headline("Answered ", task.id.text, task.name, name(task.state), colour_of(task.state));
}

constinit const NamedSchema AnswerTask::Response::k_schema =
    named_schema<AnswerTask::Response>("answered", "A task whose question was answered");

constinit const Operation k_answer_operation =
    changes<AnswerTask>({"answer", "answer what a task asks; it goes on with the answer",
                         "Without a task, the one that waits. What it asks is shown by `task show` and `status`.",
                         "  {} answer \"Yes, keep the old endpoint\"\n  {} answer k3f7 \"Use the euro\"\n", "POST",
                         "/api/tasks/{task}/answer"});

}  // namespace assay::ops
