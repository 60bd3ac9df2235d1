// The lines of a test that a change edits, as they were and as they are: what a reader compares when the old form of
// the test fails on the new code. Pure.
#pragma once

#include <string>
#include <vector>

#include "judge/outcome/ran_tests.h"
#include "model/proof.h"
#include "prove/hunks.h"

namespace assay::judge {

struct EditedTestFile {
  std::string path;
  std::string before, after;  // the whole file
  std::vector<prove::Hunk> hunks{};
};

// Fills in path, line, before and after of an expectation whose test is found in one of the files. `old_tests`: all
// that ran in their old form, which tells where one test ends.
void show_edit(const std::vector<EditedTestFile>& files, const RanTests& old_tests, model::OldExpectation& expectation);

}  // namespace assay::judge
