// Vitest is made of ES modules. Where node lets a module be changed as it is loaded, the function that makes the
// configured reporters gets ours as well; else it is named on the command line, when that replaces none.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');
require('./selection.cjs');  // takes its variables now, and those of events.cjs

if (Module.registerHooks) {
  globalThis[Symbol.for('assay.vitest')] = () => new (require('./vitest_reporter.cjs'))();
  Module.registerHooks({load: (url, context, next) => changed(url, next(url, context))});
} else if (runs_tests() && (reporter_is_given() || !reporters_may_be_configured())) {
  if (!reporter_is_given()) process.argv.push('--reporter=default');
  process.argv.push('--reporter=' + path.join(__dirname, 'vitest_reporter.cjs'));
} else if (runs_tests() && Module.register) {
  globalThis[Symbol.for('assay.vitest')] = () => new (require('./vitest_reporter.cjs'))();
  Module.register('./vitest_loader.mjs', {parentURL: require('node:url').pathToFileURL(__filename)});
}

function changed(url, loaded) {
  try {
    const source = require('./vitest_source.cjs')(url, loaded.source);
    return source ? {...loaded, source} : loaded;
  } catch {
    return loaded;
  }
}

function runs_tests() {
  return !['list', 'bench', 'init', 'typecheck'].includes(process.argv[2]);
}

function reporter_is_given() {
  return process.argv.some((word) => /^--reporters?(=|$)/.test(word));
}

// By their words only: a file that says "reporters" may configure some. On GitHub, and for agents, it chooses others
// than the default by itself.
function reporters_may_be_configured() {
  if (process.env.GITHUB_ACTIONS || /agent|claude|cursor|codex|gemini/i.test(Object.keys(process.env).join(' '))) return true;
  if (process.argv.some((word) => /^(-c|-r|--config|--root|--dir|--workspace|--project)(=|$)/.test(word))) return true;
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    const files = fs.readdirSync(folder).filter((file) => /^(vite|vitest)\.(config|workspace|projects)\./.test(file));
    if (files.some((file) => fs.readFileSync(path.join(folder, file), 'utf8').includes('report'))) return true;
    if (files.length) {
      // A configuration that is made from another file may get them there.
      return files.some((file) => /mergeConfig|from ['"]\.|require\(['"]\./.test(fs.readFileSync(path.join(folder, file), 'utf8')));
    }
    if (fs.existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)) return false;
  }
}
