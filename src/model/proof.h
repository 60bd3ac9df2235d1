// What is shown of a change by running it otherwise: its tests on the code before it, old tests on the new code, and
// its lines taken back or broken one at a time. A proof is evidence that would have looked different had the change
// been absent or wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::model {

// What a new or changed test shows when it is run against the code as it was before. flaky: it would be
// discriminating, but it does not pass every time on the change.
enum class TestProof { discriminating, flaky, always_green, invalid, indeterminate };
std::string_view name(TestProof);

struct ProvenTest {
  std::string test;
  TestProof proof = TestProof::indeterminate;
  std::string detail;
  // Of a discriminating one: an assertion of its own failed before, or it failed for want of what the change brings,
  // which only shows that it gets there. Neither: the code before crashed.
  bool asserted = false;
  bool lacks_own = false;
  std::string command{};  // that ran it
};

// off: nothing is run for it. tests: the change's tests on the code before, and their old forms on the change.
// full: its lines are taken back and broken besides.
enum class ProofLevel { off, tests, full };
std::string_view name(ProofLevel);

// What is known of one piece of the change.
enum class HunkProof {
  proven,            // a test judged it: taken back or broken, an assertion fails
  unproven,          // taken back or broken, everything passes
  nothing_to_prove,  // comments, imports, formatting
  not_tried,         // no time, or nothing that could be tried in it
};
std::string_view name(HunkProof);

struct LineRange {
  std::uint64_t first = 0, last = 0;
};

struct ProvenHunk {
  std::string path;
  std::uint64_t first = 0, last = 0;  // lines of the file as it is now; of removed lines the one before them, twice
  HunkProof proof = HunkProof::not_tried;
  std::string detail;                  // "`<` instead of `<=` in line 41 goes unnoticed"
  std::string test;                    // that judged it, of a proven one
  bool removes = false;                // and brings nothing
  std::vector<LineRange> unreached{};  // lines of it that no test runs
};

// A test as it was before the change, which edits it, fails on the new code.
struct OldExpectation {
  std::string test;
  std::string detail;  // what it said when it failed
  std::string path{};  // of its file; empty: the edit was not found
  std::uint64_t line = 0;
  std::string before{}, after{};  // the edited lines of the test, as they were and as they are
};

// A value in the changed code by which it could know a test: another value in its place, and no tests fail but some
// that passed before the change and that it does not touch.
struct SpecialCase {
  std::string path;
  std::uint64_t line = 0;
  std::string value;
  std::string shown;  // as it stands in the code
  std::string test;   // that fails with another value; empty: none does
  bool odd = false;   // no word or number that a program could know without the test
};

struct Proof {
  ProofLevel level = ProofLevel::off;
  std::string unknown;              // why nothing was tried; empty: it was, or there was nothing to prove
  std::vector<ProvenTest> tests;    // new and changed ones that pass now
  std::vector<std::string> mended;  // tests that the change does not touch: failed before it, pass now
  std::uint64_t held = 0;           // tests that the change does not touch: passed before it and pass now
  std::uint64_t old_held = 0;       // tests that the change edits: as they were before it, they pass now
  std::vector<OldExpectation> old_expectations;
  std::vector<ProvenHunk> hunks;
  std::vector<SpecialCase> special_cases{};
  std::uint64_t tried = 0, noticed = 0;  // lines taken back or broken
  std::uint64_t noticed_by_new = 0;      // of these, by tests that the change adds or edits
  std::uint64_t unreached = 0;           // lines that would have been broken, if any test ran them
  std::string reach_unknown{};           // of which files it is not known which lines the tests run
  bool out_of_time = false;
  bool other_changes = false;  // settings, data, builds: what they do was not tried
};

// Whether something passes now that failed before.
bool shows_a_difference(const Proof& proof);
// Whether a test judges that difference: it asserted something that did not hold before, or notices when what is new is
// broken. True as well where that was not tried.
bool judges_the_difference(const Proof& proof);
// Something was tried, or it is said why nothing was.
bool is_worth_showing(const Proof& proof);
std::uint64_t count_of(const Proof& proof, HunkProof kind);
std::uint64_t count_of(const Proof& proof, TestProof kind);

}  // namespace assay::model
