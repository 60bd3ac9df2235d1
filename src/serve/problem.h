// Errors as HTTP has them: problem details (RFC 9457), with the code and the message that every other
// way in shows too.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "serve/message.h"

namespace assay::serve {

// {"type":"about:blank","title":"Conflict","status":409,"detail":"…","code":"conflict"}
Response problem(int status, std::string_view detail);
Response problem(const Error& error);

}  // namespace assay::serve
