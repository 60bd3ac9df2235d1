#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

constexpr auto k_trim = "Trim the names.";

std::string python_names(std::string_view body) {
  return change("tests/test_names.py", cat("\n def test_splits():\n     names = split(\"a,b\")\n", body));
}
std::string java_names(std::string_view body) {
  return change(
      "src/test/java/NamesTest.java",
      cat("\n   @Test\n   void splits() {\n     List<String> names = Names.split(\"a,b\");\n", body, "   }\n"));
}

TEST(ImpliedAssertions, PartsOfWhatIsComparedAsAWhole) {
  const std::vector<RuleCase> implied = {
      {"size and elements, Python", k_trim,
       python_names(
           "-    assert len(names) == 2\n-    assert names[0] == \"a\"\n-    assert \"b\" in names\n+    assert "
           "names == "
           "[\"a\", \"b\"]\n"),
       none},
      {"not none and a field, Python", k_trim,
       change("tests/test_user.py",
              "\n def test_parse():\n     user = parse(\"Ada;36\")\n-    assert user is not None\n-    assert "
              "isinstance(user, dict)\n-    assert user[\"name\"] == \"Ada\"\n+    assert user == {\"name\": \"Ada\", "
              "\"age\": 36}\n"),
       none},
      {"AssertJ, Java", k_trim,
       java_names("-    assertEquals(2, names.size());\n-    assertEquals(\"a\", names.get(0));\n-    "
                  "assertTrue(names.contains(\"b\"));\n+    assertThat(names).containsExactly(\"a\", \"b\");\n"),
       none},
      {"the error by its name, Java", k_trim,
       java_names(
           "-    assertThrows(IllegalArgumentException.class, () -> Names.split(null));\n+    assertThatThrownBy(() -> "
           "Names.split(null)).isInstanceOf(IllegalArgumentException.class);\n"),
       none},
      {"fields, JavaScript", k_trim,
       change(
           "test/user.test.js",
           "\n it('parses', () => {\n   const user = parse('Ada;36');\n-  expect(user).not.toBeNull();\n-  "
           "expect(user.name).toBe('Ada');\n-  expect(user.age).toBe(36);\n+  expect(user).toEqual({ name: 'Ada', age: "
           "36 });\n });\n"),
       none},
      {"matchers, C++", k_trim,
       change("tests/names_test.cc",
              "\n TEST(Names, Splits) {\n   const auto names = split(\"a,b\");\n-  ASSERT_EQ(names.size(), 2u);\n-  "
              "EXPECT_EQ(names[0], \"a\");\n-  EXPECT_EQ(names[1], \"b\");\n+  EXPECT_THAT(names, ElementsAre(\"a\", "
              "\"b\"));\n }\n"),
       none}};
  check_rule("tests.assertion-removed", implied);
  check_rule("tests.assertion-weakened", implied);
}

TEST(ImpliedAssertions, WhatAWholeDoesNotSay) {
  check_rule("tests.assertion-removed",
             {{"another value", k_trim,
               python_names(
                   "-    assert names[0] == \"a\"\n-    assert names[1] == \"b\"\n-    assert names[2] == \"d\"\n+    "
                   "assert other == [\"a\", \"b\"]\n"),
               should}});
  check_rule(
      "tests.assertion-weakened",
      {{"one element of two", k_trim,
        java_names("-    assertEquals(List.of(\"a\", \"b\"), names);\n+    assertThat(names).contains(\"a\");\n"),
        must},
       {"any error", k_trim,
        java_names("-    assertThrows(IllegalArgumentException.class, () -> Names.split(null));\n+    "
                   "assertThrows(Exception.class, () -> Names.split(null));\n"),
        must},
       {"something", k_trim, python_names("-    assert names == [\"a\", \"b\"]\n+    assert names\n"), must}});
}

}  // namespace
}  // namespace assay::judge
