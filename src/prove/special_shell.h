// Special values of shell scripts, whose words need no quotes. Inside this room only.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "prove/special_values.h"

namespace assay::prove {

// A script compares words that need no quotes: [ "$1" = demo-user ], *march-old*) …;;
class SearchingShell {
 public:
  SearchingShell(std::string_view content, std::vector<SpecialValue>& out) : m_content(content), m_out(out) {}

  void line(std::string_view text, std::uint32_t number);
  void finish();

 private:
  void add(std::string_view word, std::uint32_t number, bool arm);

  std::string_view m_content;
  std::vector<SpecialValue>& m_out;
  std::map<size_t, bool> m_arms{};
  std::vector<std::string> m_names{};
};

}  // namespace assay::prove
