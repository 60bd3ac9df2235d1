// Where tokens and webhooks are kept, and the record of what was changed of them.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/access/access_record.h"
#include "ops/context.h"

namespace assay::ops {

// The user's state folder of this repository, made when there is none.
Result<std::string> access_folder(Context& context);
Result<void> note_access(Context& context, const std::string& folder, engine::AccessChange change);

}  // namespace assay::ops
