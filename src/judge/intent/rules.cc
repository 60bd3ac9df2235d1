#include "judge/intent/rules.h"

namespace assay::judge {

void add_intent_rules(Rules& out) {
  out.push_back(make_nothing_done_rule());
  out.push_back(make_stub_rule());
  out.push_back(make_not_mentioned_rule());
  out.push_back(make_kept_as_is_rule());
}

}  // namespace assay::judge
