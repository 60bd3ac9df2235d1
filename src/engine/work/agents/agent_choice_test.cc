#include "engine/work/agents/agent_choice.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::engine {
namespace {

// All programs are there but those named.
FindProgram all_but(std::vector<std::string> missing) {
  return [missing = std::move(missing)](const agents::Profile& profile) -> std::optional<std::string> {
    for (const auto& name : missing) {
      if (name == profile.name) return std::nullopt;
    }
    return "/bin/" + profile.name;
  };
}

AgentConfig config(std::string_view text) {
  AgentConfig out;
  const auto added = add_agents(text, "assay.toml", ConfigOwner::person, out);
  EXPECT_TRUE(added) << added.error().message;
  add_built_in(out);
  return out;
}

model::Task task_named(std::string name, std::vector<std::string> files = {}, model::TaskKind kind = {}) {
  model::Task out;
  out.name = std::move(name);
  out.files_modified = std::move(files);
  out.kind = model::TaskKind::execution;
  if (kind != model::TaskKind{}) out.kind = kind;
  return out;
}

std::string chosen(const AgentConfig& from, const model::Task& of, std::vector<std::string> missing = {}) {
  const auto choice = choose_agent(from, of, all_but(std::move(missing)));
  return choice ? choice->name : choice.error().message;
}

constexpr std::string_view k_rules = R"(
[agents.cheap]
kind = "claude"
model = "small"
[[agents.choose]]
agent = "codex"
paths = ["web/**"]
[[agents.choose]]
agent = "cheap"
keywords = ["typo", "rename"]
[[agents.choose]]
agent = "gemini"
kinds = ["research", "planning"]
[[agents.choose]]
agent = "gemini"
kinds = ["checker"]
)";

TEST(AgentChoice, TheTaskComesBeforeRulesAndRulesBeforeWhatIsThere) {
  const auto from = config(k_rules);
  auto named = task_named("Fix a typo");
  named.agent.type = "opencode";
  EXPECT_EQ(chosen(from, named), "opencode");
  EXPECT_EQ(chosen(from, task_named("Fix a TYPO in the text")), "cheap");
  EXPECT_EQ(chosen(from, task_named("Typography")), "cheap") << "no rule: the first configured one";
  EXPECT_EQ(chosen(from, task_named("Buttons", {"web/app/button.ts"})), "codex");
  EXPECT_EQ(chosen(from, task_named("Buttons", {"web/**"})), "codex");
  EXPECT_EQ(chosen(from, task_named("Find out", {}, model::TaskKind::research)), "gemini");
  EXPECT_EQ(chosen(config(""), task_named("Anything"), {"claude"}), "codex");
}

TEST(AgentChoice, ARuleWhoseAgentIsMissingDoesNotFallThrough) {
  const auto text = chosen(config(k_rules), task_named("Fix a typo"), {"cheap"});
  EXPECT_TRUE(contains(text, "the agent cheap")) << text;
  EXPECT_TRUE(contains(text, "install it")) << text;
}

TEST(AgentChoice, NoAgentAtAllSaysWhatWasLookedFor) {
  const auto text = chosen(config(""), task_named("Anything"), {"claude", "codex", "gemini", "opencode"});
  EXPECT_TRUE(contains(text, "claude, codex, gemini, opencode")) << text;
}

TEST(AgentChoice, TheCheckerIsAnotherThanTheWorker) {
  const auto from = config("");
  auto checker = task_named("Check: x", {}, model::TaskKind::checker);
  checker.agent.type = "claude";
  const auto name = [&](std::string_view worker, std::vector<std::string> missing) {
    return choose_checker(from, checker, worker, all_but(std::move(missing)))->name;
  };
  EXPECT_EQ(name("codex", {}), "claude");
  EXPECT_EQ(name("claude", {}), "codex") << "the one it names did the work";
  EXPECT_EQ(name("claude", {"codex"}), "gemini");
  EXPECT_EQ(name("claude", {"codex", "gemini", "opencode"}), "claude") << "no other: the same, in a run of its own";
  EXPECT_EQ(choose_checker(config(k_rules), checker, "claude", all_but({}))->name, "gemini");
}

TEST(AgentConfig, TheRepositoryCannotGiveWhatIsTheOperators) {
  for (const char* key : {"home = \"own\"", "readable = [\"/\"]", "writable = [\"/x\"]", "sandbox = \"off\""}) {
    AgentConfig out;
    const auto added = add_agents(cat("[agents.claude]\n", key), "assay.toml", ConfigOwner::repository, out);
    ASSERT_FALSE(added) << key;
    EXPECT_TRUE(contains(added.error().message, "the operator's to give")) << added.error().message;
  }
}

TEST(AgentConfig, TheOperatorsProfileReplacesTheRepositorysAsAWhole) {
  AgentConfig out;
  ASSERT_TRUE(add_agents("[agents.claude]\nhome = \"own\"", "mine", ConfigOwner::person, out));
  ASSERT_TRUE(add_agents("[agents.claude]\nprogram = [\"/tmp/evil\"]", "assay.toml", ConfigOwner::repository, out));
  ASSERT_EQ(out.profiles.size(), 1U);
  EXPECT_TRUE(out.profiles.front().program.empty());
  EXPECT_EQ(out.profiles.front().home, agents::Home::own);
}

TEST(AgentConfig, SaysWhatIsWrong) {
  const auto wrong = [](std::string_view text) {
    AgentConfig out;
    const auto added = add_agents(text, "assay.toml", ConfigOwner::person, out);
    return added ? std::string() : added.error().message;
  };
  EXPECT_TRUE(contains(wrong("[agents.x]\nprogram = [\"./run.sh\"]"), "could be changed"));
  EXPECT_TRUE(contains(wrong("[agents.x]\nkind = \"command\""), "needs its program"));
  EXPECT_TRUE(contains(wrong("[agents.x]\nkind = \"clod\""), "the name of a kind"));
  EXPECT_TRUE(contains(wrong("[agents.claude]\nmodle = \"x\""), "modle"));
  EXPECT_TRUE(contains(wrong("[agents.claude]\nreadable = [\"x\"]"), "absolute"));
  EXPECT_TRUE(contains(wrong("[[agents.choose]]\npaths = [\"x\"]"), "name the agent"));
  EXPECT_TRUE(contains(wrong("[[agents.choose]]\nagent = \"claude\"\nkinds = [\"cooking\"]"), "cooking"));
}

}  // namespace
}  // namespace assay::engine
