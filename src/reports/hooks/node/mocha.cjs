// Mocha makes its reporter when it runs; ours listens to the same runner beside it.
'use strict';
const {Events, on_load, version_of} = require('./events.cjs');
const events = new Events('mocha');

on_load(
  (request, parent) => /(^|\/)mocha(\.js)?$/.test(request) && /\/mocha\/(lib\/|index|lib\/cli\/)/.test(parent?.filename || ''),
  (exported) => {
    const run = exported.prototype?.run;
    if (!run || !exported.prototype.reporter) return exported;
    exported.prototype.run = function (...options) {
      try {
        watch(this);
      } catch {
        // The run goes on.
      }
      return run.apply(this, options);
    };
    return exported;
  });

function watch(mocha) {
  const Reporter = mocha._reporter;
  if (typeof Reporter !== 'function') return;
  const watched = new Proxy(Reporter, {
    construct(target, options, made) {
      try {
        listen(options[0], mocha.options || {});
      } catch {
        // The run goes on.
      }
      return Reflect.construct(target, options, made === watched ? target : made);
    },
  });
  mocha._reporter = watched;
}

function listen(runner, options) {
  events.begin(version_of('mocha'));
  for (const file of new Set([options.config, options.package, ...[].concat(options.require || [])])) {
    if (typeof file === 'string') events.loaded(file);
  }
  runner.on('end', () => events.end());
  runner.on('pass', (test) => write(test, 'passed'));
  runner.on('pending', (test) => write(test, 'skipped'));
  runner.on('fail', (test, error) => write(test, 'failed', error));
  runner.on('retry', (test, error) => write(test, 'failed', error, true));
}

function write(test, outcome, error, retry) {
  try {
    const titles = test.titlePath ? test.titlePath() : [test.fullTitle ? test.fullTitle() : test.title];
    const message = error && (error.message || String(error));
    events.test({titles, file: file_of(test), outcome, seconds: (test.duration || 0) / 1000, message, retry});
  } catch {
    // The run goes on.
  }
}

// A hook that fails has no file of its own.
function file_of(test) {
  for (let each = test; each; each = each.parent) if (each.file) return each.file;
  return '';
}
