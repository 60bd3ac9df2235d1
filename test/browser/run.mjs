// The page in a real browser, over the real server. run.mjs ASSAY [part of a test's name]
import { launch, runAll } from "./world.mjs";
import { actions } from "./actions.mjs";
import { answers } from "./answers.mjs";
import { behaviour } from "./behaviour.mjs";
import { board } from "./board.mjs";
import { calibration } from "./calibration.mjs";
import { decisions } from "./decisions.mjs";
import { earlier } from "./earlier.mjs";
import { hostile } from "./hostile.mjs";
import { live } from "./live.mjs";
import { loop } from "./loop.mjs";
import { looks } from "./looks.mjs";
import { missions } from "./missions.mjs";
import { output } from "./output.mjs";
import { queueing } from "./queue.mjs";
import { review } from "./review.mjs";
import { searching } from "./search.mjs";
import { shipping } from "./ship.mjs";
import { stream } from "./stream.mjs";
import { transcript } from "./transcript.mjs";
import { waiting } from "./waiting.mjs";

const [assay, only] = process.argv.slice(2);
if (!assay) {
  console.error("usage: node run.mjs ASSAY [part of a test's name]");
  process.exit(2);
}
const browser = await launch();
let ok = false;
try {
  for (const suite of [board, searching, stream, actions, answers, queueing, output, decisions, missions, behaviour, earlier, shipping, loop, transcript, review, waiting, calibration, live, hostile, looks]) suite(browser, assay);
  ok = await runAll(only);
} finally {
  await browser.close();
}
process.exit(ok ? 0 : 1);
