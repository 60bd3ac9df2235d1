// How things are said on the page: states, times, money, counts.
import type { Card, MissionHead, StoryState, TaskState } from "../api/types";

export type Tone = "quiet" | "info" | "good" | "warn" | "bad";

export const taskWord: Record<TaskState, string> = {
  pending: "Pending",
  running: "Running",
  ready: "Ready",
  completed: "Completed",
  failed: "Failed",
  blocked: "Blocked",
  cancelled: "Cancelled",
};
export const taskTone: Record<TaskState, Tone> = {
  pending: "quiet",
  running: "info",
  ready: "warn",
  completed: "good",
  failed: "bad",
  blocked: "bad",
  cancelled: "quiet",
};

export const storyTone: Record<StoryState, Tone> = {
  PENDING: "quiet",
  IN_PROGRESS: "info",
  SHIPPABLE: "good",
  SHIPPING: "info",
  DEPLOYED: "info",
  VALIDATING: "info",
  REVIEW_READY: "good",
  NEEDS_FIX: "bad",
};

export interface Standing {
  readonly word: string;
  readonly tone: Tone;
}
// What a person wants to know of a mission at a glance: the story's word, unless it is held up.
export function standingOf(mission: Pick<MissionHead, "status" | "story">): Standing {
  if (mission.status === "blocked") return { word: "Blocked", tone: "bad" };
  if (mission.status === "planning") return { word: "Planning", tone: "quiet" };
  if (mission.status === "awaiting_acceptance") return { word: "Awaiting acceptance", tone: "warn" };
  if (mission.status === "completed") return mission.story === "NEEDS_FIX" ? { word: "Closed", tone: "quiet" } : { word: "Completed", tone: "good" };
  if (mission.status === "landed" && mission.story === "IN_PROGRESS") return { word: "Landed", tone: "good" };
  return { word: capitals(mission.story), tone: storyTone[mission.story] };
}

// What was said, without the advice for those at a command line. The page has buttons for it.
export const heldBy = (said: string): string =>
  said
    .replace(/[:;,]? see `?assay [^]*$/, ".")
    .replace(/ \([^()]*\bassay [a-z][^()]*\)/g, "")
    .replace(/: accept it with a reason, then assay verify$/, "")
    .replace(/ To accept it: assay pack answer .*$/s, "");

// A report with a line for each thing that was looked at: those that failed before the others, and without the
// digests of their logs, which are for programs.
export function failedFirst(report: string): string {
  const parts: string[] = [];
  for (const line of report.replace(/; log [0-9a-f]{64}\b/g, "").trim().split("\n")) {
    const last = parts.length - 1;
    if (parts.length === 0 || /^(passed|failed) {2}/.test(line)) parts.push(line);
    else parts[last] = `${parts[last]}\n${line}`;
  }
  const failed = parts.filter((part) => part.startsWith("failed "));
  return [...failed, ...parts.filter((part) => !failed.includes(part))].join("\n");
}

// "REVIEW_READY" as people write it.
export function capitals(state: string): string {
  const words = state.toLowerCase().replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type Checking = "none" | "waiting" | "checking" | "failed";
// A report on an earlier round is history: only what is ready is being judged.
export function checkingOf(card: Pick<Card, "state" | "checker_state" | "checker_report">): Checking {
  if (card.state !== "ready") return "none";
  if (card.checker_report !== "" || card.checker_state === "failed") return "failed";
  if (card.checker_state === "running") return "checking";
  if (card.checker_state === "pending") return "waiting";
  return "none";
}

export const count = (n: number): string => n.toLocaleString("en");

export const checkingWord: Partial<Record<Checking, string>> = { waiting: "Waits for its checker", checking: "Checking…" };

export function plural(n: number, one: string, many = one + "s"): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 10) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 86400 * 30) return plural(Math.floor(seconds / 86400), "day") + " ago";
  return iso.slice(0, 10);
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const money = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 0.1 ? 3 : 2)}`;
export const shortId = (id: string): string => id.replace(/^[a-z]+-/, "").slice(0, 8);
export const shortCommit = (id: string): string => id.slice(0, 10);
export const bare = (actor: string): string => actor.replace(/^person:/, "");
export function baseName(path: string): string {
  const parts = path.split("/").filter((part) => part !== "");
  return parts[parts.length - 1] ?? path;
}
export { honest } from "./honest";
