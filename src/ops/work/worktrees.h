// Operations on the work trees that Assay keeps: those of tasks, where work is done, and those of
// missions, where it is verified.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct WorktreeDocument {
  std::string name;
  std::string kind;  // "task" or "integration"
  std::string path;
  std::string branch;  // of a task's; empty for the others
  std::string commit;
  bool present = false;                      // the folder is there
  std::optional<std::uint64_t> uncommitted;  // paths that differ from the commit; nothing: nobody looked
  std::optional<std::string> problem;        // what keeps it from being looked at or removed, and what to do
  std::optional<std::string> keeps;          // why prune leaves it alone; nothing: it may go
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const WorktreeDocument& answer, const Terminal& terminal);

// After a mission ended: its work trees go (engine/work/retire.h). Never a reason for the operation to fail; what could
// not be taken away now goes with the next such operation, and `assay doctor` tells of it.
void retire_ended(Context& context);

struct AddWorktree {
  struct Request {
    std::string task;
    void fields(Fields& f) { f.field(word("task", "Task id or unique prefix", Completes::task), task); }
  };
  using Response = WorktreeDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct ListWorktrees {
  struct Request {
    bool status = false;
    void fields(Fields& f) { f.field(flag("status", "also look into each for what is not committed"), status); }
  };
  struct Response {
    std::vector<WorktreeDocument> worktrees;
    static const NamedSchema k_schema;
    void fields(Fields& f) { f.field(item("worktrees"), worktrees); }
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListWorktrees::Response& answer, const Terminal& terminal);

struct PruneWorktrees {
  struct Request {
    std::vector<std::string> names;
    bool dry_run = false;
    void fields(Fields& f);
  };
  struct Pruned {
    std::string name;
    std::optional<std::string> salvage;  // the ref that keeps what was in no branch
    void fields(Fields& f);
  };
  struct Kept {
    std::string name;
    std::string why;
    void fields(Fields& f);
  };
  struct Response {
    bool dry_run = false;
    std::vector<Pruned> pruned;
    std::vector<Kept> kept;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const PruneWorktrees::Response& answer, const Terminal& terminal);

extern const Operation k_worktree_add_operation;
extern const Operation k_worktree_list_operation;
extern const Operation k_worktree_prune_operation;

}  // namespace assay::ops
