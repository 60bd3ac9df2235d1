#include "engine/webhooks.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::engine {
namespace {

class Webhooks : public testing::Test {
 protected:
  Webhooks() : m_scratch(std::move(os::ScratchFolder::make("webhooks").value())), m_file(m_scratch.path() + "/state") {}
  static Webhook at(std::string name, std::string url) {
    Webhook out;
    out.receiver.name = std::move(name);
    out.receiver.url = std::move(url);
    out.created_at = Time{1'000'000};
    out.created_by = "person:anna";
    return out;
  }
  std::string add(Webhook webhook) { return m_file.add(webhook).value(); }
  std::vector<Webhook> load() { return m_file.load().value(); }
  os::ScratchFolder m_scratch;
  WebhookFile m_file;
};

TEST_F(Webhooks, AreKeptWithTheirSecretApart) {
  auto wanted = at("ops", "https://example.com/hook");
  wanted.receiver.events = {model::NoticeKind::question};
  wanted.receiver.timeout_ms = 500;
  const auto secret = add(wanted);
  ASSERT_EQ(load().size(), 1U);
  const auto kept = load()[0];
  EXPECT_EQ(kept.receiver.name, "ops");
  EXPECT_EQ(kept.receiver.events, wanted.receiver.events);
  EXPECT_EQ(kept.receiver.timeout_ms, 500U);
  EXPECT_EQ(kept.created_by, "person:anna");
  EXPECT_EQ(trim(os::read_file(kept.receiver.secret_file).value()), secret);
  EXPECT_FALSE(contains(os::read_file(m_file.path()).value(), secret));
  for (const auto& path : {m_file.path(), kept.receiver.secret_file}) {
    struct stat st {};
    ASSERT_EQ(::stat(path.c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777, 0600U) << path;
  }
}
TEST_F(Webhooks, AnAddressThatIsASecretIsNotSigned) {
  auto slack = at("team", "https://hooks.slack.com/services/T0/B0/x");
  slack.receiver.service = messages::Service::slack;
  EXPECT_EQ(add(slack), "");
  EXPECT_EQ(load()[0].receiver.secret_file, "");
  EXPECT_EQ(shown_url(load()[0].receiver), "https://hooks.slack.com/…");
  EXPECT_FALSE(m_file.renew_secret(load()[0]));
  EXPECT_EQ(shown_url(at("a", "https://example.com/a?token=x").receiver), "https://example.com/a");
}
TEST_F(Webhooks, AreChangedAndRemovedByNameOrId) {
  const auto first = add(at("a", "https://example.com/a"));
  add(at("b", "https://example.com/b"));
  auto again = at("a", "https://example.com/c");
  EXPECT_EQ(m_file.add(again).error().code, Code::conflict);
  const auto to = [](std::string url) {
    return [url](Receiver& receiver) -> Result<void> {
      receiver.url = url;
      return {};
    };
  };
  EXPECT_EQ(m_file.edit("a", to("https://example.com/d"))->receiver.url, "https://example.com/d");
  EXPECT_EQ(m_file.edit("a", to("ftp://x")).error().code, Code::invalid_input);
  EXPECT_EQ(load()[0].receiver.url, "https://example.com/d");
  EXPECT_NE(m_file.renew_secret(load()[0]).value(), first);
  const auto secret = load()[0].receiver.secret_file;
  EXPECT_TRUE(m_file.remove(load()[0].id));
  EXPECT_FALSE(os::exists(secret));
  EXPECT_EQ(m_file.remove("a").error().code, Code::not_found);
  EXPECT_EQ(m_file.edit("a", to("https://x")).error().code, Code::not_found);
  EXPECT_EQ(load().size(), 1U);
}
TEST_F(Webhooks, AFileThatCannotBeReadIsRefused) {
  add(at("a", "https://example.com/a"));
  const auto good = os::read_file(m_file.path()).value();
  for (const auto& [what, with] : {std::pair<std::string, std::string>{"webhook-", "../webhook-"},
                                   {"\"webhook\"", "\"mail\""},
                                   {"https://", "file://"},
                                   {"10000", "1e400"},
                                   {"10000", "0"},
                                   {"createdAt", "created"},
                                   {"webhooks", "others"}}) {
    const auto bad = replace_all(good, what, with);
    ASSERT_NE(bad, good) << what;
    ASSERT_TRUE(os::write_private_file(m_file.path(), bad));
    EXPECT_FALSE(m_file.load()) << with;
  }
}

}  // namespace
}  // namespace assay::engine
