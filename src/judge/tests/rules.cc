#include "judge/tests/rules.h"

namespace assay::judge {

void add_test_rules(Rules& out) {
  out.push_back(make_lost_tests_rule());
  out.push_back(make_emptied_tests_rule());
  out.push_back(make_switched_off_rule());
  out.push_back(make_assertions_rule());
  out.push_back(make_expectations_rule());
  out.push_back(make_runner_rule());
  out.push_back(make_repaired_rule());
  out.push_back(make_hardcoded_result_rule());
}

}  // namespace assay::judge
