import { test } from 'node:test';
import assert from 'node:assert/strict';
import { main } from '../src/main.js';

test('returns exit code 2 and prints the error for wrong usage', () => {
  const lines = [];
  assert.equal(main(['--prot', '80'], (line) => lines.push(line)), 2);
  assert.deepEqual(lines, ['unknown option --prot']);
});

test('prints help', () => {
  const lines = [];
  assert.equal(main(['--help'], (line) => lines.push(line)), 0);
  assert.match(lines[0], /usage: serve/);
});
