#include "serve/access/guard.h"

#include <limits>

#include <gtest/gtest.h>

#include "base/text.h"
#include "os/files.h"
#include "serve/event_feed.h"

namespace assay::serve {
namespace {

class Gate : public testing::Test {
 protected:
  Gate()
      : m_scratch(std::move(os::ScratchFolder::make("guard").value())),
        m_clock(Time{1'000'000'000'000}),
        m_credentials(m_scratch.path() + "/state", m_clock),
        m_guard(server_sites_of("127.0.0.1", 7411, {"https://assay.example.com", "https://example.com/tools/assay"})
                    .value(),
                {network_named("10.0.0.7").value()}, m_credentials, m_clock) {
    const KeyringFile file(m_scratch.path() + "/state");
    operator_token = file.add("anna", Role::operator_, m_clock.now(), std::nullopt).value().token;
    viewer_token = file.add("vera", Role::viewer, m_clock.now(), std::nullopt).value().token;
    value = m_credentials.open_session(*m_credentials.by_token(operator_token)).value().cookie;
    cookie = cat("x=1; assay_7411=", value, "; y=2");
  }
  Request request(std::string method, std::vector<Header> headers = {}, std::string target = "/",
                  std::string from = "192.0.2.1") {
    Request out;
    out.method = std::move(method);
    out.target = std::move(target);
    out.headers = std::move(headers);
    out.remote = std::move(from);
    if (out.count("host") == 0) out.headers.push_back({"host", "127.0.0.1:7411"});
    moved = m_guard.locate(out);
    return out;
  }
  int place(const Request& asked) {
    const auto refusal = m_guard.refuse_place(asked);
    return refusal ? refusal->status : 0;
  }
  int admit(const Request& asked, Needs needs) {
    const auto admitted = m_guard.admit(asked, needs);
    return admitted.refusal ? admitted.refusal->status : 0;
  }
  Header bearer(const std::string& token) { return {"authorization", cat("Bearer ", token)}; }

  os::ScratchFolder m_scratch;
  ManualClock m_clock;
  Credentials m_credentials;
  Guard m_guard;
  std::optional<Response> moved;
  std::string operator_token, viewer_token, value, cookie;
};

TEST_F(Gate, OnlyOurOwnNamesAreAnswered) {
  EXPECT_EQ(place(request("GET")), 0);
  EXPECT_EQ(place(request("GET", {{"host", "localhost:7411"}})), 0);
  EXPECT_EQ(place(request("GET", {{"host", "Assay.Example.Com"}})), 0);
  for (const auto* host : {"", "evil.example", "127.0.0.1", "127.0.0.1:80", "localhost:7411.evil.example"}) {
    EXPECT_EQ(place(request("GET", {{"host", host}})), 421) << host;
  }
}
TEST_F(Gate, PagesOfOtherSitesAreRefused) {
  EXPECT_EQ(place(request("POST", {{"origin", "http://127.0.0.1:7411"}})), 0);
  EXPECT_EQ(place(request("POST", {{"origin", "https://assay.example.com"}})), 0);
  for (const auto* origin : {"http://evil.example", "null", "", "https://127.0.0.1:7411", "http://127.0.0.1:7412"}) {
    EXPECT_EQ(place(request("POST", {{"origin", origin}})), 403) << origin;
    EXPECT_EQ(place(request("GET", {{"origin", origin}})), 403) << origin;
  }
  EXPECT_EQ(place(request("POST", {{"sec-fetch-site", "cross-site"}})), 403);
  EXPECT_EQ(place(request("POST", {{"sec-fetch-site", "same-site"}})), 403);
  EXPECT_EQ(place(request("GET", {{"sec-fetch-site", "cross-site"}})), 0);  // a link to us
}
TEST_F(Gate, RolesDecideWhatMayBeDone) {
  EXPECT_EQ(admit(request("GET"), Needs::nobody), 0);
  EXPECT_EQ(admit(request("GET"), Needs::viewer), 401);
  EXPECT_EQ(admit(request("GET", {bearer("assay-nonsense")}), Needs::viewer), 401);
  EXPECT_EQ(admit(request("GET", {bearer(viewer_token)}), Needs::viewer), 0);
  EXPECT_EQ(admit(request("POST", {bearer(viewer_token)}), Needs::operator_), 403);
  EXPECT_EQ(admit(request("POST", {bearer(operator_token)}), Needs::operator_), 0);
}
TEST_F(Gate, ACookieAloneChangesNothing) {
  EXPECT_EQ(admit(request("GET", {{"cookie", cookie}}), Needs::viewer), 0);
  EXPECT_EQ(admit(request("POST", {{"cookie", cookie}}), Needs::operator_), 403);
  EXPECT_EQ(admit(request("POST", {{"cookie", cookie}, {"origin", "http://127.0.0.1:7411"}}), Needs::operator_), 0);
  m_clock.advance(k_session_ms);
  EXPECT_EQ(admit(request("GET", {{"cookie", cookie}}), Needs::viewer), 401);
}
TEST_F(Gate, ACookieIsNotForPagesOfOtherSites) {
  for (const auto* site : {"cross-site", "same-site"}) {
    const Header from{"sec-fetch-site", site};
    EXPECT_EQ(admit(request("GET", {{"cookie", cookie}, from}), Needs::viewer), 403) << site;
    EXPECT_EQ(admit(request("HEAD", {{"cookie", cookie}, from}), Needs::viewer), 403) << site;
    EXPECT_EQ(admit(request("GET", {{"cookie", cookie}, from}), Needs::nobody), 0)
        << site;  // the page, a login address
    EXPECT_EQ(admit(request("GET", {bearer(viewer_token), from}), Needs::viewer), 0) << site;
  }
  for (const auto* site : {"same-origin", "none", ""}) {
    EXPECT_EQ(admit(request("GET", {{"cookie", cookie}, {"sec-fetch-site", site}}), Needs::viewer), 0) << site;
  }
}
TEST_F(Gate, TheCookieIsForThisServerAloneAndNoScriptReadsIt) {
  const auto header = m_guard.cookie_header(request("GET", {{"host", "assay.example.com"}}), "v", 60);
  for (const auto* word : {"assay_7411=v", "HttpOnly", "SameSite=Strict", "Secure", "Path=/;"}) {
    EXPECT_TRUE(contains(header, word)) << header;
  }
  EXPECT_FALSE(contains(m_guard.cookie_header(request("GET"), "v", 60), "Secure"));
}
TEST_F(Gate, ASessionThatEndedOpensNothing) {
  const auto visitor = m_guard.by_cookie(request("GET", {{"cookie", cookie}}));
  ASSERT_TRUE(visitor);
  ASSERT_TRUE(m_credentials.end_session(visitor->session));
  EXPECT_EQ(admit(request("GET", {{"cookie", cookie}}), Needs::viewer), 401);
  EXPECT_EQ(admit(request("GET", {bearer(operator_token)}), Needs::viewer), 0);
}
TEST_F(Gate, WrongTokensAreSlowedByAddressAndRightOnesAreNot) {
  const auto wrong = [&](std::string from) {
    return admit(request("GET", {bearer("assay-wrong")}, "/", from), Needs::viewer);
  };
  for (int i = 0; i < Throttle::k_tries; ++i) EXPECT_EQ(wrong("192.0.2.1"), 401);
  EXPECT_EQ(wrong("192.0.2.1"), 429);
  const auto refused = m_guard.admit(request("GET", {bearer("assay-wrong")}), Needs::viewer).refusal;
  EXPECT_TRUE(contains(head_of(*refused, "1", After::close), "Retry-After: 3\r\n"));
  EXPECT_EQ(wrong("192.0.2.2"), 401);
  EXPECT_EQ(admit(request("GET", {bearer(viewer_token)}), Needs::viewer), 0);
  EXPECT_EQ(admit(request("GET"), Needs::viewer), 401) << "no token is no wrong one";
  m_clock.advance(Throttle::k_back_ms);
  EXPECT_EQ(wrong("192.0.2.1"), 401);
}
TEST_F(Gate, BehindANamedProxyTheClientCounts) {
  const auto wrong = [&](const char* peer, const char* client) {
    return admit(request("GET", {bearer("assay-wrong"), {"x-forwarded-for", client}}, "/", peer), Needs::viewer);
  };
  for (int i = 0; i < Throttle::k_tries; ++i) EXPECT_EQ(wrong("10.0.0.7", "198.51.100.1"), 401);
  EXPECT_EQ(wrong("10.0.0.7", "198.51.100.1"), 429);
  EXPECT_EQ(wrong("10.0.0.7", "198.51.100.2"), 401);
  for (int i = 0; i < Throttle::k_tries; ++i) wrong("10.0.0.8", "198.51.100.3");  // not named: it counts itself
  EXPECT_EQ(wrong("10.0.0.8", "198.51.100.4"), 429);
}
TEST_F(Gate, WhatANamedProxySaysOfTheNameAndSchemeCounts) {
  const std::vector<Header> said{
      {"host", "backend"}, {"x-forwarded-host", "assay.example.com"}, {"x-forwarded-proto", "https"}};
  EXPECT_EQ(place(request("GET", said, "/", "10.0.0.7")), 0);
  EXPECT_TRUE(request("GET", said, "/", "10.0.0.7").secure);
  EXPECT_EQ(place(request("GET", said, "/", "10.0.0.8")), 421);
  EXPECT_EQ(place(request("GET", {{"x-forwarded-host", "evil.example"}}, "/", "10.0.0.7")), 421);
  EXPECT_FALSE(request("GET", {{"host", "assay.example.com"}, {"x-forwarded-proto", "http"}}, "/", "10.0.0.7").secure);
}
TEST_F(Gate, WhatLiesBelowAPathIsFoundWhetherTheProxyTakesItOffOrNot) {
  const Header host{"host", "example.com"};
  const auto left = request("GET", {host}, "/tools/assay/api/health?x=1"),
             taken = request("GET", {host}, "/api/health?x=1");
  for (const auto& each : {left, taken}) {
    EXPECT_EQ(each.target, "/api/health?x=1");
    EXPECT_EQ(each.base, "/tools/assay");
    EXPECT_TRUE(contains(m_guard.cookie_header(each, "v", 60), "Path=/tools/assay;"));
  }
  EXPECT_EQ(request("GET", {}, "/tools/assayer").target, "/tools/assayer");
  EXPECT_EQ(request("GET", {}, "/api/health").base, "");
  EXPECT_FALSE(moved);
  request("GET", {host}, "/tools/assay?login=used");
  ASSERT_TRUE(moved);
  EXPECT_TRUE(contains(head_of(*moved, "1", After::close), "Location: /tools/assay/?login=used\r\n"));
}
TEST(ServerSites, AnAddressThatIsNoneIsRefused) {
  for (const auto* bad :
       {"assay.example.com", "ftp://a", "https://", "https://u@a", "https://a/b?c", "https://a/b#c", "https://a/../b",
        "https://a//b", "https://a/api", "https://a/login/x", "https://a/b c", "https:///b", "https://a/%2e"}) {
    EXPECT_FALSE(server_sites_of("127.0.0.1", 1, {bad})) << bad;
  }
}
TEST(ServerSites, AnAddressIsReadAsBrowsersSendIt) {
  const auto sites = server_sites_of("127.0.0.1", 1, {"https://A.example:443/b/c/", "http://b.example:8080"}).value();
  EXPECT_EQ(address_of(sites.sites[0]), "https://a.example/b/c");
  EXPECT_TRUE(sites.has_origin("https://a.example"));
  EXPECT_TRUE(sites.at_host("B.example:8080"));
  EXPECT_TRUE(sites.at_host("a.example:443"));
  EXPECT_FALSE(sites.at_host("a.example:80"));
  EXPECT_EQ(sites.named, 2u);
}
TEST(ServerSites, OtherMachinesAreLetInOnlyByAProxyOrWhenThatIsSaid) {
  for (const auto* own : {"127.0.0.1", "127.1.2.3", "::1"})
    EXPECT_EQ(exposure_of(own, {}, PlainText::refused).value(), "");
  for (const auto* open : {"0.0.0.0", "::", "192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1"}) {
    EXPECT_FALSE(exposure_of(open, {}, PlainText::refused)) << open;
    EXPECT_FALSE(exposure_of(open, {"http://a.example"}, PlainText::refused)) << open;
    EXPECT_TRUE(contains(exposure_of(open, {"https://a.example"}, PlainText::refused).value(), "without TLS")) << open;
    EXPECT_TRUE(contains(exposure_of(open, {}, PlainText::allowed).value(), "clear text")) << open;
  }
}

FeedText text(std::uint64_t key) { return {key, std::make_shared<const std::string>(cat(key))}; }

TEST(EventFeed, AListenerGetsEverythingAfterItsPlaceOnce) {
  EventFeed feed(10, 3);
  EXPECT_TRUE(feed.after(10, 9).empty());
  feed.publish({text(11), text(12)});
  feed.publish({text(12), text(13)});  // 12 again: it is there already
  EXPECT_EQ(feed.end(), 13u);
  const auto all = feed.after(10, 9);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].key, 11u);
  EXPECT_EQ(feed.after(11, 1).front().key, 12u);
}
TEST(EventFeed, WhatIsNoLongerKeptIsSaidToBeSo) {
  EventFeed feed(0, 2);
  feed.publish({text(1), text(2), text(3)});
  EXPECT_FALSE(feed.reaches(0));
  EXPECT_TRUE(feed.reaches(1));
  EXPECT_EQ(feed.after(1, 9).size(), 2u);
}
TEST(EventFeed, ATitleCannotBreakOutOfItsLine) {
  store::FeedEntry entry;
  entry.key = 5;
  entry.checkpoint.title = "a\nid: 99\n\nevent: x\r\n<script>";
  const auto made = *feed_text(entry).text;
  EXPECT_EQ(split(made, '\n').size(), 5u) << made;
  EXPECT_TRUE(made.starts_with("id: 5\nevent: checkpoint\ndata: {"));
}
TEST(EventFeed, PlacesToGoOnFrom) {
  EXPECT_FALSE(resume_key(""));
  EXPECT_EQ(resume_key("17"), 17u);
  EXPECT_EQ(resume_key("nonsense"), std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace assay::serve
