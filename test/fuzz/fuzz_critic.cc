// Plans in Markdown, contexts and critics' reports take any bytes. What is read is written so that it
// fits and reads back, no report makes more verdicts than the plan has criteria, and what a report
// alone says is never a pass: there is no ground under it.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json.h"
#include "judge/critic/check.h"
#include "judge/critic/decisions.h"
#include "judge/critic/manifests.h"
#include "judge/critic/merge.h"
#include "judge/critic/stuck.h"
#include "judge/finding_identity.h"
#include "plan/decisions.h"
#include "plan/markdown_plan.h"
#include "report/critic.h"

namespace {

using namespace assay;

void require(bool holds) {
  if (!holds) std::abort();
}

class NoGrounds : public judge::CandidateFacts {
 public:
  std::optional<std::string> line_of(std::string_view, std::uint64_t) const override { return std::nullopt; }
  std::optional<FileFacts> file(std::string_view) const override { return std::nullopt; }
  bool is_touched(std::string_view) const override { return false; }
  bool has_passed(std::string_view) const override { return false; }
};

void judge_report(std::string_view text, std::span<const model::SuccessCriterion> criteria) {
  auto reports = report::read_critic(text, "fuzz");
  if (!reports) return;
  for (auto& one : *reports) {
    judge::check_criteria(one, criteria);
    judge::hold_to_evidence(one, NoGrounds());
  }
  auto merged = judge::merge({"T", 1, "tree", criteria}, std::move(*reports));
  require(merged.criteria.size() == criteria.size());
  for (const auto& criterion : merged.criteria) require(criterion.verdict != model::CriterionVerdict::satisfied);
  judge::detect_stuck(merged, {}, 3);
  require(merged.findings.empty() == (merged.verdict == model::ReportVerdict::passed));
  const auto written = write_json(report::critic_json(merged));
  const auto back = report::read_merged(written, "back");
  require(!merged.task_id.empty() && back.has_value());
  require(write_json(report::critic_json(*back)) == written);
  require(judge::identity_of_all(back->findings) == judge::identity_of_all(merged.findings));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto plan = plan::read_markdown_plan(text, "fuzz.md", "");
  const auto decisions = plan::read_decisions(text, "fuzz.md");
  if (decisions) {
    TextSource diff(text);
    judge::ChangeQuestions questions;
    questions.decisions = *decisions;
    (void)judge::examine_change(diff, questions);
  }
  (void)plan::read_decisions(text, "fuzz.toml");
  for (const auto* path : {"package.json", "Cargo.toml", "pyproject.toml", "requirements.txt", "go.mod", "Gemfile",
                           "build.gradle", "pom.xml", "a.csproj", "mix.exs"})
    (void)judge::dependencies_in(path, text);
  (void)judge::read_citations(text);
  const std::vector<model::SuccessCriterion> none, one{{"SC-1", "claim", model::EvidenceKind::none, {}}};
  judge_report(text, none);
  judge_report(text, one);
  if (plan) judge_report(R"({"critic":"critic","task_id":"T","round":1})", plan->criteria);
  return 0;
}
