import test from 'ava';
import { Queue } from '../src/queue.js';

test('runs every job', async (t) => {
  const seen = [];
  const queue = new Queue().push(async () => seen.push(1)).push(async () => seen.push(2));
  t.is(await queue.drain(), 2);
  t.deepEqual(seen, [1, 2]);
});

test('retries a failing job', async (t) => {
  let calls = 0;
  const queue = new Queue().push(async () => {
    calls += 1;
    if (calls < 3) throw new Error('connection refused');
  });
  t.is(await queue.drain(), 1);
  t.is(calls, 3);
});

test('keeps dead jobs', async (t) => {
  const queue = new Queue({ attempts: 2 }).push(async () => {
    throw new Error('always fails');
  });
  t.is(await queue.drain(), 0);
  t.is(queue.dead.length, 1);
});
