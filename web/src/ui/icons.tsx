// Marks that say a state by shape, so that colour is never the only sign.
import type { TaskState } from "../api/types";

const box = { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": true, focusable: "false" } as const;

export function TaskMark({ state }: { state: TaskState }) {
  return (
    <svg {...box} class={`mark mark-${state}`}>
      {state === "pending" && <circle cx="8" cy="8" r="5.5" class="line dashed" />}
      {state === "running" && (
        <>
          <circle cx="8" cy="8" r="5.5" class="line faint" />
          <path d="M8 2.5a5.5 5.5 0 0 1 5.5 5.5" class="line turning" />
        </>
      )}
      {state === "ready" && (
        <>
          <circle cx="8" cy="8" r="5.5" class="line" />
          <circle cx="8" cy="8" r="2.4" class="fill" />
        </>
      )}
      {state === "completed" && (
        <>
          <circle cx="8" cy="8" r="6.25" class="fill" />
          <path d="m5.2 8.2 2 2 3.7-4.1" class="cut" />
        </>
      )}
      {state === "failed" && (
        <>
          <circle cx="8" cy="8" r="6.25" class="fill" />
          <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" class="cut" />
        </>
      )}
      {state === "blocked" && (
        <>
          <circle cx="8" cy="8" r="6.25" class="fill" />
          <path d="M5 8h6" class="cut" />
        </>
      )}
      {state === "cancelled" && (
        <>
          <circle cx="8" cy="8" r="5.5" class="line" />
          <path d="m4.5 11.5 7-7" class="line" />
        </>
      )}
    </svg>
  );
}

export type Outcome = "passed" | "flaky" | "failed" | "pending" | "skipped" | "unknown";
const k_outcomes: Record<Outcome, { readonly state: TaskState | "flaky"; readonly word: string }> = {
  passed: { state: "completed", word: "Passed" },
  flaky: { state: "flaky", word: "Flaky" },
  failed: { state: "failed", word: "Failed" },
  pending: { state: "pending", word: "Pending" },
  skipped: { state: "cancelled", word: "Skipped" },
  unknown: { state: "pending", word: "Not proven" },
};
// `earlier`: it was found of a state that is no longer the one there is. `word`: what the mark says to those who do
// not see it; empty where the same is written beside it.
export function OutcomeMark({ outcome, earlier, word }: { outcome: Outcome; earlier?: boolean | undefined; word?: string }) {
  const { state, word: usual } = k_outcomes[outcome];
  const past = (earlier ?? false) && (outcome === "passed" || outcome === "flaky" || outcome === "failed");
  const said = past ? `${usual} in an earlier state, not what is there now` : (word ?? usual);
  return (
    <>
      {past ? <EarlierMark outcome={outcome} /> : state === "flaky" ? <FlakyMark /> : <TaskMark state={state} />}
      {said !== "" && <span class="hidden">{said}:</span>}
    </>
  );
}

// A pass that is not to be taken for a plain one.
function FlakyMark() {
  return (
    <svg {...box} class="mark mark-flaky">
      <path d="M8 1.8 14.8 14H1.2Z" class="fill" />
      <path d="M8 6.2v3.4m0 2v.1" class="cut" />
    </svg>
  );
}

// Hollow and without colour: it is not to be taken for one that holds.
const k_earlier: Partial<Record<Outcome, string>> = { passed: "m5.6 8.2 1.7 1.7 3.1-3.5", flaky: "M8 5.4v3.2m0 2v.1" };
function EarlierMark({ outcome }: { outcome: Outcome }) {
  return (
    <svg {...box} class="mark mark-earlier">
      <circle cx="8" cy="8" r="5.75" class="line dashed" />
      <path d={k_earlier[outcome] ?? "m6.2 6.2 3.6 3.6m0-3.6-3.6 3.6"} class="line" />
    </svg>
  );
}

const paths = {
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14",
  chevron: "m6 4 4 4-4 4",
  warning: "M8 2.2 14.5 13.5h-13L8 2.2Zm0 4.3v3.4m0 1.9v.2",
  plus: "M8 3v10M3 8h10",
  close: "m4 4 8 8m0-8-8 8",
  copy: "M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z",
  check: "m3 8.5 3.2 3.2L13 4.8",
  link: "M6.5 9.5 9.5 6.5M7 4.5l1.2-1.2a2.8 2.8 0 0 1 4 4L11 8.5M5 7.5 3.8 8.7a2.8 2.8 0 0 0 4 4L9 11.5",
  file: "M4 1.8h5L12.5 5v9.2h-8.5zM9 1.8V5h3.5",
  flask: "M6 2h4M6.7 2v4.2L3 13.2c-.3.6 0 1 .6 1h8.8c.6 0 .9-.4.6-1L9.3 6.2V2M5 10h6",
  spark: "M8 2v3M8 11v3M2 8h3m6 0h3M4 4l2 2m4 4 2 2m0-8-2 2m-4 4-2 2",
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg {...box} class="icon">
      <path d={paths[name]} />
    </svg>
  );
}
