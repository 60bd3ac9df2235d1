// What a task promised against what was shown, criterion by criterion. A criterion that nobody judged is
// not proven, whatever became of the task.
import { useState } from "preact/hooks";
import type { Critic } from "../api/documents";
import type { Task } from "../api/types";
import { type Outcome, OutcomeMark } from "../ui/icons";
import { Badge, Section } from "../ui/parts";
import { honest, plural } from "../ui/words";
import { Evidence } from "./evidence";

type Judged = Critic["criteria"][number];
type Citation = Judged["citations"][number];

const outcomeOf: Record<Judged["verdict"], Outcome> = { Satisfied: "passed", Unsatisfied: "failed", "Information-Missing": "unknown" };

// Who has to do something about it.
const goesTo: Record<Critic["route"], string> = {
  commit: "",
  executor: ", for the next round",
  researcher: ", something has to be found out",
  "plan-checker": ", the plan has to be looked at",
  askuser: ", for you to answer",
  stuck: ", it is stuck",
};

function citationText(citation: Citation): string {
  const place = citation.line ? `${citation.subject}:${citation.line}` : citation.subject;
  const status = citation.status === undefined ? "" : citation.kind === "http" ? ` answered ${citation.status}` : ` exited ${citation.status}`;
  return `${citation.kind} ${place}${status}`;
}

export function Critique({ task, report }: { task: Task; report: Critic | null }) {
  const [cited, setCited] = useState<{ title: string; digest: string } | null>(null);
  if (report) {
    const open = report.criteria.filter((criterion) => criterion.verdict !== "Satisfied");
    return (
      <>
        <Section title="Promised against evidence" note={`${report.criteria.length - open.length} of ${plural(report.criteria.length, "criterion", "criteria")} shown, round ${report.round}`}>
          <ul class="items">
            {report.criteria.map((criterion) => (
              <li key={criterion.id}>
                <OutcomeMark outcome={outcomeOf[criterion.verdict]} />
                <span class="item-text">
                  <span class="muted">{criterion.id}</span> {honest(criterion.claim)}
                  <span class="hidden">, {criterion.verdict}</span>
                  {criterion.evidence && <span class="muted item-detail">{honest(criterion.evidence)}</span>}
                  {criterion.missing_info && <span class="item-detail missing">{honest(criterion.missing_info)}</span>}
                  {criterion.citations.map((citation, i) => (
                    <span key={i} class="citation">
                      <code>{honest(citationText(citation))}</code>
                      {citation.text && <code class="citation-text">{honest(citation.text)}</code>}
                      {citation.sha256 && citation.kind !== "artefact" && (
                        <button type="button" class="button small" onClick={() => setCited({ title: citationText(citation), digest: citation.sha256 ?? "" })}>
                          Evidence
                        </button>
                      )}
                    </span>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        {report.findings.length > 0 && (
          <Section title="Findings" note={`${plural(report.findings.length, "finding")}${goesTo[report.route]}`}>
            <ul class="findings">
              {report.findings.map((finding, i) => (
                <li key={i} class={`finding ${finding.severity === "fail" ? "finding-must" : "finding-should"}`}>
                  <div class="finding-head">
                    <Badge tone={finding.severity === "fail" ? "bad" : "warn"}>{finding.severity === "fail" ? "Must fix" : "Should fix"}</Badge>
                    <code class="rule">{finding.category}</code>
                    {finding.file && (
                      <span class="span-place">
                        {honest(finding.file)}
                        {finding.line ? `:${finding.line}` : ""}
                      </span>
                    )}
                  </div>
                  <p class="finding-text">{honest(finding.remediation)}</p>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {cited && <Evidence title={cited.title} digest={cited.digest} onClose={() => setCited(null)} />}
      </>
    );
  }
  const lines = task.acceptance_criteria.split("\n").filter((line) => line.trim() !== "");
  const count = lines.length + task.success_criteria.length;
  const why = task.state === "completed" ? "Accepted; no evidence was recorded for it." : task.checker_report !== "" ? "See the checker’s report." : "Nobody has judged it yet.";
  return (
    <Section title="Promised against evidence" note={count === 0 ? "the instructions are the specification" : plural(count, "criterion", "criteria")}>
      <ul class="items">
        {[...lines.map((line) => ({ key: line, text: line, kind: "" })), ...task.success_criteria.map((each) => ({ key: each.id, text: each.claim, kind: `${each.id} · ${each.evidence === "none" ? "a judge decides" : each.evidence}. ` }))].map((promise) => (
          <li key={promise.key}>
            <OutcomeMark outcome="unknown" />
            <span class="item-text">
              {honest(promise.text)}
              <span class="muted item-detail">
                {promise.kind}
                {why}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {count === 0 && <pre class="report-text">{honest(task.instructions || task.name)}</pre>}
    </Section>
  );
}
