#include "ops/preview.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/mission_checks.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "plan/criteria.h"
#include "plan/lint.h"
#include "plan/plan_file.h"

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
           .value = "PROMPT"},
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
  f.field(item("criteria", "those that the prompt asks for"), criteria);
  f.field(item("linted", "the given ones, in their order"), linted);
  f.field(item("checks", "those that the commit's files ask for"), checks);
  f.field(item("problem", "what is wrong with the plan; empty: nothing"), problem);
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
  for (auto& text : plan::criteria_for(prompt)) out.criteria.push_back({std::move(text), std::nullopt});
  for (const auto& text : request.criteria) {
    TRY(check_text("a criterion", text));
    out.linted.push_back({text, plan::why_vague(text)});
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
  for (const auto& each : answer.criteria) pack.criteria.push_back(each.text);
  for (const auto& each : answer.checks) pack.checks.push_back(each.check);
  std::string out =
      cat(terminal.paint(Colour::bold, printable(answer.title)), "\n\n", pack_lines(pack, terminal), "\n");
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
