#include "ops/work/worktrees.h"

#include <algorithm>
#include <chrono>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/work/retire.h"
#include "engine/work/task_place.h"
#include "engine/worktree_folder.h"
#include "git/worktrees/removed.h"
#include "git/worktrees/salvage.h"
#include "ops/operation.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::ops {

namespace {

WorktreeDocument document_of(engine::WorktreeRetention& fates, const git::WorktreeStatus& status, git::Look look) {
  WorktreeDocument out;
  out.name = status.place.name;
  out.kind = status.place.kind == git::WorktreeKind::task ? "task" : "integration";
  out.path = status.place.path;
  out.branch = status.place.branch;
  out.commit = status.head;
  out.present = status.is_there;
  if (look == git::Look::closely && status.is_there) out.uncommitted = status.uncommitted.size();
  if (!status.problem.empty()) out.problem = status.problem;
  out.keeps = fates.of(status.place).stays;
  if (!status.nested.empty()) out.keeps = cat("a repository was made inside: ", status.nested.front());
  return out;
}

bool is_asked_for(const PruneWorktrees::Request& request, const git::WorktreePlace& place) {
  if (request.names.empty()) return true;
  return std::find(request.names.begin(), request.names.end(), place.name) != request.names.end();
}

}  // namespace

void WorktreeDocument::fields(Fields& f) {
  f.field(item("name"), name);
  f.field(item("kind"), kind);
  f.field(item("path"), path);
  f.field(item("branch"), branch);
  f.field(item("commit"), commit);
  f.field(item("present", "the folder is there"), present);
  f.field(item("uncommitted", "paths that differ from the commit; only when it was asked for"), uncommitted);
  f.field(item("problem", "what keeps it from being looked at or removed, and what to do"), problem);
  f.field(item("keeps", "why prune leaves it alone"), keeps);
}

void PruneWorktrees::Request::fields(Fields& f) {
  f.field({.name = "names", .help = "Names of work trees; all when none is given", .place = Place::words}, names);
  f.field({.name = "dryRun", .help = "only say what would go", .was = "dry_run"}, dry_run);
}

void PruneWorktrees::Pruned::fields(Fields& f) {
  f.field(item("name"), name);
  f.field(item("salvage", "the ref that keeps what was in no branch"), salvage);
}

void PruneWorktrees::Kept::fields(Fields& f) {
  f.field(item("name"), name);
  f.field(item("why"), why);
}

void PruneWorktrees::Response::fields(Fields& f) {
  f.field(item("dryRun"), dry_run);
  f.field(item("pruned"), pruned);
  f.field(item("kept"), kept);
}

void retire_ended(Context& context) {
  const auto store = context.store();
  const auto home = context.home();
  const auto repository = context.repository();
  if (store && home && repository) {
    engine::retire_worktrees(**repository, (*home)->folder, **store, context.clock());
  }
}

Result<AddWorktree::Response> AddWorktree::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto id, store->tasks().resolve(request.task));
  TRY_ASSIGN(const auto task, store->tasks().find(id));
  if (task.mission.empty()) return invalid_input(cat(id.text, " belongs to no mission; it has no branch of its own"));
  TRY_ASSIGN(const auto mission, store->missions().find(task.mission));
  retire_ended(context);
  if (mission.facts.landed || mission.facts.closed) {
    return conflict(cat("mission ", mission.id.text,
                        " has ended, and its work trees are gone; look at its branch with git ",
                        "worktree add <folder> ", engine::branch_of(mission.id, task.id)));
  }
  TRY_ASSIGN(const auto worktree, engine::open_worktree(*repository, *store, mission, task));
  TRY_ASSIGN(const auto status, git::status_of(*repository, engine::task_worktree_name(mission.id.text, task.id.text)));
  engine::WorktreeRetention fates(*store, home->folder);
  return document_of(fates, status, git::Look::closely);
}

Result<ListWorktrees::Response> ListWorktrees::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  const auto look = request.status ? git::Look::closely : git::Look::outside;
  TRY_ASSIGN(const auto all, git::list_worktrees(*repository, look));
  engine::WorktreeRetention fates(*store, home->folder);
  Response out;
  for (const auto& status : all) out.worktrees.push_back(document_of(fates, status, look));
  return out;
}

Result<PruneWorktrees::Response> PruneWorktrees::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto all, git::list_worktrees(*repository, git::Look::outside));
  for (const auto& name : request.names) {
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const auto& status) { return status.place.name == name; });
    if (!known) return not_found(cat("there is no work tree ", excerpt(name, 80), "; see assay worktree list"));
  }
  Response out;
  out.dry_run = request.dry_run;
  engine::WorktreeRetention fates(*store, home->folder);
  for (const auto& status : all) {
    if (!is_asked_for(request, status.place)) continue;
    const auto fate = fates.of(status.place);
    if (fate.stays || (!status.problem.empty() && status.place.path.empty())) {
      out.kept.push_back({status.place.name, fate.stays.value_or(status.problem)});
      continue;
    }
    if (request.dry_run) {
      out.pruned.push_back({status.place.name, std::nullopt});
      continue;
    }
    const auto unsaved = request.names.empty() ? fate.unsaved : git::Unsaved::salvage;
    auto pruned = git::prune(*repository, status.place.name, context.clock().now().ms / 1000, unsaved);
    if (pruned) {
      out.pruned.push_back({std::move(pruned->name), std::move(pruned->salvage_ref)});
    } else {
      out.kept.push_back({status.place.name, pruned.error().message});
    }
  }
  if (!request.dry_run) {
    for (const auto& folder : engine::aside_folders(*repository)) git::delete_set_aside(folder, std::chrono::hours(1));
  }
  return out;
}

std::string present(const WorktreeDocument& answer, const Terminal& terminal) {
  return cat("Work tree  ", terminal.paint(Colour::bold, printable(answer.path)), "\nbranch     ",
             printable(answer.branch), "\n\nNext: cd '", printable(answer.path),
             "', commit there, then assay task ready or complete\n");
}

std::string present(const ListWorktrees::Response& answer, const Terminal& terminal) {
  if (answer.worktrees.empty()) return "No work trees. `assay worktree add TASK` makes one for a task.\n";
  Table table({{"NAME"}, {"KIND", Table::Kind::may_go}, {"LEFT"}, {"PATH", Table::Kind::wide}});
  for (const auto& each : answer.worktrees) {
    Cell left{each.uncommitted ? "clean" : "present", Colour::dim};
    if (!each.present) left = {"gone", Colour::yellow};
    if (each.uncommitted.value_or(0) > 0) left = {plural(*each.uncommitted, "file"), Colour::yellow};
    if (each.problem) left = {"odd", Colour::red};
    table.add({{each.name}, {each.kind}, left, {each.path}});
  }
  std::string out = table.text(terminal);
  for (const auto& each : answer.worktrees) {
    if (each.problem) out += cat("\n", printable(each.name), ": ", printable(*each.problem), "\n");
  }
  return out;
}

std::string present(const PruneWorktrees::Response& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& each : answer.pruned) {
    out += cat(answer.dry_run ? "would go  " : "removed   ", printable(each.name),
               each.salvage ? cat("  (kept: ", printable(*each.salvage), ")") : std::string(), "\n");
  }
  for (const auto& each : answer.kept) {
    out += cat(terminal.paint(Colour::dim, cat("stays     ", printable(each.name), "  ", printable(each.why))), "\n");
  }
  return out.empty() ? std::string("No work trees.\n") : out;
}

constinit const NamedSchema WorktreeDocument::k_schema =
    named_schema<WorktreeDocument>("worktree", "A work tree that Assay keeps");
constinit const NamedSchema ListWorktrees::Response::k_schema =
    named_schema<ListWorktrees::Response>("worktree-list", "The work trees that Assay keeps");
constinit const NamedSchema PruneWorktrees::Response::k_schema =
    named_schema<PruneWorktrees::Response>("worktree-prune", "Work trees that were removed, and those that stay");

constinit const Operation k_worktree_add_operation = changes<AddWorktree>(
    {"worktree.add", "make a task's work tree, on its own branch",
     "The branch is assay/<mission>/<task>; it begins at the mission's base with the work that the\n"
     "task depends on. What is committed there is the task's work. One that is there is shown.",
     "  {} worktree add k3f7\n", "POST", "/api/tasks/{task}/worktree"});
constinit const Operation k_worktree_list_operation =
    reads<ListWorktrees>({"worktree.list", "list the work trees that Assay keeps",
                          "Read from records alone; --status looks into each, which starts git several times for it.",
                          "  {} worktree list\n  {} worktree list --status\n", "GET", "/api/worktrees"});
constinit const Operation k_worktree_prune_operation =
    changes<PruneWorktrees>({"worktree.prune", "remove work trees whose mission has ended",
                             "They go by themselves when a mission lands; this takes away what is left. What lies in "
                             "them and in no branch\n"
                             "is first kept under refs/assay/salvage/. Work that has not landed is never removed, and "
                             "of cancelled missions\n"
                             "only what a branch holds, unless the work tree is named.",
                             "  {} worktree prune --dry-run\n  {} worktree prune\n", "POST", "/api/worktrees/prune"});

}  // namespace assay::ops
