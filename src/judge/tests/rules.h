// The rules about tests, one class per idea; add_test_rules() makes them all.
#pragma once

#include <memory>

#include "judge/rule.h"

namespace assay::judge {

std::unique_ptr<Rule> make_lost_tests_rule();        // tests.deleted, tests.renamed-away
std::unique_ptr<Rule> make_emptied_tests_rule();     // tests.emptied
std::unique_ptr<Rule> make_switched_off_rule();      // tests.skipped, tests.focused
std::unique_ptr<Rule> make_assertions_rule();        // tests.assertion-removed, -weakened, tests.tautology
std::unique_ptr<Rule> make_expectations_rule();      // tests.expectation-rewritten, tests.snapshot-rewritten
std::unique_ptr<Rule> make_runner_rule();            // tests.runner-patched, tests.mocked-away
std::unique_ptr<Rule> make_repaired_rule();          // the same, of code beside the tests
std::unique_ptr<Rule> make_hardcoded_result_rule();  // tests.hardcoded-result

void add_test_rules(Rules& out);

}  // namespace assay::judge
