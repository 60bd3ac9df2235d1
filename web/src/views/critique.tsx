// What a task promised, criterion by criterion.
import type { Task } from "../api/types";
import { OutcomeMark } from "../ui/icons";
import { Section } from "../ui/parts";
import { honest, plural } from "../ui/words";

export function Critique({ task }: { task: Task }) {
  const lines = task.acceptance_criteria.split("\n").filter((line) => line.trim() !== "");
  const count = lines.length + task.success_criteria.length;
  const outcome = task.state === "completed" ? "passed" : task.checker_report !== "" ? "failed" : "unknown";
  return (
    <Section title="Promised" note={count === 0 ? "the instructions are the specification" : plural(count, "criterion", "criteria")}>
      <ul class="items">
        {lines.map((line, i) => (
          <li key={i}>
            <OutcomeMark outcome={outcome} />
            <span class="item-text">{honest(line)}</span>
          </li>
        ))}
        {task.success_criteria.map((criterion) => (
          <li key={criterion.id}>
            <OutcomeMark outcome="unknown" />
            <span class="item-text">
              {honest(criterion.claim)}
              <span class="muted item-detail">
                {criterion.id} · {criterion.evidence}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
