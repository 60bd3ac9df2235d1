// The title of the tab: what is shown, and before it how much waits for a person.
import { useEffect } from "preact/hooks";
import { Shown } from "./shown";

const shown = new Shown("");
const waiting = new Shown(0);

function write(): void {
  const count = waiting.get();
  document.title = `${count > 0 ? `(${count}) ` : ""}${shown.get() === "" ? "" : `${shown.get()} · `}Assay`;
}

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    shown.set(title ?? "");
    write();
  }, [title]);
}

export function showWaiting(count: number): void {
  waiting.set(count);
  write();
}
