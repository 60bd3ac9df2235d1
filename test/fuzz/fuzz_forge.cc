// What GitHub and GitLab answer and hand to jobs. Whatever it is: a commit is an id, a branch is one that git takes,
// and no line of a comment is a command or calls anybody.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "engine/forge/connection.h"
#include "forge/calls.h"
#include "forge/event.h"
#include "forge/posts.h"

namespace {

using namespace assay;

void check(const forge::Change& change) {
  if (!forge::is_commit(change.head) || !forge::is_branch(change.base_branch)) std::abort();
  if (!change.base.empty() && !forge::is_commit(change.base)) std::abort();
}

void check_comment(std::string_view text, forge::Service service) {
  const auto body = forge::comment_body(text, {}, service);
  if (body.size() > 64'000 || !body.starts_with(forge::k_marker) || !is_utf8(body)) std::abort();
  for (const auto line : split_lines(std::string_view(body))) {
    if (trim(line).starts_with('/')) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)forge::place_of_url(text, {});
  (void)engine::read_included(text);
  for (const auto named : {"anna/shop", "https://gitlab.com/anna/shop"}) {
    const auto place = *forge::place_named(named, {});
    if (const auto change = forge::read_change(text, place, 7)) check(*change);
    (void)forge::read_issue(text, place, 7);
    (void)forge::read_user(text, place.service);
    (void)forge::read_changes_with_head(text, place.service, "a");
    if (const auto comments = forge::read_comments(text, place.service)) (void)forge::our_comment(*comments, "a");
    const auto statuses = forge::read_statuses(text, place.service);
    const auto status = forge::status_for_all({8, "mergeable", true}, place.service, {7},
                                              statuses ? *statuses : std::vector<forge::PostedStatus>());
    if (status.description.size() > 140) std::abort();
    if (forge::closed_issues(text, place).size() > 10) std::abort();
    (void)forge::refusal_of({403, text, text, text, text, text}, "x", place);
    for (const auto event : {"pull_request", "merge_group", "push"}) {
      const auto read = forge::read_event(event, text, place);
      if (read && read->why_nothing.empty()) check(read->change);
    }
    check_comment(text, place.service);
  }
  return 0;
}
