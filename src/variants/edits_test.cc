#include "variants/edits.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::variants {
namespace {

std::string skipped_first(std::string_view path, std::string_view content) {
  const auto tests = tests_of(path, content);
  return tests.empty() ? "" : skip_test(path, content, tests.front()).value_or("");
}

TEST(SkipTest, InEachLanguage) {
  EXPECT_EQ(skipped_first("test_a.py", "def test_a(self):\n    assert 1\n"),
            "def test_a(self):\n    self.skipTest(\"later\")\n    assert 1\n");
  EXPECT_EQ(skipped_first("test_a.py", "def test_a():\n    assert 1\n"),
            "def test_a():\n    __import__(\"pytest\").skip(\"later\")\n    assert 1\n");
  EXPECT_EQ(skipped_first("a.test.js", "it('a', () => {\n  f()\n})\n"), "it.skip('a', () => {\n  f()\n})\n");
  EXPECT_EQ(skipped_first("a.test.ts", "test('a', () => f())\n"), "test.skip('a', () => f())\n");
  EXPECT_EQ(skipped_first("a_test.go", "func TestA(t *testing.T) {\n\tf()\n}\n"),
            "func TestA(t *testing.T) {\n\tt.Skip(\"later\")\n\tf()\n}\n");
  EXPECT_EQ(skipped_first("a.rs", "    #[test]\n    fn a() {\n        f();\n    }\n"),
            "    #[test]\n    #[ignore]\n    fn a() {\n        f();\n    }\n");
  EXPECT_EQ(skipped_first("a_test.rb", "def test_a\n  f\nend\n"), "def test_a\n  skip \"later\"\n  f\nend\n");
  EXPECT_EQ(skipped_first("a_spec.rb", "it \"a\" do\n  f\nend\n"), "xit \"a\" do\n  f\nend\n");
  EXPECT_EQ(skipped_first("ATest.java", "import org.junit.jupiter.api.Test;\n@Test\nvoid a() {\n  f();\n}\n"),
            "import org.junit.jupiter.api.Test;\n@Test\n@org.junit.jupiter.api.Disabled\nvoid a() {\n  f();\n}\n");
  EXPECT_EQ(skipped_first("ATest.php", "<?php\nfunction testA()\n{\n  f();\n}\n"),
            "<?php\nfunction testA()\n{\n  $this->markTestSkipped('later');\n  f();\n}\n");
  EXPECT_EQ(skipped_first("a_test.cc", "#include <gtest/gtest.h>\nTEST(A, B) {\n  f();\n}\n"),
            "#include <gtest/gtest.h>\nTEST(A, B) {\n  GTEST_SKIP();\n  f();\n}\n");
  EXPECT_EQ(skipped_first("a_test.cc", "TEST_CASE(\"a\") {\n  f();\n}\n"), "");  // Catch2 may be too old for it
}

TEST(AddComment, WhereAStatementBegins) {
  EXPECT_EQ(add_comment("a.py", "import os\n\ndef f():\n    x = '''\n  y\n'''\n    return x\n", 5, "Add tax\nmore"),
            "import os\n\ndef f():\n    x = '''\n  y\n'''\n    # Add tax\n    return x\n");
  EXPECT_EQ(add_comment("a.js", "import a from 'a'\nf({\n  a: 1,\n})\ng()\n", 3, "Add tax"),
            "import a from 'a'\nf({\n  a: 1,\n})\n// Add tax\ng()\n");
  EXPECT_EQ(add_comment("a.go", "package a\n\nfunc F() int {\n\treturn 1\n}\n", 4, "Add tax"),
            "package a\n\nfunc F() int {\n\t// Add tax\n\treturn 1\n}\n");
  EXPECT_EQ(add_comment("a.rb", "x = 1", 5, "Add tax"), "x = 1\n# Add tax\n");
  EXPECT_EQ(add_comment("a.py", "x = 1\n", 1, "\t\n"), std::nullopt);
  EXPECT_EQ(add_comment("a.json", "{}\n", 1, "Add tax"), std::nullopt);
}

TEST(AddIdleTest, InTheFrameworkOfTheFile) {
  const std::string function =
      "def test_ordered_values():\n    values = sorted([3, 1, 2])\n    assert values == [1, 2, 3]\n";
  EXPECT_EQ(add_idle_test("test_a.py", "def test_a():\n    assert 1", ""),
            cat("def test_a():\n    assert 1\n\n\n", function));
  EXPECT_EQ(add_idle_test("test_a.py", "", "import a\ndef test_a():\n    assert 1\n"), function);
  const auto unit = add_idle_test("test_a.py",
                                  "import unittest\nclass A(unittest.TestCase):\n  def test_a(self):\n    "
                                  "self.assertTrue(1)\nif __name__ == '__main__':\n  unittest.main()\n",
                                  "");
  ASSERT_TRUE(unit);
  EXPECT_TRUE(contains(*unit, "class OrderedValuesTest(unittest.TestCase):\n    def test_ordered_values(self):\n"));
  EXPECT_TRUE(unit->ends_with("if __name__ == '__main__':\n  unittest.main()\n"));
  EXPECT_TRUE(contains(*add_idle_test("a.test.ts", "it('a', () => { expect(1).toBe(1) })\n", ""),
                       "it('keeps values ordered', () => {\n  const values = [3, 1, 2].sort()\n"
                       "  expect(values.join()).toBe('1,2,3')\n})\n"));
  EXPECT_TRUE(contains(*add_idle_test("a.test.js", "",
                                      "const test = require('node:test')\nconst assert = require('assert')\nconst a = "
                                      "require('./a')\ntest('a', () => { assert.equal(1, 1) })\n"),
                       "const assert = require('assert')\n\ntest('keeps"));
  EXPECT_TRUE(contains(*add_idle_test("a_test.go", "", "package a\nimport \"x\"\n"),
                       "package a\n\nimport \"testing\"\n\nfunc TestOrderedValues(t *testing.T) {\n"));
  EXPECT_TRUE(add_idle_test("src/a.rs", "fn a() {}\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n", "")
                  ->ends_with("    }\n}\n"));
  EXPECT_TRUE(add_idle_test("a_test.rb", "class ATest < Minitest::Test\n  def test_a\n  end\nend\n", "")
                  ->ends_with("assert_equal [1, 2, 3], [3, 1, 2].sort\n  end\nend\n"));
  EXPECT_TRUE(contains(*add_idle_test("a_spec.rb", "RSpec.describe A do\n  it { expect(1).to eq 1 }\nend\n", ""),
                       "expect([3, 1, 2].sort).to eq([1, 2, 3])\n  end\nend\n"));
  EXPECT_TRUE(contains(*add_idle_test("ATest.java", "class ATest {\n  void a() { assertEquals(1, 1); }\n}\n", ""),
                       "@Test\n    public void keepsValuesSummed() {\n"));
  EXPECT_TRUE(contains(*add_idle_test("ATest.php", "<?php\nclass ATest extends TestCase\n{\n}\n", ""),
                       "$this->assertSame([1, 2, 3], $values);\n    }\n}\n"));
  EXPECT_TRUE(contains(*add_idle_test("a_test.cc", "TEST(A, B) {}\n", ""), "TEST(OrderedValues, KeepsThem) {\n"));
  EXPECT_EQ(add_idle_test("a.test.js", "run()\n", ""), std::nullopt);
  EXPECT_EQ(add_idle_test("a_test.exs", "test \"a\" do\nend\n", ""), std::nullopt);
}

}  // namespace
}  // namespace assay::variants
