#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

std::string many_lines(int n) {
  std::string out = "\n";
  for (int i = 0; i < n; ++i) out += "value" + std::to_string(i) + " = compute()\n";
  return out;
}

TEST(IgnoredCheckers, IgnoreAdded) {
  check_rule(
      "code.ignore-added",
      {
          {"a checker made stricter", "Enforce strict equality with eslint.",
           change("src/a.ts", "\n function f() {\n+  /* eslint-disable eqeqeq */\n   if (a == b) {\n"), should},
          {"a checker turned on", "Turn on mypy for the cart package.",
           change("src/a.py", "\n+# mypy: ignore-errors\n import os\n"), should},
          {"strict mode", "Introduce TypeScript strict mode.",
           change("src/a.ts", "\n+// @ts-nocheck\n import x from 'x';\n"), should},
          {"a linter made stricter", "Make the linter a bit stricter.",
           change("src/a.py", "\n-import os\n+import os  # noqa\n"), should},
          {"letters of other words", "Introduce a filter by district, and enable the splint calculator.",
           change("src/a.ts", "\n+// @ts-nocheck\n import x from 'x';\n"), must},
          {"strict as a usual word", "Enforce strict age limits for alcohol.",
           change("src/a.py", "\n-import os\n+import os  # noqa\n"), must},
          {"a checker in another sentence", "Enable the discount. The linter runs in CI.",
           change("src/a.py", "\n-import os\n+import os  # noqa\n"), must},
          {"a checker that is not asked for", "Do not enable ruff; fix the totals.",
           change("src/a.py", "\n-import os\n+import os  # noqa\n"), must},
          {"many casts in new code", "Feature.",
           change("src/a.ts", "\n+  a = b as any;\n+  c = d as any;\n+  e = f as any;\n+  g = h as any;\n"), should},
          {"the task names the rule", "Add allow(dead_code) annotations.",
           change("src/a.rs",
                  "\n+#[allow(dead_code)]\n fn a() {}\n+#[allow(dead_code)]\n fn b() {}\n+#[allow(dead_code)]\n fn "
                  "c() {}\n+#[allow(dead_code)]\n fn d() {}\n"),
           none},
          {"a named lint of a module", "Deprecate.", change("src/a.rs", "\n+#![allow(deprecated)]\n fn a() {}\n"),
           should},
          {"a missing library", "Feature.",
           change("src/a.py",
                  "\n+try:\n+    import fast\n+except ImportError:  # pragma: no cover\n+    fast = None\n"),
           none},
          {"whole file", "Fix.", change("src/a.ts", "\n+/* eslint-disable */\n import x from 'x';\n"), must},
          {"no type check", "Fix.", change("src/a.ts", "\n+// @ts-nocheck\n import x from 'x';\n"), must},
          {"bare ts-ignore", "Fix.", change("src/a.ts", "\n+  // @ts-ignore\n   total = cart.sum;\n"), must},
          {"bare noqa", "Fix.", change("src/a.py", "\n-import os\n+import os  # noqa\n"), must},
          {"mypy for the file", "Fix.", change("src/a.py", "\n+# mypy: ignore-errors\n import os\n"), must},
          {"rust crate", "Fix.", change("src/lib.rs", "\n+#![allow(warnings)]\n"), must},
          {"many", "Fix.",
           change("src/a.py",
                  "\n+a = x()  # type: ignore[attr]\n+b = x()  # type: ignore[attr]\n+c = x()  # type: "
                  "ignore[attr]\n+d = x()  # type: ignore[attr]\n"),
           must},
          {"bare nolint", "Fix.", change("a.go", "\n-\tf.Close()\n+\tf.Close() //nolint\n"), must},
          {"named", "Fix.", change("src/a.ts", "\n+  // eslint-disable-next-line no-console\n+  console.log(x);\n"),
           should},
          {"explained, but on code that was there", "Fix.",
           change("src/a.ts", "\n+  // eslint-disable-next-line no-eval -- the input is safe here\n   eval(x);\n"),
           should},
          {"every rule by name", "Fix.", change("lib/a.rb", "\n+# rubocop:disable all\n class A\n"), must},
          {"every warning of a class", "Fix.",
           change("src/main/java/A.java", "\n+@SuppressWarnings({\"all\", \"unchecked\"})\n class A {\n"), must},
          {"one rule off for a new file", "Feature.",
           added("src/a.js", "\n/* eslint-disable no-console */\nconsole.log(1);\n"), should},
          {"one rule off for an old file", "Feature.",
           change("src/a.js", "\n+/* eslint-disable no-undef */\n run();\n"), must},
          {"asked for", "Silence the clippy warning about large errors.",
           change("src/a.rs", "\n+#![allow(warnings)]\n fn a() {}\n"), should},
          {"asked for, narrow", "Ignore the unused variable warning.",
           change("src/a.py", "\n-x = f()\n+x = f()  # noqa: F841\n"), none},
          {"explained on new code", "Feature.",
           change("src/a.ts",
                  "\n+  // eslint-disable-next-line no-console -- command line output\n+  console.log(x);\n"),
           none},
          {"explained in rust", "Feature.",
           change("src/a.rs", "\n+#[expect(clippy::cast_lossless, reason = \"fits\")]\n+fn a() {}\n"), none},
          {"named, in a new test", "Feature.",
           change("src/a.test.ts", "\n+    // eslint-disable-next-line no-new\n+    new Cart();\n"), none},
          {"a cast in new code", "Feature.", change("src/a.ts", "\n+  const u = load() as any;\n"), none},
          {"some in a large feature", "Feature.",
           added("src/a.py", many_lines(120) + "a = 1  # type: ignore[a]\nb = 1  # type: ignore[a]\n"
                                               "c = 1  # type: ignore[a]\nd = 1  # type: ignore[a]\n"),
           should},
          {"python code", "Fix.", change("src/a.py", "\n+x = y.z  # type: ignore[attr-defined]\n"), should},
          {"as any", "Fix.", change("src/a.ts", "\n-  const u = load();\n+  const u = load() as any;\n"), should},
          {"java", "Fix.", change("src/main/java/A.java", "\n+  @SuppressWarnings(\"unchecked\")\n   void a() {\n"),
           should},
          {"rubocop", "Fix.", change("lib/a.rb", "\n+  x = y # rubocop:disable Style/Foo\n"), should},
          {"coverage", "Fix.",
           change("src/a.py", "\n+    if debug:  # pragma: no cover - needs a terminal\n+        show()\n"), should},

          {"removed", "Clean.", change("src/a.ts", "\n-  // @ts-ignore\n   total = cart.sum;\n"), none},
          {"moved", "Move.",
           change("src/a.ts", "\n-  // eslint-disable-next-line no-console\n-  console.log(x);\n") +
               change("src/b.ts", "\n+  // eslint-disable-next-line no-console\n+  console.log(x);\n"),
           none},
          {"prose", "Docs.",
           change("src/a.py", "\n+# The linter used to need a noqa here; it does not any more.\n x = 1\n"), none},
          {"main guard", "Add a script.",
           change("src/a.py", "\n+if __name__ == \"__main__\":  # pragma: no cover\n+    main()\n"), none},
          {"re-export", "Export.", change("src/pkg/__init__.py", "\n+from .a import A  # noqa: F401\n"), none},
          {"wrong input in a test", "Test.",
           change("src/a.test.ts", "\n+    // @ts-expect-error\n+    expect(() => parse(5)).toThrow(TypeError);\n"),
           none},
          {"in a string", "Feature.", change("src/a.ts", "\n+  const marks = ['@ts-ignore', 'eslint-disable'];\n"),
           none},
          {"in the docs", "Docs.", change("README.md", "\n+Use `# noqa` with care.\n"), none},
      });
}

}  // namespace
}  // namespace assay::judge
