#include "judge/config/rules.h"

namespace assay::judge {

void add_config_rules(Rules& out) {
  out.push_back(make_commands_rule());
  const auto excluded = std::make_shared<ExcludedTests>();
  out.push_back(make_settings_rule(excluded));
  out.push_back(make_runners_rule(excluded));
  out.push_back(make_hooks_rule());
  out.push_back(make_standins_rule());
  out.push_back(make_edited_checks_rule());
  out.push_back(make_package_sources_rule());
}

}  // namespace assay::judge
