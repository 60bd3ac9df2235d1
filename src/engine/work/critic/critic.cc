// The order guards what it costs and who may say what: first what needs no running, then what runs, and
// an agent only when nothing was found that sends the work back anyway.
#include "engine/work/critic/critic.h"

#include <algorithm>

#include "base/text.h"
#include "engine/verify/tree_files.h"
#include "engine/work/critic/critic_evidence.h"
#include "engine/work/critic/critic_instructions.h"
#include "engine/work/critic/critic_place.h"
#include "git/commit.h"
#include "judge/critic/check.h"
#include "judge/critic/merge.h"
#include "plan/decisions.h"
#include "report/critic.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

using model::CriticReport;

constexpr std::string_view k_decision_files[] = {".assay/decisions.toml", "assay.decisions.toml"};

struct Examination {
  const WorkContext& context;
  const model::Task& task;
  const Candidate& candidate;
  const ExamineRequest& request;
  std::vector<model::LockedDecision> decisions;
  judge::ChangeFindings change;
  CriticReport own;
};

Result<void> read_change(Examination& on, const git::Tree& base, const git::Tree& work) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-critic"));
  const auto file = os::join_path(scratch.path(), "change.patch");
  TRY(on.context.repository.write_diff_between(on.candidate.base, on.candidate.commit, file));
  TRY_ASSIGN(const auto diff, os::FileSource::open(file));
  const TreeFiles before(base), after(work);
  judge::ChangeQuestions questions;
  questions.decisions = on.decisions;
  questions.files_modified = on.task.files_modified;
  questions.base = &before;
  questions.candidate = &after;
  TRY_ASSIGN(on.change, judge::examine_change(*diff, questions));
  return {};
}

// A subtask is held to the files that it may touch, whatever others may.
Result<void> read_parts(Examination& on) {
  for (const auto& part : on.candidate.parts) {
    if (part.files_modified.empty()) continue;
    TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-critic"));
    const auto file = os::join_path(scratch.path(), "part.patch");
    TRY(on.context.repository.write_diff_between(part.base, part.commit, file));
    TRY_ASSIGN(const auto diff, os::FileSource::open(file));
    judge::ChangeQuestions questions;
    questions.files_modified = part.files_modified;
    TRY_ASSIGN(auto found, judge::examine_change(*diff, questions));
    for (auto& finding : found.findings) {
      finding.remediation = cat("Subtask \"", excerpt(part.name, 80), "\": ", finding.remediation);
      on.change.findings.push_back(std::move(finding));
    }
  }
  return {};
}

Result<void> look_at_criteria(Examination& on, const git::Tree& work, CriticPlace& place) {
  const Evidences evidences{work, on.change.touched, place, on.request};
  for (const auto& criterion : on.task.success_criteria) {
    if (on.context.cancel != nullptr && on.context.cancel->is_cancelled()) return unavailable("cancelled");
    TRY_ASSIGN(auto report, look_at(criterion, evidences));
    report.id = criterion.id;
    report.claim = criterion.claim;
    on.own.criteria.push_back(std::move(report));
  }
  return {};
}

bool is_open(const model::CriterionReport& criterion) { return !criterion.is_judged; }
bool is_broken(const model::CriterionReport& criterion) {
  return criterion.is_judged && criterion.verdict != model::CriterionVerdict::satisfied;
}

// What a reader is asked; nothing when there is nothing only a reader can say.
bool needs_reader(const Examination& on) {
  return std::any_of(on.own.criteria.begin(), on.own.criteria.end(), is_open) ||
         std::any_of(on.decisions.begin(), on.decisions.end(), [](const auto& d) { return d.is_free_text(); });
}

CriticReport report_of_problem(const Examination& on, std::string what) {
  CriticReport out;
  out.critic = model::Critic::critic;
  out.task_id = on.task.id.text;
  model::CriticFinding finding;
  finding.category = model::Category::critic_error;
  finding.severity = model::Gravity::fail;
  finding.remediation = std::move(what);
  out.findings.push_back(std::move(finding));
  return out;
}

// What is wrong with an answer that nothing can be taken from; empty: it is a report of this candidate.
std::string why_unreadable(const Examination& on, const std::string& text) {
  const auto reports = report::read_critic(text, "your report");
  if (!reports) return reports.error().message;
  for (auto report : *reports) {
    const auto bound = judge::check_binding(report, {on.task.id.text, on.task.round, on.candidate.tree});
    if (!bound) return bound.error().message;
    const size_t said = report.findings.size();
    judge::check_criteria(report, on.task.success_criteria);
    if (report.findings.size() > said) return report.findings[said].remediation;
  }
  return {};
}

std::string ask_critic_again(std::string_view what) {
  return cat("\n## Once more\n\nYou were asked this before, and your answer could not be used: ", excerpt(what, 500),
             "\nAnswer again, with the whole report in the form that is asked for.\n");
}

Result<std::vector<CriticReport>> ask_reader(const Examination& on, const judge::CandidateFacts& grounds) {
  const auto prompt = critic_instructions({on.task, on.candidate, on.own.criteria, on.decisions});
  TRY_ASSIGN(auto voice, on.request.ask(prompt));
  if (voice.problem.empty() && !voice.timed_out) {
    if (const auto unreadable = why_unreadable(on, voice.text); !unreadable.empty()) {
      TRY_ASSIGN(voice, on.request.ask(cat(prompt, ask_critic_again(unreadable))));
    }
  }
  std::vector<CriticReport> out;
  if (!voice.problem.empty()) {
    out.push_back(report_of_problem(on, cat("The critic could not be heard: ", voice.problem)));
    return out;
  }
  auto reports = report::read_critic(voice.text, "the critic's report");
  if (!reports) {
    if (voice.timed_out) {
      CriticReport late;
      late.timed_out = true;
      out.push_back(std::move(late));
      return out;
    }
    out.push_back(report_of_problem(on, reports.error().message));
    return out;
  }
  for (auto& report : *reports) {
    const auto bound = judge::check_binding(report, {on.task.id.text, on.task.round, on.candidate.tree});
    if (!bound) {
      out.push_back(report_of_problem(on, bound.error().message));
      continue;
    }
    report.timed_out = report.timed_out || voice.timed_out;
    judge::check_criteria(report, on.task.success_criteria);
    judge::hold_to_evidence(report, grounds, on.task.success_criteria);
    out.push_back(std::move(report));
  }
  return out;
}

}  // namespace

Result<std::vector<model::LockedDecision>> read_decisions(const git::Tree& base) {
  for (const auto path : k_decision_files) {
    TRY_ASSIGN(const auto text, base.read(path));
    if (text) return plan::read_decisions(*text, path);
  }
  return std::vector<model::LockedDecision>{};
}

Result<CriticReport> examine_task(const WorkContext& context, const model::Task& task, const Candidate& candidate,
                                  const ExamineRequest& request) {
  TRY_ASSIGN(const auto tree_id, git::tree_of(context.repository, candidate.commit));
  if (tree_id != candidate.tree) {
    return conflict(cat("commit ", candidate.commit, " has the tree ", tree_id, ", not ", candidate.tree,
                        "; the candidate changed while it was looked at"));
  }
  judge::MergeFrame frame{task.id.text, task.round, candidate.tree, task.success_criteria,
                          judge::MergeFrame::Open::promote};
  if (task.success_criteria.empty() && request.without_criteria == ExamineRequest::WithoutCriteria::finding)
    return judge::report_without_criteria(frame, request.plan_file);

  // The policy, from where the mission began: no task of it can have written there.
  std::optional<model::Mission> mission;
  if (!task.mission.empty()) {
    TRY_ASSIGN(mission, context.store.missions().find(task.mission));
  }
  Examination on{context, task, candidate, request, {}, {}, {}};
  TRY_ASSIGN(const auto policy_tree,
             git::Tree::open(context.repository, mission ? mission->base_commit : candidate.base));
  TRY_ASSIGN(on.decisions, read_decisions(policy_tree));
  on.decisions.insert(on.decisions.end(), request.decisions.begin(), request.decisions.end());

  const bool are_parts_limited = std::any_of(candidate.parts.begin(), candidate.parts.end(),
                                             [](const auto& part) { return !part.files_modified.empty(); });
  if (task.success_criteria.empty() && task.files_modified.empty() && on.decisions.empty() && !are_parts_limited)
    return judge::merge(frame, {});  // nothing to hold it against

  // The change, and each criterion.
  TRY_ASSIGN(const auto base, git::Tree::open(context.repository, candidate.base));
  TRY_ASSIGN(const auto work, git::Tree::open(context.repository, candidate.commit));
  TRY(read_change(on, base, work));
  TRY(read_parts(on));
  on.own.critic = model::Critic::assay;
  on.own.findings = std::move(on.change.findings);
  CriticPlace place(context, task, mission ? &*mission : nullptr, candidate);
  place.also_run(request.test_commands);
  TRY(look_at_criteria(on, work, place));

  // A reader, where one is needed and nothing sends the work back already.
  const bool broken =
      !on.own.findings.empty() || std::any_of(on.own.criteria.begin(), on.own.criteria.end(), is_broken);
  const TreeCandidateFacts grounds(work, on.change.touched, place.tests);
  auto reports = request.reports;
  for (auto& report : reports) {
    TRY(judge::check_binding(report, {task.id.text, task.round, report.tree.empty() ? "" : candidate.tree}));
    judge::check_criteria(report, task.success_criteria);
    judge::hold_to_evidence(report, grounds, task.success_criteria);
  }
  if (broken) {
    frame.open = judge::MergeFrame::Open::leave;
    for (auto& criterion : on.own.criteria) {
      if (is_open(criterion)) criterion.missing_info = "Not judged yet: something else is to be put right first.";
    }
  } else if (request.ask && needs_reader(on)) {
    TRY_ASSIGN(auto heard, ask_reader(on, grounds));
    for (auto& report : heard) reports.push_back(std::move(report));
  }
  reports.insert(reports.begin(), std::move(on.own));
  return judge::merge(frame, std::move(reports));
}

}  // namespace assay::engine
