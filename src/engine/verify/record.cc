#include <algorithm>

#include "base/text.h"
#include "diff/code.h"
#include "engine/check/gate.h"
#include "engine/verify/run.h"
#include "git/refs/refs.h"
#include "plan/checks.h"
#include "report/verification.h"
#include "store/packs.h"
#include "store/verifications.h"

namespace assay::engine {

using model::AcceptanceStatus;
using model::VerificationOutcome;

namespace {

// A person knows a task by its name. A branch that was named as work of the mission has none.
std::string named(const VerifyRun& run, const model::TaskId& id) {
  for (const auto& task : run.tasks) {
    if (task.id == id) return cat("\"", task.name, "\" (", id.text, ")");
  }
  return id.text;
}

std::string describe(const VerifyRun& run, const model::MergeConflict& conflict) {
  std::vector<std::string> others;
  for (const auto& other : conflict.against) others.push_back(named(run, other));
  return cat(conflict.path, ": ", named(run, conflict.task), " does not merge with ",
             others.empty() ? std::string("the target branch") : join(others, ", "));
}

bool changes_code(const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), [](const std::string& path) {
    const auto role = diff::role_of(path);
    return role == diff::Role::source || role == diff::Role::test;
  });
}

// What a person or the policy named is enough, and so is what runs tests; that it compiles is not.
bool ran_more_than_a_build(const VerifyRun& run) {
  for (size_t i = 0; i < run.result.checks.size(); ++i) {
    const auto& check = run.result.checks[i];
    const bool ran = check.kind == model::AcceptanceKind::command && check.status == AcceptanceStatus::passed &&
                     !is_gate_check(run.mission.pack.checks[i]);
    if (ran && !check.title.starts_with(plan::k_build_claim)) return true;
    if (ran && !check.attempts.empty() && check.attempts.back().tests_passed > 0) return true;
  }
  return false;
}

constexpr std::string_view k_nothing_ran =
    "No command was run on the work: only files and the change itself were looked at. Add a check that runs tests "
    "(assay pack add-check), or let a person accept it.";

// Criteria of which the evidence shows the opposite. Of missions that land together, those that were known when each
// was verified alone are not told again: a person has let them pass.
std::string describe_unmet(const VerifyRun& run) {
  std::vector<std::string> unmet;
  for (const auto& each : run.result.criteria) {
    if (each.standing != model::CriterionStanding::failed || is_known_unmet(run, each)) continue;
    const auto whose = each.task.empty() ? std::string() : cat(" of ", named(run, each.task));
    unmet.push_back(cat(each.id, whose, ", \"", excerpt(each.claim, 160), "\"",
                        each.found.empty() ? std::string(".") : cat(": ", excerpt(each.found, 240))));
  }
  return unmet.empty() ? std::string()
                       : cat(plural(unmet.size(), "criterion", "criteria"), " failed. ", join(unmet, " "));
}

std::string what_is_asked(const VerifyRun& run) {
  std::vector<std::string> reasons;
  for (const auto& check : run.result.checks) {
    if (check.for_person) reasons.push_back(check.reason);
  }
  return cat("It waits for a person. ", join(reasons, " "));
}

}  // namespace

std::string shown_output(const model::VerifiedCheck& check) {
  if (check.reason.empty()) return check.last_output;
  return check.last_output.empty() ? check.reason : cat(check.reason, "\n\n", check.last_output);
}

void note_conflicts(VerifyRun& run, const Integration& work) {
  run.result.outcome = VerificationOutcome::conflict;
  run.result.conflicts = work.conflicts;
  std::vector<std::string> sentences;
  for (const auto& conflict : work.conflicts) sentences.push_back(describe(run, conflict));
  run.result.reason = cat("The work does not merge. ", join(sentences, "; "),
                          ". Have one of the tasks done again on top of the others: assay task retry ",
                          work.conflicts.empty() ? std::string("<task>") : work.conflicts.front().task.text, ".");
  for (size_t i = 0; i < run.result.checks.size(); ++i) {
    auto& out = run.result.checks[i];
    if (is_gate_check(run.mission.pack.checks[i])) {
      out.status = AcceptanceStatus::failed;
      out.reason = run.result.reason;
    } else {
      out.reason = "Not run: the work does not merge.";
    }
    run.context.events.finished(out);
  }
}

void conclude(VerifyRun& run) {
  size_t failed = 0, unrun = 0, asked = 0, passed = 0;
  std::string why_unrun;  // of the first
  const auto ran = std::count_if(run.result.checks.begin(), run.result.checks.end(),
                                 [](const auto& check) { return !check.attempts.empty(); });
  const auto unmet = describe_unmet(run);
  std::string questions;
  for (const std::string_view each :
       {std::string_view(run.moved), ran == 0 ? k_nothing_ran : "", std::string_view(unmet)})
    if (!each.empty()) questions += cat(questions.empty() ? "" : " ", each);
  if (!questions.empty()) ask_for_review(run, questions);
  std::vector<std::string> flaky;
  for (auto& check : run.result.checks) {
    if (check.status == AcceptanceStatus::failed && !check.quarantined.empty()) {
      check.status = AcceptanceStatus::skipped;
      check.reason = cat("Quarantined (", check.quarantined, "): ", check.reason);
    }
    if (check.status == AcceptanceStatus::failed) ++failed;
    if (check.status == AcceptanceStatus::pending) ++(check.for_person ? asked : unrun);
    if (check.status == AcceptanceStatus::pending && !check.for_person && why_unrun.empty()) {
      constexpr std::string_view k_not_run = "Not run: ";
      why_unrun = check.reason.substr(check.reason.starts_with(k_not_run) ? k_not_run.size() : 0);
    }
    if (check.status != AcceptanceStatus::passed) continue;
    ++passed;
    if (check.flaky) flaky.push_back(cat("\"", check.title, "\""));
  }
  auto& result = run.result;
  if (!flaky.empty()) {
    result.notes.push_back(cat("Flaky: ", join(flaky, ", "),
                               " failed and then passed on the same work, so the pass may be luck. Find out why, or "
                               "have such checks fail: flaky = \"fail\" under [verify] in assay.toml."));
  }
  if (run.was_cancelled()) {
    result.reason = "It was cancelled; run it again.";
  } else if (failed > 0 || !run.trespass.empty()) {
    result.outcome = VerificationOutcome::failed;
    result.reason = failed > 0 ? cat(plural(failed, "check"), " failed.") : "";
    if (!run.trespass.empty()) {
      result.reason +=
          cat(failed > 0 ? " " : "",
              "The checks ran without a sandbox and changed what is not theirs: ", join(run.trespass, " "));
    }
  } else if (!unmet.empty() && !run.asks_persons) {
    result.outcome = VerificationOutcome::failed;
    result.reason = unmet;
  } else if (unrun == 0 && asked > 0) {
    result.outcome = VerificationOutcome::needs_person;
    result.reason = what_is_asked(run);
  } else if (unrun > 0 || passed == 0) {
    result.outcome = VerificationOutcome::not_run;
    result.reason = unrun > 0 ? cat(plural(unrun, "check"), " could not be run: ", why_unrun) : "Nothing was run.";
  } else {
    result.outcome = VerificationOutcome::passed;
    result.reason = cat(plural(passed, "check"), " passed",
                        flaky.empty() ? std::string() : cat(", ", flaky.size(), " of them only after a failure"), ".");
    if (!unmet.empty()) result.notes.push_back(cat(unmet, " A person accepted that."));
    for (const auto& accepted : result.accepted_unproven) result.reason += cat(" ", describe(accepted), ".");
    if (ran > 0 && changes_code(run.touched) && !ran_more_than_a_build(run)) {
      result.notes.emplace_back(
          "No test was run on this change of code, so nothing shows that it works: only builds were. Add a check that "
          "runs tests (assay pack add-check).");
    } else if (ran == 0) {
      result.notes.emplace_back(k_nothing_ran);
    }
  }
}

Result<bool> note_stale_target(VerifyRun& run) {
  auto& result = run.result;
  const auto branch = cat("refs/heads/", result.target_branch);
  TRY_ASSIGN(const auto still, git::read_ref(run.context.repository, branch));
  if (still == result.target_commit) return false;
  TRY_ASSIGN(const auto now, run.context.repository.commit_of(branch));  // says what is wrong with it
  result.notes.push_back(cat(result.target_branch, " has moved from ", result.target_commit.substr(0, 12), " to ",
                             now.substr(0, 12), " meanwhile; this holds for the former. Verify again before landing."));
  return true;
}

Result<void> record(VerifyRun& run) {
  auto& result = run.result;
  result.finished_at = run.context.clock.now();
  store::VerificationRecord record;
  record.id = result.id;
  record.commit = result.commit;
  record.tree = result.tree;
  record.target_commit = result.target_commit;
  record.outcome = result.outcome;
  record.started_at = result.started_at;
  record.finished_at = result.finished_at;
  TRY_ASSIGN(result.report,
             run.evidence.keep(write_json(report::verification_json(result), Indent::two_spaces) + "\n"));
  record.report = result.report;
  std::vector<store::CheckResult> results;
  for (const auto& check : result.checks) results.push_back({check.id, check.status, shown_output(check)});
  const auto bound_to =
      result.commit.empty() ? std::string() : cat(" Commit ", result.commit, ", tree ", result.tree, ".");
  TRY(run.context.store.change(run.request.actor)
          .verifications()
          .record(run.mission.id, run.mission.version, record, results,
                  cat(result.reason, bound_to, " Evidence ", record.report, ".")));
  return {};
}

}  // namespace assay::engine
