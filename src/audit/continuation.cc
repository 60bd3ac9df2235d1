#include "audit/continuation.h"

#include "base/text.h"

namespace assay::audit {

void Continuation::expect(const Head& old_head) { m_waiting.emplace(old_head.mission.text, old_head); }

Result<void> Continuation::checkpoint(const model::Checkpoint& checkpoint) {
  const auto at = m_waiting.find(checkpoint.mission.text);
  if (at == m_waiting.end() || at->second.count != checkpoint.number) return {};
  if (at->second.hash != checkpoint.hash) {
    return corrupt(cat("checkpoint ", checkpoint.number, " of ", to_utf8(checkpoint.mission.text),
                       " is not the one of ", m_earlier, ": the history was rewritten since"));
  }
  m_waiting.erase(at);
  return {};
}

Result<void> Continuation::head(const Head& head) {
  const auto at = m_waiting.find(head.mission.text);
  if (at == m_waiting.end()) return {};
  if (head.count < at->second.count) {
    return corrupt(cat(to_utf8(head.mission.text), " has ", plural(head.count, "checkpoint"), ", ", m_earlier, " has ",
                       at->second.count, ": its history was cut since"));
  }
  m_waiting.erase(at);
  return {};
}

Result<void> Continuation::finish() const {
  if (m_waiting.empty()) return {};
  return corrupt(cat(to_utf8(m_waiting.begin()->first), " of ", m_earlier, " is not there any more",
                     m_waiting.size() > 1 ? cat(", nor ", plural(m_waiting.size() - 1, "other mission")) : ""));
}

}  // namespace assay::audit
