#include "ops/missions/mission_state.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/missions/tasks.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::ops {

namespace {

constexpr size_t k_most_named = 300;  // what fits into an address

}  // namespace

void ShowMissionState::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(
      {.name = "task", .help = "also this task of it; may be repeated", .value = "TASK", .completes = Completes::task},
      tasks);
}

void ShowMissionState::Response::fields(Fields& f) {
  f.field(item("mission"), mission);
  f.field(item("tasks", "those that were named"), tasks);
  f.field(item("needed", "what waits for a person"), needed);
}

Result<ShowMissionState::Response> ShowMissionState::run(Context& context, const Request& request) {
  if (request.tasks.size() > k_most_named) return invalid_input(cat("name at most ", k_most_named, " tasks (task)"));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  Response response;
  TRY_ASSIGN(response.mission.mission, store->missions().find(id));
  std::vector<model::Task> tasks;
  for (const auto& given : request.tasks) {
    TRY_ASSIGN(const auto task, store->tasks().resolve(given));
    TRY_ASSIGN(auto found, store->tasks().find(task));
    if (found.mission != id) return not_found(cat("task ", found.id.text, " is not of mission ", id.text));
    tasks.push_back(std::move(found));
  }
  TRY_ASSIGN(response.tasks, documents_of(*store, std::move(tasks)));
  TRY_ASSIGN(response.needed, needs_of(*store, response.mission.mission));
  return response;
}

std::string present(const ShowMissionState::Response& answer, const Terminal& terminal) {
  const auto& mission = answer.mission.mission;
  std::string out = cat(terminal.headline("", mission.id.text, mission.title), "  ",
                        terminal.paint(colour_of(mission.status), word_of(mission)), "\n");
  if (!answer.tasks.empty()) out += cat("\n", task_table(answer.tasks, terminal, "  "));
  return out + need_lines(answer.needed, terminal);
}

constinit const NamedSchema ShowMissionState::Response::k_schema =
    named_schema<ShowMissionState::Response>("mission-state", "Where a mission stands, and tasks of it");

constinit const Operation k_mission_state_operation = shows<ShowMissionState>(
    {"mission.state", "show where a mission stands, and only the tasks that are named",
     "What does not change by itself is left out: prompt, plan, base commit. A page or program that shows a mission\n"
     "asks for this when an event names a task of it.",
     "  {} mission state\n  {} mission state k3f7 --task m2qa --json\n", "GET", "/api/missions/{mission}/state"});

}  // namespace assay::ops
