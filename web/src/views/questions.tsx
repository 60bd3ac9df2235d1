// What a task asks a person, and the answer it goes on with.
import { useState } from "preact/hooks";
import { change, Problem } from "../api/client";
import { refresh } from "../api/live";
import type { Question, Task } from "../api/types";
import { useMayDecide } from "../ui/decide";
import { Section, When } from "../ui/parts";
import { Prose } from "../ui/prose";
import { say } from "../ui/toasts";
import { honest, plural } from "../ui/words";

export function Questions({ task, questions }: { task: Task; questions: readonly Question[] }) {
  const open = questions.filter((question) => question.answer === null);
  const answered = questions.filter((question) => question.answer !== null);
  if (questions.length === 0) return null;
  return (
    <Section title={open.length > 0 ? "It asks you" : "Questions"} note={open.length > 0 ? plural(open.length, "open question") : undefined}>
      <ul class="questions">
        {open.map((question, i) => (
          <li key={i} class="note tone-warn">
            <Prose text={question.question} />
            <p class="muted">
              Round {question.round}, <When at={question.asked_at} />
            </p>
          </li>
        ))}
      </ul>
      {open.length > 0 && <AnswerForm task={task} />}
      {answered.map((question, i) => (
        <div key={i} class="answered">
          <Prose text={question.question} />
          <p class="muted">
            {honest(question.answer ?? "")} – {honest(question.answered_by.replace(/^person:/, ""))}, <When at={question.answered_at} />
          </p>
        </div>
      ))}
    </Section>
  );
}

function AnswerForm({ task }: { task: Task }) {
  const may = useMayDecide();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  if (!may) return null;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      await change("POST", `/api/tasks/${task.id}/answer`, { text: text.trim() });
      say("Answered; the task goes on", "good");
      setText("");
      refresh("/api/board", task.id, task.story_id);
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={send}>
      <label class="field">
        <span>Your answer</span>
        <textarea rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {problem && (
        <p class="field-problem" role="alert">
          {honest(problem)}
        </p>
      )}
      <button type="submit" class="button primary" disabled={busy || text.trim() === ""}>
        {busy ? "Answering…" : "Answer"}
      </button>
    </form>
  );
}
