#include "ops/work/queue.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/land/revert.h"
#include "ops/operation.h"
#include "ops/work/worktrees.h"
#include "store/missions.h"
#include "store/queue.h"

namespace assay::ops {

namespace {

struct LandedDocument {
  engine::QueueReport::Landed landed;
  void fields(Fields& f) {
    f.field(item("mission"), landed.mission.text);
    f.field(item("title"), landed.title);
    f.field(item("commit"), landed.commit);
  }
};

struct EvictedDocument {
  engine::QueueReport::Evicted evicted;
  void fields(Fields& f) {
    f.field(item("mission"), evicted.mission.text);
    f.field(item("title"), evicted.title);
    f.field(item("finding"), evicted.finding);
  }
};

Result<QueueDocument> document_of(const store::Store& store, std::uint32_t limit) {
  QueueDocument out;
  TRY_ASSIGN(auto waiting, store.queue().waiting());
  for (auto& entry : waiting) out.waiting.push_back({std::move(entry)});
  TRY_ASSIGN(auto left, store.queue().history(limit));
  for (auto& entry : left) out.left.push_back({std::move(entry)});
  TRY_ASSIGN(auto runs, store.queue().runs(limit));
  for (auto& run : runs) out.runs.push_back({std::move(run)});
  return out;
}

constexpr std::uint32_t k_entries_shown = 20;

}  // namespace

void QueueEntryDocument::fields(Fields& f) {
  f.field(item("mission"), entry.mission.text);
  f.field(item("title"), entry.title);
  f.field(item("targetBranch"), entry.target_branch);
  f.field(item("state"), entry.state);
  f.field(item("finding", "why it was evicted or removed"), entry.finding);
  f.field(item("addedBy"), entry.actor);
  f.field(item("addedAt"), entry.added_at);
  f.field(item("finishedAt"), entry.finished_at);
}

void QueueRunDocument::fields(Fields& f) {
  std::vector<std::string> missions;
  for (const auto& mission : run.missions) missions.push_back(mission.text);
  f.field(item("missions", "verified together, in order"), missions);
  f.field(item("targetBranch"), run.target_branch);
  f.field(item("targetCommit"), run.target_commit);
  f.field(item("commit", "all of them merged"), run.commit);
  f.field(item("outcome", "of the verification; empty while it runs or when it was interrupted"), run.outcome);
  f.field(item("reason"), run.reason);
  f.field(item("evidence", "digest of its report"), run.report);
  f.field(item("startedAt"), run.started_at);
  f.field(item("finishedAt"), run.finished_at);
}

void QueueDocument::fields(Fields& f) {
  f.field(item("waiting", "in the order in which they land"), waiting);
  f.field(item("left", "landed, evicted and removed, newest first"), left);
  f.field(item("runs", "full verifications, newest first"), runs);
}

void QueueReportDocument::fields(Fields& f) {
  std::vector<LandedDocument> landed;
  for (const auto& each : report.landed) landed.push_back({each});
  std::vector<EvictedDocument> evicted;
  for (const auto& each : report.evicted) evicted.push_back({each});
  f.field(item("landed"), landed);
  f.field(item("evicted"), evicted);
  f.field(item("waiting", "missions still in the queue"), report.waiting);
  f.field(item("verifications", "full runs"), report.verifications);
  f.field(item("stopped", "why it did not come to its end; empty when it did"), report.stopped);
  f.field(item("next", "what to do then"), report.next);
  f.field(item("notes"), report.notes);
}

void ListQueue::Request::fields(Fields& f) {
  f.field(limit_to(store::k_largest_page, "how many of those that left (default: 20)"), limit);
}

Result<QueueDocument> ListQueue::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  return document_of(*store, request.limit);
}

void AddToQueue::Request::fields(Fields& f) {
  f.field({.name = "missions",
           .help = "Mission ids or unique prefixes, in the order in which they are to land",
           .need = Need::required,
           .place = Place::words,
           .completes = Completes::mission},
          missions);
}

Result<QueueDocument> AddToQueue::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  if (request.missions.empty()) return invalid_input("name the missions to line up (missions)");
  std::vector<model::MissionId> ids;
  for (const auto& name : request.missions) {
    TRY_ASSIGN(const auto id, store->missions().resolve(name));
    TRY_ASSIGN(const auto mission, store->missions().find(id));
    TRY_ASSIGN(const auto* repository, context.repository());
    TRY(engine::may_be_queued(*repository, mission));
    ids.push_back(id);
  }
  TRY(store->change(who).queue().add(ids));
  return document_of(*store, k_entries_shown);
}

void RemoveFromQueue::Request::fields(Fields& f) {
  f.field(word("mission", "Mission id or unique prefix", Completes::mission), mission);
  f.field(flag("reason", "why, for the record", "TEXT"), reason);
}

Result<QueueDocument> RemoveFromQueue::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  TRY(store->change(who).queue().remove(id, request.reason));
  return document_of(*store, k_entries_shown);
}

Result<QueueReportDocument> run_queue_watched(Context& context, const QueueWatch& watch) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(auto report,
             engine::run_queue({*repository, home->folder, *store, context.clock(), watch.verify, watch.land},
                               watch.queue, who));
  retire_ended(context);
  return QueueReportDocument{std::move(report)};
}

Result<QueueReportDocument> RunQueue::run(Context& context, const Request&) {
  engine::VerifyEvents verify;
  engine::LandEvents land;
  engine::QueueEvents queue;
  return run_queue_watched(context, {verify, land, queue});
}

void RevertMission::Request::fields(Fields& f) {
  f.field(optional_word("mission", "Mission id or unique prefix; the latest when it is left out", Completes::mission),
          mission);
  f.field(flag("reason", "why, for the record", "TEXT"), reason);
}

void RevertMission::Response::fields(Fields& f) {
  f.field(item("mission", "the new one"), mission);
  f.field(item("title"), title);
  f.field(item("reverts", "the one that is undone"), reverts);
  f.field(item("task"), task);
  f.field(item("branch"), branch);
  f.field(item("commit", "the commit that undoes it"), commit);
  f.field(item("targetBranch"), target);
}

Result<RevertMission::Response> RevertMission::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* repository, context.repository());
  engine::RevertRequest asked;
  TRY_ASSIGN(asked.mission, store->missions().resolve(request.mission));
  TRY_ASSIGN(asked.actor, context.actor());
  asked.reason = request.reason;
  TRY_ASSIGN(const auto made, engine::revert(*repository, *store, context.clock(), asked));
  return Response{made.mission.text, made.title,  asked.mission.text, made.task.text,
                  made.branch,       made.commit, made.target_branch};
}

std::string present(const QueueDocument& answer, const Terminal& terminal) {
  std::string out;
  if (answer.waiting.empty()) {
    out = "Nothing waits. `assay queue add MISSION...` lines up what is ready to land.\n";
  } else {
    Table table({{"#"}, {"MISSION"}, {"TARGET", Table::Kind::may_go}, {"TITLE", Table::Kind::wide}});
    size_t n = 0;
    for (const auto& [entry] : answer.waiting) {
      table.add({{cat(++n)}, {entry.mission.text}, {entry.target_branch}, {entry.title}});
    }
    out = table.text(terminal);
  }
  if (!answer.left.empty()) {
    Table table({{"LEFT"}, {"MISSION"}, {"WHY", Table::Kind::wide}});
    for (const auto& [entry] : answer.left) {
      const auto colour = entry.state == model::QueueState::landed ? Colour::green : Colour::yellow;
      table.add({{std::string(name(entry.state)), colour},
                 {entry.mission.text},
                 {entry.finding.empty() ? entry.title : entry.finding}});
    }
    out += cat("\n", table.text(terminal));
  }
  if (!answer.runs.empty()) {
    const auto& latest = answer.runs.front().run;
    out += cat("\nLatest verification: ", plural(latest.missions.size(), "mission"), " together, ",
               latest.outcome.empty() ? std::string("under way or interrupted") : latest.outcome, "\n");
  }
  return out;
}

std::string present(const QueueReportDocument& answer, const Terminal& terminal) {
  const auto& report = answer.report;
  std::string out =
      cat(terminal.paint(Colour::bold, cat(report.landed.size(), " landed, ", report.evicted.size(), " evicted")), ", ",
          report.waiting, " waiting; ", plural(report.verifications, "full verification"), "\n");
  for (const auto& each : report.landed) {
    out += cat("  ", terminal.paint(Colour::green, "✔"), " ", each.mission.text, "  ", printable(each.title), "\n");
  }
  for (const auto& each : report.evicted) {
    out += cat("  ", terminal.paint(Colour::red, "✘"), " ", each.mission.text, "  ", printable(each.title), "\n");
    out += terminal.paragraph(each.finding, "      ");
  }
  for (const auto& note : report.notes) out += terminal.paragraph(note, "  ! ");
  if (!report.stopped.empty()) {
    out += cat("\n", terminal.paint(Colour::red, "stopped"), "\n", terminal.paragraph(report.stopped, "  "));
    out += cat("\nNext: ", printable(report.next), "\n");
  }
  return out;
}

std::string present(const RevertMission::Response& answer, const Terminal& terminal) {
  return cat("Mission  ", terminal.paint(Colour::bold, answer.mission), "  ", printable(answer.title), "\ncommit   ",
             answer.commit, "\nbranch   ", printable(answer.branch), "\n\nNext: assay verify ", answer.mission,
             ", then assay land ", answer.mission, "\n");
}

constinit const NamedSchema RevertMission::Response::k_schema =
    named_schema<RevertMission::Response>("reverted", "A mission that undoes another");
constinit const NamedSchema QueueDocument::k_schema =
    named_schema<QueueDocument>("queue", "The queue of missions that are to land");
constinit const NamedSchema QueueReportDocument::k_schema =
    named_schema<QueueReportDocument>("queue-run", "What a run of the queue came to");

constinit const Operation k_revert_operation = changes<RevertMission>(
    {"revert", "make a mission that undoes what another one landed",
     "Its work is a commit that takes back what landed, on top of what the target is now. It is "
     "verified and landed\n"
     "as any other: `assay verify`, `assay land`.",
     "  {} revert k3f7 --reason \"it broke the export\"\n", "POST", "/api/missions/{mission}/revert"});
constinit const Operation k_queue_list_operation =
    reads<ListQueue>({"queue.list", "show which missions wait to land, who left the queue, and what was run", "",
                      "  {} queue list\n", "GET", "/api/queue"});
constinit const Operation k_queue_add_operation = changes<AddToQueue>(
    {"queue.add", "line up missions that are ready to land", "", "  {} queue add k3f7 m2qa\n", "POST", "/api/queue"});
constinit const Operation k_queue_remove_operation =
    changes<RemoveFromQueue>({"queue.remove", "take a mission out of the queue", "", "  {} queue remove k3f7\n",
                              "DELETE", "/api/queue/{mission}"});
constinit const Operation k_queue_run_operation = waits<RunQueue>(
    {"queue.run", "land what is in the queue, in order",
     "Missions are verified together in batches, each on top of those before it. When a batch fails, halving "
     "finds\n"
     "the one that does not hold; it is evicted with its finding and the others go on. See docs/landing.md.\n\n"
     "Exit status: 0 all landed, 1 some were evicted, 2 it could not go on.",
     "  {} queue run\n", "POST", "/api/queue/run"});

}  // namespace assay::ops
