// The rules that hold what was asked against what was done; add_intent_rules() makes them all.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "judge/rule.h"

namespace assay::judge {

std::unique_ptr<Rule> make_nothing_done_rule();   // intent.nothing-done
std::unique_ptr<Rule> make_stub_rule();           // intent.stub-left
std::unique_ptr<Rule> make_not_mentioned_rule();  // intent.not-mentioned
std::unique_ptr<Rule> make_kept_as_is_rule();     // intent.kept-as-is

void add_intent_rules(Rules& out);

// Names in a task that a change which does it would hold: identifiers, paths, flags, addresses. As written.
std::vector<std::string> names_in_task(std::string_view task);

}  // namespace assay::judge
