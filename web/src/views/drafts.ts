// Tasks as a person edits them before a mission starts, and the plan they make. What the form does not show of
// a proposed task (evidence of its criteria, its agent, its time) is kept as it was proposed.
import type { Plan, PlannedTask } from "../api/types";

export interface TaskDraft {
  readonly key: number;
  readonly name: string;
  readonly instructions: string;
  readonly criteria: string;
  readonly files: string; // comma-separated
  readonly after: string; // names, one a line
  readonly proposed: PlannedTask | null;
}

let keys = 0;
export const emptyTask = (): TaskDraft => ({ key: ++keys, name: "", instructions: "", criteria: "", files: "", after: "", proposed: null });

export const linesIn = (text: string, by = "\n"): string[] =>
  text
    .split(by)
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function draftOf(task: PlannedTask): TaskDraft {
  const criteria = task.acceptance_criteria ?? "";
  return {
    ...emptyTask(),
    name: task.name,
    instructions: task.instructions ?? "",
    criteria: Array.isArray(criteria) ? criteria.join("\n") : criteria,
    files: (task.files_modified ?? []).join(", "),
    after: (task.depends_on ?? []).join("\n"),
    proposed: task,
  };
}

function taskOf(draft: TaskDraft): PlannedTask {
  const { instructions: _i, acceptance_criteria: _c, files_modified: _f, depends_on: _d, ...kept } = draft.proposed ?? { name: "" };
  return {
    ...kept,
    name: draft.name.trim(),
    ...(draft.instructions.trim() === "" ? {} : { instructions: draft.instructions.trim() }),
    ...(draft.criteria.trim() === "" ? {} : { acceptance_criteria: draft.criteria.trim() }),
    ...(draft.files.trim() === "" ? {} : { files_modified: linesIn(draft.files, ",") }),
    ...(draft.after.trim() === "" ? {} : { depends_on: linesIn(draft.after) }),
  };
}

export function planOf(drafts: readonly TaskDraft[], criteria: readonly string[], checks: Plan["checks"] = []): Plan | null {
  if (drafts.length === 0 && criteria.length === 0) return null;
  return { criteria: [...criteria], ...(checks.length === 0 ? {} : { checks }), tasks: drafts.map(taskOf) };
}

// Whoever waits for a task goes on waiting for it under its new name, and no longer for one that is gone.
export function edited(drafts: readonly TaskDraft[], key: number, changes: Partial<TaskDraft>): readonly TaskDraft[] {
  const old = drafts.find((draft) => draft.key === key)?.name.trim() ?? "";
  const now = changes.name?.trim() ?? "";
  const renamed = (after: string): string =>
    now === "" || old === ""
      ? after
      : linesIn(after)
          .map((name) => (name === old ? now : name))
          .join("\n");
  return drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : { ...draft, after: renamed(draft.after) }));
}
export function without(drafts: readonly TaskDraft[], key: number): readonly TaskDraft[] {
  const gone = drafts.find((draft) => draft.key === key)?.name.trim() ?? "";
  return drafts
    .filter((draft) => draft.key !== key)
    .map((draft) => ({
      ...draft,
      after: linesIn(draft.after)
        .filter((name) => name !== gone)
        .join("\n"),
    }));
}

// ---- what is written and not yet started outlives a reload of this tab, and nothing longer

export interface Draft {
  readonly prompt: string;
  readonly title: string;
  readonly mode: string;
  readonly extra: string;
  readonly tasks: readonly TaskDraft[];
  readonly checks: Plan["checks"];
}
const k_place = "assay.new-mission";

export function keptDraft(): Draft {
  const none: Draft = { prompt: "", title: "", mode: "manual", extra: "", tasks: [], checks: [] };
  try {
    const kept = { ...none, ...(JSON.parse(window.sessionStorage.getItem(k_place) ?? "{}") as Partial<Draft>) };
    return { ...kept, tasks: kept.tasks.map((task) => ({ ...task, key: ++keys })) };
  } catch {
    return none; // not ours, or the browser keeps nothing
  }
}
export function keepDraft(draft: Draft): void {
  try {
    window.sessionStorage.setItem(k_place, JSON.stringify(draft));
  } catch {
    // then it lives as long as the view
  }
}
export function forgetDraft(): void {
  try {
    window.sessionStorage.removeItem(k_place);
  } catch {
    // nothing was kept
  }
}
