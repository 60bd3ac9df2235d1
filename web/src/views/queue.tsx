// The queue of missions that are to land: where one stands in it, and running it.
import { useEffect, useRef, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { Queue, QueueRun } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import type { Mission } from "../api/types";
import { href, useRoute } from "../router";
import { useMayDecide } from "../ui/decide";
import { OutcomeMark } from "../ui/icons";
import { Dialog, Failure, Loading } from "../ui/parts";
import { Shown, useUntilElsewhere } from "../ui/shown";
import { say } from "../ui/toasts";
import { heldBy, honest, plural } from "../ui/words";

export const k_queue = "/api/queue";

const k_text =
  "They are verified together, each on top of those before it, and land in this order. One that does not hold leaves the queue with what was found. It takes as long as their checks.";

// Apart from the views: the row it was opened from goes when its mission lands, the report stays.
const opened = new Shown<boolean>(false);

export function RunQueueButton({ of, tone }: { of: string; tone?: "primary" }) {
  const may = useMayDecide();
  if (!may) return null;
  return (
    <button type="button" class={`button small ${tone ?? ""}`} aria-label={`Run the queue: ${of}`} onClick={() => opened.set(true)}>
      Run the queue
    </button>
  );
}

export const mayWait = (mission: Mission): boolean => mission.status === "ready_to_land" && mission.shippingAt === null;

// Its place in the queue, from 1, and how many wait; null: it does not.
export function usePlaceInQueue(mission: Mission): { readonly place: number; readonly of: number } | null {
  const waiting = useDocument<Queue>(mayWait(mission) ? k_queue : null).data?.waiting ?? [];
  const at = waiting.findIndex((entry) => entry.mission === mission.id);
  return at < 0 ? null : { place: at + 1, of: waiting.length };
}

export function QueueNote({ mission }: { mission: Mission }) {
  const waits = usePlaceInQueue(mission);
  if (waits === null) return null;
  return (
    <div class="note queue-note">
      <span>
        <strong>Waits in the queue</strong>
        {waits.of > 1 ? `, number ${waits.place} of ${waits.of}` : ""}. It lands when the queue is run.
      </span>
      <RunQueueButton of={mission.title} />
    </div>
  );
}

export function RunningQueue() {
  const isOpen = opened.use();
  const close = (): void => opened.set(false);
  useUntilElsewhere(useRoute().path.join("/"), close);
  return isOpen ? <QueueDialog onClose={close} /> : null;
}

const summaryOf = (report: QueueRun): string =>
  [plural(report.landed.length, "mission") + " landed", ...(report.evicted.length > 0 ? [`${report.evicted.length} left the queue`] : []), ...(report.waiting > 0 ? [`${report.waiting} still wait`] : [])].join(", ");

const wentWell = (report: QueueRun): boolean => report.evicted.length === 0 && report.stopped === "" && report.notes.length === 0;

function QueueDialog({ onClose }: { onClose: () => void }) {
  const queue = useDocument<Queue>(k_queue);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [report, setReport] = useState<QueueRun | null>(null);
  const here = useRef(true);
  useEffect(() => () => void (here.current = false), []);
  useEffect(() => queue.refresh(), []); // others may have lined something up since it was asked for
  const told = (text: string): void => (here.current ? setProblem(text) : say(text, "bad")); // who has closed it is told all the same
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const done = await change<QueueRun>("POST", `${k_queue}/run`);
      if (wentWell(done)) say(summaryOf(done), "good");
      else if (!here.current) say([summaryOf(done), ...done.evicted.map((each) => `${each.title}: ${each.finding}`), done.stopped, ...done.notes].filter((part) => part !== "").join(". "), "bad");
      if (wentWell(done)) onClose();
      else setReport(done);
    } catch (error) {
      told(error instanceof Problem ? error.message : String(error));
    }
    setBusy(false);
    refresh("/api/board", "/api/status", "/api/missions", k_queue);
  };
  const waiting = queue.data?.waiting ?? [];
  return (
    <Dialog title="Run the queue" onClose={onClose}>
      {report ? (
        <Report report={report} />
      ) : (
        <>
          <p class="muted">{k_text}</p>
          {queue.data ? (
            <ol class="queue-list">
              {waiting.map((entry) => (
                <li key={entry.mission}>
                  <a href={href(["missions", entry.mission])}>{honest(entry.title)}</a> <span class="muted">on {honest(entry.targetBranch)}</span>
                </li>
              ))}
            </ol>
          ) : queue.problem ? (
            <Failure problem={queue.problem} />
          ) : (
            <Loading rows={2} />
          )}
          {queue.data && waiting.length === 0 && <p class="muted">Nothing waits in it.</p>}
          {problem !== "" && (
            <p class="field-problem" role="alert">
              {honest(problem)}
            </p>
          )}
        </>
      )}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          {report ? "Close" : "Back"}
        </button>
        {!report && (
          <button type="button" class="button primary" disabled={busy || !queue.data || waiting.length === 0} onClick={() => void send()}>
            {busy ? "Running…" : "Run the queue"}
          </button>
        )}
      </div>
    </Dialog>
  );
}

// What a run came to that did not end well in all.
function Report({ report }: { report: QueueRun }) {
  return (
    <div role="status">
      <p>{summaryOf(report)}.</p>
      <ul class="items">
        {report.landed.map((each) => (
          <li key={each.mission}>
            <OutcomeMark outcome="passed" />
            <span class="item-text">{honest(each.title)}</span>
          </li>
        ))}
        {report.evicted.map((each) => (
          <li key={each.mission}>
            <OutcomeMark outcome="failed" />
            <span class="item-text">
              <a href={href(["missions", each.mission])}>{honest(each.title)}</a>
              <span class="item-detail">{honest(heldBy(each.finding))}</span>
            </span>
          </li>
        ))}
      </ul>
      {report.stopped !== "" && (
        <p class="note tone-bad">
          <strong>It stopped:</strong> {honest(report.stopped)}. {honest(report.next)}
        </p>
      )}
      {report.notes.map((note) => (
        <p key={note} class="note tone-warn">
          {honest(note)}
        </p>
      ))}
    </div>
  );
}
