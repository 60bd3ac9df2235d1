#include "prove/renames.h"

#include <gtest/gtest.h>

namespace assay::prove {
namespace {

using diff::Language;

TEST(Renames, OwnNamesAreTold) {
  EXPECT_EQ(rename_between(Language::python, "def seat(people, row):\n    left = row - len(people)\n    return left\n",
                           "def seat(guests, row):\n    left = row - len(guests)\n    return left\n"),
            "only a rename: `people` to `guests`");
  EXPECT_EQ(rename_between(Language::javascript,
                           "const sum = (xs) => { let t = 0; for (const x of xs) t += x; return t; };\n",
                           "const total = (xs) => { let t = 0; for (const x of xs) t += x; return t; };\n"),
            "only a rename: `sum` to `total`");
  EXPECT_EQ(rename_between(Language::cpp, "int area(int w, int h) { return w * h; }\n",
                           "int area(int width, int h) { return width * h; }\n"),
            "only a rename: `w` to `width`");
  EXPECT_EQ(rename_between(Language::rust, "fn f(a: u32) -> u32 {\n    let b = a;\n    b\n}\n",
                           "fn f(a: u32) -> u32 {\n    let c = a;\n    c\n}\n"),
            "only a rename: `b` to `c`");
}

TEST(Renames, OtherNamesForOthersThingsAreBehaviour) {
  // Another function, another member, two names swapped, one name for two, a value that changes, an other block.
  EXPECT_EQ(rename_between(Language::python, "x = min(a, b)\n", "x = max(a, b)\n"), "");
  EXPECT_EQ(rename_between(Language::python, "x = a.lower()\n", "x = a.upper()\n"), "");
  EXPECT_EQ(rename_between(Language::python, "def f(a, b):\n    return a - b\n", "def f(b, a):\n    return b - a\n"),
            "");
  EXPECT_EQ(rename_between(Language::python, "def f(a, b):\n    return a - b\n", "def f(a, b):\n    return b - a\n"),
            "");
  EXPECT_EQ(rename_between(Language::python, "def f(a, b):\n    return a - b\n", "def f(c, c):\n    return c - c\n"),
            "");
  EXPECT_EQ(rename_between(Language::python, "def f(a):\n    return a - 1\n", "def f(b):\n    return b - 2\n"), "");
  EXPECT_EQ(rename_between(Language::python, "def f(a):\n    return a\n", "def f(b):\n    return 'a'\n"), "");
  EXPECT_EQ(rename_between(Language::python, "def f(a):\n    if a:\n        g()\n        h()\n",
                           "def f(b):\n    if b:\n        g()\n    h()\n"),
            "");
  EXPECT_EQ(rename_between(Language::javascript, "const f = (a) => ({ a });\n", "const f = (b) => ({ b });\n"), "");
  EXPECT_EQ(rename_between(Language::python, "x = 1\n", "x = 1\n"), "");
}

}  // namespace
}  // namespace assay::prove
