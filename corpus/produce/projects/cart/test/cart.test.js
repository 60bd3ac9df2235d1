const { subtotal, total, addLine } = require('../src/cart');

const book = { sku: 'book', price: 1500, quantity: 2 };

describe('cart', () => {
  test('adds up the lines', () => {
    expect(subtotal([book, { sku: 'pen', price: 250, quantity: 4 }])).toBe(4000);
  });

  test('adds shipping below the limit', () => {
    expect(total({ lines: [book], country: 'DE' })).toBe(3490);
  });

  test('ships free above the limit', () => {
    expect(total({ lines: [book, book], country: 'DE' })).toBe(6000);
  });

  test('takes the coupon off before shipping', () => {
    expect(total({ lines: [book], country: 'DE', coupon: 'SPRING10' })).toBe(3190);
  });

  test('refuses a quantity of zero', () => {
    expect(() => addLine({ lines: [] }, { ...book, quantity: 0 })).toThrow(RangeError);
  });
});
