// `assay critic`: wiring between the flags, the engine and what is printed.
#include "report/critic.h"

#include <cstdio>

#include "base/json.h"
#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "engine/work/critic/critic_files.h"
#include "judge/critic/stuck.h"
#include "ops/context.h"
#include "os/cancel_token.h"

namespace assay::cli {

namespace {

constexpr Flag k_critic_table[] = {
    {"--plan", "", Takes::value, "FILE", "the plan: JSON, TOML, or Markdown with a <success_criteria> block"},
    {"--diff", "--diff-file", Takes::value, "FILE", "the change (- for standard input)"},
    {"--commit", "", Takes::value, "REV", "instead of a diff: this commit of the repository; evidence is run on it"},
    {"--base", "", Takes::value, "REV", "where the work of --commit began (default: as `check` finds it)"},
    {"--verify-command", "", Takes::values, "CMD", "with --commit: what runs the tests; may be repeated"},
    {"--report", "", Takes::values, "FILE", "what a critic reported; may be repeated"},
    {"--context", "", Takes::values, "FILE", "locked decisions: TOML, JSON or Markdown; may be repeated"},
    {"--verify-logs", "--verify-logs-file", Takes::values, "FILE", "output or JUnit file of a test run on this change"},
    {"--previous", "", Takes::values, "FILE", "what this command printed in an earlier round; may be repeated"},
    {"--task", "", Takes::value, "ID", "which task of the plan; what reports must be about"},
    {"--round", "", Takes::value, "N", "which round this is (default: 1)"},
    {"--max-rounds", "", Takes::value, "N", "the last round, 1 to 100 (default: 3)"},
    {"--tree", "", Takes::value, "ID", "the tree that reports must be about"},
    {"--json", "", Takes::nothing, "", "print the merged report as JSON"},
    {"--markdown", "", Takes::nothing, "", "print it as Markdown"},
};

Result<engine::CriticFiles> files_of(const Parsed& options) {
  if (!options.words().empty())
    return invalid_input(cat("critic takes no words, only flags; what is \"", options.words().front(), "\"?"));
  engine::CriticFiles files;
  files.plan = options.value("--plan").value_or("");
  files.diff = options.value("--diff").value_or("");
  if (files.plan.empty() || files.diff.empty() == !options.has("--commit"))
    return invalid_input("critic needs --plan FILE, and --diff FILE or --commit REV");
  files.reports = options.values("--report");
  files.contexts = options.values("--context");
  files.logs = options.values("--verify-logs");
  files.previous = options.values("--previous");
  files.task = options.value("--task").value_or("");
  files.tree = options.value("--tree").value_or("");
  TRY_ASSIGN(const auto round, number_of(options, "--round", {1, 1'000'000}, 1));
  TRY_ASSIGN(const auto last, number_of(options, "--max-rounds", {1, judge::k_most_rounds}, judge::k_default_rounds));
  files.round = static_cast<std::uint32_t>(round);
  files.max_rounds = static_cast<std::uint32_t>(last);
  return files;
}

// A commit of the repository we stand in.
Result<engine::CriticAnswer> criticise_commit(const engine::CriticFiles& files, const Parsed& options, Clock& clock) {
  ops::Context::Setup setup;
  setup.missing_store = ops::Missing::make;
  ops::Context context(std::move(setup), clock);
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(auto* store, context.store());
  engine::CriticCommit commit;
  TRY_ASSIGN(commit.commit, repository->commit_of(*options.value("--commit")));
  const auto base = options.value("--base");
  TRY_ASSIGN(const auto found, base ? repository->base_named(*base) : repository->infer_base());
  commit.base = found.commit;
  commit.verify_commands = options.values("--verify-command");
  os::cancel_on_signals();
  return engine::criticise_commit({*repository, home->folder, *store, clock}, files, commit);
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

std::string text_for_people(const model::CriticReport& report, const Terminal& terminal) {
  std::string out = cat(name(report.verdict) == "passed" ? "Passed" : "Issues found", ": ",
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

}  // namespace

const std::span<const Flag> k_critic_flags = k_critic_table;

Result<int> run_critic(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_critic_table, invocation.arguments));
  TRY_ASSIGN(const auto files, files_of(options));
  SystemClock clock;
  TRY_ASSIGN(const auto answer,
             options.has("--commit") ? criticise_commit(files, options, clock) : engine::criticise_files(files));
  for (const auto& note : answer.notes) std::fputs(cat(invocation.program, ": ", note, "\n").c_str(), stderr);
  const auto& report = answer.report;
  if (options.has("--json"))
    TRY(print(write_json(report::critic_json(report), Indent::two_spaces) + "\n"));
  else if (options.has("--markdown"))
    TRY(print(report::critic_markdown(report)));
  else
    TRY(print(text_for_people(report, terminal_of_stdout(clock))));
  return report.verdict == model::ReportVerdict::passed ? k_exit_ok : k_exit_gate;
}

}  // namespace assay::cli
