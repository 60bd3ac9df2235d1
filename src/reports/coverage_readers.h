// One reader for each format of coverage. None fails: what cannot be read is said in `problem`.
#pragma once

#include <string>
#include <string_view>

#include "reports/coverage.h"

namespace assay::reports {

constexpr std::uint32_t k_most_covered_lines = 1'000'000;  // of a file
constexpr std::size_t k_most_tests_a_line = 200;           // files; of more it does not matter which they are

// By its ending.
bool is_of_node(std::string_view file);

class CoverageDraft {
 public:
  explicit CoverageDraft(const CoverageInput& input);

  const CoverageInput& input() const { return m_input; }
  // A path as a tool writes it, absolute or relative, as it was asked for; empty: it was not.
  std::string wanted(std::string_view path) const;
  void seen(const std::string& file) { m_coverage.files.try_emplace(file); }
  void executed(const std::string& file, std::uint64_t line);
  void executed_by(const std::string& file, std::uint64_t line, const std::string& test);
  void executable(const std::string& file, std::uint64_t line);
  void mapped(const std::string& file) { m_coverage.files[file].is_mapped = true; }
  void unclear(const std::string& file) { m_coverage.unclear.insert(file); }
  void lose_all();  // what is in it is not all that ran
  void note(std::string_view problem);
  Coverage take() { return std::move(m_coverage); }

 private:
  const CoverageInput& m_input;
  std::set<std::string, std::less<>> m_wanted;
  Coverage m_coverage;
};

void read_lines_json(std::string_view text, CoverageDraft& draft);
void read_v8(std::string_view text, CoverageDraft& draft);
void read_go_profile(std::string_view text, CoverageDraft& draft);
void read_lcov(std::string_view text, CoverageDraft& draft);
void read_coverage_py(std::string_view text, CoverageDraft& draft);

}  // namespace assay::reports
