// `assay check --pr N`: a pull request (or merge request, merge group, push) judged by the settings of the branch that
// it goes to, and the verdict posted to the commit that was judged.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/check/workspace.h"
#include "engine/forge/connection.h"
#include "git/repository.h"

namespace assay::engine {

struct ForgeRequest {
  std::uint64_t number = 0;           // of the change; 0: none was named
  bool of_this_job = false;           // what the CI job was started for, as its service says in the environment
  std::string repository;             // "owner/name" or a url; empty: what the remote `origin` says
  std::vector<std::uint64_t> issues;  // that the task is read from besides
  bool posts = false;
  WorkspaceRequest check;  // its place, base and settings are set here
};

struct ForgeResult {
  WorkspaceResult result;
  // Why something that was to be posted was not, although it should have been possible. The verdict stands.
  std::optional<Error> not_posted;
};

Result<ForgeResult> check_pull_request(const git::Repository& repository, const ForgeRequest& request,
                                       const OnProgress& notice);

// The texts of issues of the repository that the remote names, for the task of a check of any kind.
Result<std::string> text_of_issues(const git::Repository& repository, const std::string& named,
                                   const std::vector<std::uint64_t>& issues, const os::CancelToken* cancel);

}  // namespace assay::engine
