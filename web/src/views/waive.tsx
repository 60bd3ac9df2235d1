// Setting a finding of the gate aside: a person says why. What was set aside stays on the page with name and reason.
import { useState } from "preact/hooks";
import { change } from "../api/client";
import type { Waived } from "../api/documents";
import type { Finding, VerifiedCheck } from "../api/types";
import { useMayDecide } from "../ui/decide";
import { Badge, Section } from "../ui/parts";
import { ReasonDialog } from "../ui/reason";
import { honest, plural } from "../ui/words";

export function WaiveButton({ mission, finding }: { mission: string; finding: Finding }) {
  const may = useMayDecide();
  const [open, setOpen] = useState(false);
  if (!may || finding.id === undefined || finding.severity === "note") return null;
  return (
    <>
      <button type="button" class="button small" onClick={() => setOpen(true)} aria-label={`Waive: ${finding.message}`} data-verb="waive">
        Waive
      </button>
      {open && <WaiveDialog mission={mission} finding={finding} id={finding.id} onClose={() => setOpen(false)} />}
    </>
  );
}

function WaiveDialog({ mission, finding, id, onClose }: { mission: string; finding: Finding; id: string; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Waive this finding"
      subject={finding.message}
      text={`It no longer counts in this mission, which is verified again. Your name and reason are shown in every report and are attested. (${finding.rule} ${id})`}
      missing="Say why this finding does not count here."
      button="Waive"
      busyWord="Waiving…"
      done="Waived. The mission is verified again."
      refreshes={["/api/board", "/api/status", "/api/missions", mission]}
      send={(reason) => change<Waived>("POST", `/api/missions/${mission}/waive`, { what: id, reason })}
      onClose={onClose}
    />
  );
}

export function WaivedList({ waived }: { waived: NonNullable<VerifiedCheck["waived"]> }) {
  if (waived.length === 0) return null;
  return (
    <Section title="Waived" note={plural(waived.length, "finding")}>
      <ul class="findings">
        {waived.map((each, i) => (
          <li key={i} class="finding">
            <div class="finding-head">
              <Badge tone="warn">Waived</Badge>
              <code class="rule">{each.rule}</code>
              {each.id !== undefined && <span class="muted">{each.id}</span>}
            </div>
            <p class="finding-text">{honest(each.message)}</p>
            <p class="muted">
              By {honest(each.waiver.by)}
              {each.waiver.until !== undefined && ` until ${each.waiver.until}`}: {honest(each.waiver.reason)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
