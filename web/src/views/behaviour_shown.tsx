// What is proven of the change, what is not, and what no longer holds: the first thing to read before one decides.
import type { Verification } from "../api/documents";
import { OutcomeMark } from "../ui/icons";
import { Disclosure, Section } from "../ui/parts";
import { honest } from "../ui/words";
import { type Behaviour, behaviourOf, type Told } from "./behaviour";

const k_first = 8; // of a list; the others are one click away

function Row({ told, earlier }: { told: Told; earlier: boolean }) {
  return (
    <li>
      <OutcomeMark outcome={told.outcome} earlier={earlier} word="" />
      <span class="item-text">
        <code class="behaviour-subject">{honest(told.subject)}</code>
        {told.words !== "" && <span class="muted item-detail">{honest(told.words)}</span>}
      </span>
    </li>
  );
}

function List({ title, list, none, earlier }: { title: string; list: readonly Told[]; none: string; earlier: boolean }) {
  const rows = (part: readonly Told[]): preact.ComponentChild => (
    <ul class="items">
      {part.map((told, i) => (
        <Row key={i} told={told} earlier={earlier} />
      ))}
    </ul>
  );
  return (
    <div>
      <h3>{title}</h3>
      {list.length === 0 ? <p class="muted">{none}</p> : rows(list.slice(0, k_first))}
      {list.length > k_first && <Disclosure summary={`${list.length - k_first} more`}>{rows(list.slice(k_first))}</Disclosure>}
    </div>
  );
}

// What was expected beside what is expected now.
function OldForm({ told }: { told: Behaviour["old"][number] }) {
  const said = (
    <>
      <span class="muted item-detail">As it was before the change, on the new code:</span>
      <pre class="evidence-line">{honest(told.words)}</pre>
    </>
  );
  if (told.before === "") return said;
  return (
    <>
      <div class="old-and-new">
        <div>
          <span class="muted item-detail">Expected before</span>
          <pre class="evidence-line">{honest(told.before)}</pre>
        </div>
        <div>
          <span class="muted item-detail">Expected now</span>
          <pre class="evidence-line">{told.after === "" ? "(taken out)" : honest(told.after)}</pre>
        </div>
      </div>
      {told.words !== "" && <Disclosure summary="What it said">{said}</Disclosure>}
    </>
  );
}

// Old tests that the change edits, in their old words: whether that was wanted is for a person to say.
function OldExpectations({ list }: { list: Behaviour["old"] }) {
  if (list.length === 0) return null;
  return (
    <div class="old-expectations">
      <h3>{list.length === 1 ? "1 old expectation no longer holds" : `${list.length} old expectations no longer hold`}</h3>
      <ul class="items">
        {list.map((told, i) => (
          <li key={i}>
            <span class="item-text">
              <code class="behaviour-subject">{honest(told.subject)}</code>
              <OldForm told={told} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function BehaviourShown({ verification, earlier }: { verification: Verification | null; earlier: boolean }) {
  const behaviour = behaviourOf(verification);
  if (behaviour === null) return null;
  if (behaviour.unknown !== "") {
    return (
      <Section title="Behaviour">
        <p class="note tone-warn">Nothing was proven: {honest(behaviour.unknown)}</p>
      </Section>
    );
  }
  return (
    <Section title="Behaviour" note={earlier ? "of an earlier state" : `${behaviour.proven.length} proven, ${behaviour.open.length} not`}>
      <div class="proof-columns">
        <List title={earlier ? "Proven in an earlier state" : "Proven: a test fails without it"} list={behaviour.proven} none="No test fails without the change." earlier={earlier} />
        <List title="Not proven: no test notices" list={behaviour.open} none="Nothing of the change is known to go unnoticed." earlier={earlier} />
      </div>
      <OldExpectations list={behaviour.old} />
      {behaviour.accepted.map((text, i) => (
        <p key={i} class="note tone-warn">
          {honest(text)}
        </p>
      ))}
      {behaviour.notes.length > 0 && <p class="muted behaviour-notes">{honest(behaviour.notes.join(" "))}</p>}
    </Section>
  );
}
