// What waits for a person, over all missions: each with why, and the button that does something about it.
import { useEffect, useRef, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { Needs } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import { go, href } from "../router";
import { DecideButtons, useMayDecide } from "../ui/decide";
import { Badge, When } from "../ui/parts";
import { showWaiting } from "../ui/title";
import { say } from "../ui/toasts";
import { heldBy, honest, plural } from "../ui/words";
import { AfterShippingOf } from "./after";
import { answerCheck } from "./answer_check";
import { mayNotify, NotifyButton, notify } from "./notify";
import { RunQueueButton } from "./queue";
import { ShipFromBoard } from "./ship";

export type Need = Needs["needed"][number];

const k_needs = "/api/status/needs";
const k_hidden_ms = 30_000; // how often a tab asks that nobody looks at and that is to notify
const k_at_first = 8;

export const useNeeds = (): Needs | undefined => useDocument<Needs>(k_needs).data;

// Why a mission stands still; what its tasks wait with stands on their cards.
function whyOf(needs: Needs | undefined, mission: string): string {
  const first = needs?.needed.find((need) => need.missionId === mission && need.taskId === "");
  return first ? heldBy(first.what) : "";
}

const keyOf = (need: Need): string => `${need.missionId} ${need.taskId} ${need.action} ${need.what}`;

// On every page: the count in the tab's title, and notifications of what came since it was opened.
export function Waiting() {
  const needs = useDocument<Needs>(k_needs);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const rows = needs.data?.needed;
    if (!rows) return;
    showWaiting(rows.length);
    const before = known.current;
    known.current = new Set(rows.map(keyOf));
    if (before === null) return;
    for (const need of rows.filter((each) => !before.has(keyOf(each))).slice(0, 3)) {
      notify(need.taskName || need.title, heldBy(need.what), keyOf(need), () => go(placeOf(need)));
    }
  }, [needs.data]);
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === "hidden" && mayNotify()) needs.refresh();
    }, k_hidden_ms);
    return () => window.clearInterval(timer);
  }, []);
  return null;
}

const placeOf = (need: Need): readonly string[] => (need.taskId !== "" ? ["tasks", need.taskId] : ["missions", need.missionId, ...(k_tabs[need.action] ?? [])]);
const k_tabs: Partial<Record<Need["action"], readonly string[]>> = { plan: ["plan"], add_task: ["plan"], answer_check: ["acceptance"], look: ["checks"] };

export function WaitsForYou() {
  const needs = useNeeds();
  const [all, setAll] = useState(false);
  if (!needs || needs.needed.length === 0) return null;
  const rows = all ? needs.needed : needs.needed.slice(0, k_at_first);
  return (
    <section class="waiting" aria-labelledby="waits-for-you">
      <div class="waiting-head">
        <h2 id="waits-for-you">
          Waits for you{" "}
          <span class="count">
            {needs.needed.length}
            {needs.more ? "+" : ""}
          </span>
        </h2>
        <NotifyButton />
      </div>
      <ul>
        {rows.map((need) => (
          <Row key={keyOf(need)} need={need} />
        ))}
      </ul>
      {rows.length < needs.needed.length && (
        <button type="button" class="bare more" onClick={() => setAll(true)}>
          Show {plural(needs.needed.length - rows.length, "more")}
        </button>
      )}
    </section>
  );
}

function Row({ need }: { need: Need }) {
  const ofTask = need.taskId !== "";
  return (
    <li class="waiting-row" data-need={need.action}>
      <span class="waiting-what">
        <a href={href(placeOf(need))}>{honest(ofTask ? need.taskName : need.title)}</a>
        {ofTask && <span class="muted waiting-mission">{honest(need.title)}</span>}
        <span class="waiting-why">{honest(whyWithoutName(need))}</span>
      </span>
      <span class="muted waiting-when">
        <When at={need.since} />
      </span>
      <span class="waiting-action">
        <Action need={need} />
      </span>
    </li>
  );
}

// The name of the task stands before it already.
function whyWithoutName(need: Need): string {
  const named = `"${need.taskName}" `;
  const what = heldBy(need.what);
  const why = need.taskName !== "" && what.startsWith(named) ? what.slice(named.length) : what;
  return why.charAt(0).toUpperCase() + why.slice(1);
}

const k_links: Partial<Record<Need["action"], string>> = {
  answer: "Answer",
  plan: "Plan",
  add_task: "Add a task",
  approve_plan: "Look at the plan",
};

function Action({ need }: { need: Need }) {
  const may = useMayDecide();
  const link = (word: string) => (
    <a class="button small" href={href(placeOf(need))} aria-label={`${word}: ${need.taskName || need.title}`}>
      {word}
    </a>
  );
  if (!may) return link("Open");
  switch (need.action) {
    case "decide":
    case "retry":
      return need.taskState && <DecideButtons task={{ id: need.taskId, name: need.taskName, state: need.taskState, checker_report: need.checkerReport }} verbs={need.action === "decide" ? ["reject", "accept"] : ["retry"]} small />;
    case "land":
      return need.story === "SHIPPABLE" ? <ShipFromBoard id={need.missionId} title={need.title} story={need.story} /> : link("Open");
    case "fix":
    case "close":
      return <AfterShippingOf id={need.missionId} verb={need.action} />;
    case "answer_check":
      return (
        <button type="button" class="button small" aria-label={`Answer the check: ${need.title}`} onClick={() => answerCheck(need.missionId, (check) => check.id === need.checkId)}>
          Answer the check
        </button>
      );
    case "run_queue":
      return <RunQueueButton of={need.title} tone="primary" />;
    case "sign":
      return <Send need={need} word="Sign" done="It is signed" />;
    case "verify":
      return <Send need={need} word="Verify" done="Verification is under way" />;
    case "resume":
      return <Send need={need} word="Resume" done="It goes on" />;
    default:
      return link(k_links[need.action] ?? "Open");
  }
}

function Send({ need, word, done }: { need: Need; word: string; done: string }) {
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await change("POST", `/api/missions/${need.missionId}/${need.action}`);
      say(done, "good");
      refresh("/api/board", "/api/status", need.missionId);
    } catch (error) {
      say(error instanceof Problem ? error.message : String(error), "bad");
    }
    setBusy(false);
  };
  return (
    <button type="button" class="button small" disabled={busy} aria-label={`${word}: ${need.title}`} onClick={send}>
      {word}
    </button>
  );
}

// On a card of the board: why it stands still.
export function WhyBlocked({ mission }: { mission: string }) {
  const why = whyOf(useNeeds(), mission);
  return why === "" ? null : (
    <p class="card-reason card-why">
      <Badge tone="bad">Why</Badge> {honest(why)}
    </p>
  );
}
