#include "ops/missions/plans.h"

#include <boost/json.hpp>

#include "base/terminal.h"
#include "base/text.h"
#include "engine/check/plan_on_base.h"
#include "engine/work/planning.h"
#include "ops/given_text.h"
#include "ops/missions/missions.h"
#include "ops/operation.h"
#include "plan/plan_file.h"
#include "store/missions.h"
#include "store/plans.h"
#include "store/tasks.h"

namespace assay::ops {

namespace {

Result<json::value> as_json(const std::string& text) {
  if (text.empty()) return json::value(nullptr);
  return parse_json(text, "the plan");
}

// Of the mission, then of the tasks of its plan.
Result<std::vector<PromisedCriterion>> all_promised(Context& context, const store::Store& store,
                                                    const model::Mission& mission, const json::value& plan) {
  TRY_ASSIGN(const auto* repository, context.repository());
  const auto base = engine::BaseEvidence::open(*repository, &store, mission.base_commit);
  TRY_ASSIGN(auto out, promised_by(mission.pack.criteria, base ? &*base : nullptr));
  // A plan that was kept by an older program may be one that is refused now.
  const auto parsed =
      plan.is_object() ? plan::parse_mission_plan(write_json(plan)) : Result<model::Plan>(model::Plan());
  if (!parsed) return out;
  TRY_ASSIGN(auto of_tasks, promised_by(*parsed, base ? &*base : nullptr));
  out.insert(out.end(), of_tasks.begin(), of_tasks.end());
  return out;
}

Result<PlanMission::Response> standing(Context& context, const store::Store& store, const model::MissionId& id) {
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  TRY_ASSIGN(const auto proposal, store.plans().proposal(id));
  PlanMission::Response out;
  out.mission = id.text;
  out.title = mission.title;
  out.reason = mission.hold;
  out.state = "none";
  TRY_ASSIGN(const auto tasks, store.tasks().of(id, {}));
  for (const auto& task : tasks) {
    if (task.kind != model::TaskKind::planning) continue;
    if (task.state == model::TaskState::pending || task.state == model::TaskState::running) out.state = "planning";
    if (task.state != model::TaskState::blocked && task.state != model::TaskState::failed) continue;
    out.state = "held";
    out.reason = task.reason;
  }
  if (!mission.hold.empty()) out.state = "held";
  if (proposal) {
    out.state = "proposed";
    out.agent = proposal->agent;
    TRY_ASSIGN(out.plan, as_json(proposal->plan));
    out.notes.push_back(cat("Take it with `assay plan ", id.text,
                            " --approve`, send it back with --reject REASON, or give "
                            "your own with --file FILE."));
  }
  if (mission.facts.has_plan) {
    out.state = "planned";
    TRY_ASSIGN(out.plan, as_json(mission.plan.value_or("")));
  }
  TRY_ASSIGN(out.criteria, all_promised(context, store, mission, out.plan));
  const auto notes = prompt_notes(mission.prompt);
  out.notes.insert(out.notes.end(), notes.begin(), notes.end());
  return out;
}

bool is_wish(std::string_view what) { return what.find(' ') != std::string_view::npos; }

// A mission by id or prefix; words that are none are what a person wants.
Result<model::MissionId> mission_of(Context& context, store::Store& store, const std::string& what) {
  if (!is_wish(what)) return store.missions().resolve(what);
  NewMission::Request request;
  request.prompt = what;
  request.mode = model::Mode::guided_autopilot;
  TRY_ASSIGN(const auto made, NewMission::run(context, request));
  return made.mission.mission.id;
}

Result<void> take(store::Store& store, const model::MissionId& id, const model::Plan& plan, std::string_view who) {
  return store.change(who).plans().approve(id, plan, plan::write_plan(plan));
}

Result<void> approve(store::Store& store, const model::MissionId& id, std::string_view who) {
  TRY_ASSIGN(const auto proposal, store.plans().proposal(id));
  if (!proposal) {
    return conflict(
        cat("there is no plan of ", id.text, " that waits for you; ask for one with `assay plan ", id.text, "`"));
  }
  TRY_ASSIGN(const auto plan, plan::parse_mission_plan(proposal->plan));
  return take(store, id, plan, who);
}

Result<void> make_plan(Context& context, store::Store& store, const model::MissionId& id, std::string_view who) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  return engine::plan_now({*repository, home->folder, store, context.clock()}, id, who);
}

}  // namespace

void PlanMission::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest), or what you want, in quotes",
                        Completes::mission),
          mission);
  f.field(flag("approve", "take the plan that waits for you"), approve);
  f.field(flag("reject", "send it back, and say why", "REASON"), reject);
  f.field({.name = "file",
           .help = "use this plan, JSON or TOML, and ask nobody",
           .value = "FILE",
           .completes = Completes::file},
          file);
}

void PlanMission::Response::fields(Fields& f) {
  f.field(item("mission"), mission);
  f.field(item("title"), title);
  f.field(item("state", "none, planning, proposed, held or planned"), state);
  f.field(item("agent", "who proposed it; null: nobody did"), agent);
  f.field(item("plan", "as docs/formats/plan.md has it; null: there is none"), plan);
  f.field(item("criteria", "of the mission, then of the tasks, each with what would show it"), criteria);
  f.field(item("reason", "why the mission is held; empty when it is not"), reason);
  f.field(item("notes", "what a person should know"), notes);
}

void ShowPlan::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
}

Result<ShowPlan::Response> ShowPlan::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  return standing(context, *store, id);
}

Result<PlanMission::Response> PlanMission::run(Context& context, const Request& request) {
  if (request.approve + !request.reject.empty() + !request.file.is_null() > 1) {
    return invalid_input("give one of approve, reject (with a reason) and file");
  }
  TRY(check_text("the reason", request.reject));
  std::optional<model::Plan> given;
  if (!request.file.is_null()) {
    TRY_ASSIGN(given, plan::parse_mission_plan(write_json(request.file)));
  }
  // A wish may be the first thing that is said here.
  TRY_ASSIGN(auto* store, is_wish(request.mission) ? context.make_store() : context.store());
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(const auto id, mission_of(context, *store, request.mission));
  if (request.approve) TRY(approve(*store, id, who));
  if (given) {
    TRY_ASSIGN(const auto mission, store->missions().find(id));
    TRY_ASSIGN(const auto* repository, context.repository());
    TRY(engine::check_plan_on_base(*repository, mission.base_commit, *given));
    TRY(take(*store, id, *given, who));
  }
  if (!request.reject.empty()) {
    TRY(store->change(who).plans().replan(id, request.reject));
    TRY_ASSIGN(auto out, standing(context, *store, id));
    out.notes.push_back(cat("It is planned again when a worker runs, or now with `assay plan ", id.text, "`."));
    return out;
  }
  TRY_ASSIGN(auto now, standing(context, *store, id));
  if (now.state == "planned" || now.state == "proposed") return now;
  TRY(make_plan(context, *store, id, who));
  return standing(context, *store, id);
}

namespace {

void add_lines(std::string& out, std::string_view label, std::string_view text) {
  for (const auto line : split_lines(trim(text))) {
    out += cat("     ", label, label.empty() ? "" : " ", line, "\n");
    label = "";
  }
}

std::string list_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  if (value == nullptr || !value->is_array()) return {};
  std::vector<std::string> out;
  for (const auto& each : value->get_array()) {
    if (each.is_string()) out.emplace_back(each.get_string());
  }
  return join(out, ", ");
}

std::string task_lines(const json::value& plan, const std::vector<PromisedCriterion>& criteria,
                       const Terminal& terminal) {
  std::string out;
  const auto* tasks = plan.is_object() ? plan.get_object().if_contains("tasks") : nullptr;
  if (tasks == nullptr || !tasks->is_array()) return out;
  size_t n = 0;
  for (const auto& each : tasks->get_array()) {
    if (!each.is_object()) continue;
    const auto& task = each.get_object();
    out += cat("\n ", ++n < 10 ? " " : "", n, ". ", text_at(task, "name"), "\n");
    add_lines(out, "", text_at(task, "instructions"));
    add_lines(out, "accepted when:", text_at(task, "acceptance_criteria"));
    out += promised_lines(criteria, text_at(task, "name"), terminal);
    if (const auto files = list_at(task, "files_modified"); !files.empty()) add_lines(out, "touches:", files);
    if (const auto after = list_at(task, "depends_on"); !after.empty()) add_lines(out, "after:", after);
  }
  return out;
}

}  // namespace

std::string present(const PlanMission::Response& answer, const Terminal& terminal) {
  std::string out = cat(answer.mission, "  ", answer.title, "\n", "plan: ", answer.state,
                        answer.agent ? cat(" by ", *answer.agent) : "", "\n");
  if (answer.plan.is_null() && !answer.reason.empty()) out += cat(answer.reason, "\n");
  if (!answer.criteria.empty()) out += cat("criteria:\n", promised_lines(answer.criteria, "", terminal));
  out += task_lines(answer.plan, answer.criteria, terminal);
  for (const auto& note : answer.notes) out += cat("\n", note, "\n");
  return out;
}

constinit const NamedSchema PlanMission::Response::k_schema =
    named_schema<PlanMission::Response>("mission-plan", "The plan of a mission, and who has to look at it");

constinit const Operation k_mission_plan_operation =
    shows<ShowPlan>({"mission.plan", "show a mission's plan, also the one that waits for a person", "",
                     "  {} mission plan\n  {} mission plan k3f7 --json\n", "GET", "/api/missions/{mission}/plan"});
constinit const Operation k_plan_operation = waits<PlanMission>(
    {"plan", "ask an agent for a mission's tasks; take its plan or send it back",
     "Shows the plan that waits for you, or asks for one. In autopilot it is taken at once. A wish in quotes\n"
     "opens a mission first. docs/planning.md tells the whole of it.",
     "  {} plan \"Let carts outlive the browser\"\n  {} plan --approve\n  {} plan --reject \"smaller steps\"\n"
     "  {} plan k3f7 --file plan.toml\n",
     "POST", "/api/missions/{mission}/plan"});

}  // namespace assay::ops
