// Words of errors that tests printed on their way: between the start of a test runner and its summary, which says that
// all is well, a traceback or "error: unknown key" is what a test was about. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "logs/facts.h"

namespace assay::judge {

class PrintedByTests {
 public:
  explicit PrintedByTests(const logs::Facts& facts);
  bool holds(const logs::Signal& signal) const;

 private:
  // Lines of a run that passed tests and failed none, with nothing in them that a test cannot have printed.
  struct Part {
    std::uint64_t first = 0, last = 0;
    logs::Runner runner = logs::Runner::loose;
  };
  std::vector<Part> m_parts;
};

}  // namespace assay::judge
