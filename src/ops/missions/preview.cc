#include "ops/missions/preview.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/mission_checks.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "plan/criteria.h"
#include "plan/plan_file.h"
#include "plan/prompt_criteria.h"

namespace assay::ops {

namespace {

std::string problem_of(const json::value& plan) {
  if (plan.is_null()) return {};
  if (!plan.is_object()) return "plan must be an object";
  const auto parsed = plan::parse_mission_plan(write_json(plan));
  return parsed ? std::string() : parsed.error().message;
}

}  // namespace

void PreviewMission::Request::fields(Fields& f) {
  f.field({.name = "prompt",
           .help = "what you want, in your own words",
           .need = Need::required,
           .place = Place::word,
           .value = "PROMPT",
           .from_file = true},
          prompt);
  f.field({.name = "plan", .help = "a plan to look at, JSON or TOML", .value = "FILE", .completes = Completes::file},
          plan);
  f.field({.name = "criteria", .help = "criteria to look at", .value = "TEXT", .flag = "--criterion"}, criteria);
  f.field(flag("base", "the commit it would start from (default: HEAD)", "REV"), base);
}

void PreviewMission::Criterion::fields(Fields& f) {
  f.field(item("text"), text);
  f.field(item("vague", "why nobody could check it; null when one can"), vague);
}

void PreviewMission::Response::fields(Fields& f) {
  f.field(item("title"), title);
  f.field(item("baseCommit", "empty: the repository has no commit yet"), base_commit);
  f.field(item("criteria", "those that the prompt asks for, each with what would show it"), criteria);
  f.field(item("nonGoals", "what the prompt says is not to be done"), non_goals);
  f.field(item("linted", "the given ones, in their order"), linted);
  f.field(item("checks", "those that the commit's files ask for"), checks);
  f.field(item("problem", "what is wrong with the plan; empty: nothing"), problem);
  f.field(item("notes", "what is missing in the prompt, with an example of how to say it"), notes);
}

Result<PreviewMission::Response> PreviewMission::run(Context& context, const Request& request) {
  TRY(check_text("the prompt", request.prompt));
  const std::string prompt(trim(request.prompt));
  if (prompt.empty()) return invalid_input("say what you want");
  TRY_ASSIGN(const auto* repository, context.repository());
  Response out;
  out.title = plan::title_for(prompt);
  if (request.base.empty()) {
    TRY_ASSIGN(const auto head, repository->head());
    out.base_commit = head.value_or("");
  } else {
    TRY_ASSIGN(out.base_commit, repository->commit_of(request.base));
  }
  std::optional<engine::BaseEvidence> base;
  if (!out.base_commit.empty()) {
    TRY_ASSIGN(base, engine::BaseEvidence::open(*repository, nullptr, out.base_commit));
  }
  TRY_ASSIGN(out.criteria, promised_by(plan::criteria_for(prompt), base ? &*base : nullptr));
  out.non_goals = plan::read_prompt(prompt).non_goals;
  out.notes = prompt_notes(prompt);
  for (const auto& text : request.criteria) {
    TRY(check_text("a criterion", text));
    out.linted.push_back({text, why_unfit(text)});
  }
  if (!out.base_commit.empty()) {
    TRY_ASSIGN(auto checks, engine::checks_for(*repository, out.base_commit, prompt, {}));
    for (auto& check : checks) out.checks.push_back({std::move(check)});
  }
  out.problem = problem_of(request.plan);
  return out;
}

std::string present(const PreviewMission::Response& answer, const Terminal& terminal) {
  model::AcceptancePack pack;
  for (const auto& each : answer.checks) pack.checks.push_back(each.check);
  std::string out = cat(terminal.paint(Colour::bold, printable(answer.title)), "\n\n",
                        pack_lines(pack, answer.criteria, terminal), "\n");
  if (!answer.non_goals.empty()) out += "Not asked for\n";
  for (const auto& each : answer.non_goals) out += terminal.paragraph(cat("- ", each), "  ");
  out += notes_of(answer.notes, terminal);
  for (const auto& each : answer.linted) {
    out += each.vague ? cat(terminal.paint(Colour::yellow, "! "), printable(each.text), ": ", *each.vague, "\n")
                      : cat(terminal.paint(Colour::green, "✔ "), printable(each.text), "\n");
  }
  if (!answer.problem.empty()) out += cat(terminal.paint(Colour::red, "✘ "), printable(answer.problem), "\n");
  return out;
}

constinit const NamedSchema PreviewMission::Response::k_schema =
    named_schema<PreviewMission::Response>("mission-preview", "What a mission would be");

constinit const Operation k_mission_preview_operation = changes<PreviewMission>(
    {"mission.preview", "show what a mission would be, and open none",
     "Its criteria and checks, and what is wrong with criteria and a plan that are given.",
     "  {} mission preview \"Add a dark mode\" --criterion \"looks good\"\n", "POST", "/api/missions/preview"});

}  // namespace assay::ops
