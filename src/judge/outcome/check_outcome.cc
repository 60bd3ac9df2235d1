#include "judge/outcome/check_outcome.h"

#include "base/names.h"
#include "base/text.h"
#include "judge/outcome/log_rules.h"

namespace assay::judge {

namespace {

constexpr std::string_view k_proofs[] = {"passed", "failed", "not_run"};

void count_tests(const logs::Facts& facts, CheckOutcome& out) {
  for (const auto& run : facts.runs) {
    if (!run.summary || runner_class(run.runner) != logs::RunnerClass::test) continue;
    out.tests_passed += run.counts.passed;
    out.tests_failed += run.counts.failed + run.counts.errors;
    out.tests_skipped += run.counts.skipped;
  }
}

const model::Finding* first_of(const std::vector<model::Finding>& findings, model::Severity severity) {
  for (const auto& finding : findings) {
    if (finding.severity == severity) return &finding;
  }
  return nullptr;
}

}  // namespace

std::string_view name(Proof proof) { return name_in(k_proofs, proof); }

CheckOutcome judge_check(const CommandRun& run) {
  CheckOutcome out;
  judge_commands({run}, out.findings);
  count_tests(run.log, out);
  const auto* broken = first_of(out.findings, model::Severity::must_fix);
  if (broken != nullptr) {
    out.proof = broken->rule == "run.not-started" ? Proof::not_run : Proof::failed;
    out.reason = broken->message;
  } else if (!is_positive(run)) {
    out.proof = Proof::failed;
    out.reason = "It exited with code 0 but ran no tests, which proves nothing.";
  } else {
    out.proof = Proof::passed;
  }
  return out;
}

model::Finding rewrote_files(std::string_view command, const std::vector<std::string>& paths) {
  constexpr size_t k_named = 5;
  constexpr size_t k_places = 20;
  model::Finding out;
  out.rule = "run.rewrote-files";
  out.severity = model::Severity::must_fix;
  std::vector<std::string> named;
  for (size_t i = 0; i < paths.size() && i < k_places; ++i) {
    model::Span span;
    span.path = excerpt(to_utf8(paths[i]), 300);
    span.text = span.path;
    if (i < k_named) named.push_back(span.path);
    out.spans.push_back(std::move(span));
  }
  out.more = paths.size() - out.spans.size();
  out.evidence = out.spans.front().text;
  out.message =
      cat("`", excerpt(command, 120), "` changed ", plural(paths.size(), "file"), " that it checks (",
          join(named, ", "), paths.size() > k_named ? ", …" : "",
          "), so it says nothing of what would land. Let it only look (--check, --dry-run), or write elsewhere.");
  return out;
}

}  // namespace assay::judge
