#include <gtest/gtest.h>

#include "judge/risk/risk_cases.h"

namespace assay::judge {
namespace {

constexpr std::string_view k_covered = "authorization tests passed\n";

void expect_blocked(std::initializer_list<FileChange> changes) {
  for (const FileChange& c : changes)
    EXPECT_EQ(summary(risk_findings(diff_of(c), k_covered, "Tidy up.")), "must_fix risk.auth") << c.path << "\n"
                                                                                               << c.body;
}
void expect_silent(std::initializer_list<FileChange> changes) {
  for (const FileChange& c : changes)
    EXPECT_EQ(summary(risk_findings(diff_of(c), k_covered, "Tidy up.")), "") << c.path << "\n" << c.body;
}

TEST(LoosenedGuards, AskOnlyWhenSomethingWasSent) {
  expect_blocked({
      {"shop/hooks.py",
       " def receive(body, signature):\n-    if signature != expected(body):\n+    if signature and signature != "
       "expected(body):\n         raise Forbidden()\n     store(body)"},
      {"src/hooks.ts",
       " function receive(req) {\n-  if (!verify(req.signature)) throw new Error('bad');\n+  if (req.signature !== "
       "undefined && !verify(req.signature)) throw new Error('bad');\n   store(req);"},
      {"src/main/java/Hooks.java",
       "   void receive(String token) {\n-    if (token.isBlank() || !tokens.matches(token)) {\n+    if "
       "(!token.isBlank() "
       "&& !tokens.matches(token)) {\n       throw new SecurityException(\"no\");\n     }"},
      {"hooks/receive.go",
       " func Receive(token string) error {\n-\tif !Matches(token) {\n+\tif token != \"\" && !Matches(token) {\n "
       "\t\treturn "
       "ErrForbidden\n \t}"},
      {"src/main/java/Filter.java",
       "   void doFilter(Request request, Response response, Chain chain) {\n     String token = request.header();\n+  "
       "  "
       "if (token == null) {\n+      chain.doFilter(request, response);\n+      return;\n+    }\n     if "
       "(!tokens.matches(token)) {\n       response.sendError(403);\n       return;\n     }"},
      {"shop/hooks.py",
       " def receive(body, signature):\n-    if not valid(signature, body):\n-        raise Forbidden()\n+    if "
       "signature:\n+        if not valid(signature, body):\n+            raise Forbidden()\n     store(body)"},
  });
  expect_silent({
      {"shop/orders.py",
       " def place(order):\n-    if order.count > limit:\n+    if order and order.count > limit:\n         raise "
       "TooMany()\n     store(order)"},
      {"src/cart.ts",
       " function place(cart) {\n-  if (cart.sum > max) throw new Error('too much');\n+  if (cart.sum != null && "
       "cart.sum "
       "> max) throw new Error('too much');\n   store(cart);"},
  });
}

TEST(LoosenedGuards, ListsThatPermitWhenTheyAreEmpty) {
  expect_blocked({
      {"src/access.rs",
       " fn is_allowed(&self, origin: &str) -> bool {\n-    self.allowed.contains(origin)\n+    "
       "self.allowed.is_empty() || "
       "self.allowed.contains(origin)\n }"},
      {"src/Access.kt",
       " fun isAllowed(host: String): Boolean {\n-    return allowed.contains(host)\n+    return allowed.isEmpty() || "
       "allowed.contains(host)\n }"},
      {"lib/access.rb",
       "   def allowed?(role)\n-    allowed_roles.include?(role)\n+    allowed_roles.empty? || "
       "allowed_roles.include?(role)\n   end"},
  });
  expect_silent({
      {"src/search.rs",
       " fn shown(&self, item: &Item) -> bool {\n-    self.filters.contains(item)\n+    self.filters.is_empty() || "
       "self.filters.contains(item)\n }"},
  });
}

TEST(LoosenedGuards, TurnedRound) {
  expect_blocked({
      {"src/store.cc",
       " void Store::write(const Caller& caller) {\n-  if (!acl.permits(caller)) throw Denied();\n+  if "
       "(acl.permits(caller)) throw Denied();\n   put();"},
      {"src/Store.cs",
       " void Write(Caller caller) {\n-  if (!access.Permits(caller)) throw new Denied();\n+  if "
       "(access.Permits(client)) "
       "throw new Denied();\n   Put();"},
      {"lib/store.rb",
       "   def write(caller)\n-    raise Denied unless acl.permits?(caller)\n+    raise Denied if "
       "acl.permits?(caller)\n    "
       " put\n   end"},
  });
  expect_silent({
      {"src/store.cc",
       " void Store::grow(size_t size) {\n-  if (!fits(size)) throw TooLarge();\n+  if (too_large(size)) throw "
       "TooLarge();\n   put();"},
  });
}

}  // namespace
}  // namespace assay::judge
