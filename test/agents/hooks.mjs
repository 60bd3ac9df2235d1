// Real agents' programs with Assay's hooks in their settings, headless, against a scripted model on 127.0.0.1.
//
//   node hooks.mjs ASSAY CLIENTS OUT [TIMES] [NAME...]
//
// CLIENTS holds node_modules/.bin with claude, codex and gemini. Each run has a folder of its own under OUT with an
// empty HOME; a failed one keeps it. Two kinds of runs, in turns: one that mends its work (the model writes a function
// without a test and stops; the hook sends it back; it writes the test and stops again), and one that never does (a
// failing test; it is sent back three times, then let go). TIMES (1): rounds of both for each client. No run may take
// more model calls than that needs. What the hook was asked and what it answered is counted; totals are in OUT/stops.json.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [assay, clients, out, times = '1', ...only] = process.argv.slice(2);
fs.mkdirSync(out, { recursive: true });
const bin = (name) => path.join(clients, 'node_modules', '.bin', name);
const k_timeout_ms = 300000;
const k_most_calls = 16; // four to six are needed; clients ask their model for titles and the like as well
// How often each kind of run stops, and how often it is sent back.
const kinds = { hook: { stops: 2, sentBack: 1 }, stubborn: { stops: 4, sentBack: 3 } };

const portFile = path.join(out, 'port');
const modelLog = path.join(out, 'model.log');
fs.rmSync(portFile, { force: true });
fs.writeFileSync(modelLog, '');
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const model = spawn(process.execPath, [path.join(here, 'model_server.mjs'), portFile, modelLog], { stdio: ['ignore', 'inherit', 'inherit'] });
process.on('exit', () => model.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
while (!fs.existsSync(portFile) || fs.readFileSync(portFile, 'utf8') === '') await new Promise((r) => setTimeout(r, 20));
const url = `http://127.0.0.1:${fs.readFileSync(portFile, 'utf8')}`;

const programs = {
  claude: {
    command: (prompt) => [bin('claude'), '-p', prompt, '--output-format', 'stream-json', '--verbose', '--permission-mode', 'acceptEdits', '--model', 'claude-sonnet-4-5'],
    environment: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'dummy', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', CLAUDE_CODE_MAX_RETRIES: '1' },
  },
  codex: {
    command: (prompt, folder) => [bin('codex'), 'exec', '--json', '-C', folder, '-s', 'workspace-write', '--dangerously-bypass-hook-trust', '-c', 'model="scripted"', '-c', 'model_provider="scripted"', '-c', `model_providers.scripted={name="scripted",base_url="${url}/v1",env_key="OPENAI_API_KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1}`, '-c', `projects."${folder}".trust_level="trusted"`, prompt],
    environment: { OPENAI_API_KEY: 'dummy' },
  },
  gemini: {
    command: (prompt) => [bin('gemini'), '-p', prompt, '-o', 'stream-json', '--approval-mode', 'auto_edit', '--skip-trust', '-m', 'gemini-2.5-pro'],
    environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'dummy', GEMINI_CLI_NO_RELAUNCH: 'true' },
    home: { '.gemini/settings.json': JSON.stringify({ general: { maxAttempts: 2 }, security: { auth: { selectedType: 'gemini-api-key' } } }) },
  },
};

const fault = (text) => { throw new Error(text); };

function makeProject(place) {
  const folder = path.join(place, 'work');
  const write = (name, text) => { fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true }); fs.writeFileSync(path.join(folder, name), text); };
  write('src/add.js', 'exports.add = (a, b) => a + b;\n');
  write('test/add.test.js', "const test = require('node:test');\nconst assert = require('node:assert');\nconst { add } = require('../src/add.js');\ntest('adds', () => { assert.equal(add(1, 2), 3); });\n");
  write('package.json', '{"scripts":{"test":"node --test test/*.test.js"}}\n');
  const git = (...words) => spawnSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...words]).status === 0 || fault(`git ${words[0]}`);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'project');
  return folder;
}

// The hook as the client starts it, with a note of each stop: the length of the answer, for nothing lets the agent go.
function noteStops(place) {
  const folder = path.join(place, 'bin');
  const notes = path.join(place, 'stops');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(notes, '');
  const script = `#!/bin/sh\n[ "$1" = hook ] && [ -z "$2" ] || exec '${assay}' "$@"\ninput=$(cat)\nanswer=$(printf '%s' "$input" | '${assay}' "$@")\nstatus=$?\n` +
    `case $input in *'"hook_event_name":"Stop"'* | *'"hook_event_name":"AfterAgent"'*) echo "\${#answer} $status" >>'${notes}' ;; esac\nprintf '%s' "$answer"\nexit $status\n`;
  fs.writeFileSync(path.join(folder, 'assay'), script, { mode: 0o755 });
  const read = () => fs.readFileSync(notes, 'utf8').split('\n').filter(Boolean).map((line) => line.split(' ').map(Number));
  return { folder, read };
}

async function run(name, number, kind) {
  const spec = programs[name];
  const place = path.join(out, `${name}-${kind}-${number}`);
  fs.rmSync(place, { recursive: true, force: true });
  const folder = makeProject(place);
  const home = path.join(place, 'home');
  fs.mkdirSync(home, { recursive: true });
  for (const [file, text] of Object.entries(spec.home ?? {})) {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    fs.writeFileSync(path.join(home, file), text);
  }
  const noted = noteStops(place);
  const PATH = `${noted.folder}:${process.env.PATH}`;
  const environment = { PATH, HOME: home, LANG: 'C.UTF-8', CODEX_HOME: path.join(home, '.codex'), ...spec.environment };
  const installed = spawnSync(assay, ['hook', 'install', name, '--user'], { cwd: folder, env: environment, encoding: 'utf8' });
  installed.status === 0 || fault(installed.stderr);
  const began = fs.readFileSync(modelLog, 'utf8').length;
  const [program, ...words] = spec.command(`Add a function mul(a, b) in src/mul.js. SCENARIO:${kind} WORKDIR:${folder}`, folder);
  const child = spawn(program, words, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), k_timeout_ms);
  let text = '';
  child.stdout.on('data', (d) => (text += d));
  child.stderr.on('data', (d) => (text += d));
  const status = await new Promise((r) => child.on('close', r));
  clearTimeout(timer);
  fs.writeFileSync(path.join(place, 'output.txt'), text);
  const calls = fs.readFileSync(modelLog, 'utf8').slice(began).split('\n').filter((line) => line.includes(`"scenario":"${kind}`)).map((line) => JSON.parse(line));
  const stops = noted.read();
  const wanted = kinds[kind];
  const sentBack = stops.filter(([length]) => length > 0).length;
  fs.existsSync(path.join(folder, 'test/mul.test.js')) || fault(`no test was written (status ${status}, ${calls.length} calls)`);
  stops.every(([, hookStatus]) => hookStatus === 0) || fault(`the hook failed: ${JSON.stringify(stops)}`);
  stops.length === wanted.stops && sentBack === wanted.sentBack || fault(`${stops.length} stops, ${sentBack} sent back; ${JSON.stringify(wanted)} is right`);
  calls.length <= k_most_calls || fault(`${calls.length} calls of the model: it loops`);
  status === 0 || fault(`status ${status}`);
  fs.rmSync(place, { recursive: true, force: true });
  return { calls: calls.length, stops: stops.length, sentBack };
}

let passed = 0;
let failed = 0;
const totals = {};
for (const name of Object.keys(programs)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const total = (totals[name] = { runs: 0, failed: 0, stops: 0, sentBack: 0, mostCalls: 0 });
  for (let number = 1; number <= Number(times); ++number) {
    for (const kind of Object.keys(kinds)) {
      ++total.runs;
      try {
        const seen = await run(name, number, kind);
        ++passed;
        total.stops += seen.stops;
        total.sentBack += seen.sentBack;
        total.mostCalls = Math.max(total.mostCalls, seen.calls);
        console.log(`${name} ${kind} ${number}: ${seen.stops} stops, sent back ${seen.sentBack} times, ${seen.calls} calls of the model`);
      } catch (error) {
        ++failed;
        ++total.failed;
        console.log(`FAILED ${name} ${kind} ${number}: ${error.message}; kept in ${path.join(out, `${name}-${kind}-${number}`)}`);
      }
      fs.writeFileSync(path.join(out, 'stops.json'), `${JSON.stringify(totals, null, 2)}\n`);
    }
  }
}
model.kill();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
