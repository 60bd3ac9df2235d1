#include "ops/gate/check.h"

#include <array>

#include <boost/json.hpp>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/check/contract.h"
#include "ops/operation.h"
#include "report/brief.h"
#include "report/json.h"
#include "report/schemas.h"
#include "report/terminal.h"

namespace assay::ops {

namespace {

constexpr std::uint64_t k_longest_timeout_ms = std::uint64_t{7} * 24 * 3600 * 1000;
constexpr std::uint64_t k_longest_handed_over = std::uint64_t{64} << 20;

constexpr Field k_full = flag("full", "everything that was found: rules, places, what each runner counted");

json::value schema_of_verdict() { return report::schema_named("verdict").value_or(json::object{}); }
json::value schema_of_full() { return report::schema_named("full").value_or(json::object{}); }

CheckForm form_of(bool full) { return full ? CheckForm::full : CheckForm::verdict; }

Result<void> add_commands(const CheckChange::Request& request, CheckHere& here) {
  for (const auto& command : request.verify_commands) {
    if (trim(command).empty())
      return invalid_input(here.dashes.empty() ? "verifyCommands: a command must not be empty"
                                               : "--verify-command must not be empty");
  }
  here.workspace.verify_commands = request.verify_commands;
  here.workspace.verify_timeout_ms = request.verify_timeout_ms;
  return {};
}

// What is looked at in the work tree cannot be handed over as well.
Result<void> refuse_both(const CheckChange::Request& request) {
  const std::array<std::pair<bool, std::string_view>, 4> of_the_tree = {
      {{request.base.has_value(), "base"},
       {!request.verify_commands.empty(), "verifyCommands"},
       {request.clean, "clean"},
       {request.fail_on.has_value(), "failOn"}}};
  for (const auto& [is_given, what] : of_the_tree) {
    if (is_given)
      return invalid_input(
          cat("diff and verifyLogs cannot be combined with ", what, ": a check of the work tree collects them itself"));
  }
  return {};
}

Result<VerdictDocument> check_pull_request(Context& context, const CheckChange::Request& request, CheckHere& here) {
  TRY_ASSIGN(const auto* repository, context.repository());
  here.forge->check = here.workspace;
  TRY_ASSIGN(auto out, engine::check_pull_request(*repository, *here.forge, here.notice));
  auto& result = out.result;
  return VerdictDocument{std::move(result.check), form_of(request.full), result.fail_on, result.markdown,
                         std::move(out.not_posted)};
}

bool hands_over(const HandedOver& given) { return given.diff.has_value() || given.verify_logs.has_value(); }

Effect effect_of_check(const json::object& from) {
  const auto is_given = [&](std::string_view key) {
    const auto* value = from.if_contains(key);
    return value != nullptr && !value->is_null();
  };
  return is_given("diff") || is_given("verifyLogs") ? Effect::read : Effect::run;
}

}  // namespace

void task_field(Fields& f, std::optional<std::string>& task) {
  f.field({.name = "task", .help = "what was asked for", .value = "TEXT", .from_file = true, .alias = "--intent"},
          task);
}

void base_field(Fields& f, std::optional<std::string>& base) {
  f.field({.name = "base",
           .help = "measure the change against this (default: inferred)",
           .value = "REV",
           .completes = Completes::branch},
          base);
}

void verify_fields(Fields& f, std::vector<std::string>& commands, std::optional<std::uint64_t>& timeout_ms) {
  f.field({.name = "verifyCommands",
           .help = "run this to verify; may be repeated",
           .value = "CMD",
           .flag = "--verify-command"},
          commands);
  f.field({.name = "verifyTimeoutMs",
           .help = "time for each command (default: 600000)",
           .value = "MS",
           .least = 1,
           .most = k_longest_timeout_ms},
          timeout_ms);
}

void HandedOver::fields(Fields& f) {
  task_field(f, task);
  f.field({.name = "diff",
           .help = "the change as a diff, instead of the work tree's",
           .value = "TEXT",
           .from_file = true,
           .any_size = true},
          diff);
  f.field({.name = "verifyLogs",
           .help = "what the verification printed; nothing is run then",
           .value = "TEXT",
           .from_file = true,
           .any_size = true},
          verify_logs);
  f.field({.name = "builderReport", .help = "what the builder says it did", .value = "TEXT", .from_file = true},
          builder_report);
}

void CheckChange::Request::fields(Fields& f) {
  given.fields(f);
  base_field(f, base);
  verify_fields(f, verify_commands, verify_timeout_ms);
  f.field(flag("clean", "run them in a tree of their own that holds the change and nothing that git ignores"), clean);
  f.field(flag("failOn", "exit 1 on this verdict or worse: conditional, inconclusive, not_mergeable", "KIND"), fail_on);
  f.field({.name = "waive",
           .help = "set findings aside: RULE, RULE:PATH or the id of one (f-…); may be repeated, needs a reason",
           .value = "WHAT",
           .callers = Callers::people},
          waive);
  f.field({.name = "reason",
           .help = "why; recorded with your name and shown in every report",
           .value = "TEXT",
           .callers = Callers::people},
          reason);
  f.field(k_full, full);
}

void JudgeTexts::Request::fields(Fields& f) {
  given.fields(f);
  f.field(k_full, full);
}

json::value VerdictDocument::document() const {
  return form == CheckForm::full ? report::full_json(check) : report::contract_json(check);
}

std::string VerdictDocument::brief() const { return report::brief(check); }

Ending VerdictDocument::ending() const {
  return check.final_verdict && engine::fails(*check.final_verdict, fail_on) ? Ending::gate_failed : Ending::done;
}

std::string present(const VerdictDocument& answer, const Terminal& terminal) {
  return report::terminal(answer.check, terminal.colours);
}

Result<std::vector<model::Waiver>> waivers_of(Context& context, const CheckChange::Request& request,
                                              std::string_view dashes) {
  std::vector<model::Waiver> out;
  if (request.waive.empty() && request.reason)
    return invalid_input(cat(dashes, "reason is for ", dashes, "waive, and nothing is waived"));
  if (request.waive.empty()) return out;
  TRY_ASSIGN(const auto who, context.actor());
  for (const auto& what : request.waive) {
    TRY_ASSIGN(auto waiver, model::waiver_of(what));
    waiver.origin = model::WaiverOrigin::command_line;
    waiver.reason = trim(request.reason.value_or(""));
    waiver.by = who;
    waiver.where = cat(dashes, "waive");
    if (const auto fine = model::complete_waiver(waiver); !fine)
      return invalid_input(cat(dashes, "waive ", excerpt(printable(what), 80), ": ", fine.error().message,
                               request.reason ? "" : cat(" (", dashes, "reason TEXT)")));
    out.push_back(std::move(waiver));
  }
  return out;
}

Result<VerdictDocument> judge_given(const HandedOver& given, const GivenFiles& files, CheckForm form,
                                    std::vector<model::Waiver> waivers) {
  TextSource diff(given.diff ? std::string_view(*given.diff) : std::string_view());
  TextSource logs(given.verify_logs ? std::string_view(*given.verify_logs) : std::string_view());
  engine::ContractRequest request;
  request.task = given.task.value_or("");
  request.builder_report = given.builder_report.value_or("");
  request.diff = files.diff != nullptr ? files.diff : given.diff ? &diff : nullptr;
  request.verify_logs = files.verify_logs != nullptr ? files.verify_logs : given.verify_logs ? &logs : nullptr;
  request.waivers = std::move(waivers);
  VerdictDocument out;
  TRY_ASSIGN(out.check, engine::check_contract(request));
  out.form = form;
  return out;
}

Result<VerdictDocument> check_here(Context& context, const CheckChange::Request& request, CheckHere here) {
  auto& workspace = here.workspace;
  workspace.workspace = context.folder();
  workspace.base = request.base;
  workspace.intent = request.given.task;
  workspace.builder_report = request.given.builder_report.value_or("");
  workspace.clean = request.clean;
  workspace.cancel = context.cancel();
  if (request.fail_on) {
    TRY_ASSIGN(workspace.fail_on, engine::fail_on_named(*request.fail_on));
  }
  if (context.commands() == Commands::in_sandbox) workspace.sandbox = engine::SandboxMode::on;
  TRY(add_commands(request, here));
  TRY_ASSIGN(workspace.waivers, waivers_of(context, request, here.dashes));
  if (here.forge) return check_pull_request(context, request, here);
  TRY_ASSIGN(auto result, engine::check_workspace(workspace, context.progress(), here.notice));
  return VerdictDocument{std::move(result.check), form_of(request.full), result.fail_on, result.markdown};
}

Result<VerdictDocument> CheckChange::run(Context& context, const Request& request) {
  if (!hands_over(request.given)) return check_here(context, request, {.notice = context.progress()});
  TRY(refuse_both(request));
  TRY_ASSIGN(auto waivers, waivers_of(context, request, {}));
  return judge_given(request.given, {}, form_of(request.full), std::move(waivers));
}

Result<VerdictDocument> JudgeTexts::run(Context&, const Request& request) {
  return judge_given(request.given, {}, form_of(request.full));
}

constinit const NamedSchema VerdictDocument::k_schema{"verdict", "The verdict on a change", nullptr, schema_of_verdict};
constinit const NamedSchema VerdictDocument::k_full_schema{"full", "All that was found", nullptr, schema_of_full};

namespace {

constexpr Operation judges(Operation operation) {
  operation.other_document = &VerdictDocument::k_full_schema;
  operation.longest_body = k_longest_handed_over;
  return operation;
}

constexpr Operation operation_of_check() {
  auto operation = judges(runs<CheckChange>(
      {"check", "judge a change: from a git work tree, or from what you hand over",
       "In a git work tree it collects the diff against the base, untracked files included, runs the verification\n"
       "commands, judges, and keeps the evidence under .verifier/runs/. With --diff, --verify-logs or their -file\n"
       "forms and no option of the work tree it judges what you hand over and runs nothing. With --pr it fetches a "
       "pull\n"
       "request (on GitLab a merge request), judges its head against the branch that it goes to, by the settings of\n"
       "that branch, and with --post says so there. The token comes from GITHUB_TOKEN, GH_TOKEN or GITLAB_TOKEN, else\n"
       "gh is asked.\n\n"
       "Exit status: 0 judged (also when the verdict blocks), 1 --fail-on was reached, 2 error.",
       "  {} check --intent \"Add signup validation\" --verify-command \"npm test\"\n"
       "  {} check --intent-file task.md --verify-command \"pytest -q\" --fail-on conditional\n"
       "  {} check --task-file task.md --diff-file change.patch --verify-logs-file test.log --pretty\n"
       "  git diff main | {} check --task \"Fix rounding\" --diff-file - --verify-logs-file test.log\n"
       "  {} check --pr 7 --intent issue#45 --verify-command \"npm test\" --post\n"
       "  {} check --pr --post --sarif assay.sarif          # in a job of GitHub Actions or GitLab CI\n",
       "POST", "/api/check"}));
  operation.effect_of = effect_of_check;
  return operation;
}

constexpr Operation operation_of_verdict() {
  auto operation = judges(reads<JudgeTexts>(
      {"verdict", "judge what you hand over; the same as check with inputs only",
       "Judges given texts or files and runs nothing.",
       "  {} verdict --task-file task.md --diff-file change.patch --verify-logs-file test.log --pretty\n", "POST",
       "/api/verdict"}));
  operation.in_repository = false;
  return operation;
}

}  // namespace

constinit const Operation k_check_operation = operation_of_check();
constinit const Operation k_verdict_operation = operation_of_verdict();

}  // namespace assay::ops
