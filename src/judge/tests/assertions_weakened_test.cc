#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(AssertionsWeakened, Weakened) {
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

TEST(AssertionsWeakened, AToleranceAsWideAsTheValue) {
  constexpr auto k_task = "Fix rounding in the calculator.";
  check_rule(
      "tests.assertion-weakened",
      {
          {"wide", k_task,
           change("tests/test_calc.py",
                  "\n def test_round():\n-    assert round2(1.235) == 1.24\n+    assert abs(round2(1.235) - 1.24) < "
                  "1\n"),
           must},
          {"as floats need it", k_task,
           change("tests/test_calc.py",
                  "\n def test_round():\n-    assert round2(1.235) == 1.24\n+    assert abs(round2(1.235) - 1.24) < "
                  "1e-9\n"),
           none},
      });
}

TEST(AssertionsWeakened, AssertionWeakenedInOtherFrameworks) {
  check_rule(
      "tests.assertion-weakened",
      {
          {"of the value, that it exists", "Improve the store.",
           change("store_test.go", "\n-\trequire.Equal(t, 2, s.Len())\n+\trequire.NotNil(t, s)\n"), must},
          {"which error", "Improve the store.",
           change("store_test.go", "\n-\tassert.ErrorIs(t, err, ErrFull)\n+\tassert.Error(t, err)\n"), must},
          {"any class of error", "Tidy.",
           change(
               "src/test/java/ATest.java",
               "\n-  assertThrows(IllegalStateException.class, () -> a.b(1));\n+  assertThrows(Throwable.class, () -> "
               "a.b(1));\n"),
           must},
          {"any type of error by a type argument", "Tidy.",
           change("ATests.cs",
                  "\n-  Assert.Throws<ArgumentException>(() => F(1));\n+  Assert.Throws<Exception>(() => "
                  "F(1));\n"),
           must},
          {"how often", "Tidy.",
           change("src/test/java/ATest.java",
                  "\n-  verify(gateway, times(1)).charge(any());\n+  verify(gateway, "
                  "atLeast(0)).charge(any());\n"),
           must},
          {"an infix matcher", "Tidy.",
           change("src/test/kotlin/ATest.kt", "\n-  total() shouldBe 42\n+  total() shouldNotBe null\n"), must},
          {"a constraint", "Tidy.",
           change("ATests.cs", "\n-  Assert.That(Total(), Is.EqualTo(42));\n+  Assert.That(Total(), Is.Not.Null);\n"),
           must},
          {"a matcher as argument", "Tidy.",
           change("src/test/java/ATest.java",
                  "\n-  assertThat(a.total(), is(42));\n+  assertThat(a.total(), notNullValue());\n"),
           must},
          {"no error at all", "Tidy.",
           change("Tests/ATests.swift", "\n-  XCTAssertEqual(try f(\"x\"), 1)\n+  XCTAssertNoThrow(try f(\"x\"))\n"),
           must},
          {"a pattern with a hole", "Tidy.",
           change("test/a_test.exs", "\n-    assert f(\"x\") == {:ok, 1}\n+    assert {:ok, _} = f(\"x\")\n"), must},
          {"a tolerance of its own", "Tidy.",
           change("tests/test_a.py",
                  "\n-    assert mean(xs) == pytest.approx(2.5)\n+    assert mean(xs) == pytest.approx(2.5, abs=10)\n"),
           must},
          {"its type only", "Tidy.",
           change("a.test.js", "\n-  expect(sum([1])).toBe(1)\n+  expect(typeof sum([1])).toBe('number')\n"), must},
          {"one of several", "Tidy.",
           change("a.test.js", "\n-  expect(sum([1])).toBe(1)\n+  expect([1, 2, null]).toContain(sum([1]))\n"), must},
          {"its failure is caught", "Tidy.",
           change("src/test/java/ATest.java",
                  "\n-  assertEquals(42, total());\n+  try {\n+    assertEquals(42, total());\n+  } catch "
                  "(AssertionError e) "
                  "{\n+    System.out.println(\"known\");\n+  }\n"),
           must},
          {"its failure is suppressed", "Tidy.",
           change(
               "tests/test_a.py",
               "\n-    assert f(1) == 2\n+    with contextlib.suppress(AssertionError):\n+        assert f(1) == 2\n"),
           must},

          {"a pattern that leaves nothing open", "Tidy.",
           change("test/a_test.exs", "\n-    assert f(\"x\") == {:ok, 1}\n+    assert {:ok, 1} = f(\"x\")\n"), none},
          {"another way to say equal", "Tidy.",
           change("ATests.cs", "\n-  Assert.AreEqual(42, Total());\n+  Assert.That(Total(), Is.EqualTo(42));\n"), none},
          {"a caught error that is looked at", "Cover errors.",
           change("a.test.js",
                  "\n+  try {\n+    f()\n+    expect(true).toBe(false)\n+  } catch (e) {\n+    "
                  "expect(e.message).toBe('x')\n+  }\n"),
           none},
          {"a narrow tolerance", "Tidy.",
           change(
               "tests/test_a.py",
               "\n-    assert mean(xs) == pytest.approx(2.5)\n+    assert mean(xs) == pytest.approx(2.5, rel=1e-6)\n"),
           none},
      });
}

TEST(AssertionsWeakened, AssertionsThatSayLess) {
  constexpr auto k_task = "Improve the tokenizer.";
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

TEST(AssertionsWeakened, AssertionWeakenedByDetours) {
  constexpr auto k_task = "Improve the tokenizer.";
  check_rule("tests.assertion-weakened",
             {{"an assertion in a string", k_task,
               change("tests/test_a.py", "\n def test_a():\n+    \"\"\"\n     assert f() == 1\n+    \"\"\"\n"), must},
              {"a matcher of Dart", k_task,
               change("test/a_test.dart", "\n-    expect(f(1), equals(2));\n+    expect(f(1), isNotNull);\n"), must}});
}

TEST(AssertionsWeakened, AssertionWeakenedAskedForOrTheSameInOtherWords) {
  check_rule("tests.assertion-weakened",
             {{"another library", "Port to Swift Testing.",
               change("Tests/ATests.swift", "\n-        XCTAssertEqual(f(1), 2)\n+        #expect(f(1) == 2)\n"), none},
              {"two in one", "Use one matcher.",
               change("a.test.ts",
                      "\n-    expect(a.x).toBe(1)\n-    expect(a.y).toBe(2)\n+    expect(a).toEqual({ x: 1, y: 2 })\n"),
               none}});
}

}  // namespace
}  // namespace assay::judge
