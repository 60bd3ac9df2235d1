#include "judge/task_kind.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

bool asks(std::string_view task) { return asks_for_behaviour(view_task(task)); }

TEST(TaskKind, MostTasksAskForBehaviour) {
  for (const std::string_view task :
       {"Totals above 100 get a discount of 10 percent", "fix: empty carts crash", "feat(cart): add coupons",
        "notes add crashes with FileNotFoundError if the folder does not exist. Create it.",
        "Multi-line log entries: an indented line belongs to the entry before it",
        "Umlaute in Slugs: gewünscht ist ae statt ä", "Add a --limit flag", "Reject negative amounts",
        "The format of dates must be ISO 8601", "Only operators may delete users"}) {
    EXPECT_TRUE(asks(task)) << task;
  }
}

TEST(TaskKind, UpkeepAsksForTheSame) {
  for (const std::string_view task :
       {"refactor: keep the fee in a named constant", "Refactor the parser into two functions",
        "perf(merge): sort once", "docs: explain the cache", "Rename Cart to Basket",
        "merge() is cubic. Make it O(n log n) without changing results.", "Remove overlap_old, it has no callers",
        "Log how many mails went out at the end of send_all", "Add type hints to the public functions",
        "We have no tests for notes/store.py at all. Add some", "Add regression tests for coupons",
        "Better help: say that --file is created when missing", "Clean up the imports", "Fix typo in comment",
        "style: run black", "Move helpers to util.py", "Add docstrings to the parser"}) {
    EXPECT_FALSE(asks(task)) << task;
  }
}

TEST(TaskKind, TheFirstTellingWordDecides) {
  EXPECT_TRUE(asks("Fix the rounding and refactor the helper on the way"));
  EXPECT_FALSE(asks("Refactor the helper so that a fix of the rounding is easy"));
}

TEST(TaskKind, LimitsAreNamed) {
  EXPECT_TRUE(names_limits("Gaps of at least 30 minutes count"));
  EXPECT_TRUE(names_limits("A gap of exactly that length counts."));
  EXPECT_TRUE(names_limits("Rabatt ab mindestens 100 Euro"));
  EXPECT_FALSE(names_limits("Unknown codes raise ValueError"));
}

}  // namespace
}  // namespace assay::judge
