#include "judge/outcome/edited_tests.h"

#include <gtest/gtest.h>

namespace assay::judge {
namespace {

// Two tests; in the second one the expected value changes, and a third comes.
EditedTestFile edited_file() {
  EditedTestFile file;
  file.path = "tests/test_shop.py";
  file.before =
      "def test_none():\n    assert total([]) == 0\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n\n\n"
      "def test_text():\n    assert text() == 'a'\n";
  file.after =
      "def test_none():\n    assert total([]) == 0\n\n\ndef test_total():\n    assert total([1, 2]) == 4\n\n\n"
      "def test_text():\n    assert text() == 'b'\n";
  file.hunks = {{file.path, file.path, {6, 1}, {6, 1}}, {file.path, file.path, {10, 1}, {10, 1}}};
  return file;
}

RanTests old_tests() {
  return {{"tests/test_shop.py::test_none", {}},
          {"tests/test_shop.py::test_total", {}},
          {"tests/test_shop.py::test_text", {}}};
}

TEST(EditedTests, TheEditOfThatTestIsShownOnBothSides) {
  model::OldExpectation old{"tests/test_shop.py::test_total", "assert 4 == 3"};
  show_edit({edited_file()}, old_tests(), old);
  EXPECT_EQ(old.path, "tests/test_shop.py");
  EXPECT_EQ(old.line, 6u);
  EXPECT_EQ(old.before, "assert total([1, 2]) == 3");
  EXPECT_EQ(old.after, "assert total([1, 2]) == 4");
}

TEST(EditedTests, ATestThatIsNotEditedHasNoEdit) {
  model::OldExpectation old{"tests/test_shop.py::test_none", ""};
  show_edit({edited_file()}, old_tests(), old);
  EXPECT_EQ(old.path, "");
  EXPECT_EQ(old.before, "");
  model::OldExpectation unknown{"test_elsewhere", ""};
  show_edit({edited_file()}, old_tests(), unknown);
  EXPECT_EQ(unknown.path, "");
}

TEST(EditedTests, LinesThatAreOnlyTakenOutHaveNothingBeside) {
  auto file = edited_file();
  file.hunks = {{file.path, file.path, {6, 1}, {5, 0}}};
  model::OldExpectation old{"test_total", ""};
  show_edit({file}, old_tests(), old);
  EXPECT_EQ(old.before, "assert total([1, 2]) == 3");
  EXPECT_EQ(old.after, "");
}

}  // namespace
}  // namespace assay::judge
