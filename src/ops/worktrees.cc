#include "ops/worktrees.h"

#include <algorithm>

#include "base/text.h"
#include "engine/critic_place.h"
#include "engine/task_place.h"
#include "git/salvage.h"

namespace assay::ops {

namespace {

// Work tree names begin with the mission's id, branches hold it: "assay/<mission>/<task>".
std::string mission_of(const git::WorktreePlace& place) {
  if (place.kind == git::WorktreeKind::integration) return place.name.substr(0, place.name.find('.'));
  const auto parts = split(place.branch, '/');
  return parts.size() == 3 ? std::string(parts[1]) : std::string();
}

// Why a work tree has to stay; nothing when its work has landed or it holds none of its own.
std::optional<std::string> reason_to_keep(store::Store& store, const git::WorktreeStatus& status) {
  if (!status.nested.empty()) return cat("a repository was made inside: ", status.nested.front());
  if (mission_of(status.place) == engine::k_no_mission) return std::nullopt;  // a copy that a critic looked at
  const auto mission = store.mission(model::MissionId(mission_of(status.place)));
  if (!mission) return "its mission is not in the store";
  if (mission->facts.landed || mission->facts.closed) return std::nullopt;
  return cat("mission ", mission->id.text, " has not landed (", name(mission->status), ")");
}

Result<WorktreeDocument> document_of(store::Store& store, const git::WorktreeStatus& status) {
  WorktreeDocument out;
  out.name = status.place.name;
  out.kind = status.place.kind == git::WorktreeKind::task ? "task" : "integration";
  out.path = status.place.path;
  out.branch = status.place.branch;
  out.commit = status.head;
  out.present = status.is_there;
  out.uncommitted = status.uncommitted.size();
  out.keeps = reason_to_keep(store, status);
  return out;
}

Result<git::WorktreeStatus> find_status(const git::Repository& repository, std::string_view path) {
  TRY_ASSIGN(auto all, git::list_worktrees(repository));
  for (auto& status : all) {
    if (status.place.path == path) return std::move(status);
  }
  return internal(cat("the work tree at ", path, " is not among Assay's"));
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
  f.field(item("uncommitted", "paths that differ from the commit"), uncommitted);
  f.field(item("keeps", "why prune leaves it alone"), keeps);
}

void PruneWorktrees::Request::fields(Fields& f) {
  f.field({.name = "names", .help = "Names of work trees; all when none is given", .place = Place::words}, names);
  f.field(flag("dry_run", "only say what would go"), dry_run);
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

Result<AddWorktree::Response> AddWorktree::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto id, store->resolve_task(request.task));
  TRY_ASSIGN(const auto task, store->task(id));
  if (task.mission.empty()) return invalid_input(cat(id.text, " belongs to no mission; it has no branch of its own"));
  TRY_ASSIGN(const auto mission, store->mission(task.mission));
  TRY_ASSIGN(const auto worktree, engine::open_worktree(*repository, *store, home->folder, mission, task));
  TRY_ASSIGN(const auto status, find_status(*repository, worktree.path()));
  return document_of(*store, status);
}

Result<ListWorktrees::Response> ListWorktrees::run(Context& context, const Request&) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto all, git::list_worktrees(*repository));
  Response out;
  for (const auto& status : all) {
    TRY_ASSIGN(auto document, document_of(*store, status));
    out.worktrees.push_back(std::move(document));
  }
  return out;
}

Result<PruneWorktrees::Response> PruneWorktrees::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto all, git::list_worktrees(*repository));
  for (const auto& name : request.names) {
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const auto& status) { return status.place.name == name; });
    if (!known) return not_found(cat("there is no work tree ", excerpt(name, 80), "; see assay worktree list"));
  }
  Response out;
  out.dry_run = request.dry_run;
  for (const auto& status : all) {
    if (!is_asked_for(request, status.place)) continue;
    if (const auto why = reason_to_keep(*store, status)) {
      out.kept.push_back({status.place.name, *why});
      continue;
    }
    if (request.dry_run) {
      out.pruned.push_back({status.place.name, std::nullopt});
      continue;
    }
    TRY_ASSIGN(auto pruned, git::prune(*repository, status.place.name, context.clock().now().ms / 1000));
    out.pruned.push_back({std::move(pruned.name), std::move(pruned.salvage_ref)});
  }
  return out;
}

}  // namespace assay::ops
