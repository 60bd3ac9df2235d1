#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/risk/risk_cases.h"
#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

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

TEST(RiskBilling, BillingAskedForOrTheSameInOtherWords) {
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

TEST(RiskBilling, QuantitiesThatAreNoMoney) {
  const std::string_view cut =
      "-    return (wanted + surcharge) * pieces\n+    return (wanted + surcharge) * pieces + surcharge";
  const auto with = [&](std::string_view path, std::string_view above) {
    return diff_of({path, cat(" ", above, "\n def needed(wanted, pieces):\n", cut)});
  };
  // Units beside it, in names, comments and texts.
  for (const std::string_view above : {"surcharge = 3  # mm lost by the saw", "BLADE_MM = 3", "# kcal for a cold day",
                                       "SURCHARGE_GRAMS = 20", "# extra metres at each bend"})
    EXPECT_EQ(summary(risk_findings(with("src/saw.py", above))), "") << above;
  EXPECT_EQ(summary(risk_findings(diff_of({"src/agent.go",
                                           " // reward of the next steps\n-\tsum = r + discount * sum\n+\tsum = r + "
                                           "discount * sum * rest"}))),
            "");
  // The task says the unit, or a test of that function passed.
  const std::string_view plain = "import bars";
  EXPECT_EQ(summary(risk_findings(with("src/saw.py", plain), "", "Add the saw's 3 mm to every bar.")), "");
  EXPECT_EQ(summary(risk_findings(with("src/saw.py", plain),
                                  "$ pytest -v\ntests/test_saw.py::test_needed_with_two_cuts PASSED [100%]\n===== 1 "
                                  "passed in 0.01s =====\n")),
            "");
  EXPECT_EQ(summary(risk_findings(with("src/saw.py", plain))), "should_fix risk.billing");
  // Money beside it is money, whatever it is measured by.
  for (const std::string_view above : {"price = 3  # per mm", "# cents for each gram", "invoice = None"})
    EXPECT_EQ(summary(risk_findings(with("src/saw.py", above))), "must_fix risk.billing") << above;
  EXPECT_EQ(summary(risk_findings(with("src/checkout/saw.py", plain))), "must_fix risk.billing");
}

}  // namespace
}  // namespace assay::judge
