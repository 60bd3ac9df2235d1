// After shipping: what went wrong, and what a person can do about a story that was deployed.
import { useState } from "preact/hooks";
import { change } from "../api/client";
import type { MissionNew, MissionShow, Reverted } from "../api/documents";
import { useDocument } from "../api/live";
import type { Mission } from "../api/types";
import { go, href } from "../router";
import { useMayDecide } from "../ui/decide";
import { ReasonDialog } from "../ui/reason";
import { say } from "../ui/toasts";
import { failedFirst, honest } from "../ui/words";

export interface Wrong {
  readonly what: string;
  readonly words: string;
}
// What a story that needs a fix failed at.
export function wrongWith(mission: Mission): Wrong | null {
  if (mission.story !== "NEEDS_FIX" || mission.closedAt !== null) return null;
  if (mission.deploy === "failed") return { what: "The deploy failed", words: failedFirst(mission.deployLog ?? "") };
  if (mission.validation === "failed") return { what: "The validation failed", words: failedFirst(mission.validationReport ?? "") };
  return { what: "It needs a fix", words: failedFirst(mission.validationReport || mission.deployLog || "") };
}

export function WrongNote({ mission }: { mission: Mission }) {
  const wrong = wrongWith(mission);
  if (!wrong) return null;
  return (
    <div class="note tone-bad" role="status">
      <strong>{wrong.what}.</strong> <a href={href(["missions", mission.id, "deploy"])}>Its log</a>
      {wrong.words !== "" && <pre class="wrong-words" tabIndex={0}>{honest(wrong.words)}</pre>}
    </div>
  );
}

// The same on a card of the board, where only the head of the mission is known.
export function WrongOnCard({ id }: { id: string }) {
  const known = useDocument<MissionShow>(`/api/missions/${id}`).data;
  const wrong = known && wrongWith(known.mission);
  if (!wrong) return null;
  return (
    <p class="card-reason card-wrong">
      <strong>{wrong.what}</strong>
      {wrong.words !== "" && `: ${honest(wrong.words)}`}
    </p>
  );
}

type Verb = "redeploy" | "fix" | "revert" | "close";
interface Act {
  readonly button: string;
  readonly title: string;
  readonly text: string;
  readonly field: string; // what is asked for; empty: nothing
  readonly name: string; // of that in the request
}
const acts: Record<Verb, Act> = {
  redeploy: { button: "Redeploy", title: "Deploy again", text: "What has landed is deployed again, by the policy that the target branch has now, and looked at again.", field: "", name: "" },
  fix: { button: "Fix mission", title: "Open a mission that fixes it", text: "Its prompt says what the deploy or the validation found. What has landed stays until the fix is shipped.", field: "What else to say to whoever fixes it", name: "prompt" },
  revert: { button: "Revert", title: "Take it back", text: "Opens a mission whose work takes back what landed, on top of what the target is now. It is verified and shipped as any other.", field: "Reason", name: "reason" },
  close: { button: "Close", title: "Close this story", text: "It was looked at; the story is completed and leaves those that wait for somebody.", field: "Reason", name: "reason" },
};

function actsOf(mission: Mission): readonly Verb[] {
  if (mission.closedAt !== null || mission.status === "completed") return [];
  if (mission.story === "NEEDS_FIX") return ["fix", "redeploy", "revert", "close"];
  if (mission.story === "REVIEW_READY") return ["revert", "close"];
  if (mission.story === "DEPLOYED" && mission.validation === "none" && mission.deploy === "succeeded" && mission.shippingAt === null) return ["redeploy", "revert", "close"];
  return [];
}

// The same where only the id is known.
export function AfterShippingOf({ id, verb }: { id: string; verb: "fix" | "close" }) {
  const known = useDocument<MissionShow>(`/api/missions/${id}`).data;
  const [open, setOpen] = useState(false);
  const may = useMayDecide();
  if (!may || !known || !actsOf(known.mission).includes(verb)) return null;
  return (
    <>
      <button type="button" class="button primary small" aria-label={`${acts[verb].button}: ${known.mission.title}`} onClick={() => setOpen(true)}>
        {acts[verb].button}
      </button>
      {open && <ActDialog mission={known.mission} verb={verb} onClose={() => setOpen(false)} />}
    </>
  );
}

export function AfterShipping({ mission }: { mission: Mission }) {
  const [open, setOpen] = useState<Verb | null>(null);
  const may = useMayDecide();
  if (!may) return null;
  const main: Verb = mission.story === "NEEDS_FIX" ? "fix" : "close";
  return (
    <>
      {actsOf(mission).map((verb) => (
        <button key={verb} type="button" class={verb === main ? "button primary" : "button"} onClick={() => setOpen(verb)}>
          {acts[verb].button}
        </button>
      ))}
      {open && <ActDialog mission={mission} verb={open} onClose={() => setOpen(null)} />}
    </>
  );
}

async function run(mission: Mission, verb: Verb, more: object): Promise<void> {
  if (verb === "fix") {
    const made = await change<MissionNew>("POST", `/api/stories/${mission.id}/fix`, more);
    say(`Opened: ${made.mission.title}`, "good");
    go(["missions", made.mission.id]);
  } else if (verb === "revert") {
    const made = await change<Reverted>("POST", `/api/missions/${mission.id}/revert`, more);
    say(`Opened: ${made.title}`, "good");
    go(["missions", made.mission]);
  } else {
    await change("POST", `/api/stories/${mission.id}/${verb}`, more);
    say(verb === "close" ? `Closed: ${mission.title}` : `Deploying again: ${mission.title}`, "good");
  }
}

function ActDialog({ mission, verb, onClose }: { mission: Mission; verb: Verb; onClose: () => void }) {
  const act = acts[verb];
  const needed = verb === "close" && mission.story === "NEEDS_FIX";
  return (
    <ReasonDialog
      title={act.title}
      subject={mission.title}
      text={act.text}
      field={act.field}
      missing={needed ? "Say why it is closed although it needs a fix." : ""}
      button={act.button}
      busyWord="Asking…"
      done=""
      tone={verb === "revert" ? "danger" : "primary"}
      refreshes={["/api/board", "/api/status", mission.id]}
      send={(text) => run(mission, verb, act.name !== "" && text !== "" ? { [act.name]: text } : {})}
      onClose={onClose}
    />
  );
}
