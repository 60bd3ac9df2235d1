#include "judge/outcome/waive.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/outcome/judge.h"
#include "judge/rule_cases.h"

namespace assay::judge {

namespace {

using model::RuleLevel;
using model::Severity;

model::Finding skipped_in(std::vector<std::string> paths) {
  model::Finding out;
  out.rule = "tests.skipped";
  out.source = model::Source::diff;
  out.severity = Severity::must_fix;
  out.message = "Tests were switched off.";
  for (auto& path : paths) {
    model::Span span;
    span.source = model::Source::diff;
    span.path = std::move(path);
    span.file_line = 3;
    span.text = "it.skip('adds')";
    out.spans.push_back(std::move(span));
  }
  return out;
}

model::Waiver waiver(std::string rule, std::string path = "", std::string finding = "") {
  model::Waiver out;
  out.rule = std::move(rule);
  out.path = std::move(path);
  out.finding = std::move(finding);
  out.reason = "agreed";
  out.by = "anna";
  out.until = "2026-12-31";
  out.where = "assay.toml: [[waive]] 1";
  return out;
}

Judged applied(std::vector<model::Finding> findings, RulesInForce rules) {
  if (rules.today.empty()) rules.today = "2026-06-18";
  return apply_rules(std::move(findings), rules, {}, {"a/x.js", "b/y.js"});
}

std::vector<std::string> rules_of(const std::vector<model::Finding>& findings) {
  std::vector<std::string> out;
  for (const auto& finding : findings) out.push_back(finding.rule);
  return out;
}
using Rules_ = std::vector<std::string>;

TEST(Waive, IdFollowsAFindingWhileLinesShiftAndNotWhenAPlaceIsAdded) {
  auto finding = skipped_in({"a/x.js"});
  const auto id = model::finding_id(finding);
  EXPECT_TRUE(model::is_finding_id(id)) << id;
  finding.spans[0].file_line = 900;
  finding.message = "Tests were switched off again.";
  EXPECT_EQ(model::finding_id(finding), id);
  EXPECT_NE(model::finding_id(skipped_in({"a/x.js", "b/y.js"})), id);
  EXPECT_NE(model::finding_id(skipped_in({"b/y.js"})), id);
  finding.severity = Severity::should_fix;
  EXPECT_NE(model::finding_id(finding), id) << "what was a warning when it was waived blocks now";
}

TEST(Waive, SettingsSwitchOffAndChangeSeverity) {
  RulesInForce rules;
  rules.policy.settings = {{"tests.*", RuleLevel::note, {}}, {"tests.skipped", RuleLevel::off, {}}};
  auto other = skipped_in({"a/x.js"});
  other.rule = "tests.deleted";
  const auto judged = applied({skipped_in({"a/x.js"}), other}, rules);
  ASSERT_EQ(judged.findings.size(), 1u);
  EXPECT_EQ(judged.findings[0].rule, "tests.deleted");
  EXPECT_EQ(judged.findings[0].severity, Severity::note);
  ASSERT_EQ(judged.switched_off.size(), 1u);
  EXPECT_EQ(judged.switched_off[0].rule, "tests.skipped");
}

TEST(Waive, APathTakesOnlyItsPlaces) {
  RulesInForce rules;
  rules.policy.waivers = {waiver("tests.skipped", "a/**")};
  const auto judged = applied({skipped_in({"a/x.js", "b/y.js", "ab/z.js"})}, rules);
  ASSERT_EQ(judged.findings.size(), 1u);
  EXPECT_EQ(judged.findings[0].severity, Severity::must_fix);
  ASSERT_EQ(judged.findings[0].spans.size(), 2u);
  EXPECT_EQ(judged.findings[0].spans[0].path, "b/y.js");
  ASSERT_EQ(judged.waived.size(), 1u);
  EXPECT_EQ(judged.waived[0].finding.spans.size(), 1u);
  EXPECT_EQ(judged.waived[0].waiver.by, "anna");
}

TEST(Waive, APathDoesNotCoverPlacesThatWereLeftOut) {
  RulesInForce rules;
  rules.policy.waivers = {waiver("tests.skipped", "a/**")};
  auto finding = skipped_in({"a/x.js"});
  finding.more = 4;
  const auto judged = applied({finding}, rules);
  ASSERT_EQ(judged.findings.size(), 1u);
  EXPECT_EQ(judged.findings[0].more, 4u);
}

TEST(Waive, IgnoredPathsAreNotLookedAt) {
  RulesInForce rules;
  rules.policy.settings = {{"tests.skipped", std::nullopt, {"a/**"}}};
  EXPECT_TRUE(applied({skipped_in({"a/x.js"})}, rules).findings.empty());
  EXPECT_EQ(applied({skipped_in({"a/x.js", "b/y.js"})}, rules).findings.front().spans.size(), 1u);
}

TEST(Waive, ByIdOfTheWholeAndOfWhatIsLeft) {
  const auto whole = skipped_in({"a/x.js", "b/y.js"});
  RulesInForce rules;
  rules.policy.waivers = {waiver("", "", model::finding_id(whole))};
  EXPECT_TRUE(applied({whole}, rules).findings.empty());
  rules.policy.waivers = {waiver("tests.skipped", "a/**"), waiver("", "", model::finding_id(skipped_in({"b/y.js"})))};
  EXPECT_TRUE(applied({whole}, rules).findings.empty());
  rules.policy.waivers = {waiver("", "", model::finding_id(skipped_in({"a/x.js"})))};
  EXPECT_EQ(rules_of(applied({whole}, rules).findings), (Rules_{"tests.skipped", "waiver.unused"}));
}

TEST(Waive, AnExpiredOneHasNoEffectAndIsNamed) {
  RulesInForce rules;
  rules.today = "2027-01-01";
  rules.policy.waivers = {waiver("tests.skipped")};
  const auto judged = applied({skipped_in({"a/x.js"})}, rules);
  EXPECT_EQ(rules_of(judged.findings), (Rules_{"tests.skipped", "waiver.expired"}));
  EXPECT_EQ(judged.findings[1].severity, Severity::note);
  EXPECT_TRUE(contains(judged.findings[1].message, "ended on 2026-12-31")) << judged.findings[1].message;
  rules.today = "2026-12-31";
  EXPECT_TRUE(applied({skipped_in({"a/x.js"})}, rules).findings.empty()) << "the last day is one of its days";
}

TEST(Waive, AnUnusedOneIsNamedWhereTheChangeTouchesItsFiles) {
  RulesInForce rules;
  rules.policy.waivers = {waiver("tests.skipped", "a/**"), waiver("tests.skipped", "elsewhere/**")};
  const auto judged = applied({}, rules);
  ASSERT_EQ(rules_of(judged.findings), Rules_{"waiver.unused"});
  EXPECT_TRUE(contains(judged.findings[0].message, "tests.skipped in a/**"));
}

TEST(Waive, SomeFindingsAreNeverWaived) {
  model::Finding rest;
  rest.rule = "system.more-findings";
  rest.severity = Severity::must_fix;
  rest.message = "9 further findings left out.";
  RulesInForce rules;
  rules.policy.waivers = {waiver("", "", model::finding_id(rest))};
  EXPECT_EQ(applied({rest}, rules).findings.front().rule, "system.more-findings");
}

TEST(Waive, KnownPlacesCountOnce) {
  const KnownPlace place{"tests.skipped", "a/x.js", digest_of_place("it.skip('adds')"), 1};
  RulesInForce rules;
  rules.known = {place};
  const auto judged = applied({skipped_in({"a/x.js"})}, rules);
  EXPECT_TRUE(judged.findings.empty());
  EXPECT_EQ(judged.known.size(), 1u);
  EXPECT_EQ(applied({skipped_in({"a/x.js", "a/x.js"})}, rules).findings.front().spans.size(), 1u);
  auto failed = skipped_in({"a/x.js"});
  failed.rule = "run.failed";
  rules.known[0].rule = "run.failed";
  EXPECT_FALSE(applied({failed}, rules).findings.empty()) << "a failed run is never taken as known";
}

// ---- in a whole check

constexpr std::string_view k_marked = R"( // assay: allow tests.skipped needs the GPU
-it('adds', () => {
+it.skip('adds', () => {
   expect(add(1, 2)).toBe(3);
 });
)";

Result<model::Check> judged(std::string_view diff_text, const RulesInForce& rules) {
  TextSource source(diff_text);
  TRY_ASSIGN(const auto change, read_change(source));
  Inputs inputs;
  inputs.task = "Add numbers.";
  inputs.change = change.get();
  inputs.rules = rules;
  return judge(inputs);
}

bool blocks_by(const model::Check& check, std::string_view rule) {
  const auto& list = check.verdict.must_fix;
  return std::any_of(list.begin(), list.end(), [&](const auto& finding) { return finding.rule == rule; });
}

TEST(Waive, AMarkOfTheBaseCountsWhereTheBaseAllowsMarks) {
  RulesInForce rules;
  const auto diff = change("test/add.test.js", k_marked);
  EXPECT_TRUE(blocks_by(*judged(diff, rules), "tests.skipped"));
  rules.policy.inline_marks = true;
  const auto check = judged(diff, rules);
  ASSERT_TRUE(check);
  EXPECT_FALSE(blocks_by(*check, "tests.skipped"));
  ASSERT_EQ(check->waived.size(), 1u);
  EXPECT_EQ(check->waived[0].waiver.origin, model::WaiverOrigin::source);
  EXPECT_EQ(check->waived[0].waiver.reason, "needs the GPU");
  EXPECT_TRUE(contains(check->verdict.summary, "1 finding waived.")) << check->verdict.summary;
}

TEST(Waive, AMarkThatTheChangeAddsIsAFindingAndNothingElse) {
  RulesInForce rules;
  rules.policy.inline_marks = true;
  const auto check =
      judged(change("test/add.test.js", replace_all(std::string(k_marked), " // assay", "+// assay")), rules);
  ASSERT_TRUE(check);
  EXPECT_TRUE(blocks_by(*check, "tests.skipped"));
  EXPECT_TRUE(check->waived.empty());
  EXPECT_TRUE(contains(join(rules_of(check->verdict.should_fix), " "), "waiver.by-the-change"));
}

TEST(Waive, AMarkIsForItsOwnLineAndTheNext) {
  RulesInForce rules;
  rules.policy.inline_marks = true;
  const auto away = change("test/add.test.js", R"( // assay: allow tests.skipped needs the GPU
 const x = 1;
-it('adds', () => {
+it.skip('adds', () => {
   expect(add(1, 2)).toBe(3);
 });
)");
  EXPECT_TRUE(blocks_by(*judged(away, rules), "tests.skipped"));
  const auto other = change("test/add.test.js", replace_all(std::string(k_marked), "tests.skipped", "tests.deleted"));
  EXPECT_TRUE(blocks_by(*judged(other, rules), "tests.skipped"));
  const auto bare = change("test/add.test.js", replace_all(std::string(k_marked), " needs the GPU", ""));
  const auto check = judged(bare, rules);
  EXPECT_TRUE(blocks_by(*check, "tests.skipped"));
  EXPECT_TRUE(contains(join(rules_of(check->verdict.notes), " "), "waiver.no-reason"));
}

TEST(Waive, AWaivedNeedForEvidenceIsNotAskedForAgain) {
  RulesInForce rules;
  const auto diff = change("src/add.js", "-const a = 1;\n+const a = 2;\n");
  EXPECT_EQ(judged(diff, rules)->verdict.decision, model::Decision::needs_context);
  rules.policy.waivers = {waiver("context.no-evidence")};
  const auto check = judged(diff, rules);
  EXPECT_EQ(check->verdict.decision, model::Decision::open_pr);
  EXPECT_EQ(check->waived.size(), 1u);
}

}  // namespace

}  // namespace assay::judge
