import {createRequire} from 'node:module';

const with_reporter = createRequire(import.meta.url)('./vitest_source.cjs');

export async function load(url, context, next) {
  const loaded = await next(url, context);
  try {
    const source = with_reporter(url, loaded.source);
    return source ? {...loaded, source} : loaded;
  } catch {
    return loaded;
  }
}
