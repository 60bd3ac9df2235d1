// Jest counts the result of every file with addResult of @jest/test-result, whatever reporters are configured; that is
// where the results are seen. Its configuration is only read, unless tests are selected or executed lines are wanted:
// scripts run transformed, and only jest knows from which lines they come.
'use strict';
const path = require('node:path');
const {Events, on_load, version_of, kind_of} = require('./events.cjs');
const {selection} = require('./selection.cjs');
const events = new Events('jest');
let latest;  // what jest counts with: the files that it is to run, and their results
const wanted = wanted_files();
let told = 0;
process.once('exit', () => {
  if (selection && require('./jest_filter.cjs').state.was_asked) events.narrowed(told);
  // A test that exits leaves files that were never counted.
  if (!latest || latest.testResults?.length >= latest.numTotalTestSuites) events.end();
});
const outcomes = {passed: 'passed', failed: 'failed'};

on_load(
  (request) => request === '@jest/test-result' || request === 'jest-config',
  (exported) => {
    if (exported.addResult) {
      const {addResult, makeEmptyAggregatedTestResult: make} = exported;
      return with_functions(exported, {addResult: seen(addResult), makeEmptyAggregatedTestResult: kept(make)});
    }
    if (exported.readConfigs) return with_functions(exported, {readConfigs: read(exported.readConfigs)});
    return exported;
  });

// A module whose other members stay what they are, getters too.
function with_functions(exported, functions) {
  return new Proxy(exported, {
    get(target, name, receiver) {
      return Object.hasOwn(functions, name) ? functions[name] : Reflect.get(target, name, receiver);
    },
  });
}

function read(read_configs) {
  return async function (...options) {
    const found = await read_configs.apply(this, options);
    try {
      begin();
      for (const file of files_of(found)) events.loaded(file);
      return {...found, globalConfig: covered(narrowed(found.globalConfig))};
    } catch {
      // The run goes on.
    }
    return found;
  };
}

function wanted_files() {
  try {
    const asked = process.env.ASSAY_COVER && JSON.parse(require('node:fs').readFileSync(process.env.ASSAY_COVER, 'utf8'));
    return asked && {...asked, files: asked.files.filter((file) => /\.[cm]?[jt]sx?$/.test(file))};
  } catch {
    return null;
  }
}

// With V8's own counts the code stays as it is. A project that asks for coverage gets its own.
function covered(config) {
  if (!wanted?.files.length || config.collectCoverage) return config;
  return Object.freeze({...config, collectCoverage: true, coverageProvider: 'v8', coverageReporters: ['lcovonly'],
    coverageDirectory: path.join(wanted.report, 'jest'), coverageThreshold: undefined,
    collectCoverageFrom: wanted.files.map((file) => path.relative(config.rootDir, path.join(wanted.tree, file)))});
}

function narrowed(config) {
  if (!selection) return config;
  const filter = path.join(__dirname, 'jest_filter.cjs');
  require(filter).state.own = config.skipFilter ? '' : config.filter || '';
  return Object.freeze({...config, filter, skipFilter: false, testNamePattern: selection.pattern(config.testNamePattern)});
}

function begin() {
  events.begin(version_of('jest-cli') || version_of('jest'));
}

function files_of({configs, globalConfig}) {
  const files = [globalConfig.globalSetup, globalConfig.globalTeardown, globalConfig.testResultsProcessor,
    globalConfig.testSequencer, globalConfig.filter, ...(globalConfig.reporters || []).map((each) => each[0])];
  for (const config of configs) {
    files.push(...(config.setupFiles || []), ...(config.setupFilesAfterEnv || []), config.globalSetup,
      config.globalTeardown, config.resolver, config.testEnvironment, config.runner, config.testRunner,
      config.dependencyExtractor, ...(config.transform || []).map((each) => each[1]),
      ...(config.snapshotSerializers || []));
  }
  // What comes with jest is no news; names are reporters of its own.
  const own = /\/node_modules\/(@jest|jest-[a-z-]+|babel-jest)\//;
  return new Set(files.filter((file) => file && file.includes('/') && !own.test(file)));
}

function kept(make) {
  return function (...options) {
    latest = make.apply(this, options);
    return latest;
  };
}

function seen(add_result) {
  return function (_, result) {
    try {
      begin();
      write(result);
    } catch {
      // The run goes on.
    }
    return add_result.apply(this, arguments);
  };
}

function write(result) {
  const file = result.testFilePath;
  for (const test of result.testResults || []) {
    const titles = [...(test.ancestorTitles || []), test.title];
    if (selection && test.status === 'pending' && selection.leaves_out(titles, file)) continue;
    ++told;
    events.test({
      titles,
      file,
      outcome: outcomes[test.status] || 'skipped',
      seconds: (test.duration || 0) / 1000,
      message: (test.failureMessages || []).join('\n'),
      failure: kind_of(test.failureDetails?.[0]?.matcherResult ? test.failureDetails[0] : test.failureMessages?.[0]),
    });
  }
  const error = result.testExecError || (!result.testResults?.length && result.failureMessage);
  if (!error) return;
  const message = typeof error === 'string' ? error : error.message || error.stack || result.failureMessage;
  events.broken(file, message);
}
