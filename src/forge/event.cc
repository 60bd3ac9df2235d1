#include "forge/event.h"

#include <boost/json.hpp>

#include "base/text.h"

namespace assay::forge {

namespace {

constexpr std::string_view k_branch_head = "refs/heads/";

// "main" of "refs/heads/main"; empty: no branch.
std::string branch_of(std::string_view ref) {
  if (!ref.starts_with(k_branch_head)) return {};
  const auto name = ref.substr(k_branch_head.size());
  return is_branch(name) ? std::string(name) : std::string();
}

Error lacks_in(std::string_view event, std::string_view member) {
  return corrupt(cat("the event ", event, ": ", member, " is missing or has a wrong form, so nothing can be judged"));
}

bool flag_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

Result<Event> pull_request_event(const json::object& from, const Place& place) {
  const auto* pull = object_at(from, "pull_request");
  if (pull == nullptr) return lacks_in("pull_request", "the pull request");
  Event out;
  TRY_ASSIGN(out.change, read_change(write_json(*pull), place, number_at(*pull, "number")));
  return out;
}

Result<Event> merge_group_event(const json::object& from) {
  const auto* group = object_at(from, "merge_group");
  if (group == nullptr) return lacks_in("merge_group", "the merge group");
  Event out;
  out.trigger = Trigger::merge_group;
  auto& change = out.change;
  change.head = text_at(*group, "head_sha");
  change.base = text_at(*group, "base_sha");
  change.head_ref = text_at(*group, "head_ref");
  change.base_branch = branch_of(text_at(*group, "base_ref"));
  if (!is_commit(change.head)) return lacks_in("merge_group", "head_sha");
  if (!is_commit(change.base)) return lacks_in("merge_group", "base_sha");
  if (change.base_branch.empty()) return lacks_in("merge_group", "base_ref");
  if (branch_of(change.head_ref).empty()) return lacks_in("merge_group", "head_ref");
  if (const auto* commit = object_at(*group, "head_commit")) change.title = text_at(*commit, "message");
  if (text_at(from, "action") == "destroyed") out.why_nothing = "the merge group was taken apart";
  return out;
}

Result<Event> push_event(const json::object& from) {
  Event out;
  out.trigger = Trigger::push;
  auto& change = out.change;
  change.head_ref = text_at(from, "ref");
  const auto branch = branch_of(change.head_ref);
  if (branch.empty()) {
    out.why_nothing = "what was pushed is no branch";
    return out;
  }
  if (flag_at(from, "deleted")) {
    out.why_nothing = "the branch was deleted";
    return out;
  }
  change.head = text_at(from, "after");
  if (!is_commit(change.head)) return lacks_in("push", "after");
  const auto before = text_at(from, "before");
  const auto* repository = object_at(from, "repository");
  const auto target = repository != nullptr ? text_at(*repository, "default_branch") : std::string();
  change.base_branch = target;
  // Onto the default branch the change is what came; elsewhere, and where history was rewritten, what the branch has
  // that the default branch does not.
  if (branch == target) {
    if (!is_commit(before)) return lacks_in("push", "before");
    change.base = before;
  }
  if (!is_branch(change.base_branch)) return lacks_in("push", "the default branch of the repository");
  if (const auto* commit = object_at(from, "head_commit")) change.title = text_at(*commit, "message");
  return out;
}

}  // namespace

Result<Event> read_event(std::string_view name, std::string_view text, const Place& place) {
  TRY_ASSIGN(const auto value, parse_json(text, "the event"));
  const auto* from = value.if_object();
  if (from == nullptr) return corrupt("the event: an object is wanted");
  if (name == "pull_request" || name == "pull_request_target") return pull_request_event(*from, place);
  if (name == "merge_group") return merge_group_event(*from);
  if (name == "push") return push_event(*from);
  return invalid_input(cat("the event \"", excerpt(name, 40),
                           "\" brings no change; run the job on pull_request, merge_group or push, or name the pull "
                           "request with --pr"));
}

Result<Event> event_of(const MergeRequestVariables& given) {
  Event out;
  auto& change = out.change;
  change.number = parse_uint(given.number).value_or(0);
  if (change.number == 0)
    return invalid_input(
        "this is no pipeline of a merge request (CI_MERGE_REQUEST_IID is not set); run the job with the rule "
        "$CI_PIPELINE_SOURCE == \"merge_request_event\"");
  change.title = given.title;
  change.body = given.body;
  change.head = given.head.empty() ? given.commit : given.head;
  change.head_ref = head_ref_of(Service::gitlab, change.number);
  change.base_branch = given.base_branch;
  change.base = given.base;
  change.from_fork = given.source != given.target;
  if (!given.project_url.empty()) change.url = cat(given.project_url, "/-/merge_requests/", change.number);
  if (!is_commit(change.head)) return lacks_in("of the merge request", "CI_COMMIT_SHA");
  if (!is_branch(change.base_branch)) return lacks_in("of the merge request", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME");
  if (!change.base.empty() && !is_commit(change.base))
    return lacks_in("of the merge request", "CI_MERGE_REQUEST_DIFF_BASE_SHA");
  return out;
}

}  // namespace assay::forge
