// Mocha makes its reporter when it runs; ours listens to the same runner beside it. Files that are not selected are taken
// from its list before they are loaded, tests from their suites before they run.
'use strict';
const {Events, on_load, version_of, place, kind_of} = require('./events.cjs');
const {selection} = require('./selection.cjs');
const events = new Events('mocha');

on_load(
  (request, parent) => /(^|\/)mocha(\.js)?$/.test(request) && /\/mocha\/(lib\/|index|lib\/cli\/)/.test(parent?.filename || ''),
  (exported) => {
    const run = exported.prototype?.run;
    if (!run || !exported.prototype.reporter) return exported;
    if (selection) narrow_files(exported.prototype);
    exported.prototype.run = function (...options) {
      try {
        keep_selected_files(this);
        watch(this);
      } catch {
        // The run goes on.
      }
      return run.apply(this, options);
    };
    return exported;
  });

function narrow_files(prototype) {
  for (const name of ['loadFiles', 'loadFilesAsync']) {
    const load = prototype[name];
    if (!load) continue;
    prototype[name] = function (...options) {
      keep_selected_files(this);
      return load.apply(this, options);
    };
  }
}

// Those of --file prepare the tests.
function keep_selected_files(mocha) {
  if (!selection) return;
  const prepare = new Set([].concat(mocha.options?.file || []).map((file) => place(file)));
  mocha.files = mocha.files.filter((file) => prepare.has(place(file)) || selection.has_file(file));
}

function narrow(mocha) {
  // In worker processes tests of the files cannot be left out.
  if (mocha.options?.parallel) return selection.names.length ? undefined : events.narrowed();
  if (mocha.suite.hasOnly?.()) mocha.suite.filterOnly();
  events.narrowed(keep_selected_tests(mocha.suite));
}

// How many are left.
function keep_selected_tests(suite) {
  const selected = (test) => !selection.leaves_out(test.titlePath(), file_of(test));
  suite.tests = suite.tests.filter(selected);
  if (suite._onlyTests) suite._onlyTests = suite._onlyTests.filter(selected);
  let count = suite.tests.length;
  for (const inner of suite.suites) count += keep_selected_tests(inner);
  const has_some = (inner) => inner.tests.length || inner.suites.length;
  suite.suites = suite.suites.filter(has_some);
  if (suite._onlySuites) suite._onlySuites = suite._onlySuites.filter(has_some);
  return count;
}

function watch(mocha) {
  const Reporter = mocha._reporter;
  if (typeof Reporter !== 'function') return;
  const watched = new Proxy(Reporter, {
    construct(target, options, made) {
      try {
        listen(options[0], mocha);
      } catch {
        // The run goes on.
      }
      return Reflect.construct(target, options, made === watched ? target : made);
    },
  });
  mocha._reporter = watched;
}

function listen(runner, mocha) {
  const options = mocha.options || {};
  events.begin(version_of('mocha'));
  if (selection) narrow(mocha);
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
    events.test({titles, file: file_of(test), outcome, seconds: (test.duration || 0) / 1000, message, retry, failure: kind(test, error)});
  } catch {
    // The run goes on.
  }
}

function kind(test, error) {
  return test.type === 'hook' ? 'error' : kind_of(error);
}

// A hook that fails has no file of its own.
function file_of(test) {
  for (let each = test; each; each = each.parent) if (each.file) return each.file;
  return '';
}
