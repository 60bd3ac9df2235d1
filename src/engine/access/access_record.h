// What was changed of who may come in and who gets notices, and by whom: a line each in the user's state folder, in a
// file that is only added to. No line holds a secret.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"

namespace assay::engine {

struct AccessChange {
  std::string_view what;  // "token_made", "webhook_changed"
  json::object about;     // the token or webhook: id, name, role, …
};

// "access.jsonl" in the folder.
std::string access_record_path(const std::string& folder);
Result<void> record_access(const std::string& folder, const std::string& actor, Time now, AccessChange change);

}  // namespace assay::engine
