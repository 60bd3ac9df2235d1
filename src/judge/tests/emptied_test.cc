#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(EmptiedTests, Emptied) {
  check_rule(
      "tests.emptied",
      {
          {"on one line, with its body", "Format.",
           change("src/a_test.cc", "\n-TEST(A, Reads) {\n-  Check(1);\n-}\n+TEST(A, Reads) { Check(1); }\n"), none},
          {"on one line, without it", "Format.",
           change("src/a_test.cc", "\n-TEST(A, Reads) {\n-  Check(1);\n-}\n+TEST(A, Reads) {}\n"), must},
          {"a class inside the test", "Fix.",
           change("tests/test_a.py",
                  "\n def test_total():\n-    class TestThing:\n-        name = 1\n+    class TestThing(Thing):\n"
                  "+        value = 2\n     assert use(TestThing) == 3\n"),
           none},
          {"python pass", "Fix.", change("tests/test_a.py", R"(
 def test_total():
-    cart = Cart()
-    assert cart.total() == 3
+    pass
 
 def test_b():
)"),
           must},
          {"javascript", "Fix.", change("src/a.test.js", R"(
   it('adds', () => {
-    const sum = add(1, 2);
-    expect(sum).toBe(3);
   });
   it('b', () => {
)"),
           must},
          {"only a comment", "Fix.", change("a_test.go", R"(
 func TestAdd(t *testing.T) {
-	if Add(1, 2) != 3 {
-		t.Fatal("wrong")
-	}
+	// TODO
 }
)"),
           must},
          {"rust", "Fix.", change("tests/a.rs", R"(
 #[test]
 fn adds() {
-    assert_eq!(add(1, 2), 3);
 }
)"),
           must},

          {"body rewritten", "Refactor.", change("tests/test_a.py", R"(
 def test_total():
-    cart = Cart()
-    assert cart.total() == 3
+    assert Cart([3]).total() == 3
)"),
           none},
          {"new placeholders", "Add cases.",
           change("test/a.test.ts", "\n+it('stops for failures', () => {})\n+it('returns exit code 2', () => {})\n"),
           none},
          {"setup moved to a fixture", "Refactor.", change("tests/test_a.py", R"(
-def test_total():
-    cart = Cart()
+def test_total(cart):
     assert cart.total() == 3
)"),
           none},
          {"hook emptied", "Tidy.",
           change("src/a.test.js", "\n   beforeEach(() => {\n-    jest.useFakeTimers();\n   });\n"), none},
      });
}

}  // namespace
}  // namespace assay::judge
