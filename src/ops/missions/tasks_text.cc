#include <algorithm>
#include <span>

#include <boost/json.hpp>

#include "base/facts.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "ops/missions/tasks.h"
#include "ops/text_parts.h"

namespace assay::ops {

using model::AcceptanceKind;
using model::AcceptanceStatus;
using model::Task;
using model::TaskState;

namespace {

std::string state_word(const TaskDocument& document) {
  const auto& task = document.task;
  if (document.checker == TaskState::running) return "ready: checking…";
  if (task.state == TaskState::ready && !task.checker_report.empty()) return "ready ⚠ checker failed";
  return std::string(name(task.state));
}

std::string time_of(const Task& task, const Terminal& terminal) { return terminal.ago(task.updated_at); }

std::string ids(const std::vector<model::TaskId>& tasks) {
  std::vector<std::string> out;
  out.reserve(tasks.size());
  for (const auto& id : tasks) out.push_back(short_id(id.text));
  return join(out, ", ");
}

std::string minutes(std::int64_t ms) {
  if (ms % 3'600'000 == 0) return cat(ms / 3'600'000, " h");
  if (ms % 60'000 == 0) return cat(ms / 60'000, " min");
  return cat(ms / 1000, " s");
}

// What a person can do with it now.
std::string next_step(const Task& task) {
  const std::string id = short_id(task.id.text);
  switch (task.state) {
    case TaskState::pending: return cat("assay task start ", id);
    case TaskState::running: return cat("assay task ", task.is_subtask() ? "complete " : "ready ", id);
    case TaskState::ready: return cat("assay task accept ", id, ", or reject ", id, " --reason \"…\"");
    case TaskState::blocked: return cat("assay task retry ", id, ", or accept ", id, " --reason \"…\"");
    case TaskState::failed:
    case TaskState::cancelled: return cat("assay task retry ", id);
    case TaskState::completed: return {};
  }
  return {};
}

}  // namespace

Colour colour_of(TaskState state) {
  switch (state) {
    case TaskState::pending: return Colour::plain;
    case TaskState::running: return Colour::blue;
    case TaskState::ready: return Colour::yellow;
    case TaskState::completed: return Colour::green;
    case TaskState::failed:
    case TaskState::blocked: return Colour::red;
    case TaskState::cancelled: return Colour::dim;
  }
  return Colour::plain;
}

std::string task_table(const std::vector<TaskDocument>& tasks, const Terminal& terminal, std::string_view indent,
                       size_t most) {
  using Kind = Table::Kind;
  Table table({{"ID"}, {"STATE"}, {"CHANGED", Kind::may_go}, {"TASK", Kind::wide}});
  for (const auto& document : std::span(tasks).first(std::min(most, tasks.size()))) {
    const auto& task = document.task;
    std::string title = cat(task.is_subtask() ? "└ " : "", task.name);
    std::vector<std::string> waits;
    for (const auto& id : task.depends_on) waits.push_back(short_id(id.text));
    if (task.state == TaskState::pending && !waits.empty()) title += cat("  (after ", join(waits, ", "), ")");
    if (!task.reason.empty() && task.state != TaskState::completed) title += cat(": ", task.reason);
    table.add({{short_id(task.id.text)},
               {state_word(document), colour_of(task.state)},
               {time_of(task, terminal), Colour::dim},
               {std::move(title)}});
  }
  std::string out = table.text(terminal, indent);
  if (tasks.size() > most) out += cat(indent, "and ", tasks.size() - most, " more: assay task list\n");
  return out;
}

std::string present(const TaskDocument& answer, const Terminal& terminal) {
  return terminal.headline("Added task ", answer.task.id.text, answer.task.name);
}

std::string present(const ListTasks::Response& answer, const Terminal& terminal) {
  if (answer.tasks.empty()) {
    return terminal.headline("No tasks in ", answer.mission, answer.title);
  }
  const auto more =
      answer.next ? terminal.paint(Colour::dim, cat("There are more: --after ", *answer.next)) + "\n" : "";
  return cat(terminal.headline("", answer.mission, answer.title), task_table(answer.tasks, terminal, ""), more);
}

namespace {

const json::array* list_in(const json::value& value, std::string_view key) {
  const auto* object = value.if_object();
  const auto* list = object == nullptr ? nullptr : object->if_contains(key);
  return list == nullptr ? nullptr : list->if_array();
}

// The verdicts of the last round, a line each; empty before the first.
std::string verdict_lines(const json::value& critic) {
  std::string out;
  const auto* criteria = list_in(critic, "criteria");
  if (criteria == nullptr) return out;
  for (const auto& value : *criteria) {
    const auto* one = value.if_object();
    if (one == nullptr) continue;
    const auto why = text_at(*one, "missing_info");
    out += cat(text_at(*one, "id"), "  ", text_at(*one, "claim"), "\n    ", text_at(*one, "verdict"), ": ",
               why.empty() ? text_at(*one, "evidence") : why, "\n");
  }
  return out;
}

std::string finding_lines(const json::value& critic) {
  constexpr size_t k_most = 20;
  std::string out;
  const auto* findings = list_in(critic, "findings");
  if (findings == nullptr) return out;
  for (const auto& value : *findings) {
    const auto* one = value.if_object();
    if (one == nullptr) continue;
    if (&value - findings->data() >= static_cast<long>(k_most)) {
      out += cat("and ", findings->size() - k_most, " more\n");
      break;
    }
    const auto file = text_at(*one, "file");
    out += cat(text_at(*one, "category"), " (", text_at(*one, "severity"), ")", file.empty() ? "" : cat(" ", file),
               ": ", text_at(*one, "remediation"), "\n");
  }
  return out;
}

std::string question_lines(const std::vector<QuestionDocument>& questions) {
  std::string out;
  for (const auto& document : questions) {
    const auto& question = document.question;
    out += cat(question.text, "\n",
               question.answer ? cat("    ", question.answered_by, ": ", *question.answer, "\n") : "");
  }
  return out;
}

// Those that are worth a look back: one alone says nothing that stands not above.
std::string run_lines(const std::vector<RunDocument>& runs, const Terminal& terminal) {
  std::string out;
  for (size_t i = 0; runs.size() > 1 && i < runs.size(); ++i) {
    const auto& run = runs[i].run;
    out += cat(runs[i].number, "  round ", run.round, ", attempt ", run.attempt, "  ", run.agent, " ",
               run.finished_at ? run.end : "runs", ", ", terminal.ago(run.started_at), "\n");
  }
  return out;
}

}  // namespace

std::string present(const ShowTask::Response& answer, const Terminal& terminal) {
  const Task& task = answer.task.task;
  Facts lines(terminal);
  lines.add("state", state_word(answer.task), colour_of(task.state));
  lines.add("reason", task.reason);
  lines.add("mission", short_id(task.mission.text));
  lines.add("part of", short_id(task.parent.text));
  lines.add("checks", short_id(task.checker_for.text));
  lines.add("kind", name(task.kind));
  lines.add("after", ids(task.depends_on));
  lines.add("may touch", join(task.files_modified, ", "));
  lines.add("agent", task.agent.type);
  lines.add("budget", task.agent.max_budget_usd ? cat("$", *task.agent.max_budget_usd) : std::string());
  lines.add("timeout", minutes(task.timeout_ms));
  lines.add("started", task.attempt == 0 ? "not yet" : cat(plural(task.attempt, "time"), ", round ", task.round));
  if (task.max_attempts > 1) lines.add("tried", cat("up to ", task.max_attempts, " times by itself"));
  lines.add("changed", terminal.ago(task.updated_at));
  if (answer.checker) {
    const Task& checker = answer.checker->task;
    lines.add("checker", cat(short_id(checker.id.text), " ", name(checker.state)), colour_of(checker.state));
  }
  if (task.instructions != task.name) lines.block("Instructions", task.instructions);
  lines.block("Accepted when", task.acceptance_criteria);
  std::string criteria = verdict_lines(answer.critic);
  if (criteria.empty()) {
    for (const auto& criterion : task.success_criteria) criteria += cat(criterion.id, "  ", criterion.claim, "\n");
  }
  lines.block("Success criteria", criteria);
  lines.block("The critic's findings", finding_lines(answer.critic));
  lines.block("Questions", question_lines(answer.questions));
  lines.block(cat("Runs (assay transcript ", short_id(task.id.text), " --run N)"), run_lines(answer.runs, terminal));
  lines.block("The checker's report", task.checker_report);
  const std::string out = terminal.headline("", task.id.text, task.name) + lines.take();
  const bool waits =
      task.state == TaskState::blocked && !answer.questions.empty() && !answer.questions.back().question.answered_at;
  const std::string next = waits ? cat("assay answer ", short_id(task.id.text), " \"…\"") : next_step(task);
  return next.empty() ? out : cat(out, "\n", terminal.paint(Colour::dim, "Next: "), next, "\n");
}

std::string present(const MoveAnswer& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& document : answer.tasks) {
    const Task& task = document.task;
    out += terminal.headline("task     ", task.id.text, task.name, name(task.state), colour_of(task.state));
  }
  for (const auto& row : answer.missions) {
    const auto& mission = row.mission;
    out += terminal.headline("mission  ", mission.id.text, mission.title, word_of(mission), colour_of(mission.status));
  }
  for (const auto& note : answer.notes) out += cat(terminal.paint(Colour::yellow, "! "), printable(note), "\n");
  // Who starts one by hand needs a place to do it in.
  if (answer.tasks.size() == 1 && answer.tasks.front().task.state == TaskState::running) {
    const auto id = short_id(answer.tasks.front().task.id.text);
    out += cat(terminal.paint(Colour::dim, "Next: "), "assay worktree add ", id,
               ", commit there, then assay task ready ", id, "\n");
  }
  return out;
}

}  // namespace assay::ops
