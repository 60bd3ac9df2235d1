// A dialog that asks for words before something is sent: what it means, the words, what went wrong, the way back.
import type { ComponentChildren } from "preact";
import { Dialog } from "./parts";
import { honest } from "./words";

export interface AskingProps {
  readonly title: string;
  readonly subject?: string;
  readonly text: string;
  readonly field: string; // what is asked for; empty: nothing
  readonly needed: boolean;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly problem: string;
  readonly button: string; // as it reads now
  readonly tone: "primary" | "danger";
  readonly busy: boolean;
  readonly over?: boolean; // there is nothing left to send; what was typed stays
  readonly onSend: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}
export function AskingDialog({ title, subject, text, field, needed, value, onInput, problem, button, tone, busy, over, onSend, onClose, children }: AskingProps) {
  const send = (event: Event): void => {
    event.preventDefault();
    void onSend();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={send}>
        {subject !== undefined && <p class="dialog-subject">{honest(subject)}</p>}
        <p class="muted">{text}</p>
        {children}
        {field !== "" && (
          <label class="field">
            <span>
              {field}
              {needed ? "" : " (optional)"}
            </span>
            <textarea rows={3} autofocus readOnly={over ?? false} value={value} onInput={(event) => onInput(event.currentTarget.value)} aria-required={needed} aria-invalid={problem !== ""} />
          </label>
        )}
        {problem !== "" && !over && (
          <p class="field-problem" role="alert">
            {honest(problem)}
          </p>
        )}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {over ? "Close" : "Back"}
          </button>
          {!over && (
            <button type="submit" class={`button ${tone}`} disabled={busy}>
              {button}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
