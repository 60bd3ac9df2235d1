// Up to version 3 a reporter gets the files as trees of tasks at the end, from version 3 on each test as it ends.
'use strict';
const path = require('node:path');
const {createRequire} = require('node:module');
// Vitest may load this file through its own loader: the one that was loaded first has the variables.
const {Events, version_of} = createRequire(path.join(__dirname, 'vitest_reporter.cjs'))('./events.cjs');
const outcomes = {pass: 'passed', passed: 'passed', fail: 'failed', failed: 'failed'};

class Reporter {
  constructor() {
    this.events = new Events('vitest');
    this.told = new Set();
    this.ended = false;
  }
  onInit(vitest) {
    safely(() => {
      this.events.begin(vitest?.version || version_of('vitest'));
      const config = vitest?.config || {};
      const setup = [...[].concat(config.setupFiles || []), ...[].concat(config.globalSetup || [])];
      const server = vitest?.server?.config?.configFile || vitest?.vite?.config?.configFile;
      for (const file of new Set([server, ...setup])) this.events.loaded(file);
    });
  }
  onTestCaseResult(test) {
    safely(() => {
      this.told.add(test.id);
      const result = test.result();
      this.events.test({
        titles: titles_of(test),
        file: test.module.moduleId,
        outcome: outcomes[result.state] || 'skipped',
        seconds: (test.diagnostic()?.duration || 0) / 1000,
        message: (result.errors || []).map((error) => error.message).join('\n'),
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
            this.events.test({titles: titles_of(test), file: each.moduleId, outcome: 'skipped'});
          }
        }
      }
      this.ended = true;
      for (const error of errors || []) this.broken('', error);
      this.events.end();
    });
  }
  onFinished(files, errors) {
    if (this.ended) return;
    safely(() => {
      for (const file of files || []) this.tree(file, [], file.filepath);
      for (const error of errors || []) this.broken('', error);
      this.events.end();
    });
  }
  tree(task, titles, file) {
    if (task.type === 'test' || task.type === 'custom') {
      this.events.test({
        titles: [...titles, task.name],
        file,
        outcome: outcomes[task.result?.state] || 'skipped',
        seconds: (task.result?.duration || 0) / 1000,
        message: (task.result?.errors || []).map((error) => error.message).join('\n'),
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
