// What is wrong with a document, all of it at once: whoever writes a plan should not have to run
// into its mistakes one by one. Inside this room only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::plan {

class Problems {
 public:
  // `what` names the document: "plan.toml".
  explicit Problems(std::string_view what) : m_what(what) {}

  // "task \"a\"", "\"timeout\" must be …"; `where` may be empty.
  void add(std::string_view where, std::string_view text);
  void add_all(const std::vector<std::string>& texts);
  // More are only counted; whoever has to search for a good sentence may ask first.
  bool full() const { return m_texts.size() == k_most; }
  bool mentions(std::string_view beginning) const;
  Result<void> result() const;

 private:
  static constexpr size_t k_most = 10;

  std::string m_what;
  std::vector<std::string> m_texts;
  size_t m_count = 0;
};

}  // namespace assay::plan
