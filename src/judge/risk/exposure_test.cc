#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(Exposure, Configuration) {
  constexpr auto k_task = "Speed up the endpoint.";
  check_rule(
      "risk.auth",
      {
          {"a rule for everyone", k_task,
           change("firestore.rules", "\n-      allow read: if request.auth.uid == uid;\n+      allow read: if true;\n"),
           must},
          {"a rule without a condition", k_task,
           change("storage.rules", "\n-      allow read: if request.auth != null;\n+      allow read;\n"), must},
          {"a policy for everyone", k_task, change("db/policies.sql", "\n+CREATE POLICY own ON notes USING (true);\n"),
           must},
          {"a directive", k_task,
           change("schema.graphql", "\n-  users: [User!]! @auth(requires: ADMIN)\n+  users: [User!]!\n"), must},
          {"a location", k_task,
           change("nginx.conf",
                  "\n   location /admin {\n-    auth_basic \"restricted\";\n     proxy_pass http://app;\n"),
           must},
          {"a wildcard", k_task, change("iam.tf", "\n-    actions = [\"s3:GetObject\"]\n+    actions = [\"*\"]\n"),
           must},
          {"a network", k_task,
           change("sg.tf", "\n   ingress {\n-    cidr_blocks = [\"10.0.0.0/8\"]\n+    cidr_blocks = [\"0.0.0.0/0\"]\n"),
           must},
          {"a role of a cluster", k_task, change("k8s/role.yaml", "\n-    verbs: [\"get\"]\n+    verbs: [\"*\"]\n"),
           must},
          {"a container", k_task, change("k8s/a.yaml", "\n+          privileged: true\n"), must},
          {"any host name", k_task,
           change("A.java", "\n+    HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true);\n"), must},
          {"curl -k", k_task, change("fetch.sh", "\n-curl -fsS \"$URL\"\n+curl -kfsS \"$URL\"\n"), must},
          {"debugging", k_task, change("app/settings.py", "\n-DEBUG = False\n+DEBUG = True\n"), should},
          {"any origin", k_task, change("src/a.ts", "\n+app.use(cors({ origin: '*' }))\n"), should},
          {"a narrower rule", k_task,
           change("firestore.rules", "\n-      allow read: if true;\n+      allow read: if request.auth != null;\n"),
           none},
          {"a narrower network", k_task,
           change("sg.tf", "\n-    cidr_blocks = [\"0.0.0.0/0\"]\n+    cidr_blocks = [\"10.0.0.0/8\"]\n"), none},
          {"a web port for everyone", "Add a load balancer.",
           change("sg.tf", "\n+  ingress {\n+    from_port   = 443\n+    cidr_blocks = [\"0.0.0.0/0\"]\n+  }\n"), none},
          {"debugging at home", k_task, change("app/settings_dev.py", "\n-DEBUG = False\n+DEBUG = True\n"), none},
      });
}

TEST(Exposure, LessWorkForAPasswordHash) {
  constexpr auto k_task = "Speed it up.";
  check_rule(
      "risk.secrets",
      {
          {"beside the call", k_task,
           change("app/users.py",
                  "\n-ITERATIONS = 600000\n+ITERATIONS = 1000\n \n def digest(text, salt):\n     return "
                  "hashlib.pbkdf2_hmac(\"sha256\", text, salt, ITERATIONS)\n"),
           must},
          {"by its file", k_task,
           change("src/password_hasher.rs", "\n-const ROUNDS: u32 = 12;\n+const ROUNDS: u32 = 4;\n"), must},
          {"by its name", k_task,
           change(
               "config/Limits.java",
               "\n-  static final int PASSWORD_ITERATIONS = 310000;\n+  static final int PASSWORD_ITERATIONS = 500;\n"),
           must},
          {"as an argument", k_task,
           change("lib/user.rb",
                  "\n-    BCrypt::Password.create(text, cost: 12)\n+    BCrypt::Password.create(text, cost: 4)\n"),
           must},
          {"a relaxation of a grid", "Stop earlier.",
           change(
               "src/heat.cc",
               "\n-constexpr int k_iterations = 500;\n+constexpr int k_iterations = 120;\n \n void relax(Grid& g) {\n"),
           none},
          {"a shuffle", k_task,
           change("src/deck.go",
                  "\n-const shuffleRounds = 9\n+const shuffleRounds = 7\n \n func shuffle(cards []Card) {\n"),
           none},
          {"a fit", k_task,
           change(
               "model/fit.py",
               "\n-    result = solve(matrix, max_iterations=4000)\n+    result = solve(matrix, max_iterations=800)\n"),
           none},
          {"rounds of a tournament", k_task,
           change("src/Cup.kt",
                  "\n-    private val rounds = 6\n+    private val rounds = 5\n     fun pair(teams: List<Team>) {\n"),
           none},
      });
}

}  // namespace
}  // namespace assay::judge
