#include "forge/calls.h"

#include <boost/json.hpp>

#include "base/clock.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/redact.h"
#include "base/text.h"

namespace assay::forge {

namespace {

// "repos/owner/name", "projects/group%2Fname"
std::string root_of(const Place& place) {
  return place.service == Service::github ? cat("repos/", place.name)
                                          : cat("projects/", replace_all(place.name, "/", "%2F"));
}

// What the service says: {"message": …} of both, {"error": …} of GitLab.
std::string words_of_service(std::string_view body) {
  const auto value = parse_json(body, "an answer");
  const auto* from = value ? value->if_object() : nullptr;
  if (from == nullptr) return {};
  auto words = text_at(*from, "message");
  if (words.empty()) words = text_at(*from, "error");
  return printable(redact(excerpt(words, 200)));
}

std::string_view tokens_of(Service service) {
  return service == Service::github ? "GITHUB_TOKEN or GH_TOKEN" : "GITLAB_TOKEN";
}

std::string when_open_again(const Refusal& refusal) {
  if (const auto seconds = parse_uint(refusal.retry_after); seconds && *seconds < 1'000'000)
    return cat("; it takes calls again in ", plural(*seconds, "second"));
  const auto reset = parse_uint(refusal.limit_reset);
  return reset && *reset < 10'000'000'000
             ? cat("; it takes calls again at ", to_iso(Time{static_cast<std::int64_t>(*reset) * 1000}))
             : std::string();
}

}  // namespace

std::string change_path(const Place& place, std::uint64_t number) {
  return cat(root_of(place), place.service == Service::github ? "/pulls/" : "/merge_requests/", number);
}
std::string issue_path(const Place& place, std::uint64_t number) { return cat(root_of(place), "/issues/", number); }
std::string comments_path(const Place& place, std::uint64_t number) {
  return place.service == Service::github ? cat(root_of(place), "/issues/", number, "/comments")
                                          : cat(root_of(place), "/merge_requests/", number, "/notes");
}
std::string comment_path(const Place& place, std::uint64_t number, std::uint64_t id) {
  return place.service == Service::github ? cat(root_of(place), "/issues/comments/", id)
                                          : cat(root_of(place), "/merge_requests/", number, "/notes/", id);
}
std::string_view comment_edit_method(Service service) { return service == Service::github ? "PATCH" : "PUT"; }
std::string new_status_path(const Place& place, std::string_view commit) {
  return cat(root_of(place), "/statuses/", commit);
}
std::string statuses_path(const Place& place, std::string_view commit) {
  return place.service == Service::github ? cat(root_of(place), "/commits/", commit, "/statuses")
                                          : cat(root_of(place), "/repository/commits/", commit,
                                                "/statuses?name=assay&all=true&order_by=id&sort=desc");
}
std::string changes_with_path(const Place& place, std::string_view commit) {
  return place.service == Service::github ? cat(root_of(place), "/commits/", commit, "/pulls")
                                          : cat(root_of(place), "/repository/commits/", commit, "/merge_requests");
}
std::string page_of(std::string_view path, std::uint64_t page) {
  return cat(path, contains(path, "?") ? '&' : '?', "per_page=", k_page, "&page=", page);
}

Error refusal_of(const Refusal& refusal, std::string_view what, const Place& place) {
  const auto words = words_of_service(refusal.body);
  const auto said = cat(refusal.status, words.empty() ? "" : " (", words, words.empty() ? "" : ")");
  const auto service = place.service == Service::github ? "GitHub" : "GitLab";
  const bool is_limit = refusal.status == 429 ||
                        (refusal.status == 403 && (refusal.limit_remaining == "0" || !refusal.retry_after.empty()));
  if (is_limit)
    return unavailable(
        cat(what, ": ", service, " answered ", said, ": too many calls with this token", when_open_again(refusal)));
  if (refusal.status == 401)
    return unavailable(cat(what, ": ", service, " answered ", said, ": the token is wrong or no longer valid; set ",
                           tokens_of(place.service)));
  if (refusal.status == 403)
    return unavailable(cat(what, ": ", service, " answered ", said, ": the token may not do this; give it the rights",
                           place.service == Service::github
                               ? " contents: read, pull-requests: write and statuses: write"
                               : " of the scope api and the role Developer"));
  if (refusal.status == 404)
    return not_found(cat(what, ": ", service, " answered ", said, ": there is no such thing in ", place.name,
                         ", or the token may not see it"));
  if (refusal.status >= 300 && refusal.status < 400)
    return conflict(cat(what, ": ", service, " answered ", said, ": it has moved (to ",
                        excerpt(printable(refusal.location), 200),
                        "), and a token is sent nowhere else; name the "
                        "repository as it is called now with --repo"));
  if (refusal.status >= 500)
    return unavailable(cat(what, ": ", service, " answered ", said, " three times; try again later"));
  return unavailable(cat(what, ": ", service, " answered ", said));
}

}  // namespace assay::forge
