#include "ops/missions/elaborate.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/verify/mission_checks.h"
#include "engine/work/planning/planner.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "plan/criteria.h"

namespace assay::ops {

void Elaborate::Request::fields(Fields& f) {
  f.field({.name = "prompt",
           .help = "what you want, in your own words",
           .need = Need::required,
           .place = Place::word,
           .value = "PROMPT"},
          prompt);
  f.field(flag("base", "the commit it would start from (default: HEAD)", "REV"), base);
  f.field({.name = "maxBudgetUsd",
           .help = "what the planner may cost",
           .value = "USD",
           .flag = "--budget",
           .was = "max_budget_usd"},
          max_budget_usd);
}

void Elaborate::Task::fields(Fields& f) {
  f.field(item("name"), task.name);
  f.field(item("kind"), task.kind);
  f.field(item("instructions"), task.instructions);
  f.field(item("acceptance_criteria", "what another agent can check"), task.acceptance_criteria);
  f.field(item("files_modified"), task.files_modified);
  f.field(item("depends_on", "names of tasks"), task.depends_on);
}

void Elaborate::Response::fields(Fields& f) {
  f.field(item("title"), title);
  f.field(item("criteria", "those that join the generated ones"), criteria);
  f.field(item("promised", "criteria of the prompt, then of the tasks, each with what would show it"), promised);
  f.field(item("tasks"), tasks);
  f.field(item("agent", "who proposed it"), agent);
  f.field(item("cost_usd"), cost_usd);
  f.field(item("plan", "the whole of it: docs/formats/plan.md"), plan);
  f.field(item("notes", "what is missing in the prompt"), notes);
}

Result<Elaborate::Response> Elaborate::run(Context& context, const Request& request) {
  TRY(check_text("the prompt", request.prompt));
  engine::PlanRequest wish;
  wish.prompt = trim(request.prompt);
  if (wish.prompt.empty()) return invalid_input("say what you want");
  wish.budget_usd = request.max_budget_usd;
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(wish.commit, repository->commit_of(request.base.empty() ? "HEAD" : request.base));
  TRY_ASSIGN(const auto checks, engine::checks_for(*repository, wish.commit, wish.prompt, {}));
  wish.commands = engine::commands_in(checks);
  wish.criteria = plan::criteria_for(wish.prompt);
  const engine::WorkContext run_context{*repository, home->folder, *store, context.clock()};
  TRY_ASSIGN(auto run, engine::run_planner(run_context, wish));
  if (!run.plan) {
    return unavailable(cat("the planner ", run.agent, run.agent.empty() ? "" : " ",
                           "gave no plan: ", excerpt(run.problem.empty() ? run.report.reason : run.problem, 600)));
  }
  Response out;
  out.title = run.plan->title.empty() ? plan::title_for(wish.prompt) : run.plan->title;
  out.criteria = run.plan->criteria;
  out.agent = run.agent;
  out.cost_usd = run.report.cost_usd;
  TRY_ASSIGN(const auto base, engine::BaseEvidence::open(*repository, store, wish.commit));
  TRY_ASSIGN(out.promised, promised_by(wish.criteria, &base));
  TRY_ASSIGN(auto of_tasks, promised_by(*run.plan, &base));
  out.promised.insert(out.promised.end(), of_tasks.begin(), of_tasks.end());
  out.notes = prompt_notes(wish.prompt);
  for (auto& task : run.plan->tasks) out.tasks.push_back({std::move(task)});
  TRY_ASSIGN(out.plan, parse_json(run.text, "the plan"));
  return out;
}

std::string present(const Elaborate::Response& answer, const Terminal& terminal) {
  std::string out = cat(terminal.paint(Colour::bold, printable(answer.title)), "\n", notes_of(answer.notes, terminal));
  out += promised_lines(answer.promised, "", terminal);
  for (const auto& document : answer.tasks) {
    const auto& task = document.task;
    out += cat("\n", terminal.paint(Colour::bold, printable(task.name)), "\n");
    if (!task.instructions.empty()) out += terminal.paragraph(excerpt(task.instructions, 2000), "  ");
    if (!task.acceptance_criteria.empty()) {
      out += cat("  ", terminal.paint(Colour::dim, "done when "), printable(task.acceptance_criteria), "\n");
    }
    out += promised_lines(answer.promised, task.name, terminal);
  }
  return out + cat("\n", terminal.paint(Colour::dim, "Next: "),
                   "with --json the plan is under .plan; assay mission new \"…\" --plan FILE\n");
}

constinit const NamedSchema Elaborate::Response::k_schema =
    named_schema<Elaborate::Response>("elaborated", "The tasks that a planner proposes");

constinit const Operation k_mission_elaborate_operation = waits<Elaborate>(
    {"mission.elaborate", "ask a planner for the tasks of a wish, and open no mission",
     "What it proposes is a plan file: edit it, then `mission new --plan`.",
     "  {} mission elaborate \"Add a dark mode\" --json | jq .plan >plan.json\n", "POST", "/api/stories/elaborate"});

}  // namespace assay::ops
