#include "engine/verify/integration.h"

#include <map>
#include <set>

#include "base/text.h"
#include "engine/run/text_sum.h"
#include "git/refs/refs.h"

namespace assay::engine {

namespace {

// Everything that is asked of refs, in one call of git.
Result<std::map<std::string, std::string>> tips_of(const git::Repository& repository, const model::Mission& mission,
                                                   const std::string& kept) {
  TRY_ASSIGN(const auto listing, repository.run({"for-each-ref", "--format=%(refname) %(objectname)",
                                                 cat("refs/heads/", mission.target_branch),
                                                 cat("refs/heads/assay/", mission.id.text), kept}));
  std::map<std::string, std::string> out;
  for (const auto line : split_lines(listing)) {
    const auto space = line.rfind(' ');
    if (space != std::string_view::npos) out.emplace(line.substr(0, space), line.substr(space + 1));
  }
  return out;
}

model::MergeConflict conflict_of(const git::Conflict& conflict) {
  model::MergeConflict out;
  out.path = to_utf8(conflict.path);
  out.message = to_utf8(conflict.message);
  out.task = model::TaskId(conflict.branch);
  for (const auto& other : conflict.against) out.against.emplace_back(other);
  out.hunks = to_utf8(conflict.hunks);
  return out;
}

Error no_work(const model::Mission& mission, const std::vector<model::Task>& tasks) {
  const std::string example = tasks.empty() ? std::string("<task>") : tasks.front().id.text;
  return not_found(cat("no work to verify: no task of ", mission.id.text, " has a branch; work is expected on ",
                       branch_of(mission.id, model::TaskId(example)), " (assay worktree add ", example,
                       "), or name a branch with --branch"));
}

}  // namespace

std::string branch_of(const model::MissionId& mission, const model::TaskId& task) {
  return cat("assay/", mission.text, "/", task.text);
}

std::vector<const model::Task*> in_dependency_order(const std::vector<model::Task>& tasks) {
  std::map<std::string, size_t> index;
  for (size_t i = 0; i < tasks.size(); ++i) index.emplace(tasks[i].id.text, i);
  std::vector<size_t> waits_for(tasks.size(), 0);
  std::vector<std::vector<size_t>> followers(tasks.size());
  const auto wait = [&](size_t task, const model::TaskId& first) {
    const auto found = index.find(first.text);
    if (found == index.end()) return;
    followers[found->second].push_back(task);
    ++waits_for[task];
  };
  for (size_t i = 0; i < tasks.size(); ++i) {
    for (const auto& id : tasks[i].depends_on) wait(i, id);
    if (const auto parent = index.find(tasks[i].parent.text); parent != index.end()) wait(parent->second, tasks[i].id);
  }
  std::set<size_t> free;  // the earliest first
  for (size_t i = 0; i < tasks.size(); ++i) {
    if (waits_for[i] == 0) free.insert(i);
  }
  std::vector<const model::Task*> out;
  while (!free.empty()) {
    const size_t next = *free.begin();
    free.erase(free.begin());
    out.push_back(&tasks[next]);
    for (const size_t follower : followers[next]) {
      if (--waits_for[follower] == 0) free.insert(follower);
    }
  }
  return out;
}

Result<Work> find_work(const git::Repository& repository, const model::Mission& mission,
                       const std::vector<model::Task>& tasks, const std::vector<std::string>& extra) {
  Work out;
  TRY_ASSIGN(const auto kept, git::integration_ref(mission.id.text));
  TRY_ASSIGN(auto tips, tips_of(repository, mission, kept));
  out.kept = tips[kept];
  out.target_commit = tips[cat("refs/heads/", mission.target_branch)];
  if (out.target_commit.empty()) {  // says what is wrong with it
    TRY_ASSIGN(out.target_commit, repository.commit_of(cat("refs/heads/", mission.target_branch)));
  }
  for (const auto* task : in_dependency_order(tasks)) {
    const auto tip = tips.find(cat("refs/heads/", branch_of(mission.id, task->id)));
    if (task->state != model::TaskState::completed || tip == tips.end()) continue;
    out.branches.push_back({task->id.text, tip->second, cat("Merge ", task->id.text, ": ", excerpt(task->name, 60))});
  }
  for (const auto& name : extra) {
    TRY_ASSIGN(auto commit, repository.commit_of(name));
    out.branches.push_back({name, std::move(commit), cat("Merge ", name)});
  }
  if (out.branches.empty()) return no_work(mission, tasks);
  return out;
}

std::string sum_of(const Work& work) {
  TextSum sum;
  for (const auto& branch : work.branches) {
    sum.add(branch.name);
    sum.add(branch.commit);
  }
  return sum.digest();
}

Result<Integration> integrate(const git::Repository& repository, const model::Mission& mission, const Work& work) {
  Integration out;
  out.target_commit = work.target_commit;
  out.branches = work.branches.size();
  TRY_ASSIGN(const auto merged,
             git::merge_branches(repository, out.target_commit, work.branches, mission.created_at.ms / 1000));
  for (const auto& conflict : merged.conflicts) out.conflicts.push_back(conflict_of(conflict));
  if (!merged.commit) return out;
  out.commit = merged.commit->id;
  out.tree = merged.commit->tree;
  TRY_ASSIGN(const auto ref, git::integration_ref(mission.id.text));
  TRY(git::keep(repository, ref, out.commit));
  return out;
}

}  // namespace assay::engine
