#include "prove/matter.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::prove {
namespace {

struct MatterCase {
  std::string_view path, before, after;
  std::string_view why;  // empty: behaviour
};

std::uint32_t lines_in(std::string_view text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

void check_matter(const std::vector<MatterCase>& cases) {
  for (const MatterCase& c : cases) {
    const std::uint32_t before = lines_in(c.before), after = lines_in(c.after);
    const Hunk hunk{
        std::string(c.path), std::string(c.path), {before > 0 ? 1U : 0U, before}, {after > 0 ? 1U : 0U, after}};
    const HunkMatter matter = matter_of(hunk, c.before, c.after);
    EXPECT_EQ(matter.why, c.why) << c.path << "\n" << c.before << ">>>\n" << c.after;
    EXPECT_EQ(matter.matter == Matter::behaviour, c.why.empty()) << c.after;
  }
}

TEST(Matter, OfDerivesInRust) {
  check_matter({
      {"v.rs", "#[derive(Clone)]\nstruct V;\n", "#[derive(Clone, Hash)]\nstruct V;\n", "only declarations"},
      {"v.rs", "#[derive(Clone)]\nstruct V;\n", "#[inline]\nstruct V;\n", ""},
  });
}

TEST(Matter, OfPython) {
  check_matter({
      {"m.py", "", "\n\n", "only blank lines"},
      {"m.py", "x = 1\n", "x = 1  # one\n", "only comments"},
      {"m.py", "def f():\n    return 1\n", "def f():\n    \"\"\"One.\"\"\"\n    return 1\n", "only comments"},
      {"m.py", "def f():\n    return 1\n", "def f():\n    'One.'\n    return 1\n", "only documentation"},
      {"m.py", "f(a,b)\n", "f(\n    a,\n    b,\n)\n", "only white space"},
      {"m.py", "x = 'a'\n", "x = \"a\"\n", "only white space"},
      {"m.py", "import a\n", "import a\nimport b\n", "only imports"},
      {"m.py", "from a import b\n", "from a import (\n    b,\n    c,\n)\n", "only imports"},
      {"m.py", "def f(a, b=1):\n    pass\n", "def f(a: int, b: int = 1) -> None:\n    pass\n", "only type annotations"},
      {"m.py", "def f(\n    a,\n):\n    x = 1\n", "def f(\n    a: A,\n) -> B:\n    x: int = 1\n",
       "only type annotations"},
      {"m.py", "", "T = TypeVar(\"T\")\n", "only declarations"},
      {"m.py", "", "log.debug(\"%s\", x)\n", "only logging"},
      {"m.py", "import a\n", "import b\nlogger.warning(x)\n", "only imports and logging"},
      // behaviour
      {"m.py", "x = 1\n", "x = 2\n", ""},
      {"m.py", "from a import f\n", "from b import f\n", ""},
      {"m.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n", ""},
      {"m.py", "x = (1)\n", "x = (1,)\n", ""},
      {"m.py", "x = \"\"\"a\n\"\"\"\n", "x = \"\"\"b\n\"\"\"\n", ""},
      {"m.py", "def f(a, b=1):\n    pass\n", "def f(a, b=2):\n    pass\n", ""},
      {"m.py", "class A:\n    pass\n", "class A:\n    x: int\n", ""},
      {"m.py", "", "self.log.append(x)\n", ""},
      {"m.py", "", "print(x)\n", ""},
      {"m.py", "def f():\n    pass\n", "", ""},
  });
}

TEST(Matter, OfOtherLanguages) {
  check_matter({
      {"m.js", "f(a)\n", "f( a );\n", "only white space"},
      {"m.js", "var a = require('path')\n", "const a = require('node:path')\n", "only imports"},
      {"m.js", "", "console.debug(x)\n", "only logging"},
      {"m.js", "/* a */\n", "/* b */\n", "only comments"},
      {"m.ts", "interface A {\n  b: string;\n}\n", "interface A {\n  b: string;\n  c?: number;\n}\n",
       "only declarations"},
      {"m.go", "import (\n\t\"a\"\n)\n", "import (\n\t\"a\"\n\t\"b\"\n)\n", "only imports"},
      {"m.cc", "", "#include \"a.h\"\n", "only imports"},
      {"m.h", "", "class A;\nint f(int);\n", "only declarations"},
      {"m.cc", "int f() { return 1; }\n", "int f() {\n  return 1;\n}\n", "only white space"},
      {"m.rs", "", "use a::b;\n", "only imports"},
      {"m.rs", "", "debug!(\"{}\", x);\n", "only logging"},
      {"M.java", "import a.B;\n", "import a.B;\nimport a.C;\n", "only imports"},
      {"README.md", "a\n", "b\n", "only documentation"},
      {"m.yaml", "a: 1 # x\n", "a: 1\n", "only comments"},
      {"m.unknown", "", "\n", "only blank lines"},
      // behaviour
      {"m.js", "var a = require('b')\n", "var a = require('c')\n", ""},
      {"m.js", "", "console.log(x)\n", ""},
      {"m.js", "x = '#a'\n", "x = '#b'\n", ""},
      {"M.java", "import a.B;\n", "import c.B;\n", ""},
      {"m.cc", "int f() { return 1; }\n", "int f() { return 2; }\n", ""},
      {"m.c", "#define A 1\n", "#define A 2\n", ""},
      {"m.yaml", "a:\n  b: 1\n", "a:\nb: 1\n", ""},
      {"m.unknown", "# a\n", "# b\n", ""},
      {"m.json", "{\"a\": 1}\n", "{\"a\": 2}\n", ""},
      {"m.sh", "rm a\n", "rm b\n", ""},
  });
}

TEST(Matter, LooksOnlyAtThePiece) {
  const std::string_view before = "x = \"\"\"\na\n\"\"\"\ny = 1\n", after = "x = \"\"\"\nb\n\"\"\"\ny = 1  # one\n";
  const auto matters = matters_of({{"m.py", "m.py", {2, 1}, {2, 1}}, {"m.py", "m.py", {4, 1}, {4, 1}}}, before, after);
  ASSERT_EQ(matters.size(), 2U);
  EXPECT_EQ(matters[0].matter, Matter::behaviour);  // inside a string
  EXPECT_EQ(matters[1].why, "only comments");
}

TEST(Matter, TakesLineNumbersBehindTheEndForTheEnd) {
  EXPECT_EQ(matter_of({"m.py", "m.py", {7, 4'000'000'000}, {0, 0}}, "a = 1\n", "").matter, Matter::behaviour);
  EXPECT_EQ(matter_of({"m.py", "m.py", {7, 3}, {9, 2}}, "a = 1\n", "").matter, Matter::nothing);
}

}  // namespace
}  // namespace assay::prove
