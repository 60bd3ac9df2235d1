// npm, yarn, pnpm and cross-env start scripts that set NODE_OPTIONS anew ("NODE_OPTIONS=--experimental-vm-modules jest"). In
// these processes ours is put in front of what a script sets, in its text or in the variables of what is started.
'use strict';
const {ChildProcess} = require('node:child_process');
const {dirname} = require('node:path');
const k_name = 'NODE_OPTIONS';
const hooks = dirname(__dirname);
const own = own_option(process.env[k_name] || '');

if (own) {
  const spawn = ChildProcess.prototype.spawn;
  ChildProcess.prototype.spawn = function (options, ...rest) {
    try {
      if (Array.isArray(options?.args)) options.args = options.args.map(with_own_in_text);
      if (Array.isArray(options?.envPairs)) options.envPairs = options.envPairs.map(with_own_in_pair);
    } catch {
      // It is started as it is.
    }
    return spawn.call(this, options, ...rest);
  };
}

// Our part of the variable, as it was given to this process.
function own_option(value) {
  for (const option of value.match(/--require=("(\\.|[^"\\])*"|\S+)/g) || []) if (option.includes(hooks)) return option;
  return '';
}

function with_own_in_text(word) {
  if (typeof word !== 'string' || !word.includes(k_name + '=')) return word;
  const quoted = "'" + own.replaceAll("'", "'\\''") + " '";
  // What adds to the variable has ours already.
  return word.replace(/(^|[\s;&|(])NODE_OPTIONS=(?!\S*\$\{?NODE_OPTIONS)(?!\$)(?=\S)/g, (whole) => whole + quoted);
}

function with_own_in_pair(pair) {
  if (typeof pair !== 'string' || !pair.startsWith(k_name + '=') || pair.includes(hooks)) return pair;
  return k_name + '=' + own + ' ' + pair.slice(k_name.length + 1);
}
