// The rules about code that hides its failures; add_code_rules() makes them all.
#pragma once

#include <memory>

#include "judge/rule.h"

namespace assay::judge {

std::unique_ptr<Rule> make_swallowed_error_rule();  // code.swallowed-error
std::unique_ptr<Rule> make_cleanup_rule();          // code.cleanup-removed
std::unique_ptr<Rule> make_ignore_rule();           // code.ignore-added
std::unique_ptr<Rule> make_exit_rule();             // code.exit-forced
std::unique_ptr<Rule> make_dangerous_call_rule();   // code.dangerous-call
std::unique_ptr<Rule> make_lost_check_rule();       // code.check-lost

void add_code_rules(Rules& out);

}  // namespace assay::judge
