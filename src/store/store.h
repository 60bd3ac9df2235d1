// The durable state: missions, tasks, packs, checkpoints. Every change is one transaction that holds
// the new facts, the derived status and the checkpoints that tell of it; when a call has returned a
// value, it is on disk. Several processes may work on one store. One object per thread.
//
// All changes go through Store; nothing else writes. Each takes the actor ("person:anna"), who
// is recorded.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audit/chain.h"
#include "base/clock.h"
#include "base/result.h"
#include "model/checkpoint.h"
#include "model/job.h"
#include "model/landing.h"
#include "model/mission.h"
#include "model/notice.h"
#include "model/plan.h"
#include "model/queue.h"
#include "model/round.h"
#include "model/run.h"
#include "model/transition.h"
#include "model/verification.h"

namespace assay::store {

class Database;

struct MissionDraft {
  std::string title;
  std::string prompt;
  std::string repository;
  std::string base_commit;
  std::string target_branch;
  model::Policy policy;
  std::string pack_summary;
  std::vector<std::string> criteria;
  std::vector<model::AcceptanceCheck> checks;  // ids are made here
  std::optional<model::Plan> plan;             // its tasks are made in the same transaction
  std::string plan_text;                       // the plan as canonical JSON, when there is one
  bool planning_task = false;                  // with no plan: add a pending planning task
};

struct TaskDraft {
  model::PlannedTask task;  // depends_on and parent hold task ids here
  model::MissionId mission;
  model::TaskId checker_for;
  std::string repository_url;
};

struct TaskMove {
  model::TaskId task;
  model::Move move = model::Move::start;
  std::string reason;                   // for people; required by none
  std::string report;                   // the checker's, with Move::flag
  std::string detail = {};              // more for the history: what changed, how it ended
  std::optional<Time> not_before = {};  // where the move leads to pending: when it may be taken on
};

constexpr std::uint32_t k_largest_page = 1000;  // of any list

struct MissionFilter {
  std::optional<model::MissionStatus> status;
  std::optional<model::StoryState> story;
  std::string text;          // in the title or prompt
  std::string before;        // a cursor from the page before; newest first
  std::uint32_t limit = 50;  // at most k_largest_page
};
struct MissionPage {
  std::vector<model::Mission> missions;  // without criteria, checks and plan; a long prompt is cut
  std::string next;                      // empty on the last page
};

struct TaskFilter {
  std::optional<model::TaskState> state;
  bool with_checkers = false;
};

// What a check came to; the pack's status follows.
struct CheckResult {
  model::CheckId check;
  model::AcceptanceStatus status = model::AcceptanceStatus::pending;
  std::string output;
};

// What a verification was bound to and came to. The whole of it is a document among the evidence.
struct VerificationRecord {
  std::string id;  // "verification-…"
  std::string commit;
  std::string tree;
  std::string target_commit;
  model::VerificationOutcome outcome = model::VerificationOutcome::not_run;
  std::string report;  // digest of the document
  Time started_at;
  Time finished_at;
};

// A progress mark that no move implies: task_progress, task_stalled, planning_started.
struct Progress {
  model::TaskId task;
  model::CheckpointKind kind = model::CheckpointKind::task_progress;
  std::string title;
  std::string detail;
};

// A plan that waits for a person.
struct Proposal {
  std::string plan;  // canonical JSON
  std::string agent;
  Time created_at;
};

// ---- jobs: work that is due

struct JobDraft {
  model::JobKind kind = model::JobKind::verify;  // jobs of tasks are made by moves, never by hand
  std::string name;                              // at most one open job has it; empty: any number
  model::MissionId mission;
  std::optional<Time> not_before;  // nothing: now; one that is open already is due then at the latest
  std::string payload;             // JSON
};

struct ClaimOrder {
  std::string worker;                 // "worker:host-4711"
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

// How the run of an agent ended.
struct RunEnd {
  std::string end;  // agents::End
  std::string session;
  model::Usage told;  // of the session, as the agent told it
  std::string summary;
  std::string log;
};

// A question for a person, that its task waits with.
struct QuestionDraft {
  model::TaskId task;
  std::string text;
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

// What was spent on a mission or a task, checkers included.
struct Spent {
  model::Usage usage;
  std::int64_t wall_ms = 0;  // of finished runs
  std::uint32_t runs = 0;
};

// ---- notices: what people should hear of

struct DeliveryAttempt {
  std::string receiver;
  bool delivered = false;
  std::string error;            // else: why not
  std::optional<Time> next_at;  // and when again; nothing: never
};

struct Outgoing {
  model::Notice notice;
  std::string receiver;
};

struct NoticeFilter {
  std::optional<model::DeliveryState> state;  // with a delivery in that state
  std::uint32_t limit = 50;                   // at most k_largest_page
};

class Store {
 public:
  // Opens or makes the store. Errors: no such folder, read-only, a newer schema (says which program
  // version wrote it), not a store, disk full.
  static Result<std::unique_ptr<Store>> open(const std::string& path, Clock& clock);
  ~Store();

  // ---- missions
  Result<model::Mission> create_mission(const MissionDraft& draft, std::string_view actor);
  Result<model::Mission> mission(const model::MissionId& id);  // pack and plan included
  Result<MissionPage> missions(const MissionFilter& filter);
  Result<std::vector<model::TaskId>> active_tasks(const model::MissionId& id);
  Result<model::MissionId> resolve_mission(std::string_view prefix);  // with or without "mission-"; empty: the latest
  Result<void> attach_plan(const model::MissionId& id, const model::Plan& plan, std::string_view plan_text,
                           std::string_view actor);
  Result<void> set_policy(const model::MissionId& id, const model::Policy& policy, std::string_view actor);
  Result<void> set_hold(const model::MissionId& id, std::string_view reason, std::string_view actor);  // empty lifts
  Result<void> set_landed(const model::MissionId& id, std::string_view commit, std::string_view actor);
  Result<void> set_shipping(const model::MissionId& id, bool shipping, std::string_view actor,
                            std::string_view why = {});
  Result<void> set_deploy(const model::MissionId& id, model::DeployState state, std::string_view log,
                          std::string_view actor);
  Result<void> set_validation(const model::MissionId& id, model::ValidationState state, std::string_view report,
                              std::string_view actor);
  Result<void> close_mission(const model::MissionId& id, std::string_view actor,
                             std::string_view why = {});  // landed ones only

  // ---- plans that wait for a person
  Result<std::optional<Proposal>> proposal(const model::MissionId& id);
  Result<void> propose_plan(const model::MissionId& id, std::string_view plan, std::string_view agent,
                            std::string_view hold, std::string_view actor);
  // It becomes the mission's plan, and the hold is lifted.
  Result<void> approve_plan(const model::MissionId& id, const model::Plan& plan, std::string_view plan_text,
                            std::string_view actor);
  // A new planning task, told why and what was there; the hold is lifted. Conflict when there is a plan, or
  // one is being made.
  Result<model::Task> replan(const model::MissionId& id, std::string_view reason, std::string_view actor);

  // ---- the pack
  Result<void> set_criteria(const model::MissionId& id, const std::vector<std::string>& criteria,
                            std::string_view actor, std::string_view why);
  Result<std::vector<model::AcceptanceCheck>> add_checks(const model::MissionId& id,
                                                         std::vector<model::AcceptanceCheck> checks,
                                                         std::string_view actor, std::string_view why);
  // A changed command or path makes the check pending again.
  Result<void> edit_check(const model::MissionId& id, const model::AcceptanceCheck& check, std::string_view actor);
  Result<void> remove_check(const model::MissionId& id, const model::CheckId& check, std::string_view actor);
  // Results of one verification, all in one transaction with the acceptance_verified checkpoint.
  Result<model::PackStatus> record_results(const model::MissionId& id, std::span<const CheckResult> results,
                                           std::string_view detail, std::string_view actor);

  // ---- verifications
  // The results and the record in one transaction. Conflict when the mission is no longer at
  // `version`: then the results are of other work.
  Result<model::PackStatus> record_verification(const model::MissionId& id, std::uint64_t version,
                                                const VerificationRecord& record, std::span<const CheckResult> results,
                                                std::string_view detail, std::string_view actor);
  Result<std::optional<VerificationRecord>> latest_verification(const model::MissionId& id);
  // Results of checks by the name of everything they depend on; see engine/verify/reuse.h.
  Result<std::optional<std::string>> kept_result(std::string_view name);
  struct KeptResult {
    std::string name;
    std::string result;
  };
  Result<void> keep_results(std::span<const KeptResult> results);  // in one transaction

  // ---- landings
  // Writes down what is about to happen, all or none; ids and times are made here. Conflict unless each
  // mission is ready_to_land in this very transaction, at the version given, with no landing under way.
  struct LandingIntent {
    model::Landing landing;
    std::uint64_t version = 0;  // of the mission
  };
  Result<std::vector<model::Landing>> begin_landings(std::span<const LandingIntent> intents, std::string_view actor);
  Result<void> propose_landing(std::string_view landing, std::string_view actor);  // its branch was pushed
  Result<void> abandon_landing(std::string_view landing, std::string_view reason);
  // It is in the target, with the verified tree, at `commit`: landed_at, the status and the checkpoint in one
  // transaction. Nothing is done when it was recorded before. What was written down decides, whatever happened to the
  // mission since.
  Result<model::Landing> finish_landing(std::string_view landing, std::string_view commit, std::string_view proof,
                                        std::string_view actor);
  Result<std::optional<model::Landing>> latest_landing(const model::MissionId& id);
  Result<std::vector<model::Landing>> landings(const model::MissionId& id);  // oldest first
  // Those that became `tip`, or are about to, in the order in which they were written down: a batch.
  Result<std::vector<model::Landing>> landings_at(std::string_view tip);

  // ---- signatures of landings
  struct LandingSignature {
    std::string landing;  // its id
    std::string tip;      // whose note has it
    model::MissionId mission;
    std::string approval;  // SHA-256 of the line of its approval
    Time signed_at;
  };
  Result<std::vector<model::Landing>> unsigned_landings();  // recorded and not signed, oldest first
  Result<std::optional<LandingSignature>> signature_of(std::string_view landing);
  // The one that was signed last before that time, or at it and written down earlier than that landing.
  Result<std::optional<LandingSignature>> signed_before(Time time, std::string_view landing);
  // Their attestations are written: landing and approval count, the time is one for all. Those that were known as
  // signed stay as they are.
  Result<void> note_signed(std::span<const LandingSignature> landings);
  Result<bool> is_of_a_landing(std::string_view commit);  // that was intended, whatever came of it

  // ---- the queue of missions that are to land one after the other
  // At its end, all or none; conflict when one is not ready_to_land or waits already.
  Result<void> queue_missions(const std::vector<model::MissionId>& ids, std::string_view actor);
  Result<void> unqueue_mission(const model::MissionId& id, std::string_view reason, std::string_view actor);
  Result<void> settle_queued(const model::MissionId& id, model::QueueState state, std::string_view finding);
  Result<std::vector<model::QueueEntry>> queued();                            // those that wait, in order
  Result<std::vector<model::QueueEntry>> queue_history(std::uint32_t limit);  // the others, newest first
  Result<std::int64_t> begin_queue_run(const model::QueueRun& run);           // its key
  Result<void> end_queue_run(std::int64_t key, std::string_view outcome, std::string_view reason,
                             std::string_view report);
  Result<std::vector<model::QueueRun>> queue_runs(std::uint32_t limit);  // newest first

  // ---- tasks
  Result<model::Task> add_task(const TaskDraft& draft, std::string_view actor);
  Result<model::Task> task(const model::TaskId& id);
  Result<std::vector<model::Task>> tasks(const model::MissionId& mission, const TaskFilter& filter);
  Result<std::optional<model::Task>> checker_of(const model::TaskId& checked);  // the latest
  Result<model::TaskId> resolve_task(std::string_view prefix);                  // with or without "task-"
  Result<model::Task> move_task(const TaskMove& move, std::string_view actor);
  // All in one transaction; one that is refused changes nothing and does not touch the others.
  Result<std::vector<Result<model::Task>>> move_tasks(std::span<const TaskMove> moves, std::string_view actor);
  Result<void> heartbeat(const model::TaskId& id);
  Result<void> add_cost(const model::TaskId& id, double usd);
  Result<void> note_progress(const Progress& progress, std::string_view actor);

  // ---- rounds and questions
  Result<void> record_round(const model::CriticRound& round, std::string_view actor);
  Result<std::vector<model::CriticRound>> critic_rounds(const model::TaskId& task);  // oldest first
  Result<std::vector<model::Question>> questions(const model::TaskId& task);         // oldest first
  // Of blocked tasks of all missions, oldest first.
  Result<std::vector<model::Question>> open_questions(std::uint32_t limit);
  // Answers what a blocked task waits with and sets it free. Conflict when it waits with nothing.
  Result<model::Task> answer(const model::TaskId& id, std::string_view text, std::string_view actor);

  // ---- jobs
  // The next job, leased to the worker; a task's is started with it. Missions take turns; a mission
  // that is held or runs as many tasks as its policy allows waits, a job before its time too. Tasks of
  // manual missions are for people: only a claim that names the mission gets them, checkers everyone.
  // A job whose lease ran out comes first: its task stays running, which counts as another attempt.
  Result<std::optional<Claim>> claim(const ClaimOrder& order);
  // Conflict when the lease is no longer held: stop, somebody decided otherwise.
  Result<void> renew(std::string_view token, std::int64_t lease_ms);
  // For a worker that is known to be gone: what it had is free.
  Result<void> end_leases(std::string_view worker);
  Result<bool> holds(std::string_view token);  // whether the lease is still held; only looks
  Result<void> finish(std::string_view token, const JobFinish& finish, std::string_view actor);
  Result<void> enqueue(const JobDraft& draft);
  Result<std::vector<model::Job>> jobs(const JobFilter& filter);
  // When the next queued job may be taken on or the next lease runs out; nothing when there is neither.
  Result<std::optional<Time>> next_job_at();
  // Cancels what is unfinished, checkers included, and holds the mission.
  Result<std::uint32_t> cancel_mission(const model::MissionId& id, std::string_view reason, std::string_view actor);

  // ---- notices: an outbox, written with the changes that cause them
  Result<model::Notice> notice(const model::NoticeId& id);
  // Decides, once, to whom it goes; a second time nothing changes.
  Result<model::Notice> address_notice(const model::NoticeId& id, std::span<const std::string> receivers);
  Result<std::vector<model::NoticeId>> unaddressed_notices(std::uint32_t limit);  // oldest first
  // A delivery that is due, for nobody else until the lease is over.
  Result<std::optional<Outgoing>> claim_delivery(std::int64_t lease_ms);
  Result<std::optional<Time>> next_delivery_at();  // when there is something to do; nothing: never
  Result<void> note_delivery(const model::NoticeId& id, const DeliveryAttempt& attempt);
  Result<std::vector<model::Notice>> notices(const NoticeFilter& filter);  // newest first
  // Dead deliveries are tried again and waiting ones at once, of one notice or (dead ones only) of all; how many.
  Result<std::uint32_t> retry_deliveries(const std::optional<model::NoticeId>& only);

  // ---- runs of agents
  // Usage is kept as it becomes known, by run and not by lease: what was spent counts, whoever
  // finishes the task. A resumed session tells sums; what earlier runs of it told is not counted again.
  struct RunStart {
    model::TaskId task;
    std::string agent;
    std::string session;  // the one that is resumed; empty: a new one
    std::string log;
  };
  Result<std::int64_t> begin_run(const RunStart& start);
  Result<void> note_usage(std::int64_t run, std::string_view session, const model::Usage& told);
  Result<void> end_run(std::int64_t run, const RunEnd& end);
  Result<std::vector<model::Run>> runs(const model::TaskId& task);
  Result<Spent> spent(const model::MissionId& mission);
  Result<Spent> spent_on_task(const model::TaskId& task);

  // Everything `work` asks of this store in one transaction, on disk when this returns: for many small
  // changes at once. A change that is refused undoes itself and not the others.
  Result<void> together(const std::function<Result<void>()>& work);

  // ---- history
  Result<std::vector<model::Checkpoint>> checkpoints(const model::MissionId& id, std::uint64_t after_number,
                                                     std::uint32_t limit);
  Result<audit::Head> head(const model::MissionId& id);
  Result<std::vector<audit::Head>> heads();  // of all missions, in the order they were made
  // What was written behind a place in the store: the heads of the missions it is of, and the place now.
  struct Written {
    std::int64_t place = 0;  // grows with every checkpoint of any mission
    std::vector<audit::Head> heads;
  };
  Result<Written> written_after(std::int64_t place);

  // ---- histories that are known to be lost, and who accepted that
  struct Loss {
    std::string mission;  // its id
    std::string actor;
    std::string reason;
    Time accepted_at;
  };
  Result<void> accept_losses(const std::vector<std::string>& missions, std::string_view reason, std::string_view actor);
  Result<std::vector<Loss>> accepted_losses();
  // Every mission's chain in order, each followed by its head, missions in the order of their ids (by
  // bytes), all of one moment; stops at the callback's error.
  Result<void> walk_history(const std::optional<model::MissionId>& only,
                            const std::function<Result<void>(const model::Checkpoint&)>& on_checkpoint,
                            const std::function<Result<void>(const audit::Head&)>& on_head);

  // ---- the store itself
  struct Health {
    std::string driver;  // "sqlite 3.40.1"
    int schema = 0;
    std::uint64_t missions = 0, tasks = 0, checkpoints = 0;
    std::vector<std::string> faults;  // integrity, counters or statuses that disagree with the facts
  };
  Result<std::string> id();  // made with the store; another one has another
  Result<Health> examine();  // recomputes every counter and status from the facts
  // Error corrupt: the file was removed or replaced since it was opened; all changes are refused then.
  Result<void> check_in_place();
  Result<void> copy_to(const std::string& file);  // works even then

 private:
  explicit Store(std::unique_ptr<Database> database, Clock& clock);

  // Runs `work(Change&)` in one write transaction.
  template <class Work>
  auto change(std::string_view actor, Work&& work);

  std::unique_ptr<Database> m_database;
  Clock& m_clock;
};

}  // namespace assay::store
