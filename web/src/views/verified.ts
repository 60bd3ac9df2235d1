// The latest verification of a mission, and whether it still holds. What makes it stale (a commit on the target) is
// no event of ours, so whoever looks at it asks again from time to time.
import { useEffect } from "preact/hooks";
import type { MissionVerification } from "../api/documents";
import { type Known, useDocument } from "../api/live";

const k_every_ms = 15_000;

export const verificationPath = (mission: string): string => `/api/missions/${mission}/verification`;

export function useVerification(mission: string | null): Known<MissionVerification> {
  const known = useDocument<MissionVerification>(mission === null ? null : verificationPath(mission));
  const waits = known.data?.verification != null;
  useEffect(() => {
    if (!waits) return undefined;
    const look = (): void => {
      if (document.visibilityState === "visible") known.refresh();
    };
    const timer = window.setInterval(look, k_every_ms);
    document.addEventListener("visibilitychange", look); // who comes back sees how it stands now
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [mission, waits]);
  return known;
}
