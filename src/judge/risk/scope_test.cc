#include <gtest/gtest.h>

#include "judge/rule_cases.h"

namespace assay::judge {
namespace {

using namespace expectations;

TEST(Scopes, Scopes) {
  constexpr auto k_task = "Speed up the endpoint.";
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

}  // namespace
}  // namespace assay::judge
