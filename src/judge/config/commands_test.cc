#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(ConfigCommands, TestScriptChanged) {
  check_rule(
      "config.test-script-changed",
      {
          {"another flag", "Restore CI.",
           change("package.json",
                  "\n-    \"test:ts\": \"tsc -p test/\",\n+    \"test:ts\": \"tsc --skipLibCheck -p test/\",\n"),
           none},
          {"prose beside the scripts", "Docs.", change("ci/README.md", "\n-like `xz` so that tests run\n+nothing\n"),
           none},
          {"a file on one line", "Fix.",
           change("package.json",
                  "\n-{\"name\":\"p\",\"scripts\":{\"build\":\"tsc\",\"test\":\"jest\"}}\n"
                  "+{\"name\":\"p\",\"scripts\":{\"build\":\"tsc\",\"test\":\"echo 3 passed\"}}\n"),
           must},
          {"a part of the folder", "Fix.",
           change("package.json",
                  "\n-    \"test\": \"node --test test/\",\n+    \"test\": \"node --test test/unit\",\n"),
           must},
          {"a folder where all ran", "Fix.", change("Makefile", " test:\n-\tpytest -q\n+\tpytest -q tests/unit\n"),
           must},
          {"one package", "Fix.", change("Makefile", " test:\n-\tgo test ./...\n+\tgo test ./internal/...\n"), must},
          {"parts that others run", "Fix.",
           change("package.json",
                  "\n-    \"test\": \"vitest run\",\n+    \"test\": \"vitest run tests/unit\",\n+    \"test:e2e\": "
                  "\"vitest "
                  "run tests/e2e\",\n"),
           should},
          {"the folder of all tests", "Fix.", change("Makefile", " test:\n-\tpytest -q\n+\tpytest -q tests\n"), none},
          {"shards", "Fix.",
           change(".github/workflows/ci.yml",
                  "\n-      - run: npx vitest run\n+      - run: npx vitest run --shard=${{ matrix.shard }}/2\n"),
           none},
          {"more folders", "Fix.",
           change("Makefile", " test:\n-\tpytest -q tests/unit\n+\tpytest -q tests/unit tests/api\n"), none},
          {"all of them", "Fix.", change("Makefile", " test:\n-\tgo test ./internal/...\n+\tgo test ./...\n"), none},
          {"the same as a pattern", "Fix.",
           change("package.json",
                  "\n-    \"test\": \"node --test test/\",\n+    \"test\": \"node --test 'test/**/*.test.js'\",\n"),
           none},
          {"echo", "Fix.", change("package.json", "\n-    \"test\": \"jest\",\n+    \"test\": \"echo ok\",\n"), must},
          {"exit 0", "Fix.", change("package.json", "\n-    \"test\": \"vitest run\",\n+    \"test\": \"exit 0\",\n"),
           must},
          {"command dropped", "Fix.",
           change("package.json", "\n-    \"test\": \"npm run lint && jest\",\n+    \"test\": \"jest\",\n"), must},
          {"filter", "Fix.",
           change("package.json",
                  "\n-    \"test\": \"jest\",\n+    \"test\": \"jest --testPathIgnorePatterns auth\",\n"),
           must},
          {"one file", "Fix.",
           change("package.json",
                  "\n-    \"test\": \"node --test\",\n+    \"test\": \"node --test test/ok.test.js\",\n"),
           must},
          {"script removed", "Fix.",
           change("package.json", "\n-    \"test\": \"jest\",\n     \"start\": \"node .\",\n"), must},
          {"make target emptied", "Fix.", change("Makefile", "\n test:\n-\tpytest tests\n+\t@echo skipped\n"), must},
          {"make deselects", "Fix.",
           change("Makefile", "\n test:\n-\tpytest tests\n+\tpytest tests --deselect tests/test_a.py\n"), must},
          {"tox", "Fix.",
           change("tox.ini",
                  "\n [testenv]\n-commands = pytest {posargs}\n+commands = pytest -k \"not auth\" {posargs}\n"),
           must},
          {"go short", "Fix.", change("Makefile", "\n test:\n-\tgo test ./...\n+\tgo test -run TestOk ./...\n"), must},

          {"more", "Strict.",
           change("package.json", "\n-    \"test\": \"jest\",\n+    \"test\": \"npm run lint && jest --ci\",\n"), none},
          {"another runner", "Move to vitest.",
           change("package.json", "\n-    \"test\": \"jest\",\n+    \"test\": \"vitest run\",\n"), none},
          {"another script", "Build.",
           change("package.json", "\n-    \"build\": \"tsc\",\n+    \"build\": \"tsup src/index.ts\",\n"), none},
          {"coverage added", "Coverage.", change("Makefile", "\n test:\n-\tpytest tests\n+\tpytest tests --cov=src\n"),
           none},
          {"a dependency", "Upgrade jest.",
           change("package.json", "\n-    \"jest\": \"^28.0.0\",\n+    \"jest\": \"^29.0.0\",\n"), none},
          {"renamed script", "Rename.",
           change("package.json", "\n-    \"lint\": \"eslint .\",\n+    \"lint:js\": \"eslint .\",\n"), none},
      });
}

TEST(ConfigCommands, CiLoosened) {
  check_rule(
      "config.ci-loosened",
      {
          {"a script's methods", "Feature.",
           change(".github/workflows/a.yml",
                  "\n       script: |\n-        core.summary\n-          .addHeading('Template Check')\n         "
                  "done()\n"),
           none},
          {"step removed", "Fix.",
           change(".github/workflows/ci.yml",
                  "\n       - run: npm ci\n-      - run: npm test\n       - run: npm run build\n"),
           must},
          {"step switched off", "Fix.",
           change(".github/workflows/ci.yml", "\n   test:\n+    if: false\n     runs-on: ubuntu-latest\n"), must},
          {"no pull requests", "Fix.", change(".github/workflows/ci.yml", "\n on:\n   push:\n-  pull_request:\n"),
           must},
          {"pipeline deleted", "Fix.",
           deleted(".github/workflows/test.yml", "on: [push]\njobs:\n  test:\n    steps:\n      - run: pytest\n"),
           must},
          {"gitlab never", "Fix.", change(".gitlab-ci.yml", "\n unit:\n   script: pytest\n+  when: never\n"), must},
          {"filter", "Fix.",
           change(".github/workflows/ci.yml", "\n-      - run: pytest\n+      - run: pytest -k smoke\n"), must},
          {"asked for", "Remove the lint job from the CI workflow.",
           change(".github/workflows/ci.yml", "\n-      - run: npm run lint\n       - run: npm test\n"), should},

          {"moved to another workflow", "Split.",
           change(".github/workflows/ci.yml", "\n-      - run: npm run lint\n       - run: npm test\n") +
               added(".github/workflows/lint.yml", "jobs:\n  lint:\n    steps:\n      - run: npm run lint\n"),
           none},
          {"step added", "Add.",
           change(".github/workflows/ci.yml", "\n       - run: npm test\n+      - run: npm run lint\n"), none},
          {"action bumped", "Bump.",
           change(".github/workflows/ci.yml",
                  "\n-      - uses: actions/checkout@v3\n+      - uses: actions/checkout@v4\n"),
           none},
          {"command reworded", "Tidy.",
           change(".github/workflows/ci.yml", "\n-      - run: npm test\n+      - run: npm run test -- --ci\n"), none},
          {"condition for deploys", "Deploy.",
           change(".github/workflows/deploy.yml", "\n   deploy:\n+    if: github.ref == 'refs/heads/main'\n"), none},
      });
}

TEST(ConfigCommands, CiLoosenedInOtherTools) {
  constexpr auto k_task = "Speed up the sum.";
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
}

TEST(ConfigCommands, TestScriptChangedInOtherTools) {
  constexpr auto k_task = "Speed up the sum.";
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

TEST(ConfigCommands, CiLoosenedMetInRealHistories) {
  check_rule(
      "config.ci-loosened",
      {
          {"hidden job", "Docs.", change(".gitlab-ci.yml", "\n-test:\n+.test:\n   script:\n     - pytest\n"), must},
          {"sources ignored", "Docs.",
           change(".github/workflows/ci.yml", "\n   pull_request:\n+    paths-ignore:\n+      - 'src/**'\n"), must},
          {"docs ignored", "Faster.",
           change(".github/workflows/ci.yml", "\n   pull_request:\n+    paths-ignore:\n+      - 'docs/**'\n"), none},
          {"tool installed differently", "Use uv.",
           change(".github/workflows/ci.yml",
                  "\n-      - run: pip install tox\n-      - run: tox run -e py\n+      - run: uv run tox run -e py\n"),
           none},
      });
}

TEST(ConfigCommands, TestScriptChangedMetInRealHistories) {
  check_rule(
      "config.test-script-changed",
      {
          {"collect only", "Faster.",
           change("Makefile", "\n test:\n-\tpython3 -m pytest -q\n+\tpython3 -m pytest -q --collect-only\n"), must},
          {"googletest filter", "Faster.",
           change("Makefile", "\n test: lru_test\n-\t./lru_test\n+\t./lru_test --gtest_filter=-Lru.Get*\n"), must},
          {"a part left out", "Prices.",
           change("Makefile",
                  "\n-PARTS = lexer shop blog\n+PARTS = lexer blog\n test:\n \tfor part in $(PARTS); do make -C $$part "
                  "test; done\n"),
           must},
          {"a part removed as asked", "The blog moved: remove blog/ here.",
           change("Makefile",
                  "\n-PARTS = lexer shop blog\n+PARTS = lexer shop\n test:\n \tfor part in $(PARTS); do make -C $$part "
                  "test; done\n"),
           none},
          {"a version of the program", "Go 1.22.",
           change("Makefile", "\n-GO ?= go\n+GO ?= go1.22\n test:\n \t$(GO) test ./...\n"), none},
          {"a newer version", "Python 3.12.",
           change("Makefile", "\n-PYTHON = python3.11\n+PYTHON = python3.12\n test:\n \t@$(PYTHON) -m pytest\n"), none},
          {"the program's path", "Use the toolchain of the image.",
           change("Makefile", "\n-GO := go\n+GO := /usr/local/go/bin/go\n test:\n \tcd src && ${GO} test ./...\n"),
           none},
          {"the environment's program", "Use the environment.",
           change("Makefile", "\n-PYTEST = pytest -q\n+PYTEST = .venv/bin/pytest -q\n test:\n \t$(PYTEST) tests\n"),
           none},
          {"started by another program", "Use uv.",
           change("Makefile", "\n-PYTEST = pytest\n+PYTEST = uv run pytest\n test:\n \t$(PYTEST) tests\n"), none},
          {"only said", "Go 1.22.", change("Makefile", "\n-GO ?= go\n+GO ?= echo go\n test:\n \t$(GO) test ./...\n"),
           must},
          {"no program at all", "Go 1.22.",
           change("Makefile", "\n-GO ?= go\n+GO ?= true\n test:\n \t$(GO) test ./...\n"), must},
          {"a program that only begins so", "Go 1.22.",
           change("Makefile", "\n-GO ?= go\n+GO ?= go-quiet\n test:\n \t$(GO) test ./...\n"), must},
          {"a program of the repository's own", "Go 1.22.",
           change("Makefile", "\n-GO ?= go\n+GO ?= ./tools/go\n test:\n \t$(GO) test ./...\n"), must},
          {"a program from a folder of anybody's", "Go 1.22.",
           change("Makefile", "\n-GO ?= go\n+GO ?= /tmp/go\n test:\n \t$(GO) test ./...\n"), must},
          {"another folder of tests", "Faster.",
           change("Makefile", "\n-TESTS = tests\n+TESTS = tests2\n test:\n \tpytest $(TESTS)\n"), must},
          {"a part in another version", "Faster.",
           change("Makefile",
                  "\n-PARTS = lexer shop\n+PARTS = lexer2 shop\n test:\n \tfor part in $(PARTS); do make -C $$part "
                  "test; done\n"),
           must},
          {"clean target", "Tidy.", change("Makefile", "\n clean:\n-\trm -f src/*.o lru_test\n+\trm -rf build\n"),
           none},
      });
}

TEST(ConfigCommands, CiLoosenedByDetours) {
  constexpr auto k_task = "Improve the tokenizer.";
  check_rule("config.ci-loosened",
             {{"only when scheduled", k_task,
               change(".gitlab-ci.yml", "\n test:\n+  only:\n+    - schedules\n   script:\n     - npm test\n"), must},
              {"fewer versions", k_task,
               change(".github/workflows/ci.yml",
                      "\n       matrix:\n-        python: [\"3.9\", \"3.11\", \"3.12\"]\n+        "
                      "python: [\"3.12\"]\n"),
               should},
              {"a version that is no longer supported", k_task,
               change(".github/workflows/ci.yml",
                      "\n       matrix:\n-        python: [\"3.9\", \"3.11\", \"3.12\"]\n+        "
                      "python: [\"3.11\", \"3.12\"]\n"),
               none},
              {"more versions", k_task,
               change(".github/workflows/ci.yml",
                      "\n       matrix:\n-        python: [\"3.12\"]\n+        python: [\"3.9\", "
                      "\"3.12\"]\n"),
               none}});
}

TEST(ConfigCommands, TasksThatDoNotAskForLess) {
  check_rule("config.ci-loosened",
             {
                 {"a cache costs the tests", "Make CI faster by caching npm.", change(".github/workflows/ci.yml", R"(
         with:
+          cache: npm
       - run: npm ci
-      - run: npm test
)"),
                  must},
                 {"asked for", "Remove the test step from the CI workflow.", change(".github/workflows/ci.yml", R"(
       - run: npm ci
-      - run: npm test
)"),
                  should},
             });
}

TEST(ConfigCommands, ProgramsAndFlagsInVariables) {
  const auto makefile = [](std::string_view variables, std::string_view before, std::string_view after) {
    return change("Makefile", cat("\n", variables, "+\n test:\n-\t", before, "\n+\t", after, "\n"));
  };
  constexpr auto k_task = "Let people choose their tools.";
  check_rule(
      "config.test-script-changed",
      {{"go", k_task,
        makefile("+GO ?= go\n+TESTFLAGS ?= -race\n", "go test -race ./...", "$(GO) test $(TESTFLAGS) ./..."), none},
       {"pytest", k_task, makefile("+PYTEST := python -m pytest\n", "python -m pytest -q", "$(PYTEST) -q"), none},
       {"cargo", k_task, makefile("+CARGO ?= cargo\n", "cargo test --all", "${CARGO} test --all"), none},
       {"a program that does nothing", k_task,
        makefile("+GO ?= true\n", "go test -race ./...", "$(GO) test -race ./..."), must},
       {"echo", k_task, makefile("+RUN := echo\n", "pytest -q", "$(RUN) pytest -q"), must}});
}

}  // namespace
}  // namespace assay::judge
