// Notifications of the browser. Nobody is asked for them on load: only the button asks.
import { Shown } from "../ui/shown";

const k_key = "notify";

function chosen(): boolean {
  try {
    return window.localStorage.getItem(k_key) === "on";
  } catch {
    return false;
  }
}
const on = new Shown(chosen());
const isThere = (): boolean => "Notification" in window;
export const mayNotify = (): boolean => isThere() && on.get() && Notification.permission === "granted";

function choose(next: boolean): void {
  on.set(next);
  try {
    window.localStorage.setItem(k_key, next ? "on" : "off");
  } catch {
    // for this visit, then
  }
}

// `tag`: of several tabs that say the same, the browser shows one.
export function notify(title: string, text: string, tag: string, open: () => void): void {
  if (!mayNotify() || (document.visibilityState === "visible" && document.hasFocus())) return;
  try {
    const shown = new Notification(title, { body: text, tag });
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  } catch {
    // some browsers have them for other pages only
  }
}

export function NotifyButton() {
  const wanted = on.use();
  if (!isThere()) return null;
  if (wanted && Notification.permission === "denied") return <span class="muted">Your browser blocks notifications of this page.</span>;
  const isOn = wanted && Notification.permission === "granted";
  const press = async (): Promise<void> => {
    if (isOn) return choose(false);
    await Notification.requestPermission();
    choose(false); // drawn anew whatever the answer was
    choose(true);
  };
  return (
    <button type="button" class="button small" aria-pressed={isOn} onClick={() => void press()}>
      {isOn ? "Notifications are on" : "Notify me"}
    </button>
  );
}
