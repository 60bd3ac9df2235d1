#include "serve/mcp/mcp_conversation.h"

#include <chrono>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "base/text.h"

namespace assay::serve {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A tool that says what it is told to, then waits to be ended or let go.
class Waiting {
 public:
  McpTool tool() {
    McpTool out;
    out.name = "wait";
    out.takes = McpTool::Takes::long_time;
    out.run = [this](const json::object&, const McpCall& call) -> Result<McpAnswer> {
      if (call.progress) call.progress("half\nway");
      if (call.progress) call.progress("done");
      const MutexLock lock(m_mutex);
      ++m_waiting;
      m_changed.notify_all();
      while (!m_let_go && !call.cancel->is_cancelled())
        m_changed.wait_until(m_mutex, std::chrono::steady_clock::now() + std::chrono::milliseconds(10));
      --m_waiting;
      m_changed.notify_all();
      if (call.cancel->is_cancelled()) return unavailable("cancelled");
      return McpAnswer{json::object{{"waited", true}}, "It waited."};
    };
    return out;
  }
  void until_waiting(int calls) {
    const MutexLock lock(m_mutex);
    while (m_waiting != calls) m_changed.wait(m_mutex);
  }
  void let_go() {
    const MutexLock lock(m_mutex);
    m_let_go = true;
    m_changed.notify_all();
  }

 private:
  Mutex m_mutex;
  ConditionVariable m_changed;
  int m_waiting GUARDED_BY(m_mutex) = 0;
  bool m_let_go GUARDED_BY(m_mutex) = false;
};

std::string call(std::string_view id, std::string_view meta = "") {
  return cat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":"tools/call","params":{"name":"wait","arguments":{})", meta,
             "}}");
}

class McpConversationTest : public testing::Test {
 protected:
  std::vector<std::string> lines() {
    const MutexLock lock(m_mutex);
    return m_lines;
  }
  // The lines that answer the request with this id.
  std::vector<json::value> answers(std::string_view id) {
    std::vector<json::value> out;
    for (const auto& line : lines()) {
      auto value = parse_json(line, "line").value();
      const auto* found = value.as_object().if_contains("id");
      if (found != nullptr && write_json(*found) == id) out.push_back(std::move(value));
    }
    return out;
  }

  Mutex m_mutex;
  std::vector<std::string> m_lines GUARDED_BY(m_mutex);
  Waiting m_waiting;
  Mcp m_mcp{{m_waiting.tool()}, ""};
  McpConversation m_conversation{m_mcp, [this](const std::string& line) -> Result<void> {
                                   const MutexLock lock(m_mutex);
                                   m_lines.push_back(line);
                                   return {};
                                 }};
};

constexpr auto k_hears = [] { return false; };

TEST_F(McpConversationTest, WhatTakesLongDoesNotHoldUpTheRest) {
  ASSERT_TRUE(m_conversation.take(call("1")));
  m_waiting.until_waiting(1);
  ASSERT_TRUE(m_conversation.take(R"({"jsonrpc":"2.0","id":2,"method":"ping"})"));
  EXPECT_EQ(answers("2").size(), 1u);
  EXPECT_THAT(answers("1"), IsEmpty());
  m_waiting.let_go();
  m_conversation.finish(k_hears);
  ASSERT_EQ(answers("1").size(), 1u);
  EXPECT_EQ(answers("1")[0].at("result").at("structuredContent").at("waited"), true);
  EXPECT_EQ(answers("1")[0].at("result").at("content").at(0).at("text"), "It waited.");
}

TEST_F(McpConversationTest, WhatTheClientDoesNotWantEndsAndIsNotAnswered) {
  ASSERT_TRUE(m_conversation.take(call(R"("a")")));
  ASSERT_TRUE(m_conversation.take(call(R"("b")")));
  m_waiting.until_waiting(2);
  ASSERT_TRUE(m_conversation.take(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"no"}})"));
  m_waiting.until_waiting(1);
  m_waiting.let_go();
  m_conversation.finish(k_hears);
  EXPECT_THAT(answers(R"("a")"), IsEmpty());
  EXPECT_EQ(answers(R"("b")").size(), 1u);
}

TEST_F(McpConversationTest, AWishForSomethingThatDoesNotGoOnIsPassedOver) {
  for (const auto* parameters : {R"({"requestId":7})", R"({"requestId":null})", R"({})", R"([])", R"("x")"}) {
    ASSERT_TRUE(
        m_conversation.take(cat(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)", parameters, "}")));
  }
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(McpConversationTest, WhoGivesATokenHearsHowItGoesOn) {
  m_waiting.let_go();
  ASSERT_TRUE(m_conversation.take(call("1", R"(,"_meta":{"progressToken":"t1"})")));
  ASSERT_TRUE(m_conversation.take(call("2")));
  ASSERT_TRUE(m_conversation.take(call("3", R"(,"_meta":{"progressToken":{"no":"token"}})")));
  m_conversation.finish(k_hears);
  std::vector<std::string> told;
  for (const auto& line : lines()) {
    const auto value = parse_json(line, "line").value();
    if (!value.as_object().contains("method")) continue;
    EXPECT_EQ(value.at("method"), "notifications/progress");
    const auto& parameters = value.at("params");
    told.push_back(cat(text_at(parameters.as_object(), "progressToken"), " ",
                       parameters.at("progress").to_number<int>(), " ", text_at(parameters.as_object(), "message")));
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
  ASSERT_EQ(told.size(), 2u);
  EXPECT_THAT(told[0], HasSubstr("t1 1 half"));
  EXPECT_EQ(told[1], "t1 2 done");
}

TEST_F(McpConversationTest, OnlySoManyGoOnAtATime) {
  for (const auto* id : {"1", "2", "3", "4", "5"}) ASSERT_TRUE(m_conversation.take(call(id)));
  ASSERT_EQ(answers("5").size(), 1u);
  EXPECT_EQ(answers("5")[0].at("result").at("isError"), true);
  m_waiting.until_waiting(4);
  ASSERT_TRUE(m_conversation.take(call("1")));
  ASSERT_EQ(answers("1").size(), 1u) << "its id is taken";
  EXPECT_EQ(answers("1")[0].at("result").at("isError"), true);
  m_waiting.let_go();
  m_conversation.finish(k_hears);
  EXPECT_EQ(answers("1").size(), 2u);
  ASSERT_TRUE(m_conversation.take(call("5")));
  m_conversation.finish(k_hears);
  EXPECT_EQ(answers("5").size(), 2u);
}

TEST_F(McpConversationTest, WhenNobodyHearsAnyMoreEverythingEnds) {
  ASSERT_TRUE(m_conversation.take(call("1")));
  m_waiting.until_waiting(1);
  m_conversation.finish([] { return true; });
  m_waiting.until_waiting(0);
  EXPECT_THAT(answers("1"), IsEmpty());
}

TEST(McpConversation, AClientThatCannotBeWrittenToIsAnError) {
  const Mcp mcp({}, "");
  McpConversation conversation(mcp, [](const std::string&) -> Result<void> { return unavailable("closed"); });
  EXPECT_FALSE(conversation.take(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"));
  EXPECT_FALSE(conversation.take_too_long());
}

}  // namespace
}  // namespace assay::serve
