// What a whole log comes to, for tests that are tables of logs.
#pragma once

#include <string_view>

#include "logs/reading/reader.h"

namespace assay::logs {

// What decides: a failure, no evidence that anything passed, something to look at, or a clean pass.
inline std::string_view outcome_heard_in(std::string_view log) {
  const Facts facts = read_log_text(log);
  if (!facts.failures.items().empty()) return "failure";
  if (facts.passes.items().empty()) return "nothing";
  return facts.cautions.items().empty() ? "pass" : "caution";
}

struct SignalCase {
  std::string_view heard;
  std::string_view log;
};

}  // namespace assay::logs
