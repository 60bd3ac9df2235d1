// The pages of the board: each column is a list of its own, newest first, that the server searches and cuts. A page begins
// where the one before ended, so the chain follows from what is known of each.
import { useEffect, useState } from "preact/hooks";
import type { Board } from "../api/documents";
import { knownAt, useDocuments } from "../api/live";
import type { MissionRow } from "../api/types";

export interface Wanted {
  readonly text: string;
  readonly task: string; // a state of tasks; empty: any
  readonly waits: boolean; // for a person
}

export const k_columns = ["planned", "progress", "blocked", "shippable", "shipped"] as const;
export type ColumnKey = (typeof k_columns)[number];

const k_page = 30; // missions
const k_cards = 14; // tasks of a mission

// The same conditions always make the same address: columns and their patches share answers.
function boardPath(wanted: Wanted, more: Record<string, string>): string {
  const query = new URLSearchParams();
  if (wanted.text.trim() !== "") query.set("text", wanted.text.trim());
  if (wanted.task !== "") query.set("withTask", wanted.task);
  if (wanted.waits) query.set("waits", "true");
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `/api/board?${query}`;
}

export const countsPath = (wanted: Wanted): string => boardPath(wanted, { limit: "1", cards: "1", counts: "true" });
export const k_all: Wanted = { text: "", task: "", waits: false };

export interface Pages {
  readonly rows: readonly MissionRow[];
  readonly known: boolean; // the first page is there
  readonly more: (() => void) | null; // null: these are all
}

export function useColumn(wanted: Wanted, column: ColumnKey): Pages {
  const first = boardPath(wanted, { cards: String(k_cards), column, limit: String(k_page) });
  const [opened, open] = useState({ first, pages: 1 });
  const pages = opened.first === first ? opened.pages : 1;
  const paths = [first];
  let next = knownAt<Board>(first)?.next ?? null;
  while (paths.length < pages && next !== null) {
    const path = boardPath(wanted, { before: next, cards: String(k_cards), column, limit: String(k_page) });
    paths.push(path);
    next = knownAt<Board>(path)?.next ?? null;
  }
  const known = useDocuments<Board>(paths);
  const rows = paths.flatMap((path) => known.get(path)?.missions ?? []);
  const last = known.get(paths[paths.length - 1] as string);
  return { rows, known: known.has(first), more: last !== undefined && last.next !== null ? () => open({ first, pages: pages + 1 }) : null };
}

// What was typed, once the typing pauses.
export function useSettled(text: string, ms = 200): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => settle(text), ms);
    return () => window.clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : settled;
}
