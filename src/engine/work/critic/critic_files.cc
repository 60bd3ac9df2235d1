#include "engine/work/critic/critic_files.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/pattern.h"
#include "base/text.h"
#include "engine/work/critic/critic.h"
#include "git/commit.h"
#include "judge/critic/check.h"
#include "judge/critic/criterion.h"
#include "judge/critic/decisions.h"
#include "judge/critic/merge.h"
#include "judge/critic/stuck.h"
#include "judge/critic/test_report.h"
#include "judge/finding_identity.h"
#include "logs/reading/reader.h"
#include "os/files.h"
#include "plan/decisions.h"
#include "plan/markdown_plan.h"
#include "report/critic.h"

namespace assay::engine {

namespace {

using judge::argument;
using judge::arguments;
using judge::satisfied;
using judge::unjudged;
using judge::unsatisfied;
using model::CitationKind;
using model::CriterionReport;
using model::EvidenceKind;
using model::SuccessCriterion;

// ---- what the diff shows of the candidate

struct TextSearch {
  const SuccessCriterion* criterion;
  Pattern pattern;
  std::vector<std::string> paths;
  bool added = false;                    // the hit is on an added line
  std::optional<model::Citation> found;  // the first hit, on an added line if there is one
};

class NewSide : public diff::Visitor {
 public:
  void want(const std::string& path, std::uint64_t line) { m_wanted[path].emplace(line, std::nullopt); }
  std::vector<TextSearch> searches;

  diff::Wanted wanted(const diff::File&) const override {
    const bool whole = !m_wanted.empty() || !searches.empty();
    return {0, 0, 0, whole ? diff::Whole::always : diff::Whole::no};
  }
  void hunk(const diff::File& file, const diff::Hunk& hunk) override {
    const auto cited = m_wanted.find(file.new_path);
    for (const auto& line : hunk.lines) {
      if (line.sign == diff::Sign::removed || line.new_line == 0) continue;
      if (cited != m_wanted.end()) {
        const auto at = cited->second.find(line.new_line);
        if (at != cited->second.end()) at->second = std::string(line.text);
      }
      for (auto& search : searches) search_line(search, file, line);
    }
  }

  std::optional<std::string> line(const std::string& path, std::uint64_t number) const {
    const auto file = m_wanted.find(path);
    if (file == m_wanted.end()) return std::nullopt;
    const auto found = file->second.find(number);
    return found == file->second.end() ? std::nullopt : found->second;
  }

 private:
  static void search_line(TextSearch& search, const diff::File& file, const diff::Line& line) {
    const bool added = line.sign == diff::Sign::added;
    if (search.added || (search.found && !added)) return;
    if (!search.paths.empty() && !judge::is_in_scope(file.new_path, search.paths)) return;
    if (!search.pattern.matches(line.text)) return;
    search.added = added;
    search.found = model::Citation{
        .kind = CitationKind::line, .subject = file.new_path, .line = line.new_line, .text = excerpt(line.text)};
  }
  std::map<std::string, std::map<std::uint64_t, std::optional<std::string>>> m_wanted;
};

class DiffGrounds : public judge::CandidateFacts {
 public:
  DiffGrounds(const NewSide& lines, const std::vector<judge::TouchedPath>& touched, const judge::TestReport& tests)
      : m_lines(lines), m_tests(tests) {
    for (const auto& [path, status] : touched) {
      if (status != diff::Status::deleted) m_touched.insert(path);
    }
  }
  std::optional<std::string> line_of(std::string_view path, std::uint64_t line) const override {
    return m_lines.line(std::string(path), line);
  }
  std::optional<FileFacts> file(std::string_view path) const override {
    return is_touched(path) ? std::optional(FileFacts{}) : std::nullopt;
  }
  bool is_touched(std::string_view path) const override { return m_touched.contains(judge::normal_path(path)); }
  bool has_passed(std::string_view test) const override {
    return m_tests.standing(test) == judge::TestReport::Standing::passed;
  }

 private:
  const NewSide& m_lines;
  const judge::TestReport& m_tests;
  std::unordered_set<std::string> m_touched;
};

// ---- the criteria, as far as files can show them

CriterionReport test_in_logs(const SuccessCriterion& criterion, const judge::TestReport& tests) {
  return tests.empty() ? unjudged("No report of a test run was handed over.") : judge::judge_test(criterion, tests);
}

CriterionReport judge_search(const TextSearch& search) {
  const bool absent = search.criterion->evidence == EvidenceKind::absent;
  if (!search.found) return unjudged("The diff does not show it; only the whole tree can.");
  if (!absent) return satisfied(*search.found);
  return unsatisfied(cat("It is there: ", summary(*search.found), "."));
}

CriterionReport judge_artefact(const SuccessCriterion& criterion, const std::vector<judge::TouchedPath>& touched) {
  const auto path = judge::normal_path(argument(criterion, "path"));
  for (const auto& one : touched) {
    if (one.path != path) continue;
    if (one.status == diff::Status::deleted) return unsatisfied(cat("The change removes ", path, "."));
    if (argument(criterion, "min_bytes").empty() && argument(criterion, "sha256").empty())
      return satisfied({.kind = CitationKind::diff, .paths = {path}});
  }
  return unjudged("Only the tree itself shows the file and its size.");
}

struct Inputs {
  plan::CriticTask task;
  std::vector<model::LockedDecision> decisions;
  std::vector<model::CriticReport> reports;
  std::vector<judge::PastRound> past;
  judge::TestReport tests;
};

CriterionReport judge_one(const SuccessCriterion& criterion, const Inputs& inputs, const NewSide& lines,
                          const std::vector<judge::TouchedPath>& touched) {
  switch (criterion.evidence) {
    case EvidenceKind::test: return test_in_logs(criterion, inputs.tests);
    case EvidenceKind::diff: return judge::judge_diff(criterion, touched);
    case EvidenceKind::artefact: return judge_artefact(criterion, touched);
    case EvidenceKind::grep:
    case EvidenceKind::absent:
      for (const auto& search : lines.searches) {
        if (search.criterion == &criterion) return judge_search(search);
      }
      break;
    case EvidenceKind::command:
    case EvidenceKind::http: return unjudged("It has to be run, and files cannot be.");
    case EvidenceKind::none:
    case EvidenceKind::judge: break;
  }
  return unjudged("No critic has looked at it.");
}

Result<Inputs> read_inputs(const CriticInput& input) {
  Inputs out;
  TRY_ASSIGN(out.task, plan::read_task_plan(input.plan.text, os::file_name(input.plan.name), input.task));
  for (const auto& [name, text] : input.contexts) {
    TRY_ASSIGN(auto decisions, plan::read_decisions(text, os::file_name(name)));
    for (auto& decision : decisions) out.decisions.push_back(std::move(decision));
  }
  for (auto* log : input.logs) {
    TRY_ASSIGN(const auto facts, logs::read_log(*log));
    out.tests.add(facts, {});
  }
  for (const auto& [name, text] : input.previous) {
    TRY_ASSIGN(const auto report, report::read_merged(text, name));
    out.past.push_back({report.round, report.tree, judge::identity_of_all(report.findings), report.route});
  }
  return out;
}

Result<void> read_reports(const CriticInput& input, const judge::Binding& binding, Inputs& inputs) {
  for (const auto& [name, text] : input.reports) {
    TRY_ASSIGN(auto reports, report::read_critic(text, name));
    for (auto& report : reports) {
      if (auto bound = judge::check_binding(report, binding); !bound)
        return conflict(cat(name, ": ", bound.error().message));
      inputs.reports.push_back(std::move(report));
    }
  }
  return {};
}

// What the reports cite, and what the plan asks to look for.
Result<void> prepare(const Inputs& inputs, NewSide& lines) {
  for (const auto& report : inputs.reports) {
    for (const auto& criterion : report.criteria) {
      for (const auto& citation : criterion.citations) lines.want(judge::normal_path(citation.subject), citation.line);
      for (const auto& citation : judge::read_citations(criterion.evidence).lines)
        lines.want(citation.subject, citation.line);
    }
  }
  for (const auto& criterion : inputs.task.criteria) {
    if (criterion.evidence != EvidenceKind::grep && criterion.evidence != EvidenceKind::absent) continue;
    const auto kind = argument(criterion, "fixed") == "true" ? Pattern::Kind::fixed : Pattern::Kind::expression;
    TRY_ASSIGN(auto pattern, Pattern::make(argument(criterion, "pattern"), kind, cat(criterion.id, ": the pattern")));
    lines.searches.push_back({&criterion, std::move(pattern), arguments(criterion, "path"), false, std::nullopt});
  }
  return {};
}

}  // namespace

Result<CriticAnswer> criticise_files(const CriticInput& input) {
  TRY_ASSIGN(auto inputs, read_inputs(input));
  const std::string task_id = !input.task.empty() ? input.task : inputs.task.id;
  TRY(read_reports(input, {task_id, input.round, input.tree}, inputs));
  judge::MergeFrame frame{task_id, input.round, input.tree, inputs.task.criteria};
  if (frame.task_id.empty() && !inputs.reports.empty()) frame.task_id = inputs.reports.front().task_id;
  CriticAnswer answer;
  if (inputs.task.criteria.empty()) {
    answer.report = judge::report_without_criteria(frame, input.plan.name);
    return answer;
  }
  NewSide lines;
  TRY(prepare(inputs, lines));
  judge::ChangeQuestions questions;
  questions.decisions = inputs.decisions;
  questions.files_modified = inputs.task.files_modified;
  questions.listener = &lines;
  TRY_ASSIGN(auto change, judge::examine_change(*input.diff, questions));

  const DiffGrounds grounds(lines, change.touched, inputs.tests);
  for (auto& report : inputs.reports) {
    judge::check_criteria(report, inputs.task.criteria);
    judge::hold_to_evidence(report, grounds, inputs.task.criteria);
  }
  model::CriticReport own;
  own.critic = model::Critic::assay;
  own.findings = std::move(change.findings);
  for (const auto& criterion : inputs.task.criteria) {
    auto one = judge_one(criterion, inputs, lines, change.touched);
    one.id = criterion.id;
    one.claim = criterion.claim;
    own.criteria.push_back(std::move(one));
  }
  const auto is_prose = [](const auto& decision) { return decision.is_free_text(); };
  const auto prose = std::count_if(inputs.decisions.begin(), inputs.decisions.end(), is_prose);
  const bool read_by_critic = std::any_of(inputs.reports.begin(), inputs.reports.end(),
                                          [](const auto& r) { return model::judges_criteria(r.critic); });
  if (prose > 0 && !read_by_critic)
    answer.notes.push_back(cat(plural(static_cast<std::uint64_t>(prose), "locked decision"),
                               " can only be read, and no critic's report was handed over"));
  inputs.reports.insert(inputs.reports.begin(), std::move(own));
  answer.report = judge::merge(frame, std::move(inputs.reports));
  judge::detect_stuck(answer.report, inputs.past, input.max_rounds);
  return answer;
}

Result<CriticAnswer> criticise_commit(const WorkContext& context, const CriticInput& input,
                                      const CriticCommit& commit) {
  TRY_ASSIGN(auto inputs, read_inputs(input));
  model::Task task;
  task.id = model::TaskId(!input.task.empty() ? input.task : inputs.task.id.empty() ? "task" : inputs.task.id);
  task.name = inputs.task.name;
  task.round = input.round;
  task.success_criteria = inputs.task.criteria;
  task.files_modified = inputs.task.files_modified;
  Candidate candidate{commit.commit, {}, commit.base};
  TRY_ASSIGN(candidate.tree, git::tree_of(context.repository, commit.commit));
  TRY(read_reports(input, {task.id.text, input.round, {}}, inputs));
  ExamineRequest request;
  request.reports = std::move(inputs.reports);
  request.test_commands = commit.verify_commands;
  request.decisions = std::move(inputs.decisions);
  request.without_criteria = ExamineRequest::WithoutCriteria::finding;
  request.plan_file = input.plan.name;
  CriticAnswer answer;
  TRY_ASSIGN(answer.report, examine_task(context, task, candidate, request));
  judge::detect_stuck(answer.report, inputs.past, input.max_rounds);
  return answer;
}

}  // namespace assay::engine
