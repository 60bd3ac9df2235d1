// The documents that operations answer with, over the model's own types. Missions, packs, checks
// and checkpoints are written in camelCase, tasks in snake_case: each as the systems that first
// spoke of them do (docs/formats/mission.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/mission.h"
#include "model/round.h"
#include "model/run.h"
#include "model/task.h"
#include "model/verification.h"
#include "ops/fields.h"

namespace assay::ops {

struct CheckAnswerDocument {
  model::CheckAnswer answer;
  void fields(Fields& f);
};

struct RemovedCheckDocument {
  model::RemovedCheck removed;
  void fields(Fields& f);
};

struct CheckDocument {
  model::AcceptanceCheck check;
  std::optional<CheckAnswerDocument> answer = {};
  void fields(Fields& f);
};

// What tests prove of one success criterion of a task.
struct CriterionProofDocument {
  model::CriterionProof criterion;
  void fields(Fields& f);
};

struct PackDocument {
  model::AcceptancePack pack;
  void fields(Fields& f);
};

struct TaskDocument {
  model::Task task;
  std::optional<model::TaskState> checker = {};  // of a ready task: how its latest checker stands, where that was asked
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const TaskDocument& answer, const Terminal& terminal);

struct QuestionDocument {
  model::Question question;
  void fields(Fields& f);
};

// A run of an agent on a task; `number` counts them from 1.
struct RunDocument {
  std::uint64_t number = 0;
  model::Run run;
  void fields(Fields& f);
};

struct CheckpointDocument {
  model::Checkpoint checkpoint;
  void fields(Fields& f);
};

struct PolicyDocument {
  model::Policy policy;
  void fields(Fields& f);
};

// Work tasks at each state.
struct CountsDocument {
  model::TaskCounts counts;
  void fields(Fields& f);
};

// A mission as lists show it.
struct MissionRow {
  model::Mission mission;
  void fields(Fields& f);
};

// What of a mission changes while work goes on, beside its tasks.
struct MissionStateDocument {
  model::Mission mission;
  void fields(Fields& f);
};

// A mission with all that belongs to it but its tasks.
struct MissionDocument {
  model::Mission mission;
  std::vector<model::TaskId> active_tasks;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const MissionDocument& answer, const Terminal& terminal);

}  // namespace assay::ops
