// The critic on a task's candidate: Assay looks at the tree itself, runs what evidence asks for in the
// sandbox, holds the change against the task's files and the locked decisions, and lets an agent judge
// only what nothing else can. docs/critic.md.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "git/snapshot.h"
#include "model/critic.h"
#include "model/decision.h"
#include "model/task.h"

namespace assay::engine {

// A subtask, whose work is in the candidate: nobody else looks at it.
struct CandidatePart {
  std::string name;
  std::string commit;  // the tip of its branch
  std::string base;    // what its own work is compared with
  std::vector<std::string> files_modified;
};

struct Candidate {
  std::string commit;  // full ids
  std::string tree;
  std::string base;  // what the work is compared with
  std::vector<CandidatePart> parts = {};
};

// What a critic that reads said, as text with a report in it. `timed_out`: it was ended; the text is what
// it had by then. `problem`: it could not be asked or ended badly.
struct CriticReply {
  std::string text;
  bool timed_out = false;
  std::string problem;
};
using AskCritic = std::function<Result<CriticReply>(const std::string& prompt)>;

struct ExamineRequest {
  AskCritic ask;  // empty: nobody judges what only a reader can, and it is missing
  // A task may have success criteria or not: a checker holds it to its acceptance criteria. `finding`
  // makes their absence a finding, as a plan that is handed over for criticism must have them.
  enum class WithoutCriteria { cross_cutting_only, finding };
  WithoutCriteria without_criteria = WithoutCriteria::cross_cutting_only;
  std::string plan_file;                         // what that finding points at; may be empty
  std::vector<model::CriticReport> reports;      // of critics that looked already; held to the candidate like any other
  std::vector<model::LockedDecision> decisions;  // besides those of the base
  std::vector<std::string> test_commands;        // what tells of tests, besides the commands of the mission's pack
  std::chrono::milliseconds server_timeout{30'000};  // until a started server answers
};

// Merged and routed, of the task's round, bound to the candidate's tree. Not yet looked at for being
// stuck: see rounds.h. Error conflict: the candidate's tree is not its commit's, or a report that
// was given is of something else. Error unavailable: cancelled.
Result<model::CriticReport> examine_task(const WorkContext& context, const model::Task& task,
                                         const Candidate& candidate, const ExamineRequest& request);

// Locked decisions of a tree: .assay/decisions.toml when it is tracked, else assay.decisions.toml.
Result<std::vector<model::LockedDecision>> read_decisions(const git::Tree& base);

}  // namespace assay::engine
