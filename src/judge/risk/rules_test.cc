#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/risk/risk_cases.h"

namespace assay::judge {
namespace {

TEST(RiskRules, AnExpressionMovedIntoItsOwnFunctionIsNoChange) {
  const std::string diff =
      diff_of({"billing/rounding.py",
               "+def to_cents(amount):\n+    return amount.quantize(Decimal(\"0.01\"), rounding=ROUND_HALF_UP)"}) +
      diff_of({"billing/tax.py",
               " def tax(net, rate):\n-    return (net * rate).quantize(Decimal(\"0.01\"), rounding=ROUND_HALF_UP)\n"
               "+    return to_cents(net * rate)"});
  EXPECT_EQ(summary(risk_findings(diff)), "");
}

TEST(RiskRules, ACheckThatGoesWithItsFunctionIsNoneAndOneLostOnTheWayIs) {
  const std::string gone =
      diff_of({"src/a.ts", " x();\n-function wipe(req) {\n-  requireAdmin(req);\n-  clear();\n-}"});
  EXPECT_EQ(summary(risk_findings(gone)), "");
  EXPECT_EQ(summary(risk_findings(gone + diff_of({"src/b.ts", "+function wipe(req) {\n+  clear();\n+}"}))),
            "must_fix risk.auth");
}

TEST(RiskRules, ManyLinesTakeTimeInProportion) {
  std::string body = " function f() {";
  for (int i = 0; i < 20000; ++i) body += cat("\n-  requireAdmin(a", i, ");\n+  rm(dir", i, ", { recursive: true });");
  const auto found = risk_findings(diff_of({"src/a.js", body}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].spans.size(), 20u);
  EXPECT_EQ(found[1].spans.size() + found[1].more, 20000u);
}

TEST(RiskRules, WhatIsDeclaredAsksNothing) {
  for (const std::string_view line : {"final bool isAuthenticated;", "bool? isAdmin,", "required this.isAuthenticated,",
                                      "bool get isAdmin => level > 3;"})
    EXPECT_EQ(summary(risk_findings(diff_of({"lib/a.dart", cat(" class A {\n-  ", line, "\n   x();")}))), "") << line;
  EXPECT_EQ(summary(risk_findings(diff_of({"A.java", " class A {\n-  private boolean authenticated;\n   int x;"}))),
            "");
  EXPECT_NE(summary(risk_findings(diff_of({"lib/a.dart", " f() {\n-  if (!isAuthenticated) return;\n   x();"}))), "");
}

TEST(RiskRules, WordsThatMeanSomethingElse) {
  const std::string_view hash = " class NetworkConfig {\n-  int get hashCode => Object.hash(\n-    password,\n   x();";
  EXPECT_EQ(summary(risk_findings(diff_of({"lib/config.dart", hash}))), "");
  EXPECT_EQ(
      summary(risk_findings(diff_of({"gen.sh", " cd api\n-patch --no-backup-if-mismatch -u a <a.patch\n rm -rf out"}))),
      "");
  const std::string_view shown = " build() {\n-  if (isOwner && album.isShared) return Icon();\n   x();";
  EXPECT_EQ(summary(risk_findings(diff_of({"lib/presentation/album_tile.widget.dart", shown}))), "");
  EXPECT_NE(summary(risk_findings(diff_of({"lib/services/album.dart", shown}))), "");
}

TEST(RiskRules, AMoveBetweenFilesIsNoChange) {
  const std::string diff = diff_of({"src/a.ts", " function f() {\n-  requireAdmin(req);\n   x();"}) +
                           diff_of({"src/b.ts", " function f() {\n+    requireAdmin(req);\n   x();"});
  EXPECT_EQ(summary(risk_findings(diff)), "");
}

}  // namespace
}  // namespace assay::judge
