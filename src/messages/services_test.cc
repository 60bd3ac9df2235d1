#include "messages/services.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/json.h"
#include "base/text.h"

namespace assay::messages {
namespace {

using model::NoticeKind;

model::Notice notice_of(std::string title, std::string summary, std::string detail = {}) {
  model::Notice out;
  out.id.text = "notice-k3f7q2m5n7x2";
  out.kind = NoticeKind::blocked;
  out.mission.text = "mission-7k2q";
  out.title = std::move(title);
  out.summary = std::move(summary);
  out.detail = std::move(detail);
  out.created_at = Time{1'794'722'400'000};
  return out;
}
json::value parsed(const std::string& text) { return json::parse(text); }
std::string at(const json::value& document, std::string_view pointer) {
  return std::string(document.at_pointer(pointer).as_string());
}

TEST(NoticeText, LeadsToThePageOfWhatWaits) {
  auto notice = notice_of("Add a rate limit", "blocked");
  EXPECT_EQ(text_of(notice, "").link, "");
  EXPECT_EQ(text_of(notice, "https://assay.example.com/").link, "https://assay.example.com/#/missions/mission-7k2q");
  notice.task.text = "task-9";
  EXPECT_EQ(text_of(notice, "https://a.example").link, "https://a.example/#/missions/mission-7k2q");
  notice.kind = NoticeKind::question;
  EXPECT_EQ(text_of(notice, "https://a.example").link, "https://a.example/#/tasks/task-9");
}

TEST(NoticeText, HidesSecretsAndWhatTurnsALine) {
  const auto text = text_of(notice_of("Key AKIAQYLPMN5HFIQR7XYZ", "line\nbreak\x1b[31m", "a \xE2\x80\xAE b"), "");
  EXPECT_FALSE(contains(text.title, "AKIAQYLPMN5HFIQR7XYZ"));
  EXPECT_FALSE(contains(text.headline, "\n"));
  EXPECT_FALSE(contains(text.headline, "\x1b"));
  EXPECT_FALSE(contains(text.detail, "\xE2\x80\xAE"));
}

TEST(NoticeText, IsShortEnoughForEveryService) {
  const auto text = text_of(notice_of(std::string(5000, 't'), std::string(5000, 's'), std::string(50'000, 'd')), "");
  EXPECT_LE(text.headline.size(), 150U) << "a header of Slack";
  EXPECT_LE(text.detail.size(), 3000U) << "a section of Slack";
  EXPECT_LE(ntfy_message(text, "ops").size(), 4096U) << "longer ones become an attachment";
}

TEST(Services, ANameIsReadBack) {
  for (const auto& each : service_names()) {
    ASSERT_TRUE(service_named(each));
    EXPECT_EQ(name(*service_named(each)), each);
  }
  EXPECT_FALSE(service_named("pager"));
}

TEST(Services, SlackGetsTextWithoutMarkupAndAButton) {
  const auto text =
      text_of(notice_of("Ping <!channel> & <https://bad.example|here>", "<!here> *now*"), "https://a.example");
  const auto document = parsed(slack_message(text));
  EXPECT_EQ(at(document, "/text"), "&lt;!here&gt; *now*");
  for (const auto& block : document.at("blocks").as_array()) {
    const auto* own = block.as_object().if_contains("text");
    if (own != nullptr) {
      EXPECT_EQ(own->at("type"), "plain_text");
    }
  }
  EXPECT_EQ(at(document, "/blocks/1/text/text"), "Ping <!channel> & <https://bad.example|here>");
  EXPECT_EQ(at(document, "/blocks/3/elements/0/url"), "https://a.example/#/missions/mission-7k2q");
  EXPECT_FALSE(contains(slack_message(text_of(notice_of("a", "b"), "")), "button")) << "there is no page to open";
}

TEST(Services, TeamsGetsACardWithoutMarkdown) {
  const auto document =
      parsed(teams_message(text_of(notice_of("[here](https://bad.example)", "blocked", "why"), "https://a.example")));
  const auto& card = document.at_pointer("/attachments/0/content");
  EXPECT_EQ(at(document, "/type"), "message");
  EXPECT_EQ(at(document, "/attachments/0/contentType"), "application/vnd.microsoft.card.adaptive");
  EXPECT_EQ(at(card, "/type"), "AdaptiveCard");
  for (const auto& part : card.at("body").as_array()) EXPECT_EQ(part.at("type"), "RichTextBlock");
  EXPECT_EQ(at(card, "/body/1/inlines/0/text"), "[here](https://bad.example)");
  EXPECT_EQ(at(card, "/actions/0/type"), "Action.OpenUrl");
}

TEST(Services, DiscordMentionsNobodyAndShowsNoLinkOfAnAgent) {
  const auto document = parsed(
      discord_message(text_of(notice_of("@everyone [here](https://bad.example)", "**blocked**"), "https://a.example"),
                      Time{1'794'722'400'000}));
  EXPECT_TRUE(document.at_pointer("/allowed_mentions/parse").as_array().empty());
  EXPECT_EQ(at(document, "/embeds/0/title"), "\\*\\*blocked\\*\\*");
  EXPECT_FALSE(contains(at(document, "/embeds/0/description"), "]("));
  EXPECT_EQ(at(document, "/embeds/0/url"), "https://a.example/#/missions/mission-7k2q");
  EXPECT_EQ(at(document, "/embeds/0/fields/0/value"), "`assay mission show mission-7k2q`");
}

TEST(Services, NtfyIsLouderForWhatStandsStill) {
  auto notice = notice_of("Add a rate limit", "blocked: a key is missing");
  auto document = parsed(ntfy_message(text_of(notice, "https://a.example"), "ops"));
  EXPECT_EQ(at(document, "/topic"), "ops");
  EXPECT_EQ(document.at("priority"), 4);
  EXPECT_EQ(at(document, "/click"), "https://a.example/#/missions/mission-7k2q");
  EXPECT_EQ(at(document, "/actions/0/action"), "view");
  notice.kind = NoticeKind::landed;
  document = parsed(ntfy_message(text_of(notice, ""), "ops"));
  EXPECT_EQ(document.at("priority"), 3);
  EXPECT_EQ(document.as_object().if_contains("click"), nullptr);
}

}  // namespace
}  // namespace assay::messages
