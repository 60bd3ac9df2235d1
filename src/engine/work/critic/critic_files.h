// The critic on what is handed over, for pipelines of others: a plan, a diff, and what critics reported. Nothing is
// run; what only the candidate itself could show is left to the reports, and is missing without them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "engine/work/agents/work_context.h"
#include "model/critic.h"

namespace assay::engine {

// The name is that of its file: its ending says the form of plans and decisions, and errors begin with it.
struct NamedText {
  std::string name;
  std::string text;
};

struct CriticInput {
  NamedText plan;
  ByteSource* diff = nullptr;  // of no commit; outlives the call
  std::vector<NamedText> reports;
  std::vector<NamedText> contexts;  // locked decisions
  std::vector<ByteSource*> logs;    // test output or JUnit files of this run
  std::vector<NamedText> previous;  // merged reports of earlier rounds
  std::string task;                 // as reports name it; empty: as the plan says
  std::uint32_t round = 1;
  std::uint32_t max_rounds = 3;
  std::string tree;  // what the reports must be about; empty: not asked
};

struct CriticAnswer {
  model::CriticReport report;
  std::vector<std::string> notes;  // what was not looked at
};

// Error conflict: a report is stale or of another task.
Result<CriticAnswer> criticise_files(const CriticInput& input);

// The same on a commit: the diff is the one from `base`, evidence is looked for in its tree and run.
struct CriticCommit {
  std::string commit;  // full ids
  std::string base;
  std::vector<std::string> verify_commands;
};
Result<CriticAnswer> criticise_commit(const WorkContext& context, const CriticInput& input, const CriticCommit& commit);

}  // namespace assay::engine
