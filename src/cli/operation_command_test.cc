#include "cli/operation_command.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/operations.h"
#include "ops/table/table.h"

namespace assay::cli {
namespace {

std::string request(std::string_view operation, const std::vector<std::string>& arguments) {
  const OperationCommand command(*ops::find_operation(operation));
  const auto parsed = parse(command.flags(), arguments);
  if (!parsed) return parsed.error().message;
  const auto made = command.request(*parsed, "assay");
  return made ? write_json(json::value(*made)) : made.error().message;
}

TEST(OperationCommand, WordsAndFlagsBecomeTheRequest) {
  EXPECT_EQ(request("task.add", {"a name", "--files", "a/**", "--files", "b", "--budget", "1.5", "--timeout", "2m"}),
            R"({"name":"a name","filesModified":["a/**","b"],"maxBudgetUsd":1.5,"timeoutMs":120000})");
  EXPECT_EQ(request("task.start", {"a", "b", "--reason", "r"}), R"({"task":["a","b"],"reason":"r"})");
  EXPECT_EQ(request("mission.edit", {"--auto-verify", "off", "--parallel", "3"}),
            R"({"autoVerify":false,"parallelTasks":3})");
  EXPECT_EQ(request("mission.list", {"--all"}), R"({"all":true})");
}
TEST(OperationCommand, SaysWhatIsMissingOrTooMuch) {
  EXPECT_EQ(request("task.show", {}), "TASK is missing: assay task show TASK [options]");
  EXPECT_TRUE(contains(request("mission.new", {"a", "b"}), "goes in quotes"));
  EXPECT_TRUE(contains(request("log", {"--after", "x"}), "--after takes a whole number"));
}
TEST(OperationCommand, ReadsTimes) {
  EXPECT_EQ(request("task.add", {"a", "--timeout", "90s"}), R"({"name":"a","timeoutMs":90000})");
  EXPECT_EQ(request("task.add", {"a", "--timeout", "1500"}), R"({"name":"a","timeoutMs":1500})");
  EXPECT_TRUE(contains(request("task.add", {"a", "--timeout", "s"}), "takes a time"));
}
TEST(OperationCommand, AnOptionHasAnotherSpellingAndItsFileToo) {
  EXPECT_EQ(request("check", {"--intent", "x", "--verify-command", "a", "--verify-command", "b"}),
            R"({"task":"x","verifyCommands":["a","b"]})");
  EXPECT_TRUE(contains(request("check", {"--intent", "x", "--intent-file", "y"}), "give --task or --task-file"));
  EXPECT_TRUE(contains(request("check", {"--task-file", "-", "--diff-file", "-"}), "only one input"));
  EXPECT_EQ(request("check", {"--diff-file", "/nonexistent"}), "{}") << "of any size: it is not read here";
}
TEST(OperationCommand, BoundsOfANumberAreSaidByItsOption) {
  EXPECT_TRUE(
      contains(request("check", {"--verify-timeout-ms", "0"}), "--verify-timeout-ms takes a whole number from 1"));
  EXPECT_EQ(request("check", {"--verify-timeout-ms", "5"}), R"({"verifyTimeoutMs":5})");
}
TEST(OperationCommand, WhatOnlyThisMachineCanBeAskedForIsNoPartOfTheRequest) {
  EXPECT_EQ(request("check", {"--full", "--pretty", "--sandbox", "off", "--output-dir", "x"}), R"({"full":true})");
}
TEST(OperationCommand, EveryOperationHasHelp) {
  for (const auto* operation : ops::operations()) {
    const OperationCommand command(*operation);
    EXPECT_TRUE(contains(command.help("assay"), "Examples:")) << operation->name;
    for (const auto& flag : command.flags()) {
      const bool is_reserved = flag.name == "--stages" || flag.name == "--reuse-claims";
      const bool is_reserved_here = is_reserved || (flag.name == "--pr" && operation->name == "verdict");
      EXPECT_EQ(flag.help.empty(), is_reserved_here) << operation->name << " " << flag.name;
    }
  }
}
TEST(OperationCommand, IsCalledByItsWords) {
  const std::vector<std::string> words = {"task", "start", "x"};
  EXPECT_EQ(called_operation(words).words, 2u);
  const std::vector<std::string> one = {"status"};
  EXPECT_EQ(called_operation(one).operation, ops::find_operation("status"));
  const std::vector<std::string> none = {"task"};
  EXPECT_EQ(called_operation(none).operation, nullptr);
}

TEST(Complete, KnowsVerbsFlagsAndChoices) {
  const auto at = [](std::vector<std::string> words) { return complete(words); };
  EXPECT_TRUE(at({"task", "re"}).starts_with("ready\t"));
  EXPECT_TRUE(contains(at({"task", "add", "--f"}), "--files\t"));
  EXPECT_EQ(at({"mission", "new", "--mode", "ma"}), "manual\t\n");
  EXPECT_EQ(at({"mission", "new", "--plan", ""}), ":files\n");
  EXPECT_EQ(at({"nothing", ""}), "");
}

}  // namespace
}  // namespace assay::cli
