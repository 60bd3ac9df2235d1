#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/json.h"
#include "base/text.h"
#include "forge/calls.h"
#include "forge/change.h"
#include "forge/event.h"
#include "forge/place.h"
#include "forge/posts.h"

namespace assay::forge {
namespace {

const std::string k_head(40, 'a');
const std::string k_base(40, 'b');

Place github() { return *place_named("anna/shop", {}); }
Place gitlab() { return *place_of_url("https://gitlab.com/team/web/shop.git", {}); }

std::string pull(std::string_view more = "", std::string_view head_repo = R"({"full_name":"anna/shop"})") {
  return cat(R"({"number":7,"state":"open","title":"Round prices","body":"Fixes #45",)",
             R"("html_url":"https://github.com/anna/shop/pull/7","head":{"ref":"topic","sha":")", k_head,
             R"(","repo":)", head_repo, R"(},"base":{"ref":"main","sha":")", k_base,
             R"(","repo":{"full_name":"Anna/shop"}})", more, "}");
}

std::string merge(std::string_view state = "opened", int source = 5) {
  return cat(R"({"iid":7,"state":")", state, R"(","title":"Round prices","description":null,"sha":")", k_head,
             R"(","target_branch":"main","source_branch":"topic","source_project_id":)", source,
             R"(,"target_project_id":5,"diff_refs":{"base_sha":")", k_base, R"(","start_sha":")", k_base,
             R"("},"web_url":"https://gitlab.com/team/web/shop/-/merge_requests/7"})");
}

TEST(Place, IsReadFromRemotes) {
  struct Case {
    std::string_view url, api, name;
  };
  for (const auto& each : {Case{"https://github.com/anna/shop.git", "https://api.github.com", "anna/shop"},
                           Case{"git@github.com:anna/shop.git", "https://api.github.com", "anna/shop"},
                           Case{"ssh://git@github.com:22/anna/shop", "https://api.github.com", "anna/shop"},
                           Case{"https://anna:word@github.com/anna/shop/", "https://api.github.com", "anna/shop"},
                           Case{"git@gitlab.com:team/web/shop.git", "https://gitlab.com/api/v4", "team/web/shop"}}) {
    const auto place = place_of_url(each.url, {});
    ASSERT_TRUE(place) << each.url;
    EXPECT_EQ(place->api, each.api) << each.url;
    EXPECT_EQ(place->name, each.name) << each.url;
  }
}

TEST(Place, OfAServerOfTheirOwnIsWhatTheEnvironmentSays) {
  const Servers own{"https://ghe.example/api/v3", "https://ghe.example", "", ""};
  EXPECT_EQ(place_of_url("https://ghe.example/a/b", own)->api, "https://ghe.example/api/v3");
  EXPECT_EQ(place_of_url("https://github.com/a/b", own)->api, "https://api.github.com")
      << "the address of another server is not its own";
  const Servers lab{"", "", "https://git.example/api/v4", "https://git.example"};
  EXPECT_EQ(place_of_url("git@git.example:a/b/c.git", lab)->api, "https://git.example/api/v4");
  EXPECT_EQ(place_named("a/b/c", lab)->service, Service::gitlab);
  EXPECT_FALSE(place_of_url("https://git.example/a/b", own));
}

TEST(Place, RefusesWhatIsNoName) {
  for (const auto name : {"shop", "a/../b", "a/b/c", "-x/y", "a/b?x=1", "a/b#c", "a//b", "/etc/passwd", "a/b%2Fc"})
    EXPECT_FALSE(place_named(name, {})) << name;
  EXPECT_FALSE(place_of_url("/srv/git/shop.git", {}));
  EXPECT_FALSE(place_of_url("https://evil.example/github.com/x", {}));
}

TEST(Place, OriginsAreWhatATokenIsBoundTo) {
  EXPECT_EQ(origin_of("https://api.github.com/repos"), "https://api.github.com");
  EXPECT_EQ(origin_of("https://x@API.github.com:443/"), "https://api.github.com:443");
  EXPECT_TRUE(is_loopback("http://127.0.0.1:80"));
  EXPECT_FALSE(is_loopback("http://127.0.0.1.evil.example"));
  EXPECT_FALSE(is_loopback("http://localhost.evil.example:80"));
}

TEST(Change, OfGitHub) {
  const auto change = read_change(pull(), github(), 7);
  ASSERT_TRUE(change) << change.error().message;
  EXPECT_EQ(change->head, k_head);
  EXPECT_EQ(change->head_ref, "refs/pull/7/head");
  EXPECT_EQ(change->base_branch, "main");
  EXPECT_EQ(change->state, State::open);
  EXPECT_FALSE(change->from_fork) << "names of repositories do not differ by case";
  EXPECT_TRUE(read_change(pull("", R"({"full_name":"eve/shop"})"), github(), 7)->from_fork);
  EXPECT_TRUE(read_change(pull("", "null"), github(), 7)->from_fork) << "its repository is gone";
  EXPECT_EQ(read_change(pull(R"(,"merged":true)"), github(), 7)->state, State::merged);
  EXPECT_EQ(read_change(replace_all(pull(), R"("open")", R"("closed")"), github(), 7)->state, State::closed);
}

TEST(Change, OfGitLab) {
  const auto change = read_change(merge(), gitlab(), 7);
  ASSERT_TRUE(change) << change.error().message;
  EXPECT_EQ(change->head_ref, "refs/merge-requests/7/head");
  EXPECT_FALSE(change->from_fork);
  EXPECT_TRUE(read_change(merge("opened", 6), gitlab(), 7)->from_fork);
  EXPECT_EQ(read_change(merge("merged"), gitlab(), 7)->state, State::merged);
  EXPECT_EQ(read_change(merge("closed"), gitlab(), 7)->state, State::closed);
}

TEST(Change, IsRefusedWhenItsFormIsNotSure) {
  EXPECT_FALSE(read_change("[]", github(), 7));
  EXPECT_FALSE(read_change("{", github(), 7));
  EXPECT_FALSE(read_change(pull(), github(), 8)) << "another number";
  for (const auto& [from, to] : {std::pair<std::string, std::string>{k_head, "HEAD"},
                                 {k_head, std::string(40, '0')},
                                 {"\"ref\":\"main\"", "\"ref\":\"--upload-pack=x\""},
                                 {"\"ref\":\"main\"", "\"ref\":\"a..b\""},
                                 {"\"ref\":\"main\"", "\"ref\":null"},
                                 {"Anna/shop", "anna/other"},
                                 {"\"open\"", "\"weird\""}})
    EXPECT_FALSE(read_change(replace_all(pull(), from, to), github(), 7)) << to;
  EXPECT_FALSE(
      read_change(replace_all(merge(), "\"target_project_id\":5", "\"target_project_id\":\"5\""), gitlab(), 7));
}

TEST(Branches, AreWhatGitTakes) {
  for (const auto name : {"main", "feature/x", "a.b", "$(x)", "`x`", "ünï"}) EXPECT_TRUE(is_branch(name)) << name;
  for (const auto name : {"",    "-x",   "/x", "x/",   "x.",    "a..b", "a b", "a~1",  "a^",     "a:b",  "a?b",  "a*b",
                          "a[b", "a\\b", "@",  "HEAD", "a@{1}", "a//b", ".a",  "x/.y", "x.lock", "a\nb", "a\x7f"})
    EXPECT_FALSE(is_branch(name)) << name;
}

TEST(Issues, ThatATextCloses) {
  const auto of = [](std::string_view text) { return closed_issues(text, github()); };
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(of("Fixes #45"), Numbers{45});
  EXPECT_EQ(of("closes: #1, #2 and #3. See #4"), (Numbers{1, 2, 3}));
  EXPECT_EQ(of("Resolves anna/shop#9 and resolved https://github.com/anna/shop/issues/10"), (Numbers{9, 10}));
  EXPECT_EQ(of("fixes eve/other#9"), Numbers{});
  EXPECT_EQ(of("fixes #45abc #0 fix #99999999999999999999999"), Numbers{});
  EXPECT_EQ(of("see #45, prefixes #3"), Numbers{});
  EXPECT_EQ(of("fixes #1 fixes #1"), Numbers{1});
  EXPECT_EQ(closed_issues("Closes https://gitlab.com/team/web/shop/-/issues/3", gitlab()), Numbers{3});
}

TEST(Issues, AreReadAndHeldToTheirNumber) {
  EXPECT_EQ(read_issue(R"({"number":45,"title":"T","body":"B"})", github(), 45)->body, "B");
  EXPECT_EQ(read_issue(R"({"iid":45,"title":"T","description":null})", gitlab(), 45)->body, "");
  EXPECT_FALSE(read_issue(R"({"number":46,"title":"T"})", github(), 45));
  EXPECT_FALSE(read_issue(R"({"number":45,"title":" "})", github(), 45));
}

TEST(Task, IsBoundedAndEmptyWhenNothingWasSaid) {
  Change change;
  EXPECT_EQ(task_of(change, {}), "");
  change.title = "Round prices";
  change.body = std::string(1 << 20, 'x');
  const auto task = task_of(change, {{45, "Prices", "Cents are lost"}});
  EXPECT_LT(task.size(), 80u << 10);
  EXPECT_TRUE(contains(task, "Issue #45: Prices"));
}

TEST(Events, OfGitHub) {
  const auto event = [](std::string_view name, std::string_view text) { return read_event(name, text, github()); };
  EXPECT_EQ(event("pull_request", cat(R"({"action":"opened","pull_request":)", pull(), "}"))->change.number, 7u);
  const auto group = cat(R"({"action":"checks_requested","merge_group":{"head_sha":")", k_head, R"(","head_ref":)",
                         R"("refs/heads/gh-readonly-queue/main/pr-7-bb","base_sha":")", k_base,
                         R"(","base_ref":"refs/heads/main","head_commit":{"message":"Merge"}}})");
  const auto merging = event("merge_group", group);
  ASSERT_TRUE(merging) << merging.error().message;
  EXPECT_EQ(merging->trigger, Trigger::merge_group);
  EXPECT_EQ(merging->change.number, 0u);
  EXPECT_EQ(merging->change.head, k_head);
  EXPECT_EQ(merging->change.base, k_base);
  EXPECT_NE(event("merge_group", replace_all(group, "checks_requested", "destroyed"))->why_nothing, "");
  EXPECT_FALSE(event("merge_group", replace_all(group, "refs/heads/main", "main")));
  EXPECT_FALSE(event("issue_comment", "{}"));
  EXPECT_FALSE(event("pull_request", "{}"));
}

TEST(Events, OfAPush) {
  const auto push = [](std::string_view ref, std::string_view before, std::string_view more) {
    return read_event("push",
                      cat(R"({"ref":")", ref, R"(","before":")", before, R"(","after":")", k_head, R"(",)", more,
                          R"("repository":{"default_branch":"main"}})"),
                      github());
  };
  EXPECT_EQ(push("refs/heads/main", k_base, "")->change.base, k_base) << "onto the default branch: what came";
  EXPECT_EQ(push("refs/heads/topic", k_base, "")->change.base, "") << "elsewhere: what the default branch has not";
  EXPECT_EQ(push("refs/heads/topic", std::string(40, '0'), "")->change.base_branch, "main");
  EXPECT_FALSE(push("refs/heads/main", std::string(40, '0'), ""));
  EXPECT_EQ(push("refs/heads/topic", k_base, R"("deleted":true,)")->why_nothing, "the branch was deleted");
  EXPECT_NE(push("refs/tags/v1", k_base, "")->why_nothing, "");
}

TEST(Events, OfGitLab) {
  MergeRequestVariables given{"7", "T", "B", "", k_head, "main", k_base, "5", "5", "https://gitlab.com/a/b"};
  const auto event = event_of(given);
  ASSERT_TRUE(event) << event.error().message;
  EXPECT_EQ(event->change.head, k_head);
  EXPECT_EQ(event->change.url, "https://gitlab.com/a/b/-/merge_requests/7");
  given.head = k_base;
  EXPECT_EQ(event_of(given)->change.head, k_base) << "a pipeline of merged results has a commit of its own";
  given.source = "6";
  EXPECT_TRUE(event_of(given)->change.from_fork);
  given.number = "";
  EXPECT_FALSE(event_of(given));
}

TEST(Statuses, AreGreenOnlyForWhatMayGoOn) {
  const auto state = [](std::string_view verdict, bool passes) {
    return status_for({7, std::string(verdict), passes}, Service::github).state;
  };
  EXPECT_EQ(state("mergeable", true), StatusState::success);
  EXPECT_EQ(state("conditional", true), StatusState::success);
  EXPECT_EQ(state("conditional", false), StatusState::failure);
  EXPECT_EQ(state("mergeable", false), StatusState::failure);
  for (const bool passes : {false, true}) {
    EXPECT_EQ(state("inconclusive", passes), StatusState::error);
    EXPECT_EQ(state("not_mergeable", passes), StatusState::failure);
    EXPECT_EQ(state("", passes), StatusState::failure);
  }
}

TEST(Statuses, OfACommitInSeveralChangesAreGreenOnlyWhenAllAre) {
  const Judged green{8, "mergeable", true};
  const auto with = [&](std::string_view description) {
    return status_for_all(green, Service::github, {7}, {{"success", std::string(description), "assay"}});
  };
  EXPECT_EQ(with("#7: mergeable").state, StatusState::success);
  EXPECT_EQ(with("#7: conditional, may go on here").state, StatusState::success);
  EXPECT_EQ(with("#7: conditional").state, StatusState::failure);
  EXPECT_EQ(with("#7: not_mergeable; #8 has this commit too and is mergeable").state, StatusState::failure);
  EXPECT_EQ(with("#7: inconclusive").state, StatusState::failure);
  EXPECT_EQ(with("#70: mergeable").state, StatusState::pending) << "another number is not its verdict";
  EXPECT_EQ(with("mergeable").state, StatusState::pending);
  EXPECT_EQ(status_for_all(green, Service::github, {7}, {{"success", "#7: mergeable", "other"}}).state,
            StatusState::pending);
  const std::vector<PostedStatus> newest_first = {{"failure", "#7: not_mergeable", "assay"},
                                                  {"success", "#7: mergeable", "assay"}};
  EXPECT_EQ(status_for_all(green, Service::github, {7}, newest_first).state, StatusState::failure);
  const Judged unknown{8, "inconclusive", false};
  EXPECT_EQ(status_for_all(unknown, Service::github, {7}, newest_first).state, StatusState::error);
  EXPECT_EQ(status_for_all(green, Service::github, {8}, {}).state, StatusState::success) << "it is no other";
}

TEST(Statuses, HaveTheFormOfTheirService) {
  EXPECT_EQ(status_json({StatusState::error, "#7: inconclusive"}, Service::github, "https://x/7"),
            R"({"state":"error","description":"#7: inconclusive","context":"assay","target_url":"https://x/7"})");
  EXPECT_EQ(status_json({StatusState::error, "!7: inconclusive"}, Service::gitlab, ""),
            R"({"state":"failed","description":"!7: inconclusive","name":"assay"})");
  std::vector<std::uint64_t> many;
  for (std::uint64_t i = 100; i < 200; ++i) many.push_back(i);
  EXPECT_LE(status_for_all({8, "mergeable", true}, Service::github, many, {}).description.size(), 140u);
}

TEST(Comments, CallNobodyAndCommandNothing) {
  Change change;
  change.head = k_head;
  const auto body =
      comment_body("Hi @anna, see #12 and !3\n/merge\n  /approve\n> /close\na/b\n", change, Service::gitlab);
  EXPECT_TRUE(body.starts_with(k_marker));
  EXPECT_TRUE(contains(body, k_head));
  for (const auto call : {"@anna", "#12", "!3", "\n/merge", "\n  /approve", "\n> /close"})
    EXPECT_FALSE(contains(body, call)) << call;
  EXPECT_TRUE(contains(body, "a/b"));
}

TEST(Comments, AreCutAtALineWithTheirBlocksClosed) {
  std::string report = "# Report\n````text\n";
  while (report.size() < 100'000) report += "a line of a log that nobody needs\n";
  const auto body = comment_body(report, {}, Service::github);
  EXPECT_LT(body.size(), 62'000u);
  EXPECT_TRUE(contains(body, "nobody needs\n````\n")) << "closed";
  EXPECT_TRUE(contains(body, "The report is longer"));
  EXPECT_EQ(comment_body("short\n", {}, Service::github).find("longer"), std::string::npos);
}

TEST(Comments, AreOursOnlyWhenWeWroteThem) {
  const auto comments = read_comments(
      cat(R"([{"id":1,"user":{"login":"eve"},"body":")", k_marker, R"( mine"},{"id":2,"user":null,"body":")", k_marker,
          R"("},{"id":3,"user":{"login":"bot"},"body":"quote: )", k_marker,
          R"("},{"id":4,"user":{"login":"bot"},"body":")", k_marker, R"(\nours"}])"),
      Service::github);
  ASSERT_TRUE(comments) << comments.error().message;
  EXPECT_EQ(our_comment(*comments, "bot"), 4u);
  EXPECT_EQ(our_comment(*comments, "nobody"), std::nullopt);
  EXPECT_EQ(our_comment(*comments, ""), std::nullopt) << "who wrote it is not known";
}

TEST(Lists, OfChangesHoldThoseThatAreOpenWithExactlyThisHead) {
  const auto text =
      cat(R"([{"number":7,"state":"open","head":{"sha":")", k_head, R"("}},{"number":8,"state":"closed",)",
          R"("head":{"sha":")", k_head, R"("}},{"number":9,"state":"open","head":{"sha":")", k_base, R"("}}])");
  EXPECT_EQ(*read_changes_with_head(text, Service::github, k_head), std::vector<std::uint64_t>{7});
  EXPECT_FALSE(read_changes_with_head("[1]", Service::github, k_head));
  EXPECT_FALSE(read_statuses("{}", Service::github));
}

TEST(Users, OfTokensOfPeopleAndApps) {
  EXPECT_EQ(*read_user(R"({"login":"anna"})", Service::github), "anna");
  EXPECT_EQ(*read_user(R"({"data":{"viewer":{"login":"github-actions[bot]"}}})", Service::github),
            "github-actions[bot]");
  EXPECT_EQ(*read_user(R"({"username":"anna"})", Service::gitlab), "anna");
  EXPECT_FALSE(read_user(R"({"data":null})", Service::github));
}

TEST(Calls, AreAtTheAddressesOfTheServices) {
  EXPECT_EQ(change_path(github(), 7), "repos/anna/shop/pulls/7");
  EXPECT_EQ(change_path(gitlab(), 7), "projects/team%2Fweb%2Fshop/merge_requests/7");
  EXPECT_EQ(comment_path(gitlab(), 7, 3), "projects/team%2Fweb%2Fshop/merge_requests/7/notes/3");
  EXPECT_EQ(page_of("a", 2), "a?per_page=100&page=2");
  EXPECT_EQ(page_of("a?b=c", 2), "a?b=c&per_page=100&page=2");
}

TEST(Refusals, SayWhatToDo) {
  const auto of = [](Refusal refusal) { return refusal_of(refusal, "reading", github()).message; };
  EXPECT_TRUE(contains(of({401, R"({"message":"Bad credentials"})", "", "", "", ""}), "Bad credentials"));
  EXPECT_TRUE(contains(of({401, "", "", "", "", ""}), "GITHUB_TOKEN or GH_TOKEN"));
  EXPECT_TRUE(contains(of({403, "", "", "0", "1700000000", ""}), "2023-11-14T22:13:20"));
  EXPECT_TRUE(contains(of({429, "", "30", "", "", ""}), "30 seconds"));
  EXPECT_TRUE(contains(of({403, "", "", "57", "1700000000", ""}), "may not do this"));
  EXPECT_TRUE(contains(of({404, "", "", "", "", ""}), "may not see it"));
  EXPECT_TRUE(contains(of({301, "", "", "", "", "https://evil.example/"}), "a token is sent nowhere else"));
  EXPECT_TRUE(contains(of({502, "<html>", "", "", "", ""}), "try again later"));
  EXPECT_FALSE(contains(of({404, R"({"message":"a\u001b[31mb"})", "", "", "", ""}), "\x1b"));
}

}  // namespace
}  // namespace assay::forge
