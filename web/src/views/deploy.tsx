// What a deploy printed, as it runs and afterwards, and what looking at the deployed thing came to.
import { useEffect, useState } from "preact/hooks";
import { useDocument } from "../api/live";
import type { Mission } from "../api/types";
import { LogOf, LogText } from "../ui/log";
import { Empty, Fact, Section, When } from "../ui/parts";
import { failedFirst, honest } from "../ui/words";
import { Evidence } from "./evidence";

// While it runs, what it has printed so far; then what was kept of it.
function DeployLog({ mission }: { mission: Mission }) {
  const told = mission.deployLog ?? "";
  const digest = /\blog ([0-9a-f]{64})\b/.exec(told)?.[1];
  return (
    <>
      {told !== "" && <pre class="report-text">{honest(failedFirst(told))}</pre>}
      {digest ? <LogOf key={digest} path={`/api/evidence/${digest}`} label="Deploy log" /> : mission.deploy === "running" || mission.story === "SHIPPING" ? <LiveDeploy mission={mission} /> : null}
    </>
  );
}

function LiveDeploy({ mission }: { mission: Mission }) {
  const known = useDocument<{ text: string; running: boolean }>(`/api/stories/${mission.id}/deploy-log`);
  const refresh = known.refresh;
  useEffect(() => {
    const timer = window.setInterval(refresh, 1000);
    return () => window.clearInterval(timer);
  }, [mission.id]);
  if (!known.data || known.data.text === "") return <p class="muted">Waiting for output…</p>;
  return <LogText text={known.data.text} label="Deploy log" />;
}

// What each look at the deployed thing printed, one click away.
function Looked({ report }: { report: string }) {
  const [open, setOpen] = useState<{ title: string; digest: string } | null>(null);
  const looks = [...report.matchAll(/^(?:passed|failed) {2}(.*?): [^\n]*?; log ([0-9a-f]{64})\b/gm)].map((found) => ({ title: found[1] ?? "", digest: found[2] ?? "" }));
  return (
    <>
      <div class="row-actions">
        {looks.map((look) => (
          <button key={look.digest + look.title} type="button" class="button small" onClick={() => setOpen(look)}>
            Evidence: {honest(look.title)}
          </button>
        ))}
      </div>
      {open && <Evidence title={open.title} digest={open.digest} onClose={() => setOpen(null)} />}
    </>
  );
}

export function Deploy({ mission }: { mission: Mission }) {
  const never = mission.deploy === "none" && mission.shippingAt === null;
  if (never) {
    return (
      <Empty title="Not shipped yet">
        <p>{mission.story === "SHIPPABLE" ? "It is verified and waits for a person to ship it." : "A story can be shipped once all its tasks are completed and its checks have passed."}</p>
      </Empty>
    );
  }
  return (
    <>
      <dl class="facts inline">
        <Fact name="Deploy">{mission.deploy}</Fact>
        <Fact name="Shipped">
          <When at={mission.shippingAt ?? mission.landedAt} />
        </Fact>
        <Fact name="Validation">{mission.validation}</Fact>
      </dl>
      <Section title="Deploy log" note={mission.deploy === "running" ? "running" : undefined}>
        <DeployLog mission={mission} />
      </Section>
      {mission.validationReport && (
        <Section title="Validation">
          <pre class="report-text">{honest(failedFirst(mission.validationReport))}</pre>
          <Looked report={mission.validationReport} />
        </Section>
      )}
    </>
  );
}
