#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

constexpr auto k_lost_rule = "code.check-lost";

TEST(LostChecks, BehindWhatTheyGuarded) {
  check_rule(k_lost_rule, {
                              {"C", "Tidy.", change("src/frame.c", R"(
 int keep(struct frame* f, const char* bytes, size_t size) {
-  if (size > sizeof f->bytes) return -1;
   memcpy(f->bytes, bytes, size);
+  if (size > sizeof f->bytes) return -1;
   return 0;
 }
)"),
                               must},
                              {"TypeScript", "Tidy.", change("src/orders.ts", R"(
 async function close(order, caller) {
-  if (order.owner !== caller.id) {
-    throw new Denied();
-  }
   await orders.update(order.id, { open: false });
+  if (order.owner !== caller.id) {
+    throw new Denied();
+  }
 }
)"),
                               must},
                              {"Python", "Tidy.", change("shop/orders.py", R"(
 def close(order, caller):
-    if order.closed:
-        raise AlreadyClosed(order)
     store.save(order)
+    if order.closed:
+        raise AlreadyClosed(order)
)"),
                               must},
                              {"moved up", "Tidy.", change("src/frame.c", R"(
 int keep(struct frame* f, const char* bytes, size_t size) {
+  if (size > sizeof f->bytes) return -1;
   memcpy(f->bytes, bytes, size);
-  if (size > sizeof f->bytes) return -1;
   return 0;
 }
)"),
                               none},
                              {"behind what it is about", "Tidy.", change("src/orders.ts", R"(
 async function load(id) {
-  if (order === undefined) throw new Missing(id);
   order = await orders.load(id);
   await orders.update(order.id, { seen: true });
+  if (order === undefined) throw new Missing(id);
 }
)"),
                               none},
                              {"behind something else", "Tidy.", change("shop/orders.py", R"(
 def close(order, caller):
-    if order.closed:
-        raise AlreadyClosed(order)
     count = len(rows)
+    if order.closed:
+        raise AlreadyClosed(order)
     store.save(order)
)"),
                               none},
                          });
}

TEST(LostChecks, ValuesThatNothingLooksAt) {
  check_rule(k_lost_rule, {
                              {"cast away", "Tidy.", change("src/frame.cc", R"(
 Frame read(Bytes bytes) {
   const auto sum = checksum(bytes);
-  if (sum != bytes.stated()) throw Broken();
+  static_cast<void>(sum);
   return Frame(bytes);
 }
)"),
                               must},
                              {"C", "Tidy.", change("src/frame.c", R"(
   int sum = checksum(bytes);
-  if (sum != stated) return -1;
+  (void)sum;
   return 0;
)"),
                               must},
                              {"compared in another way", "Tidy.", change("src/frame.cc", R"(
   const auto sum = checksum(bytes);
-  if (sum != bytes.stated()) throw Broken();
+  require_equal(sum, bytes.stated());
   return Frame(bytes);
)"),
                               none},
                              {"asked no more, and not computed", "Drop the sum.", change("src/frame.cc", R"(
-  const auto sum = checksum(bytes);
-  if (sum != bytes.stated()) throw Broken();
   return Frame(bytes);
)"),
                               none},
                              {"unused elsewhere", "Tidy.", change("src/frame.cc", R"(
+  static_cast<void>(flags);
   return Frame(bytes);
)"),
                               none},
                          });
}

TEST(LostChecks, PrivilegesThatMayBeKept) {
  check_rule(k_lost_rule, {
                              {"setuid", "Tidy.", change("src/daemon.c", R"(
-  if (setuid(user) != 0) {
-    return -1;
-  }
+  setuid(user);
)"),
                               must},
                              {"setgid", "Tidy.", change("src/daemon.c", R"(
-  if (setgid(group) < 0) err(1, "setgid");
+  (void)setgid(group);
)"),
                               must},
                              {"kept in a name", "Tidy.", change("src/daemon.c", R"(
-  if (setuid(user) != 0) return -1;
+  const int dropped = setuid(user);
+  if (dropped != 0) return -1;
)"),
                               none},
                              {"asked", "Tidy.", change("src/daemon.c", R"(
-  if (setuid(user) != 0) return -1;
+  if (setuid(user)) return -1;
)"),
                               none},
                          });
}

TEST(LostChecks, ParametersThatNothingReads) {
  check_rule(k_lost_rule, {
                              {"Kotlin", "Take a limit.", change("src/main/kotlin/Search.kt", R"(
-fun search(text: String): List<Row> {
+fun search(text: String, limit: Int): List<Row> {
     val rows = index.find(text)
     return rows.sorted()
 }
)"),
                               should},
                              {"Python", "Take a limit.", change("shop/search.py", R"(
-def search(text):
+def search(text, limit):
     rows = index.find(text)
     return sorted(rows)
)"),
                               should},
                              {"Go", "Take a limit.", change("shop/search.go", R"(
-func Search(text string) []Row {
+func Search(text string, limit int) []Row {
 	rows := index.Find(text)
 	return Sorted(rows)
 }
)"),
                               should},
                              {"read", "Take a limit.", change("shop/search.py", R"(
-def search(text):
+def search(text, limit):
     rows = index.find(text)
-    return sorted(rows)
+    return sorted(rows)[:limit]
)"),
                               none},
                              {"read in a text", "Take a name.", change("shop/search.py", R"(
-def search(text):
+def search(text, name):
     rows = index.find(text)
+    log(f"asked by {name}")
     return sorted(rows)
)"),
                               none},
                              {"said to be unused", "Tell the two apart.", change("src/main/java/Pair.java", R"(
-  private static Pair make(String left, String right) {
+  private static Pair make(String left, String right, Void unused) {
     Pair pair = new Pair(left, right);
     return pair.sorted();
   }
)"),
                               none},
                              {"overridden", "Take a limit.", change("src/main/kotlin/Search.kt", R"(
-override fun search(text: String): List<Row> {
+override fun search(text: String, limit: Int): List<Row> {
     val rows = index.find(text)
     return rows.sorted()
 }
)"),
                               none},
                          });
}

}  // namespace
}  // namespace assay::judge
