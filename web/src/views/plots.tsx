// A mission in pictures: what waits for what, how work and cost grew, how often each task went round. Each has the same
// in a table, for those who do not see it and for those who want the number.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Log, TaskList } from "../api/documents";
import { useDocument } from "../api/live";
import type { Mission, Task } from "../api/types";
import { href } from "../router";
import { Disclosure, Empty, Section } from "../ui/parts";
import { honest, money, plural, taskWord } from "../ui/words";
import { above, burnUp, graphOf, type Node, type Point } from "./graph";

const k_most = 300; // tasks that are drawn

export function Plots({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const log = useDocument<Log>(`/api/missions/${mission.id}/checkpoints?all=true`);
  const all = useDocument<TaskList>(`/api/tasks?mission=${encodeURIComponent(mission.id)}&checkers=true`).data;
  const points = useMemo(() => burnUp(all?.tasks ?? tasks, log.data?.checkpoints ?? [], Date.now()), [all, tasks, log.data]);
  if (tasks.length === 0) return <Empty title="No tasks yet" />;
  return (
    <>
      <DependencyGraph tasks={tasks} />
      <BurnUp points={points} budget={mission.policy.budget.usd} />
      <Rounds tasks={tasks} />
    </>
  );
}

function Table({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ComponentChildren[])[] }) {
  return (
    <Disclosure summary="As a table">
      <div class="table-box" tabIndex={0} role="region" aria-label="Table">
        <table class="matrix">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, n) => (
                  <td key={n}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
}

// ---- what waits for what

const k_wide = 190;
const k_high = 34;
const k_across = 48;
const k_down = 14;
const left = (node: Node): number => node.column * (k_wide + k_across);
const top = (node: Node): number => node.row * (k_high + k_down) + 1;
const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

// States by sign and word too, not by colour alone.
const k_sign: Record<Task["state"], string> = { pending: "○", running: "◐", ready: "◉", completed: "✔", failed: "✘", blocked: "■", cancelled: "⊘" };

function DependencyGraph({ tasks }: { tasks: readonly Task[] }) {
  const graph = useMemo(() => graphOf(tasks.slice(0, k_most)), [tasks]);
  const names = new Map(tasks.map((task) => [task.id, task.name]));
  const width = graph.columns * (k_wide + k_across) - k_across + 2;
  const height = graph.rows * (k_high + k_down) + 2;
  const counts = new Map<string, number>();
  for (const task of tasks) counts.set(task.state, (counts.get(task.state) ?? 0) + 1);
  const words = [...counts].map(([state, n]) => `${n} ${state}`).join(", ");
  return (
    <Section title="What waits for what" note={`${plural(tasks.length, "task")}: ${words}`}>
      <div class="plot-box" tabIndex={0} role="region" aria-label="Tasks and what they wait for">
        <svg class="graph" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={`${plural(graph.nodes.length, "task")} in ${plural(graph.columns, "step")}: ${words}`}>
          {graph.edges.map(({ from, to }, i) => {
            const [x1, y1, x2, y2] = [left(from) + k_wide + 1, top(from) + k_high / 2, left(to) + 1, top(to) + k_high / 2];
            const middle = (x1 + x2) / 2;
            return <path key={i} class="graph-edge" d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} aria-hidden="true" />;
          })}
          {graph.nodes.map((node) => (
            <a key={node.task.id} href={href(["tasks", node.task.id])} aria-label={`${node.task.name}, ${taskWord[node.task.state]}`}>
              <title>{`${honest(node.task.name)}: ${taskWord[node.task.state]}`}</title>
              <rect class={`graph-node graph-${node.task.state}`} x={left(node) + 1} y={top(node)} width={k_wide} height={k_high} rx="6" />
              <text x={left(node) + 11} y={top(node) + 22} aria-hidden="true">
                <tspan class={`graph-sign graph-sign-${node.task.state}`}>{k_sign[node.task.state]}</tspan> {shortened(honest(node.task.name))}
              </text>
            </a>
          ))}
        </svg>
      </div>
      {tasks.length > k_most && <p class="muted">The first {k_most} tasks are drawn.</p>}
      <p class="legend" aria-hidden="true">
        {[...counts.keys()].map((state) => (
          <span key={state} class={`graph-sign-${state}`}>
            {k_sign[state as Task["state"]]} {taskWord[state as Task["state"]]}
          </span>
        ))}
      </p>
      <Table
        heads={["Task", "State", "Waits for"]}
        rows={tasks.map((task) => [
          <a href={href(["tasks", task.id])}>{honest(task.name)}</a>,
          taskWord[task.state],
          task.depends_on.map((id) => honest(names.get(id) ?? id)).join(", ") || "nothing",
        ])}
      />
    </Section>
  );
}

// ---- work and cost over time

const k_plot = { width: 720, height: 220, left: 40, right: 56, top: 12, bottom: 26 } as const;

function stepped(points: readonly Point[], x: (at: number) => number, y: (point: Point) => number): string {
  return points.map((point, i) => (i === 0 ? `M${x(point.at)} ${y(point)}` : `H${x(point.at)}V${y(point)}`)).join("");
}

function BurnUp({ points, budget }: { points: readonly Point[]; budget: number }) {
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last) return null;
  const { width, height, left: l, right: r, top: t, bottom: b } = k_plot;
  const span = Math.max(1, last.at - first.at);
  const most = above(Math.max(...points.map((point) => point.planned), 1));
  const dear = above(Math.max(budget, last.cost, 0.01));
  const x = (at: number): number => Math.round((l + ((at - first.at) / span) * (width - l - r)) * 10) / 10;
  const up = (part: number): number => Math.round((t + (1 - part) * (height - t - b)) * 10) / 10;
  const day = (at: number): string => new Date(at).toISOString().slice(span > 172_800_000 ? 5 : 11, span > 172_800_000 ? 10 : 16);
  const words = `${last.done} of ${plural(last.planned, "task")} done; ${money(last.cost)} spent${budget > 0 ? ` of ${money(budget)}` : ", no budget"}`;
  return (
    <Section title="Work and cost" note={words}>
      <div class="plot-box" tabIndex={0} role="region" aria-label="Work and cost over time">
        <svg class="plot" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={words}>
          {[0, 0.5, 1].map((part) => (
            <g key={part}>
              <line class="plot-grid" x1={l} x2={width - r} y1={up(part)} y2={up(part)} />
              {Number.isInteger(most * part) && (
                <text class="plot-label" x={l - 6} y={up(part) + 4} text-anchor="end">
                  {most * part}
                </text>
              )}
              <text class="plot-label plot-cost-label" x={width - r + 6} y={up(part) + 4}>
                {money(dear * part)}
              </text>
            </g>
          ))}
          <text class="plot-label" x={l} y={height - 6}>
            {day(first.at)}
          </text>
          <text class="plot-label" x={width - r} y={height - 6} text-anchor="end">
            {day(last.at)}
          </text>
          {budget > 0 && (
            <>
              <line class="plot-budget" x1={l} x2={width - r} y1={up(budget / dear)} y2={up(budget / dear)} />
              <text class="plot-label plot-budget-label" x={l + 6} y={up(budget / dear) - 4}>
                Budget {money(budget)}
              </text>
            </>
          )}
          <path class="plot-planned" d={stepped(points, x, (point) => up(point.planned / most))} />
          <path class="plot-done" d={stepped(points, x, (point) => up(point.done / most))} />
          <path class="plot-cost" d={stepped(points, x, (point) => up(point.cost / dear))} />
        </svg>
      </div>
      <p class="legend">
        <span>
          <i class="key key-planned" /> Tasks there are
        </span>
        <span>
          <i class="key key-done" /> Tasks done
        </span>
        <span>
          <i class="key key-cost" /> Cost (right)
        </span>
        {budget > 0 && (
          <span>
            <i class="key key-budget" /> Budget
          </span>
        )}
      </p>
      <Table heads={["When", "Tasks", "Done", "Cost"]} rows={points.slice(-200).map((point) => [new Date(point.at).toISOString().replace("T", " ").slice(0, 16), point.planned, point.done, money(point.cost)])} />
    </Section>
  );
}

// ---- rounds

function Rounds({ tasks }: { tasks: readonly Task[] }) {
  const work = tasks.filter((task) => task.kind !== "planning" && task.kind !== "validation").slice(0, k_most);
  const most = Math.max(1, ...work.map((task) => task.round));
  const again = work.filter((task) => task.round > 1).length;
  const words = again === 0 ? "no task was sent back" : `${plural(again, "task was", "tasks were")} sent back, at most ${plural(most - 1, "time")}`;
  return (
    <Section title="Rounds" note={words}>
      <ol class="rounds">
        {work.map((task) => (
          <li key={task.id}>
            <span class="rounds-name">
              <a href={href(["tasks", task.id])}>{honest(task.name)}</a>
            </span>
            <span class="rounds-bar" aria-hidden="true">
              {Array.from({ length: Math.min(task.round, 30) }, (_, i) => (
                <i key={i} class={i === 0 ? "round-first" : "round-again"} />
              ))}
            </span>
            <span class="rounds-count">
              {plural(task.round, "round")}
              {task.attempt > 1 && <span class="muted">, attempt {task.attempt}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
