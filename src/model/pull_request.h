// The pull request (on GitLab: the merge request) that a check was made for, and what was posted there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::model {

struct PullRequest {
  std::string service;       // "github", "gitlab"
  std::string repository;    // "owner/name"
  std::uint64_t number = 0;  // 0: a merge group or a push, which have none
  std::string url;           // empty: not known
  std::string head_commit;   // what was judged, and what the status is bound to
  std::string base_branch;
  std::string policy_commit;  // of the base branch: whose settings counted
  std::string merge_base;     // what the change was measured against
  bool from_fork = false;
  std::string moved_to;            // its head after judging, when that is another commit
  std::string status;              // what was posted: "success", "failure", …; empty: nothing
  std::string comment;             // "made", "edited"; empty: none
  std::vector<std::string> notes;  // sentences for people: what was not posted and why
};

}  // namespace assay::model
