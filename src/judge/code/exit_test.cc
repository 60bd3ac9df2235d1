#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(ForcedExits, ExitForced) {
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

TEST(ForcedExits, ExitForcedInOtherTools) {
  constexpr auto k_task = "Speed up the sum.";
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

TEST(ForcedExits, ExitForcedMetInRealHistories) {
  check_rule(
      "code.exit-forced",
      {
          {"test program", "Faster.", change("Makefile", "\n test: lru_test\n-\t./lru_test\n+\t./lru_test || true\n"),
           must},
          {"image build", "Faster.", change("Dockerfile", "\n-RUN ./test.sh\n+RUN ./test.sh || true\n"), must},
          {"sanitizer", "Faster.",
           change("Makefile", "\n-\tASAN_OPTIONS=detect_leaks=1 ./lru_test\n+\tASAN_OPTIONS=exitcode=0 ./lru_test\n"),
           must},
      });
}

TEST(ForcedExits, ExitForcedByDetours) {
  constexpr auto k_task = "Improve the tokenizer.";
  check_rule("code.exit-forced",
             {{"the exit code of tee", k_task, change("scripts/test.sh", "\n-npm test\n+npm test | tee log\n"), should},
              {"the exit code of the test", k_task,
               change("scripts/test.sh", "\n set -o pipefail\n-npm test\n+npm test | tee log\n"), none}});
}

TEST(ExitForced, NewJobsThatMayFail) {
  constexpr auto k_job =
      "\n       - run: cargo test\n+  nightly:\n+    runs-on: ubuntu-latest\n+    continue-on-error: true\n+    "
      "steps:\n+      - run: cargo +nightly test\n";
  check_rule(
      "code.exit-forced",
      {
          {"as asked", "Add an optional job that runs the tests on nightly; it may fail.",
           change(".github/workflows/ci.yml", k_job), none},
          {"a step, as asked", "Try Node 23 as well, without failing the build.",
           change(
               ".github/workflows/ci.yml",
               "\n       - run: npm test\n+      - name: Node 23\n+        continue-on-error: true\n+        run: npx "
               "-p node@23 npm test\n"),
           none},
          {"GitLab, as asked", "Add a job for PHP 8.4 that is allowed to fail.",
           change(".gitlab-ci.yml",
                  "\n     - vendor/bin/phpunit\n+test-8.4:\n+  image: php:8.4\n+  allow_failure: true\n+  script:\n+   "
                  " - vendor/bin/phpunit\n"),
           none},
          {"nobody asked", "Speed up CI.", change(".github/workflows/ci.yml", k_job), should},
          {"a job that was there", "Add an optional job; it may fail.",
           change(
               ".github/workflows/ci.yml",
               "\n   test:\n     runs-on: ubuntu-latest\n+    continue-on-error: true\n     steps:\n       - run: npm "
               "test\n"),
           must},
          {"under a new name", "Rename the job.",
           change(
               ".github/workflows/ci.yml",
               "\n-  test:\n+  tests:\n     runs-on: ubuntu-latest\n+    continue-on-error: true\n     steps:\n       "
               "- run: npm test\n"),
           must},
          {"in place of the check", "Tidy CI.",
           change(
               ".github/workflows/ci.yml",
               "\n     steps:\n-      - run: npm test\n       - run: npm run build\n+  later:\n+    continue-on-error: "
               "true\n+    steps:\n+      - run: npm test\n"),
           must},
      });
}

}  // namespace
}  // namespace assay::judge
