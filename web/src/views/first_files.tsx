// What a person should see before anything else of a change: tests that it touches, files it may not.
import type { Diff } from "../api/documents";
import { Badge, Lines, Section } from "../ui/parts";
import { honest } from "../ui/words";

const isTest = (file: Diff["files"][number]): boolean => file.role === "test" || file.role === "snapshot";

export function FirstFiles({ diff, link }: { diff: Diff; link?: preact.ComponentChildren }) {
  const first = diff.files.filter((file) => isTest(file) || !file.inScope);
  if (first.length === 0) return null;
  return (
    <Section title="Look at first" note="changed tests, and files outside the scope" actions={link}>
      <ul class="items">
        {first.map((file) => (
          <li key={file.path}>
            <span class="item-text">
              <code>{honest(file.path)}</code>
            </span>
            {isTest(file) && <Badge tone="info">Test</Badge>}
            {!file.inScope && <Badge tone="warn">Outside scope</Badge>}
            <span class="muted">
              {file.status}, <Lines added={file.added} removed={file.removed} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
