#include "os/process/dialogue.h"

#include <thread>

#include <gtest/gtest.h>
#include <signal.h>

#include "base/text.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::os {
namespace {

using std::chrono::milliseconds;

Command shell(std::string script, Dialogue& dialogue) {
  Command command;
  command.argv = {"/bin/sh", "-c", std::move(script)};
  command.timeout = std::chrono::seconds(60);
  command.grace = milliseconds(300);
  command.dialogue = &dialogue;
  return command;
}

TEST(Dialogue, WhatIsSaidIsAnswered) {
  Dialogue dialogue;
  dialogue.write("one\n");
  std::string heard;
  const auto outcome =
      run(shell("while read -r line; do echo \"heard $line\"; done", dialogue), [&](std::string_view chunk) {
        heard += chunk;
        if (heard == "heard one\n") dialogue.write("two\n");
        if (heard == "heard one\nheard two\n") dialogue.dismiss();
      });
  ASSERT_TRUE(outcome);
  EXPECT_EQ(heard, "heard one\nheard two\n");
  EXPECT_TRUE(outcome->succeeded());
  EXPECT_FALSE(outcome->dismissed) << "its input ended, and it went by itself";
}

TEST(Dialogue, WhoDoesNotGoWhenDismissedIsEndedAndCountsAsExited) {
  Dialogue dialogue;
  std::string heard;
  const auto outcome = run(shell("sleep 300 & echo $!; wait; sleep 300", dialogue), [&](std::string_view chunk) {
    heard += chunk;
    dialogue.dismiss();
  });
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->succeeded());
  EXPECT_TRUE(outcome->dismissed);
  EXPECT_NE(::kill(static_cast<pid_t>(*parse_uint(trim(heard))), 0), 0) << "the whole tree went";
}

TEST(Dialogue, MuchIsSaidThroughASmallPipe) {
  Dialogue dialogue;
  ASSERT_TRUE(dialogue.write(std::string(5'000'000, 'x')));
  dialogue.dismiss();
  auto command = shell("wc -c", dialogue);
  command.grace = std::chrono::seconds(30);
  const auto result = capture(command);
  EXPECT_EQ(trim(result->output), "5000000");
}

TEST(Dialogue, WhoDoesNotListenFillsNoMemory) {
  Dialogue dialogue;
  const std::string piece(8 << 20, 'x');
  int taken = 0;
  while (taken < 100 && dialogue.write(piece)) ++taken;
  EXPECT_EQ(taken, 4);
  dialogue.stop();
  EXPECT_EQ(run(shell("sleep 300", dialogue))->ended, Ended::cancelled);
}

TEST(Dialogue, AFarewellIsSaidBeforeTheEnd) {
  for (const auto how : {Ended::timed_out, Ended::idle, Ended::cancelled}) {
    Dialogue dialogue;
    dialogue.set_farewell("go\n");
    auto command = shell("echo begin; read -r line; echo \"told $line\"", dialogue);
    command.grace = std::chrono::seconds(30);
    if (how == Ended::timed_out) command.timeout = milliseconds(200);
    if (how == Ended::idle) command.idle_timeout = milliseconds(200);
    CancelToken token;
    command.cancel = &token;
    const auto outcome = run(command, [&](std::string_view) {
      if (how == Ended::cancelled) token.cancel();
    });
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->ended, how);
    EXPECT_EQ(outcome->head, "begin\ntold go\n") << name_of(how);
  }
}

TEST(Dialogue, WhoIgnoresTheFarewellIsEnded) {
  Dialogue dialogue;
  dialogue.set_farewell("go\n");
  auto command = shell("trap '' TERM; while :; do sleep 300; done", dialogue);
  command.timeout = milliseconds(200);
  EXPECT_EQ(run(command)->ended, Ended::timed_out);
}

TEST(Dialogue, AClosedInputDoesNotEndUs) {
  Dialogue dialogue;
  const auto outcome = run(shell("exec 0<&-; echo closed; sleep 0.2; echo alive", dialogue),
                           [&](std::string_view) { dialogue.write("nobody hears this\n"); });
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->head, "closed\nalive\n");
  EXPECT_TRUE(outcome->succeeded());
}

TEST(Dialogue, TwoAtATimeDoNotHoldEachOthersInput) {
  const auto scratch = ScratchFolder::make("assay-test").value();
  Dialogue first;
  Dialogue second;
  std::thread other;
  auto command = shell("echo ready; until [ -e both ]; do sleep 0.01; done; echo both; cat", first);
  auto later = shell("touch both; until [ -e over ]; do sleep 0.01; done", second);
  command.folder = later.folder = scratch.path();
  command.grace = std::chrono::seconds(30);
  const auto outcome = run(command, [&](std::string_view chunk) {
    // Started while the first one's input is open.
    if (chunk == "ready\n") other = std::thread([&] { EXPECT_TRUE(run(later)); });
    if (chunk == "both\n") first.dismiss();
  });
  EXPECT_TRUE(write_file(join_path(scratch.path(), "over"), ""));
  other.join();
  EXPECT_TRUE(outcome->succeeded());
  EXPECT_FALSE(outcome->dismissed) << "it saw the end of its input";
}

TEST(Errors, ComeApartWhenAsked) {
  Command command;
  command.argv = {"/bin/sh", "-c", "echo out; echo err >&2"};
  std::string errors;
  command.on_errors = [&](std::string_view chunk) { errors += chunk; };
  const auto result = capture(command);
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(errors, "err\n");
}

TEST(Errors, CountAgainstTheOutputLimit) {
  Command command;
  command.argv = {"/bin/sh", "-c", "yes >&2"};
  command.output_limit = 1'000'000;
  command.on_errors = [](std::string_view) {};
  EXPECT_EQ(run(command)->ended, Ended::output_limit);
}

}  // namespace
}  // namespace assay::os
