#include "judge/risk/rules.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "diff/reader.h"
#include "judge/outcome/rule_driver.h"
#include "logs/reader.h"

namespace assay::judge {
namespace {

struct Change {
  std::string_view path;
  std::string_view body;  // hunk lines with their signs
};

std::string diff_of(const Change& change) {
  size_t before = 0, after = 0;
  for (const auto line : split_lines(change.body)) {
    before += line.empty() || line[0] != '+';
    after += line.empty() || line[0] != '-';
  }
  return cat("diff --git a/", change.path, " b/", change.path, "\n--- a/", change.path, "\n+++ b/", change.path,
             "\n@@ -1,", before, " +1,", after, " @@\n", change.body, "\n");
}

std::vector<model::Finding> findings(std::string_view diff, std::string_view log = "", std::string_view task = "") {
  Rules rules;
  add_risk_rules(rules);
  RuleDriver driver(std::move(rules));
  diff::read_diff_text(diff, driver);
  const logs::Facts facts = logs::read_log_text(log);
  const TaskView view = view_task(task);
  return driver.findings({view, {&facts}});
}

std::string summary(const std::vector<model::Finding>& found) {
  std::string out;
  for (const auto& f : found) out += cat(out.empty() ? "" : ", ", model::name(f.severity), " ", f.rule);
  return out;
}

void expect_risky(Area area, std::initializer_list<Change> changes) {
  EXPECT_GE(changes.size(), 12u);
  for (const Change& change : changes) {
    const auto found = findings(diff_of(change), "all tests passed");
    EXPECT_EQ(summary(found), cat("must_fix ", area_id(area))) << change.path << "\n" << change.body;
    for (const auto& f : found) {
      EXPECT_FALSE(f.spans.empty());
      EXPECT_FALSE(f.message.empty());
    }
  }
}

void expect_calm(std::initializer_list<Change> changes) {
  EXPECT_GE(changes.size(), 12u);
  for (const Change& change : changes)
    EXPECT_EQ(summary(findings(diff_of(change), "all tests passed")), "") << change.path << "\n" << change.body;
}

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

TEST(RiskSecrets, WhatHidASecretIsGoneOrOneIsShown) {
  expect_risky(
      Area::secrets,
      {
          {"logger.ts", "-const safe = redact(\n-  request.headers,\n-);\n+const safe = request.headers;"},
          {"logger.ts", "-const shown = maskToken(token)\n+const shown = token"},

          {"logger.ts", "-redact(password, \"[SECRET]\")\n+logger.info(password)"},
          {"logger.ts", "-const safeHeaders = redactSecrets(request.headers)\n+const safeHeaders = request.headers"},
          {"src/log.py", "-    log.info(mask(api_key))\n+    log.info(api_key)"},
          {"src/user.ts", "-  user.password = await bcrypt.hash(password, 12);\n+  user.password = password;"},
          {"src/user.rb", "+    puts user.password\n     user.save"},
          {"src/user.go", "+\tlog.Printf(\"login %s %s\", name, password)\n \treturn nil"},
          {"src/User.java", "+        logger.debug(\"token \" + accessToken);\n         return user;"},
          {"src/lib.rs", "+    println!(\"{}\", api_key);\n     Ok(())"},
          {"src/user.ts",
           "-  const digest = createHash('sha256').update(password).digest('hex');\n+  const digest = "
           "createHash('md5').update(password).digest('hex');"},
          {"src/user.py",
           "-    digest = hashlib.sha256(secret).hexdigest()\n+    digest = hashlib.md5(secret).hexdigest()"},
          {"src/reset.ts", "+  const resetToken = Math.random().toString(36);\n   return send();"},
          {"src/user.ts", "+  res.json({ name: user.name, password: user.password });\n   next();"},
          {"src/user.ts", "+  console.log(`signing in with ${password}`);\n   next();"},
          {"src/store.cs", "-            var sealedText = Encrypt(apiKey);\n+            var sealedText = apiKey;"},
          {"config/filter.rb", "-Rails.application.config.filter_parameters += [:password]\n x = 1"},
      });
}

TEST(RiskSecrets, LookAlikes) {
  expect_calm({
      {"src/a.rs", "-    \"HasMasterPassword\": !user.password_hash.is_empty(),\n+    \"HasPassword\": true,"},
      {"src/a.rs", "-    update_cipher_from_data(data, headers).await\n+    update(data, headers).await"},
      {"src/hook.ts", "+  const mac = createHmac('sha1', webhookSecret).update(body).digest('hex');\n   x();"},

      {"logger.ts", "-redact(displayName, \"[\")\n-const headers = buildHeaders()\n+const headers = createHeaders()"},
      {"config.ts", "-const password = 'hardcoded-password'\n+const databaseConfig = loadDatabaseConfig()"},
      {"src/lexer.ts", "+  console.log(token);\n   next();"},
      {"src/a.ts", "+  console.log(password.length);\n   next();"},
      {"src/a.ts", "+  logger.info('password changed');\n   next();"},
      {"src/a.ts", "+  logger.info(redact(password));\n   next();"},
      {"src/map.ts", "+  console.log(key, value);\n   next();"},
      {"src/cache.py", "-    etag = hashlib.sha1(body).hexdigest()\n+    etag = hashlib.md5(body).hexdigest()"},
      {"src/a.ts",
       "-  user.password = await bcrypt.hash(password, 10);\n+  user.password = await bcrypt.hash(password, 12);"},
      {"src/a.ts",
       "-  user.password = bcrypt.hashSync(password, 12);\n+  user.password = await argon2.hash(password);"},
      {"src/form.tsx", "+  const [password, setPassword] = useState('');\n   return null;"},
      {"src/a.py", "+    password = getpass.getpass()\n     connect()"},
      {"src/image.ts", "-  const out = mask(image, region);\n+  const out = blend(image, region);"},
      {"src/a.ts", "-  const out = sanitize(html);\n+  const out = sanitizeHtml(html);"},
      {"src/a.ts", "+  logger.info('user', { hasPassword: !!password });\n   next();"},
      {"test/log.test.ts", "+  console.log(password);\n   next();"},
      {"src/token.rs", "+    println!(\"{:?}\", tokens);\n     Ok(())"},
  });
}

TEST(RiskSecrets, ComparingInConstantTimeIsWorthALookOnly) {
  const auto found = findings(diff_of({"src/hook.ts", "-  return crypto.timingSafeEqual(a, b);\n+  return a === b;"}));
  EXPECT_EQ(summary(found), "should_fix risk.secrets");
}

TEST(RiskBilling, AmountsAndPaymentCalls) {
  expect_risky(
      Area::billing,
      {
          {"src/Checkout.php",
           "-        $this->payments->authorize($card, $amount);\n+        $this->payments->charge($card, $amount);"},

          {"src/invoice.ts", "-  const tax = subtotal * 0.19;\n+  const tax = subtotal * 0.16;"},
          {"src/cart.py", "-    return price * quantity\n+    return price * quantity - discount"},
          {"src/pay.js", "+  await stripe.charges.create({ amount, currency });\n   done();"},
          {"src/pay.rb", "-    gateway.refund(charge.id)\n+    gateway.refund(charge.id, amount / 2)"},
          {"src/Pay.java",
           "-        BigDecimal total = price.multiply(quantity);\n+        BigDecimal total = "
           "price.multiply(quantity).add(fee);"},
          {"src/fees.go", "-\tfee := amount / 100\n+\tfee := amount / 50"},
          {"src/billing/charge.ts",
           "-  const amount = plan.cents * seats;\n+  const amount = plan.cents * seats * months;"},
          {"src/tax.rs", "-const VAT_RATE: f64 = 0.19;\n+const VAT_RATE: f64 = 0.20;\n+let vat = net * VAT_RATE;"},
          {"src/Invoice.cs",
           "-            if (invoice.Total > 0) Send(invoice);\n+            if (invoice.Total >= 0) Send(invoice);"},
          {"src/pay.php", "+    $charge = chargeCustomer($customer, $amount);\n     return 1;"},
          {"src/checkout.ts", "-  const total = Math.round(price * 100);\n+  const total = Math.floor(price * 100);"},
          {"src/pay.kt", "-    refundPayment(order)\n     close(order)"},
          {"src/pay.py",
           "-    intent = stripe.PaymentIntent.create(amount=total)\n+    intent = "
           "stripe.PaymentIntent.create(amount=total + fee)"},
      });
}

TEST(RiskBilling, WhatAnUnchangedPaymentCallIsGiven) {
  expect_risky(
      Area::billing,
      {
          {"src/order.js",
           " const intent = await stripe.paymentIntents.create({\n-  amount: total,\n+  amount: total * 100,\n   "
           "currency: 'eur',\n });"},
          {"src/order.js",
           " const intent = await stripe.paymentIntents.create({\n   amount: total,\n-  currency: 'eur',\n+  currency: "
           "shop.currency,\n });"},
          {"src/order.ts",
           " await stripe.charges.create({\n-  amount,\n+  amount: Math.round(amount / 2),\n   customer,\n });"},
          {"app/order.py",
           "     stripe.PaymentIntent.create(\n-        amount=total,\n+        amount=int(total),\n         x=1,\n    "
           " )"},
          {"app/order.py",
           "     stripe.Charge.create(\n-        currency=\"usd\",\n+        currency=order.currency,\n     )"},
          {"lib/order.rb", "     Stripe::Charge.create(\n-      amount: total,\n+      amount: total * 100,\n     )"},
          {"src/Order.php",
           "     $stripe->charges->create([\n-        'amount' => $total,\n+        'amount' => $total * 100,\n        "
           " "
           "'x' => 1,\n     ]);"},
          {"src/order.go", " \tpi, err := stripe.paymentintent.New(\n-\t\tamount, x,\n+\t\tamount*100, x,\n \t)"},
          {"src/order.js",
           "-  const amount = total;\n+  const amount = total * 100;\n   await stripe.charges.create({ amount });"},
          {"src/order.js",
           " function pay(total, net) {\n   await gateway.charges.create({\n-    amount: total,\n+    amount: net,\n   "
           "});\n   log(total);"},
          {"src/Order.java",
           "         chargeCustomer(\n-            amount,\n+            amount.add(tip),\n             customer);"},
          {"src/Order.kt",
           "     payments.capture(\n-        amount = total,\n+        amount = total - voucher,\n         id = id,\n  "
           "   )"},
      });
}

TEST(RiskBilling, LookAlikes) {
  expect_calm({
      {"src/order.js",
       " await stripe.paymentIntents.create({\n   amount: total,\n-  description: 'Order',\n+  description: 'Your "
       "order',\n });"},
      {"src/order.js", " draw({\n-  amount: total,\n+  amount: total.toFixed(2),\n   color,\n });"},
      {"src/order.js",
       "-function pay(sum) {\n+function pay(cents) {\n   await stripe.charges.create({\n-    amount: sum,\n+    "
       "amount: cents,\n   });"},
      {"src/cart.js",
       " function addLine(cart, line) {\n+  if (line.price < 0) {\n+    throw new RangeError('no');\n+  }\n   x();"},
      {"src/tax.js",
       "+const rate = 0.19;\n function tax(cents) {\n-  return Math.round(cents * 0.19);\n+  return Math.round(cents * "
       "rate);\n }"},

      {"src/a.rb",
       "-  before_action :set_tax_category, only: %i[edit update]\n+  before_action :set_tax_category, only: %i(edit "
       "update)"},
      {"src/a.rb", "-    refund_reasons_path(**params)\n+    refund_reasons_path(params)"},

      {"src/battery.ts", "-  const charge = battery.charge + 1;\n+  const charge = battery.charge + 2;"},
      {"src/price.tsx", "-  <span className=\"price\">{price}</span>\n+  <strong className=\"price\">{price}</strong>"},
      {"src/i18n.ts", "-  invoiceTitle: 'Invoice',\n+  invoiceTitle: 'Your invoice',"},
      {"src/a.ts", "-import { Price } from './price';\n+import { Price } from './pricing';"},
      {"src/syntax.ts", "-  const syntax = parse(text) + 1;\n+  const syntax = parse(text) + 2;"},
      {"src/list.tsx", "-  const invoiceList = useInvoices();\n+  const invoiceList = useInvoiceList();"},
      {"src/a.py", "-    total = total + 1\n+    total = total + 2"},
      {"src/load.go", "-\tloadBalance := n * 2\n+\tloadBalance := n * 3"},
      {"src/a.ts", "-  const price = getPrice(item);\n+  const cost = getPrice(item);"},
      {"src/cart.ts", "-  const sum = price * quantity;\n+  const total = price * quantity;"},
      {"src/a.ts", "-  label.textContent = formatPrice(price);\n+  title.textContent = formatPrice(price);"},
      {"test/invoice.test.ts", "-  expect(tax).toBe(subtotal * 0.19);\n+  expect(tax).toBe(subtotal * 0.16);"},
      {"docs/billing.md", "-tax = subtotal * 0.19\n+tax = subtotal * 0.2"},
      {"src/person.ts", "-  personInCharge = people[0];\n+  personInCharge = people[1];"},
      {"src/a.ts", "-  // price * quantity\n+  // price times quantity\n   x();"},
  });
}

TEST(RiskDatabase, SchemasAndRows) {
  expect_risky(
      Area::database,
      {
          {"migrations/0002.sql", "+ALTER TABLE users DROP COLUMN email;"},
          {"migrations/0003.sql", "+ALTER TABLE users RENAME COLUMN email TO mail;"},
          {"migrations/0004.sql", "+ALTER TABLE users ADD COLUMN plan text NOT NULL;"},
          {"migrations/0005.sql", "+ALTER TABLE users ALTER COLUMN age TYPE bigint;"},
          {"migrations/0006.sql", "+DROP TABLE sessions;"},
          {"migrations/0007.sql", "+UPDATE users\n+SET active = false;"},
          {"migrations/0008.sql", "+DELETE FROM users;"},
          {"alembic/versions/1.py", " def upgrade():\n+    op.drop_column('users', 'email')\n     pass"},
          {"app/migrations/0002_x.py",
           "     operations = [\n+        migrations.RemoveField(model_name='user', name='email'),\n     ]"},
          {"db/migrate/2_x.rb",
           " class X < ActiveRecord::Migration[7.0]\n   def change\n+    remove_column :users, :email\n   end"},
          {"db/migrate/3_x.rb", "   def change\n+    add_column :users, :plan, :string, null: false\n   end"},
          {"migrations/3.js",
           " exports.up = (knex) => knex.schema.table('users', (table) => {\n+  table.dropColumn('email');\n });"},
          {"database/migrations/1_x.php",
           "     public function up()\n     {\n+        Schema::dropIfExists('users');\n     }"},
          {"Migrations/X.cs",
           "         protected override void Up(MigrationBuilder migrationBuilder)\n         {\n+            "
           "migrationBuilder.DropColumn(name: \"Email\", table: \"Users\");\n         }"},
          {"src/models.py",
           " class User(models.Model):\n-    email = models.EmailField()\n     name = models.CharField()"},
          {"src/models.py",
           " class User(Base):\n-    age = Column(Integer)\n+    age = Column(String)\n     name = Column(String)"},
          {"prisma/schema.prisma", " model User {\n   id Int @id\n-  email String\n }"},
          {"src/store.ts", "+  await db.query('ALTER TABLE users DROP COLUMN email');\n   return 1;"},
      });
}

TEST(RiskDatabase, LookAlikes) {
  expect_calm({
      {"schema.sql", "+-- dump\n+CREATE TABLE customers (id INTEGER PRIMARY KEY);"},

      {"db/migrate/5_x.rb", "   def change\n+    change_column_comment(:users, :id, text)\n   end"},
      {"migrations/0009.sql", "+ALTER TABLE users DROP FOREIGN KEY users_fk;"},

      {"migrations/0002.sql", "+CREATE TABLE plans (id int NOT NULL);"},
      {"cmd/serve.go", "-\tkey, err := models.GetKeyByRepo(a.ID)\n+\tkey, err := models.GetKey(a.ID)\n \tuse(key)"},
      {"migrations/0004.sql", "+CREATE INDEX users_email ON users (email);"},
      {"migrations/0006.sql", "+UPDATE users\n+SET active = false\n+WHERE id = 3;"},
      {"migrations/0007.sql", "+DELETE FROM users WHERE id = 3;"},
      {"migrations/0008.down.sql", "+DROP TABLE plans;"},
      {"alembic/versions/1.py",
       " def upgrade():\n+    op.create_table('plans')\n \n def downgrade():\n+    op.drop_table('plans')"},
      {"src/frame.py", "-    df = df.drop(columns=['a'])\n+    df = df.drop(columns=['a', 'b'])"},
      {"src/drag.ts", "-  onDrop(event);\n+  onDropFile(event);"},
      {"src/models.py",
       " class User(models.Model):\n+    nick = models.CharField(null=True)\n     name = models.CharField()"},
      {"docs/migrate.md", "-DROP TABLE users;\n+ALTER TABLE users DROP COLUMN email;"},
      {"src/log.ts", "-  log('Update users set');\n+  log('drop table of contents');"},
      {"src/a.ts", "+  // ALTER TABLE users DROP COLUMN email\n   x();"},
      {"tests/test_db.py", "+    db.execute('DROP TABLE users')\n     pass"},
      {"src/store.go", "+\tdb.Exec(\"UPDATE users SET active = false WHERE id = ?\", id)\n \treturn nil"},
      {"db/migrate/4_x.rb", "   def change\n+    add_index :users, :email\n   end"},
      {"migrations/0012.sql", "+ALTER TABLE users ADD CONSTRAINT users_email UNIQUE (email);"},
      {"migrations/0013.sql", "+CREATE TABLE plans (\n+  id int NOT NULL,\n+  added text\n+);"},
      {"migrations/4.js",
       " exports.up = (knex) => knex.schema.createTable('plans', (table) => {\n+  table.string('nick');\n });"},
      {"database/migrations/2_x.php",
       "     public function up() {\n+        Schema::create('plans', function ($table) {\n+            "
       "$table->string('nick');\n+        });\n     }"},
      {"priv/repo/migrations/3_x.exs",
       "   def change do\n+    create table(:plans) do\n+      add :nick, :string\n+    end\n   end"},
      {"db/migrate/5_x.rb", "   def change\n+    create_table :plans do |t|\n+      t.string :nick\n+    end\n   end"},
      {"migrations/0014.down.sql", "+ALTER TABLE users ADD COLUMN plan text;"},
      {"src/grid.ts", "+  grid.addColumn('nick');\n   draw();"},
      {"src/table.py", "+    table.add_column('nick')\n     draw()"},
      {"prisma/schema.prisma", " }\n+model Plan {\n+  id Int @id\n+  nick String?\n+}"},
  });
}

TEST(RiskDatabase, ANewColumnIsForAReviewerToSeeCoveredOrNot) {
  const Change changes[] = {
      {"migrations/0003.sql", "+ALTER TABLE users ADD COLUMN plan text;"},
      {"migrations/0005.sql", "+ALTER TABLE users ADD COLUMN plan text NOT NULL DEFAULT 'free';"},
      {"db/changes.sql", "+alter table users\n+  add column plan text,\n+  add column nick text;"},
      {"migrations/0006.sql", "+ALTER TABLE users\n+  ADD nick varchar(20) NULL;"},
      {"app/migrations/0002_x.py",
       "     operations = [\n+        migrations.AddField(model_name='user', name='nick', "
       "field=models.CharField(null=True)),\n     ]"},
      {"alembic/versions/1.py",
       " def upgrade():\n+    op.add_column('users', sa.Column('nick', sa.String()))\n \n def downgrade():\n+    "
       "op.drop_column('users', 'nick')"},
      {"db/migrate/4_x.rb",
       "   def change\n+    add_index :users, :email\n+    add_column :users, :nick, :string\n   end"},
      {"db/migrate/5_x.rb", "   def change\n+    change_table :users do |t|\n+      t.string :nick\n+    end\n   end"},
      {"migrations/3.js",
       " exports.up = (knex) => knex.schema.alterTable('users', (table) => {\n+  table.string('nick');\n });"},
      {"migrations/4.js",
       " module.exports = {\n   async up(queryInterface) {\n+    await queryInterface.addColumn('users', 'nick', "
       "STRING);\n   }"},
      {"src/migrations/5.ts",
       "   public async up(queryRunner: QueryRunner) {\n+    await queryRunner.query('ALTER TABLE \"users\" ADD "
       "\"nick\" text');\n   }"},
      {"priv/repo/migrations/3_x.exs",
       "   def change do\n+    alter table(:users) do\n+      add :nick, :string\n+    end\n   end"},
      {"database/migrations/2_x.php",
       "     public function up() {\n+        Schema::table('users', function ($table) {\n+            "
       "$table->string('nick')->nullable();\n+        });\n     }"},
      {"Migrations/X.cs",
       "         protected override void Up(MigrationBuilder migrationBuilder)\n         {\n+            "
       "migrationBuilder.AddColumn<string>(name: \"Nick\", table: \"Users\", nullable: true);\n         }"},
      {"prisma/schema.prisma", " model User {\n   id Int @id\n+  nick String?\n }"},
  };
  for (const Change& change : changes)
    for (std::string_view log : {"all tests passed", "migration tests passed"})
      EXPECT_EQ(summary(findings(diff_of(change), log)), "should_fix risk.database") << change.path << change.body;
}

TEST(RiskDestructive, DeletesForGood) {
  expect_risky(
      Area::destructive,
      {
          {"src/cleanup.js",
           " export async function cleanup(user) {\n+  await rm(`/var/data/${user.folder}`, { recursive: true, force: "
           "true });\n }"},

          {"scripts/clean.sh", "+rm -rf \"$TARGET_PATH\"\n done"},
          {"scripts/clean.sh", "+rm -rf /srv/data\n done"},
          {"scripts/deploy.sh", "+kubectl delete namespace prod\n done"},
          {"scripts/deploy.sh", "+git push --force origin main\n done"},
          {"scripts/deploy.sh", "+terraform destroy -auto-approve\n done"},
          {"scripts/deploy.sh", "+aws s3 rm s3://data --recursive\n done"},
          {"src/a.py", "+    shutil.rmtree(user_path)\n     return 1"},
          {"src/a.go", "+\tos.RemoveAll(root)\n \treturn nil"},
          {"src/a.ts", "+  fs.rmSync(dataDir, { recursive: true, force: true });\n   x();"},
          {"src/a.ts", "+  await prisma.user.deleteMany({});\n   x();"},
          {"src/a.rs", "+    std::fs::remove_dir_all(&home)?;\n     Ok(())"},
          {"src/a.py", "+    cursor.execute('DELETE FROM users')\n     return 1"},
          {"src/a.py", "+    cursor.execute('TRUNCATE TABLE users')\n     return 1"},
          {"src/a.rb", "+    User.destroy_all\n     true"},
          {"src/a.py", "+    s3.delete_bucket(Bucket=name)\n     return 1"},
          {"infra/main.tf", "   name = \"data\"\n-  deletion_protection = true\n+  deletion_protection = false\n }"},
          {"src/purge.ts",
           " async function purgeAccounts(options) {\n-  if (!(await confirm('Delete all?'))) return;\n   await "
           "store.deleteAll();\n }"},
          {"src/wipe.py", " def wipe(store):\n-    backup(store)\n     store.drop_all()\n"},
          {"src/clean.go",
           " func Purge(opts Options) error {\n-\tif opts.DryRun {\n-\t\treturn nil\n-\t}\n \treturn deleteAll()"},
      });
}

TEST(RiskDestructive, LookAlikes) {
  expect_calm({
      {"src/Row.vue", "+  <span class=\"truncate\">{{ name }}</span>\n   x"},
      {"src/a.go", "-\tos.RemoveAll(repoutil.UserPath(name))\n+\tos.RemoveAll(repox.UserPath(name))"},
      {"Dockerfile", "+RUN rm -rf \"$pkg_dir/prebuilds\"\n RUN x"},

      {"src/a.ts", "+  cache.delete(key);\n   x();"},
      {"src/a.cc", "+  items.erase(items.begin());\n   x();"},
      {"src/a.cc", "+  delete ptr;\n   x();"},
      {"src/a.py", "+    items.remove(item)\n     return 1"},
      {"src/a.ts", "-  return truncate(label, 20);\n+  return truncate(label, 40);"},
      {"scripts/build.sh", "+rm -rf build/\n make"},
      {"scripts/build.sh", "+rm -rf \"$BUILD_DIR\" dist node_modules\n make"},
      {"scripts/run.sh", "+tmp=$(mktemp -d)\n+trap 'rm -rf \"$tmp\"' EXIT\n+rm -rf \"$tmp\"\n x"},
      {"Makefile", " clean:\n+\trm -rf build dist\n"},
      {"src/a.py", "+    shutil.rmtree(tmp_dir)\n     return 1"},
      {"src/a.go", "+\tdefer os.RemoveAll(tempDir)\n \treturn nil"},
      {"test/a.test.ts", "+  fs.rmSync(dataDir, { recursive: true });\n   x();"},
      {"src/a.ts", "+  fs.rmSync('dist', { recursive: true });\n   x();"},
      {"src/a.ts", "-  element.remove();\n+  element.classList.remove('on');"},
      {"src/a.py", "+    cursor.execute('DELETE FROM users WHERE id = %s', [user_id])\n     return 1"},
      {"src/list.ts", "+  list.clear();\n   x();"},
      {"scripts/deploy.sh", "+git push --force-with-lease origin feature\n x"},
      {"scripts/deploy.sh", "+kubectl delete pod x --dry-run=client\n x"},
      {"src/form.ts", "-  const ok = confirm('Leave page?');\n+  const ok = confirmLeave();\n   go();"},
  });
}

constexpr std::string_view k_admin =
    "diff --git a/src/admin-routes.js b/src/admin-routes.js\n--- a/src/admin-routes.js\n+++ b/src/admin-routes.js\n"
    "@@ -10,6 +10,5 @@ export function handleGetAdminStatus(request) {\n }\n \n"
    " export function handlePostAdminUpdate(request) {\n-  requireAdmin(request);\n   return { status: \"updated\" "
    "};\n }\n";

TEST(Coverage, ATestOfAnotherFunctionDoesNotCoverARemovedCheck) {
  const std::string_view log =
      "TAP version 13\nok 1 - GET admin status requires admin session\nok 2 - GET admin status succeeds for admin "
      "session\n"
      "1..2\n# tests 2\n# pass 2\n# fail 0\n";
  EXPECT_EQ(summary(findings(k_admin, log)), "must_fix risk.auth");
  EXPECT_NE(findings(k_admin, log)[0].message.find("handlePostAdminUpdate"), std::string::npos);
}

TEST(Coverage, ATestThatOnlySucceedsDoesNotCoverARemovedCheck) {
  EXPECT_EQ(
      summary(findings(
          k_admin, "TAP version 13\nok 1 - POST admin update succeeds for admin session\n1..1\n# pass 1\n# fail 0\n")),
      "must_fix risk.auth");
}

TEST(Coverage, ATestThatTheFunctionRefusesCoversIt) {
  EXPECT_EQ(
      summary(findings(k_admin, "TAP version 13\nok 1 - POST admin update rejects guests\n1..1\n# pass 1\n# fail 0\n")),
      "should_fix risk.auth");
}

TEST(Coverage, ASuiteOfTheAreaCoversIt) {
  EXPECT_EQ(summary(findings(k_admin, "authorization tests passed\n")), "should_fix risk.auth");
}

TEST(Coverage, GenericSentencesAndFailedTestsDoNot) {
  for (std::string_view log :
       {"all tests passed\n", "tests 44 pass\n", "Tests 12 passed\n0 failures\n", "pnpm test passed\n",
        "TAP version 13\nnot ok 1 - POST admin update rejects guests\n1..1\n# pass 0\n# fail 1\n", ""})
    EXPECT_EQ(summary(findings(k_admin, log)), "must_fix risk.auth") << log;
}

TEST(Coverage, ATaskThatSaysTheCheckMustStayKeepsTheBlock) {
  for (std::string_view task : {"Keep the admin update handler consistent; both must require an admin session.",
                                "Keep admin API authorization intact while refactoring handlers."})
    EXPECT_EQ(summary(findings(k_admin, "authorization tests passed\n", task)), "must_fix risk.auth") << task;
  EXPECT_EQ(summary(findings(k_admin, "authorization tests passed\n", "Refactor the admin handlers.")),
            "should_fix risk.auth");
}

TEST(Coverage, OneFindingPerAreaWithAllPlaces) {
  std::string diff;
  for (char name : {'a', 'b', 'c'})
    diff += diff_of({cat("src/", name, ".js"), cat(" function f() {\n-  requireAdmin(", name, "req);\n   x();\n }")});
  const auto found = findings(diff);
  ASSERT_EQ(summary(found), "must_fix risk.auth");
  EXPECT_EQ(found[0].spans.size(), 3u);
  EXPECT_EQ(found[0].spans[1].path, "src/b.js");
}

TEST(Coverage, APartOfTheAreaCoversThatPart) {
  const auto diff =
      diff_of({"src/payment.js",
               " function chargeCustomer(gateway, cents) {\n-  return gateway.charges.create({ amount: cents });\n"
               "+  return gateway.charges.create({ amount: cents * rate });\n }"});
  const std::string_view log =
      "PASS test/cart.test.js\nPASS test/discount.test.js\n\nTest Suites: 2 passed, 2 total\nTests:       8 passed, 8 "
      "total\n";
  EXPECT_EQ(summary(findings(diff, log)), "must_fix risk.billing");
  const std::string_view own =
      "PASS test/payment.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       8 passed, 8 total\n";
  EXPECT_EQ(summary(findings(diff, own)), "should_fix risk.billing");
}

TEST(Coverage, AFailedTestOfTheAreaUndoesIt) {
  EXPECT_EQ(summary(findings(k_admin,
                             "TAP version 13\nok 1 - POST admin update rejects guests\nnot ok 2 - admin login\n1..2\n# "
                             "pass 1\n# fail 1\n")),
            "must_fix risk.auth");
}

TEST(Coverage, APackageWhoseNamedTestsAreAboutOtherThingsDoesNot) {
  const auto diff = diff_of({"pages.go",
                             " func Routes(mux *http.ServeMux) {\n-\tmux.Handle(\"/admin/purge\", "
                             "RequireAdmin(purge))\n+\tmux.HandleFunc(\"/admin/purge\", purge)\n }"});
  EXPECT_EQ(summary(findings(diff,
                             "=== RUN   TestAboutIsPublic\n--- PASS: TestAboutIsPublic (0.00s)\nPASS\nok  "
                             "\texample.org/shop/guard\t0.013s\n")),
            "must_fix risk.auth");
}

TEST(Coverage, AnotherAreasTestsDoNotCover) {
  const auto diff = diff_of({"src/invoice.ts", "-  const tax = subtotal * 0.19;\n+  const tax = subtotal * 0.16;"});
  EXPECT_EQ(summary(findings(diff, "authorization tests passed\n")), "must_fix risk.billing");
  EXPECT_EQ(summary(findings(diff, "invoice tests passed\n")), "should_fix risk.billing");
}

TEST(RiskRules, AnExpressionMovedIntoItsOwnFunctionIsNoChange) {
  const std::string diff =
      diff_of({"billing/rounding.py",
               "+def to_cents(amount):\n+    return amount.quantize(Decimal(\"0.01\"), rounding=ROUND_HALF_UP)"}) +
      diff_of({"billing/tax.py",
               " def tax(net, rate):\n-    return (net * rate).quantize(Decimal(\"0.01\"), rounding=ROUND_HALF_UP)\n"
               "+    return to_cents(net * rate)"});
  EXPECT_EQ(summary(findings(diff)), "");
}

TEST(RiskRules, ACheckThatGoesWithItsFunctionIsNoneAndOneLostOnTheWayIs) {
  const std::string gone =
      diff_of({"src/a.ts", " x();\n-function wipe(req) {\n-  requireAdmin(req);\n-  clear();\n-}"});
  EXPECT_EQ(summary(findings(gone)), "");
  EXPECT_EQ(summary(findings(gone + diff_of({"src/b.ts", "+function wipe(req) {\n+  clear();\n+}"}))),
            "must_fix risk.auth");
}

TEST(RiskRules, ManyLinesTakeTimeInProportion) {
  std::string body = " function f() {";
  for (int i = 0; i < 20000; ++i) body += cat("\n-  requireAdmin(a", i, ");\n+  rm(dir", i, ", { recursive: true });");
  const auto found = findings(diff_of({"src/a.js", body}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].spans.size(), 20u);
  EXPECT_EQ(found[1].spans.size() + found[1].more, 20000u);
}

TEST(RiskRules, WhatIsDeclaredAsksNothing) {
  for (const std::string_view line : {"final bool isAuthenticated;", "bool? isAdmin,", "required this.isAuthenticated,",
                                      "bool get isAdmin => level > 3;"})
    EXPECT_EQ(summary(findings(diff_of({"lib/a.dart", cat(" class A {\n-  ", line, "\n   x();")}))), "") << line;
  EXPECT_EQ(summary(findings(diff_of({"A.java", " class A {\n-  private boolean authenticated;\n   int x;"}))), "");
  EXPECT_NE(summary(findings(diff_of({"lib/a.dart", " f() {\n-  if (!isAuthenticated) return;\n   x();"}))), "");
}

TEST(RiskRules, WordsThatMeanSomethingElse) {
  const std::string_view hash = " class NetworkConfig {\n-  int get hashCode => Object.hash(\n-    password,\n   x();";
  EXPECT_EQ(summary(findings(diff_of({"lib/config.dart", hash}))), "");
  EXPECT_EQ(
      summary(findings(diff_of({"gen.sh", " cd api\n-patch --no-backup-if-mismatch -u a <a.patch\n rm -rf out"}))), "");
  const std::string_view shown = " build() {\n-  if (isOwner && album.isShared) return Icon();\n   x();";
  EXPECT_EQ(summary(findings(diff_of({"lib/presentation/album_tile.widget.dart", shown}))), "");
  EXPECT_NE(summary(findings(diff_of({"lib/services/album.dart", shown}))), "");
}

TEST(RiskRules, AMoveBetweenFilesIsNoChange) {
  const std::string diff = diff_of({"src/a.ts", " function f() {\n-  requireAdmin(req);\n   x();"}) +
                           diff_of({"src/b.ts", " function f() {\n+    requireAdmin(req);\n   x();"});
  EXPECT_EQ(summary(findings(diff)), "");
}

TEST(CodeNames, DefinedNames) {
  EXPECT_EQ(defined_name("export async function handlePost(req) {"), "handlePost");
  EXPECT_EQ(defined_name("    def downgrade():"), "downgrade");
  EXPECT_EQ(defined_name("func (s *Server) Update(w http.ResponseWriter) {"), "Update");
  EXPECT_EQ(defined_name("pub fn wipe(user: &User) -> Result<()> {"), "wipe");
  EXPECT_EQ(defined_name("  public void wipe(User user) {"), "wipe");
  EXPECT_EQ(defined_name("export const load = async (id) => {"), "load");
  EXPECT_EQ(defined_name("  async down(queryRunner) {"), "down");
  EXPECT_EQ(defined_name("  if (isAdmin(user)) {"), "");
  EXPECT_EQ(defined_name("  return compute(x)"), "");
  EXPECT_EQ(defined_name("  foo.bar(x) {"), "");
}

}  // namespace
}  // namespace assay::judge
