// A verdict posted: a status to the commit that was judged, and one comment that is edited from then on.
#pragma once

#include "base/result.h"
#include "engine/check/workspace.h"
#include "engine/forge/connection.h"
#include "forge/change.h"
#include "model/pull_request.h"

namespace assay::engine {

// Whether the policy lets a change with this verdict go on: mergeable, or conditional where `fail_on` allows that.
bool may_go_on(model::FinalVerdict verdict, FailOn fail_on);

// Fills in what was posted. Error: what could not be posted; of a fork, whose jobs have no rights, that is a note.
Result<void> post_verdict(const ForgeConnection& connection, const forge::Change& change, const WorkspaceResult& result,
                          model::PullRequest& account);

}  // namespace assay::engine
