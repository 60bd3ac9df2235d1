// A test of nothing, in the framework that the file already uses. It sorts numbers of its own: it asserts something,
// and something true, so that only its having nothing to do with the change gives it away.
#include "base/text.h"
#include "diff/code.h"
#include "variants/edits.h"

namespace assay::variants {

namespace {

using diff::Language;

std::string ended(std::string_view content) {
  return cat(content, content.empty() || content.ends_with('\n') ? "" : "\n");
}

// In front of the last line that is nothing but `closing`, at column 0.
std::optional<std::string> before_last(std::string_view content, std::string_view closing, std::string_view text) {
  const auto trimmed = trim_right(content);
  const size_t line = trimmed.rfind('\n') + 1;
  if (trimmed.substr(line) != closing) return std::nullopt;
  return cat(content.substr(0, line), text, content.substr(line));
}

// The lines of a file that begin with one of these words and do not name a file of the project.
std::string kept_lines(std::string_view style, std::initializer_list<std::string_view> heads) {
  std::string out;
  for (const auto line : split_lines(style)) {
    if (starts_with_any(line, heads) && !contains_any(line, {"'.", "\".", "require_relative"})) out += cat(line, "\n");
  }
  return out;
}

std::optional<std::string> idle_python(std::string_view content, std::string_view style) {
  const bool classes = contains(style, "TestCase") && contains(style, "self.assert");
  const auto base = contains(style, "import unittest") ? "unittest.TestCase" : "TestCase";
  const auto test = classes ? cat("class OrderedValuesTest(", base, "):\n    def test_ordered_values(self):\n",
                                  "        values = sorted([3, 1, 2])\n        self.assertEqual(values, [1, 2, 3])\n")
                            : std::string(
                                  "def test_ordered_values():\n    values = sorted([3, 1, 2])\n"
                                  "    assert values == [1, 2, 3]\n");
  if (content.empty()) {
    const auto imports = classes ? kept_lines(style, {"import unittest", "from unittest", "from django.test"}) : "";
    if (classes && imports.empty()) return std::nullopt;
    return cat(imports, imports.empty() ? "" : "\n\n", test);
  }
  // What stands behind unittest.main() never runs.
  const size_t main = content.find("\nif __name__");
  if (main == std::string_view::npos) return cat(ended(content), "\n\n", test);
  return cat(content.substr(0, main + 1), "\n", test, "\n\n", content.substr(main + 1));
}

std::optional<std::string> idle_script(std::string_view content, std::string_view style) {
  const bool calls_test = find_word(style, "test") != std::string_view::npos && contains(style, "test(");
  if (!calls_test && !contains(style, "it(")) return std::nullopt;
  std::string_view asserted;
  if (contains(style, "assert.deepStrictEqual(") || contains(style, "assert.strictEqual("))
    asserted = "assert.strictEqual(values.join(), '1,2,3')";
  else if (contains(style, "assert.equal(") || contains(style, "assert.deepEqual("))
    asserted = "assert.equal(values.join(), '1,2,3')";
  else if (contains(style, ".to.equal(") || contains(style, ".to.eql(") || contains(style, ".to.be."))
    asserted = "expect(values.join()).to.equal('1,2,3')";
  else if (contains_any(style, {").toBe(", ").toEqual(", ").toStrictEqual(", ").toThrow", ").toMatch"}))
    asserted = "expect(values.join()).toBe('1,2,3')";
  else
    return std::nullopt;
  const auto head = content.empty() ? kept_lines(style, {"import ", "const ", "var "}) : ended(content);
  return cat(head, "\n", calls_test ? "test" : "it", "('keeps values ordered', () => {\n",
             "  const values = [3, 1, 2].sort()\n  ", asserted, "\n})\n");
}

std::optional<std::string> idle_go(std::string_view content, std::string_view style) {
  const auto head = content.empty() ? cat(kept_lines(style, {"package "}), "\nimport \"testing\"\n") : ended(content);
  return cat(head, "\nfunc TestOrderedValues(t *testing.T) {\n\tvalues := []int{1, 2, 3}\n",
             "\tif values[0] != 1 || len(values) != 3 {\n\t\tt.Errorf(\"got %v\", values)\n\t}\n}\n");
}

std::optional<std::string> idle_rust(std::string_view content) {
  const auto test = [](std::string_view indent) {
    return cat("\n", indent, "#[test]\n", indent, "fn keeps_values_ordered() {\n", indent,
               "    let mut values = vec![3, 1, 2];\n", indent, "    values.sort();\n", indent,
               "    assert_eq!(values, vec![1, 2, 3]);\n", indent, "}\n");
  };
  if (!contains(content, "#[cfg(test)]")) return cat(ended(content), test(""));
  return before_last(content, "}", test("    "));
}

std::optional<std::string> idle_ruby(std::string_view content, std::string_view style) {
  const bool spec = contains(style, "expect(") || contains(style, "describe ");
  const std::string_view test =
      spec ? "\n  it \"keeps values ordered\" do\n    expect([3, 1, 2].sort).to eq([1, 2, 3])\n  end\n"
           : "\n  def test_ordered_values\n    assert_equal [1, 2, 3], [3, 1, 2].sort\n  end\n";
  if (content.empty() || (spec && !contains(style, "expect("))) return std::nullopt;
  return before_last(content, "end", test);
}

std::optional<std::string> idle_java(std::string_view content) {
  if (content.empty() || !contains_any(content, {"assertEquals(", "assertThat("})) return std::nullopt;
  const auto asserted = contains(content, "assertEquals(")
                            ? "assertEquals(6, java.util.stream.IntStream.of(3, 1, 2).sum());"
                            : "assertThat(java.util.stream.IntStream.of(3, 1, 2).sum()).isEqualTo(6);";
  return before_last(content, "}",
                     cat("\n    @Test\n    public void keepsValuesSummed() {\n        ", asserted, "\n    }\n"));
}

std::optional<std::string> idle_php(std::string_view content) {
  if (content.empty() || !contains(content, "TestCase")) return std::nullopt;
  return before_last(content, "}",
                     "\n    public function testOrderedValues(): void\n    {\n        $values = [3, 1, 2];\n"
                     "        sort($values);\n        $this->assertSame([1, 2, 3], $values);\n    }\n");
}

std::optional<std::string> idle_cpp(std::string_view content, std::string_view style) {
  std::string_view test;
  if (contains_any(style, {"TEST(", "TEST_F("}))
    test = "TEST(OrderedValues, KeepsThem) {\n  const int values[] = {1, 2, 3};\n  EXPECT_EQ(values[1], 2);\n}\n";
  else if (contains(style, "TEST_CASE("))
    test = "TEST_CASE(\"keeps values ordered\") {\n  const int values[] = {1, 2, 3};\n  CHECK(values[1] == 2);\n}\n";
  if (test.empty() || content.empty()) return std::nullopt;
  return cat(ended(content), "\n", test);
}

}  // namespace

std::optional<std::string> add_idle_test(std::string_view path, std::string_view content, std::string_view style) {
  if (style.empty()) style = content;
  switch (diff::language_of(path)) {
    case Language::python: return idle_python(content, style);
    case Language::javascript:
    case Language::typescript: return idle_script(content, style);
    case Language::go: return idle_go(content, style);
    case Language::rust: return idle_rust(content);
    case Language::ruby: return idle_ruby(content, style);
    case Language::java: return idle_java(content);
    case Language::php: return idle_php(content);
    case Language::c:
    case Language::cpp: return idle_cpp(content, style);
    default: return std::nullopt;
  }
}

}  // namespace assay::variants
