// Names for the parts of documents that views speak of.
import type { Board, Diff, Log, MissionShow, TaskShow, Verification } from "./documents";

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

export interface Session {
  readonly name: string;
  readonly role: string;
}
