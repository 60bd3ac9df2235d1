// Real agents' programs with Assay's hooks in their settings, headless, against a scripted model on 127.0.0.1.
//
//   node hooks.mjs ASSAY CLIENTS OUT [TIMES] [NAME...]
//
// CLIENTS holds node_modules/.bin with claude, codex and gemini. Each run has a folder of its own under OUT with an
// empty HOME; a failed one keeps it. The model writes a function without a test and stops; the hook sends it back; it
// writes the test and stops again. TIMES (1) runs of each: no run may take more model calls than that needs.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [assay, clients, out, times = '1', ...only] = process.argv.slice(2);
fs.mkdirSync(out, { recursive: true });
const bin = (name) => path.join(clients, 'node_modules', '.bin', name);
const k_timeout_ms = 300000;
const k_most_calls = 12; // four are needed; clients ask their model for titles and the like as well

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

async function run(name, number) {
  const spec = programs[name];
  const place = path.join(out, `${name}-${number}`);
  fs.rmSync(place, { recursive: true, force: true });
  const folder = makeProject(place);
  const home = path.join(place, 'home');
  fs.mkdirSync(home, { recursive: true });
  for (const [file, text] of Object.entries(spec.home ?? {})) {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    fs.writeFileSync(path.join(home, file), text);
  }
  const PATH = `${path.dirname(assay)}:${process.env.PATH}`;
  const environment = { PATH, HOME: home, LANG: 'C.UTF-8', CODEX_HOME: path.join(home, '.codex'), ...spec.environment };
  const installed = spawnSync(assay, ['hook', 'install', name, '--user'], { cwd: folder, env: environment, encoding: 'utf8' });
  installed.status === 0 || fault(installed.stderr);
  const began = fs.readFileSync(modelLog, 'utf8').length;
  const [program, ...words] = spec.command(`Add a function mul(a, b) in src/mul.js. SCENARIO:hook WORKDIR:${folder}`, folder);
  const child = spawn(program, words, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), k_timeout_ms);
  let text = '';
  child.stdout.on('data', (d) => (text += d));
  child.stderr.on('data', (d) => (text += d));
  const status = await new Promise((r) => child.on('close', r));
  clearTimeout(timer);
  fs.writeFileSync(path.join(place, 'output.txt'), text);
  const calls = fs.readFileSync(modelLog, 'utf8').slice(began).split('\n').filter((line) => /"scenario":"hook/.test(line)).map((line) => JSON.parse(line));
  fs.existsSync(path.join(folder, 'test/mul.test.js')) || fault(`it was not sent back (status ${status}, ${calls.length} calls)`);
  calls.length <= k_most_calls || fault(`${calls.length} calls of the model: it loops`);
  status === 0 || fault(`status ${status}`);
  fs.rmSync(place, { recursive: true, force: true });
  return calls.length;
}

let passed = 0;
let failed = 0;
for (const name of Object.keys(programs)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (let number = 1; number <= Number(times); ++number) {
    try {
      const calls = await run(name, number);
      ++passed;
      console.log(`${name} ${number}: sent back once, then done, in ${calls} calls of the model`);
    } catch (error) {
      ++failed;
      console.log(`FAILED ${name} ${number}: ${error.message}; kept in ${path.join(out, `${name}-${number}`)}`);
    }
  }
}
model.kill();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
