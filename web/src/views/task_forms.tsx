// Adding a task to a mission, and changing what is asked of one.
import { change } from "../api/client";
import { refresh } from "../api/live";
import type { Mission, Task } from "../api/types";
import { FormDialog, type FormField, type Values } from "../ui/form";
import { honest, shortId } from "../ui/words";

const k_what: readonly FormField[] = [
  { name: "name", label: "Name", kind: "line", needed: "Say in a few words what is to be done." },
  { name: "instructions", label: "Instructions", kind: "text", rows: 4, help: "What the agent is asked to do. Empty: the name." },
  { name: "acceptanceCriteria", label: "Accepted when", kind: "text", help: "What another agent can check, one sentence a line." },
  { name: "filesModified", label: "Files it may touch", kind: "text", rows: 2, help: "Globs, one a line. Empty: all." },
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
      ...(values["acceptanceCriteria"]?.trim() ? { acceptanceCriteria: values["acceptanceCriteria"].trim() } : {}),
      ...(linesOf(values["filesModified"] ?? "").length > 0 ? { filesModified: linesOf(values["filesModified"] ?? "") } : {}),
      ...(values["agent"]?.trim() ? { agent: values["agent"].trim() } : {}),
      ...(values["dependsOn"] ? { dependsOn: [values["dependsOn"]] } : {}),
    });
    refresh("/api/board", mission.id);
    return `Added: ${values["name"]?.trim()}`;
  };
  const after: FormField = { name: "dependsOn", label: "Starts after", kind: "choice", options: [{ value: "", word: "Nothing" }, ...before.map((task) => ({ value: task.id, word: `${honest(task.name)} (${shortId(task.id)})` }))] };
  return <FormDialog title="Add a task" subject={mission.title} text="Results of a verification count no more once there is more work." fields={before.length > 0 ? [...k_what, after] : k_what} start={start} button="Add task" busy="Adding…" wide onSend={send} onClose={onClose} />;
}

export const mayEdit = (task: Task): boolean => ["pending", "failed", "blocked", "cancelled"].includes(task.state) && task.checker_for_task_id === "";

const k_hours = 3_600_000;

export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const start: Values = {
    name: task.name,
    instructions: task.instructions,
    acceptanceCriteria: task.acceptance_criteria,
    filesModified: task.files_modified.join("\n"),
    agent: task.agent.type,
    hours: String(task.timeout_ms / k_hours),
    maxAttempts: String(task.retry.max_attempts),
  };
  const send = async (values: Values, changed: ReadonlySet<string>): Promise<string> => {
    const body: Record<string, unknown> = {};
    for (const name of ["name", "instructions", "acceptanceCriteria", "agent"]) if (changed.has(name)) body[name] = values[name]?.trim() ?? "";
    if (changed.has("filesModified")) body["filesModified"] = linesOf(values["filesModified"] ?? "");
    if (changed.has("hours")) body["timeoutMs"] = Math.round(Number(values["hours"]) * k_hours);
    if (changed.has("maxAttempts")) body["maxAttempts"] = Math.round(Number(values["maxAttempts"]));
    if (changed.size > 0) await change("PATCH", `/api/tasks/${task.id}`, body);
    refresh("/api/board", task.id, task.story_id);
    return changed.size > 0 ? `Changed: ${values["name"]?.trim()}` : "Nothing was changed";
  };
  const more: readonly FormField[] = [
    { name: "hours", label: "Hours it may take", kind: "number" },
    { name: "maxAttempts", label: "Attempts", kind: "number" },
  ];
  return <FormDialog title="Edit this task" text="The history keeps what it said before." fields={[...k_what, ...more]} start={start} button="Save" busy="Saving…" wide onSend={send} onClose={onClose} />;
}
