// AVA runs each file in a worker, a thread or a process, which sends what happens as messages {ava: …}. They are read as
// they arrive. Files that are not selected are left out by its own patterns, tests by its own --match.
'use strict';
const {Events, version_of, kind_of} = require('./events.cjs');
const child_process = require('node:child_process');
const threads = require('node:worker_threads');
const path = require('node:path');
const {means} = require('./globs.cjs');
const {selection} = require('./selection.cjs');
const events = new Events('ava');
let told = 0;
const is_narrowed = selection !== null && narrow();

watch_threads();
watch_processes();
events.begin(version_of('ava'));
// Tests run in workers; this process is the runner alone.
process.once('exit', () => {
  if (is_narrowed) events.narrowed(told);
  events.end();
});

// False: it runs all.
function narrow() {
  const words = process.argv.slice(2);
  const takes_value = /^(--match|-m|--timeout|-T|--concurrency|-c|--node-arguments|--config)$/;
  const patterns = words.filter((word, at) => !word.startsWith('-') && !takes_value.test(words[at - 1] ?? ''));
  if (words.some((word) => /^(-w|--watch|-m|--match|--)(=|$)/.test(word))) return false;
  if (['debug', 'reset-cache'].includes(patterns[0])) return false;
  const kept = selection.paths().filter((file) => !patterns.length || patterns.some((pattern) => means(pattern, file)));
  if (kept.some((file) => /[*?{}()!\\[\]]/.test(file))) return false;
  const files = kept.length ? kept.map((file) => path.relative('.', file)) : ['none-is-selected.js'];
  const others = words.filter((word) => !patterns.includes(word));
  const titles = selection.names.map((name) => '--match=' + name.replace(/[\\!*]/g, '\\$&').replace(/[?\ufffd]/g, '*'));
  process.argv.splice(2, words.length, ...others, ...titles, ...files);
  return true;
}

function watch_threads() {
  const Worker = threads.Worker;
  threads.Worker = class extends Worker {
    constructor(file, options) {
      super(file, options);
      const tested = options?.workerData?.options?.file;
      if (tested) read_messages(this, () => tested);
    }
  };
  Object.defineProperty(threads.Worker, 'name', {value: 'Worker'});
  require('node:module').syncBuiltinESMExports();
}

function watch_processes() {
  const prototype = child_process.ChildProcess.prototype;
  const spawn = prototype.spawn;
  prototype.spawn = function (...options) {
    const answer = spawn.apply(this, options);
    let tested = '';
    try {
      const send = this.send;
      if (!send) return answer;
      this.send = function (message, ...rest) {
        if (message?.ava?.type === 'options') tested = message.ava.options.file;
        return send.call(this, message, ...rest);
      };
      read_messages(this, () => tested);
    } catch {
      // The run goes on.
    }
    return answer;
  };
}

function read_messages(worker, file) {
  const emit = worker.emit;
  const declared = new Map();
  worker.emit = function (name, message) {
    try {
      if (name === 'message' && message?.ava) read(message.ava, file(), declared);
      if (name === 'exit' && declared.size) unfinished(file(), declared);
    } catch {
      // The run goes on.
    }
    return emit.apply(this, arguments);
  };
}

function tell(test) {
  ++told;
  events.test(test);
}

function read(event, file, declared) {
  const {type, title} = event;
  const seconds = (event.duration || 0) / 1000;
  if (type === 'selected-test') {
    if (event.skip || event.todo) tell({titles: [title], file, outcome: 'skipped'});
    else declared.set(title, true);
  } else if (type === 'test-passed') {
    declared.delete(title);
    tell({titles: [title], file, outcome: event.knownFailing ? 'skipped' : 'passed', seconds});
  } else if (type === 'test-failed' || type === 'hook-failed') {
    declared.delete(title);
    tell({titles: [title], file, outcome: 'failed', seconds, message: message_of(event.err), failure: kind_of_failure(event)});
  } else if (type === 'uncaught-exception' || type === 'unhandled-rejection' || type === 'missing-ava-import' || type === 'internal-error') {
    events.broken(file, message_of(event.err) || type);
  }
}

// A test that began and was never told of again did not pass.
function unfinished(file, declared) {
  for (const title of declared.keys()) tell({titles: [title], file, outcome: 'failed', message: 'did not finish', failure: 'error'});
  declared.clear();
}

// What a test throws or rejects with is shown as an assertion of AVA.
function kind_of_failure({type, err}) {
  if (type === 'hook-failed' || !err) return 'error';
  const is_thrown = /thrown in test|Rejected promise returned by test/.test(err.message || '');
  return is_thrown ? kind_of((err.stack || '').split('\n', 1)[0]) || 'error' : 'assertion';
}

function message_of(error) {
  return error ? error.message || error.originalError?.message || error.formattedError || error.summary || '' : '';
}
