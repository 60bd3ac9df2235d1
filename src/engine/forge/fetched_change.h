// The commits of a change, brought here by git: what is judged, what it is measured against, and whose settings count.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/forge/connection.h"
#include "forge/event.h"
#include "git/repository.h"

namespace assay::engine {

struct FetchedChange {
  std::string head;        // exactly the commit that the service named
  std::string policy;      // the tip of the branch that the change goes to
  std::string merge_base;  // of the two
};

// `connection` may be null: no credentials are handed to git then. Commits that are here already are not fetched again,
// except the branch that the change goes to. Error conflict: the head is gone (force-pushed); not_found: the branch, or
// the two have no commit in common.
Result<FetchedChange> fetch_change(const git::Repository& repository, const std::string& remote,
                                   const forge::Event& event, const ForgeConnection* connection);

// The remote that is at this place; else `origin`, or the only one, when it is on no service that is known.
Result<std::string> remote_of(const git::Repository& repository, const forge::Place& place,
                              const forge::Servers& servers);

}  // namespace assay::engine
