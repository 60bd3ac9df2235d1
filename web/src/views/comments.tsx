// What persons said of a task or a mission, all of it, with the place of each and what became of it.
import { useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import type { CommentList } from "../api/documents";
import { refresh, useDocument } from "../api/live";
import { type Comment, CommentDialog, commentsPath, type Subject } from "../diff/comments";
import { href } from "../router";
import { useMayDecide } from "../ui/decide";
import { Section, When } from "../ui/parts";
import { Prose } from "../ui/prose";
import { say } from "../ui/toasts";
import { bare, honest, plural } from "../ui/words";

export function CommentsOf({ subject }: { subject: Subject }) {
  const known = useDocument<CommentList>(commentsPath(subject));
  const [writing, setWriting] = useState(false);
  const may = useMayDecide();
  const comments = known.data?.comments ?? [];
  if (comments.length === 0 && !may) return null;
  const open = comments.filter((each) => each.taskId !== "" && each.sentRound === null).length;
  return (
    <Section
      title="Comments"
      note={comments.length === 0 ? undefined : `${plural(comments.length, "comment")}${open > 0 ? `, ${open} not given to a run yet` : ""}`}
      actions={
        may && (
          <button type="button" class="button small" onClick={() => setWriting(true)}>
            Comment
          </button>
        )
      }
    >
      {comments.length === 0 ? (
        <p class="muted">Comments on lines are written in the diff. {subject.task !== "" && "They become part of the reason when the task is sent back."}</p>
      ) : (
        <ul class="comments">
          {comments.map((comment) => (
            <One key={comment.id} comment={comment} subject={subject} may={may} />
          ))}
        </ul>
      )}
      {writing && <CommentDialog subject={subject} place={null} files={[]} onClose={() => setWriting(false)} />}
    </Section>
  );
}

function becameOf(comment: Comment, subject: Subject): string {
  const task = subject.tasks.find((each) => each.id === comment.taskId)?.name;
  const of = task ? ` of ${task}` : "";
  if (comment.taskId === "") return "of the mission; no run is given it";
  return comment.sentRound === null ? `goes with the next run${of}` : `given to round ${comment.sentRound}${of}`;
}

function One({ comment, subject, may }: { comment: Comment; subject: Subject; may: boolean }) {
  const remove = async (): Promise<void> => {
    try {
      await change("DELETE", `/api/comments/${comment.id}`);
      say("Taken back", "good");
    } catch (error) {
      say(error instanceof Problem ? error.message : String(error), "bad");
    }
    refresh("/api/comments");
  };
  return (
    <li class="comment">
      <p class="comment-head">
        <strong>{honest(bare(comment.actor))}</strong>{" "}
        <span class="muted">
          <When at={comment.createdAt} />, {comment.taskId !== "" && subject.task === "" ? <a href={href(["tasks", comment.taskId])}>{honest(becameOf(comment, subject))}</a> : honest(becameOf(comment, subject))}
        </span>
        {may && comment.sentRound === null && (
          <button type="button" class="button small" onClick={() => void remove()} aria-label={`Take back: ${comment.text.slice(0, 60)}`}>
            Take back
          </button>
        )}
      </p>
      {comment.path !== "" && (
        <p class="comment-line">
          <span class="span-place">
            {honest(comment.path)}:{comment.line}
            {comment.side === "before" && ", before the change"}
          </span>{" "}
          <code>{honest(comment.quoted.trim())}</code>
        </p>
      )}
      <Prose text={comment.text} />
    </li>
  );
}
