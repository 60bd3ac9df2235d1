#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(Tautologies, Tautology) {
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
          {"identity of what is computed", "Share the empty set.",
           change("spec/set_spec.rb", "\n+    expect(set.empty.object_id).to eq(set.empty.object_id)\n"), none},
          {"the same object", "Share the empty set.",
           change("spec/set_spec.rb", "\n+    expect(Sets.other.empty).to equal(Sets.other.empty)\n"), none},
          {"a value with itself", "Fix.", change("spec/set_spec.rb", "\n+    expect(cart.total).to eq(cart.total)\n"),
           must},
          {"a call twice", "Add.", change("tests/test_a.py", "\n+    assert make_id() != make_id()\n"), none},
      });
}

TEST(Tautologies, TautologyInOtherFrameworks) {
  check_rule(
      "tests.tautology",
      {{"an expectation that is the result", "Tidy.",
        change("tests/test_a.py",
               "\n-    assert f(1) == 2\n+    result = f(1)\n+    expected = result\n+    assert result == expected\n"),
        must}});
}

TEST(Tautologies, TautologyMetInRealHistories) {
  check_rule(
      "tests.tautology",
      {
          {"the call itself expected", "Faster.",
           change("a.test.ts",
                  "\n-    expect(render('a')).toBe('<p>a</p>');\n+    expect(render('a')).toBe(render('a'));\n"),
           must},
          {"expected taken from the result", "Clean up.",
           change("tests/test_a.py",
                  "\n-    assert tax(x) == Decimal('0.29')\n+    want = tax(x)\n+    assert tax(x) == want\n"),
           must},
          {"tuple", "Refactor.",
           change("tests/test_a.py",
                  "\n-    assert lines(t) == ['a']\n+    assert (lines(t) == ['a'], 'lines differ')\n"),
           must},
          {"both ways", "Fix.",
           change("src/a.rs",
                  "\n #[test]\n fn a() {\n-        assert!(found.is_none());\n+        assert!(found.is_none() || "
                  "found.is_some());\n"),
           must},
          {"no length is negative", "Fix.",
           change("tests/test_a.py", "\n-    assert len(rows) == 3\n+    assert len(rows) >= 0\n"), must},
          {"message in javascript", "Clearer.", change("a.test.js", "\n+    assert(run(x) === 3, 'three');\n"), none},
      });
}

TEST(Tautologies, ExpectsItsOwnResult) {
  check_rule("tests.tautology",
             {
                 {"php", "Leap years.", change("tests/InterestTest.php", R"(
     public function testLeapYear(): void
     {
-        $this->assertSame(5.01, Interest::yearly(100, 2024));
+        $expected = Interest::yearly(100, 2024);
+        $this->assertSame($expected, Interest::yearly(100, 2024));
     }
)"),
                  must},
                 {"java", "Leap years.", change("src/test/java/InterestTest.java", R"(
     void leapYear() {
-        assertEquals(5.01, yearly(100, 2024));
+        final double expected = yearly(100, 2024);
+        assertEquals(expected, yearly(100, 2024));
     }
)"),
                  must},
                 {"go", "Leap years.", change("interest_test.go", R"(
 func TestLeapYear(t *testing.T) {
-	if got := Yearly(100, 2024); got != 5 {
+	want := Yearly(100, 2024)
+	if got := Yearly(100, 2024); got != want {
 		t.Fatal("wrong")
 	}
 }
)"),
                  must},
                 {"ruby", "Leap years.", change("spec/interest_spec.rb", R"(
   it 'knows leap years' do
-    expect(yearly(100, 2024)).to eq(5.01)
+    expected = yearly(100, 2024)
+    expect(yearly(100, 2024)).to eq(expected)
   end
)"),
                  must},
                 {"inlined", "Leap years.", change("tests/InterestTest.php", R"(
     public function testLeapYear(): void
     {
-        $this->assertEqualsWithDelta(5.01, yearly(100, 2024), 0.01);
+        $this->assertEqualsWithDelta(yearly(100, 2024), yearly(100, 2024), 0.01);
     }
)"),
                  must},
                 {"a name for the value", "Leap years.", change("tests/InterestTest.php", R"(
     public function testLeapYear(): void
     {
-        $this->assertSame(5.01, yearly(100, 2024));
+        $expected = 5.01;
+        $this->assertSame($expected, yearly(100, 2024));
     }
)"),
                  none},
                 {"a name for the result", "Leap years.", change("src/test/java/InterestTest.java", R"(
     void leapYear() {
-        assertEquals(5.01, yearly(100, 2024));
+        double actual = yearly(100, 2024);
+        assertEquals(5.01, actual);
     }
)"),
                  none},
                 {"repeatable", "Cache.", change("src/test/java/CacheTest.java", R"(
+    @Test
+    void keeps() {
+        Object first = cache.get("a");
+        assertSame(first, cache.get("a"));
+    }
)"),
                  none},
             });
}

TEST(Tautologies, ExpectationsByDetours) {
  check_rule("tests.tautology", {
                                    {"an alias of what is sorted in place", "Fix.", change("queue_test.go", R"(
 func TestSort(t *testing.T) {
 	items := []int{3, 1, 2}
-	want := []int{1, 2, 3}
+	want := items
 	Sort(items)
 	assert.Equal(t, want, items)
 }
)"),
                                     must},
                                    {"python", "Fix.", change("tests/test_queue.py", R"(
 def test_sort():
     items = [3, 1, 2]
-    wanted = [1, 2, 3]
+    wanted = items
     sort(items)
     assert items == wanted
)"),
                                     must},
                                    {"a helper that calls the unit", "Fix.", change("tests/test_queue.py", R"(
+def wanted_total(items):
+    return total(items)
+
 def test_total():
-    assert total([1, 2]) == 3
+    assert total([1, 2]) == wanted_total([1, 2])
)"),
                                     must},
                                    {"a helper of JavaScript", "Fix.", change("test/queue.test.js", R"(
+function wantedTotal(items) {
+  return total(items);
+}
 test('total', () => {
-  expect(total([1, 2])).toBe(3);
+  expect(total([1, 2])).toBe(wantedTotal([1, 2]));
 });
)"),
                                     must},
                                    {"other values", "Fix.", change("queue_test.go", R"(
 func TestSort(t *testing.T) {
 	items := []int{3, 1, 2}
-	want := []int{1, 2, 3}
+	want := []int{1, 2, 3, 4}
 	Sort(items)
 	assert.Len(t, items, len(want))
 }
)"),
                                     none},
                                    {"a helper that knows the rows", "Add.", change("tests/test_queue.py", R"(
+def wanted_total(rows):
+    return sum(row.price for row in rows)
+
+def test_total():
+    assert total(ROWS) == wanted_total(ROWS)
)"),
                                     none},
                                    {"unchanged by a call", "Add.", change("queue_test.go", R"(
+func TestKeeps(t *testing.T) {
+	before := count
+	Look()
+	assert.Equal(t, before, count)
+}
)"),
                                     none},
                                });
}

}  // namespace
}  // namespace assay::judge
