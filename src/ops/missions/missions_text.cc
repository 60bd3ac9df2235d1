#include "base/facts.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "ops/missions/missions.h"
#include "ops/text_parts.h"

namespace assay::ops {

namespace {

using model::MissionStatus;
using model::TaskState;

constexpr size_t k_most_tasks = 30;  // beside everything else about a mission

// "3 of 5 done, 1 running"
std::string progress(const model::TaskCounts& counts) {
  const auto gone = counts[TaskState::cancelled];
  const auto present = counts.total() - gone;
  if (present == 0) return "no tasks";
  std::string out = cat(counts[TaskState::completed], " of ", present, " done");
  for (const TaskState state : {TaskState::running, TaskState::ready, TaskState::failed, TaskState::blocked}) {
    if (counts[state] > 0) out += cat(", ", counts[state], " ", name(state));
  }
  return out;
}

std::string policy_line(const model::Policy& policy) {
  std::string out =
      cat(name(policy.mode), ", ", plural(policy.parallel_tasks, "task"), " at once, ",
          policy.retry_budget == 1 ? std::string("one retry") : plural(policy.retry_budget, "retry", "retries"));
  if (policy.auto_verify) out += ", verifies by itself";
  return out;
}

std::string facts(const model::Mission& mission, const Terminal& terminal) {
  Facts out(terminal);
  out.add("status", word_of(mission), colour_of(mission.status));
  out.add("story", name(mission.story));
  out.add("held", mission.hold, Colour::red);
  out.add("tasks", progress(mission.facts.work));
  out.add("acceptance", name(mission.facts.acceptance));
  out.add("policy", policy_line(mission.policy));
  if (mission.policy.budget.is_limited()) out.add("budget", describe(mission.policy.budget));
  if (mission.policy.task_budget.is_limited()) out.add("per task", describe(mission.policy.task_budget));
  out.add("lands on", mission.base_commit.empty()
                          ? cat(mission.target_branch, ", no commit yet")
                          : cat(mission.target_branch, ", from ", std::string_view(mission.base_commit).substr(0, 10)));
  out.add("opened", terminal.ago(mission.created_at));
  if (mission.landed_at) out.add("landed", terminal.ago(*mission.landed_at));
  return out.take();
}

}  // namespace

std::string notes_of(const std::vector<std::string>& notes, const Terminal& terminal) {
  std::string out;
  for (const auto& note : notes) out += terminal.paint(Colour::yellow, "! ") + printable(note) + "\n";
  return out;
}

namespace {

std::vector<PromisedCriterion> of_mission(std::vector<PromisedCriterion> criteria) {
  std::erase_if(criteria, [](const PromisedCriterion& each) { return !each.task.empty(); });
  return criteria;
}

}  // namespace

std::string_view word_of(const model::Mission& mission) {
  return is_cancelled(mission) ? "cancelled" : name(mission.status);
}

Colour colour_of(MissionStatus status) {
  switch (status) {
    case MissionStatus::planning: return Colour::blue;
    case MissionStatus::active: return Colour::blue;
    case MissionStatus::blocked: return Colour::red;
    case MissionStatus::awaiting_acceptance: return Colour::yellow;
    case MissionStatus::ready_to_land:
    case MissionStatus::landed:
    case MissionStatus::completed: return Colour::green;
  }
  return Colour::plain;
}

std::string present(const NewMission::Response& answer, const Terminal& terminal) {
  const auto& mission = answer.mission.mission;
  std::string out =
      cat(terminal.headline("Opened mission ", mission.id.text, mission.title), notes_of(answer.notes, terminal), "\n",
          pack_lines(mission.pack, of_mission(answer.criteria), terminal));
  if (!answer.tasks.empty()) out += cat("\nTasks\n", task_table(answer.tasks, terminal, "  ", k_most_tasks));
  out += "\n";
  const auto next = [&](std::string_view command) { out += cat(terminal.paint(Colour::dim, "Next: "), command, "\n"); };
  if (answer.tasks.empty())
    next("assay task add \"first step\" --accept \"how to see that it is done\"");
  else
    next(cat("assay task start ", short_id(answer.tasks.front().task.id.text)));
  return out;
}

std::string present(const ListMissions::Response& answer, const Terminal& terminal) {
  if (answer.missions.empty()) return "No missions.\n";
  using Kind = Table::Kind;
  Table table({{"ID"}, {"STATUS"}, {"TASKS", Kind::may_go}, {"CHANGED", Kind::may_go}, {"TITLE", Kind::wide}});
  for (const auto& row : answer.missions) {
    const auto& mission = row.mission;
    table.add({{short_id(mission.id.text)},
               {std::string(word_of(mission)), is_cancelled(mission) ? Colour::dim : colour_of(mission.status)},
               {progress(mission.facts.work)},
               {terminal.ago(mission.updated_at), Colour::dim},
               {mission.title}});
  }
  std::string out = table.text(terminal);
  if (answer.next) out += terminal.paint(Colour::dim, "There are more: --all shows them, --limit N that many.") + "\n";
  return out;
}

std::string present(const ShowMission::Response& answer, const Terminal& terminal) {
  const auto& mission = answer.mission.mission;
  std::string out = cat(terminal.headline("", mission.id.text, mission.title), facts(mission, terminal));
  if (const auto spent = spent_words(answer.spent.spent); !spent.empty()) {
    Facts line(terminal);
    line.add("spent", spent);
    out += line.take();
  }
  if (mission.prompt != mission.title) out += cat("\n", terminal.paragraph(excerpt(mission.prompt, 2000), "  "));
  if (!answer.tasks.empty()) out += cat("\nTasks\n", task_table(answer.tasks, terminal, "  ", k_most_tasks));
  out += cat("\n", pack_lines(mission.pack, terminal));
  return out + need_lines(answer.needed, terminal);
}

std::string present(const MissionDocument& answer, const Terminal& terminal) {
  return cat(terminal.headline("", answer.mission.id.text, answer.mission.title), facts(answer.mission, terminal));
}

}  // namespace assay::ops
