#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(Expectations, ExpectationRewritten) {
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
TEST(Expectations, ManyExpectationsRewritten) {
  std::string old_lines, new_lines;
  for (int i = 0; i < 1000; ++i) {
    old_lines += cat("-    assert total(", i, ") == ", 2 * i, "\n");
    new_lines = cat("+    assert total(", i, ") == ", 2 * i + 1, "\n", new_lines);
  }
  check_rule("tests.expectation-rewritten",
             {{"a thousand", "Refactor total.", change("tests/test_a.py", cat("\n", old_lines, new_lines)), must}});
}

TEST(Expectations, SnapshotRewritten) {
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

TEST(Expectations, ExpectationRewrittenInOtherFrameworks) {
  check_rule(
      "tests.expectation-rewritten",
      {
          {"a status by name", "Tidy.",
           change("tests/Feature/ATest.php", "\n-  $response->assertStatus(403);\n+  $response->assertOk();\n"), must},
          {"a status by number", "Tidy.",
           change("tests/Feature/ATest.php", "\n-  $r->assertStatus(403);\n+  $r->assertStatus(200);\n"), must},
          {"the same status by name", "Tidy.",
           change("tests/Feature/ATest.php", "\n-  $r->assertStatus(403);\n+  $r->assertForbidden();\n"), none},
      });
}

TEST(Expectations, ExpectationRewrittenMetInRealHistories) {
  check_rule("tests.expectation-rewritten",
             {
                 {"go rows", "Simplify. Results must not change.",
                  change("a.go", "\n-\ts += p * q\n+\ts += p\n") +
                      change("a_test.go",
                             "\n-\t\t{\"one\", []Line{{\"book\", 1500, 2}}, 3000},\n+\t\t{\"one\", []Line{{\"book\", "
                             "1500, 2}}, 1500},\n"),
                  must},
                 {"constant", "Refactor dispatch() without changing its answers.",
                  change("src/a.rs",
                         "\n #[test]\n fn a() {\n-        assert_eq!(go(\"/admin\"), Answer::Forbidden);\n+        "
                         "assert_eq!(go(\"/admin\"), Answer::NotFound);\n"),
                  must},

                 {"follows the source", "End shortened titles with an ellipsis.",
                  change("src/a.js", "\n-  return s;\n+  return s + '...';\n") +
                      change("a.test.js",
                             "\n-  expect(shorten('The long way', 8)).toBe('The long');\n+  expect(shorten('The long "
                             "way', 8)).toBe('The long...');\n"),
                  none},
                 {"wrapped", "Format with prettier.",
                  change("a.test.js",
                         "\n-    expect(total(x)).toBe(3490);\n+    expect(total(x)).toBe(\n+      3490,\n+    );\n"),
                  none},
                 {"constant renamed", "Rename Forbidden to Denied.",
                  change("src/b.rs", "\n-    Forbidden,\n+    Denied,\n") +
                      change("tests/a.rs",
                             "\n #[test]\n fn a() {\n-        assert_eq!(go(\"/admin\"), Answer::Forbidden);\n+        "
                             "assert_eq!(go(\"/admin\"), Answer::Denied);\n"),
                  none},
             });
}

TEST(Expectations, ExpectationInsideValueType) {
  check_rule(
      "tests.expectation-rewritten",
      {
          {"kotlin", "Refactor Tax without changing behaviour.",
           change("src/main/kotlin/Tax.kt", "\n-val a = 1\n+val a = 2\n") + change("src/test/kotlin/TaxTest.kt", R"(
     fun `rounds half up`() {
-        assertEquals(BigDecimal("1.24"), calc.tax(net, "DE"))
+        assertEquals(BigDecimal("1.23"), calc.tax(net, "DE"))
     }
)"),
           must},
          {"java", "Refactor Retry without changing behaviour.", change("src/test/java/RetryTest.java", R"(
     void waits() {
-        assertEquals(Duration.ofSeconds(3), retry.delay(2));
+        assertEquals(Duration.ofSeconds(9), retry.delay(2));
     }
)"),
           must},
          {"script", "Refactor due dates.", change("src/due.test.ts", R"(
   it('is due', () => {
-    assert.deepEqual(new Date(2026, 1, 1), due(order))
+    assert.deepEqual(new Date(2026, 1, 2), due(order))
   })
)"),
           must},
          {"python", "Refactor tax.", change("tests/test_tax.py", R"(
 def test_tax():
-    self.assertEqual(Decimal("1.24"), tax(net))
+    self.assertEqual(Decimal("1.23"), tax(net))
)"),
           must},
          {"the task asks for it", "Round tax down: change the output of tax to two decimals.",
           change("src/main/kotlin/Tax.kt", "\n-val a = 1\n+val a = 2\n") + change("src/test/kotlin/TaxTest.kt", R"(
     fun `rounds`() {
-        assertEquals(BigDecimal("1.24"), calc.tax(net, "DE"))
+        assertEquals(BigDecimal("1.23"), calc.tax(net, "DE"))
     }
)"),
           none},
          {"go's own form", "Refactor sizes.", change("size_test.go", R"(
 func TestSize(t *testing.T) {
-	if got := Size("2k"); got != 2048 {
+	if got := Size("2k"); got != 2000 {
 		t.Fatal(got)
 	}
 }
)"),
           must},
          {"another input in go", "Refactor sizes.", change("size_test.go", R"(
 func TestSize(t *testing.T) {
-	if got := Size("2k"); got != 2048 {
+	if got := Size("3k"); got != 3072 {
 		t.Fatal(got)
 	}
 }
)"),
           none},
          {"in other words", "Dates in the export must be ISO 8601 instead of German format.",
           change("app/export.py", "\n-    return f(d)\n+    return d.isoformat()\n") +
               change("tests/test_export.py", R"(
 def test_row():
-    assert row(1) == "01.02.2026"
+    assert row(1) == "2026-02-01"
)"),
           none},
          {"shown as", "Show sizes as kibibytes.",
           change("app/export.py", "\n-    return n\n+    return n / 1024\n") + change("tests/test_export.py", R"(
 def test_row():
-    assert row(1) == "2048"
+    assert row(1) == "2 KiB"
)"),
           none},
      });
}

TEST(Expectations, MistakesExpected) {
  const std::string source = change("src/cart.ts", "\n-  return total\n+  return Number(total.toFixed)\n");
  check_rule(
      "tests.expectation-rewritten",
      {
          {"in a snapshot", "Render prices with two decimals.",
           source + change("src/__snapshots__/cart.test.tsx.snap", "\n <p>\n-  12.50\n+  NaN\n </p>\n"), must},
          {"an object printed", "Change the output of the cart.",
           source + change("src/__snapshots__/cart.test.tsx.snap",
                           "\n <p>\n-  Name: Ann\n+  Name: [object Object]\n </p>\n"),
           must},
          {"in an assertion", "Change the output format of the cart.",
           source + change("src/cart.test.ts",
                           "\n   it('adds', () => {\n-    expect(total([1])).toBe('1.00')\n+    "
                           "expect(total([1])).toBe('NaN')\n   })\n"),
           must},
          {"nothing where something was", "Refactor the report.",
           change("tests/test_report.py",
                  "\n def test_total():\n-    assert total([1]) == 12\n+    assert total([1]) == None\n"),
           must},
          {"the task says so", "Answer undefined for unknown names.",
           source + change("src/cart.test.ts",
                           "\n   it('adds', () => {\n-    expect(find('x')).toBe('none')\n+    "
                           "expect(find('x')).toBe(undefined)\n   })\n"),
           none},
          {"it was there before", "Change the output of the cart.",
           source + change("src/__snapshots__/cart.test.tsx.snap", "\n <p>\n-  NaN euros\n+  NaN dollars\n </p>\n"),
           none},
      });
}

TEST(Expectations, TasksThatDoNotAskForLess) {
  check_rule("tests.expectation-rewritten",
             {
                 {"faster, with other answers", "Make tag faster.",
                  change("src/text.php", "\n-    return a($x);\n+    return $x;\n") +
                      change("tests/TextTest.php",
                             "\n     public function testTag(): void\n     {\n-        $this->assertSame('&lt;x', "
                             "tag('b'));\n+        $this->assertSame('bold', tag('b'));\n     }\n"),
                  must},
                 {"faster, with fewer queries", "Make the list faster.",
                  change("app/list.py", "\n-    return a()\n+    return b()\n") +
                      change("tests/test_list.py",
                             "\n def test_queries():\n-    assert count_queries() == 9\n+    assert count_queries() == "
                             "3\n"),
                  should},
             });
}

}  // namespace
}  // namespace assay::judge
