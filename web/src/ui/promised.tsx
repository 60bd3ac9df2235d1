// A criterion with what would show it, before anything is done: the evidence, whether it holds already, or that a person
// has to say.
import type { MissionPreview } from "../api/documents";
import { honest } from "./words";

export type Promised = MissionPreview["criteria"][number];

export function PromisedList({ criteria }: { criteria: readonly Promised[] }) {
  return (
    <ul class="plain">
      {criteria.map((each) => (
        <li key={`${each.task} ${each.id}`}>
          {honest(each.text)}
          <ShownBy criterion={each} />
        </li>
      ))}
    </ul>
  );
}

export function ShownBy({ criterion }: { criterion: Promised }) {
  if (criterion.forPerson) return <span class="muted item-detail">{criterion.task === "" ? "for a person" : "for a critic or a person"}</span>;
  return (
    <>
      {criterion.evidence.map((each, i) => (
        <span key={i} class="item-detail">
          <span class="muted">shown by: {honest(each.words)}</span>
          {each.onBase === "holds" && <strong class="proves-nothing"> proves nothing: it holds before any work</strong>}
        </span>
      ))}
    </>
  );
}
