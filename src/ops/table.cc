// Every operation, every document, every kind of error: three tables.
#include <array>

#include <boost/json.hpp>

#include "ops/answers.h"
#include "ops/attestations.h"
#include "ops/board.h"
#include "ops/changes.h"
#include "ops/deploy_log.h"
#include "ops/elaborate.h"
#include "ops/history.h"
#include "ops/landing.h"
#include "ops/live.h"
#include "ops/missions.h"
#include "ops/notices.h"
#include "ops/operation.h"
#include "ops/packs.h"
#include "ops/plans.h"
#include "ops/preview.h"
#include "ops/queue.h"
#include "ops/setup.h"
#include "ops/stories.h"
#include "ops/tasks.h"
#include "ops/verifications.h"
#include "ops/work.h"
#include "ops/worktrees.h"

namespace assay::ops {

namespace {

using model::Move;

struct Names {
  std::string_view name, summary, text, examples, method, path, document;
  int status = 200;
};

template <class Op>
constexpr Operation make(Effect effect, const Names& n) {
  return {n.name,
          n.summary,
          n.text,
          n.examples,
          effect,
          n.method,
          n.path,
          n.document,
          describe<typename Op::Request>,
          describe<typename Op::Response>,
          run_as_json<Op>,
          n.status};
}
template <class Op>
constexpr Operation reads(const Names& n) {
  return make<Op>(Effect::read, n);
}
// Reads nothing but the store: no git, no files, no clock.
template <class Op>
constexpr Operation shows(const Names& n) {
  auto operation = make<Op>(Effect::read, n);
  operation.source = Source::store;
  return operation;
}
template <class Op>
constexpr Operation changes(const Names& n) {
  return make<Op>(Effect::change, n);
}

template <class Op>
constexpr Operation waits(const Names& n) {
  auto operation = changes<Op>(n);
  operation.pace = Pace::patient;
  return operation;
}

constexpr Operation k_operations[] = {
    changes<Init>(
        {"init", "prepare this repository; says which agents and checks it found",
         "Makes the folder .assay at the top of the repository's main work tree. Git does not see it: it holds\n"
         "a .gitignore of its own. Running it again changes nothing and says what is there.",
         "  {} init\n", "", "", "init"}),
    changes<NewMission>(
        {"mission.new", "open a mission from a prompt",
         "Reads acceptance criteria off the prompt and checks off the commit it starts from. With --plan the\n"
         "tasks come from a file (docs/formats/plan.md); without, add them with `task add`.",
         "  {} mission new \"Add a dark mode to the settings page\"\n"
         "  {} mission new \"Split the parser\" --plan plan.toml --target release\n"
         "  {} mission new --prompt-file wish.md --mode guided_autopilot\n",
         "POST", "/api/missions", "mission-new", 201}),
    shows<ListMissions>({"mission.list", "list missions, newest first", "",
                         "  {} mission list\n  {} mission list --status blocked\n  {} mission list --all --json\n",
                         "GET", "/api/missions", "mission-list"}),
    shows<ShowMission>({"mission.show", "show a mission with its tasks", "",
                        "  {} mission show\n  {} mission show k3f7\n", "GET", "/api/missions/{mission}",
                        "mission-show"}),
    changes<EditMission>({"mission.edit", "change how much goes on without you", "",
                          "  {} mission edit --mode autopilot --parallel 4\n  {} mission edit k3f7 --auto-verify off\n",
                          "PATCH", "/api/missions/{mission}", "mission"}),
    changes<PreviewMission>({"mission.preview", "show what a mission would be, and open none",
                             "Its criteria and checks, and what is wrong with criteria and a plan that are given.",
                             "  {} mission preview \"Add a dark mode\" --criterion \"looks good\"\n", "POST",
                             "/api/missions/preview", "mission-preview"}),
    waits<Elaborate>({"mission.elaborate", "ask a planner for the tasks of a wish, and open no mission",
                      "What it proposes is a plan file: edit it, then `mission new --plan`.",
                      "  {} mission elaborate \"Add a dark mode\" --json | jq .plan >plan.json\n", "POST",
                      "/api/stories/elaborate", "elaborated"}),
    shows<ShowPlan>({"mission.plan", "show a mission's plan, also the one that waits for a person", "",
                     "  {} mission plan\n  {} mission plan k3f7 --json\n", "GET", "/api/missions/{mission}/plan",
                     "mission-plan"}),
    waits<PlanMission>(
        {"plan", "ask an agent for a mission's tasks; take its plan or send it back",
         "Shows the plan that waits for you, or asks for one. In autopilot it is taken at once. A wish in quotes\n"
         "opens a mission first. docs/planning.md tells the whole of it.",
         "  {} plan \"Let carts outlive the browser\"\n  {} plan --approve\n  {} plan --reject \"smaller steps\"\n"
         "  {} plan k3f7 --file plan.toml\n",
         "POST", "/api/missions/{mission}/plan", "mission-plan"}),
    reads<ShowVerification>({"mission.verification", "show the latest verification, and whether it still holds", "",
                             "  {} mission verification k3f7\n", "GET", "/api/missions/{mission}/verification",
                             "mission-verification"}),
    reads<ShowDeployLog>({"story.deploy-log", "show what a deploy prints while it runs", "",
                          "  {} story deploy-log k3f7\n", "GET", "/api/stories/{story}/deploy-log", "deploy-log"}),
    reads<ShowLive>({"mission.live", "show what a verification says while it runs", "",
                     "  {} mission live k3f7\n  {} mission live --after 4096 --json\n", "GET",
                     "/api/missions/{mission}/live", "live"}),
    changes<AskToVerify>(
        {"mission.verify", "ask for a verification, which a worker does",
         "Comes back at once. `verify` does it here and shows how it goes; a running `serve` or `worker` does\n"
         "what is asked for.",
         "  {} mission verify k3f7\n", "POST", "/api/missions/{mission}/verify", "mission", 202}),
    reads<DiffMission>({"mission.diff", "show what would land: the verified work beside its target", "",
                        "  {} mission diff k3f7\n", "GET", "/api/missions/{mission}/diff", "diff"}),
    changes<PauseMission>({"pause", "begin nothing new in a mission; what runs comes to its end", "",
                           "  {} pause\n  {} pause k3f7 --reason \"the release first\"\n", "POST",
                           "/api/missions/{mission}/pause", "mission"}),
    changes<ResumeMission>({"resume", "let a paused or held mission go on", "", "  {} resume\n  {} resume k3f7\n",
                            "POST", "/api/missions/{mission}/resume", "mission"}),
    changes<CancelMission>(
        {"cancel", "end a mission's work: agents are stopped, tasks cancelled",
         "Agents that run are ended within a second, also those of other processes. Branches and work trees stay.\n"
         "What was cancelled can be taken up again with `task retry` and `resume`.",
         "  {} cancel k3f7 --reason \"another way\"\n", "POST", "/api/missions/{mission}/cancel", "mission"}),
    shows<ShowPack>({"pack.show", "show a mission's acceptance pack: criteria, checks, where each stands",
                     "The same as `accept`.", "  {} pack show\n", "GET", "/api/missions/{mission}/acceptance", "pack"}),
    changes<AddCriterion>(
        {"pack.add-criterion", "add a criterion",
         "A criterion names something that another person or program can look at: a command, a path, a\n"
         "test, an endpoint, a value. Vague ones are refused with the reason; --force keeps them, on record.",
         "  {} pack add-criterion '`npm test` passes with the new cart tests'\n", "POST",
         "/api/missions/{mission}/acceptance/criteria", "pack"}),
    changes<EditCriterion>({"pack.edit-criterion", "replace a criterion", "",
                            "  {} pack edit-criterion 2 \"GET /api/cart answers 404 for an unknown cart\"\n", "PUT",
                            "/api/missions/{mission}/acceptance/criteria/{number}", "pack"}),
    changes<RemoveCriterion>({"pack.remove-criterion", "remove a criterion", "",
                              "  {} pack remove-criterion 2 --reason \"out of scope\"\n", "DELETE",
                              "/api/missions/{mission}/acceptance/criteria/{number}", "pack"}),
    changes<AddCheck>({"pack.add-check", "add a check", "A check runs a command, looks for a file, or asks a person.",
                       "  {} pack add-check \"Type checks\" --command \"npx tsc --noEmit\"\n"
                       "  {} pack add-check \"Has a changelog\" --path CHANGELOG.md\n"
                       "  {} pack add-check \"Design was looked at\" --manual\n",
                       "POST", "/api/missions/{mission}/acceptance/checks", "pack"}),
    changes<EditCheck>({"pack.edit-check", "change a check; what it verifies is pending again", "",
                        "  {} pack edit-check 1 --command \"npm test -- --ci\"\n", "PATCH",
                        "/api/missions/{mission}/acceptance/checks/{check}", "pack"}),
    changes<RemoveCheck>({"pack.remove-check", "remove a check", "", "  {} pack remove-check 3\n", "DELETE",
                          "/api/missions/{mission}/acceptance/checks/{check}", "pack"}),
    changes<AddTask>({"task.add", "add a task to a mission", "",
                      "  {} task add \"Write the parser\" --accept \"go test ./parser passes\" --files 'parser/**'\n"
                      "  {} task add \"Use it\" --depends-on k3f7 --agent codex --budget 2 --timeout 30m\n",
                      "POST", "/api/tasks", "task", 201}),
    shows<ListTasks>({"task.list", "list a mission's tasks", "", "  {} task list\n  {} task list k3f7 --state ready\n",
                      "GET", "/api/tasks", "task-list"}),
    shows<ShowTask>({"task.show", "show a task", "", "  {} task show k3f7\n", "GET", "/api/tasks/{task}", "task-show"}),
    reads<DiffTask>({"task.diff", "show what a task's branch changes, from where it began", "",
                     "  {} task diff k3f7\n  {} task diff k3f7 --json\n", "GET", "/api/tasks/{task}/diff", "diff"}),
    changes<MoveTasks<Move::start>>({"task.start", "begin: pending to running, when what it depends on is completed",
                                     "", "  {} task start k3f7\n", "POST", "/api/tasks/{task}/start", "moved"}),
    changes<MoveTasks<Move::ready>>({"task.ready", "done, and waits to be checked: running to ready",
                                     "Subtasks are never ready; complete them.", "  {} task ready k3f7\n", "POST",
                                     "/api/tasks/{task}/ready", "moved"}),
    changes<MoveTasks<Move::complete>>({"task.complete", "done, where no check is due: running to completed", "",
                                        "  {} task complete k3f7\n", "POST", "/api/tasks/{task}/complete", "moved"}),
    changes<MoveTasks<Move::fail>>({"task.fail", "running to failed", "",
                                    "  {} task fail k3f7 --reason \"the build server is down\"\n", "POST",
                                    "/api/tasks/{task}/fail", "moved"}),
    changes<MoveTasks<Move::block>>({"task.block", "cannot go on: to blocked", "",
                                     "  {} task block k3f7 --reason \"waits for the new schema\"\n", "POST",
                                     "/api/tasks/{task}/block", "moved"}),
    changes<MoveTasks<Move::accept>>({"task.accept", "take the work: ready to completed",
                                      "A person may accept whatever a checker said; it is recorded who did.",
                                      "  {} task accept k3f7 --reason \"looked at it\"\n", "POST",
                                      "/api/tasks/{task}/accept", "moved"}),
    changes<MoveTasks<Move::reject>>({"task.reject", "send the work back: ready to pending, the next round", "",
                                      "  {} task reject k3f7 --reason \"no test for the empty cart\"\n", "POST",
                                      "/api/tasks/{task}/reject", "moved"}),
    changes<MoveTasks<Move::retry>>({"task.retry", "try again: failed, blocked or cancelled to pending", "",
                                     "  {} task retry k3f7\n", "POST", "/api/tasks/{task}/retry", "moved"}),
    changes<MoveTasks<Move::cancel>>({"task.cancel", "give it up: anything unfinished to cancelled", "",
                                      "  {} task cancel k3f7 m2qa --reason \"not needed any more\"\n", "POST",
                                      "/api/tasks/{task}/cancel", "moved"}),
    changes<AnswerTask>({"answer", "answer what a task asks; it goes on with the answer",
                         "Without a task, the one that waits. What it asks is shown by `task show` and `status`.",
                         "  {} answer \"Yes, keep the old endpoint\"\n  {} answer k3f7 \"Use the euro\"\n", "POST",
                         "/api/tasks/{task}/answer", "answered"}),
    reads<ShowPack>({"accept", "show what \"done\" means for a mission: criteria, checks, where each stands",
                     "To change them see `pack`.", "  {} accept\n  {} accept k3f7 --json\n", "", "", "pack"}),
    reads<ShowStatus>({"status", "show what goes on, what needs you, and the next step", "", "  {} status\n", "GET",
                       "/api/status", "status"}),
    reads<ShowBoard>({"board", "show missions with all their tasks", "", "  {} board\n  {} board --text cart\n", "GET",
                      "/api/board", "board"}),
    shows<ShowLog>({"log", "show a mission's history, one checkpoint a line",
                    "Checkpoints are never changed or removed, and each is sealed with the hash of the one before;\n"
                    "`audit verify` checks that.",
                    "  {} log\n  {} log k3f7 --kind task_failed\n", "GET", "/api/missions/{mission}/checkpoints",
                    "log"}),
    changes<AddWorktree>(
        {"worktree.add", "make a task's work tree, on its own branch",
         "The branch is assay/<mission>/<task>; it begins at the mission's base with the work that the\n"
         "task depends on. What is committed there is the task's work. One that is there is shown.",
         "  {} worktree add k3f7\n", "POST", "/api/tasks/{task}/worktree", "worktree"}),
    reads<ListWorktrees>({"worktree.list", "list the work trees that Assay keeps",
                          "Read from records alone; --status looks into each, which starts git several times for it.",
                          "  {} worktree list\n  {} worktree list --status\n", "GET", "/api/worktrees",
                          "worktree-list"}),
    changes<PruneWorktrees>({"worktree.prune", "remove work trees whose mission has ended",
                             "They go by themselves when a mission lands; this takes away what is left. What lies in "
                             "them and in no branch\n"
                             "is first kept under refs/assay/salvage/. Work that has not landed is never removed, and "
                             "of cancelled missions\n"
                             "only what a branch holds, unless the work tree is named.",
                             "  {} worktree prune --dry-run\n  {} worktree prune\n", "POST", "/api/worktrees/prune",
                             "worktree-prune"}),
    waits<Land>(
        {"land", "bring a verified mission into its target branch",
         "The target moves by compare-and-swap to a commit with the verified tree, or not at all. If it moved since "
         "the\n"
         "verification, the work is merged and verified on what it is now first. A checkout of the target follows "
         "only\n"
         "when nothing is lost. With a remote it is pushed with a lease and proven there. Run it again after any\n"
         "interruption. See docs/landing.md.\n\n"
         "Exit status: 0 landed, proposed or landed before, 1 refused, or taken out again since (it says why and what\n"
         "to do), 2 error.",
         "  {} land --dry-run\n  {} land k3f7 --strategy squash\n  {} land k3f7 --remote origin --via pr\n", "POST",
         "/api/missions/{mission}/land", "landing"}),
    changes<RevertMission>({"revert", "make a mission that undoes what another one landed",
                            "Its work is a commit that takes back what landed, on top of what the target is now. It is "
                            "verified and landed\n"
                            "as any other: `assay verify`, `assay land`.",
                            "  {} revert k3f7 --reason \"it broke the export\"\n", "POST",
                            "/api/missions/{mission}/revert", "reverted"}),
    reads<ListQueue>({"queue.list", "show which missions wait to land, who left the queue, and what was run", "",
                      "  {} queue list\n", "GET", "/api/queue", "queue"}),
    changes<AddToQueue>({"queue.add", "line up missions that are ready to land", "", "  {} queue add k3f7 m2qa\n",
                         "POST", "/api/queue", "queue"}),
    changes<RemoveFromQueue>({"queue.remove", "take a mission out of the queue", "", "  {} queue remove k3f7\n",
                              "DELETE", "/api/queue/{mission}", "queue"}),
    waits<RunQueue>(
        {"queue.run", "land what is in the queue, in order",
         "Missions are verified together in batches, each on top of those before it. When a batch fails, halving "
         "finds\n"
         "the one that does not hold; it is evicted with its finding and the others go on. See docs/landing.md.\n\n"
         "Exit status: 0 all landed, 1 some were evicted, 2 it could not go on.",
         "  {} queue run\n", "POST", "/api/queue/run", "queue-run"}),
    changes<NewMission>({"story.new", "open a story: the same as `mission new`", "",
                         "  {} story new \"Add a dark mode to the settings page\"\n", "POST", "/api/stories",
                         "mission-new", 201}),
    reads<ListStories>({"story.list", "list stories, newest first", "A story is a mission seen through the ship gate.",
                        "  {} story list\n  {} story list --state SHIPPABLE\n", "GET", "/api/stories", "story-list"}),
    reads<ShowStory>({"story.show", "show a story: where it stands, its deploy, its validation", "",
                      "  {} story show k3f7\n", "GET", "/api/stories/{story}", "story-show"}),
    changes<Ship>({"ship", "land a story, deploy it, and look at what was deployed",
                   "Only a SHIPPABLE story is shipped, and once, however often it is asked for. The deploy and the "
                   "validation are\n"
                   "those of the target branch ([deploy] and [validate] of assay.toml). See docs/shipping.md.\n\n"
                   "Exit status: 0 shipped or accepted, 1 it needs a fix, 2 refused or an error.",
                   "  {} ship\n  {} ship k3f7 --detach\n", "POST", "/api/stories/{story}/ship", "shipped", 202}),
    changes<Redeploy>({"redeploy", "deploy again what has landed, and look at it again",
                       "By the policy that the target branch has now.", "  {} redeploy k3f7\n", "POST",
                       "/api/stories/{story}/redeploy", "shipped", 202}),
    changes<CloseStory>({"close", "complete a story that was reviewed",
                         "A REVIEW_READY story, or one that is deployed and has no validation. Any other that has "
                         "landed with --reason.",
                         "  {} close\n  {} close k3f7 --reason \"rolled forward by hand\"\n", "POST",
                         "/api/stories/{story}/close", "story"}),
    changes<FixStory>(
        {"fix", "open a mission that mends a story that needs a fix",
         "Its prompt says what the deploy or the validation found. To take the story back instead: revert.",
         "  {} fix k3f7\n", "POST", "/api/stories/{story}/fix", "mission-new"}),
    reads<ListNotices>({"notify.list", "list what people were told, and what could not be delivered",
                        "Receivers are named in operator.toml (docs/notifications.md).",
                        "  {} notify list\n  {} notify list --state dead\n", "GET", "/api/notices", "notice-list"}),
    waits<RetryNotices>({"notify.retry", "try again what could not be delivered", "",
                         "  {} notify retry\n  {} notify retry k3f7\n", "POST", "/api/notices/retry", "delivered"}),
    changes<DeliverNotices>({"notify.deliver", "make the deliveries that are due",
                             "Workers and the server do it all the time, and commands that changed something start it.",
                             "  {} notify deliver\n", "", "", "delivered"}),
    waits<TestNotice>({"notify.test", "send a test to the receivers, past the outbox", "",
                       "  {} notify test\n  {} notify test ops-room\n", "POST", "/api/notices/test", "notice-test"}),
    reads<Doctor>({"doctor", "look whether everything that is needed is there and well",
                   "Programs, the repository, the store, the sandbox, the disk, every configuration file with the line "
                   "of what is\n"
                   "wrong in it, and the agents that are named there.\n\n"
                   "Exit status: 0 nothing serious was found, 1 something was, 2 error.",
                   "  {} doctor\n", "", "", "doctor"}),
    reads<ShowConfig>(
        {"config", "show the settings, their values and where each comes from",
         "Every setting that assay.toml (or verifier.config.json) of this work tree and operator.toml can\n"
         "hold. A file that is wrong is an error: `assay doctor` says everything that is wrong.",
         "  {} config\n  {} config verify\n  {} config check.verify_commands\n", "", "", "settings"}),
};

constexpr ErrorKind k_errors[] = {
    {Code::invalid_input, "invalid_input", 2, 400},
    {Code::not_found, "not_found", 2, 404},
    {Code::conflict, "conflict", 2, 409},
    {Code::unavailable, "unavailable", 2, 503},
    {Code::corrupt, "corrupt", 2, 500},
    {Code::internal, "internal", 2, 500},
};

constexpr NamedSchema k_documents[] = {
    {"mission", "A mission", describe<MissionDocument>},
    {"mission-new", "What assay mission new answers", describe<NewMission::Response>},
    {"mission-list", "Missions, newest first", describe<ListMissions::Response>},
    {"mission-show", "A mission with its tasks", describe<ShowMission::Response>},
    {"mission-preview", "What a mission would be", describe<PreviewMission::Response>},
    {"mission-plan", "The plan of a mission, and who has to look at it", describe<PlanMission::Response>},
    {"elaborated", "The tasks that a planner proposes", describe<Elaborate::Response>},
    {"mission-verification", "The latest verification of a mission", describe<ShowVerification::Response>},
    {"deploy-log", "What a deploy prints while it runs", describe<ShowDeployLog::Response>},
    {"live", "What a verification says while it runs", describe<ShowLive::Response>},
    {"diff", "What a task or a mission changes", describe<ChangeDocument>},
    {"pack", "A mission's acceptance pack", describe<PackAnswer>},
    {"task", "A task", describe<TaskDocument>},
    {"task-list", "A mission's tasks", describe<ListTasks::Response>},
    {"task-show", "A task with its checker", describe<ShowTask::Response>},
    {"moved", "Tasks that were moved, and those that were refused", describe<MoveAnswer>},
    {"answered", "A task whose question was answered", describe<AnswerTask::Response>},
    {"log", "A mission's checkpoints", describe<ShowLog::Response>},
    {"status", "What goes on, and what needs a person", describe<ShowStatus::Response>},
    {"board", "Missions with all their tasks", describe<ShowBoard::Response>},
    {"init", "What assay init found", describe<Init::Response>},
    {"doctor", "Whether what is needed is there and well", describe<Doctor::Response>},
    {"settings", "The settings in effect", describe<ShowConfig::Response>},
    {"worktree", "A work tree that Assay keeps", describe<WorktreeDocument>},
    {"worktree-list", "The work trees that Assay keeps", describe<ListWorktrees::Response>},
    {"worktree-prune", "Work trees that were removed, and those that stay", describe<PruneWorktrees::Response>},
    {"attestations", "What is attested of a landed commit", describe<AttestationsDocument>},
    {"landing", "What landing a mission came to", describe<LandDocument>},
    {"reverted", "A mission that undoes another", describe<RevertMission::Response>},
    {"queue", "The queue of missions that are to land", describe<QueueDocument>},
    {"queue-run", "What a run of the queue came to", describe<QueueReportDocument>},
    {"story", "A mission seen through the ship gate", describe<StoryDocument>},
    {"story-list", "Stories, newest first", describe<ListStories::Response>},
    {"story-show", "A story with its tasks", describe<ShowStory::Response>},
    {"shipped", "A story that is being shipped, or was", describe<Ship::Response>},
    {"notice-list", "What people were told", describe<ListNotices::Response>},
    {"delivered", "What was delivered, and what not", describe<DeliverAnswer>},
    {"notice-test", "Which receivers took a test", describe<TestNotice::Response>},
    {"error", "Why there is no answer", describe<ErrorDocument>},
};

}  // namespace

std::span<const Operation> operations() { return k_operations; }

const Operation* find_operation(std::string_view name) {
  for (const auto& operation : k_operations) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

std::span<const NamedSchema> document_schemas() { return k_documents; }

const ErrorKind& kind_of(Code code) {
  for (const auto& kind : k_errors) {
    if (kind.code == code) return kind;
  }
  return k_errors[std::size(k_errors) - 1];
}

namespace {
struct ErrorBody {
  std::string code;
  std::string message;
  void fields(Fields& f) {
    f.field(item("code"), code);
    f.field(item("message", "what was wrong, where, and what to do"), message);
  }
};
}  // namespace

void ErrorDocument::fields(Fields& f) {
  ErrorBody body{code, message};
  f.field(item("error"), body);
}

json::value error_document(const Error& error) {
  ErrorDocument document{std::string(kind_of(error.code).name), error.message};
  return encode(document);
}

}  // namespace assay::ops
