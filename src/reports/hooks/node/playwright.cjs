// Playwright takes one more reporter from a variable, beside the configured ones.
'use strict';
const path = require('node:path');
const events_file = './events.cjs';
if (!process.env.PW_TEST_REPORTER) {
  require(events_file);  // takes its variables now
  process.env.PW_TEST_REPORTER = path.join(__dirname, 'playwright_reporter.cjs');
}
