// The tests that this run is narrowed to. Without a selection, or with one that cannot be read, all of them run and
// nothing says that the run was narrowed.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {text, place, name_of, tree} = require('./events.cjs');

const k_longest_key = 300;
// What a report shows otherwise than the runner names it.
const not_kept = /[\s?\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffd\u{e0000}-\u{e007f}]+/gu;

function key(name) {
  return text(name, 4000).replace(not_kept, '').slice(0, k_longest_key);
}

class Selection {
  constructor({files, tests}) {
    this.files = new Set(files);
    this.names = tests;
    this.keys = new Set(tests.map(key));
  }
  // Absolute.
  paths() {
    return [...this.files].map((file) => path.resolve(tree || '.', file));
  }
  has_file(file) {
    return this.files.has(place(file));
  }
  has_name(titles) {
    if (!this.names.length) return true;
    const name = key(name_of(titles));
    // A part of a test is run by its whole test.
    return this.keys.has(name) || [...this.keys].some((each) => each.startsWith(name) && each[name.length] === '>');
  }
  // A test that was left out: it is not told.
  leaves_out(titles, file) {
    return !this.has_file(file) || !this.has_name(titles);
  }
  // For runners that match titles joined by blanks; nothing when all tests of the files are selected. `own`: what the
  // command asks for itself.
  pattern(own) {
    if (!this.names.length) return own;
    const any = this.names.map((name) => pattern_of(name)).join('|');
    return (own ? '^(?=[\\s\\S]*(?:' + own + '))' : '^') + '\\s*(?:' + any + ')\\s*$';
  }
}

function pattern_of(name) {
  const cut = name.slice(0, k_longest_key);
  const titles = cut.split(' > ').map((title) => title.replace(/[\\^$.*+()[\]{}|/-]/g, '\\$&').replace(/[?\ufffd]+/g, '[\\s\\S]{1,9}').replace(/ /g, '\\s'));
  return titles.join('(?: > |\\s)') + (cut === name ? '' : '[\\s\\S]*');
}

function read() {
  try {
    // The file beside the hooks, wherever the variable leads: what the work sets is not asked.
    const file = path.join(path.dirname(__dirname), 'select.json');
    return process.env.ASSAY_SELECT ? new Selection(JSON.parse(fs.readFileSync(file, 'utf8'))) : null;
  } catch {
    return null;
  }
}

module.exports = {selection: read()};
