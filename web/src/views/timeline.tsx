// What happened: the mission's run as a picture, and its checkpoints, which nobody can change.
import { useMemo } from "preact/hooks";
import { checkpointKinds } from "../api/checkpoint_kinds";
import type { Log, MissionVerification, TaskList } from "../api/documents";
import { useDocument } from "../api/live";
import type { Checkpoint, Mission, Task } from "../api/types";
import { href, setQuery, useRoute } from "../router";
import { Copyable, Disclosure, Empty, Section, Shown, When } from "../ui/parts";
import { bare, duration, honest, plural } from "../ui/words";
import { type Bar, barsOf, deploysOf, type Scale, scaleOf } from "./gantt";
import { verificationIn } from "./proof";
import { verificationPath } from "./verified";

interface Lane {
  readonly name: string;
  readonly link: string | null;
  readonly bars: readonly Bar[];
}

const legend: readonly (readonly [Bar["tone"], string])[] = [
  ["run", "worked"],
  ["check", "checked"],
  ["wait", "waited"],
  ["good", "ended well"],
  ["bad", "failed"],
  ["held", "blocked"],
];

function lanesOf(tasks: readonly Task[], checkers: readonly Task[], checkpoints: readonly Checkpoint[], answer: MissionVerification | undefined): Lane[] {
  const now = Date.now();
  const lanes: Lane[] = tasks.map((task) => ({ name: task.name, link: href(["tasks", task.id]), bars: barsOf(task, checkpoints, checkers, now) }));
  const verification = verificationIn(answer);
  if (verification) {
    const start = Date.parse(verification.startedAt);
    const end = Date.parse(verification.finishedAt);
    lanes.push({ name: "Verification", link: null, bars: [{ from: start, to: end, tone: verification.outcome === "passed" ? "good" : "bad", label: `${verification.outcome}, ${duration(end - start)}` }] });
    for (const check of verification.checks) {
      const bars = check.attempts.flatMap((attempt): Bar[] => {
        if (attempt.startedAt === null) return [];
        const from = Date.parse(attempt.startedAt);
        return [{ from, to: from + attempt.durationMs, tone: attempt.proof === "passed" ? "good" : "bad", label: `${attempt.proof.replace("_", " ")}, ${duration(attempt.durationMs)}` }];
      });
      if (bars.length > 0) lanes.push({ name: check.title, link: null, bars });
    }
  }
  lanes.push({ name: "Deploy", link: null, bars: deploysOf(checkpoints, now) });
  return lanes.filter((lane) => lane.bars.length > 0);
}

const k_apart = 0.11; // of the width, so that no two words of the axis touch

function ticksOf(scale: Scale, begin: number, finish: number): number[] {
  const out: number[] = [];
  let from = begin;
  for (const stretch of [...scale.breaks, { from: finish, to: finish }]) {
    const edge = from === begin ? [] : [from];
    for (const at of [...edge, ...evenly(from, stretch.from, scale.drawn)]) {
      const last = out[out.length - 1];
      if (scale.at(at) < 0.94 && (last === undefined || scale.at(at) - scale.at(last) > k_apart)) out.push(at);
    }
    from = stretch.to;
  }
  return out;
}
function evenly(from: number, to: number, span: number): number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 43200, 86400, 172800, 604800].map((s) => s * 1000);
  const step = steps.find((each) => span / each <= 6) ?? 604_800_000;
  const out: number[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) out.push(at);
  return out;
}
function clock(at: number, span: number): string {
  const date = new Date(at);
  if (span > 172_800_000) return date.toISOString().slice(5, 10);
  const text = date.toTimeString().slice(0, 8);
  return span > 600_000 ? text.slice(0, 5) : text;
}

function Gantt({ lanes, marks }: { lanes: readonly Lane[]; marks: readonly Checkpoint[] }) {
  const begin = Math.min(...lanes.flatMap((lane) => lane.bars.map((bar) => bar.from)), ...marks.map((mark) => Date.parse(mark.createdAt)));
  const finish = Math.max(...lanes.flatMap((lane) => lane.bars.map((bar) => bar.to)), ...marks.map((mark) => Date.parse(mark.createdAt)));
  const scale = scaleOf(lanes.flatMap((lane) => lane.bars), begin, finish);
  const left = (at: number): string => `${scale.at(at) * 100}%`;
  const wide = (from: number, to: number): string => `${(scale.at(to) - scale.at(from)) * 100}%`;
  return (
    <div class="gantt-box" tabIndex={0} role="region" aria-label="The mission's run over time">
      <div class="gantt">
        <div class="gantt-axis" aria-hidden="true">
          {scale.breaks.map((each) => (
            <i key={each.from} class="gantt-break" style={{ left: left(each.from), width: wide(each.from, each.to) }} title={`${duration(each.to - each.from)} in which nothing was done`} />
          ))}
          {ticksOf(scale, begin, finish).map((at) => (
            <span key={at} style={{ left: left(at) }}>
              {clock(at, scale.drawn)}
            </span>
          ))}
        </div>
        <ul class="gantt-lanes">
          {lanes.map((lane, i) => (
            <li key={i} class="gantt-lane">
              <span class="gantt-name" title={lane.name}>
                {lane.link ? <a href={lane.link}>{honest(lane.name)}</a> : honest(lane.name)}
              </span>
              <span class="gantt-track">
                {lane.bars.map((bar, n) => (
                  <span key={n} class={`gantt-bar bar-${bar.tone}`} style={{ left: left(bar.from), width: `max(4px, ${wide(bar.from, bar.to)})` }} title={bar.label}>
                    <span class="hidden">{bar.label}</span>
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {scale.breaks.length > 0 && <p class="muted gantt-note">Drawn short: {scale.breaks.map((each) => duration(each.to - each.from)).join(", ")} in which nothing was done.</p>}
    </div>
  );
}

function Detail({ text }: { text: string }) {
  if (text.length < 500) return <span class="checkpoint-detail">{honest(text)}</span>;
  return (
    <Disclosure summary={honest(text.slice(0, 160)) + "…"}>
      <span class="checkpoint-detail">{honest(text)}</span>
    </Disclosure>
  );
}

export function Timeline({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const log = useDocument<Log>(`/api/missions/${mission.id}/checkpoints?all=true`);
  const answer = useDocument<MissionVerification>(verificationPath(mission.id));
  const { query } = useRoute();
  const kind = query.get("kind") ?? "";
  const checkpoints = log.data?.checkpoints ?? [];
  const all = useDocument<TaskList>(`/api/tasks?mission=${encodeURIComponent(mission.id)}&checkers=true`).data;
  const lanes = useMemo(() => lanesOf(tasks, all?.tasks ?? [], checkpoints, answer.data), [tasks, all, checkpoints, answer.data]);
  const kinds = [...new Set(checkpoints.map((checkpoint) => checkpoint.kind))];
  const shown = kind === "" ? checkpoints : checkpoints.filter((checkpoint) => checkpoint.kind === kind);
  return (
    <Shown known={log}>
      {() => (
        <>
          <Section title="Run">
            {lanes.length === 0 ? <Empty title="Nothing has run yet" /> : <Gantt lanes={lanes} marks={checkpoints} />}
            {lanes.length > 0 && (
              <p class="legend">
                {legend.map(([tone, word]) => (
                  <span key={tone}>
                    <i class={`bar-${tone}`} /> {word}
                  </span>
                ))}
              </p>
            )}
          </Section>
          <Section
            title="Checkpoints"
            note={plural(shown.length, "checkpoint")}
            actions={
              <label class="select">
                <span class="hidden">Kind</span>
                <select value={kind} onChange={(event) => setQuery({ kind: event.currentTarget.value })}>
                  <option value="">All kinds</option>
                  {kinds.map((each) => (
                    <option key={each} value={each}>
                      {checkpointKinds[each].words}
                    </option>
                  ))}
                </select>
              </label>
            }
          >
            <ol class="checkpoints">
              {[...shown].reverse().map((checkpoint) => (
                <li key={checkpoint.id} class={`checkpoint checkpoint-${checkpointKinds[checkpoint.kind].tone}`}>
                  <span class="checkpoint-when">
                    <When at={checkpoint.createdAt} />
                  </span>
                  <span class="checkpoint-what">
                    <span class="checkpoint-title">{checkpoint.taskId ? <a href={href(["tasks", checkpoint.taskId])}>{honest(checkpoint.title)}</a> : honest(checkpoint.title)}</span>
                    {checkpoint.detail !== "" && <Detail text={checkpoint.detail} />}
                    <span class="checkpoint-foot muted">
                      #{checkpoint.number} · {checkpointKinds[checkpoint.kind].words} · {honest(bare(checkpoint.actor))} · <Copyable text={checkpoint.hash} shown={checkpoint.hash.slice(0, 10)} />
                    </span>
                  </span>
                </li>
              ))}
            </ol>
          </Section>
        </>
      )}
    </Shown>
  );
}
