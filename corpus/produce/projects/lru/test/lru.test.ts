import { describe, expect, test } from 'bun:test';
import { Lru } from '../src/lru';

describe('Lru', () => {
  test('forgets the oldest entry', () => {
    const cache = new Lru<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('c', 3);
    expect(cache.get('a')).toBeUndefined();
  });

  test('a read makes an entry young again', () => {
    const cache = new Lru<string, number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect(cache.get('a')).toBe(1);
  });
});
