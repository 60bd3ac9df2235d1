// Setting a finding of the gate aside: a person says why. What was set aside stays on the page with name and reason.
import { useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { Waived } from "../api/documents";
import { refresh } from "../api/live";
import type { Finding, VerifiedCheck } from "../api/types";
import { AskingDialog } from "../ui/asking";
import { useMayDecide } from "../ui/decide";
import { Badge, Section } from "../ui/parts";
import { say } from "../ui/toasts";
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
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const send = async (): Promise<void> => {
    if (reason.trim() === "") {
      setProblem("Say why this finding does not count here.");
      return;
    }
    setBusy(true);
    setProblem("");
    try {
      await change<Waived>("POST", `/api/missions/${mission}/waive`, { what: id, reason: reason.trim() });
      say("Waived. The mission is verified again.", "good");
      refresh("/api/board", "/api/status", "/api/missions", mission);
      onClose();
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <AskingDialog
      title="Waive this finding"
      subject={finding.message}
      text={`It no longer counts in this mission, which is verified again. Your name and reason are shown in every report and are attested. (${finding.rule} ${id})`}
      field="Reason"
      needed
      value={reason}
      onInput={setReason}
      problem={problem}
      button={busy ? "Waiving…" : "Waive"}
      tone="danger"
      busy={busy}
      onSend={send}
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
