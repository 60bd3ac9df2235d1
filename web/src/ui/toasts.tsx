// What was done, said once, also to those who do not see it.
import { useEffect, useReducer } from "preact/hooks";
import type { Tone } from "./words";

interface Toast {
  readonly key: number;
  readonly text: string;
  readonly tone: Tone;
}
let toasts: Toast[] = [];
let key = 0;
const watchers = new Set<() => void>();
const tell = (): void => watchers.forEach((run) => run());

export function say(text: string, tone: Tone = "quiet"): void {
  const toast = { key: ++key, text, tone };
  toasts = [...toasts, toast].slice(-4);
  tell();
  window.setTimeout(() => {
    toasts = toasts.filter((each) => each !== toast);
    tell();
  }, tone === "bad" ? 12_000 : 5_000);
}

export function Toasts() {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const watcher = (): void => redraw(undefined as never);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.key} class={`toast tone-${toast.tone}`}>
          {toast.text}
        </div>
      ))}
    </div>
  );
}
