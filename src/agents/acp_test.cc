// A conversation with an agent that speaks ACP, line by line.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "agents/kind.h"
#include "agents/permission.h"
#include "agents/run.h"
#include "base/json.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A shell script is the agent: it reads our lines and prints its own.
class Acp : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(os::make_folders(folder));
    run.agent.name = "mine";
    run.agent.kind = &k_acp;
    run.prompt = "Fix it";
    run.process.folder = folder;
    run.process.timeout = std::chrono::seconds(60);
    run.process.grace = std::chrono::milliseconds(500);
    run.settings_folder = scratch.path() + "/scratch";
  }
  // `talk` runs behind the handshake; "$p" is the prompt's line, answer with `done_as REASON`.
  Report talk(const std::string& script) {
    const std::string begin = R"(
say() { printf '%s\n' "$1"; }
ask() { say "$1"; read -r answer; printf '%s\n' "$answer" >> )" +
                              scratch.path() + R"(/answers; }
done_as() { say "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"stopReason\":\"$1\"}}"; }
update() { say "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":$1}}"; }
read -r init; say '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentCapabilities":{}}}'
read -r new; say '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s1"}}'
read -r p
)";
    run.agent.program = {"/bin/sh", "-c", begin + script};
    auto ran = run_agent(run, [&](const Event& event) {
      if (event.what != Event::What::usage) events.push_back(event.text);
      if (event.what == Event::What::usage) used = event.used;
    });
    EXPECT_TRUE(ran);
    return ran ? ran->report : Report{};
  }
  std::string answers() { return os::read_file(scratch.path() + "/answers").value_or(""); }
  static std::string permission(std::string_view call) {
    return cat(
        R"(ask '{"jsonrpc":"2.0","id":"p1","method":"session/request_permission","params":{"sessionId":"s1","toolCall":)",
        call,
        R"(,"options":[{"optionId":"always","kind":"allow_always"},{"optionId":"yes","kind":"allow_once"},{"optionId":"no","kind":"reject_once"}]}}'
)");
  }

  os::ScratchFolder scratch = os::ScratchFolder::make("assay-acp").value();
  std::string folder = scratch.path() + "/w";
  AgentRun run;
  std::vector<std::string> events;
  model::Usage used;  // as it was told last
};

TEST_F(Acp, AWholeTurn) {
  const auto report = talk(R"(echo "$init$new$p" > asked
update '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Looking."}}'
update '{"sessionUpdate":"tool_call","title":"edit a.txt","kind":"edit"}'
update '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Do"}}'
update '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"ne."}}'
update '{"sessionUpdate":"usage_update","cost":{"amount":0.12,"currency":"USD"}}'
done_as end_turn
read -r more; exit 7)");
  EXPECT_EQ(report.end, End::succeeded) << "what it does after its last word does not count: " << report.reason;
  EXPECT_EQ(report.summary, "Done.");
  EXPECT_EQ(report.session, "s1");
  EXPECT_DOUBLE_EQ(report.cost_usd, 0.12);
  EXPECT_TRUE(report.cost_told);
  EXPECT_THAT(events, ElementsAre("Looking.", "edit a.txt", "Do", "ne."));
  EXPECT_DOUBLE_EQ(used.cost_usd, 0.12);
  const auto asked = os::read_file(folder + "/asked").value();
  EXPECT_THAT(asked, HasSubstr(R"("protocolVersion":1)"));
  EXPECT_THAT(asked, HasSubstr(cat(R"("cwd":")", folder)));
  EXPECT_THAT(asked, HasSubstr(R"("text":"Fix it")"));
}

TEST_F(Acp, StopReasonsAreEnds) {
  EXPECT_EQ(talk("done_as max_turn_requests").end, End::turns);
  EXPECT_EQ(talk("done_as max_tokens").end, End::failed);
  EXPECT_EQ(talk("done_as refusal").reason, "the model refused");
  EXPECT_EQ(talk("done_as cancelled").end, End::cancelled);
  EXPECT_EQ(talk("done_as something_new").end, End::unclear);
  EXPECT_EQ(talk("exit 0").end, End::unclear);
  EXPECT_EQ(talk(R"(say '{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"overloaded"}}')").end,
            End::rate_limited);
  EXPECT_EQ(talk(R"(say '{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"boom"}}')").end, End::model_error);
}

TEST_F(Acp, AnAnswerToAQuestionThatWasNotAskedIsIgnored) {
  EXPECT_EQ(talk(R"(say '{"jsonrpc":"2.0","id":9,"result":{"stopReason":"end_turn"}}'
say '{"jsonrpc":"2.0","id":"4","result":{"stopReason":"end_turn"}}'
exit 0)")
                .end,
            End::unclear);
}

TEST_F(Acp, ALoginThatIsNeededIsSaid) {
  run.agent.program = {"/bin/sh", "-c", R"(read -r i
echo '{"id":1,"result":{"protocolVersion":1,"authMethods":[{"id":"k","name":"API key"}]}}'
read -r n; echo '{"id":2,"error":{"code":-32000,"message":"Authentication required"}}'; sleep 300)"};
  run.process.grace = std::chrono::milliseconds(100);
  const auto ran = run_agent(run, [](const Event&) {});
  EXPECT_EQ(ran->report.end, End::not_allowed);
  EXPECT_THAT(ran->report.reason, HasSubstr("API key"));
}

TEST_F(Acp, AnotherVersionIsRefused) {
  run.agent.program = {"/bin/sh", "-c", R"(read -r i; echo '{"id":1,"result":{"protocolVersion":7}}'; read -r more)"};
  const auto ran = run_agent(run, [](const Event&) {});
  EXPECT_EQ(ran->report.end, End::failed);
  EXPECT_THAT(ran->report.reason, HasSubstr("version 1"));
}

TEST_F(Acp, PermissionsAreAnsweredByKind) {
  const auto edit = cat(R"({"kind":"edit","title":"Edit","locations":[{"path":")", folder, R"(/a.txt"}]})");
  EXPECT_THAT(talk(permission(edit) + "done_as end_turn").denied, IsEmpty());
  EXPECT_THAT(answers(), HasSubstr(R"("optionId":"yes")")) << "for this once, not for always";
  run.access = Access::read_only;
  EXPECT_THAT(talk(permission(edit) + "done_as end_turn").denied, ElementsAre("Edit"));
  EXPECT_THAT(answers(), HasSubstr(R"("optionId":"no")"));
}

TEST_F(Acp, FilesAreReadAndWrittenInsideTheFolderOnly) {
  ASSERT_TRUE(os::write_file(folder + "/a.txt", "one\ntwo\nthree\n"));
  ASSERT_TRUE(os::write_file(scratch.path() + "/secret", "hidden"));
  ASSERT_EQ(::symlink("../secret", (folder + "/link").c_str()), 0);
  const auto file = [&](std::string_view method, std::string_view path, std::string_view more) {
    return cat(R"(ask '{"id":7,"method":"fs/)", method, R"(_text_file","params":{"sessionId":"s1","path":")", path,
               "\"", more, "}}'\n");
  };
  const auto report =
      talk(file("read", folder + "/a.txt", R"(,"line":2,"limit":1)") + file("read", folder + "/link", "") +
           file("read", "/etc/passwd", "") + file("write", folder + "/new/b.txt", R"(,"content":"made")") +
           file("write", folder + "/link", R"(,"content":"x")") +
           file("write", folder + "/.git/config", R"(,"content":"x")") + "done_as end_turn");
  EXPECT_EQ(report.end, End::succeeded);
  const auto said = answers();
  const auto lines = split_lines(said);
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], R"({"jsonrpc":"2.0","id":7,"result":{"content":"two\n"}})");
  EXPECT_THAT(std::string(lines[1]), HasSubstr("leads outside"));
  EXPECT_THAT(std::string(lines[2]), HasSubstr("leads outside"));
  EXPECT_EQ(lines[3], R"({"jsonrpc":"2.0","id":7,"result":{}})");
  EXPECT_THAT(std::string(lines[4]), HasSubstr("error"));
  EXPECT_THAT(std::string(lines[5]), HasSubstr("not allowed"));
  EXPECT_EQ(os::read_file(folder + "/new/b.txt").value(), "made");
  EXPECT_EQ(os::read_file(scratch.path() + "/secret").value(), "hidden");
  EXPECT_FALSE(os::exists(folder + "/.git"));
}

TEST_F(Acp, AReaderDoesNotWrite) {
  run.access = Access::read_only;
  const auto report = talk(cat(R"(ask '{"id":7,"method":"fs/write_text_file","params":{"path":")", folder,
                               R"(/a","content":"x"}}'
done_as end_turn)"));
  EXPECT_EQ(report.denied.size(), 1u);
  EXPECT_FALSE(os::exists(folder + "/a"));
}

TEST_F(Acp, AReaderIsPutIntoTheModeThatChangesNothing) {
  run.access = Access::read_only;
  run.agent.program = {"/bin/sh", "-c", R"(read -r i; echo '{"id":1,"result":{"protocolVersion":1}}'
read -r n; echo '{"id":2,"result":{"sessionId":"s1","modes":{"availableModes":[{"id":"build"},{"id":"plan"}]}}}'
read -r mode; echo "$mode" > mode; echo '{"id":5,"result":{}}'
read -r p; echo '{"id":4,"result":{"stopReason":"end_turn"}}')"};
  const auto ran = run_agent(run, [](const Event&) {});
  EXPECT_EQ(ran->report.end, End::succeeded);
  EXPECT_THAT(os::read_file(folder + "/mode").value_or(""), HasSubstr(R"("modeId":"plan")"));
}

TEST_F(Acp, ModesAndModelsAsOptionsOfTheSession) {
  run.access = Access::read_only;
  run.agent.model = "big";
  run.agent.program = {"/bin/sh", "-c", R"(read -r i; echo '{"id":1,"result":{"protocolVersion":1}}'
read -r n; echo '{"id":2,"result":{"sessionId":"s1","configOptions":[{"id":"m","category":"model","options":[]},{"id":"how","category":"mode","options":[{"value":"build"},{"value":"plan"}]}]}}'
read -r mode; echo "$mode" > set; echo '{"id":5,"result":{}}'
read -r model; echo "$model" >> set; echo '{"id":3,"result":{}}'
read -r p; echo '{"id":4,"result":{"stopReason":"end_turn"}}')"};
  const auto ran = run_agent(run, [](const Event&) {});
  EXPECT_EQ(ran->report.end, End::succeeded);
  const auto set = os::read_file(folder + "/set").value_or("");
  EXPECT_THAT(set, HasSubstr(R"("configId":"how","value":"plan")"));
  EXPECT_THAT(set, HasSubstr(R"("configId":"m","value":"big")"));
}

TEST_F(Acp, WhatWeDoNotOfferIsRefused) {
  talk(R"(ask '{"id":7,"method":"terminal/create","params":{"command":"id"}}'
done_as end_turn)");
  EXPECT_THAT(answers(), HasSubstr("-32601"));
}

TEST_F(Acp, TimeUpIsToldBeforeItIsEnded) {
  run.process.timeout = std::chrono::milliseconds(300);
  run.process.grace = std::chrono::seconds(30);
  const auto report = talk(R"(read -r line; echo "$line" > told; done_as cancelled)");
  EXPECT_EQ(report.end, End::timed_out);
  EXPECT_THAT(os::read_file(folder + "/told").value_or(""), HasSubstr("session/cancel"));
}

TEST_F(Acp, ASpentBudgetEndsIt) {
  run.budget_usd = 0.10;
  const auto report = talk(R"(update '{"sessionUpdate":"usage_update","cost":{"amount":0.11,"currency":"USD"}}'
read -r line; sleep 300)");
  EXPECT_EQ(report.end, End::budget);
  EXPECT_THAT(report.reason, HasSubstr("0.11"));
}

TEST_F(Acp, UsedTurnsEndIt) {
  run.turns = 2;
  const auto report = talk(R"(while :; do update '{"sessionUpdate":"tool_call","title":"again"}'; sleep 0.05; done)");
  EXPECT_EQ(report.end, End::turns);
}

TEST_F(Acp, WarningsOnStandardErrorDoNotSpoilTheProtocol) {
  EXPECT_EQ(talk("printf 'no line end' >&2; done_as end_turn").end, End::succeeded);
}

TEST_F(Acp, AFloodIsEndedAndFillsNoMemory) {
  run.process.output_limit = 4 << 20;
  const auto report = talk("yes '{\"jsonrpc\":\"2.0\",\"method\":\"session/update\"}'");
  EXPECT_EQ(report.end, End::failed);
  EXPECT_THAT(report.reason, HasSubstr("too much output"));
}

TEST(Permission, TheTable) {
  const auto scratch = os::ScratchFolder::make("assay-acp").value();
  AgentRun run;
  run.process.folder = scratch.path();
  const auto may = [&](std::string_view kind, std::vector<std::string> paths = {}, std::string_view title = "t") {
    return answer_to({std::string(kind), std::string(title), std::move(paths)}, run) == Answer::allow;
  };
  EXPECT_TRUE(may("read"));
  EXPECT_TRUE(may("search", {"."}));
  EXPECT_TRUE(may("edit", {scratch.path() + "/new.txt"}));
  EXPECT_FALSE(may("edit", {"/etc/passwd"}));
  EXPECT_FALSE(may("read", {"/etc/passwd"}));
  EXPECT_FALSE(may("edit", {scratch.path() + "/../x"}));
  EXPECT_FALSE(may("edit", {".git/hooks/pre-commit"}));
  EXPECT_FALSE(may("delete", {".GIT"}));
  for (const auto* kind : {"execute", "fetch", "switch_mode", "other", "", "made-up"}) EXPECT_FALSE(may(kind)) << kind;
  EXPECT_FALSE(may("other", {}, "assay_report_progress")) << "there is no such server";
  run.mcp = McpServer{{"assay"}, {}};
  EXPECT_TRUE(may("other", {}, "assay_report_progress"));
  run.is_sandboxed = true;
  EXPECT_TRUE(may("execute"));
  EXPECT_FALSE(may("fetch"));
  run.agent.allowed_tools = {"fetch"};
  EXPECT_TRUE(may("fetch"));
  run.agent.allowed_tools = {"edit"};
  run.access = Access::read_only;
  EXPECT_FALSE(may("edit", {"a"})) << "a checker edits nothing, whatever the profile says";
}

}  // namespace
}  // namespace assay::agents
