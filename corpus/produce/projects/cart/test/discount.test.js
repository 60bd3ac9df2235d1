const { discountFor } = require('../src/discount');

describe('discountFor', () => {
  test('rounds a percentage to cents', () => {
    expect(discountFor('SPRING10', 1995)).toBe(200);
  });

  test('never takes off more than the goods cost', () => {
    expect(discountFor('WELCOME5', 300)).toBe(300);
  });

  test('gives nothing for an unknown code', () => {
    expect(discountFor('NOPE', 1000)).toBe(0);
  });
});
