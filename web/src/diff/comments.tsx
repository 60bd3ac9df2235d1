// Comments on lines of a change: where they stand in it, how they are written.
import { useState } from "preact/hooks";
import { change } from "../api/client";
import type { CommentList } from "../api/documents";
import { ReasonDialog } from "../ui/reason";
import { bare, honest } from "../ui/words";
import type { DiffFile, DiffLine } from "./parse";

export type Comment = CommentList["comments"][number];

// Whose change it is. `tasks`: of a mission, those that a comment may be for.
export interface Subject {
  readonly mission: string;
  readonly task: string; // empty: the whole mission's
  readonly tasks: readonly { readonly id: string; readonly name: string }[];
}

// Named with its mission, a task's comments are asked for again when something happens to it.
export function commentsPath({ mission, task }: Subject): string {
  const of = [...(mission === "" ? [] : [`mission=${encodeURIComponent(mission)}`]), ...(task === "" ? [] : [`task=${encodeURIComponent(task)}`])];
  return `/api/comments?${of.join("&")}`;
}

export interface Place {
  readonly path: string;
  readonly side: "before" | "after";
  readonly line: number;
  readonly quoted: string;
}

export const placeOf = (file: DiffFile, line: DiffLine): Place => (line.sign === "-" ? { path: file.oldPath || file.path, side: "before", line: line.before, quoted: line.text } : { path: file.path, side: "after", line: line.after, quoted: line.text });

// A comment stands at its line as long as the line reads as it did then; secrets are not kept with it.
function isAt(comment: Comment, file: DiffFile, line: DiffLine): boolean {
  if (comment.line !== (comment.side === "before" ? line.before : line.after) || comment.line === 0) return false;
  if (comment.side === "before" ? line.sign !== "-" && line.sign !== " " : line.sign !== "+" && line.sign !== " ") return false;
  if (comment.path !== (comment.side === "before" ? file.oldPath || file.path : file.path)) return false;
  return comment.quoted.includes("[redacted") || comment.quoted.slice(0, 200).trim() === line.text.trim().slice(0, comment.quoted.slice(0, 200).trim().length);
}

export function commentsAt(file: DiffFile, comments: readonly Comment[]): ReadonlyMap<DiffLine, readonly Comment[]> {
  const out = new Map<DiffLine, Comment[]>();
  const here = comments.filter((each) => each.path !== "" && (each.path === file.path || each.path === file.oldPath));
  if (here.length === 0) return out;
  for (const line of file.lines) {
    const found = here.filter((each) => isAt(each, file, line));
    if (found.length > 0) out.set(line, found);
  }
  return out;
}

const k_wide = 90; // characters of a line of a comment in the diff

// A comment as lines of a known number: the rows of a diff have heights that are known before they are drawn.
export function wrapped(text: string): string[] {
  const out: string[] = [];
  for (const line of text.split("\n")) {
    let rest = line;
    while (rest.length > k_wide) {
      const blank = rest.lastIndexOf(" ", k_wide);
      const at = blank > k_wide / 2 ? blank : k_wide;
      out.push(rest.slice(0, at));
      rest = rest.slice(at).replace(/^ /, "");
    }
    out.push(rest);
  }
  return out;
}

export const commentTitle = (comment: Comment): string => `${bare(comment.actor)}${comment.sentRound !== null ? `, told to round ${comment.sentRound}` : comment.taskId === "" ? "" : ", goes with the next run"}`;

const k_wholes = [{ id: "", name: "Nobody: a record of the mission" }];

// `place`: null where the person names it, or where it is about the work as a whole.
export function CommentDialog({ subject, place, files, onClose }: { subject: Subject; place: Place | null; files: readonly DiffFile[]; onClose: () => void }) {
  const choices = subject.task === "" ? [...subject.tasks, ...k_wholes] : [];
  const [task, setTask] = useState(subject.task === "" ? (subject.tasks[0]?.id ?? "") : subject.task);
  const [path, setPath] = useState("");
  const [line, setLine] = useState("1");
  const [side, setSide] = useState<Place["side"]>("after");
  const named = place === null && path !== "";
  const at = place ? { path: place.path, line: place.line, side: place.side } : named ? { path, line: Number(line), side } : {};
  return (
    <ReasonDialog
      title={place ? `Comment on line ${place.line}` : "Comment"}
      {...(place ? { subject: `${place.path}${place.side === "before" ? ", before the change" : ""}` } : {})}
      text={task === "" ? "It is kept with your name. No run is given it." : "It is kept with your name, becomes part of the reason when the task is sent back, and its next run is given it."}
      field="Comment"
      missing="Say something."
      button="Comment"
      busyWord="Sending…"
      done="Kept"
      tone="primary"
      refreshes={["/api/comments"]}
      send={(text) => change("POST", "/api/comments", { text, ...(task === "" ? {} : { task }), ...(subject.task === "" ? { mission: subject.mission } : {}), ...at })}
      onClose={onClose}
    >
      {place && <pre class="evidence-line">{honest(place.quoted.slice(0, 500))}</pre>}
      {choices.length > 0 && (
        <label class="field">
          <span>For</span>
          <select value={task} onChange={(event) => setTask(event.currentTarget.value)}>
            {choices.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {place === null && files.length > 0 && (
        <div class="comment-place">
          <label class="field">
            <span>File</span>
            <select value={path} onChange={(event) => setPath(event.currentTarget.value)}>
              <option value="">The work as a whole</option>
              {files.map((file) => (
                <option key={file.path} value={file.path}>
                  {file.path}
                </option>
              ))}
            </select>
          </label>
          {path !== "" && (
            <>
              <label class="field">
                <span>Line</span>
                <input type="text" inputMode="numeric" value={line} onInput={(event) => setLine(event.currentTarget.value)} />
              </label>
              <label class="field">
                <span>Side</span>
                <select value={side} onChange={(event) => setSide(event.currentTarget.value === "before" ? "before" : "after")}>
                  <option value="after">After the change</option>
                  <option value="before">Before the change</option>
                </select>
              </label>
            </>
          )}
        </div>
      )}
    </ReasonDialog>
  );
}
