// Whether tests that noticed a broken change do so again, and pass again on the change as it is: a test that fails now
// and then would prove anything. Inside prove().
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/prove/prove_run.h"

namespace assay::engine {

struct Kill {
  size_t attempt = 0;
  std::string test{};  // that noticed it
};

// Shows the broken change of an attempt to its tests once more. Nothing: the run came to no end, which says nothing.
using ShowAgain = std::function<Result<std::optional<judge::Notice>>(unsigned place, size_t attempt)>;

using TestNames = std::set<std::string, std::less<>>;

// Tests of these kills that do not say the same again, and such that fail on the change as it is.
Result<TestNames> find_flaky(ProveRun& run, const std::vector<Kill>& kills, const ShowAgain& again);

// They count no more, neither in later trials nor as tests of the change.
void rely_on_others(ProveRun& run, const TestNames& flaky);

}  // namespace assay::engine
