// A new mission: a wish, what it will be held to, and the tasks it is made of, before anything runs.
import { useEffect, useRef, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { Elaborated, MissionNew, MissionPreview } from "../api/documents";
import { useConnection } from "../api/live";
import type { Plan } from "../api/types";
import { go, href } from "../router";
import { useIsViewer } from "../ui/decide";
import { Icon, OutcomeMark } from "../ui/icons";
import { Empty, Section } from "../ui/parts";
import { PromisedList } from "../ui/promised";
import { useTitle } from "../ui/title";
import { say } from "../ui/toasts";
import { honest, money, plural } from "../ui/words";
import { draftOf, edited, emptyTask, forgetDraft, keepDraft, keptDraft, linesIn, planOf, type TaskDraft, without } from "./drafts";

const k_modes = [
  ["manual", "Manual: you start each step"],
  ["guided_autopilot", "Guided: you approve the plan, agents do it"],
  ["autopilot", "Autopilot: you only ship"],
] as const;

// The server says what a mission would be, a moment after one has stopped typing.
function usePreview(prompt: string, plan: object | null, lines: readonly string[]): { preview: MissionPreview | null; problem: string } {
  const [state, setState] = useState<{ preview: MissionPreview | null; problem: string }>({ preview: null, problem: "" });
  const latest = useRef(0);
  const asked = JSON.stringify([prompt, plan, lines]);
  const live = useConnection() === "live"; // what could not be asked is asked again when there is somebody to ask
  useEffect(() => {
    if (prompt.trim() === "") {
      setState({ preview: null, problem: "" });
      return undefined;
    }
    const mine = ++latest.current;
    const timer = window.setTimeout(async () => {
      try {
        const preview = await change<MissionPreview>("POST", "/api/missions/preview", { prompt, criteria: lines, ...(plan ? { plan } : {}) });
        if (mine === latest.current) setState({ preview, problem: "" });
      } catch (error) {
        if (mine === latest.current) setState((old) => ({ preview: old.preview, problem: error instanceof Problem ? error.message : String(error) }));
      }
    }, 350);
    return () => window.clearTimeout(timer);
  }, [asked, live]);
  return state;
}

// A viewer is told so; a form of which nothing can come is no form.
export function NewMission() {
  if (!useIsViewer()) return <NewMissionForm />;
  return (
    <div class="new-mission">
      <header class="page-head">
        <h1>New mission</h1>
      </header>
      <Empty title="You are here as a viewer">
        <p>Opening a mission takes an operator’s token.</p>
        <a class="button" href={href([])}>
          To the board
        </a>
      </Empty>
    </div>
  );
}

function NewMissionForm() {
  const [kept] = useState(keptDraft);
  const [prompt, setPrompt] = useState(kept.prompt);
  const [title, setTitle] = useState(kept.title);
  const [mode, setMode] = useState<string>(kept.mode);
  const [extra, setExtra] = useState(kept.extra);
  const [tasks, setTasks] = useState<readonly TaskDraft[]>(kept.tasks);
  const [checks, setChecks] = useState<Plan["checks"]>(kept.checks);
  const [busy, setBusy] = useState<"" | "elaborate" | "start">("");
  const [problem, setProblem] = useState("");
  useTitle("New mission");
  useEffect(() => keepDraft({ prompt, title, mode, extra, tasks, checks }), [prompt, title, mode, extra, tasks, checks]);
  const criteria = linesIn(extra);
  const plan = planOf(tasks, criteria, checks);
  const linted = [...criteria, ...tasks.flatMap((task) => linesIn(task.criteria))];
  const { preview, problem: previewProblem } = usePreview(prompt, plan, linted);
  const vague = new Map((preview?.linted ?? []).filter((each) => each.vague !== null).map((each) => [each.text, each.vague as string]));

  const elaborate = async (): Promise<void> => {
    setBusy("elaborate");
    setProblem("");
    try {
      const found = await change<Elaborated>("POST", "/api/stories/elaborate", { prompt });
      const proposed = found.plan as Plan;
      const made = (proposed.tasks ?? []).map(draftOf);
      setTasks(made);
      setChecks(proposed.checks ?? []);
      setExtra([...new Set([...linesIn(extra), ...found.criteria])].join("\n"));
      if (title.trim() === "") setTitle(found.title);
      say(`${plural(made.length, "task")} proposed by ${found.agent}${found.cost_usd > 0 ? ` for ${money(found.cost_usd)}` : ""}; look at them before you start`, "good");
    } catch (error) {
      setProblem(error instanceof Problem ? `${error.message} You can add the tasks yourself.` : String(error));
    }
    setBusy("");
  };
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy("start");
    setProblem("");
    try {
      const made = await change<MissionNew>("POST", "/api/missions", { prompt, mode, ...(title.trim() === "" ? {} : { title: title.trim() }), ...(plan ? { plan } : {}) });
      say(`Opened: ${made.mission.title}`, "good");
      forgetDraft();
      go(["missions", made.mission.id]);
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
      setBusy("");
    }
  };
  const edit = (key: number, changes: Partial<TaskDraft>): void => setTasks(edited(tasks, key, changes));
  return (
    <form class="new-mission" onSubmit={start}>
      <header class="page-head">
        <h1>New mission</h1>
      </header>
      <div class="two wide-left">
        <div>
          <label class="field">
            <span>What do you want?</span>
            <textarea rows={6} required value={prompt} onInput={(event) => setPrompt(event.currentTarget.value)} placeholder="In your own words: what should be different when this is done?" />
          </label>
          <div class="field-row">
            <label class="field">
              <span>Title (optional)</span>
              <input type="text" value={title} onInput={(event) => setTitle(event.currentTarget.value)} placeholder={preview?.title ?? ""} />
            </label>
            <label class="field">
              <span>How much goes on without you</span>
              <select value={mode} onChange={(event) => setMode(event.currentTarget.value)}>
                {k_modes.map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <label class="field">
            <span>Further criteria, one a line (optional)</span>
            <textarea rows={3} value={extra} onInput={(event) => setExtra(event.currentTarget.value)} placeholder="`npm test` passes with a test for an empty cart" />
          </label>
          <Lint lines={criteria} vague={vague} />
        </div>
        <aside class="preview" aria-label="Preview" aria-live="polite">
          <h2>It will be held to</h2>
          {preview === null ? (
            <Empty title={previewProblem === "" ? "Criteria and checks appear here as you write" : previewProblem} />
          ) : (
            <>
              <h3>Criteria</h3>
              {preview.notes.map((note, i) => (
                <p key={i} class="note tone-warn" role="status">
                  {honest(note)}
                </p>
              ))}
              <PromisedList criteria={preview.criteria} />
              <ul class="plain">
                {criteria.map((text, i) => (
                  <li key={i}>{honest(text)}</li>
                ))}
              </ul>
              {preview.nonGoals.length > 0 && <p class="muted">Not asked for: {preview.nonGoals.map(honest).join(" ")}</p>}
              <h3>Checks</h3>
              {preview.checks.length === 0 && <p class="muted">{preview.baseCommit === "" ? "The repository has no commit yet, so no checks were found." : "No checks were found."}</p>}
              <ul class="items">
                {preview.checks.map((check, i) => (
                  <li key={i}>
                    <OutcomeMark outcome="pending" />
                    <span class="item-text">
                      {honest(check.title)}
                      <span class="muted item-detail">{honest(check.command ?? check.path ?? "a person looks at it")}</span>
                      {check.detail !== "" && <span class="muted item-detail">{honest(check.detail)}</span>}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </aside>
      </div>
      <Section
        title="Tasks"
        note={tasks.length === 0 ? "none yet" : plural(tasks.length, "task")}
        actions={
          <>
            <button type="button" class="button" disabled={prompt.trim() === "" || busy !== ""} onClick={elaborate}>
              {busy === "elaborate" ? "Elaborating…" : "Elaborate into tasks"}
            </button>
            <button type="button" class="button" onClick={() => setTasks([...tasks, emptyTask()])}>
              <Icon name="plus" /> Add a task
            </button>
          </>
        }
      >
        {tasks.length === 0 && <p class="muted">A planner proposes tasks with criteria of their own; edit them before anything runs. Without tasks, a guided or autopilot mission plans itself when it starts.</p>}
        <ol class="task-drafts">
          {tasks.map((task, i) => (
            <li key={task.key} class="task-draft">
              <div class="task-draft-head">
                <label class="field">
                  <span>Task {i + 1}</span>
                  <input type="text" required value={task.name} onInput={(event) => edit(task.key, { name: event.currentTarget.value })} />
                </label>
                <button type="button" class="button small" aria-label={`Remove task ${i + 1}`} onClick={() => setTasks(without(tasks, task.key))}>
                  Remove
                </button>
              </div>
              <label class="field">
                <span>Instructions</span>
                <textarea rows={3} value={task.instructions} onInput={(event) => edit(task.key, { instructions: event.currentTarget.value })} />
              </label>
              <label class="field">
                <span>Acceptance criteria, one a line</span>
                <textarea rows={3} value={task.criteria} onInput={(event) => edit(task.key, { criteria: event.currentTarget.value })} />
              </label>
              <Lint lines={linesIn(task.criteria)} vague={vague} />
              <Claims task={task} />
              <div class="field-row">
                <label class="field">
                  <span>May touch (patterns)</span>
                  <input type="text" value={task.files} placeholder="src/**, tests/**" onInput={(event) => edit(task.key, { files: event.currentTarget.value })} />
                </label>
                <label class="field">
                  <span>After (names of tasks, one a line)</span>
                  <textarea rows={1} value={task.after} onInput={(event) => edit(task.key, { after: event.currentTarget.value })} />
                </label>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      {preview && preview.problem !== "" && <p class="note tone-warn">{honest(preview.problem)}</p>}
      {problem && (
        <p class="field-problem" role="alert">
          {honest(problem)}
        </p>
      )}
      <div class="form-actions sticky">
        <button type="submit" class="button primary" disabled={prompt.trim() === "" || busy !== "" || (preview?.problem ?? "") !== ""}>
          {busy === "start" ? "Opening…" : "Start mission"}
        </button>
        <button type="button" class="button" onClick={() => (forgetDraft(), go([]))}>
          Discard
        </button>
      </div>
    </form>
  );
}

// Criteria that come with their evidence are the planner's; they are shown, and kept as they are.
function Claims({ task }: { task: TaskDraft }) {
  const claims = task.proposed?.success_criteria ?? [];
  if (claims.length === 0) return null;
  return (
    <div class="claims">
      <h3>Success criteria with evidence</h3>
      <ul class="plain">
        {claims.map((each, i) => (
          <li key={i}>
            {honest(each.claim)} <span class="muted">({each.evidence?.kind ?? "a judge decides"})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Lint({ lines, vague }: { lines: readonly string[]; vague: ReadonlyMap<string, string> }) {
  const found = lines.filter((line) => vague.has(line));
  if (found.length === 0) return null;
  return (
    <div role="status">
      <ul class="lint">
        {found.map((line) => (
          <li key={line}>
            <Icon name="warning" />
            <span>
              <q>{honest(line)}</q> {honest(vague.get(line) ?? "")}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
