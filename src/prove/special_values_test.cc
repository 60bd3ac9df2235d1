#include "prove/special_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::prove {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<SpecialValue> values_in(std::string_view path, std::string_view content) {
  const auto lines = static_cast<std::uint32_t>(split_lines(content).size());
  return special_values_of(path, content, {{1, lines}});
}

// Of each: its value, in front of those beside it.
std::vector<std::string> shown_values(std::string_view path, std::string_view content) {
  std::vector<std::string> out;
  for (const auto& value : values_in(path, content)) {
    EXPECT_EQ(content.substr(value.offset, value.length), value.value);
    EXPECT_EQ(value.replacement.size(), value.length);
    EXPECT_NE(value.replacement, value.value);
    EXPECT_EQ(with_other_value(value, content).size(), content.size());
    out.push_back(cat(value.value, value.beside.empty() ? "" : " beside ", join(value.beside, " ")));
  }
  return out;
}

TEST(SpecialValues, WhatSomethingIsComparedWith) {
  EXPECT_THAT(shown_values("a.py", "def f(x):\n    if x == \"Hanse Kontor\":\n        return 1\n"),
              ElementsAre("Hanse Kontor"));
  EXPECT_THAT(shown_values("a.js", "if (name.startsWith('Zo')) go();\n"), ElementsAre("Zo"));
  EXPECT_THAT(shown_values("A.java", "if (owner.equals(\"Ada\")) return;\n"), ElementsAre("Ada"));
  EXPECT_THAT(shown_values("a.rs", "fn f() {\n    if limit == 10.0 {\n    }\n}\n"), ElementsAre("10.0"));
  EXPECT_THAT(shown_values("a.sh", "if [ \"$name\" = demo-user ]; then\n"), ElementsAre("demo-user"));
}

TEST(SpecialValues, ArmsKeysAndLists) {
  EXPECT_THAT(
      shown_values("a.rs", "fn f() {\n    match city {\n        \"Lima Norte\" => 0,\n        _ => 7,\n    }\n}\n"),
      ElementsAre("Lima Norte"));
  EXPECT_THAT(shown_values("a.py", "FIXED = {\n    \"release 4.17\": \"x\",\n}\n"), ElementsAre("release 4.17"));
  EXPECT_THAT(shown_values("a.py", "EXACT = {6.5}\n"), ElementsAre("6.5"));
  EXPECT_THAT(shown_values("a.rb", "LEGACY = %w[ab-1207 cd-3].freeze\n"),
              ElementsAre("ab-1207 beside cd-3", "cd-3 beside ab-1207"));
  EXPECT_THAT(shown_values("a.sh", "case $1 in\n    *march-old* | june-old) ;;\nesac\n"),
              ElementsAre("march-old beside june-old", "june-old beside march-old"));
}

TEST(SpecialValues, WhatStandsBesideThem) {
  EXPECT_THAT(shown_values("a.js", "if (x.kind === 'circle') a();\nelse if (x.kind === 'oval') b();\n"),
              ElementsAre("circle beside oval", "oval beside circle"));
  // One that many programs know tells of the others.
  EXPECT_THAT(shown_values("a.py", "PUBLISHING = {\"admin\", \"editor\"}\n"), ElementsAre("editor beside admin"));
}

TEST(SpecialValues, LengthsDigestsAndPatterns) {
  const auto length = values_in("a.ts", "return name.length === 3 ? a : b;\n");
  ASSERT_EQ(length.size(), 1u);
  EXPECT_EQ(length.front().kind, SpecialKind::length);
  const auto digest = values_in("a.py", "known = crc32(x) == 2918445923\n");
  ASSERT_EQ(digest.size(), 1u);
  EXPECT_EQ(digest.front().kind, SpecialKind::digest);
  const auto pattern = values_in("a.js", "push(/^Jane\\.Doe@/.test(x) ? x : y);\n");
  ASSERT_EQ(pattern.size(), 1u);
  EXPECT_EQ(pattern.front().kind, SpecialKind::pattern);
  EXPECT_EQ(pattern.front().value, "Jane");
}

TEST(SpecialValues, WholeObjects) {
  const auto found = values_in("a.py", "def f(self):\n    if self.lines == {\"POT-3\": 2}:\n        return 0\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found.front().whole);
  EXPECT_EQ(found.front().value, "POT-3");
}

TEST(SpecialValues, WholeObjectsByTheirNames) {
  const auto found =
      values_in("a.py", "BY_NAME = {\"ERROR\", \"INFO\"}\n\n\ndef f(x):\n    return set(x) == BY_NAME\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found.front().whole);
  EXPECT_EQ(found.front().value, "ERROR");
  EXPECT_THAT(values_in("a.py", "LEVELS = {\"ERROR\", \"INFO\"}\n\n\ndef f(x):\n    return x in LEVELS\n"), IsEmpty());
}

TEST(SpecialValues, LimitsOfSizesAreTriedOnBothSides) {
  const auto found = values_in("a.cc", "if (m_width > 2) {\n  wrap();\n}\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, SpecialKind::limit);
  EXPECT_EQ(found[0].shown, "m_width > 2");
  EXPECT_EQ(cat(found[0].replacement, found[1].replacement), "13");
  EXPECT_THAT(values_in("a.py", "if len(x) <= 3:\n    go()\n"), testing::SizeIs(2));
  EXPECT_THAT(values_in("a.py", "if total > 3 or len(x) > 0 or len(x) > 100:\n    go()\n"), IsEmpty());
}

TEST(SpecialValues, WhatManyProgramsKnow) {
  EXPECT_THAT(shown_values("a.js", "if (error.code === 'ENOENT' || key === 'Escape' || path.endsWith('.txt')) go();\n"),
              IsEmpty());
  EXPECT_THAT(
      shown_values("a.py", "def f(x):\n    if x.method in (\"GET\", \"HEAD\") and x.status == 304:\n        go()\n"),
      IsEmpty());
  EXPECT_THAT(shown_values("a.js", "const READERS = {\n  'application/json': parse,\n};\n"), IsEmpty());
  EXPECT_THAT(shown_values("a.py", "import sys\nprint(\"Hanse 7\")\nx = 5\n"), IsEmpty());
}

TEST(SpecialValues, OtherLinesAndLanguages) {
  EXPECT_THAT(special_values_of("a.py", "a == \"Ada 1\"\nb == \"Bo 2\"\n", {{2, 1}}), testing::SizeIs(1));
  EXPECT_THAT(shown_values("a.unknown", "if x == \"Ada\"\n"), IsEmpty());
  EXPECT_THAT(special_values_of("a.py", "a == \"Ada\"\n", {{7, 3}}), IsEmpty());
}

}  // namespace
}  // namespace assay::prove
