// Writes what a runner says as lines of JSON, each with one write, to a file that is only appended to. The functions
// are taken now: tests replace fs, JSON and clocks.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {openSync, writeSync, closeSync, realpathSync} = fs;
const {stringify} = JSON;
const {now} = Date;

const k_longest_message = 2000;
const k_longest_name = 4000;
const folder = process.env.ASSAY_REPORT;
const tree = real(process.env.ASSAY_TREE || '');
const hooks = path.dirname(__dirname);

function real(name) {
  try {
    return name && realpathSync(name);
  } catch {
    return name;
  }
}

// Halves of characters, which JSON would pass on, become U+FFFD.
function text(value, most) {
  let cut = String(value ?? '').slice(0, most);
  cut = cut.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  return cut;
}

// Relative to the work tree; a file outside of it by its whole path.
function place(file) {
  if (!file) return '';
  let name = String(file);
  if (name.startsWith('file://')) name = require('node:url').fileURLToPath(name);
  if (!path.isAbsolute(name)) name = path.resolve(name);
  if (!tree) return name;
  for (const each of [name, real(name)]) {
    const below = path.relative(tree, each);
    if (below && !below.startsWith('..') && !path.isAbsolute(below)) return below.replaceAll('\\', '/');
  }
  return name;
}

function name_of(titles) {
  return titles.filter((title) => title !== '').join(' > ');
}

// How a test failed that this error ended.
function kind_of(error) {
  if (!error) return '';
  if (error.code === 'ERR_ASSERTION' || error.matcherResult || /Assertion/.test(error.name || '')) return 'assertion';
  const message = String(error.message ?? error).replace(colours, '').trimStart();
  return /^(Error: )?expect(\.\w+)*\(|^\w*AssertionError\b|^(Error: )?Snapshot /.test(message) ? 'assertion' : 'error';
}

const colours = /\u001b\[[0-9;]*m/g;

class Events {
  constructor(runner) {
    this.runner = runner;
    this.run = process.pid + '-' + now();
    this.path = path.join(folder, runner + '.jsonl');
    this.begun = false;
    this.ended = false;
    // Written up to now; the end says so, as others can write to the file too.
    this.lines = 0;
    this.bytes = 0;
  }
  write(event) {
    try {
      // Not kept open: tests close what they did not open.
      const file = openSync(this.path, 'a', 0o600);
      try {
        this.bytes += writeSync(file, stringify({...event, run: this.run}) + '\n');
        this.lines += 1;
      } finally {
        closeSync(file);
      }
    } catch {
      // No report then.
    }
  }
  // The runner is about to run tests in this process.
  begin(version) {
    if (this.begun) return;
    this.begun = true;
    forget();
    this.write({event: 'begin', runner: this.runner, version: text(version, 100), root: tree || process.cwd()});
  }
  // The runner itself came to its end. The end of the process alone does not show that: a test may exit.
  end() {
    if (this.begun && !this.ended) this.write({event: 'end', lines: this.lines, bytes: this.bytes});
    this.ended = true;
  }
  loaded(file) {
    if (file) this.write({event: 'loaded', file: text(place(file), k_longest_name)});
  }
  deselected(count) {
    this.write({event: 'deselected', count});
  }
  // Only what was selected ran, or will run: so many tests.
  narrowed(count) {
    this.write({event: 'narrowed', count});
  }
  // titles: from the outermost group to the test.
  test({titles, file, outcome, seconds, message, retry, failure}) {
    const event = {
      event: 'test',
      name: text(name_of(titles), k_longest_name),
      file: text(place(file), k_longest_name),
      suite: text(name_of(titles.slice(0, -1)), k_longest_name),
      outcome,
      seconds: Number.isFinite(seconds) ? seconds : 0,
    };
    if (message) event.message = text(String(message).replace(colours, ''), k_longest_message);
    if (retry) event.retry = true;
    if (failure && outcome === 'failed') event.failure = failure;
    this.write(event);
  }
  // A file that could not be run is a failed test of its name.
  broken(file, message) {
    this.test({titles: [place(file) || this.runner], file, outcome: 'failed', message: message || 'could not be run', failure: 'error'});
  }
}

// What tests start themselves is none of this run: the variables become what they were.
function forget() {
  try {
    delete process.env.ASSAY_REPORT;
    delete process.env.ASSAY_TREE;
    delete process.env.ASSAY_SELECT;
    without('NODE_OPTIONS', /(^| )--require=("(\\.|[^"\\])*"|[^ ]*)(?= |$)/g);
    without('SPEC_OPTS', /(^| )--require ('[^']*'|[^ ]*)(?= |$)/g);
    for (const name of ['PYTHONPATH', 'RUBYLIB']) {
      if (process.env[name] === undefined) continue;
      const kept = process.env[name].split(path.delimiter).filter((each) => !ours(each));
      if (kept.length) process.env[name] = kept.join(path.delimiter);
      else delete process.env[name];
    }
    for (const name of ['GTEST_OUTPUT', 'GOTESTSUM_JSONFILE']) {
      if (process.env[name]?.includes(folder)) delete process.env[name];
    }
  } catch {
    // They stay.
  }
}

function ours(value) {
  return value.includes(hooks);
}

function without(name, option) {
  const value = process.env[name];
  if (value === undefined || !ours(value)) return;
  const kept = value.replace(option, (whole) => (ours(whole) ? '' : whole)).trim();
  if (kept) process.env[name] = kept;
  else delete process.env[name];
}

// Calls `change` with what a CommonJS module exports, when it is first loaded; its answer is what is seen instead.
function on_load(wanted, change) {
  const Module = require('node:module');
  const load = Module._load;
  const changed = new Map();
  Module._load = function (request, parent, ...rest) {
    const exported = load.call(this, request, parent, ...rest);
    try {
      if (!wanted(request, parent)) return exported;
      if (!changed.has(exported)) changed.set(exported, change(exported) ?? exported);
      return changed.get(exported);
    } catch {
      return exported;
    }
  };
}

function version_of(package_name) {
  try {
    const from = require('node:module').createRequire(realpathSync(process.argv[1]));
    return from(package_name + '/package.json').version;
  } catch {
    return '';
  }
}

module.exports = {Events, on_load, version_of, now, tree, text, place, name_of, kind_of};
