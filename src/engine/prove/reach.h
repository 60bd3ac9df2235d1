// Which changed lines the tests run at all: from one run of each command on the change with its executed lines noted
// (reports/coverage.h). A line that no test runs is proven by none, and no time is spent on breaking it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/prove/changed_code.h"
#include "judge/outcome/evidence.h"
#include "model/proof.h"
#include "reports/coverage.h"

namespace assay::engine {

class Reach {
 public:
  // What a whole run of a command on the change executed. One that failed shows less than the tests would.
  void add(const judge::CommandRun& run);
  // A command whose lines are not known: a line that no other runs may be run by it.
  void add_unknown() { m_whole = false; }
  // Broken altogether, the file changes nothing: no test runs it.
  void add_unused(const std::string& file) { m_unused.insert(file); }

  // Whether a test runs the line. Nothing: it is not known.
  std::optional<bool> runs(const std::string& file, std::uint32_t line) const { return runs(file, line, 1); }
  // Whether a test runs one of the lines.
  std::optional<bool> runs(const std::string& file, std::uint32_t first, std::uint32_t count) const;
  // No line of the file was seen to run, where it would have been seen. It may be run where nobody looks.
  bool looks_unused(const std::string& file) const;
  // The files of tests that run the line; empty: it is not known.
  std::vector<std::string> tests_of(const std::string& file, std::uint32_t line) const;

 private:
  bool m_whole = true;
  reports::Coverage m_coverage;
  std::set<std::string> m_unused;
};

// "lines 41-44, 47"; empty: there are none. REQUIRES: in order.
std::string words_of(const std::vector<model::LineRange>& lines);
std::vector<model::LineRange> ranges_of(const std::set<std::uint32_t>& lines);

// The files whose lines matter, and of which nothing is known: "a.rb, b.sh and 2 more"; empty: none.
std::string unknown_files(const Reach& reach, const ChangedCode& code);

}  // namespace assay::engine
