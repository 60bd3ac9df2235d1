// Adding a task to a mission, and changing what is asked of one.
import { change } from "../api/client";
import { refresh } from "../api/live";
import type { Mission, Task } from "../api/types";
import { FormDialog, type FormField, type Values } from "../ui/form";
import { honest, shortId } from "../ui/words";

const k_what: readonly FormField[] = [
  { name: "name", label: "Name", kind: "line", needed: "Say in a few words what is to be done." },
  { name: "instructions", label: "Instructions", kind: "text", rows: 4, help: "What the agent is told. Empty: the name." },
  { name: "acceptance_criteria", label: "Accepted when", kind: "text", help: "What another agent can check, one sentence a line." },
  { name: "files_modified", label: "Files it may touch", kind: "text", rows: 2, help: "Globs, one a line. Empty: all." },
  { name: "agent", label: "Agent", kind: "line", help: "claude, codex, gemini, … Empty: as configured." },
];

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

export function AddTask({ mission, tasks, start = {}, onClose }: { mission: Mission; tasks: readonly Task[]; start?: Values; onClose: () => void }) {
  const before = tasks.filter((task) => task.state !== "cancelled" && task.kind !== "validation").slice(-50);
  const send = async (values: Values): Promise<string> => {
    await change("POST", "/api/tasks", {
      mission: mission.id,
      name: values["name"]?.trim(),
      ...(values["instructions"]?.trim() ? { instructions: values["instructions"].trim() } : {}),
      ...(values["acceptance_criteria"]?.trim() ? { acceptance_criteria: values["acceptance_criteria"].trim() } : {}),
      ...(linesOf(values["files_modified"] ?? "").length > 0 ? { files_modified: linesOf(values["files_modified"] ?? "") } : {}),
      ...(values["agent"]?.trim() ? { agent: values["agent"].trim() } : {}),
      ...(values["depends_on"] ? { depends_on: [values["depends_on"]] } : {}),
    });
    refresh("/api/board", mission.id);
    return `Added: ${values["name"]?.trim()}`;
  };
  const after: FormField = { name: "depends_on", label: "Starts after", kind: "choice", options: [{ value: "", word: "Nothing" }, ...before.map((task) => ({ value: task.id, word: `${honest(task.name)} (${shortId(task.id)})` }))] };
  return <FormDialog title="Add a task" subject={mission.title} text="Results of a verification count no more once there is more work." fields={before.length > 0 ? [...k_what, after] : k_what} start={start} button="Add task" busy="Adding…" wide onSend={send} onClose={onClose} />;
}

export const mayEdit = (task: Task): boolean => ["pending", "failed", "blocked", "cancelled"].includes(task.state) && task.checker_for_task_id === "";

const k_hours = 3_600_000;

export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const start: Values = {
    name: task.name,
    instructions: task.instructions,
    acceptance_criteria: task.acceptance_criteria,
    files_modified: task.files_modified.join("\n"),
    agent: task.agent.type,
    hours: String(task.timeout_ms / k_hours),
    max_attempts: String(task.retry.max_attempts),
  };
  const send = async (values: Values, changed: ReadonlySet<string>): Promise<string> => {
    const body: Record<string, unknown> = {};
    for (const name of ["name", "instructions", "acceptance_criteria", "agent"]) if (changed.has(name)) body[name] = values[name]?.trim() ?? "";
    if (changed.has("files_modified")) body["files_modified"] = linesOf(values["files_modified"] ?? "");
    if (changed.has("hours")) body["timeout_ms"] = Math.round(Number(values["hours"]) * k_hours);
    if (changed.has("max_attempts")) body["max_attempts"] = Math.round(Number(values["max_attempts"]));
    if (changed.size > 0) await change("PATCH", `/api/tasks/${task.id}`, body);
    refresh("/api/board", task.id, task.story_id);
    return changed.size > 0 ? `Changed: ${values["name"]?.trim()}` : "Nothing was changed";
  };
  const more: readonly FormField[] = [
    { name: "hours", label: "Hours it may take", kind: "number" },
    { name: "max_attempts", label: "Attempts", kind: "number" },
  ];
  return <FormDialog title="Edit this task" text="The history keeps what it said before." fields={[...k_what, ...more]} start={start} button="Save" busy="Saving…" wide onSend={send} onClose={onClose} />;
}
