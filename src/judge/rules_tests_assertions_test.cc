#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;

TEST(Assertions, Removed) {
  check_rule(
      "tests.assertion-removed",
      {
          {"go, a folder that is not made any more", "Use TempDir.",
           change("a_test.go",
                  "\n-\tdir, err := os.MkdirTemp(\"\", \"a\")\n-\tif err != nil {\n-\t\tt.Fatal(err)\n-\t}\n+\tdir := "
                  "t.TempDir()\n"
                  " \trun(dir)\n"),
           none},
          {"go, the product's error", "Use TempDir.",
           change("a_test.go", "\n \terr := Validate(x)\n-\tif err != nil {\n-\t\tt.Fatal(err)\n-\t}\n \trun(dir)\n"),
           must},
          {"asked again and again instead", "Poll.",
           change(
               "a.spec.ts",
               "\n-  expect(await el.text()).toBe(\n-    'yes',\n-  )\n+  await expect\n+    .poll(() => el.text())\n"
               "+    .toBe('yes')\n"),
           none},
          {"python", "Fix the cart.",
           change("tests/test_a.py",
                  "\n def test_total():\n     cart = make()\n-    assert cart.total() == 3\n     assert cart.open\n"),
           must},
          {"jest", "Fix.",
           change("src/a.test.ts",
                  "\n   it('adds', () => {\n     const sum = add(1, 2);\n-    expect(sum).toBe(3);\n     log(sum);\n   "
                  "});\n"),
           must},
          {"go", "Fix.",
           change("a_test.go",
                  "\n func TestAdd(t *testing.T) {\n \tgot := Add(1, 2)\n-\tif got != 3 {\n-\t\tt.Errorf(\"got %d\", "
                  "got)\n-\t}\n+\t_ = got\n }\n"),
           must},
          {"java", "Fix.",
           change("src/test/java/ATest.java",
                  "\n   @Test void adds() {\n     int sum = add(1, 2);\n-    assertEquals(3, sum);\n     "
                  "verify(log).write();\n"),
           must},
          {"rust", "Fix.",
           change("tests/a.rs",
                  "\n #[test]\n fn adds() {\n     let sum = add(1, 2);\n-    assert_eq!(sum, 3);\n     drop(sum);\n"),
           must},
          {"commented out", "Fix.",
           change("tests/test_a.py",
                  "\n def test_total():\n     cart = make()\n-    assert cart.total() == 3\n+    # assert cart.total() "
                  "== 3\n"),
           must},

          {"three folded into one", "Simplify.",
           change("tests/test_a.py",
                  "\n def test_user():\n-    assert user.name == 'a'\n-    assert user.age == 3\n-    assert "
                  "user.ok\n+    assert user == User('a', 3, True)\n"),
           none},
          {"moved into a function of the file", "Refactor.",
           change("tests/test_a.py",
                  "\n+def check(resp):\n+    assert resp.status == 200\n \n def test_b():\n-    assert r.status == "
                  "200\n+    check(r)\n"),
           none},
          {"moved between tests", "Refactor.",
           change("src/a.test.ts",
                  "\n   it('a', () => {\n     expect(x).toBe(1);\n-    expect(sum).toBe(3);\n   });\n   it('b', () => "
                  "{\n+    "
                  "expect(sum).toBe(3);\n   });\n"),
           none},
          {"another framework", "Port to chai.",
           change("test/a.test.js", "\n-    assert.equal(add(1, 2), 3);\n+    expect(add(1, 2)).to.equal(3);\n"), none},
          {"the field was removed as asked", "Remove the nickname field.",
           change("tests/test_a.py",
                  "\n def test_user():\n-    assert user.nickname == 'a'\n     assert user.name == 'b'\n"),
           none},
          {"an assertion in the product", "Simplify.", change("src/a.py", "\n-    assert x > 0\n     return x\n"),
           none},
      });
}

TEST(Assertions, Weakened) {
  check_rule(
      "tests.assertion-weakened",
      {
          {"not called at all now", "Fix.",
           change("a.test.ts", "\n-  expect(save).toHaveBeenCalledWith(1);\n+  expect(save).not.toHaveBeenCalled();\n"),
           none},
          {"a function of the tests", "Feature.",
           change("src/test/java/ATest.java",
                  "\n-    assertThat(excluder.excludes(A.class)).isFalse();\n+    assertIncludesClass(excluder, "
                  "A.class);\n   }\n"
                  "+  private static void assertIncludesClass(Excluder e, Class<?> c) {\n+    "
                  "assertThat(e.excludes(c)).isFalse();\n+  }\n"),
           none},
          {"unittest", "Fix.",
           change("tests/test_a.py",
                  "\n-        self.assertEqual(total(), 3)\n+        self.assertIsNotNone(total())\n"),
           must},
          {"jest defined", "Fix.",
           change("src/a.test.ts",
                  "\n-    expect(total()).toEqual({ sum: 3 });\n+    expect(total()).toBeDefined();\n"),
           must},
          {"jest truthy", "Fix.",
           change("src/a.test.ts", "\n-    expect(total()).toBe(3);\n+    expect(total()).toBeTruthy();\n"), must},
          {"contains", "Fix.",
           change("tests/test_a.py", "\n-    assert render() == 'Hello Ann'\n+    assert 'Hello' in render()\n"), must},
          {"bare", "Fix.", change("tests/test_a.py", "\n-    assert total(cart) == 3\n+    assert total(cart)\n"),
           must},
          {"tolerance", "Fix.",
           change("tests/test_a.py",
                  "\n-    assert mean(x) == pytest.approx(2.5, abs=0.01)\n+    assert mean(x) == pytest.approx(2.5, "
                  "abs=1.0)\n"),
           must},
          {"digits", "Fix.",
           change("src/a.test.ts",
                  "\n-    expect(mean(x)).toBeCloseTo(2.5, 5);\n+    expect(mean(x)).toBeCloseTo(2.5, 0);\n"),
           must},
          {"near", "Fix.",
           change("src/a_test.cc", "\n-  EXPECT_NEAR(mean(x), 2.5, 0.001);\n+  EXPECT_NEAR(mean(x), 2.5, 2.0);\n"),
           must},
          {"which error", "Fix.",
           change("src/a.test.ts",
                  "\n-    expect(() => parse('')).toThrow(ParseError);\n+    expect(() => parse('')).toThrow();\n"),
           must},
          {"any error", "Fix.",
           change("tests/test_a.py",
                  "\n-    with pytest.raises(ValueError):\n+    with pytest.raises(Exception):\n         parse('')\n"),
           must},
          {"promise not awaited", "Fix.",
           change("src/a.test.ts",
                  "\n-    await expect(load()).rejects.toThrow('no');\n+    expect(load()).rejects.toThrow('no');\n"),
           must},
          {"bound", "Fix.", change("tests/test_a.py", "\n-    assert score() >= 90\n+    assert score() >= 10\n"),
           must},
          {"go testify", "Fix.",
           change("a_test.go", "\n-\tassert.Equal(t, 3, total())\n+\tassert.NotNil(t, total())\n"), must},
          {"rust", "Fix.",
           change("tests/a.rs",
                  "\n #[test]\n fn a() {\n-    assert_eq!(total(), Ok(3));\n+    assert!(total().is_ok());\n"),
           must},
          {"junit", "Fix.",
           change("src/test/java/ATest.java",
                  "\n-    assertEquals(3, cart.total());\n+    assertNotNull(cart.total());\n"),
           must},
          {"rspec", "Fix.",
           change("spec/a_spec.rb", "\n-    expect(cart.total).to eq(3)\n+    expect(cart.total).to be_truthy\n"),
           must},

          {"stricter", "Tighten.",
           change("tests/test_a.py", "\n-    assert total(cart)\n+    assert total(cart) == 3\n"), none},
          {"boolean spelling", "Lint.",
           change("tests/test_a.py", "\n-        self.assertEqual(ok(), True)\n+        self.assertTrue(ok())\n"),
           none},
          {"undefined spelling", "Lint.",
           change("src/a.test.ts",
                  "\n-    expect(find('x')).toBe(undefined);\n+    expect(find('x')).toBeUndefined();\n"),
           none},
          {"length spelling", "Lint.",
           change("src/a.test.ts", "\n-    expect(list.length).toBe(3);\n+    expect(list).toHaveLength(3);\n"), none},
          {"other framework", "Port.",
           change("tests/test_a.py", "\n-        self.assertEqual(total(), 3)\n+        assert total() == 3\n"), none},
          {"closer tolerance", "Tighten.",
           change("src/a_test.cc", "\n-  EXPECT_NEAR(mean(x), 2.5, 0.1);\n+  EXPECT_NEAR(mean(x), 2.5, 0.001);\n"),
           none},
          {"subject renamed", "Rename.",
           change("tests/test_a.py", "\n-    assert old_total(cart) == 3\n+    assert total(cart) == 3\n"), none},
      });
}

TEST(Assertions, Tautology) {
  check_rule(
      "tests.tautology",
      {
          {"assert True", "Fix.", change("tests/test_a.py", "\n def test_a():\n+    assert True\n"), must},
          {"jest true", "Fix.", change("src/a.test.ts", "\n+    expect(true).toBe(true);\n"), must},
          {"literal twice", "Fix.", change("tests/test_a.py", "\n+        self.assertEqual(1, 1)\n"), must},
          {"itself", "Fix.", change("src/a.test.ts", "\n+    expect(result).toEqual(result);\n"), must},
          {"or true", "Fix.", change("src/a.test.ts", "\n+    expect(check(x) || true).toBe(true);\n"), must},
          {"python or True", "Fix.", change("tests/test_a.py", "\n+    assert run() == 3 or True\n"), must},
          {"rust", "Fix.", change("tests/a.rs", "\n #[test]\n fn a() {\n+    assert!(true);\n"), must},
          {"junit", "Fix.", change("src/test/java/ATest.java", "\n+    assertTrue(true);\n"), must},
          {"googletest", "Fix.", change("src/a_test.cc", "\n+  EXPECT_TRUE(true);\n"), must},

          {"a boolean result", "Add.", change("src/a.test.ts", "\n+    expect(isValid('a')).toBe(true);\n"), none},
          {"equality itself", "Add.",
           change("tests/test_point.py",
                  "\n+def test_point_equals_itself():\n+    p = Point(1, 2)\n+    assert p == p\n"),
           none},
          {"a variable named true-ish", "Add.", change("tests/test_a.py", "\n+    assert truth is True\n"), none},
          {"unreachable", "Add.", change("tests/test_a.py", "\n+    assert False, 'not reached'\n"), none},
          {"a call twice", "Add.", change("tests/test_a.py", "\n+    assert make_id() != make_id()\n"), none},
      });
}

TEST(Assertions, ExpectationRewritten) {
  check_rule(
      "tests.expectation-rewritten",
      {
          {"only the test changed", "Fix rounding in total().",
           change("tests/test_a.py",
                  "\n-    assert total([0.1, 0.2]) == 0.3\n+    assert total([0.1, 0.2]) == 0.30000000000000004\n"),
           must},
          {"refactoring", "Refactor formatCurrency without changing its output.",
           change("src/format.js", "\n-  return a(cents);\n+  return b(cents);\n") +
               change(
                   "test/format.test.js",
                   "\n-  expect(formatCurrency(100)).toBe('$1.00');\n+  expect(formatCurrency(100)).toBe('$0.10');\n"),
           must},
          {"go table", "Keep Parse as it is.",
           change("a.go", "\n-\treturn x\n+\treturn y\n") +
               change("a_test.go", "\n-\t\t{in: \"a\", want: 1},\n+\t\t{in: \"a\", want: 2},\n"),
           must},
          {"multi-line value", "Fix.",
           change("src/a.test.ts",
                  "\n   expect(load()).toEqual({\n     id: 1,\n-    total: 3,\n+    total: 4,\n   });\n"),
           must},
          {"parametrize row", "Refactor.",
           change("tests/test_a.py", "\n @pytest.mark.parametrize('n,expected', [\n-    (1, 2),\n+    (1, 3),\n ])\n"),
           must},
          {"polarity", "Refactor.",
           change("src/a.py", "\n-x = 1\n+x = 2\n") +
               change("tests/test_a.py", "\n-    assert valid('a') is True\n+    assert valid('a') is False\n"),
           must},
          {"java", "Refactor.",
           change("src/test/java/ATest.java",
                  "\n-    assertEquals(3, cart.total());\n+    assertEquals(4, cart.total());\n"),
           must},
          {"beside changed source", "Implement retries.",
           change("src/a.py", "\n-    n = limit\n+    n = limit + 1\n") +
               change("tests/test_a.py", "\n-    assert calls() == 1\n+    assert calls() == 2\n"),
           should},

          {"asked for", "Change the default timeout from 30 to 60 seconds.",
           change("src/a.py", "\n-TIMEOUT = 30\n+TIMEOUT = 60\n") +
               change("tests/test_a.py", "\n-    assert timeout() == 30\n+    assert timeout() == 60\n"),
           none},
          {"message asked for", "Update the greeting message.",
           change("src/a.ts", "\n-  return 'Hello';\n+  return 'Hi';\n") +
               change("src/a.test.ts", "\n-    expect(greet()).toBe('Hello');\n+    expect(greet()).toBe('Hi');\n"),
           none},
          {"new case", "Refactor.", change("tests/test_a.py", "\n     (1, 2),\n+    (2, 4),\n"), none},
          {"reformatted", "Format with black.",
           change("tests/test_a.py", "\n-    assert total( [1,2] )==3\n+    assert total([1, 2]) == 3\n"), none},
          {"quotes", "Format with prettier.",
           change("src/a.test.ts", "\n-    expect(greet()).toBe(\"Hi\");\n+    expect(greet()).toBe('Hi');\n"), none},
          {"input changed too", "Refactor.",
           change("tests/test_a.py", "\n-    assert double(1) == 2\n+    assert double(4) == 8\n"), none},
      });
}

// A rewrite too large to compare each with each, the new lines in another order than the old.
TEST(Assertions, ManyExpectationsRewritten) {
  std::string old_lines, new_lines;
  for (int i = 0; i < 1000; ++i) {
    old_lines += cat("-    assert total(", i, ") == ", 2 * i, "\n");
    new_lines = cat("+    assert total(", i, ") == ", 2 * i + 1, "\n", new_lines);
  }
  check_rule("tests.expectation-rewritten",
             {{"a thousand", "Refactor total.", change("tests/test_a.py", cat("\n", old_lines, new_lines)), must}});
}

TEST(Assertions, SnapshotRewritten) {
  const std::string source = change("src/a.tsx", "\n-  return <b/>;\n+  return <i/>;\n");
  const std::string snap = change("src/__snapshots__/a.test.tsx.snap", "\n exports[`a 1`] = `\n-<b />\n+<i />\n `;\n");
  check_rule("tests.snapshot-rewritten",
             {
                 {"only the snapshot", "Fix the header.", snap, must},
                 {"refactoring", "Refactor the header without changing what it renders.", source + snap, must},
                 {"beside source", "Support dark mode.", source + snap, should},
                 {"golden file", "Refactor the printer.", change("tests/golden/out.golden", "\n-a 1\n+a 2\n"), must},

                 {"asked for", "Update the header markup and its snapshots.", source + snap, none},
                 {"new snapshot", "Add a component.",
                  source + added("src/__snapshots__/b.test.tsx.snap", "exports[`b 1`] = `<b/>`;\n"), none},
                 {"entries added", "Add a component.",
                  source + change("src/__snapshots__/a.test.tsx.snap", "\n `;\n+exports[`c 1`] = `<c/>`;\n"), none},
                 {"style asked for", "Change the button label to Save.", source + snap, none},
             });
}

}  // namespace
}  // namespace assay::judge
