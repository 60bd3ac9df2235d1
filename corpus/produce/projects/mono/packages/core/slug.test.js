const { test } = require('node:test');
const assert = require('node:assert/strict');
const { slug } = require('./slug');

test('joins words with dashes', () => assert.equal(slug('Hello World'), 'hello-world'));
test('drops punctuation at the ends', () => assert.equal(slug('What?!'), 'what'));
