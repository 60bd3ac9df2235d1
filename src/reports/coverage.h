// Which lines of which files a run executed, as the runner's own tool or a hook of ours wrote it down. The readers
// trust nothing: what cannot be understood is said in `problem`, and a file whose lines cannot be told is left out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/files.h"

namespace assay::reports {

enum class CoverageFormat : std::uint8_t {
  lines_json,   // of our Python hook: {"file": …, "lines": […]} a line
  v8,           // NODE_V8_COVERAGE
  go_profile,   // go test -coverprofile
  lcov,         // of jest, and of many others
  coverage_py,  // coverage json
};

// What may appear.
struct CoverageExpected {
  CoverageFormat format = CoverageFormat::lines_json;
  std::string path{};     // absolute
  std::string pattern{};  // of files in the folder `path`; empty: `path` is a file
};

struct FileCoverage {
  std::set<std::uint32_t> executed{};    // lines, from 1
  std::set<std::uint32_t> executable{};  // lines that could have been executed; empty: it is not known
  // Of an executed line, the files of tests that ran when it was executed; "": none did, or it is not known.
  std::map<std::uint32_t, std::set<std::string>> tests{};
  bool is_mapped = false;  // told by a tool that knows in which form the file ran
};

struct Coverage {
  std::map<std::string, FileCoverage> files{};  // by path relative to the tree
  // Files that ran in a form whose lines are not those of the file, transformed for example, or that were lost sight
  // of.
  std::set<std::string> unclear{};
  std::set<CoverageFormat> formats{};  // that were read
  std::string problem{};               // why it was not read whole; empty: it was
};

struct CoverageInput {
  std::string tree{};                 // absolute, as the command saw it
  std::vector<std::string> wanted{};  // as AskInput::cover_files; others are not kept
  const Files* files = nullptr;       // where columns are told instead of lines, lines are counted in the files
};

constexpr std::uint32_t k_all_lines = 4'000'000'000;      // from the first one on
constexpr std::size_t k_most_coverage_bytes = 64u << 20;  // what is longer is read up to here

Coverage read_coverage(CoverageFormat format, std::string_view bytes, const CoverageInput& input);

// Several files of one run become one.
void merge(Coverage& into, const Coverage& more);

// What was read would have named that file if it had run and its lines can be told: it is of the right language.
bool tells_of(const Coverage& coverage, std::string_view file);

// The files of tests that execute the line. Empty: it is not known, or it is executed outside of tests.
std::set<std::string> tests_at(const Coverage& coverage, const std::string& file, std::uint32_t line);

// One of these lines was executed. Nothing: the file is not in the coverage, or it is unclear and not mapped, or none
// of these lines could be executed.
std::optional<bool> covers(const Coverage& coverage, const std::string& file, std::uint32_t first, std::uint32_t count);

}  // namespace assay::reports
