// What new or changed tests show. A test that already passed before the change proves nothing about
// it; one that failed before and passes now does. Compares two runs of the same command: on the
// change, and on the code as it was with only the tests taken over. Pure.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "judge/outcome/evidence.h"
#include "model/proof.h"
#include "prove/hunks.h"

namespace assay::judge {

// A test file that the change adds or edits, as it is afterwards.
struct ChangedTestFile {
  std::string path;
  std::string content;
  std::vector<prove::Lines> changed{};  // of the content
};

using WordSet = std::set<std::string, std::less<>>;

struct TestRuns {
  const CommandRun& after;            // on the change
  const CommandRun& before;           // on the code before it, with its tests
  std::string_view output_before{};   // the end of what that printed
  const CommandRun* again = nullptr;  // on the change a second time
};

// One entry per test of `after` that passes and that the change adds or edits. Where the runner names no tests, one
// for the whole command, named `title`. Empty when no changed test ran at all. `own`: names that the change brings.
std::vector<model::ProvenTest> prove_tests(const TestRuns& runs, const std::vector<ChangedTestFile>& files,
                                           const WordSet& own, std::string_view title);

// Tests of `after` that the change does not touch, held against the same command on the base.
struct HeldTests {
  WordSet held{};                     // names of those that pass now as before
  std::vector<std::string> mended{};  // failed before
};
HeldTests held_tests(const CommandRun& after, const CommandRun& base, const std::vector<ChangedTestFile>& files);

// Of a runner that names only what fails: the failing tests, when the change touches none of them; else empty.
std::set<std::string> untouched_failures(const CommandRun& run, const std::vector<ChangedTestFile>& files);

}  // namespace assay::judge
