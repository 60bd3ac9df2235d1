#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;

std::string many_lines(int n) {
  std::string out = "\n";
  for (int i = 0; i < n; ++i) out += "value" + std::to_string(i) + " = compute()\n";
  return out;
}

TEST(CodeRules, SwallowedError) {
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

TEST(CodeRules, CleanupRemoved) {
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

TEST(CodeRules, IgnoreAdded) {
  check_rule(
      "code.ignore-added",
      {
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

TEST(CodeRules, ExitForced) {
  check_rule(
      "code.exit-forced",
      {
          {"ci", "Fix.",
           change(".github/workflows/ci.yml", "\n-      - run: npm test\n+      - run: npm test || true\n"), must},
          {"package script", "Fix.",
           change("package.json", "\n-    \"test\": \"jest\",\n+    \"test\": \"jest || true\",\n"), must},
          {"makefile", "Fix.", change("Makefile", "\n test:\n-\tpytest tests\n+\t-pytest tests\n"), must},
          {"makefile exit", "Fix.", change("Makefile", "\n test:\n-\tpytest tests\n+\tpytest tests; exit 0\n"), must},
          {"continue on error", "Fix.",
           change(".github/workflows/ci.yml",
                  "\n       - name: Test\n         run: pytest\n+        continue-on-error: true\n"),
           must},
          {"gitlab", "Fix.", change(".gitlab-ci.yml", "\n unit:\n   script: pytest\n+  allow_failure: true\n"), must},
          {"no tests is fine", "Fix.",
           change("package.json", "\n-    \"test\": \"jest\",\n+    \"test\": \"jest --passWithNoTests\",\n"), must},
          {"set +e", "Fix.", change("scripts/test.sh", "\n #!/bin/sh\n+set +e\n pytest\n"), must},
          {"maven", "Fix.", change("pom.xml", "\n+          <testFailureIgnore>true</testFailureIgnore>\n"), must},
          {"gradle", "Fix.", change("build.gradle", "\n test {\n+    ignoreFailures = true\n }\n"), must},
          {"echo", "Fix.", change("scripts/check.sh", "\n-ruff check src\n+ruff check src || echo \"lint failed\"\n"),
           must},
          {"asked for", "Make the lint job in CI non-blocking: update the workflow.",
           change(".github/workflows/ci.yml", "\n       - run: npm run lint\n+        continue-on-error: true\n"),
           should},

          {"cleanup", "Clean.", change(".github/workflows/ci.yml", "\n+      - run: rm -rf dist || true\n"), none},
          {"containers", "Clean.", change("scripts/test.sh", "\n+docker rm -f test-db || true\n pytest\n"), none},
          {"ordinary script", "Deploy.", change("deploy/start.sh", "\n+pkill server || true\n"), none},
          {"fails with a message", "Clearer.",
           change("scripts/test.sh", "\n+pytest || { echo 'tests failed'; exit 1; }\n"), none},
          {"status kept", "Report.",
           change("scripts/test.sh", "\n+set +e\n pytest\n+status=$?\n+upload report.xml\n+exit $status\n"), none},
          {"shell's own test", "Guard.", change("scripts/ci.sh", "\n+test -f .env || true\n"), none},
          {"removed", "Strict.",
           change("package.json", "\n-    \"test\": \"jest || true\",\n+    \"test\": \"jest\",\n"), none},
          {"in the docs", "Docs.", change("README.md", "\n+Run `npm test || true`.\n"), none},
      });
}

TEST(CodeRules, DangerousCall) {
  check_rule(
      "code.dangerous-call",
      {
          {"a query built from settings", "Feature.",
           change("src/a.go", "\n+\tquery := \"SELECT * FROM \" + p.config.Table + \" LIMIT 1\"\n"), should},
          {"a query built from a request", "Feature.",
           change("src/a.go", "\n+\tquery := \"SELECT * FROM t WHERE a = '\" + r.query + \"'\"\n"), must},
          {"eval of a query", "Feature.", change("src/a.js", "\n+  const value = eval(req.query.expr);\n"), must},
          {"shell with arguments of a request", "Feature.",
           change("src/a.py", "\n+    name = request.args['name']\n+    os.system('convert ' + name)\n"), must},
          {"sql f-string", "Feature.",
           change("src/a.py",
                  "\n+    q = request.args.get('q')\n+    db.execute(f\"SELECT * FROM users WHERE name = '{q}'\")\n"),
           must},
          {"sql template", "Feature.",
           change("src/a.ts", "\n+  await db.query(`SELECT * FROM users WHERE id = ${req.params.id}`);\n"), must},
          {"pickle", "Feature.", change("src/a.py", "\n+    data = pickle.loads(request.data)\n"), must},
          {"php", "Feature.", change("src/a.php", "\n+    system($_GET['cmd']);\n"), must},
          {"child process", "Feature.", change("src/a.js", "\n+  exec(`git log ${req.body.ref}`);\n"), must},
          {"unknown origin", "Feature.", change("src/a.py", "\n+    subprocess.run(command, shell=True)\n"), should},
          {"certificates", "Feature.", change("src/a.py", "\n+    r = requests.get(url, verify=False)\n"), should},
          {"node certificates", "Feature.",
           change("src/a.js", "\n+  const agent = new https.Agent({ rejectUnauthorized: false });\n"), should},
          {"yaml", "Feature.", change("src/a.py", "\n+    cfg = yaml.load(text)\n"), should},
          {"password hash", "Feature.",
           change("src/a.py", "\n+    digest = hashlib.md5(password.encode()).hexdigest()\n"), should},
          {"html", "Feature.", change("src/a.js", "\n+  el.innerHTML = comment;\n"), should},
          {"pipe to shell", "Install.", change("install.sh", "\n+curl -fsSL https://example.org/x | sh\n"), should},
          {"open to all", "Install.", change("install.sh", "\n+chmod -R 777 /var/data\n"), should},

          {"regular expression", "Feature.", change("src/a.js", "\n+  const m = /a(b)/.exec(req.url);\n"), none},
          {"constant command", "Feature.", change("src/a.py", "\n+    subprocess.run('ls -l', shell=True)\n"), none},
          {"parameters", "Feature.",
           change("src/a.py", "\n+    db.execute('SELECT * FROM users WHERE id = ?', (request.args['id'],))\n"), none},
          {"safe loader", "Feature.", change("src/a.py", "\n+    cfg = yaml.load(text, Loader=yaml.SafeLoader)\n"),
           none},
          {"evaluation mode", "Feature.", change("src/a.py", "\n+    model.eval()\n"), none},
          {"emptying", "Feature.", change("src/a.js", "\n+  el.innerHTML = '';\n"), none},
          {"in a test", "Test.", change("tests/test_a.py", "\n+    assert eval(expr(request)) == 3\n"), none},
          {"literal_eval", "Feature.", change("src/a.py", "\n+    x = ast.literal_eval(request.args['x'])\n"), none},
          {"checksum", "Feature.", change("src/a.py", "\n+    etag = hashlib.md5(content).hexdigest()\n"), none},
          {"prose with verbs", "Feature.",
           change("src/a.js", "\n+  throw new Error('select a file from the list: ' + name);\n"), none},
      });
}

}  // namespace
}  // namespace assay::judge
