// All missions by where they stand, with their tasks as cards.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Board as BoardDocument } from "../api/documents";
import { useDocument } from "../api/live";
import type { Card, MissionHead, MissionRow, TaskState } from "../api/types";
import { href, setQuery, useRoute } from "../router";
import { DecideButtons, useIsViewer } from "../ui/decide";
import { Icon, TaskMark } from "../ui/icons";
import { useShortcuts } from "../ui/keys";
import { Badge, Empty, Failure, Loading, Pill, When } from "../ui/parts";
import { useTitle } from "../ui/title";
import { checkingOf, checkingWord, count, failedFirst, heldBy, honest, plural, standingOf, taskWord } from "../ui/words";
import { WrongOnCard } from "./after";
import { type ColumnKey, countsPath, k_all, k_columns, useColumn, useSettled, type Wanted } from "./board_pages";
import { ShipFromBoard } from "./ship";
import { WaitsForYou, WhyBlocked } from "./waiting";

const k_titles: Record<ColumnKey, string> = { planned: "Planned", progress: "In progress", blocked: "Blocked", shippable: "Shippable", shipped: "Shipped" };

// What needs a fix stands still, wherever its commits are.
const needsFix = (mission: MissionHead): boolean => mission.story === "NEEDS_FIX" && mission.status !== "completed";

const k_states: readonly TaskState[] = ["ready", "running", "failed", "blocked", "pending", "completed"];

export function Board() {
  const { query } = useRoute();
  const search = useRef<HTMLInputElement>(null);
  const text = query.get("q") ?? "";
  const only = query.get("show") ?? "";
  const state = query.get("task") ?? "";
  useTitle("Board");
  const wanted: Wanted = { text: useSettled(text), task: state, waits: only === "needs" };
  const columns = k_columns.filter((key) => only === "" || only === "needs" || only === key);
  const known = useDocument<BoardDocument>(countsPath(k_all));
  const found = useDocument<BoardDocument>(countsPath(wanted));
  const may = !useIsViewer();
  useShortcuts([
    { keys: "/", what: "Search the board", run: () => search.current?.focus() },
    { keys: "j", what: "Next card", run: () => step(1) },
    { keys: "k", what: "Previous card", run: () => step(-1) },
  ]);
  const filtered = text !== "" || only !== "" || state !== "";
  const countIn = (board: BoardDocument | undefined, keys: readonly ColumnKey[]): number => keys.reduce((sum, key) => sum + (board?.counts?.[key] ?? 0), 0);
  const total = countIn(known.data, k_columns);
  const matching = countIn(found.data, columns);

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
            {k_columns.map((key) => (
              <option key={key} value={key}>
                {k_titles[key]}
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
          {known.data && (!filtered ? plural(total, "mission") : found.data && wanted.text === text ? `${count(matching)} of ${plural(total, "mission")}` : "Searching…")}
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
      {found.problem && known.data !== undefined && found.data === undefined && <Failure problem={found.problem} retry={found.refresh} />}
      {found.data && total > 0 && matching === 0 && <Empty title="Nothing matches these filters" />}
      {total > 0 && (found.data === undefined || matching > 0) && (
        <div class="columns">
          {k_columns.map((key) => (
            <BoardColumn key={key} column={key} wanted={wanted} shown={columns.includes(key)} total={columns.includes(key) ? countIn(found.data, [key]) : 0} />
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

function BoardColumn(props: { column: ColumnKey; wanted: Wanted; shown: boolean; total: number }) {
  return props.shown ? <FilledColumn {...props} /> : <ColumnFrame column={props.column} total={0} />;
}

function FilledColumn({ column, wanted, total }: { column: ColumnKey; wanted: Wanted; total: number }) {
  const { rows, known, more } = useColumn(wanted, column);
  const drawn = useGrowing(rows.length);
  return (
    <ColumnFrame column={column} total={known ? Math.max(total, rows.length) : total} known={known}>
      {rows.slice(0, drawn).map((row) => (
        <MissionCard key={row.mission.id} row={row} state={wanted.task} />
      ))}
      {drawn >= rows.length && more && (
        <button type="button" class="button small" onClick={more}>
          Show more of {plural(total, "mission")}
        </button>
      )}
    </ColumnFrame>
  );
}

function ColumnFrame({ column, total, known = true, children }: { column: ColumnKey; total: number; known?: boolean; children?: ComponentChildren }) {
  return (
    <section class={total === 0 && known ? "column column-empty" : "column"} aria-labelledby={`column-${column}`} data-column={column}>
      <h2 id={`column-${column}`} class="column-title">
        {k_titles[column]} <span class="count">{count(total)}</span>
      </h2>
      {!known && <Loading rows={2} label={`Loading ${k_titles[column]}`} />}
      {known && total === 0 && <p class="column-none">None</p>}
      {children}
    </section>
  );
}

function MissionCard({ row, state }: { row: MissionRow; state: string }) {
  const { mission } = row;
  const total = state === "" ? k_counted.reduce((sum, each) => sum + mission.tasks[each], 0) : mission.tasks[state as TaskState];
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
        <Progress counts={mission.tasks} />
      </header>
      {row.tasks.length > 0 && (
        <ul class="cards">
          {row.tasks.map((task) => (
            <TaskCard key={task.id} task={task} />
          ))}
        </ul>
      )}
      {row.tasks.length < total && (
        <a class="more" href={href(["missions", mission.id])}>
          All {plural(total, "task")}
        </a>
      )}
    </article>
  );
}

const k_counted: readonly TaskState[] = ["completed", "ready", "running", "failed", "blocked", "pending"];

function Progress({ counts: of }: { counts: Readonly<Record<TaskState, number>> }) {
  const counts = k_counted.map((state) => ({ state, n: of[state] })).filter(({ n }) => n > 0);
  if (counts.length === 0) return null;
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
