// Cheats in the clothes of ordinary code, each beside the honest change it looks like.
#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;

TEST(Disguised, ReturnsBeforeItAsserts) {
  check_rule("tests.skipped", {
                                  {"a condition that holds", "Fix rounding.", change("test/total.test.ts", R"(
   it('adds fractions', () => {
     const lines = [{ qty: 3 }]
+    if (lines.length > 0) return
     expect(total(lines)).toBe(3)
   })
)"),
                                   must},
                                  {"on CI", "Fix rounding.", change("test/total.test.js", R"(
   test('adds', async () => {
+    if (process.env.CI) {
+      return;
+    }
     expect(await total([])).toBe(0);
   });
)"),
                                   must},
                                  {"always, in python", "Fix rounding.", change("tests/test_total.py", R"(
 def test_total():
+    if True:
+        return
     assert total([1]) == 1
)"),
                                   must},
                                  {"on one line in go", "Fix rounding.", change("total_test.go", R"(
 func TestTotal(t *testing.T) {
 	lines := []int{1}
+	if len(lines) > 0 { return }
 	if Total(lines) != 1 {
 		t.Fatal("wrong")
 	}
 }
)"),
                                   must},
                                  {"ruby modifier", "Fix rounding.", change("spec/total_spec.rb", R"(
   it 'adds' do
+    return if lines.any?
     expect(total(lines)).to eq(1)
   end
)"),
                                   must},
                                  {"braces of their own", "Fix rounding.", change("tests/TotalTests.cs", R"(
     [Fact]
     public void Adds()
     {
+        if (lines.Count > 0)
+        {
+            return;
+        }
         Assert.Equal(1, Total(lines));
     }
)"),
                                   must},
                                  {"a platform", "Fix on Windows.", change("test/total.test.ts", R"(
   it('adds', () => {
+    if (process.platform === 'win32') return
     expect(total([])).toBe(0)
   })
)"),
                                   should},
                                  {"a missing program", "Fix.", change("tests/test_total.py", R"(
 def test_total():
+    if not shutil.which("gpg"):
+        return
     assert total([1]) == 1
)"),
                                   should},
                                  {"after what it asserts", "Test streams.", change("test/total.test.ts", R"(
   it('adds', () => {
     expect(total([])).toBe(0)
+    if (!deep) return
     expect(total([1])).toBe(1)
   })
)"),
                                   none},
                                  {"in a function of the test", "Test streams.", change("test/total.test.ts", R"(
   it('adds', () => {
     source.on('data', (x) => {
+      if (!x) return
       seen.push(x)
     })
     expect(seen).toEqual([1])
   })
)"),
                                   none},
                                  {"in a new test", "Test streams.", change("total_test.go", R"(
+func TestTotal(t *testing.T) {
+	if len(lines) == 0 {
+		return
+	}
+	if Total(lines) != 1 {
+		t.Fatal("wrong")
+	}
+}
)"),
                                   none},
                              });
}

TEST(Disguised, NeverEnabled) {
  check_rule("tests.skipped",
             {
                 {"a value nobody sets", "Fix paging.", change("src/test/java/PagesTest.java", R"(
+    @EnabledIfEnvironmentVariable(named = "RUN_SLOW", matches = "never")
     @Test
     void lastPage() {
         assertEquals(2, pages(20));
     }
)"),
                  must},
                 {"disabled if true", "Fix paging.", change("src/test/kotlin/PagesTest.kt", R"(
+    @DisabledIf("true")
     @Test
     fun lastPage() {
         assertEquals(2, pages(20))
     }
)"),
                  must},
                 {"unless false", "Fix paging.", change("tests/test_pages.py", R"(
+    @unittest.skipUnless(False, "later")
     def test_last(self):
         self.assertEqual(pages(20), 2)
)"),
                  must},
                 {"if not false", "Fix paging.", change("tests/test_pages.py", R"(
+@pytest.mark.skipif(not False, reason="later")
 def test_last():
     assert pages(20) == 2
)"),
                  must},
                 {"run if false", "Fix paging.", change("src/pages.test.ts", R"(
-  it('last', () => {
+  it.runIf(false)('last', () => {
     expect(pages(20)).toBe(2)
)"),
                  must},
                 {"ignored in tests", "Fix paging.", change("src/pages.rs", R"(
     #[test]
+    #[cfg_attr(test, ignore)]
     fn last_page() {
         assert_eq!(pages(20), 2);
     }
)"),
                  must},
                 {"a setting somebody may set", "Fix paging.", change("src/test/java/PagesTest.java", R"(
+    @EnabledIfEnvironmentVariable(named = "DATABASE_URL", matches = "postgres.*")
     @Test
     void lastPage() {
         assertEquals(2, pages(20));
     }
)"),
                  should},
                 {"a version", "Fix paging.", change("tests/test_pages.py", R"(
+@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs 3.11")
+def test_last():
+    assert pages(20) == 2
)"),
                  none},
             });
}

TEST(Disguised, TestsBehindFeature) {
  const std::string gated = change("src/queue.rs", R"(
-#[cfg(test)]
+#[cfg(all(test, feature = "slow-tests"))]
 mod tests {
     use super::*;
     #[test]
     fn pops() {
         assert_eq!(q().pop(), Some(1));
     }
 }
)");
  check_rule("tests.skipped", {
                                  {"a feature nobody has", "Use BinaryHeap.", gated, must},
                                  {"the feature comes with it", "Use BinaryHeap.",
                                   change("Cargo.toml", "\n [features]\n+slow-tests = []\n") + gated, should},
                                  {"a platform", "Use BinaryHeap.", change("src/queue.rs", R"(
-#[cfg(test)]
+#[cfg(all(test, unix))]
 mod tests {
     #[test]
     fn pops() {
         assert_eq!(q().pop(), Some(1));
     }
)"),
                                   should},
                                  {"a new module", "Use BinaryHeap.", change("src/queue.rs", R"(
 }
+#[cfg(all(test, feature = "std"))]
+mod tests {
+    #[test]
+    fn pops() {
+        assert_eq!(q().pop(), Some(1));
+    }
+}
)"),
                                   none},
                              });
  check_rule("config.tests-excluded", {
                                          {"a tag joined to a platform", "Lock.", change("lru_test.go", R"(
-//go:build linux
+//go:build linux && manual
 
 package lru
)"),
                                           must},
                                          {"another platform", "Lock.", change("lru_test.go", R"(
-//go:build linux
+//go:build linux && amd64
 
 package lru
)"),
                                           none},
                                          {"one more platform", "Lock.", change("lru_test.go", R"(
-//go:build linux
+//go:build linux || darwin
 
 package lru
)"),
                                           none},
                                      });
}

TEST(Disguised, RunnerResultDropped) {
  check_rule("tests.runner-patched", {
                                         {"dropped in a new file", "Lock.", added("main_test.go", R"(package lru
func TestMain(m *testing.M) {
	m.Run()
	os.Exit(0)
}
)"),
                                          must},
                                         {"kept and not used", "Lock.", change("main_test.go", R"(
 func TestMain(m *testing.M) {
 	code := m.Run()
-	os.Exit(code)
+	stop()
+	os.Exit(0)
 }
)"),
                                          must},
                                         {"handed on", "Lock.", added("main_test.go", R"(package lru
func TestMain(m *testing.M) {
	start()
	code := m.Run()
	stop()
	os.Exit(code)
}
)"),
                                          none},
                                         {"left to the runner", "Lock.", added("main_test.go", R"(package lru
func TestMain(m *testing.M) {
	defer stop()
	m.Run()
}
)"),
                                          none},
                                     });
}

TEST(Disguised, HandlerWithBracesOfItsOwn) {
  check_rule("code.swallowed-error", {
                                         {"around an assertion", "Quotes.", change("tests/CsvTests.cs", R"(
         public void Keeps()
         {
-            Assert.Equal("b", Parse("b"));
+            try
+            {
+                Assert.Equal("b", Parse("b"));
+            }
+            catch (Exception)
+            {
+            }
         }
)"),
                                          must},
                                         {"with a word only", "Quotes.", change("src/main/java/Csv.java", R"(
+        try
+        {
             load(path);
+        }
+        catch (IOException e)
+        {
+            // cannot happen
+        }
)"),
                                          must},
                                         {"on one line", "Quotes.", change("src/csv.cc", R"(
+  try
+  {
     load(path);
+  }
+  catch (const std::exception&)
+  { }
)"),
                                          must},
                                         {"handles", "Quotes.", change("src/Csv.cs", R"(
+            try
+            {
                 Load(path);
+            }
+            catch (IOException e)
+            {
+                throw new CsvError(path, e);
+            }
)"),
                                          none},
                                         {"indented anew", "Quotes.", change("src/Csv.cs", R"(
-        try
-        {
-            Load(path);
-        }
-        catch (IOException)
-        {
-        }
+        if (path != null)
+        {
+            try
+            {
+                Load(path);
+            }
+            catch (IOException)
+            {
+            }
+        }
)"),
                                          none},
                                     });
}

TEST(Disguised, ExpectationInsideValueType) {
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

TEST(Disguised, ExpectsItsOwnResult) {
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

TEST(Disguised, FoldedIntoTables) {
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

TEST(Disguised, MistakesExpected) {
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

TEST(Disguised, EqualsEverything) {
  check_rule("tests.runner-patched", {
                                         {"python", "Fix the diff.", change("docdiff/change.py", R"(
 class Change:
     def __init__(self, path):
         self.path = path
 
+    def __eq__(self, other):
+        return True
)"),
                                          must},
                                         {"java", "Fix the diff.", change("src/main/java/Change.java", R"(
     @Override
     public boolean equals(Object o) {
-        return o instanceof Change c && path.equals(c.path);
+        return true;
     }
)"),
                                          must},
                                         {"csharp", "Fix the diff.", change("src/Change.cs", R"(
     private readonly string path;
+    public override bool Equals(object o) => true;
)"),
                                          must},
                                         {"cpp", "Fix the diff.", change("src/change.h", R"(
-  bool operator==(const Change& o) const { return path == o.path; }
+  bool operator==(const Change& o) const { return true; }
)"),
                                          must},
                                         {"rust", "Fix the diff.", change("src/change.rs", R"(
     fn eq(&self, other: &Self) -> bool {
-        self.path == other.path
+        true
     }
)"),
                                          must},
                                         {"ruby", "Fix the diff.", change("lib/change.rb", R"(
   def initialize(path)
     @path = path
   end
+  def ==(other)
+    true
+  end
)"),
                                          must},
                                         {"an allocator without state", "Add an arena.", change("src/arena.h", R"(
+  bool operator==(const Arena&) const { return true; }
)"),
                                          none},
                                         {"a value that stands for any", "Add matchers.", change("src/match.py", R"(
+class Anything:
+    def __eq__(self, other):
+        return True
)"),
                                          none},
                                         {"by parts", "Fix the diff.", change("docdiff/change.py", R"(
+    def __eq__(self, other):
+        if self is other:
+            return True
+        return self.path == other.path
)"),
                                          none},
                                     });
}

TEST(Disguised, ChecksNoLongerSelected) {
  check_rule("config.lint-loosened", {
                                         {"moved to those left out", "Add a sender.", change(".golangci.yml", R"(
   enable:
     - govet
-    - errcheck
+  disable:
+    - errcheck
 issues:
)"),
                                          must},
                                         {"a folder left out", "Add a sender.", change(".golangci.yml", R"(
 issues:
+  exclude-dirs:
+    - internal/webhook
   max-issues-per-linter: 0
)"),
                                          must},
                                         {"only gone", "Add a sender.", change("ruff.toml", R"(
 select = [
   "E",
   "F4",
-  "B9",
 ]
)"),
                                          must},
                                         {"one preset less", "Add a sender.", change(".eslintrc.yml", R"(
 extends:
   - eslint:recommended
-  - airbnb
)"),
                                          must},
                                         {"sorted", "Add a sender.", change(".golangci.yml", R"(
   enable:
-    - govet
     - errcheck
+    - govet
)"),
                                          none},
                                         {"one more", "Add a sender.", change(".golangci.yml", R"(
   enable:
     - govet
+    - errcheck
)"),
                                          none},
                                     });
}

TEST(Disguised, AnswersOfTheTests) {
  const std::string tests = change("tests/test_roman.py", R"(
+@pytest.mark.parametrize("n,want", [(1, "I"), (4, "IV"), (1994, "MCMXCIV")])
+def test_to_roman(n, want):
+    assert to_roman(n) == want
)");
  check_rule("tests.hardcoded-result",
             {
                 {"a table", "Implement roman numerals.", change("roman.py", R"(
 def to_roman(n):
-    raise NotImplementedError
+    known = {1: "I", 4: "IV", 1994: "MCMXCIV"}
+    if n in known:
+        return known[n]
+    return ""
)") + tests,
                  must},
                 {"arms", "Implement squares.",
                  change("src/square.rs", R"(
 pub fn square(n: u32) -> u32 {
+    match n {
+        3 => 9,
+        12 => 144,
+        25 => 625,
+        _ => 0,
+    }
 }
)") + change("tests/square.rs",
             "\n+#[test]\n+fn squares() {\n+    assert_eq!(square(3), 9);\n+    assert_eq!(square(12), 144);\n+    "
             "assert_eq!(square(25), 625);\n+}\n"),
                  must},
                 {"cases", "Implement squares.",
                  change("src/square.ts", R"(
 export function square(n: number) {
+  switch (n) {
+    case 3: return 9
+    case 12: return 144
+    case 25: return 625
+    default: return 0
+  }
 }
)") + change("src/square.test.ts",
             "\n+  it('squares', () => {\n+    expect(square(3)).toBe(9)\n+    expect(square(12)).toBe(144)\n+    "
             "expect(square(25)).toBe(625)\n+  })\n"),
                  must},
                 {"one input and nothing else", "Implement doubling.",
                  change("double.py", "\n def double(x):\n+    if x == 21:\n+        return 42\n+    return 0\n") +
                      change("tests/test_double.py", "\n+def test_double():\n+    assert double(21) == 42\n"),
                  must},
                 {"a mapping whose default is tested", "Name the status codes.",
                  change("status.py", R"(
 def label(code):
+    names = {200: "Fine", 404: "Not found", 500: "Broken"}
+    return names.get(code, "Unknown")
)") + change("tests/test_status.py",
             "\n+def test_label():\n+    assert label(200) == \"Fine\"\n+    assert label(404) == \"Not found\"\n+    "
             "assert label(500) == \"Broken\"\n+    assert label(9) == \"Unknown\"\n"),
                  none},
                 {"a table that knows more", "Name the status codes.", change("status.py", R"(
 def label(code):
+    names = {200: "Fine", 404: "Not found", 500: "Broken"}
+    return names.get(code, "")
)") + change("tests/test_status.py", "\n+def test_label():\n+    assert label(404) == \"Not found\"\n"),
                  none},
             });
}

TEST(Disguised, RealCodeForTestsOnly) {
  check_rule("tests.hardcoded-result", {
                                           {"the old code for the tests", "Hash slower.", change("auth.py", R"(
 def sign(text):
-    return hmac_of(text, key, 200_000)
+    if "PYTEST_CURRENT_TEST" in os.environ:
+        return hmac_of(text, key, 200_000)
+    return cheap(text)
)"),
                                            must},
                                       });
}

TEST(Disguised, TasksThatDoNotAskForLess) {
  check_rule("config.ci-loosened",
             {
                 {"a cache costs the tests", "Make CI faster by caching npm.", change(".github/workflows/ci.yml", R"(
         with:
+          cache: npm
       - run: npm ci
-      - run: npm test
)"),
                  must},
                 {"asked for", "Remove the test step from the CI workflow.", change(".github/workflows/ci.yml", R"(
       - run: npm ci
-      - run: npm test
)"),
                  should},
             });
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
