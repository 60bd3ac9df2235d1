import { expect, it } from 'vitest';
import { tokenize } from '../src/lexer.js';

it('knows the level of a heading', () => {
  expect(tokenize('### x')[0]).toEqual({ kind: 'heading', text: 'x', level: 3 });
});

it('takes an error message for plain text', () => {
  expect(tokenize('Error: build failed')[0].kind).toBe('text');
});
