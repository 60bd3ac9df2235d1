// What the builder says of its tests, held against what ran. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "judge/outcome/evidence.h"
#include "model/verdict.h"

namespace assay::judge {

// The largest number of passed tests that a text claims: "42 tests pass", "all 12 specs green", "(9/9 passing)".
// Nothing when it claims none.
std::optional<std::uint64_t> claimed_tests(std::string_view report);

// Whether it says that all tests were run: "the entire suite", "full test suite".
bool claims_whole_suite(std::string_view report);

// Whether a command runs a part of the tests: -k, --grep, a single file.
bool runs_a_part(std::string_view command);

// A sentence in the first person ("I ran pytest, all passed"): somebody says so, no program printed it.
bool is_own_word(std::string_view line);

// Whether tests may stand in a file of that path.
bool may_hold_tests(std::string_view path);

// Tests that it says were added, in files that the change does not have. A diff that was handed over may leave out
// the tests; one that we made ourselves is the whole change, so that tests without a name are missing in it too.
enum class ChangeIs : unsigned char { handed_over, whole };
void judge_claimed_files(std::string_view report, const diff::Summary& change, ChangeIs is,
                         std::vector<model::Finding>& out);

// `log`: what was handed over, where Assay ran nothing itself.
void judge_claims(std::string_view report, const std::vector<CommandRun>& runs, const logs::Facts& log,
                  std::vector<model::Finding>& out);

}  // namespace assay::judge
