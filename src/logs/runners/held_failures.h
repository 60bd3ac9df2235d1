// Failures that a runner printed but that its closing line may still excuse. Bounded: the first
// few are kept, all are counted.
#pragma once

#include <string>
#include <vector>

#include "logs/line.h"

namespace assay::logs {

class HeldFailures {
 public:
  static constexpr size_t k_most = 50;

  void add(const Line& line, std::string_view subject) {
    if (m_kept.size() < k_most)
      m_kept.push_back({std::string(line.text.substr(0, 1024)), line.number, std::string(subject.substr(0, 256))});
    else
      ++m_more;
  }
  bool empty() const { return m_kept.empty(); }
  void clear() {
    m_kept.clear();
    m_more = 0;
  }
  // Reports them, and forgets them.
  void report(Runner runner, Sink& sink) {
    for (const Kept& kept : m_kept) sink.failed(runner, {kept.text, kept.number, 0}, kept.subject);
    for (; m_more > 0; --m_more) sink.facts().failures.count_only();
    clear();
  }

 private:
  struct Kept {
    std::string text;
    std::uint64_t number;
    std::string subject;
  };
  std::vector<Kept> m_kept;
  std::uint64_t m_more = 0;
};

}  // namespace assay::logs
