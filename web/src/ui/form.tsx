// A dialog with several fields: what each is called, what it holds, and what sending them all answers. Nothing is shown
// as done before the server has said so; what it refuses is said beside the fields, which keep what was typed.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Problem } from "../api/client";
import { Dialog } from "./parts";
import { say } from "./toasts";
import { honest } from "./words";

export type Values = Readonly<Record<string, string>>;

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: "line" | "text" | "number" | "choice";
  readonly help?: string;
  readonly needed?: string; // what is said when it is empty; without it the field may be
  readonly rows?: number;
  readonly options?: readonly { readonly value: string; readonly word: string }[];
}

interface FormProps {
  readonly title: string;
  readonly subject?: string;
  readonly text: string;
  readonly fields: readonly FormField[];
  readonly start: Values;
  readonly button: string;
  readonly busy: string;
  readonly tone?: "primary" | "danger";
  readonly wide?: boolean;
  readonly onSend: (values: Values, changed: ReadonlySet<string>) => Promise<string>; // what is said when it is done
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

export function FormDialog({ title, subject, text, fields, start, button, busy, tone = "primary", wide, onSend, onClose, children }: FormProps) {
  const [values, setValues] = useState<Values>(start);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const missing = fields.find((field) => field.needed !== undefined && (values[field.name] ?? "").trim() === "");
    if (missing) return setProblem(missing.needed ?? "");
    setSending(true);
    setProblem("");
    try {
      const changed = new Set(fields.map((field) => field.name).filter((name) => (values[name] ?? "") !== (start[name] ?? "")));
      say(await onSend(values, changed), "good");
      onClose();
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
      setSending(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} {...(wide ? { wide } : {})}>
      <form onSubmit={(event) => void send(event)}>
        {subject !== undefined && <p class="dialog-subject">{honest(subject)}</p>}
        {text !== "" && <p class="muted">{text}</p>}
        {children}
        <div class={wide ? "field-row" : undefined}>
          {fields.map((field) => (
            <Input key={field.name} field={field} value={values[field.name] ?? ""} onInput={(value) => setValues({ ...values, [field.name]: value })} />
          ))}
        </div>
        {problem !== "" && (
          <p class="field-problem" role="alert">
            {honest(problem)}
          </p>
        )}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Back
          </button>
          <button type="submit" class={`button ${tone}`} disabled={sending}>
            {sending ? busy : button}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Input({ field, value, onInput }: { field: FormField; value: string; onInput: (value: string) => void }) {
  const help = useId();
  const about = { "aria-label": field.label, ...(field.help === undefined ? {} : { "aria-describedby": help }) };
  return (
    <label class={field.kind === "text" ? "field field-wide" : "field"}>
      <span>
        {field.label}
        {field.needed === undefined && field.kind !== "choice" ? " (optional)" : ""}
      </span>
      {field.kind === "text" && <textarea {...about} rows={field.rows ?? 3} value={value} aria-required={field.needed !== undefined} onInput={(event) => onInput(event.currentTarget.value)} />}
      {field.kind === "line" && <input {...about} type="text" value={value} aria-required={field.needed !== undefined} onInput={(event) => onInput(event.currentTarget.value)} />}
      {field.kind === "number" && <input {...about} type="number" min={0} step="any" value={value} onInput={(event) => onInput(event.currentTarget.value)} />}
      {field.kind === "choice" && (
        <select {...about} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.word}
            </option>
          ))}
        </select>
      )}
      {field.help !== undefined && <span id={help} class="muted field-help">{field.help}</span>}
    </label>
  );
}
