import test from 'ava';
import { delayFor } from '../src/backoff.js';

test('doubles and stops at the maximum', (t) => {
  t.is(delayFor(1), 100);
  t.is(delayFor(3), 400);
  t.is(delayFor(10), 2000);
});
