// Keyboard shortcuts: single keys, and two keys in a row ("g b"). Silent while somebody types or a
// dialog is open.
import { useLayoutEffect } from "preact/hooks";

export interface Shortcut {
  readonly keys: string;
  readonly what: string;
  readonly run: () => void;
}

const active: Shortcut[] = [];
let first = "";
let timer = 0;

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const both = first === "" ? event.key : `${first} ${event.key}`;
  window.clearTimeout(timer);
  first = "";
  for (let i = active.length - 1; i >= 0; i--) {
    const shortcut = active[i];
    if (shortcut && shortcut.keys === both) {
      event.preventDefault();
      shortcut.run();
      return;
    }
  }
  if (active.some((shortcut) => shortcut.keys.startsWith(`${event.key} `))) {
    first = event.key;
    timer = window.setTimeout(() => (first = ""), 1200);
  }
}
window.addEventListener("keydown", pressed);

export const shortcuts = (): readonly Shortcut[] => active;

// They work from the moment on in which the view is there, before it is drawn.
export function useShortcuts(list: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    active.push(...list);
    return () => {
      for (const each of list) active.splice(active.indexOf(each), 1);
    };
  });
}
