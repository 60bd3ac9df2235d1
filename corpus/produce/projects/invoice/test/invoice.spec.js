const { expect } = require('chai');
const { Invoice } = require('../lib/invoice');

describe('Invoice', () => {
  it('adds tax per item', () => {
    const invoice = new Invoice('2026-1', 'ACME').add('Desk', 10000).add('Book', 2000, 0.07);
    expect(invoice.tax()).to.equal(2040);
  });

  it('sums to the gross amount', () => {
    expect(new Invoice('2026-2', 'ACME').add('Desk', 10000).gross()).to.equal(11900);
  });

  it('prints a text version', () => {
    const text = new Invoice('2026-3', 'ACME').add('Desk', 10000).toText();
    expect(text).to.contain('Total: 119.00 EUR');
  });
});
