// Up to version 3 a reporter gets the files as trees of tasks at the end, from version 3 on each test as it ends.
'use strict';
const path = require('node:path');
const {createRequire} = require('node:module');
// Vitest may load this file through its own loader: the one that was loaded first has the variables.
const load = createRequire(path.join(__dirname, 'vitest_reporter.cjs'));
const {Events, version_of, kind_of} = load('./events.cjs');
const {selection} = load('./selection.cjs');
const outcomes = {pass: 'passed', passed: 'passed', fail: 'failed', failed: 'failed'};

class Reporter {
  constructor() {
    this.events = new Events('vitest');
    this.told = new Set();
    this.ended = false;
    this.count = 0;
    this.is_narrowed = false;
  }
  onInit(vitest) {
    safely(() => {
      if (selection) this.narrow(vitest);
      this.events.begin(vitest?.version || version_of('vitest'));
      const config = vitest?.config || {};
      const setup = [...[].concat(config.setupFiles || []), ...[].concat(config.globalSetup || [])];
      const server = vitest?.server?.config?.configFile || vitest?.vite?.config?.configFile;
      for (const file of new Set([server, ...setup])) this.events.loaded(file);
    });
  }
  // All files that are run go through runFiles.
  narrow(vitest) {
    const run = vitest.runFiles;
    if (typeof run !== 'function' || !vitest.configOverride) return;
    const own = vitest.config?.testNamePattern;
    vitest.runFiles = (specs, ...rest) => {
      this.is_narrowed = true;
      if (selection.names.length) vitest.configOverride.testNamePattern = new RegExp(selection.pattern(own?.source));
      return run.call(vitest, specs.filter((spec) => selection.has_file(spec.moduleId ?? spec[1])), ...rest);
    };
  }
  test(test) {
    if (selection && test.outcome === 'skipped' && selection.leaves_out(test.titles, test.file)) return;
    ++this.count;
    this.events.test(test);
  }
  end() {
    if (this.is_narrowed) this.events.narrowed(this.count);
    this.events.end();
  }
  onTestCaseResult(test) {
    safely(() => {
      this.told.add(test.id);
      const result = test.result();
      this.test({
        titles: titles_of(test),
        file: test.module.moduleId,
        outcome: outcomes[result.state] || 'skipped',
        seconds: (test.diagnostic()?.duration || 0) / 1000,
        message: (result.errors || []).map((error) => error.message).join('\n'),
        failure: kind_of_test(result.errors),
      });
    });
  }
  onTestRunEnd(modules, errors) {
    safely(() => {
      for (const each of modules) {
        for (const error of each.errors?.() || []) this.broken(each.moduleId, error);
        for (const suite of each.children?.allSuites?.() || []) {
          for (const error of suite.errors?.() || []) this.broken(each.moduleId, error);
        }
        // Tests that were never run have no result of their own moment.
        for (const test of each.children?.allTests?.() || []) {
          const state = test.result().state;
          if ((state === 'pending' || state === 'skipped') && !this.told.has(test.id)) {
            this.test({titles: titles_of(test), file: each.moduleId, outcome: 'skipped'});
          }
        }
      }
      this.ended = true;
      for (const error of errors || []) this.broken('', error);
      this.end();
    });
  }
  onFinished(files, errors) {
    if (this.ended) return;
    safely(() => {
      for (const file of files || []) this.tree(file, [], file.filepath);
      for (const error of errors || []) this.broken('', error);
      this.end();
    });
  }
  tree(task, titles, file) {
    if (task.type === 'test' || task.type === 'custom') {
      this.test({
        titles: [...titles, task.name],
        file,
        outcome: outcomes[task.result?.state] || 'skipped',
        seconds: (task.result?.duration || 0) / 1000,
        message: (task.result?.errors || []).map((error) => error.message).join('\n'),
        failure: kind_of_test(task.result?.errors),
      });
      return;
    }
    const inner = task.filepath ? titles : [...titles, task.name];
    for (const each of task.tasks || []) this.tree(each, inner, file);
    for (const error of task.result?.errors || []) this.broken(file, error);
  }
  broken(file, error) {
    this.events.broken(file, error?.message || error);
  }
}

// Chai's and vitest's own errors; those of matchers that a project adds are plain, with both values.
function kind_of_test(errors) {
  const error = errors?.[0];
  return error && 'actual' in error && 'expected' in error && error.name === 'Error' ? 'assertion' : kind_of(error);
}

function titles_of(test) {
  const titles = [test.name];
  for (let each = test.parent; each && each.type === 'suite'; each = each.parent) titles.unshift(each.name);
  return titles;
}

function safely(tell) {
  try {
    tell();
  } catch {
    // The run goes on.
  }
}

module.exports = Reporter;
