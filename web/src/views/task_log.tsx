// What the agent of a task did, run by run: as a transcript, or as it was printed.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TaskShow } from "../api/documents";
import type { Task } from "../api/types";
import { setQuery, useRoute } from "../router";
import { linesOf } from "../ui/ansi";
import { LogOf, Pieces, ReadLines, useLines } from "../ui/log";
import { Badge, Fact, When } from "../ui/parts";
import { Prose } from "../ui/prose";
import { capitals, count, duration, honest, money, plural } from "../ui/words";
import { type Step, stepReader, type Told } from "./steps";

type Run = TaskShow["runs"][number];

const k_shown = 250; // steps at a time; a run may have very many
const k_short = 200; // characters that are not worth folding
const k_empty = "Its agent has printed nothing";

export function TaskLog({ task, runs }: { task: Task; runs: readonly Run[] }) {
  const { query } = useRoute();
  const raw = query.get("as") === "raw";
  const running = task.state === "running";
  const asked = runs.find((run) => String(run.run) === query.get("run"));
  const chosen = asked ?? runs[runs.length - 1];
  const live = running && (asked === undefined || asked === runs[runs.length - 1]);
  const path = `/api/tasks/${task.id}/${raw ? "log" : "transcript"}${live ? "?follow=true" : asked ? `?run=${asked.run}` : ""}`;
  return (
    <>
      <div class="log-bar">
        {runs.length > 1 && (
          <label class="select">
            <span class="hidden">Which run</span>
            <select value={String(chosen?.run ?? "")} onChange={(event) => setQuery({ run: event.currentTarget.value === String(runs.length) ? null : event.currentTarget.value })}>
              {[...runs].reverse().map((run) => (
                <option key={run.run} value={String(run.run)}>
                  {nameOf(run, running && run === runs[runs.length - 1])}
                </option>
              ))}
            </select>
          </label>
        )}
        <div class="switch" role="group" aria-label="How it is shown">
          <button type="button" aria-pressed={!raw} onClick={() => setQuery({ as: null })}>
            Transcript
          </button>
          <button type="button" aria-pressed={raw} onClick={() => setQuery({ as: "raw" })}>
            As printed
          </button>
        </div>
      </div>
      {raw ? <LogOf key={path} path={path} label={`Log of ${task.name}`} empty={k_empty} /> : <TranscriptOf key={path} path={path} label={`Transcript of ${task.name}`} />}
      {chosen && !live && <RunFacts run={chosen} />}
    </>
  );
}

const nameOf = (run: Run, goesOn: boolean): string => `Round ${run.round}, attempt ${run.attempt}: ${honest(run.agent)} ${goesOn ? "running" : endWord(run)}`;
const endWord = (run: Run): string => (run.end === "" ? "end not seen" : run.end.replace(/_/g, " "));

// What it came to, as the agent told it.
function RunFacts({ run }: { run: Run }) {
  return (
    <dl class="facts inline run-facts">
      <Fact name="Run">
        {run.run}, round {run.round}, attempt {run.attempt}
      </Fact>
      <Fact name="Agent">{honest(run.agent)}</Fact>
      <Fact name="Ended">{run.end === "succeeded" ? capitals(run.end) : <Badge tone="bad">{capitals(endWord(run))}</Badge>}</Fact>
      <Fact name="Cost">{money(run.cost_usd)}</Fact>
      <Fact name="Tokens">
        {count(run.input_tokens)} in, {count(run.output_tokens)} out
      </Fact>
      <Fact name="Turns">{count(run.turns)}</Fact>
      {run.finished_at && <Fact name="Took">{duration(Date.parse(run.finished_at) - Date.parse(run.started_at))}</Fact>}
      <Fact name="Began">
        <When at={run.started_at} />
      </Fact>
    </dl>
  );
}

function TranscriptOf({ path, label }: { path: string; label: string }) {
  const read = useLines(path, stepReader);
  return (
    <ReadLines read={read} empty={k_empty}>
      {(steps) => <Transcript steps={steps} label={label} live={!read.done} />}
    </ReadLines>
  );
}

// Of a long one there is a window; it stays at the end as long as one looks at the end.
function Transcript({ steps, label, live }: { steps: readonly Step[]; label: string; live: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(live);
  const [from, setFrom] = useState<number | null>(null); // null: the last ones
  const begin = from ?? Math.max(0, steps.length - k_shown);
  const end = Math.min(steps.length, begin + k_shown);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && atEnd.current && from === null) element.scrollTop = element.scrollHeight;
  });
  const look = (): void => {
    const element = box.current;
    if (element) atEnd.current = live && element.scrollTop + element.clientHeight >= element.scrollHeight - 40;
  };
  const go = (to: number | null): void => {
    atEnd.current = false;
    setFrom(to);
    if (box.current) box.current.scrollTop = 0;
  };
  return (
    <div class="log">
      <div ref={box} class="transcript" tabIndex={0} role="log" aria-live="off" aria-label={label} onScroll={look}>
        {begin > 0 && (
          <p class="steps-more">
            <button type="button" class="button small" onClick={() => go(0)}>
              From the beginning
            </button>
            <button type="button" class="button small" onClick={() => go(Math.max(0, begin - k_shown))}>
              {plural(begin, "earlier step")}
            </button>
          </p>
        )}
        <ol class="steps">
          {steps.slice(begin, end).map((step, i) => (
            <li key={begin + i} class={`step step-${step.kind}`}>
              <StepView step={step} />
            </li>
          ))}
        </ol>
        {end < steps.length && (
          <p class="steps-more">
            <button type="button" class="button small" onClick={() => go(begin + k_shown)}>
              {plural(steps.length - end, "later step")}
            </button>
            <button type="button" class="button small" onClick={() => go(null)}>
              To the end
            </button>
          </p>
        )}
      </div>
      <p class="log-foot">
        {plural(steps.length, "step")}
        {live && <span class="live-dot"> · running</span>}
      </p>
    </div>
  );
}

function StepView({ step }: { step: Step }) {
  if (step.kind === "tool") {
    return (
      <>
        <p class="step-call">
          <span class="hidden">Tool </span>
          <strong>
            <Inline text={step.text} />
          </strong>{" "}
          {step.arguments !== "" && (
            <code>
              <Inline text={step.arguments} />
            </code>
          )}
          {step.result?.failed && <Badge tone="bad">Failed</Badge>}
        </p>
        {step.result && step.result.text.trim() !== "" && <Folded told={step.result} word="Result" />}
      </>
    );
  }
  const told: Told = { text: step.text, leftOut: step.leftOut, failed: false };
  if (step.kind === "thought") return <Folded told={told} word="Thought" />;
  if (step.kind === "tool_result") return <Folded told={told} word="Result" />;
  return (
    <>
      {step.kind === "error" && <strong class="step-word">Error: </strong>}
      {step.kind === "warning" && <strong class="step-word">Warning: </strong>}
      {step.kind === "message" && <span class="hidden">The agent said: </span>}
      {step.kind === "message" && !step.text.includes("\u001b") ? <Said told={told} /> : <Printed told={told} />}
    </>
  );
}

// What is long and rarely read is there when it is opened.
function Folded({ told, word }: { told: Told; word: string }) {
  const [open, setOpen] = useState(false);
  const lines = useMemo(() => linesOf(told.text), [told.text]);
  const first = lines.find((line) => line.some((piece) => piece.text.trim() !== ""));
  if (lines.length === 1 && first && told.text.length < k_short) {
    return (
      <p class="step-short">
        <span class="step-word">{word}</span>
        <span class="step-first">
          <Pieces line={first} />
        </span>
      </p>
    );
  }
  return (
    <details class="disclosure step-folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="step-word">{word}</span>
        <span class="step-first">{first ? <Pieces line={first} /> : "empty"}</span>
        <span class="step-size">{plural(lines.length, "line")}</span>
      </summary>
      {open && <Printed told={told} />}
    </details>
  );
}

// What an agent says is Markdown, as most of them write it.
function Said({ told }: { told: Told }) {
  return (
    <>
      <Prose text={told.text} class="said" />
      {told.leftOut > 0 && <p class="muted">{count(told.leftOut)} more bytes; see it as printed.</p>}
    </>
  );
}

// Text with its colours and nothing else that a terminal would do.
function Printed({ told }: { told: Told }) {
  const lines = useMemo(() => linesOf(told.text), [told.text]);
  return (
    <>
      <div class="printed">
        {lines.map((line, i) => (
          <div key={i}>
            <Pieces line={line} />
          </div>
        ))}
      </div>
      {told.leftOut > 0 && <p class="muted">{count(told.leftOut)} more bytes; see it as printed.</p>}
    </>
  );
}

function Inline({ text }: { text: string }) {
  return <>{linesOf(text).map((line, i) => [i > 0 && " ⏎ ", <Pieces key={i} line={line} />])}</>;
}
