// Chunks to lines, in bounded memory. Internal to agents.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace assay::agents {

class Lines {
 public:
  using OnLine = std::function<void(std::string_view)>;
  // Of a longer line nothing is told: half an event is none.
  static constexpr size_t k_longest = size_t{16} << 20;

  void take(std::string_view chunk, const OnLine& on_line) {
    while (!chunk.empty()) {
      const size_t end = chunk.find('\n');
      const auto piece = chunk.substr(0, end);
      if (m_held.size() + piece.size() > k_longest) {
        m_too_long = true;
        m_held.clear();
        m_held.shrink_to_fit();
      }
      if (!m_too_long) m_held += piece;
      if (end == std::string_view::npos) return;
      finish(on_line);
      chunk.remove_prefix(end + 1);
    }
  }

  // What came behind the last line end.
  void finish(const OnLine& on_line) {
    if (!m_too_long && !m_held.empty()) on_line(m_held);
    m_too_long = false;
    m_held.clear();
  }

 private:
  std::string m_held;
  bool m_too_long = false;
};

}  // namespace assay::agents
