const { expect } = require('chai');
const { importRows } = require('../lib/importer');

describe('importRows', () => {
  it('returns 2 errors for two broken rows', () => {
    const rows = [{ text: 'a', cents: 'x' }, { text: 'b', cents: '10' }, { text: 'c', cents: '1.5' }];
    expect(importRows({ number: '1', customer: 'ACME', items: rows }).errors).to.have.length(2);
  });

  it('fails softly: good rows are kept beside failed ones', () => {
    const rows = [{ text: 'a', cents: 'x' }, { text: 'b', cents: '10' }];
    expect(importRows({ number: '1', customer: 'ACME', items: rows }).invoice.net()).to.equal(10);
  });
});
