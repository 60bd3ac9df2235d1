// A person lets work land that nothing proves, with a reason that is kept.
import { useState } from "preact/hooks";
import { change } from "../api/client";
import type { Verification } from "../api/documents";
import type { Mission } from "../api/types";
import { useMayDecide } from "../ui/decide";
import { ReasonDialog } from "../ui/reason";
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
  return (
    <ReasonDialog
      title="Accept work that nothing proves"
      text="No test fails without this change. Your name and the reason are kept in the history and in the attestation of the landing."
      missing="Say why it may land without a test that would notice."
      button="Accept"
      busyWord="Accepting…"
      done="Accepted; it is verified again"
      refreshes={["/api/board", mission.id]}
      send={(reason) => change("POST", `/api/missions/${mission.id}/verify`, { acceptUnproven: reason })}
      onClose={onClose}
    />
  );
}
