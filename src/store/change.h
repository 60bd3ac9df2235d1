// One change while it is made: inside a write transaction, at one moment, by one actor.
#pragma once

#include <string>

#include "base/clock.h"
#include "base/text.h"
#include "model/checkpoint.h"
#include "store/database/database.h"
#include "store/store.h"

namespace assay::store {

struct Change {
  Database& database;
  Time now;
  std::string actor;
  Expectation* expected = nullptr;  // what whoever decided on it saw; nullptr: nobody said
};

template <class Work>
auto Changes::make(Work&& work) const {
  return transact(m_database, Access::write, [&] {
    Change now{m_database, m_clock.now(), m_actor, m_expected.get()};
    return work(now);
  });
}

struct Mark {
  model::CheckpointKind kind = model::CheckpointKind::edited;
  std::string title;
  std::string detail = {};
  model::TaskId task = {};
};

// Adds a checkpoint to a mission's chain and moves its head.
Result<void> append(Change& change, std::int64_t mission_key, const model::MissionId& mission, const Mark& mark);
Result<void> insert_head(Change& change, std::int64_t mission_key);

// The parts that are not empty, each on a line of its own: the detail of a checkpoint.
std::string lines(std::initializer_list<std::string_view> parts);

}  // namespace assay::store
