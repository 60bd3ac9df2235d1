// Tests that went from the files of a change, set against those that came: what remains was deleted.
#pragma once

#include <string>
#include <vector>

#include "judge/tests/likeness.h"
#include "judge/tests/renamed_subject.h"
#include "model/verdict.h"

namespace assay::judge {

struct RemovedTest {
  std::string name{};
  size_t hash = 0;  // of its name without what changes when it moves
  model::Span span{};
  std::string written{};  // for comparison with what may be it under another name
  TestTraits traits{};
  bool replaced = false;  // others came in its place that are not like it
};

struct GainedTest {
  size_t hash = 0;
  std::string written{};  // of a file that is new
  TestTraits traits{};
};

struct FileTests {
  std::string path{};
  bool judged = false, deleted = false, added = false, table = false;
  bool joins_group = false;   // takes in tests written elsewhere: shared examples, a base class
  bool written_anew = false;  // as many new tests about the same thing stand in other files
  std::vector<RemovedTest> lost{};
  std::vector<GainedTest> gained{};
};

// Takes out of `lost` what was moved, renamed, rewritten or folded into a table.
void match_tests(std::vector<FileTests>& files, const std::vector<Renaming>& renamings);

}  // namespace assay::judge
