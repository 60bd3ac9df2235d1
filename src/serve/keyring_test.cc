#include "serve/keyring.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::serve {
namespace {

class Keys : public testing::Test {
 protected:
  Keys() : m_scratch(std::move(os::ScratchFolder::make("keys").value())), m_file(m_scratch.path() + "/serve") {}
  Keyring load() { return m_file.load().value(); }
  std::string add(std::string_view who, Role role, std::optional<Time> until = std::nullopt) {
    return m_file.add(who, role, k_now, until).value();
  }
  static constexpr Time k_now{1'000'000};
  os::ScratchFolder m_scratch;
  KeyringFile m_file;
};

TEST_F(Keys, ATokenOpensUnderItsNameAndRole) {
  const auto anna = add("anna", Role::operator_), bob = add("bob", Role::viewer);
  EXPECT_EQ(load().by_token(anna, k_now)->name, "anna");
  EXPECT_EQ(load().by_token(anna, k_now)->role, Role::operator_);
  EXPECT_EQ(load().by_token(bob, k_now)->role, Role::viewer);
  EXPECT_FALSE(load().by_token("", k_now));
  EXPECT_FALSE(load().by_token(anna + "x", k_now));
  EXPECT_FALSE(load().by_token(anna.substr(0, anna.size() - 1), k_now));
}
TEST_F(Keys, TheFileHoldsNoTokenAndIsForItsOwnerAlone) {
  const auto token = add("anna", Role::operator_);
  struct stat st {};
  ASSERT_EQ(::stat(m_file.path().c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 0777, 0600u);
  EXPECT_FALSE(contains(os::read_file(m_file.path()).value(), token.substr(6)));
}
TEST_F(Keys, AFileThatOthersCanReadIsRefused) {
  add("anna", Role::operator_);
  ASSERT_EQ(::chmod(m_file.path().c_str(), 0644), 0);
  const auto loaded = m_file.load();
  ASSERT_FALSE(loaded);
  EXPECT_TRUE(contains(loaded.error().message, "chmod 600"));
}
TEST_F(Keys, WhoCameInStaysAsLongAsTheTokenHolds) {
  const auto anna = add("anna", Role::operator_, Time{k_now.ms + 10}), bob = add("bob", Role::viewer);
  const auto by_token = *load().by_token(anna, k_now), other = *load().by_token(bob, k_now);
  const auto by_cookie = *load().by_cookie(*load().cookie_for(bob, k_now), k_now);
  EXPECT_TRUE(load().still_holds(by_token, Time{k_now.ms + 9}));
  EXPECT_FALSE(load().still_holds(by_token, Time{k_now.ms + 10}));
  EXPECT_TRUE(load().still_holds(by_cookie, Time{k_now.ms + k_cookie_ms - 1}));
  EXPECT_FALSE(load().still_holds(by_cookie, Time{k_now.ms + k_cookie_ms}));
  EXPECT_TRUE(load().still_holds(other, k_now));
  ASSERT_EQ(m_file.revoke("bob").value(), 1u);
  EXPECT_FALSE(load().still_holds(other, k_now));
  EXPECT_FALSE(load().still_holds(by_cookie, k_now));
}
TEST_F(Keys, AnExpiredTokenOpensNothing) {
  const auto token = add("anna", Role::operator_, Time{k_now.ms + 10});
  EXPECT_TRUE(load().by_token(token, Time{k_now.ms + 9}));
  EXPECT_FALSE(load().by_token(token, Time{k_now.ms + 10}));
  const auto cookie = load().cookie_for(token, k_now);
  ASSERT_TRUE(cookie);
  EXPECT_TRUE(load().by_cookie(*cookie, Time{k_now.ms + 9}));
  EXPECT_FALSE(load().by_cookie(*cookie, Time{k_now.ms + 10}));
  EXPECT_FALSE(load().cookie_for(token, Time{k_now.ms + 10}));
}
TEST_F(Keys, ACookieOutlivesARestartButNotItsTimeNorItsKey) {
  const auto token = add("anna", Role::operator_);
  const auto cookie = load().cookie_for(token, k_now).value();
  EXPECT_EQ(load().by_cookie(cookie, k_now)->name, "anna");
  EXPECT_FALSE(load().by_cookie(cookie, Time{k_now.ms + k_cookie_ms}));
  EXPECT_EQ(m_file.revoke("anna").value(), 1u);
  EXPECT_FALSE(load().by_cookie(cookie, k_now));
  EXPECT_FALSE(load().by_token(token, k_now));
}
TEST_F(Keys, AForgedCookieOpensNothing) {
  const auto token = add("anna", Role::operator_);
  const auto cookie = load().cookie_for(token, k_now).value();
  const size_t dot = cookie.find('.');
  EXPECT_FALSE(load().by_cookie(cat(cookie.substr(0, dot + 1), "9", cookie.substr(dot + 1)), k_now));
  EXPECT_FALSE(load().by_cookie(cat("key-other", cookie.substr(dot)), k_now));
  EXPECT_FALSE(load().by_cookie("", k_now));
  EXPECT_FALSE(load().by_cookie("..", k_now));
  EXPECT_FALSE(Keyring().by_cookie(cookie, k_now));
}

}  // namespace
}  // namespace assay::serve
