// Tests folded into tables: some bring every case along, some lose one on the way.
#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(FoldedTests, FoldedIntoTables) {
  check_rule("tests.deleted",
             {
                 {"go", "Turn the tests into a table.", change("size_test.go", R"(
-func TestSizeBytes(t *testing.T) {
-	if got := Size("12"); got != 12 {
-		t.Fatalf("got %d", got)
-	}
-}
-
-func TestSizeKilo(t *testing.T) {
-	if got := Size("2k"); got != 2048 {
-		t.Fatalf("got %d", got)
-	}
-}
+func TestSize(t *testing.T) {
+	for _, tc := range []struct{ in string; want int }{
+		{"12", 12},
+		{"2k", 2048},
+	} {
+		if got := Size(tc.in); got != tc.want {
+			t.Fatalf("got %d", got)
+		}
+	}
+}
)"),
                  none},
                 {"go, into a test that was there", "Turn the tests into a table.", change("size_test.go", R"(
 func TestSize(t *testing.T) {
-	if got := Size("12"); got != 12 {
-		t.Fatalf("got %d", got)
-	}
-}
-
-func TestSizeKilo(t *testing.T) {
-	if Size("2k") != 2048 {
-		t.Fatal("kilo")
-	}
+	for name, one := range map[string]struct{ text string; want int }{
+		"bytes": {"12", 12},
+		"kilo":  {"2k", 2048},
+	} {
+		t.Run(name, func(t *testing.T) {
+			if got := Size(one.text); got != one.want {
+				t.Fatalf("got %d", got)
+			}
+		})
+	}
 }
)"),
                  none},
                 {"rust", "Turn the tests into a table.", change("tests/size.rs", R"(
-#[test]
-fn bytes() {
-    assert_eq!(size("12"), 12);
-}
-#[test]
-fn kilo() {
-    assert_eq!(size("2k"), 2048);
-}
+#[test]
+fn sizes() {
+    for (text, want) in [("12", 12), ("2k", 2048)] {
+        assert_eq!(size(text), want);
+    }
+}
)"),
                  none},
                 {"ruby", "Turn the tests into a table.", change("spec/size_spec.rb", R"(
-  it 'reads bytes' do
-    expect(size('12')).to eq(12)
-  end
-  it 'reads kilo' do
-    expect(size('2k')).to eq(2048)
-  end
+  { '12' => 12, '2k' => 2048 }.each do |text, want|
+    it "reads #{text}" do
+      expect(size(text)).to eq(want)
+    end
+  end
)"),
                  none},
                 {"php", "Turn the tests into a table.", change("tests/SizeTest.php", R"(
-    public function testBytes(): void
-    {
-        $this->assertSame(12, size('12'));
-    }
-    public function testKilo(): void
-    {
-        $this->assertSame(2048, size('2k'));
-    }
+    #[DataProvider('sizes')]
+    public function testSize(string $text, int $want): void
+    {
+        $this->assertSame($want, size($text));
+    }
+    public static function sizes(): array
+    {
+        return [['12', 12], ['2k', 2048]];
+    }
)"),
                  none},
                 {"one is not in the table", "Turn the tests into a table.", change("tests/size.rs", R"(
-#[test]
-fn bytes() {
-    assert_eq!(size("12"), 12);
-}
-#[test]
-fn kilo() {
-    assert_eq!(size("2k"), 2048);
-}
-#[test]
-fn mega() {
-    assert_eq!(size("7m"), 7340032);
-}
+#[test]
+fn sizes() {
+    for (text, want) in [("12", 12), ("2k", 2048)] {
+        assert_eq!(size(text), want);
+    }
+}
 fn other() {}
)"),
                  must},
             });
  const std::string examples = "  it 'starts empty' do\n    expect(subject).to be_empty\n  end\n";
  const std::string gone = "\n-  it 'starts empty' do\n-    expect(subject).to be_empty\n-  end\n";
  check_rule("tests.deleted",
             {
                 {"shared examples", "Share the examples.",
                  change("spec/array_spec.rb", gone + "+  it_behaves_like 'a list'\n") +
                      change("spec/linked_spec.rb", gone + "+  it_behaves_like 'a list'\n") +
                      added("spec/support/list.rb", "RSpec.shared_examples 'a list' do\n" + examples + "end\n"),
                  none},
                 {"a base class", "Share the tests.",
                  change("tests/test_array.py",
                         "\n-class TestArray:\n+class TestArray(ListContract):\n-    def test_empty(self):\n-        "
                         "assert not self.make()\n     kind = Array\n") +
                      change("tests/test_linked.py",
                             "\n-class TestLinked:\n+class TestLinked(ListContract):\n-    def test_empty(self):\n-   "
                             "     assert not self.make()\n     kind = Linked\n") +
                      added("tests/list_contract.py",
                            "class ListContract:\n    def test_empty(self):\n        assert not self.make()\n"),
                  none},
                 {"only one of them joins", "Share the examples.",
                  change("spec/array_spec.rb", gone + "+  it_behaves_like 'a list'\n") +
                      change("spec/linked_spec.rb", gone + "   let(:x) { 1 }\n") +
                      added("spec/support/list.rb", "RSpec.shared_examples 'a list' do\n" + examples + "end\n"),
                  must},
             });
}

std::string java_test(std::string_view name, std::string_view row) {
  return cat("-  @Test\n-  void ", name, "() {\n-    assertEquals(", row, ");\n-  }\n");
}
constexpr std::string_view k_roman_body =
    "+  void parses(String text, int value) {\n+    assertEquals(value, Roman.parse(text));\n+  }\n }\n";

TEST(FoldedTests, ParametersOfFrameworks) {
  constexpr auto k_task = "Make the tests of the parser shorter.";
  const std::string java = cat("\n class RomanTest {\n", java_test("parses", "1, Roman.parse(\"I\")"),
                               java_test("parsesFour", "4, Roman.parse(\"IV\")"));
  const std::string cpp =
      "\n-TEST(Roman, One) {\n-  EXPECT_EQ(parse(\"I\"), 1);\n-}\n-\n-TEST(Roman, Four) {\n-  EXPECT_EQ(parse(\"IV\"), "
      "4);\n-}\n-\n-TEST(Roman, Nine) {\n-  EXPECT_EQ(parse(\"IX\"), 9);\n-}\n+TEST_P(RomanTest, Parses) {\n+  "
      "EXPECT_EQ(parse(GetParam().text), GetParam().value);\n+}\n+\n";
  const std::string csharp =
      "\n-    [Fact]\n-    public void Parses()\n-    {\n-        Assert.Equal(1, Roman.Parse(\"I\"));\n-    }\n+    "
      "[Theory]\n+    [InlineData(\"I\", 1)]\n+    [InlineData(\"IV\", 4)]\n+    public void Parses(string text, int "
      "value)\n+    {\n+        Assert.Equal(value, Roman.Parse(text));\n+    }\n";
  const std::vector<RuleCase> folded = {
      {"rows over several lines, Java", k_task,
       change("src/test/java/RomanTest.java",
              cat(java, "+  @ParameterizedTest\n+  @CsvSource({\n+      \"I, 1\",\n+      \"IV, 4\",\n+  })\n",
                  k_roman_body)),
       none},
      {"rows on one line, Java", k_task,
       change("src/test/java/RomanTest.java",
              cat(java, "+  @ParameterizedTest\n+  @CsvSource({\"I, 1\", \"IV, 4\"})\n", k_roman_body)),
       none},
      {"TEST_P, C++", k_task,
       change("tests/roman_test.cc", cat(cpp,
                                         "+INSTANTIATE_TEST_SUITE_P(Numerals, RomanTest, ::testing::Values(Numeral{"
                                         "\"I\", 1}, Numeral{\"IV\", 4}, Numeral{\"IX\", 9}));\n")),
       none},
      {"InlineData, C#", k_task, change("tests/RomanTests.cs", csharp), none}};
  check_rule("tests.deleted", folded);
  check_rule("tests.renamed-away", folded);
  check_rule(
      "tests.deleted",
      {{"a row is missing, C++", k_task,
        change("tests/roman_test.cc",
               cat(cpp, "+INSTANTIATE_TEST_SUITE_P(Numerals, RomanTest, ::testing::Values(Numeral{\"I\", 1}));\n")),
        must}});
  check_rule("tests.renamed-away",
             {{"the mark is lost, Java", k_task,
               change("src/test/java/RomanTest.java",
                      "\n-  @Test\n+  @Tag({\n+      \"slow\",\n+  })\n   void parses() {\n     assertEquals(1, "
                      "Roman.parse(\"I\"));\n"),
               must}});
}

TEST(FoldedTests, PortedToAnotherFramework) {
  check_rule(
      "tests.assertion-removed",
      {{"Unity, C", "Port the tests to Unity.",
        change("tests/test_roman.c",
               "\n-#include <assert.h>\n-#include <string.h>\n+#include \"unity.h\"\n void test_one(void)\n {\n-    "
               "assert(parse(\"I\") == 1);\n+    TEST_ASSERT_EQUAL_INT(1, parse(\"I\"));\n }\n void "
               "test_format(void)\n {\n-    assert(strcmp(format(4), \"IV\") == 0);\n+    "
               "TEST_ASSERT_EQUAL_STRING(\"IV\", format(4));\n }\n"),
        none},
       {"Check, C", "Port the tests to Check.",
        change("tests/test_roman.c",
               "\n-#include <assert.h>\n+#include <check.h>\n void test_one(void)\n {\n-    assert(parse(\"I\") == "
               "1);\n+    ck_assert_int_eq(parse(\"I\"), 1);\n }\n"),
        none},
       {"one is lost, C", "Port the tests to Unity.",
        change("tests/test_roman.c",
               "\n-#include <assert.h>\n+#include \"unity.h\"\n void test_one(void)\n {\n-    assert(parse(\"I\") == "
               "1);\n-    assert(valid(\"IV\") == 1);\n+    TEST_ASSERT_EQUAL_INT(1, parse(\"I\"));\n }\n"),
        should}});
}

}  // namespace
}  // namespace assay::judge
