// Decisions about a task, read off its mission's history: what, by whom, and why.
import type { Checkpoint } from "../api/types";
import { bare } from "./words";

export interface Decided {
  readonly id: string;
  readonly what: string; // "Rejected"
  readonly who: string;
  readonly why: string; // empty: no reason was given
  readonly at: string;
}

const k_decisions = ["Accepted", "Rejected", "Cancelled", "To be tried again"];

export function decidedOn(task: string, checkpoints: readonly Checkpoint[]): Decided[] {
  return checkpoints.flatMap((checkpoint) => {
    const what = checkpoint.title.split(":", 1)[0] ?? "";
    if (checkpoint.taskId !== task || !k_decisions.includes(what)) return [];
    const told = checkpoint.detail.replace(/\n?mission: \w+ → \w+$/, "");
    const by = `by ${checkpoint.actor}`;
    const why = told.startsWith(by) ? told.slice(by.length).replace(/^: /, "") : told;
    return [{ id: checkpoint.id, what, who: bare(checkpoint.actor), why, at: checkpoint.createdAt }];
  });
}
