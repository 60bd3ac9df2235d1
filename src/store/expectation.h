// What somebody saw of a mission or a task when he decided on a change. While a store is told to expect it
// (Store::expect), the first change of that mission or task is refused (conflict) when it is no longer what he saw.
// The comparison is part of the transaction that makes the change, so nothing can come between.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/mission.h"
#include "model/task.h"

namespace assay::store {

// "17": names what a mission or a task is now; another one once it has changed.
std::string stamp_of(const model::Mission& mission);
std::string stamp_of(const model::Task& task);

class Expectation {
 public:
  // `id` of a mission or a task ("mission-…", "task-…"), and its stamp.
  Expectation(std::string id, std::string stamp) : m_id(std::move(id)), m_stamp(std::move(stamp)) {}

  bool refused() const { return m_refused; }

  // For the store. Whether it is still open, and about that id.
  bool is_about(std::string_view id) const { return m_id == id && !m_met; }
  // With what a change is about to replace.
  Result<void> check(std::string_view id, std::string_view stamp);

 private:
  std::string m_id;
  std::string m_stamp;
  bool m_met = false;
  bool m_refused = false;
};

}  // namespace assay::store
