// What a builder says of checks that were not run: an honest statement, or the opposite of what logs say. Pure.
//
// Who says that something was not run must not fare worse than who is silent about it. "I did not run the linter"
// beside a log of passing tests takes nothing from that log; "the tests were not run" does: one of the two is wrong.
#pragma once

#include <string_view>

#include "logs/facts.h"

namespace assay::judge {

// "The linter was not run", "not verified on Windows", "e2e was skipped: no browser", "to do: run the benchmarks". Not
// a test that was skipped or switched off, and not work that is left.
bool says_not_run(const logs::Signal& signal);

// Of a statement that something was not run: it speaks of the tests as a whole and gives no reason, so a log in which
// they pass says the opposite.
bool denies_all_tests(const logs::Signal& signal);

}  // namespace assay::judge
