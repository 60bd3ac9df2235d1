#include "judge/tests/renamed_subject.h"

#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(RenamedSubject, TheTaskNamesBoth) {
  const auto names = [](std::string_view task) {
    std::string out;
    for (const auto& each : renamings_in(task)) out += each.from + ">" + each.to + " ";
    return out;
  };
  EXPECT_EQ(names("Rename shrink to rebate everywhere."), "shrink>rebate ");
  EXPECT_EQ(names("Rename the function `get_total()` into `fetchSum`."), "gettotal>fetchsum ");
  EXPECT_EQ(names("Renames A1 -> B2."), "a1>b2 ");
  EXPECT_EQ(names("Add a way to rename files."), "");
}

TEST(RenamedSubject, TestsThatDifferByTheNameAreNotLost) {
  const auto gone = deleted("tests/test_shrink.py",
                            "from ruler import shrink\n\ndef test_shrink_of_all():\n    assert shrink(50, 100) == 0\n");
  const auto renamed_test =
      added("tests/test_rebate.py",
            "from ruler import rebate\n\ndef test_rebate_of_all():\n    assert rebate(50, 100) == 0\n");
  const auto hollowed =
      added("tests/test_rebate.py",
            "from ruler import rebate\n\ndef test_rebate_of_all():\n    assert rebate(50, 100) == 50\n");
  const auto product =
      change("ruler.py", "\n-def shrink(length, percent):\n+def rebate(length, percent):\n     return 0\n");
  check_rule("tests.deleted", {
                                  {"renamed", "Rename shrink to rebate.", product + gone + renamed_test, none},
                                  {"another value", "Rename shrink to rebate.", product + gone + hollowed, must},
                                  {"another task", "Make shrink faster.", product + gone + renamed_test, must},
                                  {"gone", "Rename shrink to rebate.", product + gone, must},
                              });
}

}  // namespace
}  // namespace assay::judge
