// A store moved to another place, and one looked at as a whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace assay::engine {

struct StoreLook {
  std::string driver;
  int schema = 0;
  std::uint64_t missions = 0, checkpoints = 0;
  std::vector<std::string> faults;  // in words; empty: it is sound and every history intact
};
// Seals, counters, the chain of each history. Error not_found: there is none at that place.
Result<StoreLook> look_at_store(const std::string& place, Clock& clock);

struct StoreCopy {
  std::uint64_t rows = 0;
  StoreLook made;
};
// Writes all of `from` into `to`, which must be new or empty. What is copied is verified before and after: an error
// says which of the two is not sound, and that `to` is not to be used. Nobody may write to `from` meanwhile.
Result<StoreCopy> copy_store(const std::string& from, const std::string& to, Clock& clock);

}  // namespace assay::engine
