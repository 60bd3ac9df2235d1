// Something a person does with a reason that is kept: asked for, sent, said to be done.
import { useState } from "preact/hooks";
import { Problem } from "../api/client";
import { refresh } from "../api/live";
import { AskingDialog, type AskingProps } from "./asking";
import { say } from "./toasts";

interface Props extends Pick<AskingProps, "title" | "subject" | "text" | "children"> {
  readonly field?: string;
  readonly missing: string; // what is said when there is no reason; empty: it may be left out
  readonly button: string;
  readonly busyWord: string;
  readonly done: string;
  readonly tone?: AskingProps["tone"];
  readonly refreshes: readonly string[];
  readonly send: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function ReasonDialog({ field = "Reason", missing, button, busyWord, done, tone = "danger", refreshes, send, onClose, ...asked }: Props) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const submit = async (): Promise<void> => {
    if (missing !== "" && reason.trim() === "") {
      setProblem(missing);
      return;
    }
    setBusy(true);
    setProblem("");
    try {
      await send(reason.trim());
      if (done !== "") say(done, "good");
      refresh(...refreshes);
      onClose();
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <AskingDialog
      {...asked}
      field={field}
      needed={missing !== ""}
      value={reason}
      onInput={setReason}
      problem={problem}
      button={busy ? busyWord : button}
      tone={tone}
      busy={busy}
      onSend={submit}
      onClose={onClose}
    />
  );
}
