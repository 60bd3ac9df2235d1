const { test } = require('node:test');
const assert = require('node:assert/strict');
const { menu } = require('./menu');

test('renders one entry per item', () => assert.match(menu(['a', 'b']), /<li role="menuitem">b<\/li>/));
