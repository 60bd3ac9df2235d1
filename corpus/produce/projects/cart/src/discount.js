const coupons = new Map([
  ['SPRING10', { percent: 10 }],
  ['WELCOME5', { cents: 500 }],
]);

function discountFor(code, goods) {
  const coupon = coupons.get(code);
  if (!coupon) {
    return 0;
  }
  if (coupon.percent) {
    return Math.round((goods * coupon.percent) / 100);
  }
  return Math.min(coupon.cents, goods);
}

module.exports = { discountFor };
