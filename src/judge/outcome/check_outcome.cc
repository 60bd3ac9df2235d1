#include "judge/outcome/check_outcome.h"

#include "base/names.h"
#include "base/text.h"
#include "judge/outcome/log_rules.h"
#include "judge/outcome/report_rules.h"

namespace assay::judge {

namespace {

constexpr std::string_view k_proofs[] = {"passed", "failed", "not_run"};

const model::Finding* first_of(const std::vector<model::Finding>& findings, model::Severity severity) {
  for (const auto& finding : findings) {
    if (finding.severity == severity) return &finding;
  }
  return nullptr;
}

std::string shown_path(const std::string& path) { return excerpt(to_utf8(path), 300); }

std::string first_of(const std::vector<std::string>& paths) {
  constexpr size_t k_named = 5;
  std::vector<std::string> named;
  for (size_t i = 0; i < paths.size() && i < k_named; ++i) named.push_back(shown_path(paths[i]));
  return cat(join(named, ", "), paths.size() > k_named ? ", …" : "");
}

model::Finding finding_of_paths(std::string rule, model::Severity severity, const std::vector<std::string>& paths) {
  constexpr size_t k_places = 20;
  model::Finding out;
  out.rule = std::move(rule);
  out.severity = severity;
  for (size_t i = 0; i < paths.size() && i < k_places; ++i) {
    model::Span span;
    span.path = shown_path(paths[i]);
    span.text = span.path;
    out.spans.push_back(std::move(span));
  }
  out.more = paths.size() - out.spans.size();
  out.evidence = out.spans.front().text;
  return out;
}

}  // namespace

std::string_view name(Proof proof) { return name_in(k_proofs, proof); }

CheckOutcome judge_check(const CommandRun& run) {
  CheckOutcome out;
  judge_commands({run}, {}, out.findings);
  const auto tests = tests_of(run);
  out.tests_passed = tests.passed;
  out.tests_failed = tests.failed;
  out.tests_skipped = tests.skipped;
  const auto* broken = first_of(out.findings, model::Severity::must_fix);
  if (broken != nullptr) {
    out.proof = Proof::failed;
    out.reason = broken->message;
  } else if (is_machine_trouble(run, nullptr)) {
    out.proof = Proof::not_run;
    out.reason = out.findings.front().message;
  } else if (!is_positive(run)) {
    out.proof = Proof::failed;
    out.reason = "It exited with code 0 but ran no tests, which proves nothing.";
  } else {
    out.proof = Proof::passed;
  }
  return out;
}

model::Finding rewrote_files(std::string_view command, const std::vector<std::string>& paths) {
  auto out = finding_of_paths("run.rewrote-files", model::Severity::must_fix, paths);
  out.message =
      cat("`", excerpt(command, 120), "` changed ", plural(paths.size(), "file"), " that it checks (", first_of(paths),
          "), so it says nothing of what would land. Let it only look (--check, --dry-run), or write elsewhere.");
  return out;
}

model::Finding put_back_files(std::string_view command, const std::vector<std::string>& paths) {
  auto out = finding_of_paths("run.rewrote-files", model::Severity::should_fix, paths);
  out.message = cat("`", excerpt(command, 120), "` wrote ", plural(paths.size(), "file"), " of code (", first_of(paths),
                    ") that are afterwards as they were before, so it is not known what its tests saw. Let it write "
                    "elsewhere.");
  return out;
}

model::Finding passed_alone() {
  model::Finding out;
  out.rule = "run.passed-alone";
  out.source = model::Source::verify_logs;
  out.severity = model::Severity::note;
  out.message =
      "The commands failed while the base ran at the same time, and passed when they were run again alone, which is "
      "what counts. `side_by_side = false` under [check] runs one after the other.";
  return out;
}

model::Finding ignored_files(const std::vector<std::string>& paths) {
  auto out = finding_of_paths("run.ignored-files", model::Severity::should_fix, paths);
  out.message = cat(plural(paths.size(), "file"), " that git ignores took part in the run (", first_of(paths),
                    "); what is merged runs without. `--clean` runs in a tree that holds the change alone.");
  return out;
}

model::Finding changed_dependencies(const std::vector<std::string>& paths) {
  auto out = finding_of_paths("run.changed-dependencies", model::Severity::should_fix, paths);
  out.message = cat(plural(paths.size(), "file"), " outside of the change took part in the run and ",
                    paths.size() == 1 ? "is" : "are", " not what the package or the source says (", first_of(paths),
                    "); what is merged runs without. Install the dependencies again, and remove old byte code.");
  return out;
}

}  // namespace assay::judge
