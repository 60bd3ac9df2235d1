// Lines that let anybody in: verifiers that agree with everything, protections that are switched off
// in a configuration file, wildcards in lists of who may do something.
#pragma once

#include "judge/risk/rules.h"

namespace assay::judge {

struct Opening {
  std::string_view what;  // empty: nothing
  bool minor = false;     // nothing shows that it was closed before
};
// What the added line at `index` opens.
Opening opening_on(const ChangedBlock& block, size_t index);

}  // namespace assay::judge
