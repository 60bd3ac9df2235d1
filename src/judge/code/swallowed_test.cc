#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(SwallowedErrors, SwallowedError) {
  check_rule(
      "code.swallowed-error",
      {
          {"emptied on one line", "Fix.",
           change("src/a.ts", "\n   try {\n     save();\n-  } catch (e) { report(e); }\n+  } catch (e) {}\n"), must},
          {"another style", "Run the formatter.",
           change("lib/a.rb", "\n   load(x)\n-rescue\n+rescue StandardError\n   nil\n end\n"), none},
          {"an empty handler indented", "Fix.",
           change("src/a.ts",
                  "\n-  try {\n-    x = real(x);\n-  } catch {}\n+  if (follow) {\n+    try {\n+      x = real(x);\n+  "
                  "  } catch "
                  "{}\n+  }\n"),
           none},
          {"two where one was", "Fix.",
           change("src/a.ts",
                  "\n-  a();\n-  try {\n-    b();\n-  } catch {}\n+  try {\n+    a();\n+  } catch {}\n+  try {\n+"
                  "    b();\n+  } catch {}\n"),
           must},
          {"spaced anew", "Fix.",
           change("src/A.java",
                  "\n     try {\n       a();\n-    } catch (SecurityException  e) {\n+    } catch "
                  "(SecurityException e) {\n       // nothing to do\n     }\n"),
           none},
          {"python around existing code", "Fix.",
           change("src/a.py",
                  "\n-    save(record)\n+    try:\n+        save(record)\n+    except Exception:\n+        pass\n"),
           must},
          {"python bare", "Fix.", change("src/a.py", "\n+    try:\n     save(record)\n+    except:\n+        pass\n"),
           must},
          {"python handler emptied", "Fix.",
           change("src/a.py",
                  "\n     except Exception as e:\n-        logger.error(e)\n-        raise\n+        pass\n"),
           must},
          {"javascript", "Fix.", change("src/a.js", "\n+  try {\n     await save(record);\n+  } catch (e) {}\n"), must},
          {"handler emptied", "Fix.",
           change("src/a.ts", "\n   try {\n     save();\n   } catch (e) {\n-    throw new SaveError(e);\n   }\n"),
           must},
          {"promise", "Fix.", change("src/a.ts", "\n-  await save(record);\n+  await save(record).catch(() => {});\n"),
           must},
          {"java", "Fix.",
           change("src/main/java/A.java", "\n+    try {\n       save(r);\n+    } catch (IOException e) {\n+    }\n"),
           must},
          {"go blank", "Fix.",
           change("a.go",
                  "\n-\tf, err := os.Open(p)\n+\tf, _ := os.Open(p)\n-\tif err != nil {\n-\t\treturn err\n-\t}\n"),
           must},
          {"go nil", "Fix.",
           change("a.go", "\n \tif err != nil {\n-\t\treturn fmt.Errorf(\"open: %w\", err)\n+\t\treturn nil\n \t}\n"),
           must},
          {"go assignment", "Fix.", change("a.go", "\n+\t_ = err\n"), must},
          {"rust ignored", "Fix.", change("src/a.rs", "\n-    file.write_all(b)?;\n+    let _ = file.write_all(b);\n"),
           must},
          {"rust default", "Fix.",
           change("src/a.rs", "\n-    let n = parse(s)?;\n+    let n = parse(s).unwrap_or_default();\n"), should},
          {"ruby", "Fix.", change("lib/a.rb", "\n-    load(path)\n+    load(path) rescue nil\n"), must},
          {"csharp", "Fix.", change("src/A.cs", "\n+        try {\n             Save();\n+        } catch { }\n"),
           must},
          {"suppress everything", "Fix.",
           change("src/a.py", "\n+    with contextlib.suppress(Exception):\n+        save()\n"), must},
          {"new code without a word", "Add metrics.",
           change("src/a.js", "\n+  try {\n+    metrics.send();\n+  } catch (e) {}\n   return x;\n"), should},

          {"narrow", "Fix.",
           change("src/a.py", "\n+    try:\n+        os.remove(p)\n+    except FileNotFoundError:\n+        pass\n"),
           none},
          {"handled", "Fix.", change("src/a.js", "\n+  try {\n     save();\n+  } catch (e) {\n+    report(e);\n+  }\n"),
           none},
          {"explained", "Add metrics.",
           change("src/a.js",
                  "\n+  try {\n+    metrics.send();\n+  } catch {\n+    // metrics must never break a request\n+  }\n  "
                  " return x;\n"),
           none},
          {"promise handled", "Fix.", change("src/a.ts", "\n+  await save(record).catch((e) => log.warn(e));\n"), none},
          {"go error checked", "Fix.",
           change("a.go", "\n+\tf, err := os.Open(p)\n+\tif err != nil {\n+\t\treturn err\n+\t}\n"), none},
          {"go unused value", "Fix.", change("a.go", "\n+\tfor _, x := range xs {\n+\t\tsum += x\n+\t}\n"), none},
          {"in a string", "Docs.", change("src/a.js", "\n+  const help = 'use try { } catch (e) {} with care';\n"),
           none},
          {"an old handler moved", "Indent.",
           change("src/a.js",
                  "\n-  } catch (e) {\n-    report(e);\n-  }\n+    } catch (e) {\n+      report(e);\n+    }\n"),
           none},
      });
}

TEST(SwallowedErrors, SwallowedErrorInOtherTools) {
  constexpr auto k_task = "Speed up the sum.";
  check_rule(
      "code.swallowed-error",
      {
          {"caught and left", k_task, change("a.kt", "\n-        save(x)\n+        runCatching { save(x) }\n"), must},
          {"no bang in Ruby", k_task, change("a.rb", "\n-    record.save!\n+    record.save\n"), should},
          {"no bang in Elixir", k_task, change("a.ex", "\n-    File.write!(path, x)\n+    File.write(path, x)\n"),
           should},
          {"a statement of Swift", k_task, change("a.swift", "\n-    try save(x)\n+    try? save(x)\n"), must},
          {"whispered", k_task,
           change("a.py",
                  "\n-    save(x)\n+    try:\n+        save(x)\n+    except Exception:\n+        "
                  "logger.debug(\"no\")\n"),
           should},
          {"caught and handled", k_task,
           change("a.kt", "\n-        save(x)\n+        runCatching { save(x) }.onFailure { report(it) }\n"), none},
          {"asked by its answer", k_task, change("a.rb", "\n-    record.save!\n+    return unless record.save\n"),
           none},
      });
}

TEST(SwallowedErrors, SwallowedErrorAskedForOrTheSameInOtherWords) {
  check_rule("code.swallowed-error",
             {{"new code that says why, on one line", "Send telemetry as best effort.",
               change("a.ts", "\n+  try { await send(event) } catch { /* must never break the app */ }\n"), none},
              {"old code on one line", "Tidy.", change("a.ts", "\n-  save(x)\n+  try { save(x) } catch { }\n"), must}});
}

TEST(SwallowedErrors, HandlerWithBracesOfItsOwn) {
  check_rule("code.swallowed-error", {
                                         {"around an assertion", "Quotes.", change("tests/CsvTests.cs", R"(
         public void Keeps()
         {
-            Assert.Equal("b", Parse("b"));
+            try
+            {
+                Assert.Equal("b", Parse("b"));
+            }
+            catch (Exception)
+            {
+            }
         }
)"),
                                          must},
                                         {"with a word only", "Quotes.", change("src/main/java/Csv.java", R"(
+        try
+        {
             load(path);
+        }
+        catch (IOException e)
+        {
+            // cannot happen
+        }
)"),
                                          must},
                                         {"on one line", "Quotes.", change("src/csv.cc", R"(
+  try
+  {
     load(path);
+  }
+  catch (const std::exception&)
+  { }
)"),
                                          must},
                                         {"handles", "Quotes.", change("src/Csv.cs", R"(
+            try
+            {
                 Load(path);
+            }
+            catch (IOException e)
+            {
+                throw new CsvError(path, e);
+            }
)"),
                                          none},
                                         {"indented anew", "Quotes.", change("src/Csv.cs", R"(
-        try
-        {
-            Load(path);
-        }
-        catch (IOException)
-        {
-        }
+        if (path != null)
+        {
+            try
+            {
+                Load(path);
+            }
+            catch (IOException)
+            {
+            }
+        }
)"),
                                          none},
                                     });
}

}  // namespace
}  // namespace assay::judge
