#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(Cleanup, CleanupRemoved) {
  check_rule(
      "code.cleanup-removed",
      {
          {"finally", "Simplify.",
           change("src/a.js",
                  "\n   const handle = await openFile(path, \"w\");\n-  try {\n-    await "
                  "handle.writeFile(contents);\n-  } finally {\n-    await handle.close();\n-  }\n+  await "
                  "handle.writeFile(contents);\n+  await handle.close();\n"),
           should},
          {"defer", "Simplify.",
           change("a.go", "\n \tf, err := os.Open(p)\n-\tdefer f.Close()\n \tread(f)\n+\tf.Close()\n"), should},
          {"with", "Simplify.",
           change("a.py",
                  "\n-    with open(p) as f:\n-        data = f.read()\n+    f = open(p)\n+    data = f.read()\n+    "
                  "f.close()\n"),
           should},
          {"lock guard", "Simplify.",
           change("a.cc",
                  "\n void add(int x) {\n-  std::lock_guard<std::mutex> lock(m_mutex);\n   m_items.push_back(x);\n"),
           should},
          {"using", "Simplify.",
           change("A.cs",
                  "\n-        using (var s = File.OpenRead(p))\n-        {\n-            Read(s);\n-        }\n+       "
                  " var s = File.OpenRead(p);\n+        Read(s);\n"),
           should},
          {"ensure", "Simplify.", change("a.rb", "\n   begin\n     work\n-  ensure\n-    file.close\n   end\n"),
           should},

          {"another guard", "Modernise.",
           change("a.py",
                  "\n-    try:\n-        work(f)\n-    finally:\n-        f.close()\n+    with closing(f):\n+        "
                  "work(f)\n"),
           none},
          {"the function went", "Remove the cache.",
           change("a.go", "\n-func load(p string) {\n-\tf, _ := os.Open(p)\n-\tdefer f.Close()\n-}\n func other() {\n"),
           none},
          {"a simpler call", "Simplify.",
           change("a.py", "\n-    with open(p) as f:\n-        data = f.read()\n+    data = Path(p).read_text()\n"),
           none},
          {"added", "Fix a leak.", change("a.go", "\n \tf, err := os.Open(p)\n+\tdefer f.Close()\n"), none},
          {"moved", "Refactor.",
           change("a.js",
                  "\n-  } finally {\n-    lock.release();\n-  }\n+    } finally {\n+      lock.release();\n+    }\n"),
           none},
      });
}

}  // namespace
}  // namespace assay::judge
