// The ship gate: the one action that a person takes for a whole story, with everything it means.
import { useMemo, useState } from "preact/hooks";
import { change, Problem, versionOf } from "../api/client";
import type { Diff, MissionShow } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import type { Finding, Mission, StoryState } from "../api/types";
import { useMayDecide } from "../ui/decide";
import { OutcomeMark } from "../ui/icons";
import { Copyable, Dialog, Fact, Failure, Lines, Loading, StaleNote, When } from "../ui/parts";
import { say } from "../ui/toasts";
import { capitals, honest, plural } from "../ui/words";
import { unshownIn, useMatters } from "./critique";
import { type Item, proofOf } from "./proof";
import { useVerification, verificationPath } from "./verified";

const k_line: readonly StoryState[] = ["PENDING", "IN_PROGRESS", "SHIPPABLE", "SHIPPING", "DEPLOYED", "VALIDATING", "REVIEW_READY"];

// Where the story stands on its way; a story that needs a fix stands where it would have been ready. One that was
// closed stands behind both.
export function StateLine({ mission }: { mission: Pick<Mission, "story" | "closedAt"> }) {
  const story = mission.story;
  const way: readonly string[] = story === "NEEDS_FIX" ? [...k_line.slice(0, -1), story] : k_line;
  const line = mission.closedAt === null ? way : [...way, "CLOSED"];
  const here = line.indexOf(mission.closedAt === null ? story : "CLOSED");
  return (
    <ol class="state-line" aria-label="State of the story">
      {line.map((state, i) => (
        <li key={state} class={i < here ? "done" : i === here ? `here ${state === "NEEDS_FIX" ? "bad" : ""}` : ""} aria-current={i === here ? "step" : undefined}>
          <span class="state-dot" aria-hidden="true" />
          <span>{capitals(state)}</span>
        </li>
      ))}
    </ol>
  );
}

export function ShipButton({ mission }: { mission: Mission }) {
  const [open, setOpen] = useState(false);
  const may = useMayDecide();
  if (mission.story !== "SHIPPABLE" || !may) return null;
  return (
    <>
      <button type="button" class="button primary" onClick={() => setOpen(true)}>
        Ship
      </button>
      {open && <ShipDialog mission={mission} onClose={() => setOpen(false)} />}
    </>
  );
}

// The same on a card of the board, where only the head of the mission is known.
export function ShipFromBoard({ id, title, story }: { id: string; title: string; story: StoryState }) {
  const [open, setOpen] = useState(false);
  const may = useMayDecide();
  const known = useDocument<MissionShow>(open ? `/api/missions/${id}` : null);
  if (story !== "SHIPPABLE" || !may) return null;
  return (
    <>
      <button type="button" class="button primary small" aria-label={`Ship: ${title}`} onClick={() => setOpen(true)}>
        Ship
      </button>
      {open && known.data && <ShipDialog mission={known.data.mission} onClose={() => setOpen(false)} />}
    </>
  );
}

const nameOf = (open: readonly Item[], findings: readonly Finding[]): string => [...open.map((item) => item.text), ...findings.map((finding) => finding.message)].join("\n");

function ShipDialog({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const path = verificationPath(mission.id);
  const verification = useVerification(mission.id);
  const seen = useMemo(() => versionOf(path), [verification.data]); // what is on screen is what is shipped
  const diff = useDocument<Diff>(`/api/missions/${mission.id}/diff`);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const proof = proofOf(mission, verification.data);
  const tasks = useDocument<MissionShow>(`/api/missions/${mission.id}`).data?.tasks;
  const { matters, all } = useMatters(tasks ?? []);
  const open = [...proof.open, ...unshownIn(tasks ?? [], matters, proof.verification)];
  const shown = [...proof.criteria.filter((each) => each.outcome === "passed"), ...proof.proven];
  const verified = proof.verification;
  const looking = !tasks || !all; // what the tasks promised is not known yet
  const unproven = open.length + proof.shouldFix.length;
  const [ticked, setTicked] = useState<string | null>(null);
  const isTicked = ticked === nameOf(open, proof.shouldFix); // of what is on screen now, not of what was
  const past = proof.stale !== "";
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await change("POST", `/api/stories/${mission.id}/ship`, {}, seen);
      say(`Shipping: ${mission.title}`, "good");
      refresh("/api/board", mission.id);
      onClose();
    } catch (error) {
      const told = error instanceof Problem ? error : new Problem(0, "", String(error));
      setProblem(told.status === 412 ? "It has changed while you looked. Look at it again, then ship it." : told.message);
      if (told.status === 412) refresh(mission.id);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Ship this story" onClose={onClose} wide>
      <p class="dialog-subject">{honest(mission.title)}</p>
      {verification.problem && !verification.data && <Failure problem={verification.problem} />}
      {verification.loading && <Loading rows={4} />}
      {verified && (
        <>
          <dl class="facts">
            <Fact name="Commit">
              <Copyable text={verified.commit} />
            </Fact>
            <Fact name="Tree">
              <Copyable text={verified.tree} />
            </Fact>
            <Fact name="Lands on">
              <code>{verified.targetBranch}</code>
            </Fact>
            <Fact name="Changes">
              {diff.data ? (
                <>
                  {plural(diff.data.files.length, "file")} <Lines added={diff.data.added} removed={diff.data.removed} />
                </>
              ) : (
                "…"
              )}
            </Fact>
            <Fact name="Verified">
              <When at={verified.finishedAt} />, sandbox {verified.sandbox}
            </Fact>
          </dl>
          <StaleNote stale={proof.stale} next="It is verified anew before anything lands." />
          <div class="proof-columns">
            <div>
              <h3>{past ? "Proven in an earlier state" : "Proven"}</h3>
              <ul class="proof-list">
                {shown.map((item, i) => (
                  <li key={i}>
                    <OutcomeMark outcome="passed" earlier={past} />
                    <span>
                      {honest(item.text)} <span class="muted">{honest(item.detail)}</span>
                    </span>
                  </li>
                ))}
                {shown.length === 0 && <li class="muted">Nothing</li>}
              </ul>
            </div>
            <div>
              <h3>Not proven</h3>
              <ul class="proof-list">
                {open.map((item, i) => (
                  <li key={i}>
                    <OutcomeMark outcome={item.outcome ?? "unknown"} />
                    <span>
                      {honest(item.text)} <span class="muted">{honest(item.detail)}</span>
                    </span>
                  </li>
                ))}
                {proof.shouldFix.map((finding, i) => (
                  <li key={`f${i}`}>
                    <OutcomeMark outcome="unknown" />
                    <span>
                      {honest(finding.message)} <span class="muted">{finding.rule}</span>
                    </span>
                  </li>
                ))}
                {looking && <li class="muted">Looking at what the tasks promised…</li>}
                {!looking && unproven === 0 && <li class="muted">Nothing is left open</li>}
              </ul>
            </div>
          </div>
        </>
      )}
      {verified && !looking && unproven > 0 && (
        <label class="tick">
          <input type="checkbox" checked={isTicked} onChange={(event) => setTicked(event.currentTarget.checked ? nameOf(open, proof.shouldFix) : null)} />
          <span>
            I have read what is not proven ({plural(unproven, "thing")}), and ship it all the same.
          </span>
        </label>
      )}
      {problem && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Back
        </button>
        <button type="button" class="button primary" disabled={busy || verified === null || looking || (unproven > 0 && !isTicked)} onClick={send}>
          {busy ? "Shipping…" : `Ship to ${mission.targetBranch}`}
        </button>
      </div>
    </Dialog>
  );
}
