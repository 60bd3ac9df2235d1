#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto must = Expect::must;

TEST(AuthRisks, Checks) {
  constexpr auto k_task = "Speed up the endpoint.";
  check_rule(
      "risk.auth",
      {
          {"a mixin", k_task,
           change("app/views.py", "\n-class A(LoginRequiredMixin, ListView):\n+class A(ListView):\n     model = B\n"),
           must},
          {"a decorator of roles", k_task,
           change("a.controller.ts", "\n-  @Roles(Role.Admin)\n+  @Public()\n   @Delete(':id')\n"), must},
          {"a block", k_task,
           change("Routes.kt",
                  "\n-    authenticate(\"jwt\") {\n-        get(\"/orders\") { respond() }\n-    }\n+    "
                  "get(\"/orders\") { respond() }\n"),
           must},
          {"a policy", k_task,
           change("app/policies/user_policy.rb", "\n   def destroy?\n-    user.admin?\n+    true\n   end\n"), must},
          {"an extractor", k_task,
           change("src/handlers.rs",
                  "\n-async fn drop_user(_admin: AdminUser, id: i64) -> Code {\n+async fn drop_user(id: i64) -> "
                  "Code {\n"),
           must},
          {"paths of a middleware", k_task,
           change("middleware.ts",
                  "\n-  matcher: ['/dashboard/:path*', '/api/:path*'],\n+  matcher: ['/dashboard/:path*'],\n"),
           must},
          {"a limit of attempts", k_task,
           change("src/a.ts", "\n-app.post('/login', rateLimit({ max: 5 }), login)\n+app.post('/login', login)\n"),
           must},
          {"the condition moved into a function", "Extract the admin check.",
           change(
               "src/a.ts",
               "\n-  if (!req.user || !req.user.isAdmin) return res.status(403).end()\n+  if (!ensureAdmin(req, res)) "
               "return\n+function ensureAdmin(req, res) {\n+  if (!req.user || !req.user.isAdmin) { "
               "res.status(403).end(); return false }\n+  return true\n+}\n"),
           none},
          {"renamed by the task", "Rename isAdmin to hasAdminRole.",
           change("src/a.ts",
                  "\n-  if (!user.isAdmin) throw new ForbiddenError()\n+  if (!user.hasAdminRole) throw new "
                  "ForbiddenError()\n"),
           none},
      });
  check_rule("risk.secrets", {{"less work for a hash", k_task,
                               change("a.go",
                                      "\n-\th, err := bcrypt.GenerateFromPassword(pw, 12)\n+\th, err := "
                                      "bcrypt.GenerateFromPassword(pw, bcrypt.MinCost)\n"),
                               must}});
  check_rule("risk.destructive",
             {{"a repository", "Purge.", change("A.java", "\n+        userRepository.deleteAll();\n"), must},
              {"protection of a resource", "Purge.",
               change("main.tf", "\n   lifecycle {\n-    prevent_destroy = true\n   }\n"), must},
              {"a collection in memory", "Purge.", change("A.java", "\n+        selection.deleteAll();\n"), none}});
  check_rule("risk.database",
             {{"a change log", "Tidy.",
               change("db/changelog.xml", "\n+    <dropColumn tableName=\"users\" columnName=\"email\"/>\n"), must}});
}

TEST(AuthRisks, AuthAskedForOrTheSameInOtherWords) {
  check_rule(
      "risk.auth",
      {{"a constant for a role", "Use a constant.",
        change("a.ts",
               "\n-  if (user.role !== 'admin') throw new ForbiddenError()\n+  if (user.role !== ROLE_ADMIN) throw new "
               "ForbiddenError()\n"),
        none},
       {"another role", "Use a constant.",
        change("a.ts",
               "\n-  if (user.role !== 'admin') throw new ForbiddenError()\n+  if (user.role !== ROLE_USER) throw new "
               "ForbiddenError()\n"),
        must}});
}

}  // namespace
}  // namespace assay::judge
