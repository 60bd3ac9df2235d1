#include "judge/outcome/test_proof.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "judge/outcome/check_outcome.h"
#include "judge/outcome/test_name.h"

namespace assay::judge {

namespace {

using model::ProvenTest;
using model::TestProof;

constexpr size_t k_tests_most = 200;

std::string_view first_part_of_name(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);  // the whole where there is none
  return path.substr(0, path.find('.'));
}

bool comes_from(std::string_view test, const ChangedTestFile& file) {
  if (contains(test, file.path)) return true;
  const auto own = own_name(test);
  if (own.size() >= 3 && find_word(file.content, own) != std::string_view::npos) return true;
  const auto stem = first_part_of_name(file.path);
  return stem.size() >= 4 && find_word(test, stem) != std::string_view::npos;
}

bool is_changed(std::string_view test, const std::vector<ChangedTestFile>& files) {
  return std::any_of(files.begin(), files.end(), [&](const auto& file) { return comes_from(test, file); });
}

using Outcomes = std::map<std::string, logs::Outcome, std::less<>>;

Outcomes outcomes_of(const logs::Facts& facts) {
  Outcomes out;
  for (const auto& named : facts.named) {
    const auto [at, is_new] = out.emplace(named.name, named.outcome);
    if (!is_new && named.outcome == logs::Outcome::failed) at->second = named.outcome;
  }
  return out;
}

ProvenTest compare(const std::string& test, const Outcomes& before, Proof whole_before) {
  const auto found = before.find(test);
  if (found == before.end()) {
    if (whole_before == Proof::passed) return {test, TestProof::indeterminate, "it did not run on the code before"};
    return {test, TestProof::invalid, "it could not be run on the code before"};
  }
  switch (found->second) {
    case logs::Outcome::failed: return {test, TestProof::discriminating, "fails before the change, passes after it"};
    case logs::Outcome::passed: return {test, TestProof::always_green, "passes before the change too"};
    case logs::Outcome::skipped: break;
  }
  return {test, TestProof::indeterminate, "it was skipped on the code before"};
}

ProvenTest compare_whole(std::string_view title, const CheckOutcome& before) {
  const std::string name(title);
  if (before.proof == Proof::passed) return {name, TestProof::always_green, "the run passes before the change too"};
  if (before.proof == Proof::not_run) return {name, TestProof::invalid, before.reason};
  if (before.tests_failed > 0) {
    return {name, TestProof::discriminating, "the run fails before the change, passes after it"};
  }
  return {name, TestProof::invalid, "the run breaks before any test on the code before"};
}

}  // namespace

std::vector<ProvenTest> prove_tests(const CommandRun& after, const CommandRun& before,
                                    const std::vector<ChangedTestFile>& files, std::string_view title) {
  const auto now = judge_check(after);
  if (files.empty() || now.tests_passed == 0) return {};
  const auto then = judge_check(before);
  const auto outcomes = outcomes_of(before.log);
  std::vector<ProvenTest> out;
  for (const auto& named : after.log.named) {
    if (out.size() >= k_tests_most) break;
    if (named.outcome != logs::Outcome::passed || !is_changed(named.name, files)) continue;
    out.push_back(compare(named.name, outcomes, then.proof));
  }
  if (out.empty()) out.push_back(compare_whole(title, then));
  return out;
}

}  // namespace assay::judge
