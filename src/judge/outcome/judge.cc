#include "judge/outcome/judge.h"

#include <algorithm>

#include "base/redact.h"
#include "base/text.h"
#include "diff/code.h"
#include "diff/reader.h"
#include "judge/claim_proof.h"
#include "judge/outcome/answered.h"
#include "judge/outcome/claims.h"
#include "judge/outcome/decide.h"
#include "judge/outcome/log_rules.h"
#include "judge/outcome/lost_tests.h"
#include "judge/outcome/proof_rules.h"
#include "judge/outcome/repeated_commands.h"
#include "judge/outcome/report_rules.h"
#include "judge/rule.h"
#include "logs/reading/reader.h"

namespace assay::judge {

using model::Check;
using model::Finding;
using model::Severity;
using model::Source;

namespace {

constexpr size_t k_findings = 50;  // per severity
constexpr size_t k_paths_in_account = 1000;

Finding context_finding(std::string rule, Source source, std::string message) {
  Finding finding;
  finding.rule = std::move(rule);
  finding.source = source;
  finding.severity = Severity::should_fix;
  finding.message = std::move(message);
  return finding;
}

const reports::Report* report_of(const std::vector<reports::Report>& reports, logs::Runner runner) {
  const auto found = std::find_if(reports.begin(), reports.end(), [&](const auto& r) { return r.runner == runner; });
  return found == reports.end() ? nullptr : &*found;
}

// `node --test` and others print TAP where nobody looks: the text of a run of which there is a report.
bool is_of_a_report(const logs::Run& run, const std::vector<reports::Report>& reports) {
  const auto& c = run.counts;
  return run.runner == logs::Runner::tap && std::any_of(reports.begin(), reports.end(), [&](const auto& report) {
           return report.passed == c.passed && report.failed == c.failed + c.errors;
         });
}

void account_for_runs(const logs::Facts& facts, const std::vector<reports::Report>& reports, std::string_view log,
                      std::uint64_t line_offset, Check& check) {
  for (const auto& run : facts.runs) {
    if (report_of(reports, run.runner) != nullptr || is_of_a_report(run, reports) || shows_command(run)) continue;
    const auto& c = run.counts;
    check.runners.push_back({std::string(name(run.runner)), redact(log), run.first_line + line_offset,
                             run.last_line + line_offset, c.passed, c.failed, c.errors, c.skipped, c.todo, c.flaky,
                             c.warnings, run.summary, "text"});
  }
  // What is reported counts, once: go test prints a sum for each package, and no number of tests.
  for (const auto& report : reports) {
    model::RunnerAccount account;
    account.runner = name(report.runner);
    account.log = redact(log);
    account.passed = report.passed;
    account.failed = report.failed;
    account.skipped = report.skipped;
    account.flaky = report.flaky;
    account.summary = report.finished;
    account.source = "report";
    for (const auto& run : facts.runs) {
      if (run.runner != report.runner) continue;
      if (account.first_line == 0) account.first_line = run.first_line + line_offset;
      account.last_line = run.last_line + line_offset;
      account.warnings += run.counts.warnings;
    }
    check.runners.push_back(std::move(account));
  }
}

void account_for_diff(const diff::Summary& summary, Check& check) {
  auto& account = check.diff;
  account.is_diff = summary.is_diff;
  account.problem = summary.problem;
  account.files = summary.files;
  account.added = summary.added;
  account.removed = summary.removed;
  account.binaries = summary.binaries;
  account.bytes = summary.bytes;
  account.paths = summary.paths.items();
  if (account.paths.size() > k_paths_in_account) account.paths.resize(k_paths_in_account);
}

Result<logs::Facts> read_log_input(ByteSource& source, Check& check) {
  TRY_ASSIGN(auto facts, logs::read_log(source));
  check.has_logs = !facts.blank;
  check.has_positive = check.has_positive || is_positive(facts);
  account_for_runs(facts, {}, "verify_logs", 0, check);
  return facts;
}

// Whether something that runs is changed; documents, settings and data are not.
bool changes_code(const diff::Summary& summary) {
  if (summary.files > summary.paths.items().size()) return true;  // not all are noted
  return std::any_of(summary.paths.begin(), summary.paths.end(), [](const std::string& path) {
    const auto role = diff::role_of(path);
    return role == diff::Role::source || role == diff::Role::test || role == diff::Role::migration ||
           role == diff::Role::build;
  });
}

// A test program that no runner is known of, of which it was seen that it notices a wrong change.
bool was_seen_to_notice(const CommandRun& run, const model::Proof& proof) {
  const auto command = redact(run.command);
  return std::any_of(proof.tests.begin(), proof.tests.end(),
                     [&](const auto& test) {
                       return test.command == command && test.asserted &&
                              test.proof == model::TestProof::discriminating;
                     }) ||
         std::any_of(proof.hunks.begin(), proof.hunks.end(),
                     [&](const auto& hunk) { return hunk.proof == model::HunkProof::proven && hunk.test == command; });
}

// For a change of code: tests, a test that is a program by itself, or what the policy says is enough.
bool is_evidence(const CommandRun& run, const Inputs& inputs) {
  const auto& enough = inputs.sufficient;
  const bool is_enough = run.test_program || std::find(enough.begin(), enough.end(), run.command) != enough.end();
  return ran_tests(run) || (is_positive(run) && (is_enough || was_seen_to_notice(run, inputs.proof)));
}

// Red only where the base is red as well, and green elsewhere.
bool passed_what_passed_before(const Inputs& inputs, size_t i) {
  const auto& base = inputs.comparison.base;
  return i < base.size() && tests_of(inputs.commands[i]).passed > 0 && failed_before(inputs.commands[i], base[i]);
}

// What ran, passed and shows nothing, and what would show something.
std::string empty_green(const Inputs& inputs) {
  std::vector<std::string> ran;
  for (const auto& run : inputs.commands) {
    if (is_positive(run)) ran.push_back(cat("`", redact(excerpt(run.command, 80)), "`"));
  }
  if (ran.empty()) return {};
  std::string out = cat(join(ran, ", "), ran.size() == 1 ? " passed, but ran" : " passed, but none of them ran",
                        ran.size() == 1 ? " no test that is known as one" : " a test that is known as one",
                        ", so nothing shows that the change works.");
  if (inputs.suggested.empty()) {
    out += " Run tests (--verify-command), or name what is enough in [check] sufficient of assay.toml.";
  } else {
    out += cat(" Run ", join(inputs.suggested, ", or "), ".");
  }
  return out;
}

void add_missing_context(const Check& check, const std::string& empty_green, std::vector<Finding>& out) {
  if (!check.has_task)
    out.push_back(context_finding("context.no-task", Source::task,
                                  "No task was given; the change cannot be checked against an intent."));
  if (!check.has_diff && check.diff.problem.empty()) {
    out.push_back(context_finding("context.no-diff", Source::diff, "No diff was given; there is nothing to check."));
  } else if (!check.has_diff) {
    out.push_back(context_finding("context.not-a-diff", Source::diff,
                                  cat("The diff input is not a diff: ", check.diff.problem, ".")));
  }
  const bool failed =
      std::any_of(out.begin(), out.end(), [](const Finding& f) { return f.severity == Severity::must_fix; });
  if (!check.has_positive && !failed) {
    out.push_back(context_finding("context.no-evidence", Source::verify_logs,
                                  !empty_green.empty() ? empty_green
                                  : check.has_logs
                                      ? "The verification logs hold no positive evidence that anything passed."
                                      : "No verification logs were given; nothing shows that the change works."));
  }
}

// Splits by severity, worst first, capped with a count of the rest.
void keep_findings(std::vector<Finding> all, model::Verdict& verdict) {
  for (auto& finding : all) {
    list_for(finding.severity, verdict).push_back(std::move(finding));
  }
  for (auto* list : {&verdict.must_fix, &verdict.should_fix, &verdict.notes}) {
    if (list->size() <= k_findings) continue;
    const auto severity = list->front().severity;
    const auto left_out = list->size() - k_findings;
    list->resize(k_findings);
    Finding rest;
    rest.rule = "system.more-findings";
    rest.severity = severity;
    rest.message = cat(plural(left_out, "further finding"), " left out.");
    rest.id = finding_id(rest);
    list->push_back(std::move(rest));
  }
}

bool is_high_risk(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.rule.starts_with("risk."); });
}

// Where Assay ran nothing itself, what was handed over says.
HandedLogs handed_logs(const Inputs& inputs, const Check& check, const logs::Facts& log) {
  if (inputs.executed) return {};
  const bool skipped = std::any_of(log.cautions.begin(), log.cautions.end(),
                                   [](const logs::Signal& each) { return each.kind == logs::SignalKind::skipped; });
  return {check.has_positive, skipped};
}

}  // namespace

Result<std::unique_ptr<Change>> read_change(ByteSource& diff, SharedOwnRules own) {
  auto change = std::make_unique<Change>(std::move(own));
  TRY_ASSIGN(change->summary, diff::read_diff(diff, change->rules));
  return change;
}

Result<Check> judge(const Inputs& inputs) {
  Check check;
  check.verdict.grade = inputs.executed ? model::Grade::executed : model::Grade::reported;
  const TaskView task = view_task(inputs.task);
  check.has_task = !trim(inputs.task).empty();

  if (inputs.change != nullptr) {
    check.has_diff = inputs.change->summary.is_diff;
    account_for_diff(inputs.change->summary, check);
  }

  logs::Facts log;
  if (inputs.verify_logs != nullptr) {
    TRY_ASSIGN(log, read_log_input(*inputs.verify_logs, check));
  }
  const bool wants_tests = inputs.executed && inputs.change != nullptr && changes_code(inputs.change->summary);
  for (size_t i = 0; i < inputs.commands.size(); ++i) {
    const auto& run = inputs.commands[i];
    check.has_logs = true;
    check.has_positive = check.has_positive || (wants_tests ? is_evidence(run, inputs) : is_positive(run)) ||
                         passed_what_passed_before(inputs, i);
    account_for_runs(run.log, run.reports, run.command, run.log_line, check);
  }
  const logs::Facts report = logs::read_prose(inputs.builder_report);
  check.has_report = !report.blank;

  std::vector<Finding> findings = inputs.extra;
  judge_commands(inputs.commands, inputs.comparison.base, findings);
  judge_log(log, task, findings);
  judge_report(report, handed_logs(inputs, check, log), findings);
  judge_claims(inputs.builder_report, inputs.commands, log, findings);
  if (inputs.change != nullptr)
    judge_claimed_files(inputs.builder_report, inputs.change->summary,
                        inputs.executed ? ChangeIs::whole : ChangeIs::handed_over, findings);
  RuleContext context{task, {&log}, inputs.tells_edited_checks, !inputs.executed};
  for (const auto& run : inputs.commands) context.logs.push_back(&run.log);
  if (inputs.change != nullptr) {
    for (auto& finding : inputs.change->rules.findings(context)) findings.push_back(std::move(finding));
  }
  judge_lost_tests(inputs.comparison.lost, task, findings);
  judge_fewer_tests(inputs.comparison.fewer, task, findings);
  judge_proof(inputs.proof, task, findings);
  answer_by_proof(inputs.proof, task, findings);
  check.proof = inputs.proof;
  check.claims = prove_claims(inputs.task, inputs.proof);
  check.high_risk = is_high_risk(findings);
  add_missing_context(check, wants_tests ? empty_green(inputs) : "", findings);

  static const std::vector<InlineMark> k_no_marks;
  const bool has_change = inputs.change != nullptr;
  auto judged = apply_rules(std::move(findings), inputs.rules, has_change ? inputs.change->rules.marks() : k_no_marks,
                            has_change ? inputs.change->summary.paths.items() : std::vector<std::string>());
  check.waived = std::move(judged.waived);
  check.switched_off = std::move(judged.switched_off);
  check.known = std::move(judged.known);
  keep_findings(std::move(judged.findings), check.verdict);
  decide(check);
  return check;
}

}  // namespace assay::judge
