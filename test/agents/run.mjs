// Real agents' programs, headless, against a scripted model on 127.0.0.1, judged through our own adapters.
//
//   node run.mjs DRIVER ASSAY CLIENTS OUT [NAME...]
//
// CLIENTS holds node_modules/.bin with claude, codex, gemini and opencode. Each case has a folder of its own
// under OUT with an empty HOME; a failed case keeps it. NAME limits to cases whose name contains it.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [driver, assay, clients, out, ...only] = process.argv.slice(2);
fs.mkdirSync(out, { recursive: true });
const bin = (name) => path.join(clients, 'node_modules', '.bin', name);

// ---- the model
const portFile = path.join(out, 'port');
const modelLog = path.join(out, 'model.log');
fs.rmSync(portFile, { force: true });
fs.writeFileSync(modelLog, '');
const model = spawn(process.execPath, [path.join(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), 'model_server.mjs'), portFile, modelLog], { stdio: ['ignore', 'inherit', 'inherit'] });
process.on('exit', () => model.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
while (!fs.existsSync(portFile) || fs.readFileSync(portFile, 'utf8') === '') await new Promise((r) => setTimeout(r, 20));
const url = `http://127.0.0.1:${fs.readFileSync(portFile, 'utf8')}`;

// ---- how each program is pointed at it; `ends` says what a case must come to, where programs differ
const opencodeConfig = {
  model: 'scripted/one',
  permission: { bash: 'ask' },  // over ACP it asks for nothing unless told to
  small_model: 'scripted/one',
  provider: { scripted: { npm: '@ai-sdk/openai-compatible', name: 'Scripted', options: { baseURL: `${url}/v1`, apiKey: 'dummy' }, models: { one: { name: 'one', tool_call: true, cost: { input: 1, output: 1 }, limit: { context: 10000000, output: 8000 } } } } },
};
const geminiEnv = [`GOOGLE_GEMINI_BASE_URL=${url}`, 'GEMINI_API_KEY=dummy', 'GEMINI_CLI_NO_RELAUNCH=true'];
const opencodeEnv = (place) => {
  const file = path.join(place, 'opencode.json');
  fs.writeFileSync(file, JSON.stringify(opencodeConfig));
  return [`OPENCODE_CONFIG=${file}`, 'OPENCODE_DISABLE_MODELS_FETCH=1', 'OPENCODE_DISABLE_DEFAULT_PLUGINS=1', 'OPENCODE_DISABLE_LSP_DOWNLOAD=1'];
};
const kinds = {
  claude: { kind: 'claude', program: [bin('claude')], model: 'claude-sonnet-4-5', settings: () => [`ANTHROPIC_BASE_URL=${url}`, 'ANTHROPIC_API_KEY=dummy', 'CLAUDE_CODE_MAX_RETRIES=1'] },
  codex: {
    kind: 'codex', program: [bin('codex')], model: 'scripted',
    arguments: ['--ignore-user-config', '-c', 'model_provider="scripted"', '-c', `model_providers.scripted={name="scripted",base_url="${url}/v1",env_key="OPENAI_API_KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1}`],
    settings: () => ['OPENAI_API_KEY=dummy'],
  },
  gemini: { kind: 'gemini', program: [bin('gemini')], model: 'gemini-2.5-pro', settings: () => geminiEnv, home: { '.gemini/settings.json': JSON.stringify({ general: { maxAttempts: 2 } }) } },
  opencode: { kind: 'opencode', program: [bin('opencode')], settings: opencodeEnv },
  'gemini-acp': { kind: 'acp', program: [bin('gemini'), '--acp', '--skip-trust'], settings: () => geminiEnv, home: { '.gemini/settings.json': JSON.stringify({ general: { maxAttempts: 2 }, security: { auth: { selectedType: 'gemini-api-key' } }, model: { name: 'gemini-2.5-pro' } }) } },
  'opencode-acp': { kind: 'acp', program: [bin('opencode'), 'acp'], settings: opencodeEnv },
};

// ---- what is looked at
const fault = (text) => { throw new Error(text); };
const is = (what, got, ...wanted) => wanted.includes(got) || fault(`${what} is ${JSON.stringify(got)}, expected ${wanted.join(' or ')}`);
const file = (c, name) => { try { return fs.readFileSync(path.join(c.folder, name), 'utf8'); } catch { return undefined; } };
const said = (c) => fs.readFileSync(path.join(c.place, 'desk/said.jsonl'), 'utf8');

const cases = {
  // A whole task: a file is written, the MCP server is called, it ends well.
  edit: { look: (c, a) => {
    is('end', a.end, 'succeeded');
    is('hello.txt', file(c, 'hello.txt')?.trim(), 'hello from the model');
    /hello\.txt is written/.test(said(c)) || fault('assay mcp was not called');
    is('summary', a.summary, 'I wrote hello.txt.');
    a.session || fault('no session');
    a.input_tokens > 0 || /acp/.test(c.client) || fault('no usage');
  } },
  // A model that fails: told, not taken for a success.
  error: { look: (c, a) => is('end', a.end, ...(c.spec.error_ends ?? ['model_error'])), timeout_ms: 180000 },
  login: { look: (c, a) => is('end', a.end, 'not_allowed', 'model_error') },
  // Money, where the program or its adapter knows of it; turns, where it knows of those.
  budget: { scenario: 'loop', clients: ['claude', 'opencode'], order: { budget_usd: 0.5 }, look: (c, a) => {
    is('end', a.end, 'budget');
    a.cost_usd > 0 || fault('no cost was told');
  } },
  turns: { scenario: 'loop', clients: ['claude', 'gemini', 'opencode'], order: { turns: 2 }, look: (c, a) => is('end', a.end, 'turns') },
  // A model that says nothing any more: our clocks end it, and nothing is left.
  hang: { order: { idle_ms: 8000 }, look: (c, a) => is('end', a.end, 'idle') },
  stall: { order: { timeout_ms: 15000 }, look: (c, a) => is('end', a.end, 'timed_out') },
  // A tool that it may not use: it did not run, and a checker wrote nothing.
  denied: { order: { access: 'read_only' }, look: (c, a) => {
    is('ran.txt', file(c, 'ran.txt'), undefined);
    is('outside', fs.existsSync('/tmp/assay-agents-escaped'), false);
    is('end', a.end, 'succeeded', 'failed');
  } },
  reader: { scenario: 'edit', order: { access: 'read_only' }, look: (c) => is('hello.txt', file(c, 'hello.txt'), undefined) },
};

// ---- running them
const alive = (place) => {
  const found = [];
  for (const pid of fs.readdirSync('/proc').filter((n) => /^\d+$/.test(n))) {
    try { if (fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(place)) found.push(pid); } catch { /* gone, or not ours */ }
  }
  return found;
};

async function run(client, name) {
  const spec = kinds[client];
  const test = cases[name];
  const place = path.join(out, `${client}-${name}`);
  fs.rmSync(place, { recursive: true, force: true });
  const folder = path.join(place, 'work');
  fs.mkdirSync(path.join(place, 'desk'), { recursive: true });
  fs.mkdirSync(folder);
  fs.rmSync('/tmp/assay-agents-escaped', { force: true });
  for (const [name, text] of Object.entries(spec.home ?? {})) {
    const target = path.join(place, 'home', name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
  fs.writeFileSync(path.join(folder, 'a.txt'), 'one\n');
  spawnSync('git', ['init', '-q', '-b', 'main', folder]);
  fs.writeFileSync(path.join(place, 'desk/task.json'), '{"name":"Write hello.txt"}');
  fs.writeFileSync(path.join(place, 'desk/said.jsonl'), '');
  const order = {
    kind: spec.kind, program: spec.program, arguments: spec.arguments ?? [], model: spec.model ?? '', settings: spec.settings(place),
    prompt: `Write hello.txt. SCENARIO:${test.scenario ?? name} WORKDIR:${folder}`, folder, scratch: place,
    timeout_ms: test.timeout_ms ?? 120000, idle_ms: 0, mcp: [assay, 'mcp', '--desk', path.join(place, 'desk')], ...test.order,
  };
  fs.writeFileSync(path.join(place, 'order.json'), JSON.stringify(order, null, 2));
  // Nothing of our own environment but the path.
  const child = spawn(driver, [], { env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...Object.fromEntries(order.settings.filter((s) => s.startsWith('GEMINI_API_KEY')).map((s) => s.split('='))) }, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify(order));
  let text = '';
  let errors = '';
  child.stdout.on('data', (d) => (text += d));
  child.stderr.on('data', (d) => (errors += d));
  await new Promise((r) => child.on('close', r));
  fs.writeFileSync(path.join(place, 'answer.json'), text);
  let answer;
  try { answer = JSON.parse(text); } catch { fault(`the driver answered nothing: ${errors}`); }
  const c = { client, spec, place, folder };
  test.look(c, answer);
  const left = alive(place);
  left.length === 0 || fault(`processes are left: ${left.join(' ')}`);
  return answer;
}

// A whole mission by `assay run`: in the sandbox, with a desk, and checked by another run of the same program.
const toml = (value) => JSON.stringify(value);
async function mission(client) {
  const spec = kinds[client];
  const place = path.join(out, `${client}-mission`);
  fs.rmSync(place, { recursive: true, force: true });
  const home = path.join(place, 'home');
  const folder = path.join(place, 'work');
  fs.mkdirSync(path.join(home, '.config/assay'), { recursive: true });
  fs.mkdirSync(folder);
  const settings = spec.settings(place);
  fs.writeFileSync(path.join(home, '.config/assay/operator.toml'),
    `[agents.${client}]\nkind = ${toml(spec.kind)}\nprogram = ${toml(spec.program)}\narguments = ${toml(spec.arguments ?? [])}\nmodel = ${toml(spec.model ?? '')}\nreadable = ${toml([place])}\n\n[[agents.choose]]\nagent = ${toml(client)}\nkinds = ["checker"]\n`);
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: home, GIT_CONFIG_NOSYSTEM: '1', ASSAY_ACTOR: 'test', ...Object.fromEntries(settings.map((s) => [s.slice(0, s.indexOf('=')), s.slice(s.indexOf('=') + 1)])) };
  const run = (program, ...args) => {
    const done = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', timeout: 400000 });
    fs.appendFileSync(path.join(place, 'log.txt'), `$ ${program} ${args.join(' ')}\n${done.stdout}${done.stderr}\n`);
    return done;
  };
  run('git', 'init', '-q', '-b', 'main', '.');
  fs.writeFileSync(path.join(folder, 'a.txt'), 'one\n');
  run('git', 'add', '.');
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '-qm', 'base');
  fs.writeFileSync(path.join(place, 'plan.json'), JSON.stringify({ title: 'Hello', criteria: ['`cat hello.txt` prints hello'], checks: [],
    tasks: [{ name: 'write hello', instructions: 'Write hello.txt. SCENARIO:edit', acceptance_criteria: '`cat hello.txt` prints hello', files_modified: ['hello.txt'], agent: { type: client } }] }));
  const seen = fs.statSync(modelLog).size;
  run(assay, 'mission', 'new', 'Hello', '--plan', path.join(place, 'plan.json'), '--mode', 'autopilot').status === 0 || fault('there is no mission');
  run(assay, 'run');
  const [task] = JSON.parse(run(assay, 'task', 'list', '--json').stdout).tasks;
  is('the task', task.state, 'completed');
  const branch = run('git', 'for-each-ref', '--format=%(refname)', 'refs/heads/assay/').stdout.trim().split('\n')[0];
  is('hello.txt on its branch', run('git', 'show', `${branch}:hello.txt`).stdout.trim(), 'hello from the model');
  const asked = fs.readFileSync(modelLog, 'utf8').slice(seen).trim().split('\n').map((l) => JSON.parse(l));
  asked.some((a) => /report_progress$/.test(a.made?.name ?? '')) || fault('the desk was not offered');
  // No agent runs without its sandbox here: what the desk was told came out of one.
  const history = JSON.parse(run(assay, 'log', '--json').stdout).checkpoints;
  history.some((c) => /hello\.txt is written/.test(`${c.title} ${c.detail}`)) || fault('what was reported to the desk was not heard');
  asked.some((a) => a.scenario === 'check') || fault('nobody checked');
  return { end: 'completed' };
}

let passed = 0;
let failed = 0;
for (const client of Object.keys(kinds)) {
  for (const name of [...Object.keys(cases), ...(kinds[client].kind === client ? ['mission'] : [])]) {
    const title = `${client}: ${name}`;
    if (cases[name]?.clients && !cases[name].clients.includes(client)) continue;
    if (only.length && !only.some((o) => title.includes(o))) continue;
    const began = Date.now();
    try {
      const answer = await (name === 'mission' ? mission(client) : run(client, name));
      passed++;
      console.log(`ok      ${title.padEnd(24)} ${answer.end}${answer.reason ? `: ${answer.reason.slice(0, 90).replace(/\s+/g, ' ')}` : ''} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      fs.rmSync(path.join(out, `${client}-${name}`), { recursive: true, force: true });
    } catch (e) {
      failed++;
      console.log(`FAILED  ${title}: ${e.message}\n        kept in ${path.join(out, `${client}-${name}`)}`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
