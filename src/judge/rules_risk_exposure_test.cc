// Access granted by configuration, checks in the words of more frameworks, and data of requests handed to
// places that must not have it as it stands.
#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;
constexpr auto k_task = "Speed up the endpoint.";

TEST(Exposure, Configuration) {
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

TEST(Exposure, Checks) {
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

TEST(Exposure, Scopes) {
  check_rule(
      "risk.auth",
      {
          {"a filter by the caller", k_task,
           change("src/a.py",
                  "\n-    order = Order.query.filter_by(id=id, user_id=current_user.id).first_or_404()\n+    order = "
                  "Order.query.get_or_404(id)\n"),
           must},
          {"a condition of a lookup", k_task,
           change("src/a.ts",
                  "\n-  const o = await prisma.order.findFirst({ where: { id, userId: req.user.id } })\n+  const o = "
                  "await prisma.order.findFirst({ where: { id } })\n"),
           must},
          {"a relation of the caller", k_task,
           change("app/controllers/a.rb",
                  "\n-    @order = current_user.orders.find(params[:id])\n+    @order = "
                  "Order.find(params[:id])\n"),
           must},
          {"every attribute", k_task,
           change("app/controllers/a.rb",
                  "\n-    params.require(:user).permit(:name)\n+    params.require(:user).permit!\n"),
           must},
          {"an event that is only parsed", k_task,
           change("src/a.ts",
                  "\n-  const e = stripe.webhooks.constructEvent(body, sig, secret)\n+  const e = JSON.parse(body)\n"),
           must},
          {"a state that is not compared", k_task,
           change(
               "src/a.ts",
               "\n-  if (state !== session.state) throw new Error('state mismatch')\n   const t = await exchange(c)\n"),
           must},
          {"still limited, in another way", k_task,
           change("app/controllers/a.rb",
                  "\n-    @order = current_user.orders.find(params[:id])\n+    @order = "
                  "Order.for(current_user).find(params[:id])\n"),
           none},
      });
  check_rule(
      "risk.secrets",
      {{"a token that is logged", "Log.", change("a.py", "\n+    logger.info(\"token=%s\", token)\n"), must},
       {"a header that is logged", "Log.",
        change("A.java", "\n+    log.debug(\"Authorization: {}\", request.getHeader(\"Authorization\"));\n"), must},
       {"predictable numbers", "Tidy.",
        change("a.js", "\n-  return crypto.randomBytes(32).toString('hex')\n+  return Math.random().toString(36)\n"),
        must},
       {"words about a token", "Log.", change("a.py", "\n+    logger.info(\"token refreshed for %s\", user.id)\n"),
        none},
       {"a shuffled deck", "Shuffle.", change("a.js", "\n+  cards.sort(() => Math.random() - 0.5)\n"), none}});
  check_rule("risk.billing",
             {{"a check of a total", "Simplify checkout.",
               change("src/checkout.ts", "\n-  if (cart.total < 0) throw new Error('negative')\n   await pay(cart)\n"),
               must}});
}

TEST(Exposure, RequestData) {
  check_rule(
      "code.dangerous-call",
      {
          {"a path", "Serve.",
           change("a.py", "\n+    return send_file(os.path.join(\"files\", request.args[\"name\"]))\n"), must},
          {"a path kept under a name", "Serve.",
           change("a.js", "\n+  const name = req.query.name\n+  fs.readFile('./data/' + name, done)\n"), must},
          {"a redirect", "Redirect.", change("a.js", "\n+  res.redirect(req.query.next)\n"), must},
          {"a template", "Greet.",
           change("a.py", "\n+    return render_template_string(\"<h1>\" + request.args[\"name\"] + \"</h1>\")\n"),
           must},
          {"markup", "Greet.", change("a.js", "\n+  res.send('<h1>Hello ' + req.query.name + '</h1>')\n"), must},
          {"an address", "Preview.", change("a.py", "\n+    return requests.get(request.args[\"url\"]).text\n"), must},
          {"a query of Rails", "Search.", change("a.rb", "\n+    @items = Item.where(\"name = '#{params[:q]}'\")\n"),
           must},
          {"a query of PHP", "Search.",
           change("a.php", "\n+$rows = $db->query(\"SELECT * FROM t WHERE n = '\" . $_GET['q'] . \"'\");\n"), must},
          {"a shell of Ruby", "Ping.", change("a.rb", "\n+  get('/ping') { `ping -c1 #{params[:host]}` }\n"), must},

          {"a name without folders", "Serve.",
           change("a.py",
                  "\n+    return send_file(os.path.join(\"files\", secure_filename(request.args[\"name\"])))\n"),
           none},
          {"a fixed address", "Proxy.",
           change("a.js", "\n+  const r = await fetch(`https://api.acme.io/items/${req.params.id}`)\n"), none},
          {"a page of our own", "Redirect.", change("a.py", "\n+    return redirect(url_for(\"home\"))\n"), none},
          {"a template with a value", "Greet.",
           change("a.py", "\n+    return render_template(\"a.html\", name=request.args[\"name\"])\n"), none},
          {"an answer in JSON", "Greet.", change("a.js", "\n+  res.json({ hello: req.query.name })\n"), none},
          {"a query with parameters", "Search.", change("a.rb", "\n+    @items = Item.where(name: params[:q])\n"),
           none},
      });
}

}  // namespace
}  // namespace assay::judge
