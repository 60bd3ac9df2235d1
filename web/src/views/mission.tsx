// One mission, seen as a story: where it stands, what is proven, what it changes, what happened.
import { useMemo, useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { Diff, MissionShow, Verification } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import type { Mission, Task } from "../api/types";
import { DiffView } from "../diff/view";
import { href, useRoute } from "../router";
import { useMayDecide } from "../ui/decide";
import { type Outcome, OutcomeMark } from "../ui/icons";
import { Badge, Copyable, Disclosure, Empty, Fact, Failure, Loading, NoSuchView, Pill, Section, Shown, StaleNote, Tabs, When } from "../ui/parts";
import { Prose } from "../ui/prose";
import { useTitle } from "../ui/title";
import { say } from "../ui/toasts";
import { count, heldBy, honest, money, plural, shortCommit, standingOf } from "../ui/words";
import { AcceptUnproven } from "./accept_unproven";
import { Acceptance } from "./acceptance";
import { AfterShipping, WrongNote, wrongWith } from "./after";
import { AskedChecks } from "./answer_check";
import { marginPieces } from "./behaviour";
import { BehaviourShown } from "./behaviour_shown";
import { Checks } from "./checks";
import { CommentsOf } from "./comments";
import { TasksPromises, unshownIn, useMatters } from "./critique";
import { Deploy } from "./deploy";
import { Evidence } from "./evidence";
import { Findings } from "./findings";
import { FirstFiles } from "./first_files";
import { MissionMenu } from "./mission_menu";
import { PlanView, Proposal, useProposal } from "./plan";
import { Plots } from "./plots";
import { type Item, proofOf, readingOf, verificationIn } from "./proof";
import { QueueNote } from "./queue";
import { Conflicts, FailedChecks } from "./send_back";
import { ShipButton, StateLine } from "./ship";
import { TaskTable } from "./task_table";
import { Timeline } from "./timeline";
import { useVerification } from "./verified";

const tabs = [
  ["", "Decision"],
  ["plan", "Plan"],
  ["changes", "Changes"],
  ["acceptance", "Acceptance"],
  ["checks", "Checks"],
  ["timeline", "Timeline"],
  ["plots", "Plots"],
  ["deploy", "Deploy"],
] as const;

export function MissionView({ id, tab }: { id: string; tab: string }) {
  const known = useDocument<MissionShow>(`/api/missions/${encodeURIComponent(id)}`);
  const title = known.data?.mission.title;
  useTitle(title);
  return (
    <Shown known={known} rows={6}>
      {({ mission, tasks }) => (
        <div class="mission-view">
          <MissionHeader mission={mission} tasks={tasks} />
          <Tabs label="Views of this mission" tabs={tabs.map(([key, name]) => ({ name, to: href(["missions", mission.id, ...(key === "" ? [] : [key])]), open: tab === key }))} />
          {tab === "plan" && <PlanView mission={mission} />}
          {tab === "" && <Decision mission={mission} tasks={tasks} />}
          {tab === "changes" && <Changes mission={mission} tasks={tasks} />}
          {tab === "acceptance" && <Acceptance mission={mission} tasks={tasks} />}
          {tab === "checks" && <Checks mission={mission} tasks={tasks} />}
          {tab === "timeline" && <Timeline mission={mission} tasks={tasks} />}
          {tab === "plots" && <Plots mission={mission} tasks={tasks} />}
          {tab === "deploy" && <Deploy mission={mission} />}
          {!tabs.some(([key]) => key === tab) && <NoSuchView name={tab} to={href(["missions", mission.id])} />}
        </div>
      )}
    </Shown>
  );
}

function MissionHeader({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const standing = standingOf(mission);
  const proposal = useProposal(mission);
  const stale = useVerification(mission.story === "SHIPPABLE" ? mission.id : null).data?.stale ?? "";
  const cost = tasks.reduce((sum, task) => sum + task.cost_usd, 0);
  return (
    <header class="page-head">
      <p class="crumbs">
        <a href={href([])}>Board</a>
      </p>
      <div class="page-title">
        <h1>{honest(mission.title)}</h1>
        {proposal ? <Pill tone="warn">Waits for you</Pill> : <Pill tone={standing.tone}>{standing.word}</Pill>}
        {stale !== "" && <Pill tone="warn">Verified in an earlier state</Pill>}
        <div class="page-actions">
          {!proposal && <HoldButton mission={mission} />}
          <VerifyButton mission={mission} />
          <ShipButton mission={mission} />
          <AfterShipping mission={mission} />
          <MissionMenu mission={mission} tasks={tasks} />
        </div>
      </div>
      <StateLine mission={mission} />
      <QueueNote mission={mission} />
      {mission.hold && !proposal && (
        <p class="note tone-bad">
          <strong>Held:</strong> {honest(heldBy(mission.hold))}
        </p>
      )}
      <Disclosure
        summary={
          <>
            For <code>{mission.targetBranch}</code>, {mission.policy.mode.replace(/_/g, " ")}, {money(cost)}
            {mission.policy.budget.usd > 0 && ` of ${money(mission.policy.budget.usd)}`}, changed <When at={mission.updatedAt} />
          </>
        }
      >
        <dl class="facts">
          <Fact name="Mission">
            <Copyable text={mission.id} />
          </Fact>
          <Fact name="From">{mission.baseCommit === "" ? "no commit" : <Copyable text={mission.baseCommit} shown={shortCommit(mission.baseCommit)} />}</Fact>
          <Fact name="Opened">
            <When at={mission.createdAt} />
          </Fact>
          {mission.landedCommit && (
            <Fact name="Landed">
              <Copyable text={mission.landedCommit} shown={shortCommit(mission.landedCommit)} /> <When at={mission.landedAt} />
            </Fact>
          )}
        </dl>
        {mission.prompt !== mission.title && <Prose text={mission.prompt} />}
      </Disclosure>
    </header>
  );
}

// Whether agents may begin anything new in this mission.
function HoldButton({ mission }: { mission: Mission }) {
  const [busy, setBusy] = useState(false);
  const may = useMayDecide();
  const verb = mission.hold ? "resume" : "pause";
  const goesOn = mission.policy.mode !== "manual" && (mission.status === "active" || mission.status === "planning");
  if (!may || !(mission.hold || goesOn)) return null;
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await change("POST", `/api/missions/${mission.id}/${verb}`);
      say(verb === "pause" ? "Nothing new is begun; what runs comes to its end" : "It goes on", "good");
      refresh("/api/board", mission.id);
    } catch (error) {
      say(error instanceof Problem ? error.message : String(error), "bad");
    }
    setBusy(false);
  };
  return (
    <button type="button" class="button" disabled={busy} onClick={send}>
      {verb === "pause" ? "Pause" : "Resume"}
    </button>
  );
}

function VerifyButton({ mission }: { mission: Mission }) {
  const [busy, setBusy] = useState(false);
  const may = useMayDecide();
  const due = mission.status === "awaiting_acceptance" || (mission.status === "blocked" && mission.acceptance.status === "failed") || mission.status === "ready_to_land";
  if (!due || !may || mission.story === "SHIPPING") return null;
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await change("POST", `/api/missions/${mission.id}/verify`);
      say("Verification is under way", "good");
      refresh("/api/board", mission.id);
    } catch (error) {
      say(error instanceof Problem ? error.message : String(error), "bad");
    }
    setBusy(false);
  };
  return (
    <button type="button" class={mission.status === "ready_to_land" ? "button" : "button primary"} disabled={busy} onClick={send}>
      {busy ? "Asking…" : mission.acceptance.status === "pending" ? "Verify" : "Verify again"}
    </button>
  );
}

function Decision({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const answer = useVerification(mission.id);
  const diff = useDocument<Diff>(answer.data?.verification ? `/api/missions/${mission.id}/diff` : null);
  const proof = proofOf(mission, answer.data);
  const { matters } = useMatters(tasks);
  const open = [...proof.open, ...unshownIn(tasks, matters, proof.verification)];
  const reading = readingOf(diff.data);
  const [cited, setCited] = useState<Item | null>(null);
  const proposal = useProposal(mission);
  if (proposal) return <Proposal mission={mission} proposed={proposal} />;
  // What is proven is not known yet: nothing is said of it.
  if (answer.data === undefined) {
    return (
      <>
        <WrongNote mission={mission} />
        {answer.problem ? <Failure problem={answer.problem} retry={answer.refresh} /> : <Loading rows={6} />}
      </>
    );
  }
  const wrong = wrongWith(mission);
  const past = proof.stale !== "";
  const proven = past ? "proven earlier" : "proven";
  return (
    <>
      <WrongNote mission={mission} />
      <StaleNote stale={proof.stale} />
      {proof.verification && proof.verification.outcome !== "passed" && (
        <p class={`note ${proof.verification.outcome === "failed" || proof.verification.outcome === "conflict" ? "tone-bad" : "tone-warn"}`}>{honest(heldBy(proof.verification.reason))}</p>
      )}
      {proof.verification && <AskedChecks mission={mission} verification={proof.verification} />}
      <BehaviourShown verification={proof.verification} earlier={past} />
      <AcceptUnproven mission={mission} verification={proof.verification} stale={past} />
      <div class="tiles">
        <Tile
          label="Proof"
          value={proof.verification ? `${proof.proven.length} of ${plural(proof.checks, "check")}, ${proof.criteria.filter((each) => each.outcome === "passed").length} of ${plural(proof.criteria.length, "criterion", "criteria")} ${proven}` : "Not verified"}
          detail={proof.verification ? past ? "Out of date" : <>Verified <When at={proof.verification.finishedAt} /></> : undefined}
          tone={past ? "warn" : proof.failed.length > 0 ? "bad" : proof.verification && open.length === 0 ? "good" : "quiet"}
        />
        <Tile label="To fix" value={wrong ? wrong.what : proof.mustFix.length + proof.shouldFix.length === 0 ? (proof.verification ? (past ? "Nothing found earlier" : "Nothing found") : "–") : `${proof.mustFix.length} must, ${proof.shouldFix.length} should`} tone={wrong || proof.mustFix.length > 0 ? "bad" : proof.shouldFix.length > 0 ? "warn" : "quiet"} />
        <Tile
          label="Change"
          value={diff.data ? `${plural(diff.data.files.length, "file")}, +${count(diff.data.added)} −${count(diff.data.removed)}` : diff.loading ? "…" : "–"}
          detail={diff.data ? `${plural(reading.tests, "test file")}${reading.outside > 0 ? `, ${plural(reading.outside, "file")} outside scope` : ""}` : undefined}
          tone={reading.outside > 0 ? "warn" : "quiet"}
        />
      </div>
      {proof.verification && <Conflicts mission={mission} tasks={tasks} verification={proof.verification} />}
      {proof.verification && !past && <FailedChecks mission={mission} tasks={tasks} verification={proof.verification} />}
      {diff.data && <FirstFiles diff={diff.data} link={<a href={href(["missions", mission.id, "changes"])}>All changes</a>} />}
      {diff.data && <DecidedChange mission={mission.id} diff={diff.data} verification={proof.verification} tasks={tasks} />}
      <CommentsOf subject={{ mission: mission.id, task: "", tasks }} />
      <div class="two">
        <Section title="Promised against evidence" note={plural(mission.acceptance.criteria.length, "criterion", "criteria")}>
          <ItemList items={proof.criteria} mission={mission.id} earlier={past} onCite={setCited} none="No criteria" />
          <h3>What was run for the whole of it</h3>
          <ItemList items={[...proof.failed.filter((item) => !proof.criteria.some((each) => each === item)).map((item) => ({ ...item, outcome: "failed" as const })), ...proof.proven.map((item) => ({ ...item, outcome: "passed" as const }))]} mission={mission.id} earlier={past} onCite={setCited} none="No evidence yet" />
        </Section>
        <Section title="Not proven" note={open.length > 0 ? plural(open.length, "thing") : undefined}>
          <ItemList mission={mission.id} items={open.map((item) => ({ ...item, outcome: item.outcome ?? "unknown" }))} onCite={setCited} none={proof.verification ? "Nothing is left open" : "Nothing was verified yet"} />
        </Section>
      </div>
      {cited && cited.cite && <Evidence title={cited.text} digest={cited.cite} onClose={() => setCited(null)} />}
      {(proof.mustFix.length > 0 || proof.shouldFix.length > 0) && (
        <Section
          title="To fix"
          note={`${proof.mustFix.length} must, ${proof.shouldFix.length} should`}
          actions={<a href={href(["missions", mission.id, "checks"])}>Verdict and spans</a>}
        >
          <Findings must={proof.mustFix} should={proof.shouldFix} />
        </Section>
      )}
      <TasksPromises tasks={tasks} matters={matters} verification={proof.verification} earlier={past} />
      <Section title="Tasks" note={plural(tasks.length, "task")}>
        <TaskTable mission={mission} tasks={tasks} />
      </Section>
      {(proof.verification?.notes.length ?? 0) > 0 && (
        <Section title="Notes">
          <ul class="plain">
            {proof.verification?.notes.map((note, i) => (
              <li key={i}>{honest(note)}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

// The diff with what is known of its lines. Where nothing is known it stays behind its tab.
function DecidedChange({ mission, diff, verification, tasks }: { mission: string; diff: Diff; verification: Verification | null; tasks: readonly Task[] }) {
  const pieces = useMemo(() => marginPieces(verification, diff), [verification, diff]);
  if (pieces.length === 0) return null;
  return (
    <Section title="Change" note={`${plural(diff.files.length, "file")}, +${count(diff.added)} −${count(diff.removed)}`} actions={<a href={href(["missions", mission, "changes"])}>On a page of its own</a>}>
      <DiffView diff={diff} pieces={pieces} tasks={tasks} />
    </Section>
  );
}

function Tile({ label, value, detail, tone = "quiet" }: { label: string; value: preact.ComponentChildren; detail?: preact.ComponentChildren; tone?: string }) {
  return (
    <div class={`tile tone-${tone}`}>
      <span class="tile-label">{label}</span>
      <span class="tile-value">{value}</span>
      {detail && <span class="muted tile-detail">{detail}</span>}
    </div>
  );
}

export function ItemList({ items, mission, onCite, none, earlier }: { mission: string; items: readonly (Item & { outcome: Outcome })[]; onCite: (item: Item) => void; none: string; earlier?: boolean }) {
  if (items.length === 0) return <Empty title={none} />;
  return (
    <ul class="items">
      {items.map((item, i) => (
        <li key={i}>
          <OutcomeMark outcome={item.outcome} earlier={earlier} />
          <span class="item-text">
            {honest(item.text)} {earlier && item.outcome !== "unknown" && <Badge tone="quiet">Earlier state</Badge>}
            {item.detail !== "" && <span class="muted item-detail">{honest(heldBy(item.detail))}</span>}
          </span>
          {item.cite && (
            <button type="button" class="button small" onClick={() => onCite(item)}>
              Evidence
            </button>
          )}
          {!item.cite && item.check && item.outcome !== "unknown" && (
            <a class="button small" href={href(["missions", mission, "checks"], { check: item.check })} aria-label={`Its check: ${item.text}`}>
              Its check
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Changes({ mission, tasks }: { mission: Mission; tasks: readonly Task[] }) {
  const diff = useDocument<Diff>(`/api/missions/${mission.id}/diff`);
  const verification = verificationIn(useVerification(mission.id).data);
  const pieces = useMemo(() => marginPieces(verification, diff.data), [verification, diff.data]);
  const { query } = useRoute();
  const file = query.get("file");
  const place = useMemo(() => (file === null ? null : { file, line: Number(query.get("line") ?? "0") }), [file, query.get("line")]);
  if (diff.problem?.status === 404 && !diff.data) {
    return (
      <Empty title="The work was not put together yet">
        <p>A verification merges the tasks’ branches; until then each task shows its own change.</p>
      </Empty>
    );
  }
  return <Shown known={diff}>{(data) => <DiffView diff={data} pieces={pieces} place={place} tasks={tasks} />}</Shown>;
}
