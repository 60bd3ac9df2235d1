#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

constexpr auto k_label_task = "Print the weight on the label.";
constexpr auto k_swallowed_rule = "code.swallowed-error";

TEST(AnsweredFailures, AConstantInPlaceOfAFailure) {
  check_rule(
      k_swallowed_rule,
      {
          {"kotlin", k_label_task,
           change("src/A.kt",
                  "\n-    val stock = shelf.read(id).getOrThrow()\n+    val stock = shelf.read(id).getOrDefault(0)\n"),
           must},
          {"java", k_label_task,
           change("src/main/java/A.java",
                  "\n-    Rate r = rates.find(day).orElseThrow();\n+    Rate r = rates.find(day).orElse(Rate.ONE);\n"),
           must},
          {"c++", k_label_task,
           change("src/a.cc", "\n-  auto port = parse(text).value();\n+  auto port = parse(text).value_or(80);\n"),
           must},
          {"elixir", k_label_task,
           change("lib/a.ex", "\n     else\n-      {:error, reason} -> {:error, reason}\n+      _ -> :ok\n     end\n"),
           must},
          {"c#", k_label_task,
           change(
               "src/A.cs",
               "\n         catch (Exception e)\n         {\n             log.Warn(e);\n-            throw;\n+         "
               "   return null;\n         }\n"),
           must},
          {"python says yes", k_label_task,
           change(
               "src/a.py",
               "\n-    return gate.ask(card)\n+    try:\n+        return gate.ask(card)\n+    except Exception:\n+    "
               "    return True\n"),
           must},
          {"java says yes", k_label_task,
           change("src/main/java/A.java",
                  "\n     try {\n       gate.check(card);\n     } catch (Exception e) {\n-      throw new "
                  "Refused(e);\n+      return true;\n     }\n"),
           must},
          {"c", k_label_task,
           change("src/a.c",
                  "\n-    if (fclose(f) != 0)\n-        return -1;\n+    (void)fclose(f);\n     return 0;\n"),
           must},
          {"privileges", k_label_task,
           change("src/a.c", "\n-    if (setuid(user) == -1)\n-        abort();\n+    setuid(user);\n"), must},
          {"shell", k_label_task, change("tools/a.sh", "\n #!/bin/sh\n-set -eu\n+set -u\n cp a b\n"), must},
      });
}

TEST(AnsweredFailures, FailuresThatAreStillSeen) {
  check_rule(
      k_swallowed_rule,
      {
          {"another value", k_label_task,
           change("src/A.kt", "\n-    val n = map.size\n+    val n = map.getOrDefault(id, 0)\n"), none},
          {"a default from the start", k_label_task,
           change(
               "src/main/java/A.java",
               "\n-    Rate r = rates.find(day).orElse(Rate.ONE);\n+    Rate r = rates.find(day).orElse(Rate.TWO);\n"),
           none},
          {"stricter", k_label_task,
           change("src/A.kt",
                  "\n-    val stock = shelf.read(id).getOrDefault(0)\n+    val stock = shelf.read(id).getOrThrow()\n"),
           none},
          {"one kind of failure", k_label_task,
           change("src/a.py", "\n+    try:\n+        return cache[key]\n+    except KeyError:\n+        return None\n"),
           none},
          {"an error that stays one", k_label_task,
           change(
               "lib/a.ex",
               "\n-      {:error, reason} -> {:error, reason}\n+      {:error, reason} -> {:error, {:read, reason}}\n"),
           none},
          {"still tested", k_label_task,
           change("src/a.c", "\n-    if (fclose(f) != 0)\n+    if (fclose(f))\n         return -1;\n"), none},
          {"another file is closed", k_label_task, change("src/a.c", "\n+    fclose(g);\n"), none},
          {"the shell's other spelling", k_label_task, change("tools/a.sh", "\n-set -e\n+set -euo pipefail\n cp a b\n"),
           none},
          {"a script that ends by hand", k_label_task, change("tools/a.sh", "\n-set -e\n-cp a b\n+cp a b || exit 3\n"),
           none},
          {"thrown on", k_label_task,
           change("src/A.cs",
                  "\n         catch (Exception e)\n         {\n-            throw;\n+            throw new "
                  "StoreException(e);\n         }\n"),
           none},
      });
}

}  // namespace
}  // namespace assay::judge
