// The commit that lands. However it is made, its tree is the tree that was verified: a strategy that
// would give another one is refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/commit.h"
#include "git/repository.h"
#include "model/landing.h"
#include "model/mission.h"
#include "model/task.h"

namespace assay::engine {

// What the message of a landing tells.
struct LandMessage {
  std::string title;
  std::string mission;
  std::string target;
  std::vector<std::string> tasks;  // names of those completed
  std::string verdict;             // "passed"
  std::string evidence;            // digest of the report
};
LandMessage message_for(const model::Mission& mission, const std::vector<model::Task>& tasks, std::string evidence);

// `form` may hold {title}, {mission}, {target} and {tasks}; empty: ours for that strategy. The trailers
// Assay-Mission, Assay-Verdict and Assay-Evidence always end it, and no title can forge them.
std::string compose_message(const LandMessage& message, std::string_view form, model::LandStrategy strategy);

struct LandTerms {
  model::LandStrategy strategy = model::LandStrategy::merge;
  std::string onto;  // what the target is
  std::string work;  // the integration that was verified
  std::string base;  // what that was made on
  std::string tree;  // what the result must be
  std::string message;
  std::string mission;  // for the commits of a rebase
  std::int64_t date = 0;
  const git::CommitSigning* signing = nullptr;
};

// The id of the commit, which no ref names yet. Conflict: the strategy gives another tree than the
// one verified (a rebase over merges that were resolved by hand). Invalid_input: it cannot be signed.
Result<std::string> make_landing_commit(const git::Repository& repository, const LandTerms& terms);

}  // namespace assay::engine
