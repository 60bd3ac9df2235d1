#include "serve/mcp/mcp.h"

#include <algorithm>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "base/text.h"
#include "ops/operation.h"
#include "ops/table/table.h"
#include "serve/mcp/mcp_tools.h"

namespace assay::serve {
namespace {

using testing::HasSubstr;

McpTool echo() {
  McpTool tool;
  tool.name = "echo";
  tool.input_schema = json::object{{"type", "object"}};
  tool.run = [](const json::object& arguments, const McpCall&) -> Result<McpAnswer> {
    if (arguments.contains("fail")) return conflict("it is not pending any more");
    return McpAnswer{arguments};
  };
  return tool;
}

json::value ask(std::string_view message) {
  const Mcp mcp({echo()}, "Say something.");
  const auto answer = mcp.answer(message);
  return answer.empty() ? json::value(nullptr) : parse_json(answer, "answer").value();
}

TEST(Mcp, AHandshakeIsAnsweredInTheRevisionAskedFor) {
  const auto answer = [](std::string_view version) {
    return ask(
        cat(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")", version, R"("}})"));
  };
  for (const auto* version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}) {
    EXPECT_EQ(answer(version).at("result").at("protocolVersion"), version);
  }
  EXPECT_EQ(answer("1999-01-01").at("result").at("protocolVersion"), "2025-11-25");
  EXPECT_EQ(answer("2026-07-28").at("result").at("protocolVersion"), "2025-11-25") << "that one has no handshake";
  EXPECT_EQ(answer("2025-06-18").at("result").at("serverInfo").at("name"), "assay");
  EXPECT_EQ(answer("2025-06-18").at("result").at("instructions"), "Say something.");
  EXPECT_FALSE(answer("2025-06-18").at("result").as_object().contains("resultType"));
}

constexpr std::string_view k_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}})";

TEST(Mcp, WithoutAHandshakeEveryRequestStandsAlone) {
  const auto found = ask(cat(R"({"jsonrpc":"2.0","id":"d","method":"server/discover","params":{)", k_meta, "}}"));
  EXPECT_EQ(found.at("id"), "d");
  EXPECT_EQ(found.at("result").at("resultType"), "complete");
  EXPECT_EQ(found.at("result").at("supportedVersions").at(0), "2026-07-28");
  EXPECT_EQ(found.at("result").at("_meta").at("io.modelcontextprotocol/serverInfo").at("name"), "assay");
  EXPECT_GE(found.at("result").at("ttlMs").to_number<int>(), 0);
  const auto tools = ask(cat(R"({"jsonrpc":"2.0","id":2,"method":"tools/list","params":{)", k_meta, "}}"));
  EXPECT_EQ(tools.at("result").at("resultType"), "complete");
  EXPECT_EQ(tools.at("result").at("cacheScope"), "private");
  const auto called = ask(cat(
      R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"a":1},)", k_meta, "}}"));
  EXPECT_EQ(called.at("result").at("resultType"), "complete");
  EXPECT_EQ(called.at("result").at("structuredContent").at("a").to_number<int>(), 1);
  const auto hello = ask(cat(R"({"jsonrpc":"2.0","id":4,"method":"initialize","params":{)", k_meta, "}}"));
  EXPECT_EQ(hello.at("error").at("code").to_number<int>(), -32601);
}

TEST(Mcp, AVersionThatIsNotKnownIsSaidWithThoseThatAre) {
  const auto answer = ask(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}})");
  EXPECT_EQ(answer.at("error").at("code").to_number<int>(), -32022);
  EXPECT_EQ(answer.at("error").at("data").at("requested"), "1900-01-01");
  EXPECT_EQ(answer.at("error").at("data").at("supported").at(0), "2026-07-28");
}

TEST(Mcp, AToolThatFailsTellsTheModel) {
  const auto answer =
      ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"fail":true}}})");
  EXPECT_EQ(answer.at("result").at("isError"), true);
  EXPECT_EQ(answer.at("result").at("content").at(0).at("text"), "it is not pending any more");
  EXPECT_FALSE(answer.at("result").as_object().contains("structuredContent"));
}

TEST(Mcp, WhatIsWrongIsSaidByCode) {
  const auto code = [](std::string_view message) { return ask(message).at("error").at("code").to_number<int>(); };
  EXPECT_EQ(code("{"), -32700);
  EXPECT_EQ(code("[]"), -32600) << "no batches";
  EXPECT_EQ(code("7"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"1.0","id":1,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":null,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":7})"), -32600);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})"), -32602);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})"), -32601);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}})"), -32602);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":3}})"), -32602);
  EXPECT_EQ(code(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})"), -32602);
  EXPECT_EQ(parse_json(Mcp::too_long(), "a")->at("error").at("code").to_number<int>(), -32600);
}

TEST(Mcp, NotificationsAndAnswersAreNotAnswered) {
  EXPECT_TRUE(ask(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").is_null());
  EXPECT_TRUE(ask(R"({"jsonrpc":"2.0","method":"made/up"})").is_null());
  EXPECT_TRUE(ask(R"({"jsonrpc":"2.0","id":1,"result":{}})").is_null());
  EXPECT_TRUE(ask("").is_null());
  EXPECT_EQ(ask(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").at("result").as_object().size(), 0u);
}

TEST(McpTools, AreTheTableOfOperations) {
  const auto all = operation_tools(McpOffer::all, "/nonexistent");
  const auto operations = ops::operations();
  const auto for_people = std::count_if(operations.begin(), operations.end(), [](const auto* operation) {
    return operation->callers == ops::Callers::people;
  });
  EXPECT_GT(for_people, 0);
  EXPECT_EQ(all.size() + static_cast<size_t>(for_people), operations.size());
  for (const auto& tool : all) {
    EXPECT_LE(tool.name.size(), 64u);
    for (const char c : tool.name) EXPECT_TRUE(is_alnum(c) || c == '_') << tool.name;
    EXPECT_EQ(tool.input_schema.at("type"), "object");
    EXPECT_FALSE(tool.description.empty()) << tool.name;
    for (const auto& other : all) EXPECT_TRUE(&tool == &other || tool.name != other.name) << tool.name;
  }
}

TEST(McpTools, WithoutAGrantNoMissionChanges) {
  const auto reading = operation_tools(McpOffer::reading, "/nonexistent");
  EXPECT_LT(reading.size(), ops::operations().size());
  std::vector<std::string> run_commands;
  for (const auto& tool : reading) {
    EXPECT_NE(tool.effect, McpTool::Effect::change) << tool.name;
    if (tool.effect != McpTool::Effect::read) run_commands.push_back(tool.name);
  }
  EXPECT_THAT(run_commands, testing::UnorderedElementsAre("check", "critic", "prove"));
}

TEST(McpTools, WhatIsForPeopleIsNeitherOfferedNorTaken) {
  for (const auto offer : {McpOffer::reading, McpOffer::all}) {
    const auto tools = operation_tools(offer, "/nonexistent");
    const auto check = std::find_if(tools.begin(), tools.end(), [](const auto& tool) { return tool.name == "check"; });
    ASSERT_NE(check, tools.end());
    const auto& properties = check->input_schema.at("properties").as_object();
    EXPECT_TRUE(properties.contains("verifyCommands"));
    EXPECT_FALSE(properties.contains("waive"));
    EXPECT_FALSE(properties.contains("reason"));
    const auto answer = check->run({{"waive", json::array{"tests.deleted"}}, {"diff", ""}}, {});
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().message, HasSubstr("for people"));
  }
}

TEST(McpTools, CheckAnswersWithTheVerdictAndSaysWhatToFix) {
  const auto tools = operation_tools(McpOffer::reading, "/nonexistent");
  const auto check = std::find_if(tools.begin(), tools.end(), [](const auto& tool) { return tool.name == "check"; });
  ASSERT_NE(check, tools.end());
  EXPECT_EQ(check->takes, McpTool::Takes::long_time);
  EXPECT_EQ(check->output_schema.at("type"), "object");
  const auto answer = check->run({{"task", "Add a parser"},
                                  {"diff",
                                   "diff --git a/a_test.py b/a_test.py\n--- a/a_test.py\n+++ b/a_test.py\n"
                                   "@@ -1,3 +1,1 @@\n-def test_a():\n-    assert parse('1') == 1\n import a\n"},
                                  {"verifyLogs", "1 failed, 2 passed in 0.10s\n"}},
                                 {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->document.at("verdict"), "block_pr");
  EXPECT_THAT(answer->text, HasSubstr("Must fix:"));
  EXPECT_THAT(answer->text, HasSubstr("a_test.py:1"));
  EXPECT_LT(answer->text.size(), 4000u);
}

TEST(McpTools, AnAgentCanNeitherAcceptNorLand) {
  std::vector<std::string> names;
  for (const auto& tool : desk_tools("/nonexistent")) names.push_back(tool.name);
  EXPECT_THAT(names, testing::ElementsAre("read_task", "report_progress", "ask_question"));
}

}  // namespace
}  // namespace assay::serve
