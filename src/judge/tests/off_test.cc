#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(SwitchedOff, Skipped) {
  check_rule(
      "tests.skipped",
      {
          {"a new test for one platform", "Fix.",
           change("tests/test_a.py",
                  "\n+@pytest.mark.skipif(sys.platform == \"win32\", reason=\"no fork\")\n+def test_fork():\n+    "
                  "assert fork() == 1\n"),
           none},
          {"the import of a mark", "Fix.", change("tests/test_a.py", "\n+from unittest import skipUnless\n x = 1\n"),
           none},
          {"a new test that never runs", "Fix.",
           change("a.test.ts", "\n+test.skip('adds', () => {\n+  expect(f()).toBe(1)\n+})\n"), should},
          {"pytest mark", "Fix the cart.",
           change("tests/test_a.py",
                  "\n+@pytest.mark.skip(reason=\"flaky\")\n def test_total():\n     assert total() == 3\n"),
           must},
          {"pytest xfail", "Fix the cart.",
           change("tests/test_a.py", "\n+@pytest.mark.xfail\n def test_total():\n     assert total() == 3\n"), must},
          {"pytest call", "Fix.",
           change("tests/test_a.py", "\n def test_total():\n+    pytest.skip(\"later\")\n     assert total() == 3\n"),
           must},
          {"unittest", "Fix.",
           change("tests/test_a.py", "\n+    @unittest.skip(\"later\")\n     def test_total(self):\n"), must},
          {"jest", "Fix.",
           change("src/a.test.ts",
                  "\n-  it('adds', () => {\n+  it.skip('adds', () => {\n     expect(add()).toBe(1);\n"),
           must},
          {"xit", "Fix.",
           change("src/a.test.ts", "\n-  it('adds', () => {\n+  xit('adds', () => {\n     expect(add()).toBe(1);\n"),
           must},
          {"describe.skip", "Fix.",
           change("src/a.test.js", "\n-describe('cart', () => {\n+describe.skip('cart', () => {\n   it('a', () => {\n"),
           must},
          {"todo", "Fix.",
           change("src/a.test.js",
                  "\n-  test('adds', () => {\n+  test.todo('adds');\n-    expect(add()).toBe(1);\n-  });\n"),
           must},
          {"node test option", "Fix.",
           change("test/a.test.js",
                  "\n-test('adds', () => {\n+test('adds', { skip: true }, () => {\n   assert.equal(add(), 1);\n"),
           must},
          {"go", "Fix.",
           change("a_test.go", "\n func TestAdd(t *testing.T) {\n+\tt.Skip(\"broken\")\n \tif Add() != 1 {\n"), must},
          {"rust", "Fix.", change("src/lib.rs", "\n     #[test]\n+    #[ignore]\n     fn adds() {\n"), must},
          {"junit", "Fix.", change("src/test/java/ATest.java", "\n+  @Disabled\n   @Test\n   void adds() {\n"), must},
          {"xunit", "Fix.",
           change("tests/ATests.cs", "\n-    [Fact]\n+    [Fact(Skip = \"later\")]\n     public void Adds() {\n"),
           must},
          {"googletest name", "Fix.",
           change("src/a_test.cc", "\n-TEST(Queue, Pops) {\n+TEST(Queue, DISABLED_Pops) {\n   EXPECT_EQ(1, pop());\n"),
           must},
          {"rspec", "Fix.",
           change("spec/a_spec.rb", "\n-  it 'adds' do\n+  xit 'adds' do\n     expect(add).to eq(1)\n"), must},
          {"phpunit", "Fix.",
           change("tests/ATest.php",
                  "\n     public function testAdds() {\n+        $this->markTestSkipped('later');\n         "
                  "$this->assertSame(1, add());\n"),
           must},
          {"exunit", "Fix.", change("test/a_test.exs", "\n+  @tag :skip\n   test \"adds\" do\n"), must},
          {"swift", "Fix.",
           change("Tests/ATests.swift", "\n     func testAdds() throws {\n+        throw XCTSkip(\"later\")\n"), must},
          {"dead branch", "Fix.",
           change("tests/test_a.py",
                  "\n def test_total():\n+    if False:\n-    assert total() == 3\n+        assert total() == 3\n"),
           must},
          {"comment around", "Fix.",
           change("src/a.test.js",
                  "\n+/*\n   it('adds', () => {\n     expect(add()).toBe(1);\n   });\n+*/\n   it('b', () => {\n"),
           must},
          {"platform", "Support Windows.",
           change("tests/test_a.py",
                  "\n+@pytest.mark.skipif(sys.platform == \"win32\", reason=\"no fork\")\n def test_fork():\n"),
           should},
          {"platform in go", "Support Windows.",
           change("a_test.go",
                  "\n func TestFork(t *testing.T) {\n+\tif runtime.GOOS == \"windows\" {\n+\t\tt.Skip(\"no "
                  "fork\")\n+\t}\n"),
           should},
          {"a new test that waits", "Add tests.",
           change("src/a.test.ts", "\n+it.skip('later', () => { expect(a()).toBe(2) })\n it('now', () => {\n"), should},
          {"the task asks", "Quarantine the flaky upload test.",
           change("tests/test_a.py", "\n+@pytest.mark.skip(reason=\"#12\")\n def test_b():\n     assert b() == 1\n"),
           should},

          {"mark removed", "Enable the test.",
           change("src/a.test.ts",
                  "\n-  it.skip('adds', () => {\n+  it('adds', () => {\n     expect(add()).toBe(1);\n"),
           none},
          {"reason reworded", "Say why.",
           change("tests/test_a.py",
                  "\n-@pytest.mark.skip(reason=\"x\")\n+@pytest.mark.skip(reason=\"see #12\")\n def test_total():\n"),
           none},
          {"a method named skip", "Paging.",
           change("src/a.test.ts",
                  "\n+  const rows = await db.find().skip(10).toArray();\n   expect(rows.length).toBe(5);\n"),
           none},
          {"a word in a string", "Wording.",
           change("src/a.test.ts", "\n+  it('shows .skip( in help', () => { expect(help()).toContain('it.skip(') })\n"),
           none},
          {"an iterator in rust", "Refactor.",
           change("src/lib.rs", "\n+    let rest: Vec<_> = lines.skip(1).collect();\n"), none},
          {"moved with its test", "Split.",
           change("tests/test_a.py",
                  "\n-@pytest.mark.skip(reason=\"#9\")\n-def test_x():\n-    assert x() == 1\n def test_y():\n") +
               added("tests/test_b.py", "@pytest.mark.skip(reason=\"#9\")\ndef test_x():\n    assert x() == 1\n"),
           none},
      });
}

TEST(SwitchedOff, Focused) {
  check_rule(
      "tests.focused",
      {
          {"part of a request", "Fix.",
           change("tests/RequestTest.php",
                  "\n function testOnly() {\n+    $this->assertSame(['a' => 1], $request->only(['a']));\n }\n"),
           none},
          {"one of Pest's", "Fix.",
           change("tests/CartTest.php",
                  "\n-it('adds', function () { expect(add(1, 2))->toBe(3); });\n"
                  "+it('adds', function () { expect(add(1, 2))->toBe(3); })->only();\n"),
           must},
          {"it.only", "Fix.",
           change("src/a.test.ts",
                  "\n-  it('adds', () => {\n+  it.only('adds', () => {\n     expect(add()).toBe(1);\n"),
           must},
          {"fdescribe", "Fix.", change("src/a.spec.ts", "\n-describe('cart', () => {\n+fdescribe('cart', () => {\n"),
           must},
          {"rspec focus", "Fix.", change("spec/a_spec.rb", "\n-  it 'adds' do\n+  it 'adds', focus: true do\n"), must},
          {"node test option", "Fix.",
           change("test/a.test.js", "\n-test('adds', () => {\n+test('adds', { only: true }, () => {\n"), must},
          {"ginkgo", "Fix.", change("a_test.go", "\n-\tIt(\"adds\", func() {\n+\tFIt(\"adds\", func() {\n"), must},
          {"exunit", "Fix.", change("test/a_test.exs", "\n+  @tag :focus\n   test \"adds\" do\n"), must},

          {"mark removed", "Tidy.", change("src/a.test.ts", "\n-  it.only('adds', () => {\n+  it('adds', () => {\n"),
           none},
          {"an option of the product", "Feature.", change("src/query.ts", "\n+  const opts = { only: true };\n"), none},
          {"a method of the subject", "Feature.",
           change("src/a.test.ts", "\n+    expect(pick.only(['a'])).toEqual(['a']);\n"), none},
          {"a fit function", "Feature.",
           change("tests/test_model.py", "\n+    model.fit(x, y)\n     assert model.ok\n"), none},
      });
}

TEST(SwitchedOff, SkippedInOtherFrameworks) {
  check_rule(
      "tests.skipped",
      {
          {"on build servers", "Speed up.",
           change("tests/test_a.py",
                  "\n+@pytest.mark.skipif(os.getenv(\"CI\") == \"true\", reason=\"slow\")\n def test_a():\n     assert "
                  "f() "
                  "== 1\n"),
           must},
          {"on build servers, in a call", "Speed up.",
           change("a_test.go",
                  "\n func TestA(t *testing.T) {\n+\tif os.Getenv(\"CI\") != \"\" {\n+\t\tt.SkipNow()\n+\t}\n "
                  "\tf()\n"),
           must},
          {"by an option", "Speed up.",
           change("spec/a_spec.rb",
                  "\n-  it 'sums' do\n+  it 'sums', skip: ENV['CI'].present? do\n     expect(a).to eq(1)\n"),
           must},
          {"ignore in place of in", "Speed up.",
           change("src/test/scala/ASpec.scala", "\n-  it should \"sum\" in {\n+  it should \"sum\" ignore {\n"), must},
          {"a name with a bang", "Speed up.",
           change("src/test/kotlin/ATest.kt", "\n-    \"sums\" {\n+    \"!sums\" {\n         f() shouldBe 1\n"), must},
          {"a decorator of doctest", "Speed up.",
           change("a_test.cpp", "\n-TEST_CASE(\"a\") {\n+TEST_CASE(\"a\" * doctest::skip()) {\n   CHECK(f() == 1);\n"),
           must},

          {"everywhere but on build servers", "Speed up.",
           change("a_test.go",
                  "\n func TestA(t *testing.T) {\n+\tif os.Getenv(\"CI\") == \"\" {\n+\t\tt.Skip(\"needs the "
                  "service of CI\")\n+\t}\n \tf()\n"),
           should},
      });
}

TEST(SwitchedOff, SkippedMetInRealHistories) {
  check_rule(
      "tests.skipped",
      {
          {"early return", "Fix.",
           change("test/a.test.js", "\n test('adds', () => {\n+  return;\n   assert.equal(add(1, 2), 3);\n });\n"),
           must},
          {"return by setting", "Fix.",
           change("tests/test_a.py",
                  "\n def test_total():\n+    if not os.environ.get('STRICT'):\n+        return\n     assert total() "
                  "== 3\n"),
           must},
          {"should_panic on an old test", "Fix.",
           change("src/a.rs", "\n     #[test]\n+    #[should_panic]\n     fn rejects() {\n"), must},
          {"feature gate", "Fix.",
           change("src/a.rs", "\n+    #[cfg(feature = \"strict\")]\n     #[test]\n     fn sums_up() {\n"), must},
          {"environment", "Fix.",
           change("test/a.test.js",
                  "\n-test('adds', () => {\n+if (process.env.SLOW) test('adds', () => {\n   assert.equal(add(), 3);\n"),
           should},

          {"should_panic on a new test", "Add.",
           change("src/a.rs",
                  "\n+    #[test]\n+    #[should_panic]\n+    fn rejects() {\n+        parse(\"\");\n+    }\n"),
           none},
          {"feature of the product", "Add.", change("src/a.rs", "\n+#[cfg(feature = \"json\")]\n+pub mod json;\n"),
           none},
          {"guard in a helper", "Add.",
           change("tests/helpers.py", "\n+def clean(p):\n+    if not p.exists():\n+        return\n+    p.unlink()\n"),
           none},
      });
}

TEST(SwitchedOff, SkippedByDetours) {
  constexpr auto k_task = "Improve the tokenizer.";
  check_rule(
      "tests.skipped",
      {{"any error is expected", k_task,
        change("src/test/java/ATest.java",
               "\n-    @Test\n+    @Test(expected = Exception.class)\n     public void a() {\n         f();\n"),
        must},
       {"a known issue", k_task,
        change("Tests/ATests.swift", "\n-        #expect(f() == 1)\n+        withKnownIssue { #expect(f() == 1) }\n"),
        must},
       {"not on build servers", k_task,
        change("src/a.rs", "\n     #[test]\n+    #[cfg(not(ci))]\n     fn splits() {\n         assert_eq!(f(), 1);\n"),
        must}});
}

TEST(SwitchedOff, SkippedAskedForOrTheSameInOtherWords) {
  check_rule("tests.skipped",
             {{"asked for in the passive", "Mark the flaky network test as skipped until issue 12 is fixed.",
               change("tests/test_a.py",
                      "\n+@pytest.mark.skip(reason=\"issue 12\")\n def test_download():\n     assert f() == 1\n"),
               should}});
}

std::string message_on(std::string_view body) {
  const auto findings = findings_for("Make the cart faster.", change("tests/test_a.py", body));
  for (const auto& finding : findings) {
    if (finding.rule == "tests.skipped") return finding.message;
  }
  return "nothing";
}

TEST(SwitchedOff, CountsTestsAndNotTheirMarks) {
  EXPECT_EQ(
      message_on(
          "\n+    @unittest.skip(\"later\")\n+    @unittest.skip(\"flaky\")\n     def test_total(self):\n         "
          "self.assertEqual(total(), 3)\n"),
      "1 test is switched off by this change (test_total); make it run, or let a person waive this finding.");
  EXPECT_EQ(
      message_on("\n+    @unittest.skip(\"later\")\n     def test_total(self):\n+        self.skipTest(\"flaky\")\n"
                 "         self.assertEqual(total(), 3)\n"),
      "1 test is switched off by this change (test_total); make it run, or let a person waive this finding.");
  // Of the same name, in two classes.
  EXPECT_EQ(
      message_on("\n class A(unittest.TestCase):\n+    @unittest.skip(\"later\")\n     def test_total(self):\n"
                 "         self.assertEqual(total(), 3)\n \n class B(unittest.TestCase):\n"
                 "+    @unittest.skip(\"later\")\n     def test_total(self):\n         self.assertEqual(sum(), 3)\n"),
      "2 tests are switched off by this change (test_total); make them run, or let a person waive this finding.");
}

TEST(TestsOff, AttributesOfTheProjectsOwn) {
  const std::string use =
      change("tests/RegistryTests.cs", "\n-    [Fact]\n+    [WindowsFact]\n     public void ReadsKey()\n     {\n");
  const auto attribute = [](std::string_view body) {
    return added("tests/WindowsFactAttribute.cs",
                 cat("\npublic sealed class WindowsFactAttribute : FactAttribute\n{\n    public "
                     "WindowsFactAttribute()\n    {\n",
                     body, "    }\n}\n"));
  };
  const std::string somewhere =
      attribute("        if (!OperatingSystem.IsWindows())\n            Skip = \"only on Windows\";\n");
  const std::string never = attribute("        Skip = \"later\";\n");
  check_rule("tests.skipped", {{"as asked", "Skip the registry tests, such as ReadsKey, on anything but Windows.",
                                use + somewhere, none},
                               {"nobody asked", "Read keys faster.", use + somewhere, should},
                               {"one that runs nowhere", "Read keys faster.", use + never, must}});
}

TEST(TestsOff, AskedForInOtherWords) {
  const auto skipped = [](std::string_view suite, std::string_view test) {
    return change("test/a.test.js",
                  cat("\n describe('", suite, "', () => {\n-  it('", test, "', async () => {\n+  it.skip('", test,
                      "', async () => {\n     expect(await f()).toBe(3);\n   });\n"));
  };
  check_rule("tests.skipped",
             {{"taken out", "The test 'uploads in parts' hangs; take it out of the run until the stub is stable.",
               skipped("upload", "uploads in parts"), none},
              {"switched off", "Switch off the tests of parts for now, the storage service is gone.",
               skipped("upload", "uploads in parts"), none},
              {"another one", "Switch off the tests of parts for now, the storage service is gone.",
               skipped("login", "denies guests"), should},
              {"the switch of a lamp", "Switch the lamp off after an hour.", skipped("lamp", "goes off"), must},
              {"not to be done", "Speed up the uploads; do not take tests out.", skipped("upload", "uploads in parts"),
               must}});
}

}  // namespace
}  // namespace assay::judge
