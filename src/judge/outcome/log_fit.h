// Whether a log that was handed over can be of this change: the same language, the tests that the change adds, the
// packages that it touches. A log of another project, of an older state or of another part shows nothing about it.
#pragma once

#include <memory>

#include "judge/rule.h"

namespace assay::judge {

// log.other-language, log.tests-missing, log.tests-deleted, log.packages-missing: all warnings, and quiet wherever the
// log may simply not name what it ran.
std::unique_ptr<Rule> make_log_fit_rule();

}  // namespace assay::judge
