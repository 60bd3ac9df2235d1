// A person lets work land that nothing proves, with a reason that is kept.
import { useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { Verification } from "../api/documents";
import { refresh } from "../api/live";
import type { Mission } from "../api/types";
import { AskingDialog } from "../ui/asking";
import { useMayDecide } from "../ui/decide";
import { say } from "../ui/toasts";
import { waitsForAcceptance } from "./behaviour";

export function AcceptUnproven({ mission, verification, stale }: { mission: Mission; verification: Verification | null; stale: boolean }) {
  const may = useMayDecide();
  const [asks, setAsks] = useState(false);
  if (!may || stale || mission.status !== "blocked" || !waitsForAcceptance(verification)) return null;
  return (
    <>
      <p>
        <button type="button" class="button" onClick={() => setAsks(true)}>
          Accept without proof…
        </button>
      </p>
      {asks && <Asking mission={mission} onClose={() => setAsks(false)} />}
    </>
  );
}

function Asking({ mission, onClose }: { mission: Mission; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const submit = async (): Promise<void> => {
    if (reason.trim() === "") return setProblem("Say why it may land without a test that would notice.");
    setBusy(true);
    try {
      await change("POST", `/api/missions/${mission.id}/verify`, { acceptUnproven: reason.trim() });
      say("Accepted; it is verified again", "good");
      refresh("/api/board", mission.id);
      onClose();
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <AskingDialog
      title="Accept work that nothing proves"
      text="No test fails without this change. Your name and the reason are kept in the history and in the attestation of the landing."
      field="Reason"
      needed
      value={reason}
      onInput={setReason}
      problem={problem}
      button={busy ? "Accepting…" : "Accept"}
      tone="danger"
      busy={busy}
      onSend={submit}
      onClose={onClose}
    />
  );
}
