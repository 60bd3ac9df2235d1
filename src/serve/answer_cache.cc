#include "serve/answer_cache.h"

namespace assay::serve {

std::shared_ptr<const Response> AnswerCache::find(const std::string& target) {
  const auto now = m_watch.now();
  if (!now || now != m_version) return nullptr;
  const auto found = m_answers.find(target);
  return found == m_answers.end() ? nullptr : found->second;
}

void AnswerCache::keep(const std::string& target, const std::optional<store::StoreVersion>& before,
                       const Response& response) {
  if (!before || response.status != 200 || !response.body || response.file) return;
  if (m_watch.now() != before) return;
  const size_t size = response.body->size() + target.size();
  if (m_version != before || m_bytes + size > m_most) {
    m_answers.clear();
    m_bytes = 0;
    m_version = before;
  }
  if (size > m_most) return;
  if (m_answers.insert_or_assign(target, std::make_shared<const Response>(response)).second) m_bytes += size;
}

}  // namespace assay::serve
