'use strict';
const {Events, version_of, kind_of} = require('./events.cjs');
const {selection} = require('./selection.cjs');
const outcomes = {passed: 'passed', skipped: 'skipped'};

class Reporter {
  printsToStdio() {
    return false;
  }
  onBegin(config) {
    try {
      this.events ??= new Events('playwright');
      delete process.env.PW_TEST_REPORTER;
      this.events.begin(config.version || version_of('@playwright/test'));
      for (const file of [config.configFile, ...[].concat(config.globalSetup || []), ...[].concat(config.globalTeardown || [])]) {
        this.events.loaded(file);
      }
    } catch {
      // The run goes on.
    }
  }
  onTestEnd(test, result) {
    try {
      this.told = (this.told || 0) + 1;
      // A test that is marked to fail and fails does what is expected of it.
      const expected = result.status === test.expectedStatus;
      const outcome = result.status === 'failed' && expected ? 'skipped' : expected ? outcomes[result.status] || 'failed'
        : result.status === 'skipped' ? 'skipped' : 'failed';
      this.events.test({
        titles: titles_of(test),
        file: test.location?.file,
        outcome,
        seconds: (result.duration || 0) / 1000,
        message: outcome === 'failed' ? result.error?.message || result.error?.value || result.status : '',
        retry: outcome === 'failed' && result.retry < test.retries,
        failure: result.status === 'failed' ? kind_of(result.error) : 'error',
      });
    } catch {
      // The run goes on.
    }
  }
  onEnd() {
    if (selection?.is_applied) this.events?.narrowed(this.told || 0);
    this.events?.end();
  }
  onError(error) {
    try {
      const file = error.location?.file;
      this.events ??= new Events('playwright');
      this.events.begin(version_of('@playwright/test'));
      this.events.broken(file, error.message || error.value);
    } catch {
      // The run goes on.
    }
  }
}

// ['', project, file, group…, test] without the first and the file.
function titles_of(test) {
  const [, project, , ...titles] = test.titlePath();
  return [project, ...titles];
}

module.exports = Reporter;
