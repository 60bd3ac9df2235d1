// What a task or a mission changes, as a person reads it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/check/change_view.h"
#include "model/ids.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

// The two commits that a change lies between (full ids).
struct ChangeEnds {
  std::string from;
  std::string to;
};
// Of a task: from where its branch began to the tip of it. Error not_found: there is no work yet.
Result<ChangeEnds> ends_of_task(Context& context, const model::TaskId& id);
// Of a mission: from what its work was merged onto to the verified commit. Error not_found: it was not put together
// yet.
Result<ChangeEnds> ends_of_mission(Context& context, const model::MissionId& id);

struct ChangedFileDocument {
  engine::ChangedFile file;
  void fields(Fields& f);
};

struct ChangeDocument {
  std::string mission;
  std::string task;  // empty: of the whole mission
  std::string from;
  std::string to;
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::vector<ChangedFileDocument> files;
  std::string patch;
  bool truncated = false;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const ChangeDocument& answer, const Terminal& terminal);

// The work on a task's branch, measured from where it began.
struct DiffTask {
  struct Request {
    std::string task;
    void fields(Fields& f) { f.field(word("task", "Task id or unique prefix", Completes::task), task); }
  };
  using Response = ChangeDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// What would land: the verified commit beside what it was merged onto.
struct DiffMission {
  struct Request {
    std::string mission;
    void fields(Fields& f) {
      f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
    }
  };
  using Response = ChangeDocument;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_mission_diff_operation;
extern const Operation k_task_diff_operation;

}  // namespace assay::ops
