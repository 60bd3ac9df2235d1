// How a test failed, told from what a report says of it: the kind of what was thrown, or the first words of a message.
// Inside this room only.
#pragma once

#include <string_view>

#include "reports/report.h"

namespace assay::reports {

// "java.lang.AssertionError", "RSpec::Expectations::ExpectationNotMetError", "TypeError"
Failure failure_of_type(std::string_view type);

// "AssertionError: no", "Error: expect(received).toBe(expected)", "assertion `left == right` failed"
Failure failure_of_message(std::string_view message);

}  // namespace assay::reports
