// A call of git that talks with a remote.
#pragma once

#include <chrono>

#include "git/call.h"

namespace assay::git {

// As call(), and ended with everything that it started when it says nothing for `silence`: that is an Error.
Result<Answer> call_network(Call call, std::chrono::milliseconds silence);

}  // namespace assay::git
