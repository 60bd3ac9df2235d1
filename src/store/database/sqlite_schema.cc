// The tables, as numbered steps. A step that has been released is never changed; the next one is
// added. docs/formats/store.md says what the columns mean.
//
// Rows that change often are narrow: a move rewrites the rows of a task and a mission, and SQLite
// rewrites a row as a whole, so long texts live in tables of their own (mission_texts, task_texts).
// Tables refer to each other by small keys given in the order of creation, so that the tasks of a mission lie
// side by side; the ids that people see are random and have an index.
#include "store/database/sqlite.h"

namespace assay::store {

namespace {

constexpr std::string_view k_first_tables = R"sql(
CREATE TABLE migrations (
  number INTEGER PRIMARY KEY,
  program TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE missions (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  repository TEXT NOT NULL,
  base_commit TEXT NOT NULL,
  target_branch TEXT NOT NULL,
  mode TEXT NOT NULL,
  auto_verify INTEGER NOT NULL,
  retry_budget INTEGER NOT NULL,
  parallel_tasks INTEGER NOT NULL,
  ship_by TEXT NOT NULL,
  has_plan INTEGER NOT NULL DEFAULT 0,
  hold TEXT NOT NULL DEFAULT '',
  landed_at INTEGER,
  landed_commit TEXT NOT NULL DEFAULT '',
  closed_at INTEGER,
  shipping_at INTEGER,
  deploy TEXT NOT NULL DEFAULT 'none',
  validation TEXT NOT NULL DEFAULT 'none',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  pack_id TEXT NOT NULL,
  pack_updated_at INTEGER NOT NULL,
  planning_pending INTEGER NOT NULL DEFAULT 0,
  planning_running INTEGER NOT NULL DEFAULT 0,
  planning_ready INTEGER NOT NULL DEFAULT 0,
  planning_completed INTEGER NOT NULL DEFAULT 0,
  planning_failed INTEGER NOT NULL DEFAULT 0,
  planning_blocked INTEGER NOT NULL DEFAULT 0,
  planning_cancelled INTEGER NOT NULL DEFAULT 0,
  work_pending INTEGER NOT NULL DEFAULT 0,
  work_running INTEGER NOT NULL DEFAULT 0,
  work_ready INTEGER NOT NULL DEFAULT 0,
  work_completed INTEGER NOT NULL DEFAULT 0,
  work_failed INTEGER NOT NULL DEFAULT 0,
  work_blocked INTEGER NOT NULL DEFAULT 0,
  work_cancelled INTEGER NOT NULL DEFAULT 0,
  checks_pending INTEGER NOT NULL DEFAULT 0,
  checks_passed INTEGER NOT NULL DEFAULT 0,
  checks_failed INTEGER NOT NULL DEFAULT 0,
  checks_skipped INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'planning',
  story TEXT NOT NULL DEFAULT 'PENDING'
) STRICT;
CREATE INDEX missions_by_status ON missions (status, key);
CREATE INDEX missions_by_story ON missions (story, key);

CREATE TABLE mission_texts (
  mission_key INTEGER PRIMARY KEY REFERENCES missions (key),
  prompt TEXT NOT NULL,
  pack_summary TEXT NOT NULL,
  plan TEXT,
  deploy_log TEXT NOT NULL DEFAULT '',
  validation_report TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE criteria (
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  position INTEGER NOT NULL,
  criterion TEXT NOT NULL,
  PRIMARY KEY (mission_key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE checks (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  kind TEXT NOT NULL,
  command TEXT,
  path TEXT,
  status TEXT NOT NULL,
  detail TEXT NOT NULL,
  last_run_at INTEGER,
  last_output TEXT,
  UNIQUE (mission_key, id)
) STRICT;

CREATE TABLE tasks (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  mission_key INTEGER REFERENCES missions (key),
  parent_key INTEGER REFERENCES tasks (key),
  checker_for_key INTEGER REFERENCES tasks (key),
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  attempt INTEGER NOT NULL DEFAULT 0,
  round INTEGER NOT NULL DEFAULT 1,
  max_attempts INTEGER NOT NULL,
  timeout_ms INTEGER NOT NULL,
  agent_type TEXT NOT NULL,
  max_budget_usd REAL,
  repository_url TEXT NOT NULL,
  cost_usd REAL NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  heartbeat_at INTEGER
) STRICT;
CREATE INDEX tasks_of_mission ON tasks (mission_key, key);
CREATE INDEX tasks_of_parent ON tasks (parent_key) WHERE parent_key IS NOT NULL;
CREATE INDEX checkers_of_task ON tasks (checker_for_key) WHERE checker_for_key IS NOT NULL;

CREATE TABLE task_texts (
  task_key INTEGER PRIMARY KEY REFERENCES tasks (key),
  instructions TEXT NOT NULL,
  acceptance_criteria TEXT NOT NULL,
  success_criteria TEXT NOT NULL,
  files_modified TEXT NOT NULL,
  agent_instructions TEXT NOT NULL,
  checker_report TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE task_dependencies (
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  position INTEGER NOT NULL,
  dependency_key INTEGER NOT NULL REFERENCES tasks (key),
  PRIMARY KEY (task_key, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoints (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  number INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  task_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (mission_key, number)
) STRICT;
CREATE TRIGGER checkpoints_are_not_changed BEFORE UPDATE ON checkpoints
  BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE TRIGGER checkpoints_are_not_deleted BEFORE DELETE ON checkpoints
  BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;

-- INSERT OR REPLACE deletes without asking the trigger above.
CREATE TRIGGER checkpoints_are_not_replaced BEFORE INSERT ON checkpoints
  WHEN EXISTS (SELECT 1 FROM checkpoints WHERE key = NEW.key)
    OR EXISTS (SELECT 1 FROM checkpoints WHERE mission_key = NEW.mission_key AND number >= NEW.number)
  BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;

CREATE TABLE chain_heads (
  mission_key INTEGER PRIMARY KEY REFERENCES missions (key),
  count INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
)sql";

constexpr std::string_view k_verifications = R"sql(
CREATE TABLE verifications (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  id TEXT NOT NULL UNIQUE,
  commit_id TEXT NOT NULL,
  tree_id TEXT NOT NULL,
  target_commit TEXT NOT NULL,
  outcome TEXT NOT NULL,
  report TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL
) STRICT;
CREATE INDEX verifications_of_mission ON verifications (mission_key, key);

CREATE TABLE kept_results (
  name TEXT PRIMARY KEY,
  result TEXT NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// `name` keeps a job from being queued twice; `lane` is the mission whose turn it is, 0 for none.
constexpr std::string_view k_jobs = R"sql(
CREATE TABLE jobs (
  key INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT,
  lane INTEGER NOT NULL,
  mission_key INTEGER REFERENCES missions (key),
  task_key INTEGER REFERENCES tasks (key),
  checks INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  not_before INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  worker TEXT NOT NULL DEFAULT '',
  token TEXT,
  lease_until INTEGER,
  payload TEXT NOT NULL DEFAULT '{}',
  result TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX jobs_open_by_name ON jobs (name) WHERE state <> 'done';
CREATE UNIQUE INDEX jobs_by_token ON jobs (token) WHERE state = 'leased';
CREATE INDEX jobs_queued ON jobs (lane, key) WHERE state = 'queued';
CREATE INDEX jobs_leased ON jobs (lane, lease_until) WHERE state = 'leased';
CREATE INDEX jobs_of_mission ON jobs (mission_key, key);

CREATE TABLE turns (
  lane INTEGER PRIMARY KEY,
  turn INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE runs (
  key INTEGER PRIMARY KEY,
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  attempt INTEGER NOT NULL,
  round INTEGER NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  ended TEXT NOT NULL DEFAULT '',
  cost_usd REAL NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  told_cost_usd REAL NOT NULL DEFAULT 0,
  told_input_tokens INTEGER NOT NULL DEFAULT 0,
  told_output_tokens INTEGER NOT NULL DEFAULT 0,
  told_turns INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  summary TEXT NOT NULL DEFAULT '',
  log TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX runs_of_task ON runs (task_key, key);

CREATE INDEX dependents_of_task ON task_dependencies (dependency_key);
CREATE UNIQUE INDEX open_checker_of_task ON tasks (checker_for_key)
  WHERE checker_for_key IS NOT NULL AND state IN ('pending', 'running');
ALTER TABLE missions ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE task_texts ADD COLUMN context TEXT NOT NULL DEFAULT '';

INSERT INTO jobs (kind, name, lane, mission_key, task_key, checks, state, not_before, created_at, updated_at)
SELECT 'task', 'task:' || t.id, coalesce(t.mission_key, c.mission_key, 0), coalesce(t.mission_key, c.mission_key),
  t.key, t.checker_for_key IS NOT NULL, 'queued', t.updated_at, t.updated_at, t.updated_at
FROM tasks t LEFT JOIN tasks c ON c.key = t.checker_for_key
WHERE t.state = 'pending'
  AND NOT EXISTS (SELECT 1 FROM task_dependencies d JOIN tasks o ON o.key = d.dependency_key
    WHERE d.task_key = t.key AND o.state <> 'completed')
  AND NOT EXISTS (SELECT 1 FROM task_dependencies d JOIN tasks o ON o.key = d.dependency_key
    WHERE d.task_key = t.parent_key AND o.state <> 'completed')
  AND NOT EXISTS (SELECT 1 FROM tasks s WHERE s.parent_key = t.key AND s.state NOT IN ('completed', 'cancelled'));
)sql";

constexpr std::string_view k_landings = R"sql(
CREATE TABLE landings (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  strategy TEXT NOT NULL,
  via TEXT NOT NULL,
  target_branch TEXT NOT NULL,
  target_commit TEXT NOT NULL,
  verification TEXT NOT NULL,
  verified_commit TEXT NOT NULL,
  verified_tree TEXT NOT NULL,
  evidence TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  onto TEXT NOT NULL,
  tip TEXT NOT NULL,
  remote TEXT NOT NULL,
  branch TEXT NOT NULL,
  proof TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  actor TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX landings_of_mission ON landings (mission_key, key);

-- A mission has one landing at a time, whatever several processes attempt.
CREATE UNIQUE INDEX open_landings ON landings (mission_key) WHERE state IN ('intended', 'proposed');
)sql";

// 0: not limited.
constexpr std::string_view k_budgets = R"sql(
ALTER TABLE missions ADD COLUMN budget_usd REAL NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN budget_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN budget_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN budget_turns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN task_budget_usd REAL NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN task_budget_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN task_budget_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN task_budget_turns INTEGER NOT NULL DEFAULT 0;
)sql";

// A plan that waits for a person, and who made it.
constexpr std::string_view k_proposals = R"sql(
CREATE TABLE proposals (
  mission_key INTEGER PRIMARY KEY REFERENCES missions (key),
  plan TEXT NOT NULL,
  agent TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
)sql";

constexpr std::string_view k_queue = R"sql(
CREATE TABLE queue (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  state TEXT NOT NULL,
  finding TEXT NOT NULL DEFAULT '',
  actor TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX queue_waiting ON queue (mission_key) WHERE state = 'waiting';

CREATE TABLE queue_runs (
  key INTEGER PRIMARY KEY,
  target_branch TEXT NOT NULL,
  target_commit TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  missions TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  report TEXT NOT NULL DEFAULT '',
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
)sql";

// The outbox: what people should hear of, and to whom it was told.
constexpr std::string_view k_notices = R"sql(
CREATE TABLE notices (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  task_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  summary TEXT NOT NULL,
  detail TEXT NOT NULL,
  status TEXT NOT NULL,
  story TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  addressed_at INTEGER
) STRICT;
CREATE INDEX notices_of_mission ON notices (mission_key, key);
CREATE INDEX notices_unaddressed ON notices (key) WHERE addressed_at IS NULL;

CREATE TABLE deliveries (
  notice_key INTEGER NOT NULL REFERENCES notices (key),
  receiver TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  error TEXT NOT NULL DEFAULT '',
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (notice_key, receiver)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_by_state ON deliveries (state, notice_key);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE state = 'pending';
)sql";

constexpr std::string_view k_rounds_table = R"sql(
CREATE TABLE critic_rounds (
  key INTEGER PRIMARY KEY,
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  round INTEGER NOT NULL,
  tree_id TEXT NOT NULL,
  identities TEXT NOT NULL,
  route TEXT NOT NULL,
  verdict TEXT NOT NULL,
  report TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX critic_rounds_of_task ON critic_rounds (task_key, key);

CREATE TABLE questions (
  key INTEGER PRIMARY KEY,
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  round INTEGER NOT NULL,
  question TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  answer TEXT,
  answered_by TEXT NOT NULL DEFAULT '',
  answered_at INTEGER
) STRICT;
CREATE INDEX questions_of_task ON questions (task_key, key);
CREATE INDEX questions_open ON questions (key) WHERE answered_at IS NULL;
)sql";

// Who ships was a setting without effect: a person does.
constexpr std::string_view k_persons_ship = "ALTER TABLE missions DROP COLUMN ship_by;";

// A landing is recorded, then signed; what was not signed yet must be found at once, by everybody.
constexpr std::string_view k_signatures = R"sql(
ALTER TABLE landings ADD COLUMN signed_at INTEGER;
ALTER TABLE landings ADD COLUMN approval TEXT NOT NULL DEFAULT '';
CREATE INDEX landings_unsigned ON landings (key) WHERE state = 'landed' AND signed_at IS NULL;
CREATE INDEX landings_signed ON landings (signed_at, key) WHERE signed_at IS NOT NULL;
CREATE INDEX landings_by_tip ON landings (tip);
)sql";

// See store/database/seals.h. `records` counts verifications and landings, `dependencies` those of a task.
constexpr std::string_view k_seals_tables = R"sql(
ALTER TABLE missions ADD COLUMN records INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN pack_seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE missions ADD COLUMN seal INTEGER;
ALTER TABLE mission_texts ADD COLUMN seal INTEGER;
ALTER TABLE tasks ADD COLUMN dependencies INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN seal INTEGER;
ALTER TABLE task_texts ADD COLUMN seal INTEGER;
ALTER TABLE task_dependencies ADD COLUMN seal INTEGER;
ALTER TABLE verifications ADD COLUMN seal INTEGER;
ALTER TABLE landings ADD COLUMN seal INTEGER;
ALTER TABLE proposals ADD COLUMN seal INTEGER;
ALTER TABLE critic_rounds ADD COLUMN seal INTEGER;
ALTER TABLE kept_results ADD COLUMN seal INTEGER;

CREATE TABLE identity (id TEXT NOT NULL) STRICT;
INSERT INTO identity (id) VALUES ('store-' || lower(hex(randomblob(16))));

CREATE TABLE accepted_losses (
  mission_id TEXT PRIMARY KEY,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  accepted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// Seals of what a person reads, besides what decides; and the sum of all seals of each table
// (store/database/sealed_tables.h).
constexpr std::string_view k_all_seals = R"sql(
ALTER TABLE checks ADD COLUMN seal INTEGER;
ALTER TABLE jobs ADD COLUMN seal INTEGER;
ALTER TABLE runs ADD COLUMN seal INTEGER;
ALTER TABLE queue ADD COLUMN seal INTEGER;
ALTER TABLE queue_runs ADD COLUMN seal INTEGER;
ALTER TABLE notices ADD COLUMN seal INTEGER;
ALTER TABLE deliveries ADD COLUMN seal INTEGER;
ALTER TABLE questions ADD COLUMN seal INTEGER;
ALTER TABLE identity ADD COLUMN seal INTEGER;
ALTER TABLE accepted_losses ADD COLUMN seal INTEGER;

CREATE TABLE tally (
  name TEXT PRIMARY KEY,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

// Findings of a mission's gate that a person set aside.
constexpr std::string_view k_waivers_table = R"sql(
CREATE TABLE waivers (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  rule TEXT NOT NULL,
  path TEXT NOT NULL,
  finding TEXT NOT NULL,
  reason TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seal INTEGER
) STRICT;
CREATE INDEX waivers_by_mission ON waivers (mission_key, key);
INSERT INTO tally (name, sum) VALUES ('waivers', 0);
)sql";

// What persons said of checks, which checks they took away, and which commit of a task was accepted.
constexpr std::string_view k_persons_say = R"sql(
CREATE TABLE check_answers (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  check_id TEXT NOT NULL,
  answer TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  work TEXT NOT NULL,
  answered_at INTEGER NOT NULL,
  seal INTEGER
) STRICT;
CREATE INDEX check_answers_of_mission ON check_answers (mission_key, key);

CREATE TABLE removed_checks (
  key INTEGER PRIMARY KEY,
  mission_key INTEGER NOT NULL REFERENCES missions (key),
  title TEXT NOT NULL,
  kind TEXT NOT NULL,
  command TEXT,
  path TEXT,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  removed_at INTEGER NOT NULL,
  seal INTEGER
) STRICT;
CREATE INDEX removed_checks_of_mission ON removed_checks (mission_key, key);

CREATE TABLE accepted_work (
  key INTEGER PRIMARY KEY,
  task_key INTEGER NOT NULL REFERENCES tasks (key),
  commit_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  seal INTEGER
) STRICT;
CREATE INDEX accepted_work_of_task ON accepted_work (task_key, key);

INSERT INTO tally (name, sum) VALUES ('check_answers', 0), ('removed_checks', 0), ('accepted_work', 0);
)sql";

// Which mission is next (store/claims.cc): a row for each class of jobs of a mission. `turn` grows with each time it is
// served; `rests`: nothing of that class can be claimed, before `wakes` where that is a time, or until a trigger says
// that something has changed.
constexpr std::string_view k_lanes = R"sql(
CREATE TABLE lanes (
  key INTEGER PRIMARY KEY,
  lane INTEGER NOT NULL,
  kind TEXT NOT NULL,
  checks INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  rests INTEGER NOT NULL DEFAULT 0,
  wakes INTEGER,
  UNIQUE (lane, kind, checks)
) STRICT;
CREATE INDEX lanes_awake ON lanes (kind, checks, turn, lane) WHERE rests = 0;
CREATE INDEX lanes_waking ON lanes (wakes) WHERE rests = 1 AND wakes IS NOT NULL;
CREATE INDEX lanes_by_turn ON lanes (turn);
INSERT INTO lanes (lane, kind, checks, turn)
SELECT DISTINCT j.lane, j.kind, j.checks, coalesce(t.turn, 0)
FROM jobs j LEFT JOIN turns t ON t.lane = j.lane WHERE j.state <> 'done';
DROP TABLE turns;

DROP INDEX jobs_queued;
CREATE INDEX jobs_next ON jobs (lane, kind, checks, not_before, key) WHERE state = 'queued';

CREATE TRIGGER a_queued_job_wakes_its_lane AFTER INSERT ON jobs WHEN NEW.state = 'queued'
BEGIN
  INSERT INTO lanes (lane, kind, checks, turn)
  VALUES (NEW.lane, NEW.kind, NEW.checks, coalesce((SELECT max(turn) FROM lanes WHERE lane = NEW.lane), 0))
  ON CONFLICT (lane, kind, checks) DO UPDATE SET rests = 0, wakes = NULL;
END;
CREATE TRIGGER a_job_that_ended_wakes_its_lane AFTER UPDATE OF state, not_before ON jobs
WHEN NEW.state = 'queued' OR OLD.state = 'leased'
BEGIN
  UPDATE lanes SET rests = 0, wakes = NULL WHERE lane = NEW.lane AND rests = 1;
END;
CREATE TRIGGER a_mission_that_may_do_more_wakes_its_lane AFTER UPDATE OF hold, mode, parallel_tasks ON missions
WHEN NEW.hold = '' AND (OLD.hold <> '' OR NEW.mode <> OLD.mode OR NEW.parallel_tasks <> OLD.parallel_tasks)
BEGIN
  UPDATE lanes SET rests = 0, wakes = NULL WHERE lane = NEW.key AND rests = 1;
END;
)sql";

// What requests with an idempotency key were answered.
constexpr std::string_view k_replies_table = R"sql(
CREATE TABLE replies (
  key INTEGER PRIMARY KEY,
  actor TEXT NOT NULL,
  name TEXT NOT NULL,
  request TEXT NOT NULL,
  status INTEGER,
  body TEXT,
  created_at INTEGER NOT NULL,
  seal INTEGER
) STRICT;
CREATE UNIQUE INDEX replies_by_name ON replies (actor, name);
CREATE INDEX replies_by_age ON replies (created_at);
INSERT INTO tally (name, sum) VALUES ('replies', 0);
)sql";

// What persons said of work and of lines of it. `sent_round`: the round of the task that was told. The indexes beside
// it find what `assay figures` counts: runs by their begin, tasks by their end.
constexpr std::string_view k_comments_table = R"sql(
CREATE TABLE comments (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  mission_key INTEGER REFERENCES missions (key),
  task_key INTEGER REFERENCES tasks (key),
  path TEXT NOT NULL,
  side TEXT NOT NULL,
  line INTEGER NOT NULL,
  commit_id TEXT NOT NULL,
  quoted TEXT NOT NULL,
  text TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sent_round INTEGER,
  sent_at INTEGER,
  seal INTEGER
) STRICT;
CREATE INDEX comments_of_mission ON comments (mission_key, key);
CREATE INDEX comments_of_task ON comments (task_key, key);
CREATE INDEX comments_open ON comments (task_key, key) WHERE sent_round IS NULL;
INSERT INTO tally (name, sum) VALUES ('comments', 0);

CREATE INDEX runs_by_start ON runs (started_at);
CREATE INDEX tasks_by_end ON tasks (finished_at) WHERE state = 'completed';
)sql";

constexpr std::string_view k_steps[] = {
    k_first_tables, k_verifications, k_jobs,         k_landings,     k_budgets,       k_proposals,
    k_queue,        k_notices,       k_rounds_table, k_persons_ship, k_signatures,    k_seals_tables,
    k_all_seals,    k_waivers_table, k_persons_say,  k_lanes,        k_replies_table, k_comments_table};

}  // namespace

std::span<const std::string_view> migrations() { return k_steps; }

}  // namespace assay::store
