const { discountFor } = require('./discount');
const { shippingFor } = require('./shipping');

function subtotal(lines) {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
}

function total(cart) {
  const goods = subtotal(cart.lines);
  const reduced = goods - discountFor(cart.coupon, goods);
  return reduced + shippingFor(cart.country, reduced);
}

function addLine(cart, line) {
  if (line.quantity <= 0) {
    throw new RangeError('quantity must be positive');
  }
  return { ...cart, lines: [...cart.lines, line] };
}

module.exports = { subtotal, total, addLine };
