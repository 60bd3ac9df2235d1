// What is posted for a verdict: a status of the commit that was judged, and one comment that is edited from then on.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "forge/change.h"

namespace assay::forge {

constexpr std::string_view k_context = "assay";
// What our comment begins with.
constexpr std::string_view k_marker = "<!-- assay: check -->";

enum class StatusState { success, pending, failure, error };
std::string_view name_of(StatusState state);

struct Status {
  StatusState state = StatusState::error;
  std::string description;  // within the service's limit
};

// What a check came to. `passes`: the policy of the base lets it go on.
struct Judged {
  std::uint64_t number = 0;
  std::string verdict;  // "mergeable", "conditional", "not_mergeable", "inconclusive"
  bool passes = false;
};

// Green only for what is mergeable, or conditional where the policy of the base says that this may go on. What could
// not be determined is never green.
Status status_for(const Judged& judged, Service service);

// A status belongs to a commit, not to a change: where the same commit is the head of several open ones it is green
// only when all of them are. `others`: their numbers; `posted`: the statuses of the commit, the newest first.
Status status_for_all(const Judged& judged, Service service, const std::vector<std::uint64_t>& others,
                      const std::vector<PostedStatus>& posted);

// The body of POST: …/statuses/SHA
std::string status_json(const Status& status, Service service, std::string_view url);

// Our comment: the marker, which commit was judged, the report. Nothing in the report calls people, links other changes
// or is a command of the service. Cut at lines where it is too long for the service.
std::string comment_body(std::string_view report, const Change& change, Service service);
std::string comment_json(std::string_view body);

// The one that is ours: it begins with the marker and `author` wrote it. Nothing: there is none.
std::optional<std::uint64_t> our_comment(const std::vector<Comment>& comments, std::string_view author);

}  // namespace assay::forge
