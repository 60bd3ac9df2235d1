// What new or changed tests show. A test that already passed before the change proves nothing about
// it; one that failed before and passes now does. Compares two runs of the same command: on the
// combined work, and on the code as it was with only the tests taken over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/outcome/evidence.h"
#include "model/verification.h"

namespace assay::judge {

// A test file that the change adds or edits, as it is afterwards.
struct ChangedTestFile {
  std::string path;
  std::string content;
};

// One entry per test of `after` that comes from a changed file, at most 200. Where the runner names no
// tests, one entry for the whole command, named `title`. Empty when no changed test ran at all.
std::vector<model::ProvenTest> prove_tests(const CommandRun& after, const CommandRun& before,
                                           const std::vector<ChangedTestFile>& files, std::string_view title);

}  // namespace assay::judge
