const t = require('tap');
const { retry } = require('../retry.js');

t.test('gives the first good answer', async (t) => {
  t.equal(await retry(async (n) => { if (n < 2) throw new Error('not yet'); return n; }), 2);
});

t.test('fails with the last error', async (t) => {
  await t.rejects(retry(async (n) => { throw new Error(`failure ${n}`); }), /failure 2/);
});
