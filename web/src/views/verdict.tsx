// The verdict on anything that is handed over: a task, a diff, logs, a report. Rules that fired and
// the very places in the log and the diff that made them speak.
import { useMemo, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { Full } from "../api/documents";
import type { Finding, Span } from "../api/types";
import { linesOf } from "../ui/ansi";
import { LogText, type Mark } from "../ui/log";
import { Empty, Pill, Section } from "../ui/parts";
import { inLine } from "../ui/spans";
import { useTitle } from "../ui/title";
import { honest, plural, type Tone } from "../ui/words";
import { FindingList } from "./findings";

type Inputs = Record<"task" | "diff" | "verifyLogs" | "builderReport", string>;
const fields: readonly (readonly [keyof Inputs, string, string])[] = [
  ["task", "Task", "What was asked for"],
  ["diff", "Diff", "As `git diff` writes it"],
  ["verifyLogs", "Verification logs", "What the tests printed"],
  ["builderReport", "Builder’s report", "What the agent says it did"],
];

const verdictTone: Record<Full["contract"]["verdict"], Tone> = { open_pr: "good", open_pr_with_warning: "warn", block_pr: "bad", needs_context: "warn" };

export function VerdictView() {
  const [inputs, setInputs] = useState<Inputs>({ task: "", diff: "", verifyLogs: "", builderReport: "" });
  const [judged, setJudged] = useState<{ full: Full; inputs: Inputs } | null>(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useTitle("Verdict");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const full = await change<Full>("POST", "/api/verdict?full=true", Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== "")));
      setJudged({ full, inputs });
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <div class="verdict-view">
      <header class="page-head">
        <h1>Verdict</h1>
        <p class="muted">Hand over what there is. Nothing is run and nothing is kept: the same evidence gives the same verdict.</p>
      </header>
      <form class="verdict-form" onSubmit={send}>
        {fields.map(([key, name, hint]) => (
          <label key={key} class="field">
            <span>{name}</span>
            <textarea rows={key === "task" ? 2 : 6} class={key === "task" ? "" : "mono"} placeholder={hint} value={inputs[key]} onInput={(event) => setInputs({ ...inputs, [key]: event.currentTarget.value })} spellcheck={false} />
          </label>
        ))}
        <div class="form-actions">
          <button type="submit" class="button primary" disabled={busy}>
            {busy ? "Judging…" : "Judge"}
          </button>
        </div>
        {problem && (
          <p class="field-problem" role="alert">
            {honest(problem)}
          </p>
        )}
      </form>
      {judged && <VerdictShown full={judged.full} inputs={judged.inputs} />}
    </div>
  );
}

function marksOf(findings: readonly Finding[], source: Span["source"], lineOf: (span: Span) => string | undefined): Mark[] {
  return findings.flatMap((finding) =>
    finding.spans
      .filter((span) => span.source === source)
      .map((span) => {
        const [begin, end] = inLine(span, lineOf(span) ?? "");
        return { line: span.line, begin, end, tone: finding.severity === "must_fix" ? ("bad" as const) : ("warn" as const) };
      }),
  );
}

// What was handed over by its lines, as the judge read them: without terminal codes.
function linesIn(inputs: Inputs): (span: Span) => string | undefined {
  const plain = (text: string): string[] => linesOf(text).map((line) => line.map((piece) => piece.text).join(""));
  const known: Partial<Record<Span["source"], string[]>> = { task: plain(inputs.task), diff: plain(inputs.diff), verify_logs: plain(inputs.verifyLogs), builder_report: plain(inputs.builderReport) };
  return (span) => known[span.source]?.[span.line - 1];
}

export function VerdictShown({ full, inputs }: { full: Full; inputs: Inputs }) {
  const { contract, findings } = full;
  const [at, setAt] = useState<Span | null>(null);
  const lineOf = useMemo(() => linesIn(inputs), [inputs]);
  const inLog = useMemo(() => marksOf(findings, "verify_logs", lineOf), [findings, lineOf]);
  const inDiff = useMemo(() => marksOf(findings, "diff", lineOf), [findings, lineOf]);
  return (
    <div class="verdict" role="region" aria-label="Verdict" aria-live="polite">
      <div class="verdict-head">
        <Pill tone={verdictTone[contract.verdict]}>{contract.verdict.replace(/_/g, " ")}</Pill>
        <span>
          confidence <strong>{contract.confidence}</strong>
        </span>
        <span>
          risk <strong>{contract.risk}</strong>
        </span>
        <span class="muted">evidence {contract.evidence_grade}</span>
      </div>
      <p class="verdict-summary">{honest(contract.summary)}</p>
      <Section title="Rules that fired" note={plural(findings.length, "finding")}>
        <FindingList findings={findings} none="No rule fired" onSpan={setAt} lineOf={lineOf} />
      </Section>
      {inputs.verifyLogs !== "" && (
        <Section title="The log" note={inLog.length > 0 ? plural(inLog.length, "span") : "no span"}>
          <LogText text={inputs.verifyLogs} label="Verification log" marks={inLog} {...(at?.source === "verify_logs" ? { at: at.line } : {})} />
        </Section>
      )}
      {inputs.diff !== "" && (
        <Section title="The diff" note={inDiff.length > 0 ? plural(inDiff.length, "span") : "no span"}>
          <LogText text={inputs.diff} label="Diff" marks={inDiff} {...(at?.source === "diff" ? { at: at.line } : {})} />
        </Section>
      )}
      {findings.length === 0 && inputs.verifyLogs === "" && inputs.diff === "" && <Empty title="There was nothing to read" />}
    </div>
  );
}
