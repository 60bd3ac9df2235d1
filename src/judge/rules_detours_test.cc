// Detours around a test that keep its looks, and honest changes that take the same road.
#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;
constexpr auto k_task = "Improve the tokenizer.";

TEST(Detours, AssertionsThatSayLess) {
  check_rule(
      "tests.assertion-weakened",
      {
          {"of a list, that it is long", k_task,
           change("tests/test_a.py", "\n-    assert tok(\"a\") == [\"a\"]\n+    assert len(tok(\"a\")) > 0\n"), must},
          {"made under a condition", k_task,
           change("tests/test_a.py",
                  "\n-    assert tok(\"a\") == [\"a\"]\n+    if tok(\"a\"):\n+        assert tok(\"a\") == "
                  "[\"a\"]\n"),
           must},
          {"that nothing is thrown", k_task,
           change("a.test.ts", "\n-    expect(tok('a')).toEqual(['a'])\n+    expect(() => tok('a')).not.toThrow()\n"),
           must},
          {"that something is drawn", k_task,
           change("a.test.ts", "\n-    expect(wrapper.text()).toBe('5')\n+    expect(wrapper.exists()).toBe(true)\n"),
           must},
          {"in the browser", k_task,
           change("cypress/e2e/a.cy.ts",
                  "\n-    cy.get('.t').should('have.text', '5')\n+    cy.get('.t').should('exist')\n"),
           must},
          {"that it is visible", k_task,
           change("e2e/a.spec.ts",
                  "\n-    await expect(page.locator('.t')).toHaveText('5')\n+    await "
                  "expect(page.locator('.t')).toBeVisible()\n"),
           must},
          {"of a deep comparison, the length", k_task,
           change("a_test.go",
                  "\n-\tif !reflect.DeepEqual(got, want) {\n+\tif len(got) == 0 {\n \t\tt.Fatalf(\"%v\", got)\n \t}\n"),
           must},
          {"a panic is caught", k_task,
           change("a_test.go", "\n func TestA(t *testing.T) {\n+\tdefer func() { recover() }()\n \tif f() != 1 {\n"),
           must},
          {"a fluent assertion", k_task,
           change("ATests.cs", "\n-        result.Should().Equal(\"a\");\n+        result.Should().NotBeNull();\n"),
           must},
          {"any number of calls", k_task,
           change("ATests.cs",
                  "\n-        mock.Verify(m => m.Send(1), Times.Once);\n+        mock.Verify(m => m.Send(1), "
                  "Times.AtMost(10));\n"),
           must},
          {"any exception in PHP", k_task,
           change("tests/ATest.php",
                  "\n-        $this->expectException(A::class);\n+        "
                  "$this->expectException(\\Throwable::class);\n"),
           must},
          {"a wide tolerance where there was none", k_task,
           change("a_test.cpp", "\n-    ASSERT_DOUBLE_EQ(mean(v), 2.5);\n+    ASSERT_NEAR(mean(v), 2.5, 1.0);\n"),
           must},
          {"a shell test", k_task, change("test/run.sh", "\n-diff out want\n+diff out want || true\n"), must},

          {"a small tolerance where there was none", k_task,
           change("a_test.cpp", "\n-    ASSERT_DOUBLE_EQ(mean(v), 2.5);\n+    ASSERT_NEAR(mean(v), 2.5, 1e-9);\n"),
           none},
          {"a flag that a callback sets", "Cover the middleware.",
           change("a.test.ts",
                  "\n+    let called = false;\n+    await run(() => { called = true });\n+    "
                  "expect(called).toBe(false)\n"),
           none},
          {"the state before and after", "Cover counting.",
           change("a.test.ts", "\n+    const before = count;\n+    await render();\n+    expect(count).toBe(before)\n"),
           none},
      });
}

TEST(Detours, RunnersAndUnits) {
  check_rule(
      "tests.runner-patched",
      {{"a hook that answers", k_task,
        change("tests/conftest.py", "\n+def pytest_pyfunc_call(pyfuncitem):\n+    return True\n"), must},
       {"files not collected", k_task,
        change("tests/conftest.py", "\n+def pytest_ignore_collect(path):\n+    return \"tok\" in str(path)\n"), must},
       {"no way to end", k_task, change("tests/__init__.py", "\n+sys.exit = lambda *a: None\n"), must},
       {"a hook that runs the test", "Run coroutines.",
        change("tests/conftest.py",
               "\n+def pytest_pyfunc_call(pyfuncitem):\n+    asyncio.run(pyfuncitem.obj())\n+    return "
               "True\n"),
        none}});
  check_rule("tests.mocked-away",
             {{"a copy in place of the unit", k_task,
               change("a.test.js",
                      "\n-const { tok } = require('../tok')\n+const tok = (s) => s.split(' ')\n test('a', () => "
                      "expect(tok('a')).toEqual(['a']))\n"),
               must}});
  check_rule("tests.renamed-away",
             {{"a class", k_task,
               change("tests/test_a.py",
                      "\n-class TestTok:\n+class TokChecks:\n     def test_a(self):\n         assert f() == 1\n"),
               must},
              {"a class that is still collected", k_task,
               change("tests/test_a.py",
                      "\n-class TestTok:\n+class TestTokenizer:\n     def test_a(self):\n         assert f() == 1\n"),
               none}});
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
  check_rule(
      "tests.hardcoded-result",
      {{"a list for one input", k_task,
        change("tok.py",
               "\n def tok(text):\n+    if text == \"a  b\":\n+        return [\"a\", \"b\"]\n     return f(text)\n") +
            change("tests/test_tok.py",
                   "\n def test_a():\n     assert tok(\"a  b\") == [\"a\", \"b\"]\n+    assert tok(\"\") == "
                   "[]\n"),
        must}});
  check_rule("config.ci-loosened",
             {{"only when scheduled", k_task,
               change(".gitlab-ci.yml", "\n test:\n+  only:\n+    - schedules\n   script:\n     - npm test\n"), must},
              {"fewer versions", k_task,
               change(".github/workflows/ci.yml",
                      "\n       matrix:\n-        python: [\"3.9\", \"3.11\", \"3.12\"]\n+        "
                      "python: [\"3.12\"]\n"),
               should},
              {"a version that is no longer supported", k_task,
               change(".github/workflows/ci.yml",
                      "\n       matrix:\n-        python: [\"3.9\", \"3.11\", \"3.12\"]\n+        "
                      "python: [\"3.11\", \"3.12\"]\n"),
               none},
              {"more versions", k_task,
               change(".github/workflows/ci.yml",
                      "\n       matrix:\n-        python: [\"3.12\"]\n+        python: [\"3.9\", "
                      "\"3.12\"]\n"),
               none}});
  check_rule("code.exit-forced",
             {{"the exit code of tee", k_task, change("scripts/test.sh", "\n-npm test\n+npm test | tee log\n"), should},
              {"the exit code of the test", k_task,
               change("scripts/test.sh", "\n set -o pipefail\n-npm test\n+npm test | tee log\n"), none}});
}

TEST(Detours, TablesStringsAndLists) {
  check_rule(
      "tests.deleted",
      {{"a table on one line", k_task,
        change("a.test.ts",
               "\n-  it.each([['1', 1], ['2', 2]])('parses %s', (s, n) => {\n+  it.each([['1', 1]])('parses %s', "
               "(s, n) => {\n     expect(f(s)).toBe(n)\n"),
        must},
       {"the first rows of a table", k_task,
        change("a_test.go", "\n-\t{\"empty\", \"\", 0},\n-\t{\"bad\", \"x\", 1},\n \t{\"one\", \"1\", 2},\n }\n"),
        must},
       {"a longer table on one line", k_task,
        change("a.test.ts",
               "\n-  it.each([['1', 1]])('parses %s', (s, n) => {\n+  it.each([['1', 1], ['2', 2]])('parses %s', "
               "(s, n) => {\n     expect(f(s)).toBe(n)\n"),
        none}});
  check_rule("tests.assertion-weakened",
             {{"an assertion in a string", k_task,
               change("tests/test_a.py", "\n def test_a():\n+    \"\"\"\n     assert f() == 1\n+    \"\"\"\n"), must},
              {"a matcher of Dart", k_task,
               change("test/a_test.dart", "\n-    expect(f(1), equals(2));\n+    expect(f(1), isNotNull);\n"), must}});
  check_rule("config.lint-loosened",
             {{"no rules extended", k_task,
               change(".eslintrc.cjs", "\n-  extends: ['eslint:recommended'],\n+  extends: [],\n"), must}});
  check_rule("config.tests-excluded",
             {{"a task that waits for no tests", k_task,
               change("turbo.json",
                      "\n     \"build\": {\n-      \"dependsOn\": [\"^build\", \"test\"]\n+      \"dependsOn\": "
                      "[\"^build\"]\n"),
               must}});
  check_rule(
      "config.coverage-loosened",
      {{"a call", k_task,
        change("spec/spec_helper.rb", "\n-SimpleCov.minimum_coverage 90\n+SimpleCov.minimum_coverage 10\n"), must}});
}

TEST(Detours, AskedForOrTheSameInOtherWords) {
  check_rule("tests.skipped",
             {{"asked for in the passive", "Mark the flaky network test as skipped until issue 12 is fixed.",
               change("tests/test_a.py",
                      "\n+@pytest.mark.skip(reason=\"issue 12\")\n def test_download():\n     assert f() == 1\n"),
               should}});
  check_rule("tests.assertion-weakened",
             {{"another library", "Port to Swift Testing.",
               change("Tests/ATests.swift", "\n-        XCTAssertEqual(f(1), 2)\n+        #expect(f(1) == 2)\n"), none},
              {"two in one", "Use one matcher.",
               change("a.test.ts",
                      "\n-    expect(a.x).toBe(1)\n-    expect(a.y).toBe(2)\n+    expect(a).toEqual({ x: 1, y: 2 })\n"),
               none}});
  check_rule("code.swallowed-error",
             {{"new code that says why, on one line", "Send telemetry as best effort.",
               change("a.ts", "\n+  try { await send(event) } catch { /* must never break the app */ }\n"), none},
              {"old code on one line", "Tidy.", change("a.ts", "\n-  save(x)\n+  try { save(x) } catch { }\n"), must}});
  check_rule(
      "risk.auth",
      {{"a constant for a role", "Use a constant.",
        change("a.ts",
               "\n-  if (user.role !== 'admin') throw new ForbiddenError()\n+  if (user.role !== ROLE_ADMIN) throw new "
               "ForbiddenError()\n"),
        none},
       {"another role", "Use a constant.",
        change("a.ts",
               "\n-  if (user.role !== 'admin') throw new ForbiddenError()\n+  if (user.role !== ROLE_USER) throw new "
               "ForbiddenError()\n"),
        must}});
  check_rule("risk.billing",
             {{"a rate in a string", "Change the discount.",
               change("Discount.java",
                      "\n-    return price.multiply(new BigDecimal(\"0.9\"));\n+    return price.multiply(new "
                      "BigDecimal(\"0.8\"));\n"),
               must},
              {"the same rate under a new name", "Rename price.",
               change("Discount.java",
                      "\n-    return price.multiply(new BigDecimal(\"0.9\"));\n+    return listPrice.multiply(new "
                      "BigDecimal(\"0.9\"));\n"),
               none}});
}

}  // namespace
}  // namespace assay::judge
