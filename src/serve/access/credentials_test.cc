#include "serve/access/credentials.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace assay::serve {
namespace {

class CredentialsTest : public testing::Test {
 protected:
  CredentialsTest()
      : m_scratch(std::move(os::ScratchFolder::make("credentials").value())),
        m_clock(Time{1'000'000'000'000}),
        m_keys(folder()),
        m_sessions(folder()),
        m_known(folder(), m_clock) {
    EXPECT_TRUE(m_known.load());
  }
  std::string folder() const { return m_scratch.path() + "/state"; }
  std::string add(std::string_view who) {
    return m_keys.add(who, Role::operator_, m_clock.now(), std::nullopt).value().token;
  }
  Credentials::LoggedIn log_in(const std::string& token) {
    return m_known.open_session(*m_known.by_token(token)).value();
  }

  os::ScratchFolder m_scratch;
  ManualClock m_clock;
  KeyringFile m_keys;
  SessionFile m_sessions;
  Credentials m_known;
};

TEST_F(CredentialsTest, ATokenOpensAsSoonAsItIsMadeAndNotOnceItIsRevoked) {
  for (int turn = 0; turn < 20; ++turn) {
    const auto token = add("anna");
    EXPECT_TRUE(m_known.by_token(token)) << turn;
    ASSERT_EQ(m_keys.revoke("anna").value(), 1u);
    EXPECT_FALSE(m_known.by_token(token)) << turn;
  }
}
TEST_F(CredentialsTest, ASessionEndsForAllServersAtOnce) {
  const auto token = add("anna");
  Credentials other(folder(), m_clock);
  const auto in = log_in(token);
  EXPECT_EQ(m_known.by_cookie(in.cookie)->session, in.visitor.session);
  EXPECT_TRUE(other.by_cookie(in.cookie));
  ASSERT_TRUE(other.end_session(in.visitor.session));
  EXPECT_FALSE(m_known.by_cookie(in.cookie));
  EXPECT_FALSE(m_known.still_holds(in.visitor));
  EXPECT_TRUE(m_known.by_token(token));
}
TEST_F(CredentialsTest, ASessionEndsWithItsKey) {
  const auto in = log_in(add("anna"));
  const auto stays = log_in(add("bob"));
  ASSERT_TRUE(m_keys.revoke("anna"));
  EXPECT_FALSE(m_known.by_cookie(in.cookie));
  EXPECT_FALSE(m_known.still_holds(in.visitor));
  EXPECT_TRUE(m_known.still_holds(stays.visitor));
}
TEST_F(CredentialsTest, ASessionThatIsUsedGoesOnUntilItsEnd) {
  const auto in = log_in(add("anna"));
  for (int day = 0; day < 13; ++day) {
    m_clock.advance(k_access_day_ms);
    EXPECT_TRUE(m_known.by_cookie(in.cookie)) << day;
    m_known.keep_uses();
  }
  m_clock.advance(k_access_day_ms);
  EXPECT_FALSE(m_known.by_cookie(in.cookie));
}
TEST_F(CredentialsTest, ALinkLogsInOnce) {
  add("anna");
  const auto key = m_keys.load().value().keys().front().id;
  std::string code;
  ASSERT_TRUE(
      m_sessions.change(m_clock.now(), [&](Sessions& sessions) { code = sessions.make_link(key, m_clock.now()); }));
  const auto first = m_known.redeem(code).value(), second = m_known.redeem(code).value();
  ASSERT_TRUE(first.who);
  EXPECT_EQ(first.who->visitor.name, "anna");
  EXPECT_TRUE(m_known.by_cookie(first.who->cookie));
  EXPECT_FALSE(second.who);
  EXPECT_EQ(second.link, Sessions::Link::used);
}
TEST_F(CredentialsTest, ALinkOfARevokedKeyLogsNobodyIn) {
  add("anna");
  const auto key = m_keys.load().value().keys().front().id;
  std::string code;
  ASSERT_TRUE(
      m_sessions.change(m_clock.now(), [&](Sessions& sessions) { code = sessions.make_link(key, m_clock.now()); }));
  ASSERT_TRUE(m_keys.revoke("anna"));
  EXPECT_FALSE(m_known.redeem(code).value().who);
}
TEST_F(CredentialsTest, GuessesWriteNothing) {
  log_in(add("anna"));
  struct stat before {
  }, after{};
  ASSERT_EQ(::stat(m_sessions.path().c_str(), &before), 0);
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(m_known.redeem("guess").value().who);
  ASSERT_EQ(::stat(m_sessions.path().c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
}
TEST_F(CredentialsTest, AFileThatCannotBeUsedLeavesThingsAsTheyWere) {
  const auto token = add("anna");
  EXPECT_TRUE(m_known.by_token(token));
  ASSERT_TRUE(os::write_file(m_keys.path(), "nonsense"));
  EXPECT_TRUE(m_known.by_token(token));
  Credentials fresh(folder(), m_clock);
  EXPECT_FALSE(fresh.load());
}
TEST_F(CredentialsTest, AFileThatCouldNotBeReadIsTriedAgain) {
  const auto token = add("anna");
  EXPECT_TRUE(m_known.by_token(token));
  ASSERT_EQ(m_keys.revoke("anna").value(), 1u);
  ASSERT_EQ(::chmod(m_keys.path().c_str(), 0644), 0);  // as when there are no descriptors left
  EXPECT_TRUE(m_known.by_token(token));
  ASSERT_EQ(::chmod(m_keys.path().c_str(), 0600), 0);
  m_clock.advance(1000);
  EXPECT_FALSE(m_known.by_token(token));
}

}  // namespace
}  // namespace assay::serve
