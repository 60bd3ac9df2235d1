// What can be done with a mission besides its main button: more work, a plan, how much goes on by itself and what it may
// cost, its place in the queue, and its end.
import { useEffect, useRef, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import { refresh } from "../api/live";
import type { Mission, Task } from "../api/types";
import { go } from "../router";
import { useMayDecide } from "../ui/decide";
import { FormDialog, type FormField, type Values } from "../ui/form";
import { Icon } from "../ui/icons";
import { say } from "../ui/toasts";
import { k_queue, mayWait, usePlaceInQueue } from "./queue";
import { AddTask } from "./task_forms";

type Open = "task" | "edit" | "budget" | "cancel" | null;

export function MissionMenu({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const may = useMayDecide();
  const menu = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState<Open>(null);
  const landed = mission.landedAt !== null || mission.closedAt !== null;
  const waiting = usePlaceInQueue(mission) !== null;
  useEffect(() => {
    const close = (event: Event): void => {
      const at = menu.current;
      if (!at?.open || (event instanceof KeyboardEvent ? event.key !== "Escape" : at.contains(event.target as Node))) return;
      at.open = false;
      if (event instanceof KeyboardEvent) at.querySelector("summary")?.focus();
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  if (!may || landed) return null;
  const show = (what: Open): void => {
    if (menu.current) menu.current.open = false;
    setOpen(what);
  };
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    show(null);
    try {
      await work();
      say(done, "good");
      refresh("/api/board", k_queue, mission.id);
    } catch (error) {
      say(error instanceof Problem ? error.message : String(error), "bad");
    }
  };
  const plans = mission.plan === null && tasks.every((task) => task.kind === "planning");
  const plan = (): void => {
    say("A planner is asked; this takes a while");
    void run(async () => {
      await change("POST", `/api/missions/${mission.id}/plan`);
      go(["missions", mission.id, "plan"]);
    }, "Planned");
  };
  const item = (word: string, act: () => void) => (
    <button type="button" class="bare menu-item" onClick={act}>
      {word}
    </button>
  );
  return (
    <>
      <details ref={menu} class="menu">
        <summary class="button">
          More <Icon name="chevron" />
        </summary>
        <div class="menu-list">
          {item("Add a task…", () => show("task"))}
          {plans && item("Ask for a plan", plan)}
          {item("Edit…", () => show("edit"))}
          {item("Budget…", () => show("budget"))}
          {mayWait(mission) && !waiting && item("Add to the queue", () => void run(() => change("POST", k_queue, { missions: [mission.id] }), "It waits in the queue"))}
          {waiting && item("Remove from the queue", () => void run(() => change("DELETE", `${k_queue}/${mission.id}`), "It left the queue"))}
          {item("Cancel the mission…", () => show("cancel"))}
        </div>
      </details>
      {open === "task" && <AddTask mission={mission} tasks={tasks} onClose={() => setOpen(null)} />}
      {open === "edit" && <EditMission mission={mission} onClose={() => setOpen(null)} />}
      {open === "budget" && <EditBudget mission={mission} onClose={() => setOpen(null)} />}
      {open === "cancel" && <CancelMission mission={mission} onClose={() => setOpen(null)} />}
    </>
  );
}

interface DialogOf {
  readonly mission: Mission;
  readonly onClose: () => void;
}

const k_policy: readonly FormField[] = [
  { name: "title", label: "Title", kind: "line", needed: "A mission has a title." },
  {
    name: "mode",
    label: "How much goes on without you",
    kind: "choice",
    options: [
      { value: "manual", word: "Manual: nothing begins by itself" },
      { value: "guided_autopilot", word: "Guided: agents work, you take the plan and decide" },
      { value: "autopilot", word: "Autopilot: agents work, you decide about the result" },
    ],
  },
  {
    name: "autoVerify",
    label: "When all tasks are done",
    kind: "choice",
    options: [
      { value: "true", word: "Verify by itself" },
      { value: "false", word: "Wait for me" },
    ],
  },
  { name: "parallelTasks", label: "Tasks at once", kind: "number" },
  { name: "retryBudget", label: "Times work goes back before a person is asked", kind: "number" },
];

function EditMission({ mission, onClose }: DialogOf) {
  const { policy } = mission;
  const start: Values = { title: mission.title, mode: policy.mode, autoVerify: String(policy.autoVerify), parallelTasks: String(policy.parallelTasks), retryBudget: String(policy.retryBudget) };
  const send = async (values: Values, changed: ReadonlySet<string>): Promise<string> => {
    const body: Record<string, unknown> = {};
    if (changed.has("title")) body["title"] = values["title"]?.trim();
    if (changed.has("mode")) body["mode"] = values["mode"];
    if (changed.has("autoVerify")) body["autoVerify"] = values["autoVerify"] === "true";
    for (const name of ["parallelTasks", "retryBudget"]) if (changed.has(name)) body[name] = Number(values[name]);
    if (changed.size > 0) await change("PATCH", `/api/missions/${mission.id}`, body);
    refresh("/api/board", mission.id);
    return changed.size > 0 ? "Saved" : "Nothing was changed";
  };
  return <FormDialog title="Edit this mission" text="Criteria and checks are edited under Acceptance, tasks on their own pages." fields={k_policy} start={start} button="Save" busy="Saving…" onSend={send} onClose={onClose} />;
}

const k_minutes = 60_000;
const k_budget: readonly FormField[] = [
  { name: "budgetUsd", label: "All of it: US dollars", kind: "number", help: "0: not limited, as with all of these" },
  { name: "taskBudgetUsd", label: "Each task: US dollars", kind: "number" },
  { name: "budgetTokens", label: "All of it: tokens", kind: "number" },
  { name: "taskBudgetTokens", label: "Each task: tokens", kind: "number" },
  { name: "budgetTime", label: "All of it: minutes of agents", kind: "number" },
  { name: "taskBudgetTime", label: "Each task: minutes", kind: "number" },
];

function EditBudget({ mission, onClose }: DialogOf) {
  const { budget, taskBudget } = mission.policy;
  const start: Values = {
    budgetUsd: String(budget.usd),
    taskBudgetUsd: String(taskBudget.usd),
    budgetTokens: String(budget.tokens),
    taskBudgetTokens: String(taskBudget.tokens),
    budgetTime: String(budget.timeMs / k_minutes),
    taskBudgetTime: String(taskBudget.timeMs / k_minutes),
  };
  const send = async (values: Values, changed: ReadonlySet<string>): Promise<string> => {
    const body: Record<string, number> = {};
    for (const name of changed) body[name] = name.endsWith("Time") ? Math.round(Number(values[name]) * k_minutes) : Number(values[name]);
    if (changed.size > 0) await change("PATCH", `/api/missions/${mission.id}`, body);
    refresh("/api/board", mission.id);
    return changed.size > 0 ? "The budget is set" : "Nothing was changed";
  };
  return <FormDialog title="Budget" subject={mission.title} text="Agents that reach it are stopped, and the mission waits for you." fields={k_budget} start={start} button="Set budget" busy="Saving…" wide onSend={send} onClose={onClose} />;
}

function CancelMission({ mission, onClose }: DialogOf) {
  const send = async (values: Values): Promise<string> => {
    await change("POST", `/api/missions/${mission.id}/cancel`, values["reason"]?.trim() ? { reason: values["reason"].trim() } : {});
    refresh("/api/board", mission.id);
    return `Cancelled: ${mission.title}`;
  };
  return <FormDialog title="Cancel this mission" subject={mission.title} text="Agents are stopped within a second and open tasks are cancelled. Branches and work trees stay; tasks can be taken up again." fields={[{ name: "reason", label: "Reason", kind: "line" }]} start={{}} button="Cancel the mission" busy="Cancelling…" tone="danger" onSend={send} onClose={onClose} />;
}
