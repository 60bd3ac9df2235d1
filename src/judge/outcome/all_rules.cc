#include "judge/outcome/all_rules.h"

#include "judge/code/rules.h"
#include "judge/config/rules.h"
#include "judge/intent/rules.h"
#include "judge/outcome/log_fit.h"
#include "judge/own/rules.h"
#include "judge/risk/rules.h"
#include "judge/secrets/rules.h"
#include "judge/tests/rules.h"

namespace assay::judge {

Rules make_rules() {
  Rules rules;
  add_test_rules(rules);
  add_config_rules(rules);
  add_code_rules(rules);
  add_secret_rules(rules);
  add_risk_rules(rules);
  add_intent_rules(rules);
  add_rule_files_rule(rules);
  rules.push_back(make_log_fit_rule());
  return rules;
}

}  // namespace assay::judge
