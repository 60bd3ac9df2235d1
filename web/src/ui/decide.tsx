// Decisions of a person about a task, each with its reason, each on record. Nothing is shown as done
// before the server has said so.
import { useState } from "preact/hooks";
import { change, get, Problem, versionOf } from "../api/client";
import type { CommentList, Log, Moved, TaskShow } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import type { Session, Task, TaskState } from "../api/types";
import { useRoute } from "../router";
import { AskingDialog } from "./asking";
import { decidedOn } from "./decided";
import { Shown as Held, useUntilElsewhere } from "./shown";
import { say } from "./toasts";
import { honest, plural, taskWord } from "./words";

export type Verb = "start" | "ready" | "complete" | "accept" | "reject" | "retry" | "redo" | "cancel";

interface Words {
  readonly button: string;
  readonly busy: string;
  readonly done: string;
  readonly title: string;
  readonly text: string;
  readonly from: readonly TaskState[];
  readonly path?: string; // of the operation, where it is called otherwise
  readonly missing?: string; // a reason is needed; what is said without one
  readonly takesComments?: true; // on the task: they go with it, and are a reason
}
const words: Record<Verb, Words> = {
  start: {
    button: "Start",
    busy: "Starting…",
    done: "Started",
    title: "Start this task yourself",
    text: "You do it by hand. Its work is expected on its own branch; `assay worktree add` makes a place for it.",
    from: ["pending"],
  },
  ready: {
    button: "Hand in",
    busy: "Handing in…",
    done: "Handed in",
    title: "Hand this work in",
    text: "It is done and waits to be looked at. What is not committed on its branch is not part of it.",
    from: ["running"],
  },
  complete: {
    button: "Complete",
    busy: "Completing…",
    done: "Completed",
    title: "Complete this task",
    text: "It is done and needs no check.",
    from: ["running"],
  },
  accept: {
    button: "Accept",
    busy: "Accepting…",
    done: "Accepted",
    title: "Accept this work",
    text: "The task becomes completed and counts towards the mission.",
    from: ["ready"],
  },
  reject: {
    button: "Reject",
    busy: "Rejecting…",
    done: "Rejected",
    title: "Send this work back",
    text: "The task goes back for another round. The reason is given to whoever does it.",
    from: ["ready"],
    missing: "Say what is wrong, so that the next round can fix it.",
    takesComments: true,
  },
  retry: {
    button: "Retry",
    busy: "Retrying…",
    done: "Trying again",
    title: "Try again",
    text: "The task becomes pending again.",
    from: ["failed", "blocked", "cancelled"],
    takesComments: true,
  },
  redo: {
    button: "Send back",
    busy: "Sending back…",
    done: "Sent back",
    title: "Do this task again",
    text: "It was completed. It becomes pending for another round, and the reason is given to whoever does it. The mission is verified again afterwards.",
    from: ["completed"],
    path: "retry",
    missing: "Say what is wrong, so that the next round can fix it.",
    takesComments: true,
  },
  cancel: {
    button: "Cancel task",
    busy: "Cancelling…",
    done: "Cancelled",
    title: "Give this task up",
    text: "Its work stays on its branch, but no longer counts.",
    from: ["pending", "running", "ready", "failed", "blocked"],
  },
};

export function useMayDecide(): boolean {
  const session = useDocument<Session>("/api/session");
  return session.data !== undefined && session.data.role !== "viewer";
}

// In whose name it is done.
export const useOwnName = (): string => useDocument<Session>("/api/session").data?.name ?? "";

// Known to be one: what only others can use is not there.
export const useIsViewer = (): boolean => useDocument<Session>("/api/session").data?.role === "viewer";

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly state: TaskState;
  readonly checker_report: string;
}

// What is being decided on. It stands apart from the views: a card that moves or goes takes no half-written
// reason with it.
const deciding = new Held<{ readonly task: Subject; readonly verb: Verb } | null>(null);

export function Deciding() {
  const open = deciding.use();
  const place = useRoute().path.join("/");
  useUntilElsewhere(place, () => deciding.set(null));
  return open && <DecideDialog key={open.task.id + open.verb} task={open.task} verb={open.verb} onClose={() => deciding.set(null)} />;
}

export function DecideButtons({ task, verbs, small }: { task: Subject; verbs: readonly Verb[]; small?: boolean }) {
  const may = useMayDecide();
  const possible = verbs.filter((verb) => words[verb].from.includes(task.state));
  if (possible.length === 0 || !may) return null;
  return (
    <div class="decide">
      {possible.map((verb) => (
        <button
          key={verb}
          type="button"
          class={`button${small ? " small" : ""}${verb === "accept" && !task.checker_report ? " primary" : ""}`}
          onClick={() => deciding.set({ task, verb })}
          aria-label={`${words[verb].button}: ${task.name}`}
          data-verb={verb}
        >
          {words[verb].button}
        </button>
      ))}
    </div>
  );
}

// Which version of a task is on screen; nothing when that cannot be found out, then the server's rules are enough.
async function versionNow(task: string): Promise<string | undefined> {
  const path = `/api/tasks/${task}`;
  try {
    await get(path);
    return versionOf(path);
  } catch {
    return undefined;
  }
}

// Somebody else was first.
function Overtaken({ task }: { task: Task }) {
  const log = useDocument<Log>(task.story_id === "" ? null : `/api/missions/${task.story_id}/checkpoints?all=true`);
  const last = decidedOn(task.id, log.data?.checkpoints ?? []).pop();
  return (
    <div class="note tone-warn" role="alert">
      <strong>It is no longer to be decided.</strong> {last ? `${last.what} by ${last.who}${last.why === "" ? "" : `: ${honest(last.why)}`}.` : ""} It is {taskWord[task.state].toLowerCase()} now; nothing of yours was sent.
    </div>
  );
}

function DecideDialog({ task, verb, onClose }: { task: Subject; verb: Verb; onClose: () => void }) {
  const [seen] = useState(() => versionNow(task.id)); // what is decided on is what there was when the dialog opened
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const known = useDocument<TaskShow>(`/api/tasks/${task.id}`).data?.task;
  const overtaken = !busy && known !== undefined && !words[verb].from.includes(known.state);
  const overrides = verb === "accept" && task.checker_report !== "";
  const comments = useDocument<CommentList>(words[verb].takesComments ? `/api/comments?task=${task.id}` : null).data?.comments ?? [];
  const open = comments.filter((each) => each.sentRound === null);
  const missing = overrides ? "Say why this counts although its checker failed it." : open.length > 0 ? undefined : words[verb].missing;
  const needed = missing !== undefined;
  const send = async (): Promise<void> => {
    if (missing !== undefined && reason.trim() === "") {
      setProblem(missing);
      return;
    }
    setBusy(true);
    setProblem("");
    try {
      await change<Moved>("POST", `/api/tasks/${task.id}/${words[verb].path ?? verb}`, { reason: reason.trim() }, await seen);
      say(`${words[verb].done}: ${task.name}`, "good");
      refresh("/api/board", "/api/status", "/api/missions", "/api/comments", task.id);
      onClose();
    } catch (error) {
      refresh(task.id);
      setProblem(error instanceof Problem ? (error.status === 412 ? "It has changed while you decided. Close this, look at it again, then decide." : error.message) : String(error));
      setBusy(false);
    }
  };
  return (
    <AskingDialog
      title={words[verb].title}
      subject={task.name}
      text={words[verb].text}
      field="Reason"
      needed={needed}
      value={reason}
      onInput={setReason}
      problem={problem}
      button={busy ? words[verb].busy : words[verb].button}
      tone={verb === "reject" || verb === "redo" || verb === "cancel" ? "danger" : "primary"}
      busy={busy}
      over={overtaken}
      onSend={send}
      onClose={onClose}
    >
      {overtaken && known && <Overtaken task={known} />}
      {open.length > 0 && !overtaken && (
        <div class="note">
          <strong>{plural(open.length, "comment")} of yours and others go with it:</strong>
          <ul class="plain">
            {open.slice(0, 20).map((each) => (
              <li key={each.id}>
                {each.path !== "" && <code>{honest(`${each.path}:${each.line}`)}</code>} {honest(each.text)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {overrides && !overtaken && (
        <div class="note tone-warn">
          <strong>Its checker failed it.</strong> You may accept it all the same; your name and reason go on record.
        </div>
      )}
    </AskingDialog>
  );
}
