// What the adapters make of the words these programs are known to say.
#include "agents/agent.h"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/kind.h"
#include "agents/run.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {
namespace {

using testing::Contains;
using testing::ElementsAre;

os::Outcome exited(int code) {
  os::Outcome outcome;
  outcome.exit_code = code;
  return outcome;
}

Report read(const Kind& kind, std::string_view lines, const os::Outcome& outcome = exited(0),
            const AgentRun& run = {}) {
  const auto reader = kind.reader(run, nullptr);
  for (const auto line : split_lines(lines)) reader->line(line, [](const Event&) {});
  return reader->finish(outcome);
}

TEST(Kinds, AreFoundByNameAndListedForPeople) {
  for (const auto* kind : k_kinds) EXPECT_EQ(kind_named(kind->name), kind) << kind->name;
  EXPECT_EQ(kind_named("made-up"), nullptr);
  EXPECT_EQ(list_kinds(Listed::all, " or "), "claude, codex, gemini, opencode, acp or command");
  EXPECT_EQ(list_kinds(Listed::built_in), "claude, codex, gemini, opencode");
}

TEST(Claude, AResultWithoutErrorIsASuccessWithItsCost) {
  const auto report = read(k_claude, R"({"type":"system","subtype":"init","session_id":"s1"}
{"type":"assistant","message":{"content":[{"type":"text","text":"Working."},{"type":"tool_use","name":"Edit"}]}}
{"type":"result","subtype":"success","is_error":false,"num_turns":3,"total_cost_usd":0.25,"result":"Done.","usage":{"input_tokens":10,"cache_read_input_tokens":5,"output_tokens":7},"permission_denials":[{"tool_name":"Bash"}]})");
  EXPECT_EQ(report.end, End::succeeded);
  EXPECT_EQ(report.summary, "Done.");
  EXPECT_EQ(report.session, "s1");
  EXPECT_DOUBLE_EQ(report.cost_usd, 0.25);
  EXPECT_EQ(report.turns, 3u);
  EXPECT_EQ(report.input_tokens, 15u);
  EXPECT_THAT(report.denied, ElementsAre("Bash"));
}

TEST(Claude, TokensAreToldWithEachMessageOnceAndTheResultIsExact) {
  const auto reader = k_claude.reader({}, nullptr);
  std::vector<std::uint64_t> told;
  const OnEvent on_event = [&](const Event& event) {
    if (event.what == Event::What::usage) told.push_back(event.used.input_tokens);
  };
  const std::string part =
      R"({"type":"assistant","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":1}}})";
  reader->line(part, on_event);
  reader->line(part, on_event);
  reader->line(R"({"type":"assistant","message":{"id":"m2","usage":{"input_tokens":20}}})", on_event);
  reader->line(R"({"type":"result","subtype":"success","usage":{"input_tokens":31},"total_cost_usd":0.5})", on_event);
  EXPECT_THAT(told, ElementsAre(10, 30, 31));
  EXPECT_EQ(reader->finish(exited(0)).input_tokens, 31u);
}

TEST(AnyAgent, WhatItToldIsReadAgainFromItsOutput) {
  const auto folder = os::ScratchFolder::make("assay-test");
  ASSERT_TRUE(folder);
  const auto file = os::join_path(folder->path(), "output");
  const auto reread_as = [&](const Kind& kind, std::string_view text) {
    EXPECT_TRUE(os::write_file(file, text));
    auto report = reread(kind, file);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : Report();
  };
  const auto claude = reread_as(k_claude, R"({"type":"system","subtype":"init","session_id":"s1"}
{"type":"result","subtype":"success","total_cost_usd":0.25})");
  EXPECT_DOUBLE_EQ(claude.cost_usd, 0.25);
  EXPECT_EQ(claude.session, "s1");
  EXPECT_NE(claude.end, End::succeeded) << "nobody saw it end";
  // What an acp agent asks for is not done a second time.
  const auto touched = os::join_path(folder->path(), "touched");
  const auto acp = reread_as(k_acp, cat(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}
{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
{"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"content":"x","path":")",
                                        touched, R"("}}
{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"usage_update","cost":{"amount":0.12,"currency":"USD"}}}}
)"));
  EXPECT_DOUBLE_EQ(acp.cost_usd, 0.12);
  EXPECT_EQ(acp.session, "s2");
  EXPECT_FALSE(os::exists(touched));
  EXPECT_DOUBLE_EQ(reread_as(k_command, "{\"cost\":1}\n").cost_usd, 0);
}

TEST(Claude, AnApiErrorSaysSuccessAndIsNone) {
  const auto report =
      read(k_claude, R"({"type":"result","subtype":"success","is_error":true,"result":"API Error: 500 server error"})",
           exited(1));
  EXPECT_EQ(report.end, End::model_error);
  EXPECT_TRUE(contains(report.reason, "500")) << report.reason;
}

TEST(Claude, SpentBudgetAndUsedTurns) {
  EXPECT_EQ(read(k_claude, R"({"type":"result","subtype":"error_max_budget_usd","is_error":true,"total_cost_usd":1.2})",
                 exited(1))
                .end,
            End::budget);
  EXPECT_EQ(read(k_claude, R"({"type":"result","subtype":"error_max_turns","is_error":true})", exited(1)).end,
            End::turns);
}

TEST(Claude, ExitZeroWithoutAResultIsUnclear) {
  const auto report =
      read(k_claude, R"({"type":"assistant","message":{"content":[{"type":"text","text":"All done, tests pass!"}]}})");
  EXPECT_EQ(report.end, End::unclear);
  EXPECT_TRUE(contains(report.reason, "no closing event")) << report.reason;
}

TEST(Claude, ASuccessWithABadExitIsNone) {
  EXPECT_EQ(read(k_claude, R"({"type":"result","subtype":"success","is_error":false})", exited(1)).end, End::failed);
}

TEST(Codex, TheTurnDecidesNotAnItemOfTypeError) {
  const auto report = read(k_codex, R"({"type":"thread.started","thread_id":"t1"}
{"type":"turn.started"}
{"type":"item.completed","item":{"type":"error","message":"deprecated setting"}}
{"type":"item.completed","item":{"type":"agent_message","text":"Changed two files."}}
{"type":"turn.completed","usage":{"input_tokens":100,"output_tokens":20}})");
  EXPECT_EQ(report.end, End::succeeded);
  EXPECT_EQ(report.summary, "Changed two files.");
  EXPECT_EQ(report.output_tokens, 20u);
}

TEST(Codex, AFailedTurnIsTheModels) {
  const auto report = read(k_codex, R"({"type":"turn.failed","error":{"message":"unexpected status 500"}})", exited(1));
  EXPECT_EQ(report.end, End::model_error);
  EXPECT_EQ(read(k_codex, R"({"type":"turn.failed","error":{"message":"429 Too Many Requests, try again in 20s"}})",
                 exited(1))
                .retry_after,
            std::chrono::seconds(20));
}

TEST(Codex, NoTurnIsUnclear) { EXPECT_EQ(read(k_codex, R"({"type":"thread.started"})").end, End::unclear); }

TEST(Gemini, TheResultAndTheExitCodesThatMean) {
  EXPECT_EQ(read(k_gemini, R"({"type":"message","role":"assistant","content":"Hel","delta":true}
{"type":"message","role":"assistant","content":"lo","delta":true}
{"type":"result","status":"success","stats":{"input_tokens":5,"output_tokens":2}})")
                .summary,
            "Hello");
  EXPECT_EQ(read(k_gemini, "", exited(41)).end, End::not_allowed);
  EXPECT_EQ(read(k_gemini, "", exited(53)).end, End::turns);
  EXPECT_EQ(read(k_gemini, "", exited(173)).end, End::rate_limited);
  EXPECT_EQ(read(k_gemini, "", exited(0)).end, End::unclear) << "SIGTERM exits 0 without a result";
  EXPECT_EQ(read(k_gemini, R"({"type":"result","status":"error","error":{"message":"quota exceeded"}})", exited(1)).end,
            End::budget);
}

TEST(Opencode, TheLastStepDecides) {
  EXPECT_EQ(read(k_opencode, R"({"type":"step_start","sessionID":"o1","part":{}}
{"type":"text","part":{"text":"Done"}}
{"type":"step_finish","part":{"reason":"stop","cost":0.01,"tokens":{"input":3,"output":4}}})")
                .end,
            End::succeeded);
  EXPECT_EQ(read(k_opencode, R"({"type":"step_start","part":{}})").end, End::unclear);
  EXPECT_EQ(read(k_opencode, R"({"type":"step_finish","part":{"reason":"tool-calls"}})").end, End::unclear);
  EXPECT_EQ(
      read(k_opencode, R"({"type":"error","error":{"name":"APIError","data":{"message":"Unauthorized"}}})", exited(1))
          .end,
      End::not_allowed);
}

TEST(Command, TheExitCodeIsAllItSays) {
  EXPECT_EQ(read(k_command, "working\ndone\n").end, End::succeeded);
  EXPECT_EQ(read(k_command, "working\ndone\n").summary, "working\ndone");
  EXPECT_EQ(read(k_command, "", exited(3)).reason, "it ended with exit 3");
  EXPECT_EQ(read(k_command, "begun\nno such model\n", exited(3)).reason, "it ended with exit 3: no such model");
  os::Outcome crashed;
  crashed.ended = os::Ended::signalled;
  crashed.signal = SIGSEGV;
  EXPECT_EQ(read(k_command, "", crashed).reason, "it was ended by SIGSEGV");
}

TEST(AnyAgent, WhatWeDidToItStandsAboveWhatItSays) {
  os::Outcome late;
  late.ended = os::Ended::timed_out;
  for (const auto* kind : k_kinds) {
    EXPECT_EQ(read(*kind, R"({"type":"result","subtype":"success","status":"success"})", late).end, End::timed_out);
  }
  os::Outcome silent;
  silent.ended = os::Ended::idle;
  EXPECT_EQ(read(k_claude, "", silent).end, End::idle);
  os::Outcome missing;
  missing.ended = os::Ended::could_not_start;
  EXPECT_EQ(read(k_codex, "", missing).end, End::could_not_start);
}

TEST(AnyAgent, LinesThatAreNoEventsAreItsLastWords) {
  const auto report = read(k_claude, "Error: Invalid API key. Please run /login\n", exited(1));
  EXPECT_EQ(report.end, End::not_allowed);
  EXPECT_TRUE(contains(report.reason, "Invalid API key")) << report.reason;
}

TEST(AnyAgent, HostileEventsDoNoHarm) {
  for (const auto* kind : k_kinds) {
    for (const char* line :
         {"{}", "{\"type\":1}", "{\"type\":\"result\",\"usage\":[]}", "{\"type\":\"assistant\",\"message\":null}",
          "{\"type\":\"step_finish\",\"part\":{\"cost\":-5}}", "{\"type\":\"result\",\"total_cost_usd\":1e999}"}) {
      EXPECT_NE(read(*kind, line, exited(1)).end, End::succeeded) << line;
      EXPECT_GE(read(*kind, line, exited(1)).cost_usd, 0);
    }
  }
}

TEST(Opencode, WhatItSaysToItselfIsNoSummary) {
  EXPECT_EQ(read(k_opencode, R"({"type":"text","part":{"text":"Done"}}
{"type":"text","part":{"text":"Continue if you have next steps","synthetic":true}}
{"type":"step_finish","part":{"reason":"stop"}})")
                .summary,
            "Done");
}

TEST(Opencode, WhatItWasGivenHoldsThoughItKnowsNoLimits) {
  AgentRun run;
  run.turns = 2;
  run.budget_usd = 1.0;
  const auto reader = k_opencode.reader(run, nullptr);
  const auto step = [&](std::string_view reason, std::string_view cost) {
    reader->line(cat(R"({"type":"step_finish","part":{"reason":")", reason, R"(","cost":)", cost, "}}"),
                 [](const Event&) {});
  };
  step("tool-calls", "0.4");
  EXPECT_FALSE(reader->must_stop());
  step("tool-calls", "0.7");
  EXPECT_TRUE(reader->must_stop());
  os::Outcome ours;
  ours.ended = os::Ended::cancelled;
  const auto report = reader->finish(ours);
  EXPECT_EQ(report.end, End::budget) << "we stopped it, for this reason";
  EXPECT_EQ(report.reason, "it was stopped: it spent 1.10 USD of 1.00");
  EXPECT_DOUBLE_EQ(report.cost_usd, 1.1);
}

TEST(Opencode, ALastStepWithinTheTurnsIsASuccess) {
  AgentRun run;
  run.turns = 1;
  EXPECT_EQ(read(k_opencode, R"({"type":"step_finish","part":{"reason":"stop","cost":0}})", exited(0), run).end,
            End::succeeded);
}

TEST(Resumed, WhatWasUsedBeforeIsSubtractedWhereSumsAreTold) {
  AgentRun run;
  run.resume = Resume{"s1", 0.20, 100, 10};
  const auto claude = read(
      k_claude,
      R"({"type":"result","subtype":"success","is_error":false,"total_cost_usd":0.25,"usage":{"input_tokens":150,"output_tokens":30}})",
      exited(0), run);
  EXPECT_NEAR(claude.cost_usd, 0.05, 1e-9);
  EXPECT_EQ(claude.input_tokens, 50u);
  EXPECT_EQ(claude.output_tokens, 20u);
  const auto codex =
      read(k_codex, R"({"type":"turn.completed","usage":{"input_tokens":90,"output_tokens":12}})", exited(0), run);
  EXPECT_EQ(codex.input_tokens, 0u) << "never below nothing";
  EXPECT_EQ(codex.output_tokens, 2u);
  EXPECT_EQ(read(k_opencode, R"({"type":"step_finish","part":{"reason":"stop","cost":0.1,"tokens":{"input":7}}})",
                 exited(0), run)
                .input_tokens,
            7u)
      << "it tells each step for itself";
}

TEST(AnyAgent, ASummaryIsBounded) {
  const auto reader = k_gemini.reader({}, nullptr);
  const std::string line =
      cat(R"({"type":"message","role":"assistant","delta":true,"content":")", std::string(10'000, 'a'), "\"}");
  for (int i = 0; i < 1000; ++i) reader->line(line, [](const Event&) {});
  EXPECT_LT(reader->finish(exited(0)).summary.size(), 100'000u);
}

}  // namespace
}  // namespace assay::agents
