// The rules about files that gates are made of; add_config_rules() makes them all.
#pragma once

#include <memory>

#include "judge/rules.h"

namespace assay::judge {

std::unique_ptr<Rule> make_commands_rule();  // config.test-script-changed, config.ci-loosened
std::unique_ptr<Rule> make_settings_rule();  // config.coverage-, lint-, types-loosened, config.tests-excluded
std::unique_ptr<Rule> make_hooks_rule();     // config.hooks-changed

}  // namespace assay::judge
