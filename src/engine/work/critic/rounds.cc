#include "engine/work/critic/rounds.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "judge/finding_identity.h"
#include "report/critic.h"
#include "store/rounds.h"

namespace assay::engine {

namespace {

using model::CriticFinding;
using model::CriticReport;
using model::Move;
using model::Route;

constexpr size_t k_kept_findings = 1000;
constexpr size_t k_told_findings = 50;
constexpr size_t k_reason = 500;

std::string place_of(const CriticFinding& finding) {
  if (finding.file.empty()) return {};
  return finding.line > 0 ? cat(finding.file, ":", finding.line, ": ") : cat(finding.file, ": ");
}

std::string text_of(const CriticFinding& finding) {
  return cat(place_of(finding), finding.remediation, " [", name(finding.category), ", ", name(finding.severity), "]");
}

std::string text_of(const CriticReport& report) {
  std::string out;
  for (size_t i = 0; i < report.findings.size() && i < k_told_findings; ++i)
    out += cat("- ", text_of(report.findings[i]), "\n");
  if (report.findings.size() > k_told_findings)
    out += cat("- and ", report.findings.size() - k_told_findings, " more\n");
  return out;
}

Decision::What what_of(Route route) {
  switch (route) {
    case Route::commit: return Decision::What::done;
    case Route::executor: return Decision::What::next_round;
    case Route::researcher: return Decision::What::research;
    case Route::plan_checker: return Decision::What::hold_plan;
    case Route::askuser: return Decision::What::ask;
    case Route::stuck: break;
  }
  return Decision::What::stuck;
}

// What it leads to is for reasons of this machine or the configuration alone.
bool is_infrastructure_alone(const CriticReport& report) {
  return report.route == Route::plan_checker &&
         std::all_of(report.findings.begin(), report.findings.end(), [](const CriticFinding& finding) {
           return finding.route != Route::plan_checker || finding.category == model::Category::infrastructure_mismatch;
         });
}

// What was found, those first that lead where all of them go; shown in full by `assay task show`.
std::string reason_of(const CriticReport& report) {
  std::vector<std::string> said;
  for (const bool leads : {true, false}) {
    for (const auto& finding : report.findings) {
      if ((finding.route == report.route) != leads) continue;
      auto text = cat(place_of(finding), trim(finding.remediation));
      while (text.ends_with('.')) text.pop_back();
      said.push_back(std::move(text));
    }
  }
  return said.empty() ? std::string() : cat(excerpt(join(said, "; "), k_reason), ".");
}

std::string question_of(const CriticFinding& finding) {
  return finding.question_to_user.empty() ? finding.remediation : finding.question_to_user;
}

model::CriticRound record_of(const model::Task& task, const CriticReport& report) {
  model::CriticRound out;
  out.task = task.id;
  out.round = report.round;
  out.tree = report.tree;
  out.route = report.route;
  out.verdict = report.verdict;
  if (report.findings.size() <= k_kept_findings) {
    out.report = write_json(report::critic_json(report));
  } else {
    CriticReport first = report;
    first.findings.resize(k_kept_findings);
    out.report = write_json(report::critic_json(first));
  }
  return out;
}

}  // namespace

Decision decide(const model::Task& task, CriticReport report, const std::vector<model::CriticRound>& history,
                std::uint32_t max_rounds) {
  std::vector<judge::PastRound> past;
  past.reserve(history.size());
  for (const auto& round : history) past.push_back({round.round, round.tree, round.identities, round.route});
  // Of the findings themselves: that the loop is stuck is not one that comes back.
  auto identities = judge::identity_of_all(report.findings);
  // A round in which nothing could be told says nothing of whether the work moves.
  const bool cannot_tell = is_infrastructure_alone(report);
  if (!cannot_tell) judge::detect_stuck(report, past, max_rounds);
  Decision out;
  out.what = cannot_tell ? Decision::What::hold_machine : what_of(report.route);
  out.reason = reason_of(report);
  out.findings = text_of(report);
  for (const auto& finding : report.findings) {
    if (finding.route == Route::askuser) out.questions.push_back(question_of(finding));
    if (finding.route == Route::researcher) out.missing.push_back(finding.remediation);
  }
  out.record = record_of(task, report);
  out.record.identities = std::move(identities);
  out.report = std::move(report);
  return out;
}

void write_decision(const Decision& decision, const model::Task& task, const model::Task* checker,
                    std::string_view researched, store::JobFinish& finish) {
  using What = Decision::What;
  if (decision.what == What::hold_machine && checker != nullptr) {
    // The same check again, of the same work, once a person has put it right.
    finish.moves.push_back({checker->id, Move::release, decision.reason, {}});
    finish.hold = cat("the work on ", task.name, " cannot be judged: ", decision.reason, " Then: assay resume");
    return;
  }
  finish.rounds.push_back(decision.record);
  if (decision.what == What::done) return;
  const std::string report = cat(k_critic_report, decision.report.round, ":\n", decision.findings);
  // The checker first: what the task does next must not find it still at work.
  if (checker != nullptr) finish.moves.push_back({checker->id, Move::fail, cat("the critic: ", decision.reason), {}});
  const auto again = [&] { finish.moves.push_back({task.id, Move::reject, decision.reason, {}}); };
  switch (decision.what) {
    case What::done: break;
    case What::next_round: again(); break;
    case What::research:
      if (!trim(researched).empty())
        finish.contexts.emplace_back(task.id, cat("Found out for round ", task.round + 1, ":\n", trim(researched)));
      again();
      break;
    case What::ask:
      again();
      for (const auto& question : decision.questions) finish.questions.push_back({task.id, question});
      finish.moves.push_back(
          {task.id,
           Move::block,
           cat("waits for an answer: ",
               excerpt(decision.questions.empty() ? decision.reason : decision.questions.front(), k_reason)),
           {}});
      break;
    case What::hold_machine:
    case What::hold_plan:
      finish.moves.push_back({task.id, Move::flag, {}, report});
      finish.hold = cat("the plan is in conflict with the work on ", task.name, ": ", decision.reason,
                        " Change the plan or the decision, then: assay resume");
      break;
    case What::stuck:
      finish.moves.push_back({task.id, Move::flag, {}, report});
      finish.moves.push_back({task.id, Move::block, cat("stuck: ", decision.reason), {}});
      break;
  }
}

Result<std::string> add_rounds(const store::Store& store, const model::Task& task, InstructionsMaterial& material) {
  TRY_ASSIGN(const auto rounds, store.rounds().of(task.id));
  if (rounds.empty() || rounds.back().verdict != model::ReportVerdict::issues_found) return std::string();
  TRY_ASSIGN(const auto report, report::read_merged(rounds.back().report, "a round of the store"));
  for (size_t i = 0; i < report.findings.size() && i < k_told_findings; ++i)
    material.findings.push_back({"critic", text_of(report.findings[i])});
  return reason_of(report);
}

}  // namespace assay::engine
