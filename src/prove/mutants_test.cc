#include "prove/mutants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::prove {
namespace {

using testing::ElementsAreArray;
using testing::IsEmpty;

std::string_view line_of(std::string_view text, std::uint32_t number) {
  const auto lines = split_lines(text);
  return number <= lines.size() ? trim(lines[number - 1]) : std::string_view();
}

// "words ► the line with the mutant"
std::vector<std::string> shown_mutants(std::string_view path, std::string_view content, std::uint32_t line) {
  std::vector<std::string> out;
  for (const Mutant& mutant : mutants_of(path, content, {{line, 1}})) {
    EXPECT_EQ(mutant.line, line);
    EXPECT_EQ(mutant.path, path);
    const std::string changed = apply(mutant, content);
    out.push_back(cat(mutant.words, " ► ", line_of(changed, line)));
  }
  return out;
}

struct MutantCase {
  std::string_view body;  // its first line is the one that is asked for
  std::vector<std::string> mutants{};
};

// The body stands in a function: between `before` (whole lines) and `after`.
void check_line(std::string_view path, std::string_view before, std::string_view after,
                const std::vector<MutantCase>& cases) {
  const auto line = static_cast<std::uint32_t>(split_lines(before).size() + 1);
  for (const MutantCase& c : cases) {
    EXPECT_THAT(shown_mutants(path, cat(before, c.body, after), line), ElementsAreArray(c.mutants)) << c.body;
  }
}

TEST(Mutants, OfPython) {
  check_line(
      "m.py", "def f(self, a, b):\n", "\n",
      {{"    if a < b:\n        pass",
        {"an `if` that never holds ► if False:", "an `if` that always holds ► if True:",
         "`<=` instead of `<` ► if a <= b:"}},
       {"    return a is None",
        {"`is not` instead of `is` ► return a is not None",
         "`return None` instead of `return a is None` ► return None"}},
       {"    x = [i for i in a if i in b]", {"`not in` instead of `in` ► x = [i for i in a if i not in b]"}},
       {"    if a not in b:\n        pass",
        {"`in` instead of `not in` ► if a in b:", "an `if` that never holds ► if False:",
         "an `if` that always holds ► if True:"}},
       {"    while a == 1:\n        pass",
        {"a `while` that never runs ► while False:", "`0` instead of `1` ► while a == 0:"}},
       {"    x = a + 1", {"`-` instead of `+` ► x = a - 1", "`0` instead of `1` ► x = a + 0"}},
       {"    x = not a.b(1) and b",
        {"`a.b(1)` instead of `not a.b(1)` ► x = a.b(1) and b", "`or` instead of `and` ► x = not a.b(1) or b",
         "`0` instead of `1` ► x = not a.b(0) and b"}},
       {"    x = a[:-1]", {"`1` instead of `-1` ► x = a[:1]"}},
       {"    x = a[:-7]", {"`-8` instead of `-7` ► x = a[:-8]"}},
       {"    self.total = a", {"`self.total = None` instead of `self.total = a` ► self.total = None"}},
       {"    a[b] = 7", {"leaving out `a[b] = 7` ► pass", "`8` instead of `7` ► a[b] = 8"}},
       {"    a.append(b)", {"leaving out `a.append(b)` ► pass"}},
       {"    raise ValueError(a)", {"leaving out `raise ValueError(a)` ► pass"}},
       {"    return f\"{a}\"", {"`f\"\"` instead of `f\"{a}\"` ► return f\"\""}},
       {"    if(a):\n        pass", {"an `if` that never holds ► if False:", "an `if` that always holds ► if True:"}},
       {"    del a[b]", {"leaving out `del a[b]` ► pass"}}});
  EXPECT_THAT(shown_mutants("m.py", "def g(a: int = 5, b: bool = True) -> bool:\n    pass\n", 1),
              ElementsAreArray({"`6` instead of `5` ► def g(a: int = 6, b: bool = True) -> bool:",
                                "`False` instead of `True` ► def g(a: int = 5, b: bool = False) -> bool:"}));
}

TEST(Mutants, LeavesAloneWhatPythonTestsCannotNotice) {
  check_line("m.py", "def f(self, a, b):\n", "\n",
             {{"    import os"},
              {"    from a import b"},
              {"    logger.info('%s', a == b)"},
              {"    self.log.debug(a < 1)"},
              {"    assert a == b"},
              {"    \"\"\"a < b\"\"\""},
              {"    # a < b"},
              {"    x = 'a < b and c == 1'"},
              {"    x = a + b"},
              {"    x = 'n: %s' % a"},
              {"    x = a / b"},
              {"    x = call(a, *b, **self)"},
              {"    for x in a:\n        pass"},
              {"    super().__init__(a)"},
              {"    time.sleep(3)"},
              {"    x = g(timeout=30)"},
              {"    if sys.version_info >= (3, 9):\n        pass"},
              {"    f.close()"},
              {"    x: int"}});
  EXPECT_THAT(shown_mutants("m.py", "@cache(maxsize=1)\ndef f():\n    pass\n", 1), IsEmpty());
  EXPECT_THAT(shown_mutants("m.py", "if __name__ == \"__main__\":\n    main()\n", 1), IsEmpty());
  EXPECT_THAT(shown_mutants("m.py", "x = [\n    1 if a\n    else b\n]\n", 3), IsEmpty());
  EXPECT_THAT(shown_mutants("m.pyi", "def f(a: int = 1) -> int: ...\n", 1), IsEmpty());
}

TEST(Mutants, OfJavaScript) {
  check_line(
      "m.js", "function f(a, b) {\n", "\n}\n",
      {{"  if (a === b) return c;",
        {"`!==` instead of `===` ► if (a !== b) return c;",
         "`return undefined` instead of `return c` ► if (a === b) return undefined;",
         "an `if` that never holds ► if (false && (a === b)) return c;"}},
       {"  return a && !b;",
        {"`b` instead of `!b` ► return a && b;", "`return undefined` instead of `return a && !b` ► return undefined;",
         "`||` instead of `&&` ► return a || !b;"}},
       {"  return a\n    ? b\n    : c", {"`return undefined` instead of `return a ? b : c` ► return undefined"}},
       {"  list.push(a);", {"leaving out `list.push(a)` ► if (false) list.push(a);"}},
       {"  await save(a)", {"leaving out `await save(a)` ► if (false) await save(a)"}},
       {"  throw new Error(a);", {"leaving out `throw new Error(a)` ► if (false) throw new Error(a);"}},
       {"  const n = a.length - 1;",
        {"`+` instead of `-` ► const n = a.length + 1;", "`0` instead of `1` ► const n = a.length - 0;"}},
       {"  return \"yes\";", {"`\"\"` instead of `\"yes\"` ► return \"\";"}},
       {"  call({ deep: true });",
        {"leaving out `call({ deep: true })` ► if (false) call({ deep: true });",
         "`false` instead of `true` ► call({ deep: false });"}},
       {"  total -= a;", {"leaving out `total -= a` ► if (false) total -= a;", "`+=` instead of `-=` ► total += a;"}},
       {"  const n=a.length-1;",
        {"`+` instead of `-` ► const n=a.length+1;", "`0` instead of `1` ► const n=a.length-0;"}},
       {"  const sub = (x, y) => x-y;",
        {"`undefined` instead of `x-y` ► const sub = (x, y) => undefined;",
         "`+` instead of `-` ► const sub = (x, y) => x+y;"}},
       {"  const ids = a.map((x) => x.id, b);",
        {"`undefined` instead of `x.id` ► const ids = a.map((x) => undefined, b);"}},
       {"  const f = async () => {\n  };"},
       {"  const f = () => console.log(a);"},
       {"  const f = () => undefined;"},
       {"  const view = () => <div>{a}</div>;"},
       {"  const curry = (x) => (y) => x;", {"`undefined` instead of `x` ► const curry = (x) => (y) => undefined;"}},
       {"  const [x, y] = g(a);"},
       {"  const fs = require(\"fs\");"},
       {"  console.log(a < b);"},
       {"  return <div>{a}</div>;"},
       {"  const s = a.replace(/a < 1/g, \"\");"},
       {"  for (const x of a) {\n  }"},
       {"  const s = `a < ${b} && 1`;"},
       {"  // a < b"},
       {"  const m = new Map<string, number>();"},
       {"  const y = !!a;"}});
  EXPECT_THAT(shown_mutants("m.js", "import { a } from \"b\";\n", 1), IsEmpty());
  EXPECT_THAT(shown_mutants("m.js", "module.exports = f;\n", 1), IsEmpty());
  EXPECT_THAT(shown_mutants("m.ts", "const f = (a: number): string => show(a);\n", 1),
              ElementsAreArray({"`undefined` instead of `show(a)` ► const f = (a: number): string => undefined;"}));
  EXPECT_THAT(shown_mutants("m.ts", "type F = (a: number) => string;\n", 1), IsEmpty());
  EXPECT_THAT(shown_mutants("m.ts", "export type F = (a: number) => string;\n", 1), IsEmpty());
  EXPECT_THAT(shown_mutants("m.ts", "class A {\n  cb: (a: number) => string;\n}\n", 2), IsEmpty());
  EXPECT_THAT(shown_mutants("m.ts", "interface A {\n  size: 1;\n}\n", 2), IsEmpty());
  EXPECT_THAT(shown_mutants("m.js", cat("x = 1", std::string(500, ' '), ";\n"), 1), IsEmpty());
}

TEST(Mutants, OfGo) {
  check_line(
      "m.go", "package p\n\nfunc f(a, b int) bool {\n", "\n\treturn true\n}\n",
      {{"\tif a < b {\n\t}",
        {"an `if` that never holds ► if false && (a < b) {", "an `if` that always holds ► if true || (a < b) {",
         "`<=` instead of `<` ► if a <= b {"}},
       {"\tif x, ok := m[a]; ok {\n\t}",
        {"an `if` that never holds ► if x, ok := m[a]; false && (ok) {",
         "an `if` that always holds ► if x, ok := m[a]; true || (ok) {"}},
       {"\treturn a == b",
        {"`!=` instead of `==` ► return a != b", "`return !(a == b)` instead of `return a == b` ► return !(a == b)"}},
       {"\tx := []int{1, 2}", {"`0` instead of `1` ► x := []int{0, 2}", "`3` instead of `2` ► x := []int{1, 3}"}},
       {"\ttotal += a", {"leaving out `total += a` ► if false { total += a }"}},
       {"\tlist.Add(a)", {"leaving out `list.Add(a)` ► if false { list.Add(a) }"}},
       {"\tdefer file.Close()"},
       {"\tpanic(a)"},
       {"\tvar buffer [16]byte"},
       {"\tlog.Printf(\"%d\", a)"},
       {"\tfmt.Println(a)"},
       {"\tx := map[int]string{1: a, 2: b}"},
       {"\tx := *p"}});
  EXPECT_THAT(
      shown_mutants("m.go", "package p\n\nfunc f() (int, error) {\n\tif err != nil {\n\t\treturn 0, err\n\t}\n}\n", 5),
      ElementsAreArray({"`nil` instead of `err` ► return 0, nil", "`1` instead of `0` ► return 1, err"}));
  EXPECT_THAT(shown_mutants("m.go", "package p\n\nimport (\n\t\"a\"\n\t\"b\"\n)\n", 4), IsEmpty());
}

TEST(Mutants, OfRust) {
  check_line("m.rs", "fn f(a: u32, b: u32) -> u32 {\n", "\n    0\n}\n",
             {{"    if a < b {\n    }",
               {"an `if` that never holds ► if false && (a < b) {", "an `if` that always holds ► if true || (a < b) {",
                "`<=` instead of `<` ► if a <= b {"}},
              {"    return a + 1;",
               {"`return (a + 1) + 1` instead of `return a + 1` ► return (a + 1) + 1;",
                "`-` instead of `+` ► return a - 1;", "`0` instead of `1` ► return a + 0;"}},
              {"    let x: [u8; 4] = [0; 4];", {"`1` instead of `0` ► let x: [u8; 4] = [1; 4];"}},
              {"    v.push(a);", {"leaving out `v.push(a)` ► if false { v.push(a); }"}},
              {"    println!(\"{}\", a);"},
              {"    let v: Vec<u32> = Vec::new();"},
              {"    if let Some(x) = g(a) {\n    }"},
              {"    let x = pair.0;"},
              {"    fn g<'a>(x: &'a str) {}"},
              {"    debug!(\"{}\", a == b);"}});
  EXPECT_THAT(shown_mutants("m.rs", "#[derive(Debug)]\nuse a::b;\n", 2), IsEmpty());
}

TEST(Mutants, OfCpp) {
  check_line("m.cc", "int f(int a, int b) {\n", "\n}\n",
             {{"  if (a < b) {\n  }",
               {"an `if` that never holds ► if (false && (a < b)) {",
                "an `if` that always holds ► if (true || (a < b)) {", "`<=` instead of `<` ► if (a <= b) {"}},
              {"  return a;", {"`return (a) + 1` instead of `return a` ► return (a) + 1;"}},
              {"  items.push_back(a);", {"leaving out `items.push_back(a)` ► if (false) items.push_back(a);"}},
              {"  x = a * 2;",
               {"leaving out `x = a * 2` ► if (false) x = a * 2;", "`/` instead of `*` ► x = a / 2;",
                "`3` instead of `2` ► x = a * 3;"}},
              {"  std::vector<int> v;"},
              {"  Shape * next = a;"},
              {"  auto&& x = g();"},
              {"  char name[16];"},
              {"  LOG(INFO) << a;"},
              {"  TRY_ASSIGN(const auto x, g(a));"},
              {"  const auto y = static_cast<long>(a);"},
              {"#if A < 1\n#endif"}});
  EXPECT_THAT(shown_mutants("m.h", "class A {\n  virtual int g(int b) = 0;\n};\n", 2), IsEmpty());
  EXPECT_THAT(shown_mutants("m.h", "class A {\n  g(int);\n};\n", 2), IsEmpty());
  EXPECT_THAT(shown_mutants("m.cc", "std::string f(int a) {\n  return g(a);\n}\n", 2),
              ElementsAreArray({"`return {}` instead of `return g(a)` ► return {};"}));
  EXPECT_THAT(shown_mutants("m.cc", "const A& f(int a) {\n  return g(a);\n}\n", 2), IsEmpty());
  EXPECT_THAT(shown_mutants("m.c", "static void f(int a) {\n  g(a);\n}\n", 2),
              ElementsAreArray({"leaving out `g(a)` ► if (0) g(a);"}));
}

TEST(Mutants, OfJavaAndItsRelatives) {
  check_line("M.java", "class A {\n  boolean f(int a, Object b) {\n", "\n  }\n}\n",
             {{"    return a > 0;",
               {"`return !(a > 0)` instead of `return a > 0` ► return !(a > 0);",
                "`>=` instead of `>` ► return a >= 0;", "`1` instead of `0` ► return a > 1;"}},
              {"    items.add(b);", {"leaving out `items.add(b)` ► if (false) items.add(b);"}},
              {"    List<Map<String, Integer>> x = g();"},
              {"    logger.info(a);"},
              {"    if (b instanceof String s) {\n    }"},
              {"    x = a;"}});
  EXPECT_THAT(shown_mutants("M.java", "class A {\n  List<String> f() {\n    return items;\n  }\n}\n", 3),
              ElementsAreArray({"`return null` instead of `return items` ► return null;"}));
  EXPECT_THAT(shown_mutants("M.java", "class A {\n  @Test(timeout = 5)\n  void f() {}\n}\n", 2), IsEmpty());
  EXPECT_THAT(shown_mutants("M.cs", "class A {\n  List<int> F(int a) {\n    return items;\n  }\n}\n", 3),
              ElementsAreArray({"`return default` instead of `return items` ► return default;"}));
  check_line(
      "m.kt", "fun f(a: String?, b: Int): Boolean {\n", "\n}\n",
      {{"    if (a != null) {\n    }", {"`==` instead of `!=` ► if (a == null) {"}},
       {"    return b == 2",
        {"`!=` instead of `==` ► return b != 2", "`return !(b == 2)` instead of `return b == 2` ► return !(b == 2)",
         "`3` instead of `2` ► return b == 3"}},
       {"    items.add(a)", {"leaving out `items.add(a)` ► if (false) { items.add(a) }"}},
       {"    val x = a!!.length"}});
}

TEST(Mutants, OfRubyAndPhp) {
  check_line(
      "m.rb", "def f(a, b)\n", "\nend\n",
      {{"  return a if b == 1",
        {"`!=` instead of `==` ► return a if b != 1", "`return nil` instead of `return a` ► return nil if b == 1",
         "an `if` that never holds ► return a if false"}},
       {"  items.save!", {"leaving out `items.save!` ► nil"}},
       {"  raise ArgumentError, a", {"leaving out `raise ArgumentError, a` ► nil"}},
       {"  unless a.empty?\n  end",
        {"an `unless` that never holds ► unless false", "an `unless` that always holds ► unless true"}},
       {"  require \"set\""},
       {"  x = :a"},
       {"  a.eval(<<-EOC, b)\n    c\n  EOC"},
       {"  @logger.debug(a == b)"}});
  EXPECT_THAT(shown_mutants("m.rb", "class A < B\nend\n", 1), IsEmpty());
  check_line(
      "m.php", "<?php\nfunction f($a, $b) {\n", "\n}\n",
      {{"  return $a === $b;",
        {"`!==` instead of `===` ► return $a !== $b;", "`return null` instead of `return $a === $b` ► return null;"}},
       {"  $this->total = $a;", {"leaving out `$this->total = $a` ► if (false) $this->total = $a;"}},
       {"  use A\\B;"}});
}

TEST(Mutants, OfShell) {
  check_line("m.sh", "#!/bin/sh\n", "\n",
             {{"if [ \"$a\" -eq 1 ]; then\n  :\nfi", {"`-ne` instead of `-eq` ► if [ \"$a\" -ne 1 ]; then"}},
              {"[ -z \"$a\" ] && exit 1",
               {"`-n` instead of `-z` ► [ -n \"$a\" ] && exit 1", "`0` instead of `1` ► [ -z \"$a\" ] && exit 0",
                "`||` instead of `&&` ► [ -z \"$a\" ] || exit 1"}},
              {"rm -f \"$a\"", {"leaving out `rm -f \"$a\"` ► :"}},
              {"set -e"},
              {"a=1"},
              {"cat <<EOF\nEOF"},
              {"# [ a = b ]"}});
  EXPECT_THAT(shown_mutants("m.sh", "cat >x <<EOF\nrm a\nEOF\n", 3), IsEmpty());
}

TEST(Mutants, AreInTheOrderOfTheLinesAndNeverTwice) {
  const auto mutants = mutants_of("m.py", "a = 1\nb = 2\nc = 3\n", {{3, 1}, {1, 2}, {2, 1}, {0, 1}, {9, 4}, {2, 0}});
  ASSERT_EQ(mutants.size(), 3U);
  EXPECT_EQ(mutants[0].line, 1U);
  EXPECT_EQ(mutants[1].line, 2U);
  EXPECT_EQ(mutants[2].line, 3U);
}

TEST(Mutants, AreNotMadeOfOtherFiles) {
  for (std::string_view path : {"a.md", "a.json", "a", "a.unknown", "a.yaml"}) {
    EXPECT_THAT(mutants_of(path, "if a == 1:\n", {{1, 1}}), IsEmpty()) << path;
  }
}

}  // namespace
}  // namespace assay::prove
