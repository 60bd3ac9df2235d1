#include "engine/forge/posting.h"

#include "base/text.h"
#include "forge/calls.h"
#include "forge/posts.h"
#include "report/markdown.h"

namespace assay::engine {

namespace {

using Again = ForgeConnection::Again;

Result<std::vector<std::uint64_t>> others_with(const ForgeConnection& connection, const forge::Change& change) {
  const auto& place = connection.place();
  TRY_ASSIGN(const auto pages,
             connection.pages(forge::changes_with_path(place, change.head), "looking for others with the same commit"));
  std::vector<std::uint64_t> out;
  for (const auto& page : pages) {
    TRY_ASSIGN(const auto numbers, forge::read_changes_with_head(page, place.service, change.head));
    for (const auto number : numbers) {
      if (number != change.number) out.push_back(number);
    }
  }
  return out;
}

Result<std::vector<forge::PostedStatus>> statuses_of(const ForgeConnection& connection, const std::string& commit) {
  const auto& place = connection.place();
  TRY_ASSIGN(const auto pages,
             connection.pages(forge::statuses_path(place, commit), "reading the statuses of the commit"));
  std::vector<forge::PostedStatus> out;
  for (const auto& page : pages) {
    TRY_ASSIGN(const auto statuses, forge::read_statuses(page, place.service));
    out.insert(out.end(), statuses.begin(), statuses.end());
  }
  return out;
}

Result<void> post_status(const ForgeConnection& connection, const forge::Change& change, const forge::Judged& judged,
                         model::PullRequest& account) {
  const auto& place = connection.place();
  auto status = forge::status_for(judged, place.service);
  if (change.number != 0) {
    TRY_ASSIGN(const auto others, others_with(connection, change));
    if (!others.empty()) {
      TRY_ASSIGN(const auto posted, statuses_of(connection, change.head));
      status = forge::status_for_all(judged, place.service, others, posted);
      account.notes.push_back(
          cat("the status of this commit counts for ", plural(others.size() + 1, "change"), ": ", status.description));
    }
  }
  const auto sent =
      connection.send("POST", forge::new_status_path(place, change.head),
                      forge::status_json(status, place.service, change.url), Again::yes, "posting the status");
  if (!sent) return sent.error();
  account.status = forge::name_of(status.state);
  return {};
}

// Ours, where there is one. A part of the list would not do: what is not seen would be written a second time.
Result<std::optional<std::uint64_t>> find_comment(const ForgeConnection& connection, const forge::Change& change,
                                                  const std::string& author) {
  const auto& place = connection.place();
  TRY_ASSIGN(const auto pages, connection.pages(forge::comments_path(place, change.number), "reading the comments"));
  for (const auto& page : pages) {
    TRY_ASSIGN(const auto comments, forge::read_comments(page, place.service));
    if (const auto ours = forge::our_comment(comments, author)) return ours;
  }
  return std::optional<std::uint64_t>();
}

// A new comment that the server may have taken although it failed is looked for before it is written again.
Result<void> post_comment(const ForgeConnection& connection, const forge::Change& change, const std::string& body,
                          model::PullRequest& account) {
  constexpr int k_attempts = 3;
  const auto& place = connection.place();
  const auto document = forge::comment_json(body);
  TRY_ASSIGN(const auto author, connection.user());
  Result<std::string> sent = unavailable("");
  for (int attempt = 0; attempt < k_attempts && !sent; ++attempt) {
    TRY_ASSIGN(const auto ours, find_comment(connection, change, author));
    account.comment = ours && attempt == 0 ? "edited" : "made";
    if (ours) {
      sent =
          connection.send(forge::comment_edit_method(place.service), forge::comment_path(place, change.number, *ours),
                          document, Again::yes, "editing the comment");
      break;
    }
    sent =
        connection.send("POST", forge::comments_path(place, change.number), document, Again::no, "writing the comment");
    const int status = connection.last_status();
    if (!sent && status != 0 && status < 500) break;
  }
  if (sent) return {};
  account.comment.clear();
  return sent.error();
}

}  // namespace

bool may_go_on(model::FinalVerdict verdict, FailOn fail_on) {
  const bool is_lenient = fail_on == FailOn::inconclusive || fail_on == FailOn::not_mergeable;
  return verdict == model::FinalVerdict::mergeable || (verdict == model::FinalVerdict::conditional && is_lenient);
}

Result<void> post_verdict(const ForgeConnection& connection, const forge::Change& change, const WorkspaceResult& result,
                          model::PullRequest& account) {
  const auto verdict = result.check.final_verdict.value_or(model::FinalVerdict::inconclusive);
  const forge::Judged judged{change.number, std::string(model::name(verdict)), may_go_on(verdict, result.fail_on)};
  const auto posted = [&]() -> Result<void> {
    TRY(post_status(connection, change, judged, account));
    if (change.number == 0) return {};
    if (!account.moved_to.empty()) {
      account.notes.emplace_back("the comment is left to the check of the newer commit");
      return {};
    }
    const auto body = forge::comment_body(report::markdown(result.check), change, connection.place().service);
    return post_comment(connection, change, body, account);
  }();
  if (posted) return {};
  const int status = connection.last_status();
  const bool has_no_rights = status == 401 || status == 403 || status == 404;
  if (!change.from_fork || !has_no_rights) return posted.error();
  account.notes.push_back(cat("not posted, for jobs of forks have no rights to: ", posted.error().message));
  return {};
}

}  // namespace assay::engine
