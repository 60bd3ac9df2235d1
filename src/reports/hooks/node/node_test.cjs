// node:test sends its events through one stream, made inside node where no module can be replaced. What can be seen is
// the first object that it pushes. The files to run are the words of the command: those that are not selected are taken
// out; single tests cannot be.
'use strict';
const {Readable} = require('node:stream');
const fs = require('node:fs');
const path = require('node:path');
const {Events, kind_of} = require('./events.cjs');
const {means} = require('./globs.cjs');
const {selection} = require('./selection.cjs');
const events = new Events('node_test');
const push = Readable.prototype.push;

// The process is surely a runner: what it starts are its files.
let watched = false;
let told = 0;
let is_narrowed = false;
if (process.execArgv.includes('--test')) {
  if (selection) narrow();
  events.begin(process.version);
  process.once('exit', () => watched || end());
} else if (selection) {
  is_narrowed = !selection.names.length && selection.has_file(process.argv[1]);
}

function narrow() {
  if (process.execArgv.some((word) => word.startsWith('--watch'))) return;
  const patterns = process.argv.slice(1);
  const kept = selection.paths().filter((file) => fs.existsSync(file) && (patterns.length
    ? patterns.some((pattern) => means(pattern, file) || is_default(path.resolve(pattern), file))
    : is_default(process.cwd(), file)));
  process.argv.splice(1, patterns.length, ...(kept.length ? kept : [path.join(__dirname, 'nothing.cjs')]));
  is_narrowed = !selection.names.length || !kept.length;
}

// What node runs of a folder.
function is_default(folder, file) {
  const below = path.relative(folder, file);
  if (below.startsWith('..') || !/\.[cm]?[jt]s$/.test(below)) return false;
  const folders = [path.basename(folder), ...path.dirname(below).split(path.sep)];
  if (folders.includes('node_modules')) return false;
  return folders.includes('test') || /^test(-.+)?\.[cm]?[jt]s$|.[._-]test\.[cm]?[jt]s$/.test(path.basename(below));
}

function end() {
  if (is_narrowed) events.narrowed(told);
  events.end();
}

Readable.prototype.push = function (item, encoding) {
  try {
    if (item?.type && this.constructor.name === 'TestsStream') {
      Readable.prototype.push = push;
      watch(this, item);
    }
  } catch {
    // The run goes on.
  }
  return push.call(this, item, encoding);
};

function watch(stream, first) {
  events.begin(process.version);
  watched = true;
  stream.on('end', end);
  const groups = new Map();  // file -> titles by depth
  const failed = new Set();  // groups with a failure that is told already
  const read = {
    'test:start': (data) => start(groups, data),
    'test:pass': (data) => finish(groups, failed, data, 'passed'),
    'test:fail': (data) => finish(groups, failed, data, 'failed'),
  };
  const safely = (type) => (data) => {
    try {
      read[type](data);
    } catch {
      // The run goes on.
    }
  };
  for (const type of Object.keys(read)) stream.on(type, safely(type));
  // Listeners have missed it: it is emitted before it is pushed.
  if (read[first.type]) safely(first.type)(first.data);
}

function key(data) {
  return data.file || '';
}

function start(groups, data) {
  const titles = groups.get(key(data)) || [];
  titles.length = data.nesting;
  titles[data.nesting] = data.name;
  groups.set(key(data), titles);
}

function finish(groups, failed, data, outcome) {
  const titles = [...(groups.get(key(data)) || []).slice(0, data.nesting), data.name];
  const group = (depth) => key(data) + '\0' + titles.slice(0, depth).join('\0');
  const error = data.details?.error;
  if (outcome === 'failed') {
    const told = failed.has(group(titles.length));
    for (let depth = 0; depth <= titles.length; ++depth) failed.add(group(depth));
    // A group fails with its tests; without one of them it failed by itself.
    if (data.details?.type === 'suite' && told) return;
  } else if (data.details?.type === 'suite') {
    return;
  }
  if (is_file(data, titles)) {
    if (outcome === 'failed' && error?.failureType !== 'subtestsFailed') {
      events.broken(data.file || data.name, message_of(error));
    }
    return;
  }
  ++told;
  const skipped = is_set(data.skip) || is_set(data.todo);
  events.test({
    titles,
    file: data.file,
    outcome: skipped ? 'skipped' : outcome,
    seconds: (data.details?.duration_ms || 0) / 1000,
    message: outcome === 'failed' ? message_of(error) : typeof data.skip === 'string' ? data.skip : '',
    failure: kind_of_failure(error),
  });
}

function is_set(mark) {
  return mark !== undefined && mark !== false;
}

// Older versions report each file as a test around its tests; all report one so that could not be run.
function is_file(data, titles) {
  return titles.length === 1 && (data.name === data.file || path.resolve(data.name) === data.file ||
    (data.file === undefined && /\.[cm]?[jt]s$/.test(data.name)));
}

function kind_of_failure(error) {
  // Its subtests tell how they failed.
  if (error?.failureType === 'subtestsFailed') return '';
  return error?.failureType === 'testCodeFailure' ? kind_of(error.cause ?? error) : 'error';
}

function message_of(error) {
  return error ? error.cause?.message || error.cause || error.message || '' : '';
}
