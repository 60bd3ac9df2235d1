// A model that says what a script says, in the four ways that agents' programs ask a model: Anthropic
// messages, OpenAI responses, Gemini streamGenerateContent, OpenAI chat completions. Listens on 127.0.0.1.
//
//   node model_server.mjs PORT_FILE LOG_FILE
//
// The prompt chooses the script ("SCENARIO:edit"); how many tools have answered so far says which step is
// due. A request that offers no tools is one of those that programs make on the side (titles, summaries)
// and gets a word of text. The log holds one line of JSON for each request.
import http from 'node:http';
import fs from 'node:fs';

const [portFile, logFile] = process.argv.slice(2);
const log = (line) => fs.appendFileSync(logFile, JSON.stringify(line) + '\n');

// ---- the scripts: a step is a text, a tool to call, or something that goes wrong.
// A tool is named by what it does; `call` finds the name that this program has for it.
const write = { tool: 'write', path: 'hello.txt', content: 'hello from the model\n' };
const progress = { tool: 'progress', text: 'hello.txt is written' };
const shell = { tool: 'shell', command: 'echo denied > /tmp/assay-agents-escaped; echo ran > ran.txt' };
const testOfMul = "const test = require('node:test');\nconst assert = require('node:assert');\nconst { mul } = require('../src/mul.js');\ntest('multiplies', () => { assert.equal(mul(3, 4), 12); assert.equal(mul(2, 5), 10); });\n";
const scripts = {
  edit: [write, progress, { text: 'I wrote hello.txt.' }],
  denied: [shell, { text: 'The command did not run.' }],
  loop: Array(40).fill({ tool: 'read', path: 'a.txt', expensive: true }),
  error: [{ status: 500 }],
  login: [{ status: 401 }],
  hang: [{ hang: true }],
  stall: [{ stall: true, text: 'I ' }],
  // Stops with work that no test shows; sent back, it writes the test.
  hook: [{ tool: 'write', path: 'src/mul.js', content: 'exports.mul = (a, b) => a * b;\n' }, { text: 'mul is done.' }],
  hookback: [
    { text: 'mul is done.' },
    { tool: 'write', path: 'test/mul.test.js', content: testOfMul },
    { text: 'mul is done and tested.' },
  ],
  // Leaves a failing test behind and says again and again that it is done.
  stubborn: [
    { tool: 'write', path: 'src/mul.js', content: 'exports.mul = (a, b) => a + b;\n' },
    { tool: 'write', path: 'test/mul.test.js', content: testOfMul },
    { text: 'mul is done.' },
  ],
  stubbornback: [{ text: 'mul is done.' }],
};
// What a hook answers when it sends an agent back begins with this.
const sentBack = 'Assay does not accept this change yet';

// ---- tools by the names that programs have for them, with their arguments
const names = {
  write: ['Write', 'write_file', 'write', 'apply_patch', 'exec_command', 'shell_command', 'shell'],
  read: ['Read', 'read_file', 'read', 'exec_command', 'shell_command', 'shell'],
  shell: ['Bash', 'run_shell_command', 'bash', 'exec_command', 'shell_command', 'shell'],
};
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
function argumentsFor(name, step, cwd) {
  const path = cwd && step.path ? `${cwd}/${step.path}` : step.path;
  const command = step.command ?? (step.tool === 'read' ? `cat ${step.path}` : `printf '%s' ${quoted(step.content ?? '')} > ${step.path}`);
  switch (name) {
    case 'Write': case 'write_file': return { file_path: path, content: step.content };
    case 'write': return { filePath: path, content: step.content };
    case 'Read': case 'read_file': return { file_path: path };
    case 'read': return { filePath: path };
    case 'Bash': case 'bash': return { command, description: 'Run it' };
    case 'run_shell_command': return { command, description: 'Run it' };
    case 'exec_command': return { cmd: command };
    case 'shell_command': return { command };
    case 'shell': return { command: ['sh', '-c', command] };
    case 'apply_patch':
      return { patch: `*** Begin Patch\n*** Add File: ${step.path}\n${step.content.trimEnd().split('\n').map((l) => '+' + l).join('\n')}\n*** End Patch\n` };
  }
  return { text: step.text };
}
// offered: names of the tools in the request
function call(step, offered, cwd) {
  if (step.tool === 'progress') {
    const name = offered.find((n) => /assay/.test(n) && /report_progress$/.test(n)) ?? offered.find((n) => /report_progress$/.test(n));
    return name ? { name, args: { text: step.text } } : undefined;
  }
  const name = names[step.tool].find((n) => offered.includes(n));
  return name ? { name, args: argumentsFor(name, step, cwd) } : undefined;
}

function nextStep(text, answered, offered) {
  // Whoever is asked for a verdict gives it, whatever the task that is looked at says.
  const verdict = /(CHECK-[A-Za-z0-9]+): pass/.exec(text)?.[1];
  if (verdict && offered.length > 0) return { step: { text: `${verdict}: pass` }, scenario: 'check' };
  let scenario = /SCENARIO:([a-z]+)/.exec(text)?.[1];
  if (text.includes(sentBack) && scripts[`${scenario}back`]) scenario += 'back';
  if (offered.length === 0 || !scripts[scenario]) return { step: { text: 'ok' }, scenario };
  const script = scripts[scenario];
  return { step: script[Math.min(answered, script.length - 1)], scenario };
}
const cwdIn = (text) => /WORKDIR:(\S+?)(?=["\s\\]|$)/.exec(text)?.[1];

// ---- the four ways
const sse = (res) => {
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  return (data, event) => res.write((event ? `event: ${event}\n` : '') + `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
};
const tokens = (step) => (step.expensive ? { input: 400000, output: 20000 } : { input: 100, output: 20 });

function anthropic(body, act) {
  const offered = (body.tools ?? []).map((t) => t.name);
  const answered = body.messages.flatMap((m) => (Array.isArray(m.content) ? m.content : [])).filter((c) => c.type === 'tool_result').length;
  act({ offered, answered, model: body.model }, (res, step, made) => {
    const used = tokens(step);
    const block = made ? { type: 'tool_use', id: `toolu_${answered}`, name: made.name, input: {} } : { type: 'text', text: '' };
    const head = { id: `msg_${answered}`, type: 'message', role: 'assistant', model: body.model, stop_sequence: null };
    const reason = made ? 'tool_use' : 'end_turn';
    if (!body.stream) {
      const content = [made ? { ...block, input: made.args } : { type: 'text', text: step.text }];
      res.writeHead(200, { 'content-type': 'application/json' });
      return res.end(JSON.stringify({ ...head, content, stop_reason: reason, usage: { input_tokens: used.input, output_tokens: used.output } }));
    }
    const send = sse(res);
    const say = (event) => send(event, event.type);
    say({ type: 'message_start', message: { ...head, content: [], stop_reason: null, usage: { input_tokens: used.input, output_tokens: 1 } } });
    say({ type: 'content_block_start', index: 0, content_block: block });
    say({ type: 'content_block_delta', index: 0, delta: made ? { type: 'input_json_delta', partial_json: JSON.stringify(made.args) } : { type: 'text_delta', text: step.text } });
    if (step.stall) return;
    say({ type: 'content_block_stop', index: 0 });
    say({ type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: used.output } });
    say({ type: 'message_stop' });
    res.end();
  });
}

function responses(body, act) {
  // MCP servers may come as a namespace with tools inside.
  const flat = (tools, prefix = '') => (tools ?? []).flatMap((t) => (t.type === 'namespace' ? flat(t.tools, t.name) : [{ name: t.name ?? t.type, namespace: prefix || undefined, type: t.type }]));
  const tools = flat(body.tools);
  const full = (t) => (t.namespace ? `${t.namespace}${t.namespace.endsWith('__') ? '' : '__'}${t.name}` : t.name);
  const offered = tools.map(full);
  const answered = (body.input ?? []).filter((i) => /call_output$/.test(i.type)).length;
  act({ offered, answered, model: body.model }, (res, step, made) => {
    const send = sse(res);
    const say = (event) => send(event, event.type);
    const used = tokens(step);
    const id = `resp_${answered}`;
    say({ type: 'response.created', response: { id } });
    let item = { type: 'message', role: 'assistant', id: `msg_${answered}`, content: [{ type: 'output_text', text: step.text ?? '' }] };
    if (made) {
      const tool = tools.find((t) => full(t) === made.name);
      item = tool.type === 'custom'
        ? { type: 'custom_tool_call', id: `ctc_${answered}`, call_id: `call_${answered}`, name: tool.name, input: made.args.patch }
        : { type: 'function_call', id: `fc_${answered}`, call_id: `call_${answered}`, name: tool.name, namespace: tool.namespace, arguments: JSON.stringify(made.args) };
    }
    if (step.stall) return;
    say({ type: 'response.output_item.done', item });
    say({ type: 'response.completed', response: { id, usage: { input_tokens: used.input, input_tokens_details: { cached_tokens: 0 }, output_tokens: used.output, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: used.input + used.output } } });
    res.end();
  });
}

function gemini(body, act, url) {
  const offered = (body.tools ?? []).flatMap((t) => t.functionDeclarations ?? []).map((f) => f.name);
  const answered = (body.contents ?? []).flatMap((c) => c.parts ?? []).filter((p) => p.functionResponse).length;
  act({ offered, answered, model: url }, (res, step, made) => {
    const used = tokens(step);
    const part = made ? { functionCall: { name: made.name, args: made.args } } : { text: step.text ?? '' };
    const answer = { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }], usageMetadata: { promptTokenCount: used.input, candidatesTokenCount: used.output, totalTokenCount: used.input + used.output }, modelVersion: 'scripted' };
    if (!/stream/.test(url)) {
      res.writeHead(200, { 'content-type': 'application/json' });
      return res.end(JSON.stringify(answer));
    }
    const send = sse(res);
    if (step.stall) return send({ candidates: [{ content: { role: 'model', parts: [{ text: 'I ' }] }, index: 0 }] });
    send(answer);
    res.end();
  });
}

function chat(body, act) {
  const offered = (body.tools ?? []).map((t) => t.function.name);
  const answered = body.messages.filter((m) => m.role === 'tool').length;
  act({ offered, answered, model: body.model }, (res, step, made) => {
    const used = tokens(step);
    const usage = { prompt_tokens: used.input, completion_tokens: used.output, total_tokens: used.input + used.output };
    const delta = made ? { role: 'assistant', tool_calls: [{ index: 0, id: `call_${answered}`, type: 'function', function: { name: made.name, arguments: JSON.stringify(made.args) } }] } : { role: 'assistant', content: step.text ?? '' };
    const reason = made ? 'tool_calls' : 'stop';
    const chunk = (choice) => ({ id: `chat_${answered}`, object: 'chat.completion.chunk', created: 1, model: body.model, choices: choice ? [{ index: 0, ...choice }] : [] });
    if (!body.stream) {
      res.writeHead(200, { 'content-type': 'application/json' });
      return res.end(JSON.stringify({ id: 'chat', object: 'chat.completion', created: 1, model: body.model, choices: [{ index: 0, message: { content: null, ...delta }, finish_reason: reason }], usage }));
    }
    const send = sse(res);
    send(chunk({ delta, finish_reason: null }));
    if (step.stall) return;
    send(chunk({ delta: {}, finish_reason: reason }));
    send({ ...chunk(), usage });
    send('[DONE]');
    res.end();
  });
}

// ---- the server
function handle(req, res, text) {
  const url = req.url;
  let body;
  try { body = JSON.parse(text || '{}'); } catch { body = {}; }
  if (/count_?tokens/i.test(url)) {
    res.writeHead(200, { 'content-type': 'application/json' });
    return res.end(JSON.stringify({ input_tokens: 10, totalTokens: 10 }));
  }
  const way = /\/messages/.test(url) ? anthropic : /\/responses/.test(url) ? responses : /GenerateContent|generateContent/.test(url) ? gemini : /\/chat\/completions/.test(url) ? chat : undefined;
  if (!way || req.method !== 'POST') {
    log({ url, method: req.method, answer: 404 });
    res.writeHead(404, { 'content-type': 'application/json' });
    return res.end('{"error":{"message":"not found"}}');
  }
  way(body, (seen, reply) => {
    const { step, scenario } = nextStep(text, seen.answered, seen.offered);
    const made = step.tool ? call(step, seen.offered, cwdIn(text)) : undefined;
    log({ url, scenario, answered: seen.answered, model: seen.model, tools: seen.offered, step, made });
    if (step.hang) return;
    if (step.status) {
      res.writeHead(step.status, { 'content-type': 'application/json' });
      const words = step.status === 401 ? 'Unauthorized: invalid api key' : 'scripted internal server error';
      return res.end(JSON.stringify({ type: 'error', error: { type: step.status === 401 ? 'authentication_error' : 'api_error', code: step.status, message: words, status: step.status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL' } }));
    }
    if (step.tool && !made) return reply(res, { text: `There is no tool to ${step.tool} with.` }, undefined);
    reply(res, step, made);
  }, url);
}

const server = http.createServer((req, res) => {
  const chunks = [];
  let size = 0;
  req.on('data', (c) => { size += c.length; if (size < 32 << 20) chunks.push(c); });
  req.on('end', () => {
    try { handle(req, res, Buffer.concat(chunks).toString('utf8')); } catch (e) { log({ fault: String(e?.stack ?? e) }); res.destroy(); }
  });
});
server.listen(0, '127.0.0.1', () => fs.writeFileSync(portFile, String(server.address().port)));
process.on('SIGTERM', () => process.exit(0));
setTimeout(() => process.exit(0), 4 * 3_600_000).unref();
