// How far down each step of the history was left, so that going back ends where one was.
const k_wait_ms = 2000; // for what was there to be drawn again

const left = new Map<number, number>();
let last = Date.now(); // numbers of an earlier visit to the page are not met again
let wanted = 0;

const here = (): number | undefined => (window.history.state as { step?: number } | null)?.step;

function arrived(): void {
  const step = here();
  wanted = step === undefined ? 0 : (left.get(step) ?? 0);
  if (step === undefined) window.history.replaceState({ step: ++last }, "");
}
window.addEventListener("popstate", arrived);
window.addEventListener("scroll", () => left.set(here() ?? 0, window.scrollY), { passive: true });
arrived();

// To the top of a view that is new, and to where one was in a view one comes back to, as soon as it is
// tall enough; whoever moves meanwhile is left alone.
export function settle(): void {
  const target = wanted;
  wanted = 0;
  window.scrollTo(0, target);
  if (target === 0) return;
  const until = performance.now() + k_wait_ms;
  const moves = ["wheel", "touchstart", "keydown", "pointerdown"] as const;
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    for (const each of moves) window.removeEventListener(each, stop);
  };
  for (const each of moves) window.addEventListener(each, stop, { passive: true });
  const again = (): void => {
    if (stopped) return;
    window.scrollTo(0, target);
    if (Math.abs(window.scrollY - target) < 2 || performance.now() > until) stop();
    else window.requestAnimationFrame(again);
  };
  window.requestAnimationFrame(again);
}
