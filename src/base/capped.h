// A list that keeps the first few and counts the rest, so that no input can make it grow.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace assay {

template <class T>
class Capped {
 public:
  explicit Capped(size_t limit = 1000) : m_limit(limit) {}

  // True when the item was kept.
  bool add(T item) {
    ++m_total;
    if (m_items.size() >= m_limit) return false;
    m_items.push_back(std::move(item));
    return true;
  }
  bool full() const { return m_items.size() >= m_limit; }
  void count_only() { ++m_total; }  // for callers that check full() to save making the item

  // Takes back what satisfies the predicate, among the kept.
  template <class Predicate>
  void erase_if(Predicate&& is_unwanted) {
    m_total -= std::erase_if(m_items, is_unwanted);
  }

  const std::vector<T>& items() const { return m_items; }
  std::vector<T>& items() { return m_items; }
  std::uint64_t total() const { return m_total; }
  std::uint64_t left_out() const { return m_total - m_items.size(); }
  bool empty() const { return m_total == 0; }
  auto begin() const { return m_items.begin(); }
  auto end() const { return m_items.end(); }

 private:
  size_t m_limit;
  std::vector<T> m_items;
  std::uint64_t m_total = 0;
};

}  // namespace assay
