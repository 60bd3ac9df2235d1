#include <gtest/gtest.h>

#include "judge/risk/risk_cases.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(RiskAuth, RemovedOrChangedChecksInEveryLanguage) {
  expect_risky(
      Area::auth,
      {
          {"src/form.php",
           " function handle_form($post) {\n-    if (!hash_equals($a, $post['csrf_token'])) {\n-        throw new "
           "RuntimeException('forbidden: bad csrf token');\n-    }\n     return 1;"},

          {"src/users.ts", " function save(user) {\n-  assertCanManageUsers(user);\n   store();"},

          {"src/main/java/org/example/Store.java",
           "     public void save(String user, String text) {\n-        guard.requireWriter(user);\n         "
           "put(text);"},
          {"src/Posts.php",
           "     public function publish($user) {\n-        if (!$this->gate->allows($user, 'publish')) {\n-           "
           " throw new RuntimeException('no');\n-        }\n         save();"},
          {"lib/queue.ex",
           "   def cancel(queue, user, id) do\n-    if not Acl.can_cancel?(user, job), do: {:error, :forbidden}\n     "
           "job"},
          {"src/Warehouse.cs",
           "     public void Ship(User user) {\n-        user.Require(Right.Ship);\n         Send();"},
          {"lib/policy.rb",
           " class Policy\n-  ROLES = { clerk: %i[read] }.freeze\n+  ROLES = { clerk: %i[read refund] }.freeze\n   x"},
          {"lib/acl.ex",
           "   def can_cancel?(%{role: :admin}, _job), do: true\n+  def can_cancel?(%{role: :lead}, _job), do: true\n  "
           " def can_cancel?(_, _), do: false"},
          {"src/Guard.java",
           "     public boolean mayWrite(String user) {\n-        return user != null && admins.contains(user);\n+     "
           "   return user != null && admins.stream().anyMatch(user::equalsIgnoreCase);\n     }"},
          {"src/access.rs",
           " pub fn require_role(have: Role, needed: Role) -> Result<(), Denied> {\n-    if have < needed {\n+    let "
           "allowed = have >= needed || have == Role::Member;\n+    if !allowed {\n         return Err(Denied);"},

          {"src/a.ts",
           "-function save(req) {\n-  requireAdmin(req);\n-  store(req);\n-}\n+function save(req, res) {\n+  "
           "store(req, res);\n+}"},

          {"src/admin.js",
           " export function handlePostAdminUpdate(request) {\n-  requireAdmin(request);\n   return { status: "
           "'updated' };\n }"},
          {"src/views.py", " \n-@login_required\n def settings(request):\n     return render(request)"},
          {"src/main/java/A.java", "-    @PreAuthorize(\"hasRole('ADMIN')\")\n     public void wipe() {}"},
          {"app/controllers/a_controller.rb",
           " class AController < Base\n-  before_action :authenticate_user!\n   def index"},
          {"src/a.ts",
           " function update(req, res) {\n-  if (!req.user.isAdmin) return res.status(403).end();\n   save();"},
          {"src/a.go",
           " func (s *Server) Update(w http.ResponseWriter, r *http.Request) {\n-\tif !s.checkPermission(r, \"edit\") "
           "{\n-\t\thttp.Error(w, \"no\", http.StatusForbidden)\n-\t\treturn\n-\t}\n \ts.save()"},
          {"Controllers/A.cs", "-    [Authorize]\n     public IActionResult Edit() => Ok();"},
          {"routes/web.php", "-Route::get('/admin', 'A@b')->middleware('auth');\n+Route::get('/admin', 'A@b');"},
          {"src/routes.ts", "-router.post('/users', requireAdmin, create);\n+router.post('/users', create);"},
          {"src/routes.ts", "-app.get('/me', auth, me);\n+app.get('/me', me);"},
          {"src/views.py", "-    permission_classes = [IsAdminUser]\n+    permission_classes = [AllowAny]"},
          {"src/S.java", "-        .anyRequest().authenticated()\n+        .anyRequest().permitAll()"},
          {"app/controllers/a_controller.rb",
           " class A < B\n+  skip_before_action :verify_authenticity_token\n   def index"},
          {"src/S.java", "         http\n+            .csrf().disable()\n             .build();"},
          {"src/server.js", " app.use(cors({\n-  origin: allowed,\n+  origin: '*',\n   credentials: true,\n }));"},
          {"src/t.py",
           "-    data = jwt.decode(token, key, algorithms=['HS256'])\n+    data = jwt.decode(token, "
           "options={'verify_signature': False})"},
          {"src/t.py", "     r = requests.get(url,\n+        verify=False, session=requests)\n     return r"},
          {"src/p.ts", " function isAdmin(user) {\n-  return user.role === 'admin';\n+  return true;\n }"},
          {"src/p.ts", " export function canEdit(user, post) {\n+  return true;\n   if (post.locked) return false;"},
          {"src/p.ts",
           " function get(req) {\n-  if (user.role !== 'admin') throw new ForbiddenError();\n+  if (user.role === "
           "'admin') throw new ForbiddenError();\n   return 1;"},
          {"src/p.ts", " function get(req) {\n-  requireRole('admin');\n+  requireRole('user');\n   return 1;"},
          {"src/lib.rs", " pub fn wipe(user: &User) -> Result<()> {\n-    ensure_admin(user)?;\n     store.clear()"},
          {"src/A.kt",
           " fun wipe(user: User) {\n-    if (!user.hasRole(\"ADMIN\")) throw AccessDeniedException(\"no\")\n     "
           "store.clear()"},
          {"lib/a.ex", "   pipeline :api do\n-    plug :require_authenticated_user\n   end"},
          {"src/a.swift",
           " func wipe() throws {\n-    guard session.isLoggedIn else { throw AuthError.unauthorized }\n     "
           "store.clear()"},
          {"src/a.php", " function wipe() {\n-    if (!$user->isAdmin()) { abort(403); }\n     $store->clear();"},
          {"src/client.go", "-\tcfg := &tls.Config{}\n+\tcfg := &tls.Config{InsecureSkipVerify: true}"},
          {"src/auth.ts",
           " function verifyToken(token) {\n-  if (token.expiresAt < now()) return false;\n+  if (token.expiresAt > "
           "now()) return false;\n   return true;"},
      });
}

TEST(RiskAuth, LookAlikes) {
  expect_calm({
      {"src/admin.js",
       "-  app.get('/profile', requireUser, show);\n+  app.get('/profile', requireUser, requireRole('reader'), show);"},
      {"src/access.rs",
       " }\n+#[cfg(test)]\n+mod tests {\n+    fn f() { assert!(require_role(a, b).is_ok()); }\n-    fn g() { "
       "assert!(require_role(a, b).is_ok()); }\n+}"},
      {"src/sanitize.go", "-\tsanitizer.policy.AllowURLSchemes(\"data\")\n+\tsanitizer.policy.AllowDataURIImages()"},
      {"src/permissions.ts", "-  this.permissions = response.data;\n+  this.permissions = response.data.data;"},

      {"src/a.ts", " function f() {\n-  if (this.hasScopesToolbarTarget) show();\n   x();"},
      {"src/a.cs", " void F() {\n-    if (!item.IsInMixedFolder) Add(item);\n     X();"},
      {"src/a.rs",
       " fn check_data_folder() {\n-    if is_running_in_docker() {\n+    if is_running_in_container() {\n     x();"},
      {"src/SignIn.tsx",
       " export function SignIn() {\n-  return show ? hide() : open();\n+  return show && open();\n }"},
      {"src/a.rb", " class A\n-  def load_reason\n-    authorize! action_name, @reason\n-  end\n   x"},
      {"src/routes.ts", "-router.post('/legacy', requireAdmin, legacy);\n router.get('/a', a);"},
      {"src/a.php",
       " function update() {\n-    return $user->hasPermissionTo(A) && $x;\n+    return (\n+        "
       "$user->hasPermissionTo(A) && $x\n+    );\n }"},
      {"src/a.swift", " func f() {\n-    checkCameraPermission()\n     x()"},
      {"src/dto.php",
       "-            isAdmin: $request->get('is_admin') ?: false\n+            role: $request->get('role')"},

      {"src/a.tsx", "-  <div role=\"button\" aria-label=\"author\">\n+  <div role=\"tab\" aria-label=\"authors\">"},
      {"src/a.tsx", "-  if (el.role === 'button') focus(el);\n+  if (el.role === 'tab') focus(el);"},
      {"src/book.ts", "-  const author = book.author;\n+  const author = book.authors[0];"},
      {"src/chat.ts",
       "-  if (message.role === 'user') show(message);\n+  if (message.role === 'assistant') show(message);"},
      {"src/lexer.ts", "-  const token = lexer.next();\n+  const token = lexer.peek();"},
      {"src/parser.cc",
       "-  if (!check_token(Token::comma)) return false;\n+  if (!check_token(Token::semicolon)) return false;"},
      {"src/a.ts", "-import { requireAdmin } from './guards';\n+import { requireAdmin } from './auth/guards';"},
      {"src/a.ts", " function get(req) {\n-  requireAdmin(req);\n+  requireAdmin(request);\n   return 1;"},
      {"src/a.ts", " function get(req) {\n-  requireAdmin(req);\n+  await requireAdmin(req);\n   return 1;"},
      {"src/a.ts", " function get(req) {\n+  requireAdmin(req);\n   return 1;"},
      {"src/a.ts", " function get(req) {\n-    requireAdmin(req);\n+  requireAdmin(req);\n   return 1;"},
      {"src/a.ts", " function get(req) {\n-  requireAdmin(req);\n   log();\n+  requireAdmin(req);\n   return 1;"},
      {"src/a.py", "-# requires admin permission\n+# requires the admin permission\n x = 1"},
      {"src/a.ts",
       "-  const session = startSession(options);\n+  const session = startSession({ ...options, timeout });"},
      {"src/page.ts", "-  const pageToken = response.nextPageToken;\n+  const pageToken = response.next_page_token;"},
      {"src/a.ts", "-  log('admin page requires login');\n+  log('the admin page requires login');"},
      {"src/a.ts",
       " function get(req) {\n-  if (!req.user.isAdmin) return res.status(403).end();\n+  if (!req.user.isAdmin) {\n+  "
       "  return res.status(403).end();\n+  }\n   save();"},
      {"test/admin.test.ts", "-  requireAdmin(request);\n+  skipAuth();"},
      {"docs/auth.md", "-requireAdmin(request)\n+nothing"},
      {"src/api.ts", "-  if (response.status === 403) showLogin();\n+  if (response.status === 403) showLoginPage();"},
      {"src/style.css", "-.admin-role { color: red }\n+.admin-role { color: blue }"},
      {"src/a.go", "-\tif err := validateUser(form); err != nil {\n+\tif err := validateUserForm(form); err != nil {"},
      {"src/stream.cs", "-            if (!stream.CanRead) return;\n+            if (!stream.CanSeek) return;"},
  });
}

TEST(RiskAuth, Checks) {
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

TEST(RiskAuth, AuthAskedForOrTheSameInOtherWords) {
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
