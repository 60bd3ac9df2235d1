// What only a person can say of a check: whether it holds, and why. An answer counts for the work as it was verified last.
import { useMemo } from "preact/hooks";
import { change, Problem, versionOf } from "../api/client";
import type { MissionShow, Pack, Verification } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import type { Mission, PackCheck } from "../api/types";
import { useRoute } from "../router";
import { useMayDecide, useOwnName } from "../ui/decide";
import { FormDialog, type FormField, type Values } from "../ui/form";
import { Dialog, Failure, Section, When } from "../ui/parts";
import { Shown, useUntilElsewhere } from "../ui/shown";
import { bare, heldBy, honest, plural } from "../ui/words";
import { verificationIn } from "./proof";
import { useVerification, verificationPath } from "./verified";

interface Asked {
  readonly mission: string;
  readonly is: (check: PackCheck) => boolean;
}

// It stands apart from the views: a row that goes takes no half-written answer with it.
const answering = new Shown<Asked | null>(null);

export const answerCheck = (mission: string, is: Asked["is"]): void => answering.set({ mission, is });

const verifiedAs = (check: PackCheck, verification: Verification | null) => verification?.checks.find((each) => each.id === check.id);

const isAnswerable = (check: PackCheck, verification: Verification | null): boolean => check.kind === "manual" || verifiedAs(check, verification)?.forPerson === true;

// The last verification waits for it, and nobody has said anything since.
function isOpen(check: PackCheck, verification: Verification): boolean {
  const answered = check.answer !== null && check.answer.answeredAt >= verification.finishedAt;
  return verifiedAs(check, verification)?.forPerson === true && !answered;
}

export function AnswerButton({ mission, check, verification }: { mission: Mission; check: PackCheck; verification: Verification | null }) {
  const may = useMayDecide();
  const over = mission.landedAt !== null || mission.closedAt !== null || mission.shippingAt !== null;
  if (!may || over || !isAnswerable(check, verification)) return null;
  const word = check.answer === null ? "Answer" : "Answer again";
  return (
    <button type="button" class="button small" aria-label={`${word}: ${check.title}`} onClick={() => answerCheck(mission.id, (each) => each.id === check.id)}>
      {word}
    </button>
  );
}

// Who said what of it, and whether that is of the work as it was verified last.
export function AnswerGiven({ check, verification }: { check: PackCheck; verification: Verification | null }) {
  const { answer } = check;
  if (answer === null) return null;
  const earlier = verification?.work !== undefined && verification.work !== answer.work;
  return (
    <span class="item-detail answer-given">
      <strong>{answer.answer === "failed" ? "Does not hold" : "Holds"}</strong>
      {earlier && " (said of earlier work)"}, by {honest(bare(answer.actor))} <When at={answer.answeredAt} />: {honest(answer.reason)}
    </span>
  );
}

// Where one decides: the checks that hold the mission up until a person has answered.
export function AskedChecks({ mission, verification }: { mission: Mission; verification: Verification }) {
  const asked = mission.acceptance.checks.filter((check) => isOpen(check, verification));
  if (asked.length === 0) return null;
  return (
    <Section title="Waits for your answer" note={plural(asked.length, "check")}>
      <ul class="items">
        {asked.map((check) => (
          <li key={check.id}>
            <span class="item-text">
              {honest(check.title)}
              <span class="muted item-detail">{honest(heldBy(verifiedAs(check, verification)?.reason ?? ""))}</span>
            </span>
            <AnswerButton mission={mission} check={check} verification={verification} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Answering() {
  const asked = answering.use();
  const close = (): void => answering.set(null);
  const place = useRoute().path.join("/");
  useUntilElsewhere(place, close);
  const known = useDocument<MissionShow>(asked && `/api/missions/${asked.mission}`);
  const verified = useVerification(asked?.mission ?? null);
  if (!asked) return null;
  const problem = known.problem ?? verified.problem;
  if (known.data === undefined || verified.data === undefined) {
    return problem ? (
      <Dialog title="Answer a check" onClose={close}>
        <Failure problem={problem} />
      </Dialog>
    ) : null;
  }
  const check = known.data.mission.acceptance.checks.find(asked.is);
  if (check) return <AnswerDialog mission={known.data.mission} check={check} verification={verificationIn(verified.data)} onClose={close} />;
  return (
    <Dialog title="Answer a check" onClose={close}>
      <p>This check is no longer there. Somebody has taken it away.</p>
    </Dialog>
  );
}

const fieldsFor = (check: PackCheck): readonly FormField[] => [
  {
    name: "answer",
    label: "What you found",
    kind: "choice",
    needed: "Choose what you found.",
    options: [
      { value: "", word: "Choose…" },
      { value: "passed", word: check.kind === "manual" ? "It holds" : "Accept it as it is" },
      { value: "failed", word: check.kind === "manual" ? "It does not hold" : "Do not accept it" },
    ],
  },
  { name: "reason", label: "Reason", kind: "text", needed: "Say what you looked at, and what you found." },
];

function AnswerDialog({ mission, check, verification, onClose }: { mission: Mission; check: PackCheck; verification: Verification | null; onClose: () => void }) {
  const name = useOwnName();
  const path = verificationPath(mission.id);
  const seen = useMemo(() => versionOf(path), [verification]); // what is on screen is what is answered
  const send = async (values: Values): Promise<string> => {
    const body = { reason: values["reason"]?.trim(), ...(values["answer"] === "failed" ? { failed: true } : {}) };
    try {
      const { notes } = await change<Pack>("POST", `/api/missions/${mission.id}/acceptance/checks/${check.id}/answer`, body, seen);
      refresh("/api/board", "/api/status", mission.id);
      const moved = notes.filter((note) => !/\bassay /.test(note)).join(" ");
      return `Answered: ${check.title}. ${moved === "" ? "It counts with the next verification." : moved}`;
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412) throw error;
      refresh(mission.id);
      throw new Problem(412, error.code, "The mission has changed while you looked. Look at it again, then answer.");
    }
  };
  const asked = verifiedAs(check, verification);
  return (
    <FormDialog
      title="Answer a check"
      subject={check.title}
      text="Your answer is for the work as it was verified last. The mission is to be verified again with it."
      fields={fieldsFor(check)}
      start={{}}
      button="Answer"
      busy="Answering…"
      onSend={send}
      onClose={onClose}
    >
      {check.detail !== "" && <p class="answer-about">{honest(check.detail)}</p>}
      {asked?.forPerson === true && <p class="note tone-warn">{honest(heldBy(asked.reason))}</p>}
      <AnswerGiven check={check} verification={verification} />
      <p class="muted">
        Kept and shown with your name: <strong>{honest(name)}</strong>
      </p>
    </FormDialog>
  );
}
