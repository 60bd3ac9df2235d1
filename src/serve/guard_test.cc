#include "serve/guard.h"

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
        m_clock(Time{1'000'000}),
        m_guard(places_of("127.0.0.1", 7411, {"https://assay.example.com"}).value(), m_clock) {
    const KeyringFile file(m_scratch.path() + "/serve");
    operator_token = file.add("anna", Role::operator_, m_clock.now(), std::nullopt).value();
    viewer_token = file.add("vera", Role::viewer, m_clock.now(), std::nullopt).value();
    m_guard.use(std::make_shared<const Keyring>(file.load().value()));
    cookie = cat("x=1; assay_7411=", m_guard.keyring()->cookie_for(operator_token, m_clock.now()).value(), "; y=2");
  }
  Request request(std::string method, std::vector<Header> headers = {}) {
    Request out;
    out.method = std::move(method);
    out.headers = std::move(headers);
    if (out.count("host") == 0) out.headers.push_back({"host", "127.0.0.1:7411"});
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
  Guard m_guard;
  std::string operator_token, viewer_token, cookie;
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
  m_clock.advance(k_cookie_ms);
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
  const auto header = m_guard.cookie_header("v", 60);
  for (const auto* word : {"assay_7411=v", "HttpOnly", "SameSite=Strict", "Secure", "Path=/"}) {
    EXPECT_TRUE(contains(header, word)) << header;
  }
}
TEST(Places, AnAddressThatIsNoneIsRefused) {
  for (const auto* bad : {"assay.example.com", "ftp://a", "https://", "https://a/b", "https://u@a"}) {
    EXPECT_FALSE(places_of("127.0.0.1", 1, {bad})) << bad;
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
