// Gates loosened in the files of other tools, failures lost in other languages, and what looks like it.
#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;
constexpr auto k_task = "Speed up the sum.";

TEST(ConfigVariants, Pipelines) {
  check_rule(
      "config.ci-loosened",
      {
          {"not for pull requests", k_task,
           change(".github/workflows/ci.yml",
                  "\n   test:\n+    if: github.event_name == 'schedule'\n     steps:\n       - run: npm test\n"),
           must},
          {"a job taken out of a workflow", k_task,
           change(".circleci/config.yml", "\n   all:\n     jobs:\n-      - test\n       - build\n"), must},
          {"a deployment for one branch", "Deploy from main only.",
           change(".github/workflows/ci.yml",
                  "\n       - run: npm test\n       - name: deploy\n+        if: github.ref == 'refs/heads/main'\n     "
                  "    run: ./publish.sh\n"),
           none},
      });
  check_rule(
      "code.exit-forced",
      {
          {"a status that nobody reads", k_task,
           change("Jenkinsfile", "\n-      sh 'make test'\n+      sh(script: 'make test', returnStatus: true)\n"),
           must},
          {"an outcome that is ignored", k_task,
           change("tox.ini", "\n [testenv]\n+ignore_outcome = true\n commands = pytest\n"), must},
          {"tests whose failure does not count, in a task about the build", "Fix the flaky build.",
           change(".github/workflows/ci.yml", "\n       - run: npm test\n+        continue-on-error: true\n"), must},
          {"a step beside the tests", "Upload logs even when the tests fail.",
           change(
               ".github/workflows/ci.yml",
               "\n       - run: npm test\n+      - uses: actions/upload-artifact@v4\n+        if: always()\n+        "
               "continue-on-error: true\n"),
           none},
      });
}

TEST(ConfigVariants, Commands) {
  check_rule(
      "config.test-script-changed",
      {
          {"one folder", k_task,
           change("package.json",
                  "\n   \"scripts\": {\n-    \"test\": \"vitest run\"\n+    \"test\": \"vitest run src/a\"\n"),
           must},
          {"one package", k_task, change("Makefile", "\n test:\n-\tgo test ./...\n+\tgo test ./fast\n"), must},
          {"snapshots rewritten", k_task,
           change("package.json", "\n   \"scripts\": {\n-    \"test\": \"jest\"\n+    \"test\": \"jest -u\"\n"), must},
          {"a part of a chain", k_task, change("Dockerfile", "\n-RUN npm ci && npm test\n+RUN npm ci\n"), must},
          {"only listed", k_task, change("scripts/ci.sh", "\n-pytest\n+pytest --co\n"), must},
          {"only built", k_task, change("scripts/ci.sh", "\n-dotnet test\n+dotnet build\n"), must},
          {"a prerequisite", k_task, change("Makefile", "\n-test: lint unit\n+test: lint\n"), must},
          {"a task of rake", k_task,
           change("Rakefile", "\n-task default: %i[spec rubocop]\n+task default: %i[rubocop]\n"), must},
          {"one more prerequisite", k_task, change("Makefile", "\n-test: lint\n+test: lint unit\n"), none},
          {"every package", k_task, change("Makefile", "\n test:\n-\tgo test ./fast\n+\tgo test ./...\n"), none},
      });
}

TEST(ConfigVariants, Settings) {
  check_rule("config.coverage-loosened",
             {{"on one line", k_task,
               change("jest.config.js",
                      "\n   coverageThreshold: {\n-    global: { branches: 80, lines: 90 },\n+    global: { "
                      "branches: 80, lines: 10 },\n   },\n"),
               must},
              {"raised on one line", k_task,
               change("jest.config.js",
                      "\n   coverageThreshold: {\n-    global: { lines: 80 },\n+    global: { lines: 90 },\n   },\n"),
               none}});
  check_rule(
      "config.tests-excluded",
      {{"patterns of files", k_task,
        change("pyproject.toml",
               "\n [tool.pytest.ini_options]\n-python_files = \"test_*.py\"\n+python_files = "
               "\"check_*.py\"\n"),
        must},
       {"what is included", k_task,
        change("vitest.config.ts",
               "\n   test: {\n-    include: ['src/**/*.test.ts'],\n+    include: ['src/a/*.test.ts'],\n"),
        must},
       {"warnings no longer errors", k_task,
        change("pyproject.toml", "\n [tool.pytest.ini_options]\n-addopts = \"-q -W error\"\n+addopts = \"-q\"\n"),
        must},
       {"a task of gradle", k_task, change("build.gradle.kts", "\n tasks.test {\n+    enabled = false\n }\n"), must},
       {"tags of gradle", k_task,
        change("build.gradle", "\n test {\n     useJUnitPlatform {\n+        excludeTags 'sum'\n     }\n"), must},
       {"an empty suite", k_task, change("karma.conf.js", "\n+    failOnEmptyTestSuite: false,\n     port: 1,\n"),
        must},
       {"ten times the time", k_task, change("playwright.config.ts", "\n-  timeout: 30_000,\n+  timeout: 600_000,\n"),
        should},
       {"one more kind of file", k_task,
        change("vitest.config.ts",
               "\n   test: {\n-    include: ['src/**/*.test.ts'],\n+    include: "
               "['src/**/*.test.ts', 'src/**/*.test.tsx'],\n"),
        none}});
  check_rule(
      "config.lint-loosened",
      {{"sources out of sonar's sight", k_task,
        change("sonar-project.properties", "\n sonar.sources=src\n+sonar.coverage.exclusions=src/**\n"), must},
       {"no longer denied", k_task, change("src/lib.rs", "\n-#![deny(unsafe_code)]\n mod sum;\n"), must},
       {"forbidden instead", k_task,
        change("src/lib.rs", "\n-#![deny(unsafe_code)]\n+#![forbid(unsafe_code)]\n mod sum;\n"), none},
       {"asked for by name", "Relax no-console to a warning for the CLI.",
        change(".eslintrc.json", "\n   \"rules\": {\n-    \"no-console\": \"error\"\n+    \"no-console\": \"warn\"\n"),
        should}});
}

TEST(ConfigVariants, LostFailures) {
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

}  // namespace
}  // namespace assay::judge
