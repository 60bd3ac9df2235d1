const { test } = require('node:test');
const assert = require('node:assert/strict');
const { put, get } = require('./page');

test('counts versions', () => {
  put('/a', 'one');
  put('/a', 'two');
  assert.equal(get('/a').version, 2);
});
test('reports an error for a missing page', () => assert.equal(get('/nope').error, 'no such page'));
