// Findings of rules: what to do, which rule, and the places that made it speak.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Finding, Span } from "../api/types";
import { Badge, Disclosure, Empty } from "../ui/parts";
import { inText } from "../ui/spans";
import { honest, plural } from "../ui/words";

const sourceWord: Record<Finding["source"], string> = {
  task: "Task",
  diff: "Change",
  verify_logs: "Log",
  builder_report: "Report",
  system: "Assay",
};

export function placeOf(span: Span): string {
  if (span.path) return span.file_line ? `${span.path}:${span.file_line}` : span.path;
  return span.source === "verify_logs" ? `log line ${span.line}` : `${sourceWord[span.source].toLowerCase()} line ${span.line}`;
}

type LineOf = (span: Span) => string | undefined; // the line that a span is a place of, where it is known

interface ListProps {
  readonly findings: readonly Finding[];
  readonly none?: string;
  readonly onSpan?: (span: Span) => void;
  readonly lineOf?: LineOf;
  readonly actions?: (finding: Finding) => ComponentChildren;
}
export function FindingList({ findings, none, onSpan, lineOf, actions }: ListProps) {
  if (findings.length === 0) return <Empty title={none ?? "No findings"} />;
  return (
    <ul class="findings">
      {findings.map((finding, i) => (
        <FindingRow key={i} finding={finding} {...(onSpan ? { onSpan } : {})} {...(lineOf ? { lineOf } : {})}>
          {actions?.(finding)}
        </FindingRow>
      ))}
    </ul>
  );
}

const k_looks = {
  must_fix: { style: "finding-must", tone: "bad", word: "Must fix" },
  should_fix: { style: "finding-should", tone: "warn", word: "Should fix" },
  note: { style: "finding-note", tone: "quiet", word: "Note" },
} as const;

function FindingRow({ finding, onSpan, lineOf, children }: { finding: Finding; onSpan?: (span: Span) => void; lineOf?: LineOf; children?: ComponentChildren }) {
  const look = k_looks[finding.severity];
  return (
    <li class={`finding ${look.style}`}>
      <div class="finding-head">
        <Badge tone={look.tone}>{look.word}</Badge>
        <code class="rule">{finding.rule}</code>
        <span class="muted">{sourceWord[finding.source]}</span>
        {finding.id !== undefined && <span class="muted">{finding.id}</span>}
        {children}
      </div>
      <p class="finding-text">{honest(finding.message)}</p>
      {finding.spans.length > 0 && (
        <Disclosure summary={<>{plural(finding.spans.length + finding.more, "place")}</>} open={finding.spans.length <= 3}>
          <ul class="spans">
            {finding.spans.map((span, i) => (
              <li key={i}>
                {onSpan ? (
                  <button type="button" class="bare span-place" onClick={() => onSpan(span)}>
                    {honest(placeOf(span))}
                  </button>
                ) : (
                  <span class="span-place">{honest(placeOf(span))}</span>
                )}
                <SpanText span={span} line={lineOf?.(span)} />
              </li>
            ))}
            {finding.more > 0 && <li class="muted">and {finding.more} more</li>}
          </ul>
        </Disclosure>
      )}
      {finding.spans.length === 0 && finding.evidence !== "" && <pre class="evidence-line">{honest(finding.evidence)}</pre>}
    </li>
  );
}

function SpanText({ span, line }: { span: Span; line: string | undefined }) {
  const [begin, end] = inText(span, line);
  return (
    <code class="span-text">
      {honest(span.text.slice(0, begin))}
      <mark>{honest(span.text.slice(begin, end))}</mark>
      {honest(span.text.slice(end))}
    </code>
  );
}

// A finding list that shows the hard ones and keeps the others at hand.
export function Findings({ must, should, onSpan }: { must: readonly Finding[]; should: readonly Finding[]; onSpan?: (span: Span) => void }) {
  const [all, setAll] = useState(must.length === 0);
  const shown = all ? [...must, ...should] : must;
  return (
    <>
      <FindingList findings={shown} none="Nothing to fix was found" {...(onSpan ? { onSpan } : {})} />
      {!all && should.length > 0 && (
        <button type="button" class="bare more" onClick={() => setAll(true)}>
          Show {plural(should.length, "finding")} that should be looked at
        </button>
      )}
    </>
  );
}
