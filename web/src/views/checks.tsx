// Each check of the latest verification with what it printed, in colours, and the rules that fired.
import { useRef, useState } from "preact/hooks";
import type { Mission, Task, VerifiedCheck } from "../api/types";
import { setQuery, useRoute } from "../router";
import { OutcomeMark } from "../ui/icons";
import { LogOfSize, LogText } from "../ui/log";
import { Badge, Copyable, Empty, Fact, Section, Shown, StaleNote, When } from "../ui/parts";
import { duration, honest, plural } from "../ui/words";
import { FindingList } from "./findings";
import { LiveChecks, useLiveRun } from "./live_checks";
import { FileAtPlace, usePlaceLinks } from "./places";
import { outcomeOf, verificationIn } from "./proof";
import { SendBackCheck } from "./send_back";
import { useVerification } from "./verified";
import { WaiveButton, WaivedList } from "./waive";

export function Checks({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const answer = useVerification(mission.id);
  const { query } = useRoute();
  const live = useLiveRun(mission.id);
  const watched = useRef("");
  if (live.running && live.checks.size > 0) return <LiveChecks run={live} chosen={query.get("check")} onShown={(check) => (watched.current = check)} />;
  return (
    <Shown known={answer}>
      {(data) => {
        const verification = verificationIn(data);
        if (verification === null) {
          return (
            <Empty title="Not verified yet">
              <p>{plural(mission.acceptance.checks.length, "check")} will be run on the work of all tasks, put together.</p>
            </Empty>
          );
        }
        const chosen = verification.checks.find((check) => check.id === query.get("check")) ?? verification.checks.find((check) => check.id === watched.current) ?? verification.checks.find((check) => check.status === "failed") ?? verification.checks.find((check) => check.kind === "command") ?? verification.checks[0];
        return (
          <>
            <StaleNote stale={data.stale} />
            <dl class="facts inline">
              <Fact name="Outcome">
                {verification.outcome.replace("_", " ")}
                {data.stale !== "" && " in an earlier state"}
              </Fact>
              <Fact name="Commit">
                <Copyable text={verification.commit} shown={verification.commit.slice(0, 10)} />
              </Fact>
              <Fact name="Tree">
                <Copyable text={verification.tree} shown={verification.tree.slice(0, 10)} />
              </Fact>
              <Fact name="Sandbox">{honest(verification.sandbox)}</Fact>
              <Fact name="Ended">
                <When at={verification.finishedAt} />
              </Fact>
            </dl>
            <div class="master">
              <ul class="check-list">
                {verification.checks.map((check) => (
                  <li key={check.id}>
                    <button type="button" aria-pressed={chosen?.id === check.id} onClick={() => setQuery({ check: check.id })}>
                      <OutcomeMark outcome={outcomeOf(check)} earlier={data.stale !== ""} {...(check.flaky ? { word: "" } : {})} />
                      <span>{honest(check.title)}</span>
                      {check.flaky && <Badge tone="warn">Flaky</Badge>}
                    </button>
                  </li>
                ))}
              </ul>
              {chosen && <CheckDetail key={chosen.id} mission={mission} tasks={tasks} check={chosen} earlier={data.stale !== ""} />}
            </div>
            <FileAtPlace mission={mission.id} />
          </>
        );
      }}
    </Shown>
  );
}

const k_tones: Partial<Record<VerifiedCheck["status"], string>> = { failed: " tone-bad", flaky: " tone-warn" };

function CheckDetail({ mission, tasks, check, earlier }: { mission: Mission; tasks: readonly Task[]; check: VerifiedCheck; earlier: boolean }) {
  const link = usePlaceLinks(mission.id, true);
  const [at, setAt] = useState(Math.max(0, check.attempts.length - 1));
  const attempt = check.attempts[at];
  return (
    <div class="check-detail">
      <h2>{honest(check.title)}</h2>
      {check.subject !== "" && <pre class="command">{honest(check.subject)}</pre>}
      {check.reason !== "" && <p class={`note${k_tones[outcomeOf(check)] ?? ""}`}>{honest(check.reason)}</p>}
      <SendBackCheck mission={mission} tasks={tasks} check={check} />
      {check.quarantined !== "" && <p class="note tone-warn">Quarantined: {honest(check.quarantined)}</p>}
      {check.reusedFrom && (
        <p class="note">
          The same inputs were run <When at={check.reusedFrom} />; that result is used.
        </p>
      )}
      {check.attempts.length > 1 && (
        <div class="switch" role="group" aria-label="Attempts">
          {check.attempts.map((each, i) => (
            <button key={i} type="button" aria-pressed={i === at} onClick={() => setAt(i)}>
              {i + 1}: {each.proof.replace("_", " ")}
            </button>
          ))}
        </div>
      )}
      {attempt && (
        <dl class="facts inline">
          <Fact name="Ended">{attempt.ended}</Fact>
          <Fact name="Took">{duration(attempt.durationMs)}</Fact>
          {attempt.testsPassed + attempt.testsFailed + attempt.testsSkipped > 0 && (
            <Fact name="Tests">
              {attempt.testsPassed} passed, {attempt.testsFailed} failed, {attempt.testsSkipped} skipped
            </Fact>
          )}
          {attempt.output !== "" && (
            <Fact name="Evidence">
              <Copyable text={attempt.output} shown={attempt.output.slice(0, 12)} />
            </Fact>
          )}
        </dl>
      )}
      {check.proofs.length > 0 && (
        <Section title="Changed tests on the code before">
          <ul class="items">
            {check.proofs.map((proof) => (
              <li key={proof.test}>
                <OutcomeMark outcome={proof.proof === "discriminating" ? "passed" : proof.proof === "flaky" ? "flaky" : "unknown"} earlier={earlier} />
                <span class="item-text">
                  <code>{honest(proof.test)}</code>
                  <span class="muted item-detail">
                    {proof.proof.replace("_", " ")}
                    {proof.detail !== "" && `: ${honest(proof.detail)}`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {check.findings.length > 0 && (
        <Section title="Rules that fired" note={plural(check.findings.length, "finding")}>
          <FindingList findings={check.findings} {...(earlier ? {} : { actions: (finding) => <WaiveButton mission={mission.id} finding={finding} /> })} />
        </Section>
      )}
      <WaivedList waived={check.waived ?? []} />
      {check.kind === "command" && (
        <Section title="Output" note={attempt?.truncated ? "it printed more than is kept" : undefined}>
          {attempt && attempt.output !== "" ? <LogOfSize path={`/api/evidence/${attempt.output}`} bytes={attempt.outputBytes} label={`Output of ${check.title}`} link={link} /> : <LogText text={check.lastOutput ?? ""} label={`Output of ${check.title}`} link={link} />}
        </Section>
      )}
    </div>
  );
}
