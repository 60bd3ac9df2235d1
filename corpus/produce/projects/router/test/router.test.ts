import { describe, expect, it } from 'vitest';
import { Router } from '../src/router.js';

const router = new Router()
  .add('GET', '/books/:id', ({ id }) => `book ${id}`)
  .add('DELETE', '/books/:id', ({ id }) => `gone ${id}`);

describe('Router', () => {
  it('calls the handler with the parameters', () => {
    expect(router.handle('GET', '/books/7')).toEqual({ status: 200, body: 'book 7' });
  });

  it('answers 404 for an unknown path', () => {
    expect(router.handle('GET', '/films/7').status).toBe(404);
  });

  it('answers 405 for a known path and another method', () => {
    expect(router.handle('PUT', '/books/7').status).toBe(405);
  });
});
