#include "ops/work/critic.h"

#include <deque>

#include <boost/json.hpp>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/mission_checks.h"
#include "git/snapshot.h"
#include "judge/critic/stuck.h"
#include "ops/operation.h"
#include "report/critic.h"
#include "report/schemas.h"

namespace assay::ops {

namespace {

constexpr std::uint64_t k_most_round = 1'000'000;
constexpr std::uint64_t k_longest_handed_over = std::uint64_t{64} << 20;

json::value schema_of_critic() { return report::schema_named("critic").value_or(json::object{}); }

bool has_line(std::string_view text, std::string_view start) {
  for (const auto line : split_lines(text)) {
    if (trim(line).starts_with(start)) return true;
  }
  return false;
}

// A text has no name whose ending says its form: JSON begins with a brace, TOML has the table that its form is made of.
std::string named(std::string_view what, std::string_view text, std::string_view table) {
  const auto begin = trim(text);
  const bool json = begin.starts_with('{') || (begin.starts_with('[') && !begin.starts_with("[["));
  return cat(what, json ? ".json" : has_line(text, table) ? ".toml" : ".md");
}

engine::NamedText text_of_plan(const std::string& text) { return {named("plan", text, "[[tasks]]"), text}; }

Result<engine::CriticCommit> commit_of(Context& context, const Criticise::Request& request) {
  TRY_ASSIGN(const auto* repository, context.repository());
  engine::CriticCommit out;
  TRY_ASSIGN(out.commit, repository->commit_of(*request.commit));
  TRY_ASSIGN(const auto found, request.base ? repository->base_named(*request.base) : repository->infer_base());
  out.base = found.commit;
  out.verify_commands = request.verify_commands;
  return out;
}

// Who was not told to act for somebody runs nothing outside of a sandbox.
Result<void> hold_to_sandbox(Context& context, const git::Repository& repository, const engine::CriticCommit& commit) {
  if (context.commands() != Commands::in_sandbox) return {};
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, commit.base));
  TRY_ASSIGN(const auto policy, engine::read_policy(tree));
  if (!policy.sandbox_off) return {};
  return unavailable(
      "assay.toml of the base switches the sandbox off, and this server runs commands in one or not at all; hand over "
      "the change as `diff`, or start the server with --operator");
}

Effect effect_of_critic(const json::object& from) {
  const auto* commit = from.if_contains("commit");
  return commit != nullptr && !commit->is_null() ? Effect::run : Effect::read;
}

Colour colour_of_verdict(model::CriterionVerdict verdict) {
  return verdict == model::CriterionVerdict::satisfied     ? Colour::green
         : verdict == model::CriterionVerdict::unsatisfied ? Colour::red
                                                           : Colour::yellow;
}

std::string evidence_of(const model::CriterionReport& criterion) {
  if (!criterion.missing_info.empty()) return criterion.missing_info;
  return criterion.citations.empty() ? criterion.evidence : summary(criterion.citations.front());
}

}  // namespace

void Criticise::Request::fields(Fields& f) {
  f.field(flag("plan", "the plan: JSON, TOML, or Markdown with a <success_criteria> block", "TEXT"), plan);
  f.field(flag("diff", "the change as a diff; nothing is run then", "TEXT"), diff);
  f.field({.name = "commit",
           .help = "instead of a diff: this commit of the repository; evidence is run on it",
           .value = "REV",
           .completes = Completes::branch},
          commit);
  f.field({.name = "base",
           .help = "where the work of the commit began (default: as check finds it)",
           .value = "REV",
           .completes = Completes::branch},
          base);
  f.field({.name = "verifyCommands",
           .help = "with a commit: what runs the tests; may be repeated",
           .value = "CMD",
           .flag = "--verify-command"},
          verify_commands);
  f.field({.name = "reports", .help = "what a critic reported; may be repeated", .flag = "--report"}, reports);
  f.field(
      {.name = "contexts", .help = "locked decisions: TOML, JSON or Markdown; may be repeated", .flag = "--context"},
      contexts);
  f.field({.name = "verifyLogs", .help = "output or JUnit file of a test run on this change; may be repeated"},
          verify_logs);
  f.field({.name = "previous", .help = "the answer of an earlier round; may be repeated"}, previous);
  f.field(flag("task", "which task of the plan; what reports must be about", "ID"), task);
  f.field({.name = "round", .help = "which round this is (default: 1)", .least = 1, .most = k_most_round}, round);
  f.field({.name = "maxRounds", .help = "the last round (default: 3)", .least = 1, .most = judge::k_most_rounds},
          max_rounds);
  f.field(flag("tree", "the tree that reports must be about", "ID"), tree);
}

json::value CriticDocument::document() const { return report::critic_json(answer.report); }

Ending CriticDocument::ending() const {
  return answer.report.verdict == model::ReportVerdict::passed ? Ending::done : Ending::gate_failed;
}

std::string present(const CriticDocument& answer, const Terminal& terminal) {
  const auto& report = answer.answer.report;
  std::string out = cat(report.verdict == model::ReportVerdict::passed ? "Passed" : "Issues found", ": ",
                        plural(report.findings.size(), "finding"), ", goes to ", name(report.route), "\n");
  for (const auto& criterion : report.criteria) {
    out += cat("\n", terminal.paint(colour_of_verdict(criterion.verdict), name(criterion.verdict)), "  ",
               printable(criterion.id), ": ", printable(criterion.claim), "\n");
    if (const auto evidence = evidence_of(criterion); !evidence.empty()) out += terminal.paragraph(evidence, "    ");
  }
  if (!report.findings.empty()) out += "\nFindings\n";
  for (const auto& finding : report.findings) {
    const std::string place = finding.file.empty() ? ""
                              : finding.line > 0   ? cat(" ", finding.file, ":", finding.line)
                                                   : cat(" ", finding.file);
    out += cat("  ", name(finding.category), " (", name(finding.severity), ", to ", name(finding.route), ")",
               printable(place), "\n", terminal.paragraph(finding.remediation, "    "));
  }
  return out;
}

Result<CriticDocument> criticise(Context& context, const Criticise::Request& request, engine::CriticInput input) {
  input.task = request.task.value_or("");
  input.tree = request.tree.value_or("");
  input.round = static_cast<std::uint32_t>(request.round);
  input.max_rounds = static_cast<std::uint32_t>(request.max_rounds);
  CriticDocument out;
  if (!request.commit) {
    TRY_ASSIGN(out.answer, engine::criticise_files(input));
    return out;
  }
  TRY_ASSIGN(const auto commit, commit_of(context, request));
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY(hold_to_sandbox(context, *repository, commit));
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(auto* store, context.make_store());
  engine::WorkContext work{*repository, home->folder, *store, context.clock()};
  work.cancel = context.cancel();
  TRY_ASSIGN(out.answer, engine::criticise_commit(work, input, commit));
  return out;
}

Result<CriticDocument> Criticise::run(Context& context, const Request& request) {
  if (!request.plan || request.diff.has_value() == request.commit.has_value())
    return invalid_input("give plan, and diff or commit, as texts: what was planned, and what was changed");
  engine::CriticInput input;
  input.plan = text_of_plan(*request.plan);
  TextSource diff(request.diff ? std::string_view(*request.diff) : std::string_view());
  if (request.diff) input.diff = &diff;
  size_t number = 0;
  for (const auto& text : request.reports) input.reports.push_back({cat("reports[", number++, "]"), text});
  for (const auto& text : request.contexts) input.contexts.push_back({named("contexts", text, "[[decisions]]"), text});
  number = 0;
  for (const auto& text : request.previous) input.previous.push_back({cat("previous[", number++, "]"), text});
  std::deque<TextSource> logs;
  for (const auto& text : request.verify_logs) input.logs.push_back(&logs.emplace_back(text));
  return criticise(context, request, std::move(input));
}

constinit const NamedSchema CriticDocument::k_schema{"critic", "A critic's report, merged", nullptr, schema_of_critic};

namespace {

constexpr Operation operation_of_critic() {
  auto operation = runs<Criticise>(
      {"critic", "hold a change against its plan: a verdict per criterion, findings, where they go",
       "Gives every success criterion of the plan one verdict: Satisfied only where something shows it,\n"
       "Unsatisfied, or Information-Missing. Looks for changes outside files_modified and against locked\n"
       "decisions, joins what critics reported, and routes the findings. With a diff nothing is run; with a\n"
       "commit evidence is looked for in it and run in a sandbox. See docs/critic.md.\n\n"
       "Exit status: 0 passed, 1 issues found, 2 it could not be found out.",
       "  {} critic --plan PLAN.md --diff change.patch --verify-logs test.log --json\n"
       "  {} critic --plan plan.toml --task \"Add the field\" --diff - --report critic.json --context CONTEXT.md\n"
       "  {} critic --plan PLAN.md --commit HEAD --base main --verify-command \"npm test\"\n",
       "POST", "/api/critic"});
  operation.effect_of = effect_of_critic;
  operation.longest_body = k_longest_handed_over;
  return operation;
}

}  // namespace

constinit const Operation k_critic_operation = operation_of_critic();

}  // namespace assay::ops
