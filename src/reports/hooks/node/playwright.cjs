// Playwright takes one more reporter from a variable, beside the configured ones, and the files to run as expressions in
// front of its options.
'use strict';
const path = require('node:path');
if (!process.env.PW_TEST_REPORTER) {
  const {selection} = require('./selection.cjs');  // takes its variables now
  if (selection) narrow(selection);
  process.env.PW_TEST_REPORTER = path.join(__dirname, 'playwright_reporter.cjs');
}

function narrow(selection) {
  const words = process.argv.slice(3);
  const first = words[0] ?? '-';
  // Words behind options may be theirs; files that the command names itself cannot be told from them.
  const has_files = !first.startsWith('-') || words.some((word, at) => !word.startsWith('-') && !words[at - 1]?.startsWith('-'));
  if (has_files || selection.names.length || words.some((word) => /^--(ui|last-failed|only-changed|test-list)/.test(word))) return;
  const files = selection.paths().map((file) => '^' + file.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') + '$');
  process.argv.splice(3, 0, ...(files.length ? files : ['^$']));
  selection.is_applied = true;
}
