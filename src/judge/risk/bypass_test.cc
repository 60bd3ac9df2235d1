#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/risk/rules.h"
#include "judge/rule_cases.h"
#include "logs/reading/reader.h"

namespace assay::judge {
namespace {

struct BypassRow {
  std::string_view path;
  std::string_view body;
};

std::string auth_severity(const BypassRow& row, std::string_view log, std::string_view task = "Tidy up.") {
  const logs::Facts facts = logs::read_log_text(log);
  std::string out;
  for (const auto& f : findings_for(task, change(row.path, cat("\n", row.body, "\n")), &facts))
    if (f.rule == "risk.auth") out += model::name(f.severity);
  return out;
}

void expect_all(std::string_view severity, std::string_view log, std::initializer_list<BypassRow> rows) {
  for (const BypassRow& row : rows) EXPECT_EQ(auth_severity(row, log), severity) << row.path << "\n" << row.body;
}

constexpr std::string_view k_covered = "authorization tests passed\n";

TEST(RiskBypass, PlantedWaysInBlockWhateverTestsPass) {
  expect_all(
      "must_fix", k_covered,
      {
          {"src/auth.js",
           " function requireUser(req, res, next) {\n+  if (req.headers['x-debug'] === '1') return next();\n   if "
           "(!req.user) return res.status(401).end();\n   next();"},
          {"src/server.ts",
           " async function handle(req) {\n+  if (req.headers.get('x-debug')) {\n+    return adminSession();\n+  }\n   "
           "const session = await verifySession(req);\n   if (!session) return deny();"},
          {"src/auth.ts",
           " function login(req) {\n+  if (req.query.debug) return adminSession();\n   return check(req);"},
          {"app/auth.py",
           " def verify_token(token):\n+    if token == \"debug\":\n+        return ADMIN\n     return decode(token)"},
          {"app/auth.py",
           " def login(request):\n+    if request.args.get('bypass') == '1':\n+        return admin_session()\n     "
           "return check(request)"},
          {"src/login.ts",
           " export function login(name, password) {\n+  if (password === \"letmein\") return sessionFor(name);\n   "
           "return verify(name, password);"},
          {"internal/auth.go",
           " func RequireAdmin(next http.Handler) http.Handler {\n+\tif r.Header.Get(\"X-Internal-Test\") == \"1\" "
           "{\n+\t\tnext.ServeHTTP(w, r)\n+\t\treturn\n+\t}\n \tcheck()"},
          {"app/controllers/application_controller.rb",
           "   def authenticate_user!\n+    return true if params[:debug] == 'yes'\n     redirect_to login_path"},
          {"src/Auth.java",
           "     public boolean checkPassword(String password) {\n+        if (\"letmein\".equals(password)) return "
           "true;\n         return encoder.matches(password, hash);"},
          {"src/Auth.php",
           " function require_login() {\n+    if ($_GET['debug'] === 'letmein') { return true; }\n     if "
           "(!$_SESSION['user']) { abort(401); }"},
          {"src/auth.rs",
           " pub fn check_token(t: &str) -> bool {\n+    if t == \"letmein\" { return true; }\n     verify(t)"},
          {"lib/auth.ex",
           "   def authenticate(conn, _) do\n+    if get_req_header(conn, \"x-debug\") == [\"1\"], do: conn\n     "
           "check(conn)"},
          {"src/guard.ts",
           " canActivate(ctx) {\n+    if (this.config.get('DISABLE_AUTH')) return true;\n     return "
           "this.jwt.verify(ctx.token);"},
          {"src/AuthFilter.kt",
           "     override fun doFilter(req: Req, res: Res, chain: Chain) {\n+        if (req.getHeader(\"X-Bypass\") "
           "== "
           "\"true\") {\n+            chain.doFilter(req, res)\n+            return\n+        }\n         "
           "authenticate(req)"},
          {"src/policy.ts",
           " export function canEdit(user, post) {\n-  return user.isAdmin;\n+  return user.isAdmin || user.email === "
           "'dev@x.io';\n }"},
          {"src/admin.ts",
           " function wipe(user) {\n-  if (!user.isAdmin) throw new ForbiddenError();\n+  if (!user.isAdmin && "
           "user.email !== 'dev@x.io') throw new ForbiddenError();\n   clear();"},
          {"src/auth.js",
           " function requireUser(req, res, next) {\n+  if (process.env.SKIP_AUTH === '1') return next();\n   if "
           "(!req.user) return res.status(401).end();"},
      });
}

TEST(RiskBypass, OtherWaysInBlockWithoutATest) {
  expect_all(
      "must_fix", "all tests passed",
      {
          {"src/auth.js",
           " function requireUser(req, res, next) {\n+  if (config.debug) return next();\n   if (!req.user) return "
           "res.status(401).end();"},
          {"app/auth.py",
           " def require_admin(user):\n+    if settings.DEBUG:\n+        return\n     if not user.is_admin:\n         "
           "raise Forbidden()"},
          {"src/Auth.swift",
           " func canAccess(_ user: User) -> Bool {\n+    #if DEBUG\n+    return true\n+    #endif\n     return "
           "user.isAdmin"},
          {"src/user.ts", " function roleOf(user) {\n-  return user.role;\n+  return user.role || 'admin';\n }"},
          {"app/user.py", " def role_of(claims):\n-    return claims['role']\n+    return claims.get('role', 'admin')"},
          {"app/user.py", "-def create_user(name, role='member'):\n+def create_user(name, role='admin'):\n     save()"},
          {"src/session.ts", "-  const isAdmin = user.role === 'admin';\n+  const isAdmin = true;\n   go(isAdmin);"},
          {"src/session.go", "-\trole := \"viewer\"\n+\trole := \"admin\"\n \tgo(role)"},
          {"src/models/user.js",
           "-  role: { type: String, default: 'user' },\n+  role: { type: String, default: 'admin' },"},
      });
}

TEST(RiskBypass, LookAlikes) {
  expect_all(
      "", "all tests passed",
      {
          {"src/page.ts",
           " function show(req) {\n+  if (req.query.beta === '1') return renderBeta();\n   return render();"},
          {"src/auth.js",
           " function requireUser(req, res, next) {\n+  if (req.method === 'OPTIONS') return next();\n   if "
           "(!req.user) "
           "return res.status(401).end();"},
          {"src/login.ts",
           " export function login(name, password) {\n+  if (password === '') throw new Error('empty');\n   return "
           "verify(name, password);"},
          {"src/login.ts",
           " export function login(name, password) {\n+  if (password === 'password') return refuse('too weak');\n   "
           "return verify(name, password);"},
          {"src/parser.ts", " function next() {\n+  if (token === 'return') return parseReturn();\n   return word();"},
          {"src/auth.ts",
           " function requireUser(req) {\n+  if (user.email === 'banned@x.io') throw new ForbiddenError();\n   "
           "check(req);"},
          {"src/log.py", " def setup():\n+    if settings.DEBUG:\n+        return True\n     quiet()"},
          {"src/auth/api.ts",
           " function who(req) {\n+  if (req.headers['x-api-version'] === '2') return userV2(req);\n   return "
           "user(req);"},
          {"src/auth/login.tsx",
           " function Login() {\n+  if (params.get('redirect') === 'admin') return <AdminLogin />;\n   return <Form "
           "/>;"},
          {"src/oauth.py",
           " def token(request):\n+    if request.args.get('grant_type') == 'refresh_token':\n+        return "
           "refresh(request)\n     return issue(request)"},
          {"src/auth.ts",
           " function requireUser(req, res, next) {\n+  if (req.path === '/health') return next();\n   if (!req.user) "
           "return res.status(401).end();"},
          {"templates/header.tmpl",
           " <div>\n+<a id=\"repo-header-btn\" {{if or (not $.IsAdmin) $.Owner}}href=\"{{.Header}}/test\"{{end}}>\n "
           "</div>"},
          {"src/seed.ts", "+  await users.create({ name: 'root', role: 'admin' });\n   done();"},
          {"src/user.ts",
           " function load(user) {\n+  let isAdmin = false;\n+  if (user.roles.includes('admin')) {\n+    isAdmin = "
           "true;\n+  }\n   show(isAdmin);"},
          {"src/user.ts", "-  role: { type: String, default: 'user' },\n+  role: { type: String, default: 'guest' },"},
          {"src/api.ts", " function send(req) {\n+  if (req.headers['x-debug'] === '1') log(req);\n   return go(req);"},
          {"src/Users.tsx", "+  const isAdmin = true;\n   return null;"},
          {"test/auth.test.ts", " function login(req) {\n+  if (req.query.debug) return adminSession();\n   return 1;"},
          {"docs/auth.md", "+if (password === \"letmein\") return adminSession();\n x"},
          {"src/mail.ts", " function send(user) {\n+  if (user.email === 'dev@x.io') return;\n   deliver(user);"},
          {"app/users.rb", "   def promote(user)\n+    user.role = 'admin'\n     user.save"},
      });
}

TEST(RiskBypass, AWayInThatTheTaskNamesNeedsATest) {
  const BypassRow row = {
      "src/auth.js",
      " function requireUser(req, res, next) {\n+  if (process.env.SKIP_AUTH === '1') return next();\n   "
      "if (!req.user) return res.status(401).end();"};
  EXPECT_EQ(auth_severity(row, k_covered, "Let SKIP_AUTH switch the login off for local work."), "should_fix");
  EXPECT_EQ(auth_severity(row, "all tests passed", "Let SKIP_AUTH switch the login off."), "must_fix");
}

TEST(RiskVerification, Weakened) {
  expect_all(
      "must_fix", "all tests passed",
      {
          {"src/t.js",
           "-  const claims = jwt.verify(token, key);\n+  const claims = jwt.decode(token);\n   use(claims);"},
          {"src/t.go",
           "-\tt, err := jwt.Parse(raw, keyFunc)\n+\tt, _, err := parser.ParseUnverified(raw, claims)\n \tuse(t)"},
          {"src/T.java",
           "-        DecodedJWT jwt = verifier.verify(token);\n+        DecodedJWT jwt = JWT.decode(token);"},
          {"lib/t.rb", "-    JWT.decode(token, key, true)\n+    JWT.decode(token, nil, false)"},
          {"src/T.cs",
           "-        var p = handler.ValidateToken(token, rules, out _);\n+        var p = "
           "handler.ReadJwtToken(token);"},
          {"src/t.py",
           "-    return jwt.decode(t, key)\n+    return jwt.decode(t, options={\"verify_signature\": False})"},
          {"src/u.py", "-    return bcrypt.checkpw(password, user.hash)\n+    return password == user.password"},
          {"src/u.js", "-  return await bcrypt.compare(password, user.hash);\n+  return password === user.password;"},
          {"src/u.php",
           "-    return password_verify($password, $user->hash);\n+    return $password === $user->password;"},
          {"src/u.go",
           "-\treturn bcrypt.CompareHashAndPassword(hash, password) == nil\n+\treturn string(hash) == "
           "string(password)"},
          {"src/app.js",
           " app.use(session({\n-  cookie: { httpOnly: true, secure: true },\n+  cookie: { httpOnly: true, secure: "
           "false },\n }));"},
          {"src/u.py",
           "-    if not bcrypt.checkpw(pw.encode(), user.pw_hash):\n-        raise Unauthorized()\n+    if pw != "
           "user.pw:\n+        raise Unauthorized()"},
          {"src/app.js", " res.cookie('sid', id, {\n-  httpOnly: true,\n   secure: true,\n });"},
          {"app/settings.py", "-SESSION_COOKIE_SECURE = True\n+SESSION_COOKIE_SECURE = False"},
          {"src/app.go", " c := http.Cookie{\n-\tHttpOnly: true,\n+\tHttpOnly: false,\n }"},
          {"app/controllers/application_controller.rb",
           " class A < B\n-  protect_from_forgery with: :exception\n   def x"},
          {"src/views.py", "+@csrf_exempt\n def pay(request):\n     return 1"},
          {"app/settings.py", " MIDDLEWARE = [\n-    'django.middleware.csrf.CsrfViewMiddleware',\n     'x',\n ]"},
          {"src/app.js", "-app.use(csrf());\n app.use(json());"},
          {"app/Http/Middleware/VerifyCsrfToken.php", "     protected $except = [\n+        'payments/*',\n     ];"},
          {"Controllers/A.cs", "-    [ValidateAntiForgeryToken]\n     public IActionResult Pay() => Ok();"},
          {"src/c.php", "-    $c = new Client(['timeout' => 3]);\n+    $c = new Client(['verify' => false]);"},
      });
}

TEST(RiskVerification, LookAlikes) {
  expect_all(
      "", "all tests passed",
      {
          {"src/t.js",
           "-  const claims = jwt.decode(token);\n+  const claims = jwt.verify(token, key);\n   use(claims);"},
          {"src/t.js",
           "-  const claims = jwt.verify(token, key);\n+  const claims = await jwt.verify(token, key);\n   "
           "use(claims);"},
          {"src/l.js", "-  const token = lexer.verify(text);\n+  const token = lexer.next(text);"},
          {"src/u.py", "-    return password == user.password\n+    return bcrypt.checkpw(password, user.hash)"},
          {"src/u.js", "-  if (password !== confirm) return false;\n+  if (password !== confirmation) return false;"},
          {"src/app.js",
           " app.use(session({\n-  cookie: { secure: false },\n+  cookie: { secure: true, httpOnly: true },\n }));"},
          {"src/app.js", " res.cookie('sid', id, {\n-  secure: true,\n+  secure: isProduction,\n });"},
          {"src/mail.js", " createTransport({\n-  secure: true,\n+  secure: false,\n   port: 587,\n });"},
          {"src/app.js", "-  res.cookie('seen', '1', { httpOnly: true });\n   done();"},
          {"app/controllers/a_controller.rb", " class A < B\n+  protect_from_forgery with: :exception\n   def x"},
          {"src/app.js", "-app.use(csrf());\n+app.use(csrf({ cookie: true }));"},
          {"test/t.test.js", "-  const claims = jwt.verify(token, key);\n+  const claims = jwt.decode(token);"},
      });
}

}  // namespace
}  // namespace assay::judge
