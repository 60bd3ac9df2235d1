// An agent that only reads: it is shown a commit's files, answers a question, and changes nothing.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/agent_call.h"
#include "engine/job.h"

namespace assay::engine {

struct ReaderOrder {
  const model::Task& of;  // whose money and time it is: the checker's
  const model::Mission& mission;
  std::string worker;  // who did the work, and should not be asked
  std::string commit;  // what it is shown
  std::string prompt;
};

// Its last message is in the report's summary. The run is kept in the store with its cost. Error not_found:
// there is nobody to ask.
Result<AgentAnswer> ask_reader(const JobContext& context, const ReaderOrder& order);

}  // namespace assay::engine
