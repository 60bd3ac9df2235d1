// Questions for people, that tasks wait with, and their answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/round.h"
#include "model/task.h"
#include "store/store.h"

namespace assay::store {

struct QuestionDraft {
  model::TaskId task;
  std::string text;
};

class Questions {
 public:
  explicit Questions(Database& database) : m_database(database) {}

  Result<std::vector<model::Question>> of(const model::TaskId& task) const;  // oldest first
  // Of blocked tasks of all missions, oldest first.
  Result<std::vector<model::Question>> open(std::uint32_t limit) const;

 private:
  Database& m_database;
};

class QuestionChanges {
 public:
  explicit QuestionChanges(Changes changes) : m_changes(std::move(changes)) {}

  // Answers what a blocked task waits with and sets it free. Conflict when it waits with nothing.
  Result<model::Task> answer(const model::TaskId& id, std::string_view text);

 private:
  Changes m_changes;
};

}  // namespace assay::store
