// Loaded into every node process of a run (NODE_OPTIONS=--require). Most of them are no test runners: then nothing
// happens. In a runner it loads the hook for that runner. Whatever goes wrong here stays here.
'use strict';
try {
  const hook = hook_of_this_process();
  if (hook) require('./' + hook);
} catch {
  // The run goes on without a report.
}

function hook_of_this_process() {
  // Workers, and the processes that run the files of `node --test`, report to the process that started them.
  if (!process.env.ASSAY_REPORT || process.env.NODE_TEST_CONTEXT) return '';
  if (process.execArgv.includes('--test')) return require('node:worker_threads').isMainThread ? 'node_test.cjs' : '';
  const script = process.argv[1];
  if (!script) return '';
  const hook = hook_of(script.replaceAll('\\', '/'));
  return hook && require('node:worker_threads').isMainThread ? hook : '';
}

function hook_of(path) {
  if (/\/(npm|npx|yarn|pnpm|pnpx|corepack|cross-env|cross-env-shell)(-cli)?(-[0-9][^/]*)?(\.[cm]?js)?$/.test(path)) return 'pass_on.cjs';
  if (path.includes('/node_modules/.bin/')) path = require('node:fs').realpathSync(path).replaceAll('\\', '/');
  if (!path.includes('/node_modules/')) {
    // A file of tests that is run without --test.
    return /(^|[/._-])(tests?|specs?|__tests__)([/._-]|$)/.test(path) ? 'node_test.cjs' : '';
  }
  if (/\/(jest|jest-cli)\/bin\/jest\.js$/.test(path)) return 'jest.cjs';
  if (/\/(react-scripts|react-app-rewired|@craco\/craco(\/dist)?)\/scripts\/test\.js$/.test(path)) return 'jest.cjs';
  if (/\/vitest\/(vitest\.mjs|dist\/cli(-wrapper)?\.js)$/.test(path)) return 'vitest.cjs';
  if (/\/mocha\/(bin\/_?mocha(\.js)?|lib\/cli\/cli\.js)$/.test(path)) return 'mocha.cjs';
  if (/\/ava\/(entrypoints\/cli\.mjs|cli\.js)$/.test(path)) return 'ava.cjs';
  if (/\/(@playwright\/test|playwright|playwright-core)\/cli\.js$/.test(path)) {
    return process.argv[2] === 'test' ? 'playwright.cjs' : '';
  }
  return '';
}
