import { compile, match, type Pattern } from './pattern.js';

export type Handler = (params: Record<string, string>) => string;

interface Route {
  readonly method: string;
  readonly pattern: Pattern;
  readonly handler: Handler;
}

export class Router {
  private readonly routes: Route[] = [];

  add(method: string, path: string, handler: Handler): this {
    this.routes.push({ method, pattern: compile(path), handler });
    return this;
  }

  handle(method: string, path: string): { status: number; body: string } {
    let seen = false;
    for (const route of this.routes) {
      const params = match(route.pattern, path);
      if (!params) {
        continue;
      }
      seen = true;
      if (route.method === method) {
        return { status: 200, body: route.handler(params) };
      }
    }
    return seen ? { status: 405, body: 'method not allowed' } : { status: 404, body: 'not found' };
  }
}
