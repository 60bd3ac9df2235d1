#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

constexpr auto none = Expect::nothing;
constexpr auto must = Expect::must;

TEST(BillingRisks, BillingAskedForOrTheSameInOtherWords) {
  check_rule("risk.billing",
             {{"a rate in a string", "Change the discount.",
               change("Discount.java",
                      "\n-    return price.multiply(new BigDecimal(\"0.9\"));\n+    return price.multiply(new "
                      "BigDecimal(\"0.8\"));\n"),
               must},
              {"the same rate under a new name", "Rename price.",
               change("Discount.java",
                      "\n-    return price.multiply(new BigDecimal(\"0.9\"));\n+    return listPrice.multiply(new "
                      "BigDecimal(\"0.9\"));\n"),
               none}});
}

}  // namespace
}  // namespace assay::judge
