#include "store/expectation.h"

#include "base/text.h"

namespace assay::store {

namespace {

thread_local Expecting* t_expecting = nullptr;

}  // namespace

std::string stamp_of(const model::Mission& mission) { return cat(mission.version); }

// Tasks have no version of their own: the moment of their last move, told apart from others in that moment.
std::string stamp_of(const model::Task& task) {
  return cat(task.updated_at.ms, "-", task.attempt, "-", task.round, "-", name(task.state));
}

Expecting::Expecting(std::string id, std::string stamp)
    : m_id(std::move(id)), m_stamp(std::move(stamp)), m_outer(t_expecting) {
  t_expecting = this;
}

Expecting::~Expecting() { t_expecting = m_outer; }

bool is_expected(std::string_view id) {
  return t_expecting != nullptr && t_expecting->m_id == id && !t_expecting->m_met;
}

Result<void> check_expected(std::string_view id, std::string_view stamp) {
  auto* expecting = t_expecting;
  if (expecting == nullptr || expecting->m_id != id || expecting->m_met) return {};
  if (expecting->m_stamp == stamp) {
    expecting->m_met = true;  // what follows on this thread is part of the same decision
    return {};
  }
  expecting->m_refused = true;
  return conflict(cat(id, " has changed since you looked at it; look again, then decide"));
}

}  // namespace assay::store
