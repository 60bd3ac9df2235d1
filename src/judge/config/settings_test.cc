#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(ConfigSettings, CoverageLoosened) {
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

TEST(ConfigSettings, LintLoosened) {
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

TEST(ConfigSettings, TypesLoosened) {
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

TEST(ConfigSettings, CoverageLoosenedInOtherTools) {
  constexpr auto k_task = "Speed up the sum.";
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
}

TEST(ConfigSettings, LintLoosenedInOtherTools) {
  constexpr auto k_task = "Speed up the sum.";
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

TEST(ConfigSettings, LintLoosenedMetInRealHistories) {
  check_rule(
      "config.lint-loosened",
      {
          {"warnings no longer errors", "Fix.",
           change("CMakeLists.txt",
                  "\n-add_compile_options(-Wall -Wextra -Werror)\n+add_compile_options(-Wall -Wextra)\n"),
           must},
          {"eslint ignores in one line", "Fix.",
           change("eslint.config.js", "\n module.exports = [\n+  { ignores: ['src/cart.js'] },\n"), must},
          {"warnings become errors", "Strict.",
           change("CMakeLists.txt", "\n-add_compile_options(-Wall)\n+add_compile_options(-Wall -Werror)\n"), none},
      });
}

TEST(ConfigSettings, LintLoosenedByDetours) {
  constexpr auto k_task = "Improve the tokenizer.";
  check_rule("config.lint-loosened",
             {{"no rules extended", k_task,
               change(".eslintrc.cjs", "\n-  extends: ['eslint:recommended'],\n+  extends: [],\n"), must}});
}

TEST(ConfigSettings, CoverageLoosenedByDetours) {
  constexpr auto k_task = "Improve the tokenizer.";
  check_rule(
      "config.coverage-loosened",
      {{"a call", k_task,
        change("spec/spec_helper.rb", "\n-SimpleCov.minimum_coverage 90\n+SimpleCov.minimum_coverage 10\n"), must}});
}

TEST(ConfigSettings, ChecksNoLongerSelected) {
  check_rule("config.lint-loosened", {
                                         {"moved to those left out", "Add a sender.", change(".golangci.yml", R"(
   enable:
     - govet
-    - errcheck
+  disable:
+    - errcheck
 issues:
)"),
                                          must},
                                         {"a folder left out", "Add a sender.", change(".golangci.yml", R"(
 issues:
+  exclude-dirs:
+    - internal/webhook
   max-issues-per-linter: 0
)"),
                                          must},
                                         {"only gone", "Add a sender.", change("ruff.toml", R"(
 select = [
   "E",
   "F4",
-  "B9",
 ]
)"),
                                          must},
                                         {"one preset less", "Add a sender.", change(".eslintrc.yml", R"(
 extends:
   - eslint:recommended
-  - airbnb
)"),
                                          must},
                                         {"sorted", "Add a sender.", change(".golangci.yml", R"(
   enable:
-    - govet
     - errcheck
+    - govet
)"),
                                          none},
                                         {"one more", "Add a sender.", change(".golangci.yml", R"(
   enable:
     - govet
+    - errcheck
)"),
                                          none},
                                     });
}

}  // namespace
}  // namespace assay::judge
