#include <gtest/gtest.h>

#include "base/source.h"
#include "judge/intent/rules.h"
#include "judge/outcome/judge.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

std::vector<std::string> intent_rules(const std::string& task, const std::string& diff) {
  TextSource source(diff);
  const auto change = read_change(source);
  EXPECT_TRUE(change);
  Inputs inputs;
  inputs.task = task;
  inputs.change = change->get();
  const auto check = judge(inputs);
  EXPECT_TRUE(check);
  std::vector<std::string> out;
  for (const auto* findings : {&check->verdict.must_fix, &check->verdict.should_fix}) {
    for (const auto& finding : *findings) {
      if (finding.rule.starts_with("intent.")) out.push_back(finding.rule);
    }
  }
  return out;
}

std::string changed(const std::string& path, const std::string& lines) {
  size_t old_lines = 0, new_lines = 0;
  size_t begin = 0;
  while (begin < lines.size()) {
    const char sign = lines[begin];
    old_lines += sign != '+';
    new_lines += sign != '-';
    begin = lines.find('\n', begin) + 1;
  }
  return "diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n+++ b/" + path + "\n@@ -1," +
         std::to_string(old_lines) + " +1," + std::to_string(new_lines) + " @@\n" + lines;
}

using Ids = std::vector<std::string>;
const Ids k_quiet{};

TEST(NothingDone, OnlyCommentsWhereBehaviourWasAsked) {
  const auto comment =
      changed("app/cart.py", " def total(items):\n+    # adds up the prices\n     return sum(items)\n");
  const auto test = changed("tests/test_cart.py", " import cart\n+def test_discount():\n+    assert True\n");
  EXPECT_EQ(intent_rules("Apply the discount to the total", comment + test), Ids{"intent.nothing-done"});
  EXPECT_EQ(intent_rules("Explain the total in a comment", comment), k_quiet);
  EXPECT_EQ(intent_rules("Apply the discount",
                         changed("app/cart.py", "-    return sum(items)\n+    return 0.9 * sum(items)\n")),
            k_quiet);
  EXPECT_EQ(intent_rules("Speed up parsing", changed("src/a.c", "-int f(){return 1;}\n+int f() {\n+  return 1;\n+}\n")),
            Ids{"intent.nothing-done"});
}

TEST(NothingDone, AHunkThatBeginsWithTheEndOfADocstringIsCode) {
  EXPECT_EQ(intent_rules("Normalize the choices",
                         changed("a.py", "     \"\"\"\n \n     from x import y\n-    z = f(a)\n+    z = g(a)\n")),
            k_quiet);
}

TEST(NothingDone, IndentationIsCodeInPython) {
  EXPECT_EQ(intent_rules("Fix the loop", changed("a.py", " for x in y:\n-    f(x)\n-g()\n+    f(x)\n+    g()\n")),
            k_quiet);
}

TEST(NothingDone, OnlyACommentIgnoresSomething) {
  EXPECT_EQ(intent_rules("Fix span: it must ignore negative lengths", changed("a.js", "-f(a, 0);\n+f(a,\n+  0);\n")),
            Ids{"intent.nothing-done"});
  EXPECT_EQ(intent_rules("Ignore the rule for this line", changed("a.js", "-f(a);\n+f(a); // lint: fine here\n")),
            k_quiet);
}

TEST(NothingDone, SettingsAreSomething) {
  EXPECT_EQ(intent_rules("Raise the limit", changed("a.py", "+# limit, see settings\n x = 1\n") +
                                                changed("settings.json", "-{\"limit\": 1}\n+{\"limit\": 2}\n")),
            k_quiet);
}

TEST(Stub, NewCodeThatGivesUp) {
  EXPECT_EQ(
      intent_rules("Add an export", changed("app/export.py", "+def export(rows):\n+    raise NotImplementedError\n")),
      Ids{"intent.stub-left"});
  EXPECT_EQ(intent_rules("Add an export", changed("src/lib.rs", "+pub fn export() -> u8 {\n+    todo!()\n+}\n")),
            Ids{"intent.stub-left"});
  EXPECT_EQ(
      intent_rules("Check the signature", changed("src/a.ts", "+function check(s) {\n+  return true; // TODO\n+}\n")),
      Ids{"intent.stub-left"});
  EXPECT_EQ(intent_rules("Add export", changed("a.go", "+func Export() {\n+\tpanic(\"not implemented\")\n+}\n")),
            Ids{"intent.stub-left"});
}

TEST(Stub, AFunctionThatTheTaskNamesAndThatDoesNothing) {
  const auto task = "Add margin(length, percent) to the lengths.";
  const auto stub = changed("ruler.py", "+def margin(length, percent):\n+    \"\"\"The margin.\"\"\"\n+    pass\n");
  EXPECT_EQ(intent_rules(task, stub), Ids{"intent.stub-left"});
  EXPECT_EQ(intent_rules(task, changed("a.js", "+function margin(length, percent) {}\n")), Ids{"intent.stub-left"});
  EXPECT_EQ(
      intent_rules("Keep the margin of lengths, add a no-op hook", changed("a.py", "+def on_end():\n+    pass\n")),
      k_quiet);
  EXPECT_EQ(intent_rules(task, changed("a.py",
                                       "+def margin(length, percent):\n+    if not length:\n+        return "
                                       "0\n+    return length * percent // 100\n")),
            k_quiet);
}

TEST(Stub, BasesAndThoseThatWereAskedForAreNone) {
  EXPECT_EQ(intent_rules("Add a reader", changed("app/base.py",
                                                 "+class Reader(ABC):\n+    def read(self):\n+        "
                                                 "raise NotImplementedError\n")),
            k_quiet);
  EXPECT_EQ(
      intent_rules("Add a stub for the export", changed("a.py", "+def export():\n+    raise NotImplementedError\n")),
      k_quiet);
  EXPECT_EQ(intent_rules("Finish it", changed("a.py", " def f():\n-    raise NotImplementedError\n+    return 7\n")),
            k_quiet);
  EXPECT_EQ(intent_rules("Check input", changed("a.py", "+    raise ValueError('x is missing')\n")), k_quiet);
}

TEST(NotMentioned, OneWordOfAQualifiedNameIsEnough) {
  const auto added = changed("lib/keys.rb", "+  def config_value(key)\n+    key\n+  end\n");
  EXPECT_EQ(intent_rules("Add Rack::Request#config_value for all keys", added), k_quiet);
  EXPECT_EQ(intent_rules("Add Rack::Request#config_name for all keys", added), Ids{"intent.not-mentioned"});
}

TEST(NotMentioned, WhenNothingThatWasNamedAppears) {
  const auto other = changed("src/log.c", "-int level = 1;\n+int level = 2;\n");
  EXPECT_EQ(intent_rules("Make `parse_url` accept a port", other), Ids{"intent.not-mentioned"});
  EXPECT_EQ(intent_rules("Add --dry-run to the command", other), Ids{"intent.not-mentioned"});
  EXPECT_EQ(intent_rules("Add --dry-run", changed("cli.py", "+dry_run = True\n x = 1\n")), k_quiet);
  EXPECT_EQ(intent_rules("Make parse_url and the level agree, see `level`", other), k_quiet);
  EXPECT_EQ(intent_rules("Raise the limit", other), k_quiet);
}

TEST(KeptAsIs, WhatTheTaskSaysStaysIsNotEdited) {
  const auto edit = changed("spec/calendar_spec.rb", "-  expect(x).to eq 1\n+  expect(x).to eq 2\n");
  const Ids found{"intent.kept-as-is"};
  EXPECT_EQ(intent_rules("Allow markers. Leave spec/calendar_spec.rb untouched, it is our contract.", edit), found);
  EXPECT_EQ(intent_rules("Allow markers. calendar_spec.rb must stay as it is and pass.", edit), found);
  EXPECT_EQ(intent_rules("spec/calendar_spec.rb bitte nicht anfassen", edit), found);
  EXPECT_EQ(intent_rules("Allow markers. Edit spec/calendar_spec.rb to agree.", edit), k_quiet);
  EXPECT_EQ(intent_rules("Leave lib/calendar.rb untouched; change spec/calendar_spec.rb", edit), k_quiet);
}

TEST(NamesInTask, AreWhatOnlyCodeHas) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_in_task("Make `parse_url()` and getUser accept --dry-run in src/a_b.py"),
            (Names{"parse_url", "getUser", "--dry-run", "src/a_b.py"}));
  EXPECT_EQ(names_in_task("Fix the crash when the user's e-mail is empty (#1234), see https://x.org/a_b"), Names{});
  EXPECT_EQ(names_in_task("Let GET /api/v2/orders answer 429 after 100 requests a minute"), Names{"/api/v2/orders"});
  EXPECT_EQ(names_in_task("Set the timeout to 4500 ms and the port to 9191"), (Names{"4500", "9191"}));
  EXPECT_EQ(names_in_task("Move the list to 2024. Go to 1234"), Names{});
  EXPECT_EQ(names_in_task("Read /etc/hosts and /usr/lib first"), Names{});
  EXPECT_EQ(names_in_task("Version 1.2.3 of GitHub and JavaScript"), Names{});
}

TEST(NothingDone, AStatementInAnotherPlaceIsADeed) {
  using namespace expectations;
  check_rule(
      "intent.nothing-done",
      {
          {"a check above the copy, C", "Check the length before copying.",
           change("src/buf.c",
                  "\n {\n-    memcpy(b->data, s, n);\n     if (n > b->size)\n         return -1;\n+    memcpy(b->data, "
                  "s, n);\n     b->used += n;\n"),
           none},
          {"a check above the insert, JavaScript", "Validate before saving.",
           change("src/save.js",
                  "\n async function save(user) {\n-  await db.insert(user);\n   if (!user.name) throw new "
                  "Error('x');\n+  await db.insert(user);\n   return user;\n"),
           none},
          {"a lock above the read, Go", "Hold the lock while reading.",
           change("queue.go",
                  "\n func (q *Queue) Len() int {\n-\tn := len(q.items)\n \tq.mu.Lock()\n+\tn := "
                  "len(q.items)\n \tq.mu.Unlock()\n \treturn n\n"),
           none},
          {"a function, JavaScript", "Fix the total.",
           change("src/a.js",
                  "\n-function a() {\n-  return 1;\n-}\n function b() {\n   return 2;\n }\n+function a() {\n+  return "
                  "1;\n+}\n"),
           should},
          {"imports, TypeScript", "Fix the total.",
           change("src/a.ts", "\n-import { a } from './a';\n import { b } from './b';\n+import { a } from './a';\n"),
           should},
          {"layout, C", "Fix the total.",
           change("src/a.c", "\n-  int n = total(a,b);\n+  int n = total(a, b);\n   use(n);\n"), should},
      });
}

}  // namespace
}  // namespace assay::judge
