#include "variants/test_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::variants {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

// "name first-last", and " >line" where the body begins on a line of its own.
std::vector<std::string> shown_tests(std::string_view path, std::string_view content) {
  std::vector<std::string> out;
  for (const auto& test : tests_of(path, content)) {
    const auto last = test.lines.first + test.lines.count - 1;
    out.push_back(cat(test.name, " ", test.lines.first, "-", last));
    if (test.body == TestBlock::k_none) continue;
    const auto above = content.substr(0, test.body);
    out.back() += cat(" >", 1 + std::count(above.begin(), above.end(), '\n'));
  }
  return out;
}

TEST(TestBlocks, OfPython) {
  EXPECT_THAT(shown_tests("test_a.py",
                          "import a\n"
                          "\n"
                          "@mark.slow\n"
                          "@mark.x(1)\n"
                          "def test_one():\n"
                          "    text = '''\n"
                          "def test_not():\n"
                          "'''\n"
                          "    assert a.f(\n"
                          "1) == 2\n"
                          "\n"
                          "class TestB(TestCase):\n"
                          "    async def test_two(self):\n"
                          "        # only a word\n"
                          "        assert a\n"
                          "\n"
                          "    def helper(self): pass\n"
                          "    def test_three(self): pass\n"),
              ElementsAre("test_one 3-10 >6", "test_two 13-15 >15", "test_three 18-18"));
}

TEST(TestBlocks, OfScripts) {
  for (const std::string_view path : {"a.test.js", "a.test.ts"}) {
    EXPECT_THAT(shown_tests(path,
                            "describe('a', () => {\n"
                            "  it('adds', async () => {\n"
                            "    expect(f({a: 1})).toBe(1)\n"
                            "  })\n"
                            "\n"
                            "  test(\"is short\", () => expect(1).toBe(1));\n"
                            "  it('calls back', function (done) {\n"
                            "    done()\n"
                            "  });\n"
                            "  const it2 = limit('x', 1)\n"
                            "})\n"),
                ElementsAre("adds 2-4 >3", "is short 6-6", "calls back 7-9 >8"));
  }
}

TEST(TestBlocks, OfGo) {
  EXPECT_THAT(shown_tests("a_test.go",
                          "package a\n"
                          "\n"
                          "func TestMain(m *testing.M) {\n"
                          "}\n"
                          "func TestAdd(t *testing.T) {\n"
                          "\tif Add(1) != 2 {\n"
                          "\t\tt.Error(1)\n"
                          "\t}\n"
                          "}\n"
                          "func helper() {\n"
                          "}\n"),
              ElementsAre("TestAdd 5-9 >6"));
}

TEST(TestBlocks, OfRust) {
  EXPECT_THAT(shown_tests("src/a.rs",
                          "fn add() {}\n"
                          "#[cfg(test)]\n"
                          "mod tests {\n"
                          "    #[test]\n"
                          "    #[should_panic]\n"
                          "    fn adds() {\n"
                          "        assert_eq!(1, 1);\n"
                          "    }\n"
                          "    #[tokio::test]\n"
                          "    async fn waits() {\n"
                          "    }\n"
                          "}\n"),
              ElementsAre("adds 4-8 >7", "waits 9-11 >11"));
}

TEST(TestBlocks, OfRuby) {
  EXPECT_THAT(shown_tests("test/a_test.rb",
                          "class ATest < Minitest::Test\n"
                          "  def test_one\n"
                          "    [1].each do |x|\n"
                          "      assert x\n"
                          "    end\n"
                          "  end\n"
                          "\n"
                          "  it \"does\" do\n"
                          "    expect(1).to eq 1\n"
                          "  end\n"
                          "end\n"),
              ElementsAre("test_one 2-6 >3", "does 8-10 >9"));
}

TEST(TestBlocks, OfJavaPhpAndCpp) {
  EXPECT_THAT(shown_tests("ATest.java",
                          "class ATest {\n"
                          "    @Test\n"
                          "    public void adds() throws Exception {\n"
                          "        assertEquals(1, 1);\n"
                          "    }\n"
                          "    void helper() {\n"
                          "    }\n"
                          "}\n"),
              ElementsAre("adds 2-5 >4"));
  EXPECT_THAT(shown_tests("ATest.php",
                          "<?php\n"
                          "class ATest extends TestCase\n"
                          "{\n"
                          "    public function testAdds(): void\n"
                          "    {\n"
                          "        $this->assertSame(1, 1);\n"
                          "    }\n"
                          "}\n"),
              ElementsAre("testAdds 4-7 >6"));
  EXPECT_THAT(shown_tests("a_test.cc",
                          "TEST(Sum, Adds) {\n"
                          "  EXPECT_EQ(1, 1);\n"
                          "}\n"
                          "TEST_CASE(\"adds too\", \"[a]\")\n"
                          "{\n"
                          "  CHECK(1 == 1);\n"
                          "}\n"),
              ElementsAre("Adds 1-3 >2", "adds too 4-7 >6"));
}

TEST(TestBlocks, AreNoneOfOtherLanguagesAndUnfinishedText) {
  EXPECT_TRUE(tests_of("a.txt", "def test_one():\n    pass\n").empty());
  EXPECT_TRUE(tests_of("a_test.go", "func TestA(t *testing.T) {\n").empty());
  EXPECT_TRUE(tests_of("a.test.js", "it('a', () => {\n").empty());
  EXPECT_TRUE(tests_of("a_test.rb", "def test_one\n").empty());
  EXPECT_TRUE(tests_of("test_a.py", "").empty());
}

TEST(TestBlocks, LeaveLinesOut) {
  EXPECT_EQ(without_lines("a\nb\n\nc\n", {2, 1}), "a\nc\n");
  EXPECT_EQ(without_lines("a\nb\nc", {1, 2}), "c");
  EXPECT_EQ(without_lines("a\n", {1, 1}), "");
  EXPECT_EQ(without_lines("", {1, 1}), "");
}

}  // namespace
}  // namespace assay::variants
