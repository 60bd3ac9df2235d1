#include <gtest/gtest.h>

#include "hooks/answer.h"
#include "hooks/input.h"
#include "hooks/patch.h"
#include "hooks/settings.h"
#include "hooks/task.h"

namespace assay::hooks {
namespace {

Input read(std::string_view json) {
  const auto input = read_input(json, std::nullopt);
  EXPECT_TRUE(input) << (input ? "" : input.error().message);
  return input ? *input : Input();
}

TEST(HookInput, TellsTheClientByItsFields) {
  struct Case {
    std::string_view json;
    Client client;
    Event event;
    std::string_view session;
  };
  const Case cases[] = {
      {R"({"session_id":"s1","transcript_path":"/t","cwd":"/w","permission_mode":"default","hook_event_name":"Stop",
           "stop_hook_active":false})",
       Client::claude, Event::stop, "s1"},
      {R"({"session_id":"s2","turn_id":"4","cwd":"/w","hook_event_name":"Stop","model":"m","stop_hook_active":true,
           "last_assistant_message":null})",
       Client::codex, Event::stop, "s2"},
      {R"({"session_id":"s3","cwd":"/w","hook_event_name":"AfterAgent","timestamp":"2026-01-01T00:00:00Z",
           "prompt":"fix it","prompt_response":"done","stop_hook_active":false})",
       Client::gemini, Event::stop, "s3"},
      {R"({"session_id":"s4","cwd":"/w","hook_event_name":"Stop","timestamp":"2026-01-01T00:00:00Z"})", Client::copilot,
       Event::stop, "s4"},
      {R"({"sessionId":"s5","timestamp":1767225600000,"cwd":"/w","stopReason":"end_turn"})", Client::copilot,
       Event::stop, "s5"},
      {R"({"conversation_id":"s6","generation_id":"g","hook_event_name":"stop","workspace_roots":["/w"],
           "status":"completed","loop_count":0})",
       Client::cursor, Event::stop, "s6"},
      {R"({"session_id":"s7","cwd":"/w","hook_event_name":"Notification","message":"hello"})", Client::claude,
       Event::other, "s7"},
  };
  for (const auto& each : cases) {
    const auto input = read(each.json);
    EXPECT_EQ(input.client, each.client) << each.json;
    EXPECT_EQ(input.event, each.event) << each.json;
    EXPECT_EQ(input.session, each.session) << each.json;
    EXPECT_EQ(input.folder, "/w") << each.json;
  }
  EXPECT_EQ(read_input(R"({"session_id":"s","hook_event_name":"Stop"})", Client::cursor)->client, Client::cursor);
}

TEST(HookInput, RefusesWhatNoClientSends) {
  for (const std::string_view text : {"", "[]", "\"Stop\"", "{}", R"({"hook_event_name":"Stop"})", "{\"a\":"})
    EXPECT_FALSE(read_input(text, std::nullopt)) << text;
}

TEST(HookInput, ReadsTheEditsOfEachClientsTools) {
  struct Case {
    std::string_view json;
    std::string_view path, old, text;
  };
  const Case cases[] = {
      {R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Edit",
           "tool_input":{"file_path":"/w/a.py","old_string":"x","new_string":"y"}})",
       "/w/a.py", "x", "y"},
      {R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Write",
           "tool_input":{"file_path":"/w/a.py","content":"all\n"}})",
       "/w/a.py", "", "all\n"},
      {R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":"MultiEdit",
           "tool_input":{"file_path":"/w/a.py","edits":[{"old_string":"x","new_string":"y"}]}})",
       "/w/a.py", "x", "y"},
      {R"({"session_id":"s","turn_id":"1","hook_event_name":"PreToolUse","tool_name":"apply_patch","tool_input":
           {"command":"*** Begin Patch\n*** Update File: a.py\n@@ def f():\n one\n-x\n+y\n*** End Patch"}})",
       "a.py", "one\nx\n", "one\ny\n"},
      {R"({"session_id":"s","hook_event_name":"BeforeTool","tool_name":"replace",
           "tool_input":{"file_path":"a.py","old_string":"x","new_string":"y"}})",
       "a.py", "x", "y"},
      {R"({"sessionId":"s","timestamp":1,"toolName":"create","toolArgs":"{\"path\":\"a.py\",\"file_text\":\"t\"}"})",
       "a.py", "", "t"},
      {R"({"sessionId":"s","hookEventName":"PreToolUse","tool_name":"replace_string_in_file",
           "tool_input":{"filePath":"a.py","oldString":"x","newString":"y"}})",
       "a.py", "x", "y"},
  };
  for (const auto& each : cases) {
    const auto input = read(each.json);
    ASSERT_EQ(input.edits.size(), 1u) << each.json;
    EXPECT_EQ(input.edits[0].path, each.path);
    EXPECT_EQ(input.edits[0].old.value_or(""), each.old);
    EXPECT_EQ(input.edits[0].text, each.text);
  }
  EXPECT_TRUE(read(R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash",
                       "tool_input":{"command":"rm -rf build"}})")
                  .edits.empty());
}

TEST(HookPatch, ReadsFilesThatComeChangeAndGo) {
  std::vector<Edit> edits;
  read_patch(
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: new.py\n+one\n+two\n*** Update File: a.py\n@@\n "
      "a\n-b\n+c\n@@\n-d\n"
      "*** Delete File: old.py\n*** End Patch\nEOF",
      edits);
  ASSERT_EQ(edits.size(), 4u);
  EXPECT_EQ(edits[0].path, "new.py");
  EXPECT_EQ(edits[0].text, "one\ntwo\n");
  EXPECT_EQ(apply(edits[1], "a\nb\nx\nd\n"), "a\nc\nx\nd\n");
  EXPECT_EQ(apply(edits[2], "a\nb\nx\nd\n"), "a\nb\nx\n");
  EXPECT_TRUE(edits[3].removes);
  EXPECT_EQ(apply(edits[1], "nothing of it\n"), std::nullopt);
}

TEST(HookPatch, ReadsAFileThatMovesWithItsChanges) {
  std::vector<Edit> edits;
  read_patch(
      "*** Begin Patch\n*** Update File: a_test.py\n*** Move to: b.py\n@@\n-x\n+y\n*** Delete File: c.py\n*** End "
      "Patch",
      edits);
  ASSERT_EQ(edits.size(), 3U);
  EXPECT_EQ(edits[0].path, "a_test.py");
  EXPECT_EQ(edits[0].text, "y\n");
  EXPECT_TRUE(edits[1].removes);
  EXPECT_EQ(edits[1].path, "a_test.py");
  EXPECT_EQ(edits[1].moves_to, "b.py");
  EXPECT_EQ(edits[2].path, "c.py");
  EXPECT_EQ(edits[2].moves_to, "");
}

TEST(HookPatch, PrintsTheDifferenceAsGitDoes) {
  EXPECT_EQ(diff_text("a", "1\n2\n3\n4\n5\n", "1\n2\n3\nfour\n5\n"),
            "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,5 +1,5 @@\n 1\n 2\n 3\n-4\n+four\n 5\n");
  EXPECT_EQ(diff_text("a", std::nullopt, "1\n"),
            "diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+1\n");
  EXPECT_EQ(diff_text("a", "1\n", std::nullopt),
            "diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-1\n");
  EXPECT_EQ(diff_text("a", "1\n", "1\n"), "");
}

TEST(HookTask, KnowsWhatItIsAbout) {
  EXPECT_TRUE(asks_about("Add a CI workflow. Do not touch the tests.", {"workflow"}));
  EXPECT_TRUE(asks_about("Set up Vitest", {"jest", "vitest"}));
  EXPECT_FALSE(asks_about("Do not add a workflow", {"workflow"}));
  EXPECT_FALSE(asks_about("Never touch CI. Make it faster", {"ci"}));
  EXPECT_FALSE(asks_about("Decide on the price", {"ci"}));
  EXPECT_TRUE(asks_about("No workflow yet. Add a workflow", {"workflow"}));
  EXPECT_FALSE(asks_about("", {"ci"}));
}

TEST(HookTask, TakesThePromptsOfThePersonAlone) {
  const std::string claude =
      R"({"type":"user","message":{"role":"user","content":"Add a flag"},"isMeta":false})"
      "\n"
      R"({"type":"user","isMeta":true,"message":{"role":"user","content":"Caveat"}})"
      "\n"
      R"({"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"the user wants"}]}})"
      "\n"
      R"({"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"ok"}]}})"
      "\n"
      R"({"type":"user","message":{"role":"user","content":"Stop hook feedback:\n- [assay hook]: Assay does not accept"}})"
      "\n"
      R"({"type":"user","message":{"role":"user","content":[{"type":"text","text":"And document it"}]}})"
      "\n{\"type\":\"user\",\"message\":{\"role\":\"us";
  EXPECT_EQ(task_of(prompts_of(claude)), "Add a flag\n\nAnd document it");

  const std::string codex =
      R"({"type":"session_meta","payload":{"cwd":"/w"}})"
      "\n"
      R"({"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text",)"
      R"("text":"<environment_context>…</environment_context>"}]}})"
      "\n"
      R"({"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Fix it"}]}})"
      "\n"
      R"({"type":"event_msg","payload":{"type":"user_message","message":"Fix it"}})";
  EXPECT_EQ(task_of(prompts_of(codex)), "Fix it");

  EXPECT_EQ(
      task_of(prompts_of(R"({"messages":[{"type":"user","content":"Fix it"},{"type":"gemini","content":"ok"}]})")),
      "Fix it");
  EXPECT_EQ(task_of(prompts_of(R"({"type":"user.message","data":{"content":"Fix it"}})")), "Fix it");
  EXPECT_EQ(task_of(prompts_of("not json\n{}\n")), "");
  EXPECT_LE(task_of({std::string(100'000, 'x'), "more"}).size(), size_t{33} << 10);
}

TEST(HookTask, NamesAFileToBeEdited) {
  const auto yes = [](std::string_view task) { return asks_to_edit(task, "test/sum.test.js"); };
  EXPECT_TRUE(yes("Skip the flaky test in test/sum.test.js for now"));
  EXPECT_TRUE(yes("Fix `test/sum.test.js`."));
  EXPECT_TRUE(yes("See ./test/sum.test.js, it is wrong"));
  EXPECT_TRUE(yes("Do not rush. Repair test/sum.test.js"));
  EXPECT_TRUE(yes("Do not edit test/sum.test.js.\nAh well, rewrite test/sum.test.js"));
  EXPECT_TRUE(asks_to_edit("Update Makefile: a new target", "Makefile"));

  EXPECT_FALSE(yes("Make it faster"));
  EXPECT_FALSE(yes("Do not edit test/sum.test.js and add sub"));
  EXPECT_FALSE(yes("Never touch test/sum.test.js"));
  EXPECT_FALSE(yes("You don\u2019t need test/sum.test.js"));
  EXPECT_FALSE(yes("Ohne test/sum.test.js zu \u00e4ndern, mach es schneller"));
  EXPECT_FALSE(yes("Leave test/sum.test.js as it is"));
  EXPECT_FALSE(yes("Edit old/test/sum.test.js"));
  EXPECT_FALSE(yes("Edit test/sum.test.jsx"));
  EXPECT_FALSE(yes("Edit test/sum.test.js.snap"));
  EXPECT_FALSE(asks_to_edit("Make a maker of ab", "a"));
  EXPECT_TRUE(asks_to_edit("Make a maker of ab", "Make"));
  EXPECT_TRUE(asks_to_edit("Change `runner` so that it waits", "runner"));
  EXPECT_FALSE(asks_to_edit("Change the runner so that it waits", "runner"));
  EXPECT_FALSE(asks_to_edit("anything", ""));
}

TEST(HookAnswer, IsInTheClientsOwnForm) {
  Input input;
  input.event_name = "Stop";
  EXPECT_EQ(keep_working(input, "r"), "{\"decision\":\"block\",\"reason\":\"r\"}\n");
  input.client = Client::cursor;
  EXPECT_EQ(keep_working(input, "r"), "{\"followup_message\":\"r\"}\n");
  input.client = Client::copilot;
  EXPECT_EQ(keep_working(input, "r"),
            "{\"decision\":\"block\",\"reason\":\"r\",\"hookSpecificOutput\":{\"hookEventName\":\"Stop\","
            "\"decision\":\"block\",\"reason\":\"r\"}}\n");
  input.client = Client::claude;
  input.event_name = "PreToolUse";
  EXPECT_EQ(refuse_edit(input, "r"),
            "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\","
            "\"permissionDecisionReason\":\"r\"}}\n");
  input.client = Client::gemini;
  EXPECT_EQ(refuse_edit(input, "r"), "{\"decision\":\"deny\",\"reason\":\"r\"}\n");
}

TEST(HookSettings, AreAddedOnceAndLeaveTheRest) {
  const std::string before = R"({"model":"x","hooks":{"Stop":[{"hooks":[{"type":"command","command":"./mine"}]}]}})";
  for (const auto client : k_clients) {
    const std::string text = client == Client::claude ? before : "";
    const auto once = with_hooks(text, client, "assay hook");
    ASSERT_TRUE(once);
    EXPECT_EQ(*installed(*once, client, "assay hook"), Installed::yes);
    EXPECT_EQ(*installed(*once, client, "assay hook --fail-on not_mergeable"), Installed::partly);
    EXPECT_EQ(*installed(text, client, "assay hook"), Installed::no);
    EXPECT_EQ(*with_hooks(*once, client, "assay hook"), *once);
    const auto out = without_hooks(*once, client);
    ASSERT_TRUE(out);
    EXPECT_TRUE(is_same_document(*out, text)) << *out;
  }
}

TEST(HookSettings, KnowsItsOwnCommandByWhateverPath) {
  for (const std::string_view command :
       {"assay hook", "/opt/a b/assay hook", "'/opt/a b/assay' hook --dialect claude"}) {
    const auto once = with_hooks("", Client::claude, command);
    EXPECT_EQ(*without_hooks(*once, Client::claude), "") << command;
  }
  const auto others = with_hooks("", Client::claude, "/bin/assayer hooked");
  EXPECT_EQ(*installed(*others, Client::claude, "assay hook"), Installed::no);
}

TEST(HookSettings, RefusesWhatItCannotAddTo) {
  for (const std::string_view text : {"// a comment\n{}", "[]", R"({"hooks":[]})", R"({"hooks":{"Stop":{}}})"})
    EXPECT_FALSE(with_hooks(text, Client::claude, "assay hook")) << text;
}

}  // namespace
}  // namespace assay::hooks
