// A mission's plan: its tasks, what each is held to, where it may go and what it waits for. One that an agent
// proposed waits here for a person, who takes it or sends it back with a reason.
import { useMemo, useState } from "preact/hooks";
import { change, Problem, versionOf } from "../api/client";
import type { MissionPlan } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import type { Mission, Plan, PlannedTask } from "../api/types";
import { AskingDialog } from "../ui/asking";
import { useMayDecide } from "../ui/decide";
import { Badge, Empty, Section, Shown } from "../ui/parts";
import { type Promised, PromisedList, ShownBy } from "../ui/promised";
import { say } from "../ui/toasts";
import { duration, honest, money, plural } from "../ui/words";

const pathOf = (mission: Mission): string => `/api/missions/${mission.id}/plan`;

// Whether a plan can wait for somebody here; only then is it worth asking.
export const mayWait = (mission: Mission): boolean => mission.status === "planning" || mission.hold !== null;

export function useProposal(mission: Mission): MissionPlan | null {
  const known = useDocument<MissionPlan>(mayWait(mission) ? pathOf(mission) : null);
  return known.data?.state === "proposed" ? known.data : null;
}

export function PlanView({ mission }: { mission: Mission }) {
  const known = useDocument<MissionPlan>(pathOf(mission));
  return (
    <Shown known={known}>
      {(data) => {
        if (data.state === "proposed") return <Proposal mission={mission} proposed={data} />;
        if (data.plan === null) return <NoPlan known={data} />;
        return (
          <Section title="Plan" note="taken; its tasks are what counts now">
            <PlanBody plan={data.plan as Plan} criteria={data.criteria} />
          </Section>
        );
      }}
    </Shown>
  );
}

function NoPlan({ known }: { known: MissionPlan }) {
  if (known.state === "planning") {
    return (
      <Empty title="A planner is at work">
        <p>Or will be, as soon as a worker is free. What it proposes appears here.</p>
      </Empty>
    );
  }
  return <Empty title={known.state === "held" ? "No plan came of it" : "No plan"}>{known.reason !== "" && <p>{honest(known.reason)}</p>}</Empty>;
}

export function Proposal({ mission, proposed }: { mission: Mission; proposed: MissionPlan }) {
  const may = useMayDecide();
  const seen = useMemo(() => versionOf(pathOf(mission)), [proposed]); // what is on screen is what is taken
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<MissionPlan | null>(null); // what was decided on, until the server tells what came of it
  const [back, setBack] = useState(false);
  const [problem, setProblem] = useState("");
  const plan = proposed.plan as Plan;
  const send = async (body: object, done: string): Promise<boolean> => {
    setBusy(true);
    setProblem("");
    try {
      await change("POST", pathOf(mission), body, seen);
      say(done, "good");
      setSent(proposed);
      refresh("/api/board", mission.id);
      return true;
    } catch (error) {
      const told = error instanceof Problem ? error : new Problem(0, "", String(error));
      setProblem(told.status === 412 ? "It is no longer this plan that waits. Look at the one that does, then decide." : told.message);
      if (told.status === 412) refresh(mission.id);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="Its plan waits for you"
      note={`${plural(plan.tasks?.length ?? 0, "task")}${proposed.agent ? `, proposed by ${honest(proposed.agent)}` : ""}`}
      actions={
        may &&
        sent !== proposed && (
          <>
            <button type="button" class="button" disabled={busy} onClick={() => setBack(true)}>
              Send back
            </button>
            <button type="button" class="button primary" disabled={busy} onClick={() => void send({ approve: true }, "Taken; the work begins as soon as a worker is free")}>
              {busy ? "Sending…" : "Approve plan"}
            </button>
          </>
        )
      }
    >
      {problem && !back && (
        <p class="field-problem" role="alert">
          {honest(problem)}
        </p>
      )}
      <PlanBody plan={plan} criteria={proposed.criteria} />
      {back && <SendBack busy={busy} problem={problem} send={(reason) => send({ reject: reason }, "Sent back; it is planned again as soon as a worker is free")} onClose={() => setBack(false)} />}
    </Section>
  );
}

function SendBack({ busy, problem, send, onClose }: { busy: boolean; problem: string; send: (reason: string) => Promise<boolean>; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = async (): Promise<void> => {
    setMissing(reason.trim() === "");
    if (reason.trim() !== "" && (await send(reason.trim()))) onClose();
  };
  return (
    <AskingDialog
      title="Send this plan back"
      text="The planner is given the reason and makes another one. Nothing runs until you take a plan."
      field="Reason"
      needed
      value={reason}
      onInput={setReason}
      problem={missing ? "Say what should be different, so that the next plan can be." : problem}
      button={busy ? "Sending…" : "Send back"}
      tone="danger"
      busy={busy}
      onSend={submit}
      onClose={onClose}
    />
  );
}

const linesOf = (text: string | string[] | undefined): string[] => (Array.isArray(text) ? text : (text ?? "").split("\n")).map((line) => line.trim()).filter((line) => line !== "");

export function PlanBody({ plan, criteria }: { plan: Plan; criteria: readonly Promised[] }) {
  const tasks = plan.tasks ?? [];
  const ofMission = criteria.filter((each) => each.task === "");
  return (
    <>
      {ofMission.length > 0 && (
        <div class="plan-criteria">
          <h3>What the mission is held to</h3>
          <PromisedList criteria={ofMission} />
        </div>
      )}
      {(plan.criteria ?? []).length > 0 && (
        <div class="plan-criteria">
          <h3>Criteria of the whole</h3>
          <ul class="plain">
            {plan.criteria?.map((text, i) => (
              <li key={i}>{honest(text)}</li>
            ))}
          </ul>
        </div>
      )}
      {(plan.checks ?? []).length > 0 && (
        <div class="plan-criteria">
          <h3>Checks it adds</h3>
          <ul class="plain">
            {plan.checks?.map((check, i) => (
              <li key={i}>
                {honest(check.title ?? "")} <code>{honest(check.command ?? check.path ?? "a person looks at it")}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {tasks.length === 0 && <Empty title="It has no tasks" />}
      <ol class="plan-tasks">
        {tasks.map((task, i) => (
          <PlannedTaskCard key={task.name} task={task} criteria={criteria.filter((each) => each.task === task.name)} number={i + 1} numberOf={(name) => tasks.findIndex((each) => each.name === name) + 1} />
        ))}
      </ol>
    </>
  );
}

function PlannedTaskCard({ task, criteria, number, numberOf }: { task: PlannedTask; criteria: readonly Promised[]; number: number; numberOf: (name: string) => number }) {
  const promises = linesOf(task.acceptance_criteria);
  const files = task.files_modified ?? [];
  const after = task.depends_on ?? [];
  return (
    <li class="plan-task">
      <h3>
        <span class="muted">{number}</span> {honest(task.name)}
        {task.kind && task.kind !== "execution" && <Badge tone="quiet">{task.kind}</Badge>}
      </h3>
      {task.instructions && <p class="plan-text">{honest(task.instructions)}</p>}
      <dl class="plan-facts">
        <dt>Accepted when</dt>
        <dd>
          {promises.length + criteria.length === 0 ? (
            <span class="muted">its instructions are done</span>
          ) : (
            <ul class="plain">
              {promises.map((line, i) => (
                <li key={i}>{honest(line)}</li>
              ))}
              {criteria.map((each) => (
                <li key={each.id}>
                  <span class="muted">{honest(each.id)}</span> {honest(each.text)}
                  <ShownBy criterion={each} />
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>May touch</dt>
        <dd>{files.length === 0 ? <span class="muted">everything</span> : files.map((file) => <code key={file}>{honest(file)}</code>)}</dd>
        {after.length > 0 && (
          <>
            <dt>Waits for</dt>
            <dd>{after.map((name) => `${numberOf(name) || "?"} ${honest(name)}`).join(", ")}</dd>
          </>
        )}
        {task.agent?.type && (
          <>
            <dt>Agent</dt>
            <dd>
              {honest(task.agent.type)}
              {typeof task.agent.max_budget_usd === "number" && `, at most ${money(task.agent.max_budget_usd)}`}
            </dd>
          </>
        )}
        {typeof task.timeout === "number" && (
          <>
            <dt>Time</dt>
            <dd>at most {duration(task.timeout * 1000)}</dd>
          </>
        )}
      </dl>
    </li>
  );
}
