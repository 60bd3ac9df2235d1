#include "agents/transcript.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>

#include "base/json.h"
#include "base/text.h"

namespace assay::agents {
namespace {

using ::testing::ElementsAre;

// Each line as "what text", with what else it says behind it.
std::vector<std::string> read(std::string_view output, size_t piece = 7) {
  Transcript transcript;
  std::string lines;
  for (size_t at = 0; at < output.size(); at += piece) lines += transcript.take(output.substr(at, piece));
  lines += transcript.finish();
  std::vector<std::string> out;
  for (const auto line : split_lines(lines)) {
    const auto value = parse_json(line, "line");
    EXPECT_TRUE(value) << line;
    const auto& entry = value->get_object();
    const auto text = [&](const char* key) {
      const auto* found = entry.if_contains(key);
      return found == nullptr ? std::string() : std::string(found->get_string());
    };
    std::string said = cat(text("what"), " ", text("text"));
    if (entry.contains("arguments")) said += cat(" (", text("arguments"), ")");
    if (entry.contains("call")) said += cat(" #", text("call"));
    if (entry.contains("failed")) said += " failed";
    if (entry.contains("goes_on")) said += " …";
    if (entry.contains("left_out")) said = cat(said.substr(0, 20), " cut");
    out.push_back(said);
  }
  return out;
}

TEST(Transcript, ClaudeSaysThinksCallsAndGetsBack) {
  EXPECT_THAT(read(R"({"type":"system","subtype":"init","session_id":"s1"}
{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"Bash","input":{"description":"Run","command":"npm test"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":[{"type":"text","text":"1 failed"}]}]}}
{"type":"result","subtype":"success","is_error":false,"total_cost_usd":0.25,"result":"Done."})"),
              ElementsAre("thought Hm.", "message I look.", "tool Bash (npm test · description: Run) #t1",
                          "tool_result 1 failed #t1 failed"));
}

TEST(Transcript, CodexCommandsHaveTheirOutput) {
  EXPECT_THAT(read(R"({"type":"thread.started","thread_id":"t"}
{"type":"item.started","item":{"id":"i1","type":"command_execution","command":"ls"}}
{"type":"item.completed","item":{"id":"i1","type":"command_execution","command":"ls","aggregated_output":"a\nb\n","exit_code":2}}
{"type":"item.completed","item":{"id":"i2","type":"file_change","changes":[{"path":"a.py","kind":"update"}]}}
{"type":"item.completed","item":{"id":"i3","type":"agent_message","text":"Done."}}
{"type":"turn.failed","error":{"message":"quota"}})"),
              ElementsAre("tool shell (ls) #i1", "tool_result a\nb\n #i1 failed", "tool file_change (a.py)",
                          "message Done.", "error quota"));
}

TEST(Transcript, GeminiMessagesComeInPieces) {
  EXPECT_THAT(read(R"({"type":"init","session_id":"s"}
{"type":"message","role":"assistant","content":"Hel","delta":true}
{"type":"message","role":"assistant","content":"lo","delta":true}
{"type":"tool_use","tool_name":"read_file","tool_id":"r","parameters":{"absolute_path":"/a"}}
{"type":"tool_result","tool_id":"r","status":"success","output":"text"})"),
              ElementsAre("message Hel …", "message lo …", "tool read_file (/a) #r", "tool_result text #r"));
}

TEST(Transcript, OpencodeTellsACallWithWhatItGave) {
  EXPECT_THAT(read(R"({"type":"step_start","sessionID":"s","part":{}}
{"type":"tool_use","sessionID":"s","part":{"tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"make"},"output":"ok"}}}
{"type":"error","sessionID":"s","error":{"name":"APIError","data":{"message":"overloaded"}}})"),
              ElementsAre("tool bash (make) #c", "tool_result ok #c", "warning overloaded"));
}

TEST(Transcript, AnAcpAgentIsListenedTo) {
  EXPECT_THAT(read(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}
{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}
{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"tool_call","toolCallId":"k","title":"Edit a.py","rawInput":{"path":"a.py"}}}}
{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"tool_call_update","toolCallId":"k","status":"completed","content":[{"type":"content","content":{"type":"text","text":"done"}}]}}}
{"jsonrpc":"2.0","id":4,"error":{"code":-1,"message":"overloaded"}})"),
              ElementsAre("message Hi …", "tool Edit a.py (a.py) #k", "tool_result done #k", "error overloaded"));
}

TEST(Transcript, WhatNoKindSaysStaysAsItIs) {
  EXPECT_THAT(read("Reading…\n  two  spaces\n{\"mine\": 1}\n"),
              ElementsAre("note Reading…", "note   two  spaces", "note {\"mine\": 1}"));
  EXPECT_THAT(read("npm warn old\n{\"type\":\"system\",\"subtype\":\"init\"}\n{\"type\":\"news\"}\n{broken\n"),
              ElementsAre("note npm warn old", "note {\"type\":\"news\"}", "note {broken"));
}

TEST(Transcript, SecretsAreTakenOutAndLongTextsAreCut) {
  const auto lines = read(cat(R"({"type":"system","subtype":"init"}
{"type":"user","message":{"content":[{"type":"tool_result","content":")",
                              std::string(100'000, 'x'), R"("}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":"export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzzzKEYA"}}]}})"),
                          4096);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].ends_with(" cut")) << lines[0];
  EXPECT_FALSE(contains(lines[1], "wJalrXUtnFEMIK7MDENG")) << lines[1];
  EXPECT_TRUE(contains(lines[1], "[redacted")) << lines[1];
}

}  // namespace
}  // namespace assay::agents
