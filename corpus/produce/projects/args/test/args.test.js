import { test } from 'node:test';
import assert from 'node:assert/strict';
import { parse, UsageError } from '../src/args.js';

const options = { port: { type: 'number' }, name: { type: 'string' }, verbose: { type: 'boolean' } };

test('parses values after a space and after =', () => {
  assert.deepEqual(parse(['--port', '80', '--name=web'], options).values, { port: 80, name: 'web' });
});

test('keeps what follows -- as it is', () => {
  assert.deepEqual(parse(['--verbose', '--', '--port'], options), { values: { verbose: true }, rest: ['--port'] });
});

test('throws a UsageError for an unknown option', () => {
  assert.throws(() => parse(['--nope'], options), UsageError);
});

test('throws a UsageError when a value is missing', () => {
  assert.throws(() => parse(['--port'], options), /needs a value/);
});
