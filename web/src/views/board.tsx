// All missions by where they stand, with their tasks as cards.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board as BoardDocument } from "../api/documents";
import { useDocument } from "../api/live";
import type { Card, MissionHead, MissionRow, TaskState } from "../api/types";
import { href, setQuery, useRoute } from "../router";
import { DecideButtons, useIsViewer } from "../ui/decide";
import { Icon, TaskMark } from "../ui/icons";
import { useShortcuts } from "../ui/keys";
import { Badge, Empty, Failure, Loading, Pill, When } from "../ui/parts";
import { useTitle } from "../ui/title";
import { checkingOf, checkingWord, failedFirst, heldBy, honest, plural, standingOf, taskWord } from "../ui/words";
import { WrongOnCard } from "./after";
import { ShipFromBoard } from "./ship";
import { WaitsForYou, WhyBlocked } from "./waiting";

interface Column {
  readonly key: string;
  readonly title: string;
  readonly holds: (mission: MissionHead) => boolean;
}
// What needs a fix stands still, wherever its commits are.
const needsFix = (mission: MissionHead): boolean => mission.story === "NEEDS_FIX" && mission.status !== "completed";
const shipped = (mission: MissionHead): boolean =>
  !needsFix(mission) && (mission.status === "landed" || mission.status === "completed" || ["SHIPPING", "DEPLOYED", "VALIDATING", "REVIEW_READY"].includes(mission.story));
const columns: readonly Column[] = [
  { key: "planned", title: "Planned", holds: (m) => m.status === "planning" },
  { key: "progress", title: "In progress", holds: (m) => (m.status === "active" || m.status === "awaiting_acceptance") && !shipped(m) },
  { key: "blocked", title: "Blocked", holds: (m) => (m.status === "blocked" && !shipped(m)) || needsFix(m) },
  { key: "shippable", title: "Shippable", holds: (m) => m.status === "ready_to_land" && !shipped(m) },
  { key: "shipped", title: "Shipped", holds: shipped },
];

const needsPerson = (card: Card): boolean =>
  card.state === "failed" || card.state === "blocked" || (card.state === "ready" && checkingWord[checkingOf(card)] === undefined);
const missionNeeds = ({ mission, tasks }: MissionRow): boolean =>
  mission.status === "ready_to_land" || mission.status === "blocked" || mission.hold !== null || needsFix(mission) || tasks.some(needsPerson);

function matches(text: string, row: MissionRow): boolean {
  if (text === "") return true;
  const wanted = text.toLowerCase();
  const has = (value: string): boolean => value.toLowerCase().includes(wanted);
  return has(row.mission.title) || has(row.mission.id) || row.tasks.some((task) => has(task.name) || has(task.id));
}

const k_states: readonly TaskState[] = ["ready", "running", "failed", "blocked", "pending", "completed"];

export function Board() {
  const { query } = useRoute();
  const search = useRef<HTMLInputElement>(null);
  const text = query.get("q") ?? "";
  const only = query.get("show") ?? "";
  const state = query.get("task") ?? "";
  useTitle("Board");
  const known = useDocument<BoardDocument>("/api/board?limit=1000");
  const may = !useIsViewer();
  useShortcuts([
    { keys: "/", what: "Search the board", run: () => search.current?.focus() },
    { keys: "j", what: "Next card", run: () => step(1) },
    { keys: "k", what: "Previous card", run: () => step(-1) },
  ]);
  const rows = useMemo(() => {
    const all = known.data?.missions ?? [];
    return all.filter(
      (row) =>
        matches(text, row) &&
        (only === "" || (only === "needs" ? missionNeeds(row) : (columns.find((column) => column.key === only)?.holds(row.mission) ?? true))) &&
        (state === "" || row.tasks.some((task) => task.state === state)),
    );
  }, [known.data, text, only, state]);
  const filtered = text !== "" || only !== "" || state !== "";
  const total = known.data?.missions.length ?? 0;

  return (
    <div class="board-view">
      <div class="toolbar" role="search">
        <h1 class="toolbar-title">Board</h1>
        <label class="search">
          <Icon name="search" />
          <span class="hidden">Search missions and tasks</span>
          <input ref={search} type="search" placeholder="Search" value={text} onInput={(event) => setQuery({ q: event.currentTarget.value })} />
          <kbd aria-hidden="true">/</kbd>
        </label>
        <label class="select">
          <span class="hidden">Which missions</span>
          <select value={only} onChange={(event) => setQuery({ show: event.currentTarget.value })}>
            <option value="">All missions</option>
            <option value="needs">Needs a person</option>
            {columns.map((column) => (
              <option key={column.key} value={column.key}>
                {column.title}
              </option>
            ))}
          </select>
        </label>
        <label class="select">
          <span class="hidden">With a task that is</span>
          <select value={state} onChange={(event) => setQuery({ task: event.currentTarget.value })}>
            <option value="">Any task state</option>
            {k_states.map((each) => (
              <option key={each} value={each}>
                {taskWord[each]}
              </option>
            ))}
          </select>
        </label>
        {filtered && (
          <button type="button" class="button small" onClick={() => setQuery({ q: null, show: null, task: null })}>
            Clear
          </button>
        )}
        <span class="toolbar-count" role="status">
          {known.data && (filtered ? `${rows.length} of ${plural(total, "mission")}` : plural(total, "mission"))}
        </span>
      </div>
      {!filtered && <WaitsForYou />}
      {known.problem && known.data === undefined && <Failure problem={known.problem} retry={known.refresh} />}
      {known.loading && <Loading rows={6} label="Loading the board" />}
      {known.data && total === 0 && (
        <Empty title="No missions yet">
          <p>A mission is what you want, in your own words. Agents do the work, Assay proves it, you decide.</p>
          {may && (
            <a class="button primary" href={href(["new"])}>
              New mission
            </a>
          )}
        </Empty>
      )}
      {known.data && total > 0 && rows.length === 0 && <Empty title="Nothing matches these filters" />}
      {rows.length > 0 && (
        <div class="columns">
          {columns.map((column) => (
            <BoardColumn key={column.key} column={column} rows={rows.filter((row) => column.holds(row.mission))} state={state} />
          ))}
        </div>
      )}
    </div>
  );
}

const k_at_once = 12; // missions of a column that are drawn before the first paint, about two screens
const k_each_time = 20; // further ones, whenever the browser has a moment

// How many of so many are drawn by now: a few at once, all of them soon.
function useGrowing(total: number): number {
  const [drawn, setDrawn] = useState(k_at_once);
  useEffect(() => {
    if (drawn >= total) return undefined;
    let timer = 0;
    // After the frame that shows what is there.
    const frame = window.requestAnimationFrame(() => {
      timer = window.setTimeout(() => setDrawn(drawn + k_each_time));
    });
    return () => {
      window.cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [drawn, total]);
  return drawn;
}

function BoardColumn({ column, rows, state }: { column: Column; rows: readonly MissionRow[]; state: string }) {
  const drawn = useGrowing(rows.length);
  return (
    <section class={rows.length === 0 ? "column column-empty" : "column"} aria-labelledby={`column-${column.key}`}>
      <h2 id={`column-${column.key}`} class="column-title">
        {column.title} <span class="count">{rows.length}</span>
      </h2>
      {rows.length === 0 && <p class="column-none">None</p>}
      {rows.slice(0, drawn).map((row) => (
        <MissionCard key={row.mission.id} row={row} state={state} />
      ))}
    </section>
  );
}

const k_shown = 12;

function MissionCard({ row, state }: { row: MissionRow; state: string }) {
  const { mission } = row;
  const [all, setAll] = useState(false);
  const tasks = state === "" ? row.tasks : row.tasks.filter((task) => task.state === state);
  const few = all ? tasks : first(tasks);
  const standing = standingOf(mission);
  return (
    <article class="mission-card" data-mission={mission.id}>
      <header>
        <h3>
          <a href={href(["missions", mission.id])}>{honest(mission.title)}</a>
        </h3>
        <div class="mission-meta">
          <Pill tone={standing.tone}>{standing.word}</Pill>
          <span class="muted">
            <When at={mission.updatedAt} />
          </span>
          <ShipFromBoard id={mission.id} title={mission.title} story={mission.story} />
        </div>
        {mission.hold !== null && <p class="card-reason">{honest(heldBy(mission.hold))}</p>}
        {needsFix(mission) && <WrongOnCard id={mission.id} />}
        {mission.status === "blocked" && mission.hold === null && <WhyBlocked mission={mission.id} />}
        <Progress tasks={row.tasks} />
      </header>
      {few.length > 0 && (
        <ul class="cards">
          {few.map((task) => (
            <TaskCard key={task.id} task={task} />
          ))}
        </ul>
      )}
      {few.length < tasks.length && (
        <button type="button" class="bare more" onClick={() => setAll(true)}>
          Show {plural(tasks.length - few.length, "more task")}
        </button>
      )}
    </article>
  );
}

// What waits for a person comes first when there are too many to show.
function first(tasks: readonly Card[]): readonly Card[] {
  if (tasks.length <= k_shown + 2) return tasks;
  const urgent = tasks.filter(needsPerson);
  const rest = tasks.filter((task) => !needsPerson(task));
  return [...urgent, ...rest].slice(0, Math.max(k_shown, urgent.length));
}

export function Progress({ tasks }: { tasks: readonly { state: TaskState }[] }) {
  const order: readonly TaskState[] = ["completed", "ready", "running", "failed", "blocked", "pending"];
  const counted = tasks.filter((task) => task.state !== "cancelled");
  if (counted.length === 0) return null;
  const counts = order.map((state) => ({ state, n: counted.filter((task) => task.state === state).length })).filter(({ n }) => n > 0);
  const words = counts.map(({ state, n }) => `${n} ${state}`).join(", ");
  return (
    <div class="progress" role="img" aria-label={words} title={words}>
      {counts.map(({ state, n }) => (
        <span key={state} class={`progress-${state}`} style={{ flexGrow: n }} />
      ))}
    </div>
  );
}

function TaskCard({ task }: { task: Card }) {
  const checking = checkingOf(task);
  const [open, setOpen] = useState(false);
  const expandable = task.state === "ready" || checking === "failed";
  return (
    <li class={`card card-${task.state}${checking === "failed" ? " card-warned" : ""}`} data-task={task.id}>
      <div class="card-line">
        <TaskMark state={task.state} />
        <a class="card-name" href={href(["tasks", task.id])}>
          {honest(task.name)}
          <span class="hidden">, {taskWord[task.state]}</span>
        </a>
        {task.round > 1 && (
          <span class="card-round" title={`Round ${task.round}`}>
            <span class="hidden">Round </span>
            <span aria-hidden="true">×</span>
            {task.round}
          </span>
        )}
        {expandable && (
          <button type="button" class="bare card-toggle" aria-expanded={open} aria-label={`${open ? "Hide" : "Show"} details of ${task.name}`} onClick={() => setOpen(!open)}>
            <Icon name="chevron" />
          </button>
        )}
      </div>
      {(checking !== "none" || ((task.state === "failed" || task.state === "blocked") && task.reason !== "")) && (
        <div class="card-sub">
          {checking === "failed" && (
            <button type="button" class="badge-button" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Badge tone="warn">⚠ Checker failed</Badge>
            </button>
          )}
          {checkingWord[checking] && <span class="checking">{checkingWord[checking]}</span>}
          {checking === "none" && <span class="card-reason">{honest(failedFirst(task.reason))}</span>}
        </div>
      )}
      {open && (
        <div class="card-open">
          {checking === "failed" && (
            <div class="report">
              <h4>Checker’s report</h4>
              <pre tabIndex={0}>{honest(task.checker_report) || "It failed and left no report."}</pre>
            </div>
          )}
          <div class="card-actions">
            <DecideButtons task={task} verbs={["accept", "reject"]} small />
            <a href={href(["tasks", task.id])}>Evidence and diff</a>
          </div>
        </div>
      )}
    </li>
  );
}

function step(by: number): void {
  const cards = Array.from(document.querySelectorAll<HTMLElement>(".card-name"));
  if (cards.length === 0) return;
  const at = cards.indexOf(document.activeElement as HTMLElement);
  const next = cards[Math.max(0, Math.min(cards.length - 1, at < 0 ? 0 : at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

// The view behind an unknown address.
export function Nowhere() {
  useTitle("Not here");
  return (
    <div class="empty">
      <h1>There is nothing at this address</h1>
      <div class="empty-text">
        <a class="button" href={href([])}>
          To the board
        </a>
      </div>
    </div>
  );
}
