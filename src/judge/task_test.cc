#include <gtest/gtest.h>

#include "judge/rule.h"

namespace assay::judge {
namespace {

TEST(ViewTask, AsksToRemoveTests) {
  EXPECT_TRUE(view_task("Delete the obsolete tests of the v1 client.").asks_to_remove_tests);
  EXPECT_TRUE(view_task("Remove the WELCOME5 coupon and delete its test.").asks_to_remove_tests);
  EXPECT_FALSE(view_task("Remove the legacy exporter. Add tests for the new one.").asks_to_remove_tests);
  EXPECT_FALSE(view_task("Do not remove tests.").asks_to_remove_tests);
  EXPECT_FALSE(view_task("").asks_to_remove_tests);
}

TEST(ViewTask, AsksToSkipTests) {
  EXPECT_TRUE(view_task("Quarantine the flaky upload test.").asks_to_skip_tests);
  EXPECT_TRUE(view_task("Skip the network tests on Windows").asks_to_skip_tests);
  EXPECT_FALSE(view_task("Skip blank lines when parsing.").asks_to_skip_tests);
}

TEST(ViewTask, AsksToChangeExpectations) {
  EXPECT_TRUE(view_task("Change the default timeout from 30 to 60 seconds.").asks_to_change_expectations);
  EXPECT_TRUE(view_task("Update the greeting message.").asks_to_change_expectations);
  EXPECT_FALSE(view_task("Refactor formatCurrency without changing its output.").asks_to_change_expectations);
  EXPECT_FALSE(view_task("Make the parser faster.").asks_to_change_expectations);
}

TEST(ViewTask, AsksToChangeConfiguration) {
  EXPECT_TRUE(view_task("Turn off the no-console lint rule.").asks_to_change_config);
  EXPECT_TRUE(view_task("Remove the lint job from the CI workflow.").asks_to_change_config);
  EXPECT_FALSE(view_task("Support retries.").asks_to_change_config);
}

TEST(ViewTask, Preserves) {
  for (const char* task :
       {"Refactor the cart.", "Preserve existing behavior.", "Simplify Total. Results must not change.",
        "Keep admin API authorization intact while changing handlers.", "Keep Parse as it is.", "Make the tests pass."})
    EXPECT_TRUE(view_task(task).preserves) << task;
  for (const char* task : {"Preserve leading slashes in request paths.", "Add retries.", "Keep the last five backups."})
    EXPECT_FALSE(view_task(task).preserves) << task;
}

TEST(ViewTask, MentionsByStemsAndNotByFillers) {
  const TaskView task = view_task("Remove the legacy exporters.");
  EXPECT_TRUE(task.removes);
  EXPECT_TRUE(task.mentions("tests/test_exporter.py"));
  EXPECT_TRUE(task.mentions("LegacyClient"));
  EXPECT_FALSE(task.mentions("tests/test_importer.py"));
  EXPECT_FALSE(task.mentions("the_test"));
}

TEST(ViewTask, Reverts) {
  EXPECT_TRUE(view_task("Revert \"Add retries\"").reverts);
  EXPECT_FALSE(view_task("Add retries").reverts);
}

}  // namespace
}  // namespace assay::judge
