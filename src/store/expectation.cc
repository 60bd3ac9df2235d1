#include "store/expectation.h"

#include "base/text.h"

namespace assay::store {

std::string stamp_of(const model::Mission& mission) { return cat(mission.version); }

// Tasks have no version of their own: the moment of their last move, told apart from others in that moment.
std::string stamp_of(const model::Task& task) {
  return cat(task.updated_at.ms, "-", task.attempt, "-", task.round, "-", name(task.state));
}

Result<void> Expectation::check(std::string_view id, std::string_view stamp) {
  if (!is_about(id)) return {};
  if (m_stamp == stamp) {
    m_met = true;  // what follows is part of the same decision
    return {};
  }
  m_refused = true;
  return conflict(cat(id, " has changed since you looked at it; look again, then decide"));
}

}  // namespace assay::store
