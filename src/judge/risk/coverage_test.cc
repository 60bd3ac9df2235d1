#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/risk/risk_cases.h"

namespace assay::judge {
namespace {

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
  EXPECT_EQ(summary(risk_findings(k_admin, log)), "must_fix risk.auth");
  EXPECT_NE(risk_findings(k_admin, log)[0].message.find("handlePostAdminUpdate"), std::string::npos);
}

TEST(Coverage, ATestThatOnlySucceedsDoesNotCoverARemovedCheck) {
  EXPECT_EQ(
      summary(risk_findings(
          k_admin, "TAP version 13\nok 1 - POST admin update succeeds for admin session\n1..1\n# pass 1\n# fail 0\n")),
      "must_fix risk.auth");
}

TEST(Coverage, ATestThatTheFunctionRefusesCoversIt) {
  EXPECT_EQ(summary(risk_findings(
                k_admin, "TAP version 13\nok 1 - POST admin update rejects guests\n1..1\n# pass 1\n# fail 0\n")),
            "should_fix risk.auth");
}

TEST(Coverage, ASuiteOfTheAreaCoversIt) {
  EXPECT_EQ(summary(risk_findings(k_admin, "authorization tests passed\n")), "should_fix risk.auth");
}

TEST(Coverage, GenericSentencesAndFailedTestsDoNot) {
  for (std::string_view log :
       {"all tests passed\n", "tests 44 pass\n", "Tests 12 passed\n0 failures\n", "pnpm test passed\n",
        "TAP version 13\nnot ok 1 - POST admin update rejects guests\n1..1\n# pass 0\n# fail 1\n", ""})
    EXPECT_EQ(summary(risk_findings(k_admin, log)), "must_fix risk.auth") << log;
}

TEST(Coverage, ATaskThatSaysTheCheckMustStayKeepsTheBlock) {
  for (std::string_view task : {"Keep the admin update handler consistent; both must require an admin session.",
                                "Keep admin API authorization intact while refactoring handlers."})
    EXPECT_EQ(summary(risk_findings(k_admin, "authorization tests passed\n", task)), "must_fix risk.auth") << task;
  EXPECT_EQ(summary(risk_findings(k_admin, "authorization tests passed\n", "Refactor the admin handlers.")),
            "should_fix risk.auth");
}

TEST(Coverage, OneFindingPerAreaWithAllPlaces) {
  std::string diff;
  for (char name : {'a', 'b', 'c'})
    diff += diff_of({cat("src/", name, ".js"), cat(" function f() {\n-  requireAdmin(", name, "req);\n   x();\n }")});
  const auto found = risk_findings(diff);
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
  EXPECT_EQ(summary(risk_findings(diff, log)), "must_fix risk.billing");
  const std::string_view own =
      "PASS test/payment.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       8 passed, 8 total\n";
  EXPECT_EQ(summary(risk_findings(diff, own)), "should_fix risk.billing");
}

TEST(Coverage, AFailedTestOfTheAreaUndoesIt) {
  EXPECT_EQ(
      summary(risk_findings(k_admin,
                            "TAP version 13\nok 1 - POST admin update rejects guests\nnot ok 2 - admin login\n1..2\n# "
                            "pass 1\n# fail 1\n")),
      "must_fix risk.auth");
}

TEST(Coverage, APackageWhoseNamedTestsAreAboutOtherThingsDoesNot) {
  const auto diff = diff_of({"pages.go",
                             " func Routes(mux *http.ServeMux) {\n-\tmux.Handle(\"/admin/purge\", "
                             "RequireAdmin(purge))\n+\tmux.HandleFunc(\"/admin/purge\", purge)\n }"});
  EXPECT_EQ(summary(risk_findings(diff,
                                  "=== RUN   TestAboutIsPublic\n--- PASS: TestAboutIsPublic (0.00s)\nPASS\nok  "
                                  "\texample.org/shop/guard\t0.013s\n")),
            "must_fix risk.auth");
}

TEST(Coverage, AnotherAreasTestsDoNotCover) {
  const auto diff = diff_of({"src/invoice.ts", "-  const tax = subtotal * 0.19;\n+  const tax = subtotal * 0.16;"});
  EXPECT_EQ(summary(risk_findings(diff, "authorization tests passed\n")), "must_fix risk.billing");
  EXPECT_EQ(summary(risk_findings(diff, "invoice tests passed\n")), "should_fix risk.billing");
}

}  // namespace
}  // namespace assay::judge
