// Written by tools/page_words.cc from src/model/checkpoint.h; do not edit.
export const checkpointKinds = {
  created: { words: "created", tone: "plain", attempt: "none" },
  planning_started: { words: "planning started", tone: "plain", attempt: "none" },
  plan_materialized: { words: "plan materialized", tone: "plain", attempt: "none" },
  task_started: { words: "task started", tone: "plain", attempt: "begins" },
  task_progress: { words: "task progress", tone: "plain", attempt: "none" },
  task_stalled: { words: "task stalled", tone: "bad", attempt: "fails" },
  task_completed: { words: "task completed", tone: "good", attempt: "succeeds" },
  task_failed: { words: "task failed", tone: "bad", attempt: "fails" },
  acceptance_verified: { words: "acceptance verified", tone: "attention", attempt: "none" },
  landed: { words: "landed", tone: "good", attempt: "none" },
  decided: { words: "decided", tone: "attention", attempt: "ends" },
  edited: { words: "edited", tone: "plain", attempt: "none" },
} as const;
