#include "engine/access/sessions.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {
namespace {

constexpr Time k_session_now{1'000'000'000};
Time after(std::int64_t ms) { return {k_session_now.ms + ms}; }

TEST(Sessions, ACookieOpensUntilItsEndAndNoOtherDoes) {
  Sessions sessions;
  const auto opened = sessions.open("key-a", k_session_now);
  EXPECT_GE(opened.cookie.size() * 5, 128u);  // bits
  EXPECT_EQ(sessions.by_cookie(opened.cookie, k_session_now)->key, "key-a");
  for (const auto& bad :
       {std::string(), opened.cookie + "a", opened.cookie.substr(1), opened.session.hash, opened.session.id}) {
    EXPECT_EQ(sessions.by_cookie(bad, k_session_now), nullptr) << bad;
  }
  for (std::int64_t at = 0; at < k_session_ms; at += k_access_day_ms) sessions.use(opened.session.id, after(at));
  EXPECT_NE(sessions.by_cookie(opened.cookie, after(k_session_ms - 1)), nullptr);
  EXPECT_EQ(sessions.by_cookie(opened.cookie, after(k_session_ms)), nullptr);
}
TEST(Sessions, OneThatIsNotUsedEndsEarlier) {
  Sessions sessions;
  const auto opened = sessions.open("key-a", k_session_now);
  EXPECT_NE(sessions.by_cookie(opened.cookie, after(k_idle_ms - 1)), nullptr);
  EXPECT_EQ(sessions.by_cookie(opened.cookie, after(k_idle_ms)), nullptr);
  EXPECT_EQ(sessions.by_id(opened.session.id, after(k_idle_ms)), nullptr);
}
TEST(Sessions, TheyEndByThemselvesOrWithTheirKey) {
  Sessions sessions;
  const auto one = sessions.open("key-a", k_session_now), two = sessions.open("key-a", k_session_now),
             other = sessions.open("key-b", k_session_now);
  EXPECT_EQ(sessions.end(one.session.id), 1u);
  EXPECT_EQ(sessions.by_cookie(one.cookie, k_session_now), nullptr);
  EXPECT_NE(sessions.by_cookie(two.cookie, k_session_now), nullptr);
  EXPECT_EQ(sessions.end("key-a"), 1u);
  EXPECT_EQ(sessions.by_cookie(two.cookie, k_session_now), nullptr);
  EXPECT_EQ(sessions.end(""), 0u);
  EXPECT_NE(sessions.by_cookie(other.cookie, k_session_now), nullptr);
  EXPECT_EQ(sessions.end_all(), 1u);
}
TEST(Sessions, ATokenThatLogsInAgainAndAgainPushesOutItsOwnSessionsAlone) {
  Sessions sessions;
  const auto other = sessions.open("key-b", k_session_now), first = sessions.open("key-a", k_session_now);
  for (int i = 1; i <= 60; ++i) sessions.open("key-a", after(i));
  EXPECT_NE(sessions.by_cookie(other.cookie, after(60)), nullptr);
  EXPECT_EQ(sessions.by_cookie(first.cookie, after(60)), nullptr);
  EXPECT_EQ(sessions.all().size(), 51u);
}
TEST(Sessions, ALinkWorksOnceAndForTenMinutes) {
  Sessions sessions;
  const auto code = sessions.make_link("key-a", k_session_now), late = sessions.make_link("key-a", k_session_now);
  EXPECT_EQ(sessions.redeem("", k_session_now).link, Sessions::Link::unknown);
  EXPECT_EQ(sessions.redeem(code + "x", k_session_now).link, Sessions::Link::unknown);
  EXPECT_EQ(sessions.look_at(code, k_session_now).link, Sessions::Link::good);  // looking uses nothing up
  const auto good = sessions.redeem(code, after(k_link_ms - 1));
  EXPECT_EQ(good.link, Sessions::Link::good);
  EXPECT_EQ(good.key, "key-a");
  EXPECT_EQ(sessions.redeem(code, after(k_link_ms - 1)).link, Sessions::Link::used);
  EXPECT_EQ(sessions.redeem(late, after(k_link_ms)).link, Sessions::Link::late);
}
TEST(Sessions, LinksEndWithTheirKey) {
  Sessions sessions;
  const auto code = sessions.make_link("key-a", k_session_now);
  sessions.end("key-a");
  EXPECT_EQ(sessions.redeem(code, k_session_now).link, Sessions::Link::unknown);
}

class SessionFiles : public testing::Test {
 protected:
  SessionFiles()
      : m_scratch(std::move(os::ScratchFolder::make("sessions").value())), m_file(m_scratch.path() + "/state") {}
  Sessions::Opened open(Time at) {
    Sessions::Opened out;
    EXPECT_TRUE(m_file.change(at, [&](Sessions& sessions) { out = sessions.open("key-a", at); }));
    return out;
  }
  os::ScratchFolder m_scratch;
  SessionFile m_file;
};

TEST_F(SessionFiles, TheyOutliveARestart) {
  EXPECT_TRUE(m_file.load().value().all().empty());
  const auto opened = open(k_session_now);
  std::string code;
  ASSERT_TRUE(
      m_file.change(k_session_now, [&](Sessions& sessions) { code = sessions.make_link("key-a", k_session_now); }));
  auto again = m_file.load().value();
  EXPECT_EQ(again.by_cookie(opened.cookie, k_session_now)->id, opened.session.id);
  EXPECT_EQ(again.redeem(code, k_session_now).link, Sessions::Link::good);
}
TEST_F(SessionFiles, TheFileHoldsNothingThatOpensAndIsForItsOwnerAlone) {
  const auto opened = open(k_session_now);
  std::string code;
  ASSERT_TRUE(
      m_file.change(k_session_now, [&](Sessions& sessions) { code = sessions.make_link("key-a", k_session_now); }));
  struct stat st {};
  ASSERT_EQ(::stat(m_file.path().c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 0777, 0600u);
  const auto text = os::read_file(m_file.path()).value();
  EXPECT_FALSE(contains(text, opened.cookie));
  EXPECT_FALSE(contains(text, code));
  ASSERT_EQ(::chmod(m_file.path().c_str(), 0640), 0);
  EXPECT_FALSE(m_file.load());
}
TEST_F(SessionFiles, WhatEndedIsDroppedAndTheirNumberIsBounded) {
  open(k_session_now);
  open(after(k_session_ms));
  EXPECT_EQ(m_file.load().value().all().size(), 1u);
  ASSERT_TRUE(m_file.change(after(k_session_ms), [&](Sessions& sessions) {
    for (int i = 0; i < 1500; ++i) {
      sessions.open(cat("key-", i), after(k_session_ms + 1 + i));
      sessions.make_link("key-a", after(k_session_ms));
    }
  }));
  EXPECT_EQ(m_file.load().value().all().size(), 1000u);
  EXPECT_LT(os::read_file(m_file.path()).value().size(), size_t{1} << 20);
}

}  // namespace
}  // namespace assay::engine
