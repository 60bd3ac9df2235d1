#include "judge/all_rules.h"

#include "judge/rules_code.h"
#include "judge/rules_config.h"
#include "judge/rules_risk.h"
#include "judge/rules_secrets.h"
#include "judge/rules_tests.h"

namespace assay::judge {

Rules make_rules() {
  Rules rules;
  add_test_rules(rules);
  add_config_rules(rules);
  add_code_rules(rules);
  add_secret_rules(rules);
  add_risk_rules(rules);
  return rules;
}

}  // namespace assay::judge
