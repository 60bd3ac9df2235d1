#include "judge/outcome/proof_rules.h"

#include <algorithm>

#include "base/redact.h"
#include "base/text.h"
#include "judge/task_kind.h"

namespace assay::judge {

namespace {

using model::HunkProof;
using model::Severity;
using model::TestProof;

constexpr size_t k_named = 5;    // in a message
constexpr size_t k_places = 20;  // of a finding

model::Finding finding_of(std::string rule, Severity severity, std::string message) {
  model::Finding out;
  out.rule = std::move(rule);
  out.source = model::Source::verify_logs;
  out.severity = severity;
  out.message = std::move(message);
  return out;
}

std::string list_of(std::vector<std::string> names) {
  const size_t more = names.size() > k_named ? names.size() - k_named : 0;
  names.resize(names.size() - more);
  return cat(join(names, ", "), more > 0 ? cat(" and ", more, " more") : std::string());
}

std::string names_of(const model::Proof& proof, TestProof kind) {
  std::vector<std::string> names;
  for (const auto& test : proof.tests) {
    if (test.proof == kind) names.push_back(excerpt(test.test, 120));
  }
  return list_of(std::move(names));
}

model::Span span_of_hunk(const model::ProvenHunk& hunk) {
  model::Span span;
  span.source = model::Source::diff;
  span.path = to_utf8(hunk.path);
  span.file_line = hunk.first;
  span.text = redact(excerpt(hunk.detail, 200));
  return span;
}

void add_places(const model::Proof& proof, HunkProof kind, model::Finding& finding) {
  for (const auto& hunk : proof.hunks) {
    if (hunk.proof != kind) continue;
    if (finding.spans.size() < k_places)
      finding.spans.push_back(span_of_hunk(hunk));
    else
      ++finding.more;
  }
  if (!finding.spans.empty()) finding.evidence = cat(finding.spans.front().path, ":", finding.spans.front().file_line);
}

bool is_layout(const model::ProvenHunk& hunk) {
  if (hunk.proof != HunkProof::nothing_to_prove) return false;
  constexpr std::string_view k_of_layout[] = {"comment", "white space", "blank", "document", "format"};
  return std::any_of(std::begin(k_of_layout), std::end(k_of_layout),
                     [&](std::string_view word) { return contains(hunk.detail, word); });
}

// New names that nobody asked for do nothing else.
bool is_rename_unasked(const model::ProvenHunk& hunk, const TaskView& task) {
  if (hunk.proof != HunkProof::nothing_to_prove || !hunk.detail.starts_with("only a rename: ")) return false;
  const auto parts = split(hunk.detail, '`');
  for (size_t i = 3; i < parts.size(); i += 4) {  // "`people` to `guests`, …"
    const auto common = task.in_common(parts[i]);
    if (ifind_word(task.text, parts[i]) != std::string_view::npos || common.shared > 0) return false;
  }
  return true;
}

// Why no test shows a difference, where there are new or changed ones.
std::string why_tests_show_nothing(const model::Proof& proof) {
  const auto green = count_of(proof, TestProof::always_green);
  if (green == proof.tests.size()) {
    return cat(green == 1 ? "The new or changed test passes" : cat("All ", green, " new or changed tests pass"),
               " on the code before the change as well (", names_of(proof, TestProof::always_green), ")");
  }
  const auto& other = *std::find_if(proof.tests.begin(), proof.tests.end(),
                                    [](const auto& test) { return test.proof != TestProof::always_green; });
  return cat("No new or changed test is known to fail on the code before the change (", excerpt(other.test, 120), ": ",
             other.detail, ")");
}

// Behaviour was asked for, and comments came, or tests alone; all passes without them.
bool judge_nothing_done(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& out) {
  if ((proof.hunks.empty() && proof.tests.empty()) || proof.other_changes) return false;
  if (proof.hunks.empty() && task.about_tests) return false;
  if (proof.tests.empty() && is_about_words(task, true)) return false;
  const auto does_nothing = [&](const auto& hunk) { return is_layout(hunk) || is_rename_unasked(hunk, task); };
  if (!std::all_of(proof.hunks.begin(), proof.hunks.end(), does_nothing)) return false;
  if (count_of(proof, TestProof::always_green) != proof.tests.size() || !proof.mended.empty()) return false;
  const bool renames = !std::all_of(proof.hunks.begin(), proof.hunks.end(), is_layout);
  const auto what = proof.hunks.empty() ? std::string("Only tests change. ")
                    : renames           ? std::string("Of the code only names change, which nobody asked for. ")
                                        : std::string("Of the code only comments and layout change. ");
  const auto tests = proof.tests.empty() ? std::string("No test changes") : why_tests_show_nothing(proof);
  auto finding = finding_of(renames ? std::string(k_nothing_proven) : "proof.nothing-done",
                            renames ? Severity::should_fix : Severity::must_fix,
                            cat(what, tests, ": nothing of what was asked is done."));
  add_places(proof, HunkProof::nothing_to_prove, finding);
  out.push_back(std::move(finding));
  return true;
}

// Tests fail without what is new, but only because it is not there: no matter what it does, they pass.
bool judge_judgement(const model::Proof& proof, bool matters, std::vector<model::Finding>& out) {
  const bool only_names =
      !matters && !proof.other_changes && std::all_of(proof.tests.begin(), proof.tests.end(), [](const auto& test) {
        return test.proof != TestProof::discriminating || test.lacks_own;
      });
  if (judges_the_difference(proof) && !(only_names && proof.mended.empty())) return false;
  auto finding =
      finding_of(std::string(k_nothing_proven), Severity::should_fix,
                 cat("On the code before, the new or changed tests fail only for want of what the change brings (",
                     names_of(proof, TestProof::discriminating),
                     "), and none of them notices when that is broken. Let them ", "assert what it should do."));
  add_places(proof, HunkProof::unproven, finding);
  out.push_back(std::move(finding));
  return true;
}

// True: something was found.
bool judge_difference(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& out) {
  const bool matters = std::any_of(proof.hunks.begin(), proof.hunks.end(), [&](const auto& hunk) {
    return hunk.proof != HunkProof::nothing_to_prove && !(hunk.removes && task.removes);
  });
  if (!matters && proof.tests.empty()) return false;
  if (shows_a_difference(proof)) return judge_judgement(proof, matters, out);
  std::string message =
      proof.tests.empty()
          ? "No test fails on the code before the change and passes now, so the same would be seen without it. Add a "
            "test that fails without the change."
          : cat(why_tests_show_nothing(proof), ", so the same would be seen without the change. Let a test fail on ",
                "the code before it.");
  auto finding = finding_of(std::string(k_nothing_proven), Severity::should_fix, std::move(message));
  for (const auto kind : {HunkProof::unproven, HunkProof::not_tried, HunkProof::proven})
    add_places(proof, kind, finding);
  out.push_back(std::move(finding));
  return true;
}

void judge_pieces(const model::Proof& proof, std::vector<model::Finding>& out) {
  std::vector<std::string> places;
  for (const auto& hunk : proof.hunks) {
    if (hunk.proof == HunkProof::unproven && !hunk.removes)
      places.push_back(cat(to_utf8(hunk.path), ":", hunk.first, " (", excerpt(hunk.detail, 120), ")"));
  }
  if (places.empty()) return;
  const auto count = places.size() == 1 ? std::string("a piece") : plural(places.size(), "piece");
  auto finding = finding_of("proof.unproven", Severity::should_fix,
                            cat("No test judges ", count, " of the change: ", list_of(std::move(places)), "."));
  add_places(proof, HunkProof::unproven, finding);
  out.push_back(std::move(finding));
}

// Of a task that asks for something and wants the rest as it is: does the old test speak of what is asked for?
bool is_of_task(const model::OldExpectation& old, const TaskView& task) {
  for (const auto& text : {old.test, old.before, old.after}) {
    if (task.in_common(text).shared > 0) return true;
  }
  return false;
}

void judge_old_expectations(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& out) {
  const bool asks = asks_for_behaviour(task);
  std::vector<std::string> names;
  std::string evidence;
  for (const auto& old : proof.old_expectations) {
    if (asks && is_of_task(old, task)) continue;
    if (names.empty()) evidence = old.detail;
    names.push_back(excerpt(old.test, 120));
  }
  if (names.empty()) return;
  const auto what =
      cat(plural(names.size(), "old expectation"), names.size() == 1 ? " no longer holds: " : " no longer hold: ");
  auto finding = finding_of(
      "proof.behaviour-changed", Severity::must_fix,
      cat("The task says that ", asks ? "all other behaviour" : "behaviour", " stays, and ", what,
          list_of(std::move(names)),
          ". The tests were edited to agree; restore them and keep the behaviour, or let the task say otherwise."));
  finding.evidence = evidence;
  out.push_back(std::move(finding));
}

void judge_flaky(const model::Proof& proof, std::vector<model::Finding>& out) {
  if (count_of(proof, TestProof::flaky) == 0) return;
  out.push_back(finding_of("proof.flaky", Severity::should_fix,
                           cat("A new or changed test passed on the change once and failed once: ",
                               names_of(proof, TestProof::flaky), ".")));
}

// What the task itself tells apart is no special case.
bool is_named_by(const TaskView& task, const model::SpecialCase& special) {
  if (ifind_word(task.text, special.value) != std::string_view::npos) return true;
  constexpr std::string_view k_numbers[] = {"two", "three", "four", "five", "six", "seven", "eight"};
  if (special.value.size() == 1 && special.value[0] >= '2' && special.value[0] <= '8' &&
      ifind_word(task.text, k_numbers[special.value[0] - '2']) != std::string_view::npos)
    return true;
  const auto common = task.in_common(special.value);
  return common.of > 0 && common.shared == common.of;
}

void judge_special_cases(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& out) {
  std::vector<std::string> places;
  std::vector<model::Span> spans;
  auto severity = Severity::should_fix;
  for (const auto& each : proof.special_cases) {
    if (is_named_by(task, each)) continue;
    places.push_back(cat(excerpt(each.shown, 60), " in ", to_utf8(each.path), ":", each.line,
                         each.test.empty() ? ", which no test notices" : cat(", for ", excerpt(each.test, 120))));
    if (each.odd && !each.test.empty()) severity = Severity::must_fix;
    model::Span span;
    span.source = model::Source::diff;
    span.path = to_utf8(each.path);
    span.file_line = each.line;
    span.text = excerpt(each.shown, 200);
    spans.push_back(std::move(span));
  }
  if (places.empty()) return;
  auto finding = finding_of(
      "proof.special-case", severity,
      cat("The code knows ",
          places.size() == 1 ? "a value that only an old test uses: " : "values that only old tests use: ",
          list_of(std::move(places)),
          ". With another value in its place no test fails but such as passed before the change. Where task and tests "
          "disagree, say so instead."));
  finding.evidence = cat(spans.front().path, ":", spans.front().file_line);
  finding.spans = std::move(spans);
  out.push_back(std::move(finding));
}

}  // namespace

bool is_known_as_unproven(const model::Proof& proof, const std::vector<model::Finding>& findings) {
  return count_of(proof, TestProof::invalid) == 0 &&
         std::any_of(findings.begin(), findings.end(),
                     [](const model::Finding& finding) { return finding.rule == k_nothing_proven; });
}

void judge_proof(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& out) {
  if (proof.level == model::ProofLevel::off || !proof.unknown.empty() || trim(task.text).empty()) return;
  judge_flaky(proof, out);
  if (asks_for_behaviour(task)) {
    judge_special_cases(proof, task, out);
    if (keeps_the_rest(task.text)) judge_old_expectations(proof, task, out);
    if (!judge_nothing_done(proof, task, out) && !judge_difference(proof, task, out)) judge_pieces(proof, out);
    return;
  }
  if (!task.about_tests && !task.asks_to_change_expectations) judge_old_expectations(proof, task, out);
  // The code was there before in other words, watched as well or as badly as now; unless nobody watches at all.
  if (proof.noticed == 0) judge_pieces(proof, out);
}

}  // namespace assay::judge
