#include "engine/notify.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/text.h"
#include "messages/services.h"
#include "os/files.h"
#include "store/missions.h"
#include "store/notices.h"

namespace assay::engine {
namespace {

using model::DeliveryState;
using model::NoticeKind;

class Notify : public testing::Test {
 protected:
  Notify() : m_clock(Time{1'794'722'400'000}), m_scratch(std::move(os::ScratchFolder::make("notify")).value()) {
    m_store = std::move(store::Store::open(m_scratch.path() + "/assay.db", m_clock)).value();
  }
  std::string file(std::string_view name) const { return os::join_path(m_scratch.path(), name); }
  std::string text(std::string_view name) const { return os::read_file(file(name)).value_or(""); }

  model::MissionId blocked(const std::string& why = "the plan contradicts itself") {
    store::MissionDraft draft;
    draft.title = draft.prompt = "Add a thing";
    const auto mission = m_store->change("person:anna").missions().add(draft);
    EXPECT_TRUE(m_store->change("person:anna").missions().set_hold(mission->id, why));
    return mission->id;
  }
  OperatorConfig receivers(std::initializer_list<std::pair<std::string, std::string>> commands) {
    OperatorConfig out;
    for (const auto& [name, command] : commands) {
      Receiver receiver;
      receiver.name = name;
      receiver.command = command;
      receiver.timeout_ms = 30'000;
      out.receivers.push_back(receiver);
    }
    return out;
  }
  Delivered deliver(const OperatorConfig& config) {
    const auto done = deliver_due(*m_store, config, m_clock);
    EXPECT_TRUE(done) << done.error().message;
    return done.value_or(Delivered());
  }
  model::Delivery delivery(size_t notice = 0, size_t at = 0) {
    return m_store->notices().list({})->at(notice).deliveries.at(at);
  }

  ManualClock m_clock;
  os::ScratchFolder m_scratch;
  std::unique_ptr<store::Store> m_store;
};

TEST_F(Notify, ACommandHearsOnceAndGetsTheEvent) {
  const auto mission = blocked();
  const auto config =
      receivers({{"log", cat("cat >>", file("heard"), "; echo $ASSAY_EVENT $ASSAY_TITLE >>", file("seen"))}});
  EXPECT_EQ(deliver(config).delivered, 1u);
  EXPECT_EQ(deliver(config).delivered, 0u);
  m_clock.advance(100'000'000);
  EXPECT_EQ(deliver(config).delivered, 0u);
  EXPECT_EQ(text("seen"), "blocked Add a thing\n");
  const auto event = parse_json(text("heard"), "event");
  ASSERT_TRUE(event) << text("heard");
  EXPECT_EQ(event->at_pointer("/specversion").as_string(), "1.0");
  EXPECT_EQ(event->at_pointer("/type").as_string(), "assay.blocked");
  EXPECT_EQ(event->at_pointer("/subject").as_string(), mission.text);
  EXPECT_EQ(event->at_pointer("/data/detail").as_string(), "the plan contradicts itself");
  EXPECT_EQ(delivery().state, DeliveryState::delivered);
}

TEST_F(Notify, AFailureIsTriedAgainLaterAndLaterAndThenIsDead) {
  blocked();
  const auto config = receivers({{"bad", "echo no >&2; exit 3"}});
  EXPECT_EQ(deliver(config).failed, 1u);
  EXPECT_EQ(deliver(config).failed, 0u) << "not before its time";
  EXPECT_EQ(delivery().error, "the command: exit 3: no");
  std::uint32_t attempts = 1;
  while (delivery().state == DeliveryState::pending && attempts < 100) {
    m_clock.advance(*delay_after(attempts));
    EXPECT_EQ(deliver(config).failed, 1u);
    ++attempts;
  }
  EXPECT_EQ(attempts, 7u);
  EXPECT_EQ(delivery().state, DeliveryState::dead);
  const auto good = receivers({{"bad", "true"}});
  EXPECT_EQ(*m_store->change().notices().retry_deliveries(std::nullopt), 1u);
  EXPECT_EQ(deliver(good).delivered, 1u);
}

TEST_F(Notify, OneReceiverThatFailsDoesNotKeepOthersFromHearing) {
  blocked();
  const auto config = receivers({{"bad", "exit 1"}, {"good", cat("echo x >>", file("heard"))}});
  const auto first = deliver(config);
  EXPECT_EQ(first.delivered, 1u);
  EXPECT_EQ(first.failed, 1u);
  m_clock.advance(100'000);
  EXPECT_EQ(deliver(config).failed, 1u);
  EXPECT_EQ(text("heard"), "x\n");
}

TEST_F(Notify, ReceiversHearWhatTheyAskedForAndNoOldNews) {
  auto config = receivers({{"landings", cat("echo x >>", file("heard"))}});
  config.receivers[0].events = {NoticeKind::landed};
  blocked();
  EXPECT_EQ(deliver(config).delivered, 0u);
  config.receivers[0].events.clear();
  EXPECT_EQ(deliver(config).delivered, 0u) << "it was decided that nobody hears of it";
  blocked();
  m_clock.advance(std::int64_t{25} * 3600 * 1000);
  EXPECT_EQ(deliver(config).delivered, 0u) << "a day old";
  blocked();
  EXPECT_EQ(deliver(config).delivered, 1u);
}

TEST_F(Notify, SecretsDoNotLeaveTheHouse) {
  blocked("the key is AKIAIOSFODNN7EXAMPLQ and password=hunter2hunter2");
  const auto event = messages::cloud_event(m_store->notices().list({})->at(0));
  EXPECT_FALSE(contains(event, "AKIAIOSFODNN7EXAMPLQ")) << event;
}

TEST_F(Notify, ACommandThatHangsOrForksIsEnded) {
  blocked();
  auto config = receivers({{"slow", "sleep 1000 & sleep 1000"}});
  config.receivers[0].timeout_ms = 200;
  EXPECT_EQ(deliver(config).failed, 1u);
  EXPECT_TRUE(contains(delivery().error, "timed out after")) << delivery().error;
}

// The example of https://www.standardwebhooks.com, which anyone can recompute.
TEST(Webhook, IsSignedAsStandardWebhooksSays) {
  const auto headers = webhook_headers("msg_p5jXN8AQM9LWM0D4loKWxJek", {1'614'265'330'000}, R"({"test": 2432232314})",
                                       *from_base64("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
  EXPECT_EQ(headers.back().second, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(OperatorConfig, ReceiversAreReadAndWhatIsWrongIsNamed) {
  const auto good = parse_operator_config(
      "[[notify]]\nname = \"a\"\nurl = \"https://example.org/x\"\nevents = [\"blocked\"]\nsecret_file = \"/s\"\n"
      "[[notify]]\nname = \"b\"\ncommand = \"true\"\ntimeout = \"30s\"\n",
      "o");
  ASSERT_TRUE(good) << good.error().message;
  ASSERT_EQ(good->receivers.size(), 2u);
  EXPECT_EQ(good->receivers[1].timeout_ms, 30'000u);
  for (const auto& [toml, what] : std::initializer_list<std::pair<const char*, const char*>>{
           {"[[notify]]\nurl = \"http://x\"\n", "give it a name"},
           {"[[notify]]\nname = \"a\"\n", "a url or a command"},
           {"[[notify]]\nname = \"a\"\nurl = \"http://x\"\ncommand = \"y\"\n", "not both"},
           {"[[notify]]\nname = \"a\"\nurl = \"mailto:x\"\n", "must begin with http"},
           {"[[notify]]\nname = \"a\"\nurl = \"http://x\"\nevents = [\"rain\"]\n", "no event \"rain\""},
           {"[[notify]]\nname = \"a\"\nurl = \"http://x\"\nsecret_file = \"s\"\n", "absolute path"},
           {"[[notify]]\nname = \"a\"\nurl = \"http://x\"\nsecret = \"s\"\n", "secret"},
           {"[[notify]]\nname = \"a\"\ncommand = \"x\"\n[[notify]]\nname = \"a\"\ncommand = \"x\"\n", "is called a"},
           {"[[notify]]\nname = \"a\"\ncommand = \"x\"\ntimeout = \"10h\"\n", "five minutes"},
           {"notify = 3\n", "[[notify]]"}}) {
    const auto read = parse_operator_config(toml, "operator.toml");
    ASSERT_FALSE(read) << toml;
    EXPECT_TRUE(contains(read.error().message, what)) << read.error().message;
  }
}

}  // namespace
}  // namespace assay::engine
