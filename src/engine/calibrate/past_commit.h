// Commits of the past that brought source and tests, taken apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/prove/changed_code.h"
#include "git/repository.h"
#include "git/snapshot.h"

namespace assay::engine {

struct PastCommit {
  std::string id{};
  std::string base{};     // its first parent
  std::string message{};  // whole
  git::Tree before, after;
  ChangedCode code{};

  std::string subject() const { return message.substr(0, message.find('\n')); }
};

// Ids, newest first, merges left out: of HEAD's history, back to `since` where it is named.
Result<std::vector<std::string>> past_commits(const git::Repository& repository,
                                              const std::optional<std::string>& since, size_t most);

struct ReadCommit {
  std::optional<PastCommit> commit{};
  std::string left_out{};  // why it is not of use
};
// `scratch`: a folder for what is written on the way.
Result<ReadCommit> read_past_commit(const git::Repository& repository, const std::string& id,
                                    const std::string& scratch);

}  // namespace assay::engine
