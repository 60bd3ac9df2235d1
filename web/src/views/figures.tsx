// What agents cost and came to, week by week.
import { useState } from "preact/hooks";
import { get, Problem } from "../api/client";
import type { Figures } from "../api/documents";
import { useDocument } from "../api/live";
import { setQuery, useRoute } from "../router";
import { Empty, Section, Shown } from "../ui/parts";
import { useTitle } from "../ui/title";
import { say } from "../ui/toasts";
import { count, duration, honest, money, plural } from "../ui/words";
import { above } from "./graph";

type Row = Figures["rows"][number];

const k_weeks = ["4", "12", "26", "52", "104"];
const nameOf = (row: Row): string => (row.agent === "" ? "by hand" : row.agent);
const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`);
const dayOf = (row: Row): string => row.week.slice(0, 10);

export function FiguresView() {
  const { query } = useRoute();
  useTitle("Figures");
  const weeks = k_weeks.includes(query.get("weeks") ?? "") ? (query.get("weeks") ?? "12") : "12";
  const known = useDocument<Figures>(`/api/figures?weeks=${weeks}`);
  return (
    <div class="figures-view">
      <header class="page-head">
        <div class="page-title">
          <h1>Figures</h1>
          <label class="select">
            <span class="hidden">How many weeks</span>
            <select value={weeks} onChange={(event) => setQuery({ weeks: event.currentTarget.value })}>
              {k_weeks.map((each) => (
                <option key={each} value={each}>
                  {each} weeks
                </option>
              ))}
            </select>
          </label>
          <div class="page-actions">
            <Download weeks={weeks} />
          </div>
        </div>
        <p class="muted">A run counts in the week in which it began, a task in the one in which it was completed, for the agent of its last run. First pass: never sent back, and not tried twice. Lead time: from when a task was added to its end, the median.</p>
      </header>
      <Shown known={known}>{(data) => (data.rows.length === 0 ? <Empty title="Nothing was run in these weeks" /> : <Told rows={data.rows} />)}</Shown>
    </div>
  );
}

// The server writes the file; the page only hands it over.
function Download({ weeks }: { weeks: string }) {
  const [busy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    try {
      const { csv } = await get<Figures>(`/api/figures?weeks=${weeks}&csv=true`);
      const address = URL.createObjectURL(new Blob([csv], { type: "text/csv" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = "assay-figures.csv";
      link.click();
      window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      say(error instanceof Problem ? error.message : String(error), "bad");
    }
    setBusy(false);
  };
  return (
    <button type="button" class="button" disabled={busy} onClick={() => void load()}>
      Download CSV
    </button>
  );
}

function Told({ rows }: { rows: readonly Row[] }) {
  const cost = rows.reduce((sum, row) => sum + row.costUsd, 0);
  const completed = rows.reduce((sum, row) => sum + row.completed, 0);
  const first = rows.reduce((sum, row) => sum + row.firstPass, 0);
  return (
    <>
      <div class="tiles">
        <Sum label="Cost" value={money(cost)} />
        <Sum label="Tasks completed" value={count(completed)} />
        <Sum label="First pass" value={percent(first, completed)} />
      </div>
      <CostByWeek rows={rows} />
      <Section title="By week and agent" note={plural(rows.length, "row")}>
        <div class="table-box" tabIndex={0} role="region" aria-label="Figures by week and agent">
          <table class="matrix figures">
            <thead>
              <tr>
                {["Week of", "Agent", "Runs", "Cost", "Completed", "First pass", "Lead time", "Tokens in", "Tokens out"].map((head, i) => (
                  <th key={head} scope="col" class={i > 1 ? "number" : ""}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.week + row.agent}>
                  <td>{dayOf(row)}</td>
                  <td>{honest(nameOf(row))}</td>
                  <td class="number">{count(row.runs)}</td>
                  <td class="number">{money(row.costUsd)}</td>
                  <td class="number">{count(row.completed)}</td>
                  <td class="number">{percent(row.firstPass, row.completed)}</td>
                  <td class="number">{row.leadMs === null ? "–" : duration(row.leadMs)}</td>
                  <td class="number">{count(row.inputTokens)}</td>
                  <td class="number">{count(row.outputTokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </>
  );
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div class="tile tone-quiet">
      <span class="tile-label">{label}</span>
      <span class="tile-value">{value}</span>
    </div>
  );
}

const k_high = 150;
const k_step = 44;

function CostByWeek({ rows }: { rows: readonly Row[] }) {
  const weeks = [...new Set(rows.map(dayOf))].sort();
  const sums = weeks.map((week) => rows.filter((row) => dayOf(row) === week).reduce((sum, row) => sum + row.costUsd, 0));
  const most = above(Math.max(...sums, 0.01));
  const width = weeks.length * k_step + 60;
  return (
    <Section title="Cost by week">
      <div class="plot-box" tabIndex={0} role="region" aria-label="The cost of each week, drawn">
        <svg class="plot" width={width} height={k_high + 40} viewBox={`0 0 ${width} ${k_high + 40}`} role="img" aria-label={weeks.map((week, i) => `week of ${week}: ${money(sums[i] ?? 0)}`).join("; ")}>
          {[0, 0.5, 1].map((part) => (
            <g key={part}>
              <line class="plot-grid" x1="50" x2={width} y1={10 + (1 - part) * k_high} y2={10 + (1 - part) * k_high} />
              <text class="plot-label" x="44" y={14 + (1 - part) * k_high} text-anchor="end">
                {money(most * part)}
              </text>
            </g>
          ))}
          {weeks.map((week, i) => {
            const height = ((sums[i] ?? 0) / most) * k_high;
            return (
              <g key={week}>
                <rect class="plot-bar" x={58 + i * k_step} y={10 + k_high - height} width={k_step - 16} height={Math.max(height, 1)} rx="2">
                  <title>{`Week of ${week}: ${money(sums[i] ?? 0)}`}</title>
                </rect>
                <text class="plot-label" x={58 + i * k_step + (k_step - 16) / 2} y={k_high + 28} text-anchor="middle">
                  {week.slice(5)}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
    </Section>
  );
}
