import { describe, expect, it } from 'vitest';
import { compile, match } from '../src/pattern.js';

describe('match', () => {
  it('matches literal parts', () => {
    expect(match(compile('/books'), '/books')).toEqual({});
  });

  it('captures named parts', () => {
    expect(match(compile('/books/:id'), '/books/42')).toEqual({ id: '42' });
  });

  it('decodes captured parts', () => {
    expect(match(compile('/tags/:name'), '/tags/new%20arrivals')).toEqual({ name: 'new arrivals' });
  });

  it('is undefined when the lengths differ', () => {
    expect(match(compile('/books/:id'), '/books')).toBeUndefined();
  });
});
