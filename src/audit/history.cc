#include "audit/history.h"

#include "base/text.h"

namespace assay::audit {

namespace {

Error no_head(const model::MissionId& mission) {
  return corrupt(cat("the head of ", to_utf8(mission.text), " is missing: the end of its history may have been cut"));
}

}  // namespace

Result<void> HistoryAudit::open(const model::MissionId& mission) {
  // Ascending ids make "each mission once" checkable without remembering them all.
  if (m_missions > 0 && mission.text == m_last.text) return corrupt(to_utf8(mission.text) + " stands twice");
  if (m_missions > 0 && mission.text < m_last.text) {
    return corrupt(cat(to_utf8(mission.text), " stands behind ", to_utf8(m_last.text),
                       ": missions come in the order of their ids, so it was moved or repeated"));
  }
  m_open.emplace(mission);
  return {};
}

Result<void> HistoryAudit::checkpoint(const model::Checkpoint& checkpoint) {
  if (m_open && m_open->so_far().mission != checkpoint.mission) return no_head(m_open->so_far().mission);
  if (!m_open) TRY(open(checkpoint.mission));
  TRY(m_open->next(checkpoint));
  ++m_checkpoints;
  return {};
}

Result<void> HistoryAudit::head(const Head& head) {
  if (m_open && m_open->so_far().mission != head.mission) return no_head(m_open->so_far().mission);
  if (!m_open) TRY(open(head.mission));
  TRY(m_open->finish(head));
  m_last = head.mission;
  m_open.reset();
  ++m_missions;
  return {};
}

Result<void> HistoryAudit::finish() const {
  if (m_open) return no_head(m_open->so_far().mission);
  return {};
}

}  // namespace assay::audit
