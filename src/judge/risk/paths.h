// Files whose names say that they are about access or money.
#pragma once

#include <string_view>

namespace assay::judge {

// billing/tax.py, src/discount.js, lib/jobs/acl.ex, web/middleware.ts. Such a file is read whole however large the
// change is: what it does to its area often shows in no single word.
bool names_risk_area(std::string_view path);

}  // namespace assay::judge
