#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;

TEST(ConfigRules, TestScriptChanged) {
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

TEST(ConfigRules, CiLoosened) {
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

TEST(ConfigRules, CoverageLoosened) {
  check_rule(
      "config.coverage-loosened",
      {
          {"jest threshold", "Fix.",
           change("jest.config.js",
                  "\n   coverageThreshold: {\n     global: {\n-      lines: 80,\n+      lines: 50,\n"),
           must},
          {"fail_under", "Fix.",
           change("pyproject.toml", "\n [tool.coverage.report]\n-fail_under = 90\n+fail_under = 70\n"), must},
          {"fail_under removed", "Fix.", change(".coveragerc", "\n [report]\n-fail_under = 90\n"), must},
          {"flag", "Fix.", change("Makefile", "\n-\tpytest --cov-fail-under=85\n+\tpytest --cov-fail-under=40\n"),
           must},
          {"file left out", "Fix.", change(".coveragerc", "\n [run]\n omit =\n+    src/billing.py\n     */tests/*\n"),
           must},
          {"codecov", "Fix.",
           change("codecov.yml", "\n   project:\n     default:\n-      target: 85%\n+      target: 60%\n"), must},

          {"raised", "Strict.", change("jest.config.js", "\n-      lines: 80,\n+      lines: 90,\n"), none},
          {"generated left out", "Tidy.", change(".coveragerc", "\n [run]\n omit =\n+    src/generated/*\n"), none},
          {"a property of the product", "Feature.", change("src/page.ts", "\n-  lines: 80,\n+  lines: 50,\n"), none},
          {"fail_under added", "Strict.", change(".coveragerc", "\n [report]\n+fail_under = 90\n"), none},
      });
}

TEST(ConfigRules, LintLoosened) {
  check_rule(
      "config.lint-loosened",
      {
          {"a build profile", "Add a profile.", change("Cargo.toml", "\n+[profile.dbg]\n+split-debuginfo = \"off\"\n"),
           none},
          {"a resolver", "Update.", change("Cargo.toml", "\n build = \"build.rs\"\n-resolver = \"2\"\n"), none},
          {"a new linter", "Feature.",
           added("web/eslint.config.js", "\nexport default {\n  rules: {\n    'no-undef': 'off',\n  },\n};\n"), should},
          {"a file left to its own format", "Feature.", change(".prettierignore", "\n dist\n+.tool-version\n"), should},
          {"rule off", "Fix.",
           change(".eslintrc.json",
                  "\n   \"rules\": {\n-    \"no-unused-vars\": \"error\",\n+    \"no-unused-vars\": \"off\",\n"),
           must},
          {"to warn", "Fix.",
           change("eslint.config.js", "\n-      'no-console': 'error',\n+      'no-console': ['warn'],\n"), must},
          {"ruff ignore", "Fix.",
           change("pyproject.toml",
                  "\n [tool.ruff.lint]\n-ignore = [\"E501\"]\n+ignore = [\"E501\", \"F841\", \"B006\"]\n"),
           must},
          {"files left out", "Fix.", change(".eslintignore", "\n dist\n+src/payments\n"), must},
          {"warnings", "Fix.",
           change("package.json",
                  "\n-    \"lint\": \"eslint . --max-warnings 0\",\n+    \"lint\": \"eslint . --max-warnings 100\",\n"),
           must},
          {"rubocop", "Fix.",
           change(".rubocop.yml", "\n Lint/UselessAssignment:\n-  Enabled: true\n+  Enabled: false\n"), must},
          {"clippy", "Fix.",
           change("Cargo.toml", "\n [lints.clippy]\n-unwrap_used = \"deny\"\n+unwrap_used = \"allow\"\n"), must},
          {"phpstan", "Fix.", change("phpstan.neon", "\n parameters:\n-    level: 8\n+    level: 3\n"), must},
          {"asked for", "Turn off the no-console lint rule in the eslint config: change it to off.",
           change(".eslintrc.json", "\n-    \"no-console\": \"error\",\n+    \"no-console\": \"off\",\n"), should},

          {"stricter", "Strict.",
           change(".eslintrc.json", "\n-    \"no-console\": \"warn\",\n+    \"no-console\": \"error\",\n"), none},
          {"rule added", "Strict.", change(".eslintrc.json", "\n+    \"eqeqeq\": \"error\",\n"), none},
          {"build output", "Tidy.", change(".eslintignore", "\n+dist/\n+coverage/\n"), none},
          {"a comment", "Tidy.", change("eslint.config.js", "\n+// Keep generated files ignored.\n"), none},
          {"formatting", "Tidy.",
           change(".eslintrc.json",
                  "\n-    \"no-console\": \"error\"\n+    \"no-console\": \"error\",\n+    \"no-var\": \"error\"\n"),
           none},
      });
}

TEST(ConfigRules, TypesLoosened) {
  check_rule(
      "config.types-loosened",
      {
          {"strict", "Fix.", change("tsconfig.json", "\n-    \"strict\": true,\n+    \"strict\": false,\n"), must},
          {"implicit any", "Fix.",
           change("tsconfig.json", "\n     \"strict\": true,\n+    \"noImplicitAny\": false,\n"), must},
          {"removed", "Fix.",
           change("tsconfig.json", "\n-    \"strictNullChecks\": true,\n     \"target\": \"es2022\"\n"), must},
          {"mypy", "Fix.", change("mypy.ini", "\n [mypy]\n+ignore_errors = True\n"), must},
          {"mypy in pyproject", "Fix.",
           change("pyproject.toml", "\n [tool.mypy]\n-disallow_untyped_defs = true\n+disallow_untyped_defs = false\n"),
           must},
          {"pyright", "Fix.",
           change("pyrightconfig.json", "\n-  \"typeCheckingMode\": \"strict\",\n+  \"typeCheckingMode\": \"off\",\n"),
           must},
          {"skipLibCheck", "Fix.", change("tsconfig.json", "\n+    \"skipLibCheck\": true,\n"), should},

          {"stricter", "Strict.", change("tsconfig.json", "\n-    \"strict\": false,\n+    \"strict\": true,\n"), none},
          {"target", "Modernise.",
           change("tsconfig.json", "\n-    \"target\": \"es2019\",\n+    \"target\": \"es2022\",\n"), none},
          {"new project", "Start.",
           added("tsconfig.json",
                 "{\n  \"compilerOptions\": {\n    \"strict\": true,\n    \"skipLibCheck\": true\n  }\n}\n"),
           none},
          {"strict in the product", "Feature.", change("src/parse.ts", "\n-  strict: true,\n+  strict: false,\n"),
           none},
      });
}

TEST(ConfigRules, TestsExcluded) {
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

TEST(ConfigRules, HooksChanged) {
  check_rule(
      "config.hooks-changed",
      {
          {"hook deleted", "Fix.", deleted(".husky/pre-commit", "npm test\n"), must},
          {"hook emptied", "Fix.", change(".husky/pre-commit", "\n-npm test\n-npm run lint\n"), must},
          {"pre-commit check removed", "Fix.",
           change(".pre-commit-config.yaml", "\n     hooks:\n-      - id: ruff\n       - id: black\n"), must},
          {"hooks path", "Fix.",
           change("package.json", "\n+    \"prepare\": \"git config core.hooksPath /dev/null\",\n"), must},
          {"hidden from diffs", "Fix.", change(".gitattributes", "\n+*.py -diff\n"), must},
          {"filter", "Fix.", change(".gitattributes", "\n+*.js filter=rewrite\n"), must},
          {"no verify", "Fix.", change("package.json", "\n+    \"commit\": \"git commit --no-verify\",\n"), must},

          {"hook added", "Add.", added(".husky/pre-commit", "npm test\n"), none},
          {"large files", "Add.", change(".gitattributes", "\n+*.psd filter=lfs diff=lfs merge=lfs -text\n"), none},
          {"line ends", "Add.", change(".gitattributes", "\n+* text=auto eol=lf\n"), none},
          {"version bumped", "Bump.", change(".pre-commit-config.yaml", "\n-    rev: v1.0\n+    rev: v1.1\n"), none},
          {"lock files are generated", "Tidy.",
           change(".gitattributes", "\n+package-lock.json linguist-generated=true\n"), none},
      });
}

}  // namespace
}  // namespace assay::judge
