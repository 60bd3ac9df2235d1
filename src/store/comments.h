// What persons said of work: of a task or a mission, or of one line of its diff.
//
// A comment of a task goes with the next run of it. It is open until the task is started or sent back (rejected, or
// retried); the transaction that does that gives it to the round that begins, once. A comment of a whole mission is a
// record, and is sent to nobody.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/comment.h"
#include "store/store.h"

namespace assay::store {

struct CommentDraft {
  model::MissionId mission;  // needed where there is no task
  model::TaskId task;
  std::string path;
  model::DiffSide side = model::DiffSide::after;
  std::uint64_t line = 0;
  std::string commit;
  std::string quoted;
  std::string text;
};

class Comments {
 public:
  explicit Comments(Database& database) : m_database(database) {}

  // Oldest first. Of a mission: those of its tasks too.
  Result<std::vector<model::Comment>> of(const model::MissionId& mission) const;
  Result<std::vector<model::Comment>> of(const model::TaskId& task) const;
  Result<model::Comment> find(const model::CommentId& id) const;

 private:
  Database& m_database;
};

class CommentChanges {
 public:
  explicit CommentChanges(Changes changes) : m_changes(std::move(changes)) {}

  // Only for persons ("person:anna"). Conflict when a hundred comments of the task are open.
  Result<model::Comment> add(const CommentDraft& draft);
  // Conflict when a run of the task was told of it already.
  Result<void> remove(const model::CommentId& id);

 private:
  Changes m_changes;
};

}  // namespace assay::store
