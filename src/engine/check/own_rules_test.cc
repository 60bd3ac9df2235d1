// Rules of a repository in real repositories: which of them count, and what becomes of wrong ones.
#include "engine/check/own_rules.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/check/rule_book.h"
#include "engine/check/workspace.h"
#include "git/scratch_repository.h"
#include "logs/reading/reader.h"
#include "os/files.h"

namespace assay::engine {
namespace {

constexpr std::string_view k_rule = R"toml(id = "own.no-print"
message = "print() in the product"
severity = "must_fix"
[[pattern]]
on = "added"
code = "print("
[[case]]
expect = "found"
path = "src/a.py"
diff = "+print(1)"
[[case]]
say = "it is not so"
expect = "found"
path = "src/a.py"
diff = "+log(1)"
)toml";

class OwnRules : public testing::Test {
 protected:
  void write(std::string_view path, std::string_view text) const {
    const auto full = m_scratch.path(path);
    ASSERT_TRUE(os::make_folders(os::parent_path(full)));
    ASSERT_TRUE(os::write_file(full, text));
  }
  std::string commit_rule(std::string_view text = k_rule, std::string_view name = "no-print.toml") const {
    write(cat(judge::k_own_folder, "/", name), text);
    return m_scratch.commit("true", "a rule");
  }
  std::string error_at(const std::string& commit, const model::RulePolicy& policy = {}) const {
    const auto rules = own_rules_of(m_scratch.repository(), commit, policy);
    return rules ? "" : rules.error().message;
  }
  // Rules that found something in the work tree as it is.
  Result<std::vector<std::string>> found() const {
    WorkspaceRequest request;
    request.workspace = m_scratch.root();
    request.intent = "Make it faster";
    request.infers_commands = false;
    TRY_ASSIGN(const auto result, check_workspace(request, {}, {}));
    std::vector<std::string> out;
    for (const auto* list : {&result.check.verdict.must_fix, &result.check.verdict.should_fix})
      for (const auto& finding : *list) out.push_back(finding.rule);
    return out;
  }
  bool finds(std::string_view rule) const {
    const auto all = found();
    EXPECT_TRUE(all) << all.error().message;
    return all && std::find(all->begin(), all->end(), rule) != all->end();
  }
  git::ScratchRepository m_scratch;
};

TEST_F(OwnRules, ThereAreNoneInMostRepositories) {
  const auto rules = own_rules_of(m_scratch.repository(), m_scratch.id("HEAD"), {});
  ASSERT_TRUE(rules) << rules.error().message;
  EXPECT_EQ(*rules, nullptr);
}

TEST_F(OwnRules, ThoseOfTheBaseCountAndNoOthers) {
  write("src/a.py", "print(1)\n");
  EXPECT_FALSE(finds("own.no-print"));
  write(".assay/rules/no-print.toml", k_rule);
  EXPECT_FALSE(finds("own.no-print"));
  EXPECT_TRUE(finds("config.policy-changed"));
  m_scratch.sh("rm src/a.py");
  commit_rule();
  write("src/a.py", "print(1)\n");
  EXPECT_TRUE(finds("own.no-print"));
  EXPECT_FALSE(finds("config.policy-changed"));
  m_scratch.sh("rm .assay/rules/no-print.toml");
  EXPECT_TRUE(finds("own.no-print"));
  EXPECT_TRUE(finds("config.policy-changed"));
}

TEST_F(OwnRules, AWrongOneIsAnErrorAndNeverOff) {
  const auto commit = commit_rule("id = \"own.no-print\"\nmessage = \"x\"\nseverity = \"bad\"\n");
  EXPECT_TRUE(error_at(commit).starts_with(".assay/rules/no-print.toml: line 3, column 1: ")) << error_at(commit);
  write("src/a.py", "print(1)\n");
  EXPECT_FALSE(found());
}

TEST_F(OwnRules, WhatLooksLikeARuleAndIsNoneIsAnError) {
  EXPECT_TRUE(contains(error_at(commit_rule(k_rule, "no-print.tml")), "ends in .toml"));
  m_scratch.sh("git rm -q -r .assay");
  EXPECT_TRUE(contains(error_at(commit_rule(k_rule, "python/no-print.toml")), "not in a folder below"));
  m_scratch.sh("git rm -q -r .assay");
  m_scratch.sh("mkdir -p .assay/rules; ln -s ../../a.txt .assay/rules/no-print.toml");
  EXPECT_TRUE(contains(error_at(m_scratch.commit("true")), "not a link"));
  m_scratch.sh("git rm -q -r .assay");
  commit_rule("# What these rules are for\n", "README.md");
  EXPECT_EQ(error_at(commit_rule()), "");
  m_scratch.sh("for n in $(seq 201); do printf x >.assay/rules/r$n.toml; done");
  EXPECT_TRUE(contains(error_at(m_scratch.commit("true")), "at most 200"));
}

TEST_F(OwnRules, ASettingOfARuleThatIsNotThereIsAnError) {
  const auto commit = commit_rule();
  model::RulePolicy policy;
  policy.settings.push_back({"own.no-print", model::RuleLevel::off, {}});
  policy.settings.push_back({"own.*", model::RuleLevel::note, {}});
  EXPECT_EQ(error_at(commit, policy), "");
  policy.settings.push_back({"own.no-prnt", model::RuleLevel::off, {}});
  EXPECT_TRUE(contains(error_at(commit, policy), "did you mean own.no-print?")) << error_at(commit, policy);
}

TEST_F(OwnRules, TheGateOfMissionsHoldsToThem) {
  const auto base = commit_rule();
  write("src/a.py", "print(1)\n");
  judge::CommandRun run;
  run.command = "pytest";
  run.exit_code = 0;
  run.log = logs::read_log_text("===== 1 passed in 0.01s =====\n");
  const GateInput input{base, m_scratch.commit("true"), "Make it faster", {run}, m_scratch.folder(),
                        {},   UnprovenWork::is_accepted};
  model::VerifiedCheck check;
  const auto done = judge_gate(m_scratch.repository(), input, GatePolicy::block, check);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(check.status, model::AcceptanceStatus::failed);
  EXPECT_TRUE(contains(check.reason, "print() in the product.")) << check.reason;
}

TEST_F(OwnRules, AreListedWithHowTheyStandAgainstTheBase) {
  const auto state = [&](std::string_view id) {
    const auto rule = find_rule(m_scratch.repository(), id);
    EXPECT_TRUE(rule) << rule.error().message;
    return rule ? name(rule->state) : "";
  };
  write(".assay/rules/no-print.toml", k_rule);
  EXPECT_EQ(state("own.no-print"), "new_here");
  commit_rule();
  EXPECT_EQ(state("own.no-print"), "in_force");
  write(".assay/rules/no-print.toml", cat(k_rule, "# more\n"));
  EXPECT_EQ(state("own.no-print"), "changed_here");
  write(".assay/rules/no-print.toml", "x");
  EXPECT_EQ(state("own.no-print"), "wrong");
  m_scratch.sh("rm .assay/rules/no-print.toml");
  EXPECT_EQ(state("own.no-print"), "removed_here");
  const auto ours = find_rule(m_scratch.repository(), "tests.skipped");
  ASSERT_TRUE(ours) << ours.error().message;
  EXPECT_EQ(ours->summary, "a test that ran before is skipped");
  EXPECT_FALSE(find_rule(m_scratch.repository(), "tests.skiped"));
}

TEST_F(OwnRules, AreTriedOnTheirCases) {
  write(".assay/rules/no-print.toml", k_rule);
  const auto tried = try_rules(m_scratch.repository(), {});
  ASSERT_TRUE(tried) << tried.error().message;
  ASSERT_EQ(tried->size(), 1U);
  ASSERT_EQ(tried->front().cases.size(), 2U);
  EXPECT_TRUE(tried->front().cases[0].found);
  EXPECT_EQ(tried->front().cases[0].place, "src/a.py:1: print(1)");
  EXPECT_FALSE(tried->front().cases[1].found);
  EXPECT_EQ(tried->front().cases[1].line, 11U);
}

TEST_F(OwnRules, ANewOneHoldsWhatItSaysAndIsSeenByGit) {
  write(".assay/.gitignore", "*\n");
  const auto path = write_new_rule(m_scratch.repository(), "no-print");
  ASSERT_TRUE(path) << path.error().message;
  EXPECT_EQ(m_scratch.sh("git status --porcelain -uall"), "?? .assay/rules/no-print.toml");
  const auto tried = try_rules(m_scratch.repository(), {});
  ASSERT_TRUE(tried) << tried.error().message;
  ASSERT_EQ(tried->size(), 1U);
  EXPECT_EQ(tried->front().error, "");
  ASSERT_EQ(tried->front().cases.size(), 2U);
  for (const auto& each : tried->front().cases) EXPECT_EQ(each.found, each.finds) << each.say;
  EXPECT_FALSE(write_new_rule(m_scratch.repository(), "own.no-print"));
  EXPECT_FALSE(write_new_rule(m_scratch.repository(), "No Print"));
  EXPECT_FALSE(write_new_rule(m_scratch.repository(), "../x"));
}

}  // namespace
}  // namespace assay::engine
