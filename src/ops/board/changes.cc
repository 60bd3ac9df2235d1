#include "ops/board/changes.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/integration.h"
#include "git/worktrees/worktree_place.h"
#include "ops/operation.h"
#include "store/missions.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::ops {

namespace {

// A person reads no more than this; the rest is `git diff`'s.
constexpr std::uint64_t k_longest_patch = std::uint64_t{16} << 20;

Result<ChangeDocument> document_of(Context& context, const ChangeEnds& ends, const std::vector<std::string>& scope) {
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto view, engine::view_change(*repository, ends.from, ends.to, scope, k_longest_patch));
  ChangeDocument out;
  out.from = ends.from;
  out.to = ends.to;
  out.added = view.added;
  out.removed = view.removed;
  for (auto& file : view.files) out.files.push_back({std::move(file)});
  out.patch = std::move(view.patch);
  out.truncated = view.truncated;
  return out;
}

// What a task's work is compared with: as its work tree has it, else where its branch left the mission's base.
Result<std::string> beginning_of(const git::Repository& repository, const model::Mission& mission,
                                 const std::string& branch, const std::string& tip) {
  for (const auto& place : git::list_places(repository)) {
    if (place.branch == branch && !place.base.empty()) return place.compared_with();
  }
  return repository.run({"merge-base", mission.base_commit, tip});
}

}  // namespace

void ChangedFileDocument::fields(Fields& f) {
  f.field(item("path"), file.path);
  f.field(item("oldPath", "where it was before a rename; else empty"), file.old_path);
  f.field(item("status", "modified, added, deleted, renamed, copied, mode_only"), file.status);
  f.field(item("role", "what the file is for: source, test, docs, …"), file.role);
  f.field(item("added"), file.added);
  f.field(item("removed"), file.removed);
  f.field(item("binary"), file.binary);
  f.field(item("inScope", "the task may touch it, or is not limited"), file.in_scope);
}

void ChangeDocument::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("taskId", "empty: of the whole mission"), task);
  f.field(item("from", "the commit it is measured from"), from);
  f.field(item("to"), to);
  f.field(item("added"), added);
  f.field(item("removed"), removed);
  f.field(item("files"), files);
  f.field(item("patch", "as git writes it, at most 16 MiB"), patch);
  f.field(item("truncated", "the patch goes on"), truncated);
}

Result<ChangeEnds> ends_of_task(Context& context, const model::TaskId& id) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto task, store->tasks().find(id));
  if (task.mission.empty()) return not_found(cat(id.text, " has no branch of its own"));
  TRY_ASSIGN(const auto mission, store->missions().find(task.mission));
  const auto branch = engine::branch_of(mission.id, id);
  TRY_ASSIGN(const auto tip, repository->find_commit(cat("refs/heads/", branch)));
  if (!tip) return not_found(cat("there is no work of ", id.text, " yet: no branch ", branch));
  TRY_ASSIGN(auto from, beginning_of(*repository, mission, branch, *tip));
  return ChangeEnds{std::move(from), *tip};
}

Result<ChangeEnds> ends_of_mission(Context& context, const model::MissionId& id) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto latest, store->verifications().latest(id));
  if (!latest || latest->commit.empty()) {
    return not_found(cat("the work of ", id.text, " was not put together yet; `assay verify` does that"));
  }
  return ChangeEnds{latest->target_commit, latest->commit};
}

Result<DiffTask::Response> DiffTask::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->tasks().resolve(request.task));
  TRY_ASSIGN(const auto ends, ends_of_task(context, id));
  TRY_ASSIGN(const auto task, store->tasks().find(id));
  TRY_ASSIGN(auto out, document_of(context, ends, task.files_modified));
  out.mission = task.mission.text;
  out.task = id.text;
  return out;
}

Result<DiffMission::Response> DiffMission::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  TRY_ASSIGN(const auto ends, ends_of_mission(context, id));
  TRY_ASSIGN(auto out, document_of(context, ends, {}));
  out.mission = id.text;
  return out;
}

std::string present(const ChangeDocument& answer, const Terminal& terminal) {
  using Kind = Table::Kind;
  std::string out = cat(answer.from.substr(0, 10), "..", answer.to.substr(0, 10), "  ",
                        plural(answer.files.size(), "file"), ", +", answer.added, " -", answer.removed, "\n");
  Table table({{"FILE", Kind::wide}, {"ROLE"}, {"+"}, {"-"}, {"SCOPE"}});
  for (const auto& document : answer.files) {
    const auto& file = document.file;
    table.add({{file.path},
               {file.role},
               {cat(file.added)},
               {cat(file.removed)},
               {file.in_scope ? "" : "outside", Colour::yellow}});
  }
  out += table.text(terminal);
  for (const auto line : split(answer.patch, '\n')) {
    const auto colour = line.starts_with('+') ? Colour::green : line.starts_with('-') ? Colour::red : Colour::plain;
    out += cat(terminal.paint(colour, printable(line)), "\n");
  }
  if (answer.truncated) out += terminal.paint(Colour::dim, "The patch goes on; git diff shows all of it.") + "\n";
  return out;
}

constinit const NamedSchema ChangeDocument::k_schema =
    named_schema<ChangeDocument>("diff", "What a task or a mission changes");

constinit const Operation k_mission_diff_operation =
    reads<DiffMission>({"mission.diff", "show what would land: the verified work beside its target", "",
                        "  {} mission diff k3f7\n", "GET", "/api/missions/{mission}/diff"});
constinit const Operation k_task_diff_operation =
    reads<DiffTask>({"task.diff", "show what a task's branch changes, from where it began", "",
                     "  {} task diff k3f7\n  {} task diff k3f7 --json\n", "GET", "/api/tasks/{task}/diff"});

}  // namespace assay::ops
