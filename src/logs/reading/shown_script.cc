#include "logs/reading/shown_script.h"

#include <algorithm>

#include "base/text.h"

namespace assay::logs {

ShownScript::Found ShownScript::classify(std::string_view text, std::string_view before, std::string_view raw,
                                         std::uint64_t number, NeedleMask needles) {
  constexpr std::uint64_t k_longest = 300;
  constexpr size_t k_tail = 4096;
  const bool begins = text.starts_with("##[group]Run ") || text.starts_with("::group::Run ");
  if (!is_open()) {
    if (!begins) return Found::no;
    m_begin = number;
    return Found::held;
  }
  if (begins || number - m_begin >= k_longest) return Found::ended;
  if (text.starts_with("##[endgroup]") || text.starts_with("::endgroup::")) {
    const std::string_view tail = before.substr(before.size() - std::min(before.size(), k_tail));
    if (!contains(tail, "shell: ") && !contains(tail, "with:")) return Found::ended;
    take();
    return Found::no;
  }
  m_held.push_back({std::string(raw), number, needles});
  return Found::held;
}

}  // namespace assay::logs
