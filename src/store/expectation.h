// A change that somebody decided on what he saw. While an Expecting lives, the first change that is made on
// this thread to its mission or task is refused (conflict) when that is no longer what he saw. The
// comparison is part of the transaction that makes the change, so nothing can come between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/mission.h"
#include "model/task.h"

namespace assay::store {

// "17": names what a mission or a task is now; another one once it has changed.
std::string stamp_of(const model::Mission& mission);
std::string stamp_of(const model::Task& task);

class Expecting {
 public:
  // `id` of a mission or a task ("mission-…", "task-…"), and its stamp.
  Expecting(std::string id, std::string stamp);
  ~Expecting();
  Expecting(const Expecting&) = delete;
  Expecting& operator=(const Expecting&) = delete;

  bool refused() const { return m_refused; }

 private:
  friend bool is_expected(std::string_view id);
  friend Result<void> check_expected(std::string_view id, std::string_view stamp);
  std::string m_id;
  std::string m_stamp;
  bool m_met = false;
  bool m_refused = false;
  Expecting* m_outer;
};

// For the store. Whether anybody expects something of it; and called with what a change is about to replace.
bool is_expected(std::string_view id);
Result<void> check_expected(std::string_view id, std::string_view stamp);

}  // namespace assay::store
