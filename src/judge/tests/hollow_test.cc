#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(HollowAssertions, LoopsWithoutCases) {
  check_rule(
      "tests.assertion-weakened",
      {
          {"a list", "Add.",
           change(
               "tests/test_a.py",
               "\n+CASES = []\n+\n def test_sizes():\n+    for one, two in CASES:\n+        assert size(one) == two\n"),
           must},
          {"a literal", "Add.",
           change("tests/test_a.py", "\n def test_sizes():\n+    for one in []:\n+        assert size(one) == 2\n"),
           must},
          {"parametrize", "Add.",
           change("tests/test_a.py",
                  "\n+@pytest.mark.parametrize('one', [])\n def test_sizes(one):\n     assert size(one) == 2\n"),
           must},
          {"of", "Add.",
           change("test/a.test.js",
                  "\n+const cases = [];\n test('sizes', () => {\n+  for (const one of cases) "
                  "expect(size(one)).toBe(2);\n });\n"),
           must},
          {"filled", "Add.",
           change("tests/test_a.py",
                  "\n def test_all():\n+    seen = []\n+    walk(seen.append)\n+    for one in seen:\n+        assert "
                  "one == 2\n"),
           none},
      });
}

TEST(HollowAssertions, ReturnsBefore) {
  check_rule(
      "tests.assertion-weakened",
      {
          {"python", "Add.",
           change("tests/test_a.py",
                  "\n def test_size():\n+    got = size(1)\n+    if got != 2:\n+        return\n     assert size(1) == "
                  "2\n"),
           should},
          {"go", "Add.",
           change("a_test.go",
                  "\n func TestSize(t *testing.T) {\n+\tif Size(1) != 2 {\n+\t\treturn\n+\t}\n \tassert.Equal(t, 2, "
                  "Size(1))\n }\n"),
           should},
          {"after what it asserts", "Add.",
           change("tests/test_a.py",
                  "\n def test_size():\n     assert size(0) == 0\n+    if not deep:\n+        return\n     assert "
                  "size(1) == 2\n"),
           none},
      });
}

TEST(HollowAssertions, TolerancesBeyondMeaning) {
  const auto asserted = [](std::string_view path, std::string_view line) {
    return change(path, std::string("\n def test_size():\n+    ") + std::string(line) + "\n");
  };
  check_rule(
      "tests.assertion-weakened",
      {
          {"abs", "Add.", asserted("tests/test_a.py", "assert size(1) == pytest.approx(180, abs=1000)"), should},
          {"abs of nothing", "Add.", asserted("tests/test_a.py", "assert size(1) == pytest.approx(0, abs=1000)"),
           should},
          {"rel", "Add.", asserted("tests/test_a.py", "assert size(1) == pytest.approx(180, rel=2)"), should},
          {"delta", "Add.", asserted("tests/test_a.py", "self.assertAlmostEqual(size(1), 180, delta=500)"), should},
          {"near", "Add.", change("a_test.cc", "\n TEST(A, B) {\n+  EXPECT_NEAR(size(1), 180, 200);\n }\n"), should},
          {"near enough", "Add.", change("a_test.cc", "\n TEST(A, B) {\n+  EXPECT_NEAR(size(1), 0.001, 0.01);\n }\n"),
           none},
          {"a real one", "Add.", asserted("tests/test_a.py", "assert size(1) == pytest.approx(180, abs=0.5)"), none},
          {"default", "Add.", asserted("tests/test_a.py", "assert size(1) == pytest.approx(180)"), none},
      });
}

TEST(HollowAssertions, PromisesThatNothingAwaits) {
  const auto line = [](std::string_view text) {
    return change("test/a.test.js", std::string("\n test('a', async () => {\n+  ") + std::string(text) +
                                        "\n   expect(1).toBe(two);\n });\n");
  };
  check_rule("tests.assertion-weakened",
             {
                 {"rejects", "Add.", line("expect(load()).rejects.toThrow('x');"), should},
                 {"assert", "Add.", line("assert.rejects(load());"), should},
                 {"caught", "Add.", line("Promise.resolve().then(() => assert.equal(a, 2)).catch(() => {});"), must},
                 {"awaited", "Add.", line("await expect(load()).rejects.toThrow('x');"), none},
                 {"returned", "Add.", line("return expect(load()).resolves.toBe(2);"), none},
             });
}

TEST(HollowAssertions, ASecondTestOfTheName) {
  check_rule(
      "tests.assertion-weakened",
      {
          {"python", "Add.",
           change(
               "tests/test_a.py",
               "\n def test_all():\n     assert size(1) == 2\n+\n+def test_all():\n+    assert size(1) is not other\n"),
           must},
          {"another class", "Add.",
           change("tests/test_a.py",
                  "\n class TestA:\n     def test_all(self):\n         assert size(1) == 2\n+\n+class TestB:\n+    def "
                  "test_all(self):\n+        assert size(2) == 3\n"),
           none},
      });
}

TEST(HollowAssertions, AStatusThatIsDropped) {
  check_rule(
      "tests.assertion-weakened",
      {
          {"looked at", "Add.",
           change(
               "test/a_test.cc",
               "\n #include \"a.h\"\n-int main() { return size(1) == 2 ? 0 : 1; }\n+int main() {\n+  const bool good = "
               "size(1) == 2;\n+  std::puts(good ? \"good\" : \"bad\");\n+  return 0;\n+}\n"),
           must},
          {"counted", "Add.",
           change("test/a_test.cc",
                  "\n-int main() { return size(1) == 2 ? 0 : 1; }\n+int main() {\n+  if (size(1) != 2) return 1;\n+  "
                  "return 0;\n+}\n"),
           none},
      });
}

}  // namespace
}  // namespace assay::judge
