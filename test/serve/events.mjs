// events.mjs URL TOKEN COUNT [LAST_EVENT_ID]: listens until COUNT checkpoints came and prints one JSON line each.
// A connection that breaks is made again with the last id, to the same address, for as long as it takes.
const [url, token, count, from] = process.argv.slice(2);
let last = from ?? "";
let seen = 0;
const deadline = Date.now() + 60_000;

async function listen() {
  const headers = { authorization: `Bearer ${token}`, ...(last === "" ? {} : { "last-event-id": last }) };
  const response = await fetch(`${url}/api/events`, { headers });
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  console.log(JSON.stringify({ type: "open", last }));
  let text = "";
  for await (const chunk of response.body) {
    text += new TextDecoder().decode(chunk);
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const fields = Object.fromEntries(
        text.slice(0, end).split("\n").filter((line) => !line.startsWith(":")).map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      if (fields.id !== undefined) last = fields.id;
      if (fields.event === undefined) continue;
      console.log(JSON.stringify({ type: fields.event, id: fields.id ?? null, data: JSON.parse(fields.data) }));
      if (fields.event === "checkpoint" && ++seen === Number(count)) process.exit(0);
    }
  }
}

while (Date.now() < deadline) {
  try {
    await listen();
  } catch (error) {
    if (!/fetch failed|terminated|other side closed/.test(String(error))) {
      console.error(String(error));
      process.exit(1);
    }
  }
  await new Promise((done) => setTimeout(done, 20));
}
console.error(`only ${seen} of ${count} came`);
process.exit(1);
