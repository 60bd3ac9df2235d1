// The combined work of a mission: the branches of its completed tasks, merged in memory onto the
// target in the order of their dependencies.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/merge.h"
#include "git/repository.h"
#include "model/mission.h"
#include "model/task.h"
#include "model/verification.h"

namespace assay::engine {

// What is merged, before it is.
struct Work {
  std::string target_commit;
  std::vector<git::MergeBranch> branches;  // in the order of merging
  std::string kept;                        // the result of the last integration that is kept; empty: none
};

struct Integration {
  std::string target_commit;  // what the work was merged onto
  std::string commit;         // the result; empty when there are conflicts
  std::string tree;
  std::vector<model::MergeConflict> conflicts;
  size_t branches = 0;  // how many held work
};

// The branch a task's work is on: "assay/<mission>/<task>".
std::string branch_of(const model::MissionId& mission, const model::TaskId& task);

// Tasks so that each stands behind what it depends on; otherwise in the order given.
std::vector<const model::Task*> in_dependency_order(const std::vector<model::Task>& tasks);

// `extra` are branches a person named as work of the mission. Error not_found when there is no work
// at all.
Result<Work> find_work(const git::Repository& repository, const model::Mission& mission,
                       const std::vector<model::Task>& tasks, const std::vector<std::string>& extra);

// A digest of the commits that are merged, whatever they are merged onto.
std::string sum_of(const Work& work);

// The result is kept under refs/assay/missions/<mission>/integration.
Result<Integration> integrate(const git::Repository& repository, const model::Mission& mission, const Work& work);

}  // namespace assay::engine
