// The readers of runners, one factory each. make_readers() in runners.cc lists them in the order
// in which they are asked about a line; the first that claims it has it.
#pragma once

#include <memory>

#include "logs/line.h"

namespace assay::logs {

using ReaderPtr = std::unique_ptr<Reader>;

}  // namespace assay::logs
