// Jobs: work that is due, and who has it in hand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/job.h"
#include "model/plan.h"
#include "model/round.h"
#include "store/plans.h"
#include "store/questions.h"
#include "store/runs.h"
#include "store/store.h"
#include "store/tasks.h"

namespace assay::store {

struct JobDraft {
  model::JobKind kind = model::JobKind::verify;  // jobs of tasks are made by moves, never by hand
  std::string name;                              // at most one open job has it; empty: any number
  model::MissionId mission;
  std::optional<Time> not_before;  // nothing: now; one that is open already is due then at the latest
  std::string payload;             // JSON
};

struct ClaimRequest {
  std::string worker;                 // "worker:host-4711"; what follows is recorded as done by it
  std::vector<model::JobKind> kinds;  // empty: all
  std::int64_t lease_ms = 60'000;
  model::MissionId only;        // jobs of this mission and no other; its tasks in every mode
  bool checkers = true;         // checkers too
  bool work = true;             // tasks that are no checkers too
  std::uint32_t most_lost = 8;  // a task whose workers were gone so often is not tried again by itself
};

// A job in hand. `task` is set for kind task, and is running.
struct Claim {
  model::Job job;
  std::optional<model::Task> task;
  bool again = false;  // somebody had it and is gone
};

// What a job came to. All of it in one transaction, in this order, or nothing.
struct JobFinish {
  std::string result;  // JSON, kept with the job
  std::optional<std::pair<std::int64_t, RunEnd>> run;
  std::vector<Progress> progress;   // checkpoints before the moves
  std::optional<model::Plan> plan;  // becomes the mission's
  std::string plan_text;
  std::optional<Proposal> proposal;                             // waits for a person; hold says so
  std::vector<model::CriticRound> rounds;                       // what critics came to
  std::vector<QuestionDraft> questions;                         // for people; moves block their tasks
  std::vector<TaskMove> moves;                                  // one that is refused refuses all
  std::vector<std::pair<model::TaskId, std::string>> contexts;  // paragraphs added to what a task knows
  std::vector<TaskDraft> tasks;                                 // new ones
  std::vector<JobDraft> jobs;                                   // what follows
  std::uint32_t retries = 0;                                    // of the mission's retry budget, used by this
  std::string hold;                                             // why the mission is held from now on; empty: as it was
  std::optional<Time> again_at;  // not done: the same job again then. Not for kind task: move the task
  std::string payload;           // then: its new payload; empty: as it was
};

struct JobFilter {
  model::MissionId mission;  // empty: of all
  bool done = false;         // finished ones too
  std::uint32_t limit = k_largest_page;
};

class Jobs {
 public:
  explicit Jobs(Database& database) : m_database(database) {}

  Result<std::vector<model::Job>> list(const JobFilter& filter) const;
  Result<bool> is_leased(std::string_view token) const;  // whether that lease is still held

 private:
  Database& m_database;
};

class JobChanges {
 public:
  explicit JobChanges(Changes changes) : m_changes(std::move(changes)) {}

  // The next job, leased to the worker; a task's is started with it. Missions take turns, and the job of one that is
  // due longest comes first; a mission
  // that is held or runs as many tasks as its policy allows waits, a job before its time too. Tasks of
  // manual missions are for people: only a claim that names the mission gets them, checkers everyone.
  // A job whose lease ran out comes first: its task stays running, which counts as another attempt.
  Result<std::optional<Claim>> claim(const ClaimRequest& request);
  // Conflict when the lease is no longer held: stop, somebody decided otherwise.
  Result<void> renew(std::string_view token, std::int64_t lease_ms);
  // For a worker that is known to be gone: what it had is free.
  Result<void> end_leases(std::string_view worker);
  // Jobs that no claim would find, in a store that was edited by hand, are found again.
  Result<void> find_forgotten();
  Result<void> finish(std::string_view token, const JobFinish& finish);
  Result<void> enqueue(const JobDraft& draft);

 private:
  Changes m_changes;
};

}  // namespace assay::store
