// Where each criterion stands after the checks: what its evidence says on the work, and whether it said the same before
// it. Evidence that holds on the target already is no proof of what the work was to do.
#include <algorithm>

#include "base/text.h"
#include "engine/verify/named_tests.h"
#include "engine/verify/run.h"
#include "engine/verify/tree_evidence.h"
#include "judge/critic/criterion.h"
#include "judge/critic/criterion_proof.h"
#include "plan/criteria.h"
#include "plan/criterion_evidence.h"

namespace assay::engine {

namespace {

using judge::argument;
using model::AcceptanceStatus;
using model::CriterionProof;
using model::CriterionStanding;
using model::CriterionVerdict;
using model::EvidenceKind;
using model::SuccessCriterion;

struct Found {
  CriterionStanding standing = CriterionStanding::unproven;
  std::string detail;
};

constexpr std::string_view k_holds_before = "It holds on the target too, before this work, so it proves nothing.";

class Standings {
 public:
  Standings(VerifyRun& run, const git::Tree& target, const git::Tree& work)
      : m_run(run), m_target(target), m_work(work) {
    for (const auto& each : run.runs) add_tests(each, {}, m_now);
    for (const auto& each : run.on_base) add_tests(each, {}, m_before);
    for (const auto& path : run.touched) {
      m_touched.emplace_back();
      m_touched.back().path = path;
    }
  }

  const judge::TestReport& ran() const { return m_now; }

  Result<Found> of(const SuccessCriterion& criterion) {
    switch (criterion.evidence) {
      case EvidenceKind::test: return of_test(argument(criterion, "name"));
      case EvidenceKind::command: return of_command(criterion);
      case EvidenceKind::grep:
      case EvidenceKind::absent:
      case EvidenceKind::artefact: return of_files(criterion);
      case EvidenceKind::diff: return of_change(criterion);
      case EvidenceKind::http: return of_request(criterion);
      case EvidenceKind::none:
      case EvidenceKind::judge: break;
    }
    return Found{CriterionStanding::for_person, "A person or a critic says so."};
  }

 private:
  using Standing = judge::TestReport::Standing;

  Result<Found> of_test(std::string_view name) const {
    switch (m_now.standing(name)) {
      case Standing::failed: return Found{CriterionStanding::failed, cat("The test ", name, " fails.")};
      case Standing::skipped: return Found{CriterionStanding::unproven, cat("The test ", name, " was skipped.")};
      case Standing::unknown: return Found{CriterionStanding::unproven, cat("No check ran a test called ", name, ".")};
      case Standing::passed: break;
    }
    if (m_before.standing(name) == Standing::passed)
      return Found{CriterionStanding::proves_nothing, std::string(k_holds_before)};
    TRY_ASSIGN(const bool there, is_in_tree(*m_now.find(name), m_work));
    if (!there)
      return Found{CriterionStanding::unproven,
                   cat("A report names the test ", name, ", but no file of tests has it.")};
    return Found{CriterionStanding::shown, cat("The test ", name, " passes.")};
  }

  Result<Found> of_command(const SuccessCriterion& criterion) {
    const auto command = argument(criterion, "command");
    const bool more = !argument(criterion, "output").empty() || !is_one_of(argument(criterion, "exit_code"), {"", "0"});
    const auto& checks = m_run.result.checks;
    const auto check = std::find_if(checks.begin(), checks.end(), [&](const model::VerifiedCheck& each) {
      return each.kind == model::AcceptanceKind::command && each.subject == command;
    });
    if (more || check == checks.end())
      return Found{CriterionStanding::unproven, cat("No check runs `", excerpt(command, 120), "`.")};
    if (check->status == AcceptanceStatus::failed)
      return Found{CriterionStanding::failed, check->reason.empty() ? cat(check->title, " failed.") : check->reason};
    if (check->status != AcceptanceStatus::passed)
      return Found{CriterionStanding::unproven, cat("`", excerpt(command, 120), "` was not run.")};
    const auto& asked = m_run.mission.pack.checks[static_cast<size_t>(check - checks.begin())];
    // What cannot be tried there is not held against the work, and is no proof.
    const auto tried = succeeds_on_target(m_run, asked, m_target);
    if (!tried)
      return Found{CriterionStanding::unproven,
                   cat("It passes, and could not be tried on the target: ", tried.error().message)};
    if (*tried == true) return Found{CriterionStanding::proves_nothing, std::string(k_holds_before)};
    return Found{CriterionStanding::shown,
                 cat("`", excerpt(command, 120), "` passes",
                     tried->has_value() ? ", and fails on the target, before this work." : ".")};
  }

  Result<Found> of_files(const SuccessCriterion& criterion) {
    TRY_ASSIGN(const auto now, look_at_tree(criterion, m_work));
    if (now.verdict == CriterionVerdict::unsatisfied) return Found{CriterionStanding::failed, now.missing_info};
    if (now.verdict != CriterionVerdict::satisfied) return Found{CriterionStanding::unproven, now.missing_info};
    TRY_ASSIGN(const auto before, look_at_tree(criterion, m_target));
    if (before.verdict == CriterionVerdict::satisfied)
      return Found{CriterionStanding::proves_nothing, std::string(k_holds_before)};
    return Found{CriterionStanding::shown,
                 now.citations.empty() ? std::string() : cat(summary(now.citations.front()), ".")};
  }

  Found of_change(const SuccessCriterion& criterion) const {
    const auto report = judge::judge_diff(criterion, m_touched);
    if (report.verdict != CriterionVerdict::satisfied) {
      auto without = criterion;  // what is not to be touched: the combined change does not tell whose work did that
      std::erase_if(without.arguments, [](const auto& argument) { return argument.first == "untouched"; });
      const bool by_another = m_run.tasks.size() > 1 && without.arguments.size() < criterion.arguments.size() &&
                              judge::judge_diff(without, m_touched).verdict == CriterionVerdict::satisfied;
      return {by_another ? CriterionStanding::unproven : CriterionStanding::failed, report.missing_info};
    }
    return {CriterionStanding::shown,
            report.citations.empty() ? std::string() : cat(summary(report.citations.front()), ".")};
  }

  Result<Found> of_request(const SuccessCriterion& criterion) {
    constexpr std::uint32_t k_most_requests = 40;
    const auto wish = http_wish(criterion, m_run.policy.server);
    const auto unasked = [](std::string why) { return Found{CriterionStanding::unproven, std::move(why)}; };
    if (wish.start.empty())
      return unasked(
          "No request was made: nothing says how the server starts. Name it in assay.toml of the target "
          "([server] start), or let a test make the request.");
    if (wish.has_placeholder()) return unasked("No request was made: the path has a placeholder.");
    if (m_run.requests >= k_most_requests) return unasked("No request was made: there were too many before it.");
    auto* here = work_tree();
    if (here == nullptr) return unasked("No request was made: nothing could be run.");
    TRY_ASSIGN(const auto now, ask_server(m_run, wish, *here));
    if (now.verdict == CriterionVerdict::unsatisfied) return Found{CriterionStanding::failed, now.missing_info};
    if (now.verdict != CriterionVerdict::satisfied) return unasked(now.missing_info);
    const MutexLock lock(m_run.target.mutex);
    TRY_ASSIGN(auto* before, target_tree(m_run, m_target));
    if (before != nullptr) {
      TRY_ASSIGN(const auto then, ask_server(m_run, wish, *before));
      if (then.verdict == CriterionVerdict::satisfied)
        return Found{CriterionStanding::proves_nothing, std::string(k_holds_before)};
    }
    return Found{CriterionStanding::shown, cat(wish.method, " ", wish.path, " answers ", wish.status, ".")};
  }

  CheckTree* work_tree() {
    {
      const MutexLock lock(m_run.trees.mutex);
      if (m_run.trees.all.empty()) return nullptr;
    }
    const auto tree = tree_for(m_run, 0);
    return tree ? *tree : nullptr;
  }

  VerifyRun& m_run;
  const git::Tree& m_target;
  const git::Tree& m_work;
  judge::TestReport m_now, m_before;
  std::vector<judge::TouchedPath> m_touched;
};

// What a test of the change proves of it comes first: it fails without the work.
bool take_proof(CriterionProof& proof) {
  if (proof.proof == model::TestProof::discriminating) {
    proof.standing = CriterionStanding::shown;
    proof.found = cat("The test ", proof.test, " fails before the change and passes after it.");
    return true;
  }
  if (proof.proof != model::TestProof::always_green) return false;
  proof.standing = CriterionStanding::proves_nothing;
  proof.found = cat("The test ", proof.test, " passes on the code before the change too.");
  return true;
}

// Several pieces of evidence: each must show it, those aside that hold anyway. Of a text that nobody wrote as evidence
// (a quoted message, a path, a request without what the sentence says of it) its absence shows nothing.
Found together(const std::vector<SuccessCriterion>& evidence, const std::vector<Found>& found) {
  Found out{CriterionStanding::proves_nothing, {}};
  for (size_t i = 0; i < found.size(); ++i) {
    auto standing = found[i].standing;
    const bool read_from_text = is_one_of(name(evidence[i].evidence), {"grep", "absent", "diff", "http"});
    if (standing == CriterionStanding::failed && read_from_text) standing = CriterionStanding::unproven;
    if (!found[i].detail.empty() && !contains(out.detail, found[i].detail))
      out.detail += cat(out.detail.empty() ? "" : " ", found[i].detail);
    if (standing == CriterionStanding::failed || out.standing == CriterionStanding::failed)
      out.standing = CriterionStanding::failed;
    else if (standing == CriterionStanding::unproven || out.standing == CriterionStanding::unproven)
      out.standing = CriterionStanding::unproven;
    else if (standing == CriterionStanding::shown)
      out.standing = CriterionStanding::shown;
  }
  return out;
}

std::string shown_by(const std::vector<SuccessCriterion>& evidence) {
  std::vector<std::string> out;
  for (const auto& each : evidence) out.push_back(plan::describe_evidence(each));
  return join(out, "; ");
}

Result<void> judge_one(Standings& standings, const SuccessCriterion& criterion, CriterionProof& proof) {
  const bool by_machine = criterion.evidence != EvidenceKind::none && criterion.evidence != EvidenceKind::judge;
  proof.evidence = by_machine ? plan::describe_evidence(criterion) : std::string();
  if (take_proof(proof)) return {};
  TRY_ASSIGN(auto found, standings.of(criterion));
  proof.standing = found.standing;
  proof.found = std::move(found.detail);
  return {};
}

Result<void> judge_general(Standings& standings, CriterionProof& proof) {
  const auto evidence = plan::evidence_of(proof.claim);
  proof.evidence = shown_by(evidence);
  if (take_proof(proof)) return {};
  proof.standing = CriterionStanding::for_person;
  if (evidence.empty()) {
    proof.found =
        plan::is_general(proof.claim) ? "A general sentence: a person says so." : "A person or a critic says so.";
    return {};
  }
  std::vector<Found> all;
  for (const auto& each : evidence) {
    TRY_ASSIGN(auto found, standings.of(each));
    all.push_back(std::move(found));
  }
  auto found = together(evidence, all);
  proof.standing = found.standing;
  proof.found = std::move(found.detail);
  return {};
}

}  // namespace

bool is_known_unmet(const VerifyRun& run, const CriterionProof& criterion) {
  return std::any_of(run.known_unmet.begin(), run.known_unmet.end(), [&](const CriterionProof& each) {
    return each.task == criterion.task && each.id == criterion.id && each.claim == criterion.claim;
  });
}

Result<void> judge_criteria(VerifyRun& run, const git::Tree& target, const git::Tree& work) {
  std::vector<const model::Task*> tasks;
  for (const auto& task : run.tasks) {
    if (counted(task) != model::Counted::nowhere && task.state == model::TaskState::completed) tasks.push_back(&task);
  }
  Standings standings(run, target, work);
  auto& out = run.result.criteria;
  out = judge::prove_criteria(tasks, run.result.checks, standings.ran(), run.result.proof);
  if (run.was_cancelled()) return {};
  size_t at = 0;
  for (const auto* task : tasks) {
    for (const auto& criterion : task->success_criteria) TRY(judge_one(standings, criterion, out[at++]));
  }
  size_t number = 0;
  for (const auto& criterion : run.mission.pack.criteria) {
    auto proof = judge::prove_criterion(criterion, ++number, run.result.proof);
    TRY(judge_general(standings, proof));
    out.push_back(std::move(proof));
  }
  return {};
}

}  // namespace assay::engine
