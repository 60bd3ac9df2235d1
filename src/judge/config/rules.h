// The rules about files that gates are made of; add_config_rules() makes them all.
#pragma once

#include <memory>

#include "judge/rule.h"
#include "judge/span_collector.h"

namespace assay::judge {

// Tests left out are found by two rules and reported once, by the second.
struct ExcludedTests {
  SpanCollector places;
};

std::unique_ptr<Rule> make_commands_rule();  // config.test-script-changed, config.ci-loosened
// config.coverage-loosened, config.lint-loosened, config.types-loosened
std::unique_ptr<Rule> make_settings_rule(std::shared_ptr<ExcludedTests> tests);
std::unique_ptr<Rule> make_runners_rule(std::shared_ptr<ExcludedTests> tests);  // config.tests-excluded
std::unique_ptr<Rule> make_standins_rule();                                     // config.runner-replaced
std::unique_ptr<Rule> make_edited_checks_rule();                                // config.check-edited
std::unique_ptr<Rule> make_hooks_rule();                                        // config.hooks-changed
std::unique_ptr<Rule> make_package_sources_rule();                              // config.package-source

void add_config_rules(Rules& out);

}  // namespace assay::judge
