// A change taken apart for its proof: the tests it brings, and the pieces of code that they should notice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/prove/lab.h"
#include "git/snapshot.h"
#include "judge/outcome/edited_tests.h"
#include "judge/outcome/failure_kind.h"
#include "judge/outcome/test_proof.h"
#include "prove/hunks.h"

namespace assay::engine {

// What tests are made of: they themselves, what they compare with, and what lies in their folders.
bool is_of_tests(std::string_view path);
// The line where tests begin in a file that also holds what they test; 0: there are none in it.
std::uint32_t first_line_of_tests(std::string_view path, std::string_view content);

struct ChangedSource {
  std::string path{};
  std::string before{}, after{};  // empty where there is no such file
  bool is_new = false;
};

struct SourceHunk {
  prove::Hunk hunk{};
  size_t source = 0;          // in ChangedCode::sources
  std::string why_nothing{};  // what it is made of when nothing in it can be proven; empty: it matters
};

struct ChangedCode {
  std::vector<judge::ChangedTestFile> tests{};  // that are there afterwards
  std::vector<GivenFile> new_tests{};           // to be put over the base: all that tests are made of
  std::vector<GivenFile> old_tests{};           // to be put over the change: those that it edits, as they were
  std::vector<judge::EditedTestFile> edited_tests{};
  std::vector<ChangedSource> sources{};
  std::vector<SourceHunk> hunks{};  // of the sources
  judge::WordSet own{};             // names that the change brings
  bool has_other = false;           // settings, data, builds: what they do is not known
  std::string unread{};             // why it was not taken apart

  bool matters() const;  // something in its sources can be proven
};

// A line that a failure names, where one file of the change is broken.
judge::LinePlace place_in(const ChangedCode& code, const GivenFile& broken, std::string_view file, std::uint32_t line);

// `diff_file`: between the two.
Result<ChangedCode> read_changed_code(const git::Repository& repository, const git::Tree& base,
                                      const git::Tree& changed, const std::string& diff_file);

}  // namespace assay::engine
