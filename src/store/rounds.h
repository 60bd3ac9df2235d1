// What critics came to, round by round.
#pragma once

#include <vector>

#include "base/result.h"
#include "model/round.h"
#include "store/store.h"

namespace assay::store {

class Rounds {
 public:
  explicit Rounds(Database& database) : m_database(database) {}

  Result<std::vector<model::CriticRound>> of(const model::TaskId& task) const;  // oldest first

 private:
  Database& m_database;
};

}  // namespace assay::store
