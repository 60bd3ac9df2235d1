// What was done, said once, also to those who do not see it.
import { Shown } from "./shown";
import type { Tone } from "./words";

interface Toast {
  readonly key: number;
  readonly text: string;
  readonly tone: Tone;
}
const toasts = new Shown<readonly Toast[]>([]);
let key = 0;

export function say(text: string, tone: Tone = "quiet"): void {
  const toast = { key: ++key, text, tone };
  toasts.set([...toasts.get(), toast].slice(-4));
  window.setTimeout(() => {
    toasts.set(toasts.get().filter((each) => each !== toast));
  }, tone === "bad" ? 12_000 : 5_000);
}

export const forgetToasts = (): void => toasts.set([]);

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.use().map((toast) => (
        <div key={toast.key} class={`toast tone-${toast.tone}`}>
          {toast.text}
        </div>
      ))}
    </div>
  );
}
