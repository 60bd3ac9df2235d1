const { expect } = require('chai');
const { formatCents } = require('../lib/format');

describe('formatCents', () => {
  it('pads the cents', () => {
    expect(formatCents(5)).to.equal('0.05 EUR');
  });

  it('keeps the sign of a credit', () => {
    expect(formatCents(-1234)).to.equal('-12.34 EUR');
  });
});
