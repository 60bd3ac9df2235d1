// The cases of a rule that is data, judged as a change is.
#pragma once

#include <string>
#include <vector>

#include "judge/own/definition.h"

namespace assay::judge {

struct CaseResult {
  OwnCase the_case;
  bool found = false;
  std::string place;  // where it was found: "src/cart.py:3: print(x)"
  bool agrees() const { return found == the_case.finds; }
};
std::vector<CaseResult> run_cases(const Definition& definition);

}  // namespace assay::judge
