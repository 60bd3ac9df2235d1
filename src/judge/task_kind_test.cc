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

TEST(TaskKind, WordsOfUpkeepMayBeThingsOfTheTask) {
  for (const std::string_view task :
       {"Allocate seats only while there are any: refuse bookings over capacity with ValueError.",
        "Show unused seats in the answer under the key None.", "List unused coupons of a customer",
        "Bookings are too slow to be refused: reject them after 30 seconds", "Stop double allocations of one seat",
        "Warn about unused variables in the report", "Fix the totals of the load report",
        "Add unused seats to the answer"}) {
    EXPECT_TRUE(asks(task)) << task;
  }
  for (const std::string_view task :
       {"Remove the unused function total_old", "Every call allocates a new list. Reuse one.",
        "tally() is too slow for large files, sort once", "store: use a RWMutex, reads are 99% of the load",
        "balance() is linear in the number of entries. Keep a running balance.", "Make merge faster, it is quadratic",
        "pack() builds a new string for every run. Append in place, and reserve."}) {
    EXPECT_FALSE(asks(task)) << task;
  }
}

TEST(TaskKind, TheRestMayHaveToStay) {
  EXPECT_TRUE(keeps_the_rest("Labels end in y instead of x. Everything else stays as it is."));
  EXPECT_TRUE(keeps_the_rest("Mache die Rabatte konfigurierbar, alles andere bleibt."));
  EXPECT_FALSE(keeps_the_rest("Print the rest of the labels"));
}

TEST(TaskKind, CommentsMayBeAllThatIsAsked) {
  EXPECT_TRUE(is_about_words(view_task("Say in the comment of seat() that rows begin at one"), true));
  EXPECT_FALSE(is_about_words(view_task("Refuse bookings over capacity with ValueError"), true));
}

TEST(TaskKind, LimitsAreNamed) {
  EXPECT_TRUE(names_limits("Gaps of at least 30 minutes count"));
  EXPECT_TRUE(names_limits("A gap of exactly that length counts."));
  EXPECT_TRUE(names_limits("Rabatt ab mindestens 100 Euro"));
  EXPECT_FALSE(names_limits("Unknown codes raise ValueError"));
}

}  // namespace
}  // namespace assay::judge
