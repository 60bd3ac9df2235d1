#include "judge/secrets/rules.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "diff/reader.h"
#include "judge/outcome/rule_driver.h"
#include "model/verdict.h"

// The secrets are made up, and written in two pieces so that scanners of this repository do not
// take them for real ones.
namespace assay::judge {
namespace {

const std::string k_aws =
    "AKI"
    "AQ7ZR2KX9LM4TB8VW";
const std::string k_github =
    "gh"
    "p_q9VdJB7rXa2LcBw3KzEo1TnHs8MfUy5GiPk4";
const std::string k_made_up_github =
    "gh"
    "p_0123456789abcdefghijklmnopqrstuvwxyz";
const std::string k_random = "q9VdJB7rXa2LcBw3KzEo1TnHs8MfUy5G";

std::string added_file(std::string_view path, std::string_view text) {
  const auto lines = split_lines(text);
  std::string out = cat("diff --git a/", path, " b/", path, "\nnew file mode 100644\n--- /dev/null\n+++ b/", path,
                        "\n@@ -0,0 +1,", lines.size(), " @@\n");
  for (auto line : lines) out += cat("+", line, "\n");
  return out;
}

std::string changed_file(std::string_view path, std::string_view body) {
  size_t before = 0, after = 0;
  for (const auto line : split_lines(body)) {
    before += line.empty() || line[0] != '+';
    after += line.empty() || line[0] != '-';
  }
  return cat("diff --git a/", path, " b/", path, "\n--- a/", path, "\n+++ b/", path, "\n@@ -1,", before, " +1,", after,
             " @@\n", body, "\n");
}

std::vector<model::Finding> findings(std::string_view diff) {
  Rules rules;
  add_secret_rules(rules);
  RuleDriver driver(std::move(rules));
  diff::read_diff_text(diff, driver);
  const TaskView view = view_task("");
  return driver.findings({view, {}});
}

std::string summary(std::string_view diff) {
  std::string out;
  for (const auto& f : findings(diff)) out += cat(out.empty() ? "" : ", ", model::name(f.severity), " ", f.rule);
  return out;
}

constexpr std::string_view k_must = "must_fix secrets.committed";
constexpr std::string_view k_should = "should_fix secrets.committed";

TEST(SecretsCommitted, InTheProductTheyBlock) {
  for (const std::string& diff : {
           changed_file("src/keys.js", cat("+const accessKeyId = '", k_aws, "';")),
           changed_file("src/gh.py", cat("+TOKEN = \"", k_github, "\"")),
           changed_file("config/app.yml", cat("+  api_key: ", k_random)),
           changed_file("deploy/values.yaml", cat("+  clientSecret: \"", k_random, "\"")),
           changed_file("src/db.go", "+\tdsn := \"postgres://app:V3ry-s3cret@db.corp.net/app\""),
           changed_file("src/Config.java", "+    String password = \"Tr0ub4dor&3x\";"),
           changed_file("app/settings.py", cat("+SECRET_KEY = '", k_random, "'")),
           changed_file("src/made_up.ts", cat("+const token = '", k_made_up_github, "';")),
           changed_file("config.ts", "+const password = 'hardcoded-password'"),
           changed_file("src/a.ts", "+const password = 'hunter2';"),
           changed_file("src/pay.ts", "+const apiKey = 'sk-live-1234567890';"),
           changed_file("src/old.c", cat("+// ", k_aws)),
           added_file("config/signing.pem",
                      cat("-----BEGIN PRIV"
                          "ATE KEY-----\n",
                          k_random, k_random, "\n", k_random, k_random, "\n-----END PRIVATE KEY-----")),
           added_file("deploy/id_rsa", "x"),
           added_file(".env", cat("API_KEY=", k_random)) + "",
       })
    EXPECT_EQ(summary(diff).substr(0, k_must.size()), k_must) << diff;
}

TEST(SecretsCommitted, InTestsAndDocsOnlyWhatLooksReal) {
  EXPECT_EQ(summary(changed_file("test/gh.test.ts", cat("+const token = '", k_github, "';"))), k_should);
  EXPECT_EQ(summary(changed_file("docs/setup.md", cat("+export AWS_KEY=", k_aws))), k_should);
  EXPECT_EQ(summary(added_file("test/fixtures/server.key", cat("-----BEGIN PRIV"
                                                               "ATE KEY-----\n",
                                                               k_random, k_random, "\n-----END PRIVATE KEY-----"))),
            k_should);
  EXPECT_EQ(summary(changed_file("test/gh.test.ts", cat("+const token = '", k_made_up_github, "';"))), "");
  EXPECT_EQ(summary(changed_file("test/a.test.ts", cat("+const password = '", k_random, "';"))), "");
  EXPECT_EQ(summary(changed_file("examples/a.ts", "+const password = 'Tr0ub4dor&3x';")), "");
}

TEST(SecretsCommitted, WeakerHintsAreForAReviewer) {
  EXPECT_EQ(summary(added_file(".env", "PORT=3000")), k_should);
  EXPECT_EQ(summary(changed_file("config/a.ini", "+password = hunter2")), k_should);
  EXPECT_EQ(summary(changed_file("src/a.ts",
                                 "+stripe('sk"
                                 "_test_q9VdJB7rXa2LcBw3KzEo1Tn');")),
            k_should);
}

TEST(SecretsCommitted, WhatIsNoSecret) {
  for (const std::string& diff : {
           changed_file("src/a.ts", "+const key = 'AKIAIOSFODNN7EXAMPLE';"),
           changed_file("src/a.ts", "+const password = process.env.PASSWORD;"),
           changed_file("src/a.py", "+password = get_password()"),
           changed_file("src/a.ts", "+  token: string;"),
           changed_file("src/lexer.cc", "+  Token token = lexer.next();"),
           changed_file("docker-compose.yml", "+      POSTGRES_PASSWORD: postgres"),
           changed_file("src/a.py", "+url = 'postgres://postgres:postgres@localhost:5432/app'"),
           changed_file(".env.example", "+API_KEY=your-key-here"),
           changed_file("src/a.ts",
                        "+const header = '-----BEGIN PRIV"
                        "ATE KEY-----';"),
           changed_file("src/scan.ts", "+const re = /ghp_[A-Za-z0-9]{36}/;"),
           changed_file("package-lock.json", cat("+\"integrity\": \"", k_random, "\", \"token\": \"", k_random, "\"")),
           changed_file("src/i18n/en.json", "+  \"password\": \"Password\","),
           changed_file("src/a.ts", "+const password = '';"),
           changed_file("src/a.ts", "+const PASSWORD = 'password';"),
           changed_file("src/a.ts", "+const resetPassword = 'reset-password';"),
           changed_file("src/a.ts", "+const password = 'enter your password';"),
           changed_file("src/a.ts", "+const nextToken = 'next-token-1';"),
           changed_file("src/a.ts", cat("-const token = '", k_github, "';")),
           changed_file("src/a.ts",
                        cat("-  const token = '", k_github, "';\n+const token = '", k_github, "'; // moved")),
           changed_file(".github/workflows/ci.yml", "+          token: ${{ secrets.GITHUB_TOKEN }}"),
       })
    EXPECT_EQ(summary(diff), "") << diff;
}

TEST(SecretsCommitted, NeverPrintsTheSecret) {
  const auto found =
      findings(changed_file("src/keys.js", cat("+const accessKeyId = '", k_aws, "'; const t = '", k_github, "';")));
  ASSERT_EQ(found.size(), 1u);
  for (const auto& text : {found[0].message, found[0].evidence, found[0].spans[0].text}) {
    EXPECT_EQ(text.find(k_aws), std::string::npos);
    EXPECT_EQ(text.find(k_github), std::string::npos);
  }
  EXPECT_EQ(found[0].spans[0].path, "src/keys.js");
  EXPECT_EQ(found[0].spans[0].file_line, 1u);
}

TEST(SecretsCommitted, NeverPrintsALiteralThatLooksHarmless) {
  const auto found = findings(changed_file("config.ts", "+const password = 'hardcoded-password'"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].spans[0].text, "const password = '[redacted]'");
  EXPECT_EQ(found[0].evidence.find("hardcoded"), std::string::npos);
}

TEST(SecretsCommitted, OneFindingForAllPlaces) {
  std::string body;
  for (int i = 0; i < 30; ++i) body += cat(i == 0 ? "" : "\n", "+const k", i, " = '", k_aws, "';");
  const auto found = findings(changed_file("src/keys.js", body));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].spans.size(), 20u);
  EXPECT_EQ(found[0].more, 10u);
}

}  // namespace
}  // namespace assay::judge
