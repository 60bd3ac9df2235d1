// Names for the parts of documents that views speak of.
import type { Board, Critic, Diff, Log, MissionShow, TaskShow, Verification } from "./documents";

export type MissionRow = Board["missions"][number];
export type MissionHead = MissionRow["mission"];
export type Card = MissionRow["tasks"][number];
export type Mission = MissionShow["mission"];
export type Pack = Mission["acceptance"];
export type PackCheck = Pack["checks"][number];
export type Task = TaskShow["task"];
export type TaskState = Task["state"];
export type StoryState = Mission["story"];
export type MissionStatus = Mission["status"];
export type ChangedFile = Diff["files"][number];
export type Checkpoint = Log["checkpoints"][number];
export type VerifiedCheck = Verification["checks"][number];
export type Finding = VerifiedCheck["findings"][number];
export type Span = Finding["spans"][number];

// Beside the task itself: what the critic came to in its last round, and what a person was asked.
export interface Question {
  readonly round: number;
  readonly question: string;
  readonly asked_at: string;
  readonly answer: string | null;
  readonly answered_by: string;
  readonly answered_at: string | null;
}
export interface TaskMatter {
  readonly critic?: Critic | null;
  readonly questions?: readonly Question[];
}

export interface Session {
  readonly name: string;
  readonly role: string;
}

// A plan as docs/formats/plan.md has it, in its canonical form.
export interface PlannedTask {
  readonly name: string;
  readonly kind?: string;
  readonly instructions?: string;
  readonly acceptance_criteria?: string | string[];
  readonly success_criteria?: { id?: string; claim: string; evidence?: { kind: string } }[];
  readonly files_modified?: string[];
  readonly depends_on?: string[];
  readonly agent?: { type?: string; max_budget_usd?: number };
  readonly timeout?: number | string;
}
export interface Plan {
  readonly title?: string;
  readonly criteria?: string[];
  readonly checks?: { title?: string; command?: string; path?: string }[];
  readonly tasks?: PlannedTask[];
}
