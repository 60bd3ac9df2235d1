#include "plan/problems.h"

#include <algorithm>

#include "base/text.h"

namespace assay::plan {

void Problems::add(std::string_view where, std::string_view text) {
  ++m_count;
  if (!full()) m_texts.push_back(where.empty() ? std::string(text) : cat(where, ": ", text));
}

void Problems::add_all(const std::vector<std::string>& texts) {
  for (const auto& text : texts) add({}, text);
}

bool Problems::mentions(std::string_view beginning) const {
  return std::any_of(m_texts.begin(), m_texts.end(), [&](const auto& text) { return text.starts_with(beginning); });
}

Result<void> Problems::result() const {
  if (m_count == 0) return {};
  if (m_count == 1) return invalid_input(cat(m_what, ": ", m_texts.front()));
  std::string message = cat(m_what, ": ", m_count, " problems:");
  for (const auto& text : m_texts) message += cat("\n  ", text);
  if (m_count > m_texts.size()) message += cat("\n  and ", m_count - m_texts.size(), " more");
  return invalid_input(std::move(message));
}

}  // namespace assay::plan
