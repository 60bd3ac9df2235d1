// Where a store is: in a file, or at an address (postgresql://…).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace assay::store {

bool is_address(std::string_view place);
// For people: without what is secret. Error invalid_input: it cannot be read.
Result<std::string> shown_place(std::string_view place);

// All rows of one store into another one, which must be empty, of any driver; how many they are. Each is compared with
// its seal as it is read. Error conflict: the other one is not empty.
Result<std::uint64_t> copy_rows(const std::string& from, const std::string& to, Clock& clock);

}  // namespace assay::store
