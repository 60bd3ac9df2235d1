#include "judge/code/rules.h"

namespace assay::judge {

void add_code_rules(Rules& out) {
  out.push_back(make_swallowed_error_rule());
  out.push_back(make_cleanup_rule());
  out.push_back(make_ignore_rule());
  out.push_back(make_exit_rule());
  out.push_back(make_dangerous_call_rule());
  out.push_back(make_lost_check_rule());
}

}  // namespace assay::judge
