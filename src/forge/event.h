// What a CI job was started for, read from what its service handed to it: the event file of GitHub Actions, the
// variables of GitLab CI. No API is asked. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "forge/change.h"

namespace assay::forge {

enum class Trigger { change, merge_group, push };

struct Event {
  Trigger trigger = Trigger::change;
  Change change;
  std::string why_nothing;  // a sentence when there is nothing to judge: a branch was deleted, a tag came
};

// `name` is GITHUB_EVENT_NAME. Error invalid_input: an event that brings no change (and which ones do).
Result<Event> read_event(std::string_view name, std::string_view text, const Place& place);

// CI_MERGE_REQUEST_* of GitLab.
struct MergeRequestVariables {
  std::string number;          // CI_MERGE_REQUEST_IID
  std::string title, body;     // CI_MERGE_REQUEST_TITLE, …_DESCRIPTION
  std::string head;            // …_SOURCE_BRANCH_SHA; empty outside of merged-result pipelines
  std::string commit;          // CI_COMMIT_SHA
  std::string base_branch;     // …_TARGET_BRANCH_NAME
  std::string base;            // …_DIFF_BASE_SHA
  std::string source, target;  // …_SOURCE_PROJECT_ID, …_PROJECT_ID
  std::string project_url;     // CI_MERGE_REQUEST_PROJECT_URL
};
Result<Event> event_of(const MergeRequestVariables& variables);

}  // namespace assay::forge
