// Tests folded into tables: some bring every case along, some lose one on the way.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace assay::judge
