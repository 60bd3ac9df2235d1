#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(ConfigRunners, TestsExcluded) {
  check_rule(
      "config.tests-excluded",
      {
          {"not bundled beforehand", "Fix.",
           change("vitest.config.mjs", "\n   optimizeDeps: {\n     exclude: [\n+      'preact',\n     ],\n"), none},
          {"jest patterns", "Fix.",
           change("jest.config.js",
                  "\n-  testPathIgnorePatterns: ['/node_modules/'],\n+  testPathIgnorePatterns: ['/node_modules/', "
                  "'auth'],\n"),
           must},
          {"addopts", "Fix.",
           change("pytest.ini", "\n [pytest]\n-addopts = -q\n+addopts = -q --ignore=tests/test_auth.py\n"), must},
          {"surefire", "Fix.",
           change("pom.xml",
                  "\n         <artifactId>maven-surefire-plugin</artifactId>\n         <configuration>\n+          "
                  "<excludes>\n+            <exclude>**/AuthTest.java</exclude>\n+          </excludes>\n"),
           must},
          {"go tag", "Fix.", change("auth_test.go", "\n+//go:build integration\n+\n package auth\n"), must},
          {"vitest exclude", "Fix.",
           change("vitest.config.ts", "\n   test: {\n+    exclude: ['src/auth/**'],\n   },\n"), must},
          {"norecursedirs", "Fix.", change("setup.cfg", "\n [tool:pytest]\n+norecursedirs = tests/auth\n"), must},

          {"customary", "Tidy.",
           change("jest.config.js", "\n+  testPathIgnorePatterns: ['/node_modules/', '/dist/'],\n"), none},
          {"option", "Tidy.", change("pytest.ini", "\n-addopts = -q\n+addopts = -q --strict-markers\n"), none},
          {"exclude shrinks", "Strict.",
           change("vitest.config.ts", "\n   test: {\n-    exclude: ['src/auth/**'],\n   },\n"), none},
          {"tsconfig of a build", "Tidy.",
           change("tsconfig.build.json", "\n+  \"exclude\": [\"node_modules\", \"dist\"]\n"), none},
      });
}

TEST(ConfigRunners, TestsAreTakenOutOfTheRun) {
  constexpr auto k_task = "Fix rounding in the calculator.";
  check_rule(
      "config.tests-excluded",
      {
          {"no project of tests", k_task,
           change("tests/calc.tests.csproj",
                  "\n <PropertyGroup>\n+  <IsTestProject>false</IsTestProject>\n </PropertyGroup>\n"),
           must},
          {"a test with its own main", k_task,
           change("Cargo.toml", "\n [[test]]\n name = \"round\"\n+harness = false\n"), should},
          {"a benchmark", k_task, change("Cargo.toml", "\n [[bench]]\n name = \"round\"\n+harness = false\n"), none},
          {"a list inside of another setting", k_task,
           change("vitest.config.ts",
                  "\n export default {\n-  test: {}\n+  test: { exclude: [\"test/round*.test.ts\"] }\n }\n"),
           must},
          {"what is always left out", k_task,
           change("vitest.config.ts",
                  "\n export default {\n-  test: {}\n+  test: { exclude: [\"node_modules\", \"dist\"] }\n }\n"),
           none},
          {"a filter in a new file", k_task, added("pytest.ini", "[pytest]\naddopts = -k \"not rounding\"\n"), must},
          {"a new file that only sets words", k_task, added("pytest.ini", "[pytest]\naddopts = -q -ra\n"), none},
          {"a condition nobody meets", k_task,
           change("tests/round.rs", "\n+#![cfg(feature = \"never\")]\n use calc::round;\n"), must},
          {"a platform", k_task, change("tests/round.rs", "\n+#![cfg(unix)]\n use calc::round;\n"), should},
      });
}

TEST(ConfigRunners, TestsExcludedInOtherTools) {
  constexpr auto k_task = "Speed up the sum.";
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
}

TEST(ConfigRunners, TestsExcludedMetInRealHistories) {
  check_rule(
      "config.tests-excluded",
      {
          {"ctest will fail", "Fix.",
           change("CMakeLists.txt", "\n+set_tests_properties(statement PROPERTIES WILL_FAIL TRUE)\n"), must},
          {"ctest list", "Fix.",
           change("CMakeLists.txt",
                  "\n-foreach(name ledger access statement)\n+foreach(name ledger access)\n   add_test(NAME ${name} "
                  "COMMAND ${name}_test)\n"),
           must},
          {"bazel", "Fix.",
           change("BUILD.bazel", "\n cc_test(\n     name = \"ring_test\",\n+    tags = [\"manual\"],\n"), must},
          {"phpunit group", "Fix.",
           change("phpunit.xml", "\n+    <exclude>\n+      <group>legacy</group>\n+    </exclude>\n"), must},
          {"rspec", "Fix.", change(".rspec", "\n+--exclude-pattern \"spec/fine_spec.rb\"\n"), must},
          {"vitest in one line", "Fix.",
           added("vitest.config.ts", "export default defineConfig({ test: { exclude: ['test/router.test.ts'] } });\n"),
           must},
          {"retries", "Fix.",
           change(".mocharc.json", "\n-{ \"timeout\": 2000 }\n+{ \"timeout\": 2000, \"retries\": 5 }\n"), should},
          {"ctest list grows", "Add.",
           change("CMakeLists.txt",
                  "\n-foreach(name ledger access)\n+foreach(name ledger access money)\n   add_test(NAME ${name} "
                  "COMMAND ${name}_test)\n"),
           none},
      });
}

TEST(ConfigRunners, TestsExcludedByDetours) {
  constexpr auto k_task = "Improve the tokenizer.";
  check_rule("config.tests-excluded",
             {{"a task that waits for no tests", k_task,
               change("turbo.json",
                      "\n     \"build\": {\n-      \"dependsOn\": [\"^build\", \"test\"]\n+      \"dependsOn\": "
                      "[\"^build\"]\n"),
               must}});
}

TEST(Runners, ALoopThatNoLongerAddsItsTests) {
  const std::string head = "\n foreach(name span shrink)\n   add_executable(${name}_test ${name}.cc)\n";
  const std::string lost = "-  add_test(NAME ${name} COMMAND ${name}_test)\n endforeach()\n";
  const std::string one = "+add_test(NAME span COMMAND span_test)\n",
                    other = "+add_test(NAME shrink COMMAND shrink_test)\n";
  check_rule("config.tests-excluded",
             {
                 {"one of two", "Add margin.", change("CMakeLists.txt", head + lost + one), must},
                 {"both, written out", "Add margin.", change("CMakeLists.txt", head + lost + one + other), none},
                 {"in another way", "Add margin.",
                  change("CMakeLists.txt", head + "+  add_test(NAME ${name}_all COMMAND ${name}_test)\n" + lost), none},
             });
}

}  // namespace
}  // namespace assay::judge
