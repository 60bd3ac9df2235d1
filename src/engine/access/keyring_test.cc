#include "engine/access/keyring.h"

#include <tuple>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/text.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::engine {
namespace {

class Keys : public testing::Test {
 protected:
  Keys() : m_scratch(std::move(os::ScratchFolder::make("keys").value())), m_file(m_scratch.path() + "/serve") {}
  Keyring load() { return m_file.load().value(); }
  std::string add(std::string_view who, Role role, std::optional<Time> until = std::nullopt) {
    return m_file.add(who, role, k_now, until).value().token;
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
TEST_F(Keys, AFlippedBitIsFoundOrChangesNothing) {
  add("anna", Role::viewer, Time{k_now.ms + 10});
  const auto whole = os::read_file(m_file.path()).value();
  const auto key = load().keys().front();
  for (size_t i = 0; i < whole.size(); ++i) {
    auto text = whole;
    text[i] = static_cast<char>(text[i] ^ 1);
    ASSERT_TRUE(os::write_private_file(m_file.path(), text));
    const auto loaded = m_file.load();
    if (!loaded) continue;
    ASSERT_EQ(loaded->keys().size(), 1u) << i;
    const auto& now = loaded->keys().front();
    EXPECT_EQ(std::tie(now.id, now.name, now.role, now.hash), std::tie(key.id, key.name, key.role, key.hash)) << i;
    EXPECT_EQ(now.expires_at->ms, key.expires_at->ms) << i;
  }
}
TEST_F(Keys, AnExpiredTokenOpensNothing) {
  const auto token = add("anna", Role::operator_, Time{k_now.ms + 10});
  EXPECT_TRUE(load().by_token(token, Time{k_now.ms + 9}));
  EXPECT_FALSE(load().by_token(token, Time{k_now.ms + 10}));
  const auto id = load().keys().front().id;
  EXPECT_TRUE(load().by_id(id, Time{k_now.ms + 9}));
  EXPECT_FALSE(load().by_id(id, Time{k_now.ms + 10}));
  EXPECT_FALSE(load().by_id("key-other", k_now));
}
TEST_F(Keys, ARevokedTokenOpensNothing) {
  const auto token = add("anna", Role::operator_);
  const auto id = load().keys().front().id;
  EXPECT_EQ(m_file.revoke("anna").value(), 1u);
  EXPECT_FALSE(load().by_token(token, k_now));
  EXPECT_FALSE(load().by_id(id, k_now));
}

// What an older version wrote, in a folder of the repository.
class OlderKeys : public Keys {
 protected:
  OlderKeys() : m_older(m_scratch.path() + "/older.json") {
    const auto text = cat(R"({"schemaVersion": 1, "secret": "sealing", "keys": [{"id": "key-old", "name": "olga",
      "role": "operator", "hash": ")",
                          sha256_hex("assay-old"), R"(", "createdAt": "2026-01-01T00:00:00.000Z",
      "expiresAt": null}]})");
    EXPECT_TRUE(os::write_private_file(m_older, text));
  }
  std::string m_older;
};

TEST_F(OlderKeys, AreTakenOverWithoutTheSecretOfTheirCookies) {
  EXPECT_EQ(m_file.take_over(m_older).value().size(), 1u);
  EXPECT_EQ(load().by_token("assay-old", k_now)->name, "olga");
  EXPECT_FALSE(contains(os::read_file(m_file.path()).value(), "sealing"));
}
TEST_F(OlderKeys, AreTakenOverOnce) {
  add("anna", Role::operator_);
  EXPECT_EQ(m_file.take_over(m_older).value().size(), 0u);
  EXPECT_FALSE(load().by_token("assay-old", k_now));
}

}  // namespace
}  // namespace assay::engine
