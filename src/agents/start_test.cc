// How each kind is started: what it may do, and what of the folder it must not read.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/kind.h"
#include "base/json.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Start : public testing::Test {
 protected:
  void SetUp() override {
    run.prompt = "Fix it";
    run.process.folder = "/w";
    run.settings_folder = scratch.path();
  }
  os::Command command(const Kind& kind) {
    run.agent.kind = &kind;
    return command_for(run).value();
  }
  std::vector<std::string> argv(const Kind& kind) { return command(kind).argv; }
  std::string setting(const Kind& kind, std::string_view name) {
    const auto started = command(kind);
    for (const auto& change : started.environment_changes) {
      if (change.starts_with(cat(name, "="))) return change.substr(name.size() + 1);
    }
    return "";
  }
  json::value gemini_settings() {
    return parse_json(os::read_file(setting(k_gemini, "GEMINI_CLI_SYSTEM_SETTINGS_PATH")).value(), "settings").value();
  }
  json::value opencode_settings() {
    return parse_json(setting(k_opencode, "OPENCODE_CONFIG_CONTENT"), "settings").value();
  }

  os::ScratchFolder scratch = os::ScratchFolder::make("assay-agent").value();
  AgentRun run;
};

TEST_F(Start, EachKindHasItsFlags) {
  run.budget_usd = 0.5;
  run.turns = 9;
  EXPECT_THAT(argv(k_claude),
              ElementsAre("claude", "-p", "Fix it", "--output-format", "stream-json", "--verbose", "--permission-mode",
                          "acceptEdits", "--strict-mcp-config", "--max-budget-usd", "0.50", "--max-turns", "9"));
  EXPECT_THAT(argv(k_codex), ElementsAre("codex", "exec", "--json", "-C", "/w", "-s", "workspace-write",
                                         "--skip-git-repo-check", "Fix it"));
  EXPECT_THAT(argv(k_gemini), ElementsAre("gemini", "-p", "Fix it", "-o", "stream-json", "--approval-mode", "auto_edit",
                                          "--skip-trust"));
  EXPECT_EQ(gemini_settings().at("model").at("maxSessionTurns").to_number<int>(), 9);
  EXPECT_THAT(argv(k_opencode), ElementsAre("opencode", "run", "--format", "json", "Fix it"));
  EXPECT_EQ(opencode_settings().at("permission").at("bash"), "deny");
}

TEST_F(Start, ACheckerMayOnlyReadAndIsNotToldByTheFolderWhatToDo) {
  run.access = Access::read_only;
  EXPECT_THAT(argv(k_claude), AllOf(Contains("dontAsk"), Contains("Edit,Write,NotebookEdit"), Contains("user")));
  EXPECT_THAT(argv(k_codex), AllOf(Contains("read-only"), Contains("project_doc_max_bytes=0")));
  EXPECT_THAT(argv(k_gemini), Contains("default"));
  EXPECT_NE(gemini_settings().at("context").at("fileName"), "GEMINI.md");
  EXPECT_EQ(opencode_settings().at("permission").at("edit"), "deny");
  EXPECT_EQ(setting(k_opencode, "OPENCODE_DISABLE_PROJECT_CONFIG"), "1");
}

TEST_F(Start, BehindOurWallsCommandsMayRun) {
  run.is_sandboxed = true;
  EXPECT_THAT(argv(k_claude), Contains("Bash"));
  EXPECT_THAT(argv(k_codex), Contains("danger-full-access"));
  EXPECT_THAT(argv(k_gemini), Contains("yolo"));
  EXPECT_EQ(opencode_settings().at("permission").at("bash"), "allow");
  run.access = Access::read_only;
  EXPECT_THAT(argv(k_gemini), Contains("default")) << "yolo would let it edit";
  EXPECT_EQ(opencode_settings().at("permission").at("edit"), "deny");
}

TEST_F(Start, ToolsThatTheProfileNames) {
  run.agent.allowed_tools = {"Bash(npm *)", "WebFetch"};
  EXPECT_THAT(argv(k_claude), Contains("Bash(npm *),WebFetch"));
  run.agent.allowed_tools = {"webfetch", "edit"};
  run.access = Access::read_only;
  EXPECT_THAT(command(k_opencode).environment_changes,
              Contains(AllOf(HasSubstr(R"("webfetch":"allow")"), HasSubstr(R"("edit":"deny")"))));
}

TEST_F(Start, EachKindIsToldOfTheMcpServerInItsOwnWay) {
  run.mcp = McpServer{{"/bin/assay", "mcp", "--task", "k3\"f7"}, {{"ASSAY_X", "1"}}};
  EXPECT_THAT(argv(k_claude), AllOf(Contains(scratch.path() + "/mcp.json"), Contains("mcp__assay")));
  const auto claude = parse_json(os::read_file(scratch.path() + "/mcp.json").value(), "mcp").value();
  EXPECT_EQ(claude.at("mcpServers").at("assay").at("command"), "/bin/assay");
  EXPECT_THAT(
      argv(k_codex),
      Contains(
          R"(mcp_servers.assay={command="/bin/assay",args=["mcp","--task","k3\"f7"],env={"ASSAY_X"="1"},default_tools_approval_mode="approve"})"));
  EXPECT_EQ(gemini_settings().at("mcpServers").at("assay").at("trust"), true);
  EXPECT_EQ(opencode_settings().at("mcp").at("assay").at("command").as_array().size(), 4u);
}

TEST_F(Start, SettingsOfGeminiLieInItsNewHome) {
  run.home = scratch.path() + "/home";
  run.turns = 4;
  ASSERT_TRUE(os::make_folders(run.home + "/.gemini"));
  ASSERT_TRUE(os::write_file(run.home + "/.gemini/settings.json", R"({"ui":{"theme":"x"}})"));
  EXPECT_EQ(setting(k_gemini, "GEMINI_CLI_SYSTEM_SETTINGS_PATH"), "") << "it takes that from root alone";
  const auto settings = parse_json(os::read_file(run.home + "/.gemini/settings.json").value(), "settings").value();
  EXPECT_EQ(settings.at("model").at("maxSessionTurns").to_number<int>(), 4);
  EXPECT_EQ(settings.at("ui").at("theme"), "x");
}

TEST_F(Start, PromptsThatAreNoArgumentsGoToStandardInput) {
  for (const std::string& prompt : {std::string("--help"), std::string(200'000, 'x')}) {
    run.prompt = prompt;
    for (const auto* kind : k_kinds) {
      if (!kind->is_built_in()) continue;
      const auto started = command(*kind);
      EXPECT_THAT(started.argv, Not(Contains(prompt))) << kind->name;
      EXPECT_EQ(os::read_file(started.stdin_file).value(), prompt) << kind->name;
    }
  }
}

TEST_F(Start, ASessionGoesOn) {
  run.resume = Resume{"s-1", 0, 0, 0};
  EXPECT_THAT(argv(k_claude), AllOf(Contains("--resume"), Contains("s-1")));
  EXPECT_THAT(argv(k_codex), AllOf(Contains("resume"), Contains("s-1")));
  EXPECT_THAT(argv(k_opencode), AllOf(Contains("--session"), Contains("s-1")));
}

TEST_F(Start, OptionsOfTheProfileStandBeforeThePrompt) {
  run.agent.arguments = {"-c", "model_provider=local"};
  EXPECT_EQ(argv(k_codex)[1], "exec");
  EXPECT_EQ(argv(k_codex)[3], "model_provider=local");
  EXPECT_EQ(argv(k_codex).back(), "Fix it");
}

TEST_F(Start, ACommandGetsItsPromptAsArgumentOrInput) {
  auto& profile = run.agent;
  profile.name = "mine";
  profile.program = {"my-agent", "--yes"};
  profile.environment = {"MY_KEY"};
  EXPECT_THAT(command_for(run)->argv, ElementsAre("my-agent", "--yes", "Fix it"));
  EXPECT_THAT(command_for(run)->environment_grants, Contains("MY_KEY"));
  profile.prompt_by = PromptBy::input;
  const auto by_input = command_for(run).value();
  EXPECT_THAT(by_input.argv, ElementsAre("my-agent", "--yes"));
  EXPECT_EQ(os::read_file(by_input.stdin_file).value(), "Fix it");
  profile.program.clear();
  EXPECT_FALSE(command_for(run));
  profile.kind = &k_acp;
  EXPECT_FALSE(command_for(run));
}

}  // namespace
}  // namespace assay::agents
