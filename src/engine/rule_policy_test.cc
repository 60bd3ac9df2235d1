#include "engine/rule_policy.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::engine {

namespace {

using model::RuleLevel;

std::string fault_in(std::string_view text) {
  const auto policy = parse_rule_policy(text, "assay.toml");
  return policy ? std::string() : policy.error().message;
}

std::string waiver_with(std::string_view lines) {
  return cat("[[waive]]\nreason = \"agreed\"\nby = \"anna\"\nuntil = \"2026-12-31\"\n", lines);
}

TEST(RulePolicy, ReadsOneRuleAFamilyAndPaths) {
  const auto policy = parse_rule_policy(R"([rules]
inline = true
tests.skipped = "off"
"code.*" = "note"
secrets = { ignore = ["fixtures/**"] }
intent.not-mentioned = { severity = "must_fix", ignore = ["docs/**", "*.md"] }
report.words.not-run = "note"
log.pytest.failed = "should_fix"
)",
                                        "assay.toml");
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_TRUE(policy->inline_marks);
  const std::vector<model::RuleSetting> wanted = {
      {"tests.skipped", RuleLevel::off, {}},         {"code.*", RuleLevel::note, {}},
      {"secrets.*", std::nullopt, {"fixtures/**"}},  {"intent.not-mentioned", RuleLevel::must_fix, {"docs/**", "*.md"}},
      {"report.words.not-run", RuleLevel::note, {}}, {"log.pytest.failed", RuleLevel::should_fix, {}},
  };
  for (const auto& setting : wanted) {
    EXPECT_NE(std::find(policy->settings.begin(), policy->settings.end(), setting), policy->settings.end())
        << setting.rule;
  }
  EXPECT_EQ(policy->settings.size(), wanted.size());
}

TEST(RulePolicy, NamesTheNearestRule) {
  EXPECT_EQ(fault_in("[rules]\ntests.skiped = \"off\"\n"),
            "assay.toml: [rules]: no rule is called \"tests.skiped\"; did you mean tests.skipped?");
  EXPECT_TRUE(contains(fault_in("[rules]\n\"*\" = \"off\"\n"), "no rule is called \"*\""));
  EXPECT_TRUE(contains(fault_in("[rules]\n\"\" = \"off\"\n"), "no rule is called"));
  EXPECT_TRUE(contains(fault_in("[rules]\ntests.skipped = \"ignore\"\n"), "must be \"off\", \"note\""));
  EXPECT_TRUE(contains(fault_in("[rules]\ntests.skipped = { severity = \"off\", path = \"x\" }\n"), "path"));
}

TEST(RulePolicy, RefusesToSwitchOffWhatSaysThatARunFailed) {
  EXPECT_EQ(
      fault_in("[rules]\nrun.failed = \"off\"\n"),
      "assay.toml: [rules] \"run.failed\": run.failed cannot be switched off: it says that a command failed; waive "
      "the finding, or repair the command");
  for (const auto* rules : {"\"run.*\" = \"off\"", "run = \"note\"", "context.no-evidence = \"off\"",
                            "law.changed = { ignore = [\"assay.toml\"] }", "waiver.expired = \"off\"",
                            "config = \"off\"", "system = \"off\""}) {
    EXPECT_TRUE(contains(fault_in(cat("[rules]\n", rules, "\n")), "cannot be switched off")) << rules;
  }
  EXPECT_EQ(fault_in("[rules]\nrun.no-report = \"off\"\nrun.failed-before = \"must_fix\"\n"), "");
}

TEST(RulePolicy, ReadsWaivers) {
  const auto policy = parse_rule_policy(cat(waiver_with("rule = \"tests.skipped\"\npath = \"test/gpu/**\"\n"),
                                            waiver_with("finding = \"f-0123456789ab\"\n")),
                                        "assay.toml");
  ASSERT_TRUE(policy) << policy.error().message;
  ASSERT_EQ(policy->waivers.size(), 2u);
  EXPECT_EQ(model::subject_of(policy->waivers[0]), "tests.skipped in test/gpu/**");
  EXPECT_EQ(model::describe(policy->waivers[0]), "anna until 2026-12-31: agreed");
  EXPECT_EQ(policy->waivers[1].where, "assay.toml: [[waive]] 2");
}

TEST(RulePolicy, RefusesWaiversThatSayTooLittleOrTooMuch) {
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {waiver_with(""), "names a rule"},
      {waiver_with("rule = \"tests.skipped\"\nfinding = \"f-0123456789ab\"\n"), "names a rule"},
      {waiver_with("rule = \"*\"\n"), "no rule is called"},
      {waiver_with("rule = \"tests.skipped\"\npath = \"**\"\n"), "means every file"},
      {waiver_with("rule = \"tests.skipped\"\npath = \"**/*\"\n"), "means every file"},
      {waiver_with("rule = \"tests.skipped\"\npath = \"../other\"\n"), "not a path in the repository"},
      {waiver_with("rule = \"tests.skipped\"\npath = \"/etc\"\n"), "not a path in the repository"},
      {waiver_with("rule = \"context.no-diff\"\n"), "cannot be waived"},
      {waiver_with("rule = \"system.more-findings\"\n"), "cannot be waived"},
      {waiver_with("finding = \"f-1\"\n"), "not the id of a finding"},
      {"[[waive]]\nrule = \"tests.skipped\"\nby = \"anna\"\nuntil = \"2026-12-31\"\n", "needs reason"},
      {"[[waive]]\nrule = \"tests.skipped\"\nreason = \"  \"\nby = \"anna\"\nuntil = \"2026-12-31\"\n", "needs reason"},
      {"[[waive]]\nrule = \"tests.skipped\"\nreason = \"x\"\nuntil = \"2026-12-31\"\n", "needs name (by)"},
      {"[[waive]]\nrule = \"tests.skipped\"\nreason = \"x\"\nby = \"anna\"\n", "needs until"},
      {"[[waive]]\nrule = \"tests.skipped\"\nreason = \"x\"\nby = \"anna\"\nuntil = \"2026-02-31\"\n", "must be a day"},
      {"[[waive]]\nrule = \"tests.skipped\"\nreason = \"a\\u001b[2Jb\"\nby = \"anna\"\nuntil = \"2026-12-31\"\n",
       "control characters"},
      {"[[waive]]\nrule = \"tests.skipped\"\nreason = \"a\\nb\"\nby = \"anna\"\nuntil = \"2026-12-31\"\n", "one line"},
      {cat("[[waive]]\nrule = \"tests.skipped\"\nreason = \"", std::string(501, 'x'),
           "\"\nby = \"anna\"\nuntil = \"2026-12-31\"\n"),
       "at most 500 bytes"},
      {"[waive]\nrule = \"tests.skipped\"\n", "write [[waive]]"},
  };
  for (const auto& c : cases) EXPECT_TRUE(contains(fault_in(c.text), c.part)) << c.text << "\n" << fault_in(c.text);
}

}  // namespace

}  // namespace assay::engine
