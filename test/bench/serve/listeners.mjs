// listeners.mjs URL TOKEN ASSAY CLIENTS EVENTS: so many event streams, so many transitions made by HTTP, spread
// over time; how long each event took from the moment its change was asked for to the moment it was read.
import http from "node:http";
const [url, token, , clientsText, eventsText] = process.argv.slice(2);
const clients = Number(clientsText), events = Number(eventsText);
const headers = { authorization: `Bearer ${token}` };
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

const ask = (method, path, body) =>
  new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, agent, headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) } }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, body: text === "" ? {} : JSON.parse(text) }));
    });
    request.on("error", reject);
    request.end(body ? JSON.stringify(body) : undefined);
  });

const asked = new Map(); // task id -> time
const delays = new Float64Array(clients * events);
const counts = new Uint32Array(clients);
let taken = 0, wrong = 0, done;
const finished = new Promise((resolve) => (done = resolve));

const listen = (n) =>
  new Promise((resolve, reject) => {
    const request = http.request(`${url}/api/events`, { headers, agent: false }, (response) => {
      let rest = "", last = 0, greeted = false;
      response.on("data", (chunk) => {
        const now = performance.now();
        rest += chunk;
        for (let end; (end = rest.indexOf("\n\n")) >= 0; rest = rest.slice(end + 2)) {
          const text = rest.slice(0, end);
          if (!greeted) {
            greeted = true;
            resolve();
            continue;
          }
          const id = /^id: (\d+)/.exec(text);
          if (id === null) continue;
          if (Number(id[1]) <= last) wrong += 1;
          last = Number(id[1]);
          const task = /"taskId":"([^"]+)"/.exec(text)?.[1];
          const began = asked.get(task);
          if (began === undefined) continue;
          counts[n] += 1;
          delays[taken++] = now - began;
          if (taken === clients * events) done();
        }
      });
      response.on("close", done);
    });
    request.on("error", reject);
    request.end();
  });

const board = (await ask("GET", "/api/tasks")).body.tasks.filter((task) => task.state === "pending").slice(0, events);
for (let n = 0; n < clients; n += 50) await Promise.all(Array.from({ length: Math.min(50, clients - n) }, (_, i) => listen(n + i)));
const pause = Number(process.env.PAUSE_MS ?? 20);
const began = performance.now();
for (const task of board) {
  asked.set(task.id, performance.now());
  const answer = await ask("POST", `/api/tasks/${task.id}/start`, {});
  if (answer.status !== 200) throw new Error(`${task.id}: ${answer.status} ${JSON.stringify(answer.body)}`);
  await new Promise((resolve) => setTimeout(resolve, pause));
}
const made = performance.now() - began;
await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, 30_000))]);
const sorted = delays.slice(0, taken).sort();
const at = (share) => sorted[Math.min(taken - 1, Math.floor(taken * share))]?.toFixed(0);
const lost = clients * board.length - taken;
console.log(`| ${clients} listeners, ${board.length} transitions in ${(made / 1000).toFixed(0)} s | ${taken} events, ${lost} lost, ${wrong} out of order; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms | | goal: none lost, p99 under 250 ms |`);
process.exit(lost === 0 && wrong === 0 ? 0 : 1);
