#include "messages/mail.h"

#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/text.h"

namespace assay::messages {
namespace {

NoticeText text_with(std::string headline, std::string detail = {}) {
  return {std::move(headline),       "Add a rate limit",      std::move(detail),
          "assay ship mission-7k2q", "https://a.example/#/x", false};
}
std::string mail_with(const NoticeText& text) {
  return mail_of(text, {"assay@example.com", {"anna@example.com", "ops@example.com"}}, "notice-1",
                 Time{1'794'722'400'000});
}
std::string body_of(const std::string& mail) {
  return from_base64(replace_all(mail.substr(mail.find("\r\n\r\n") + 4), "\r\n", "")).value_or("no base64");
}

TEST(Mail, SaysWhatHappenedAndWhatIsNext) {
  const auto mail = mail_with(text_with("\"Add a rate limit\" can be shipped", "one\ntwo"));
  EXPECT_TRUE(mail.starts_with("From: Assay <assay@example.com>\r\nTo: anna@example.com,\r\n ops@example.com\r\n"));
  EXPECT_TRUE(contains(mail, "\r\nDate: Sun, 15 Nov 2026 06:00:00 +0000\r\n")) << mail;
  EXPECT_TRUE(contains(mail, "\r\nMessage-ID: <notice-1@example.com>\r\n"));
  const auto body = body_of(mail);
  EXPECT_TRUE(
      contains(body, "can be shipped\r\nAdd a rate limit\r\n\r\none\r\ntwo\r\n\r\nNext: assay ship mission-7k2q\r\n"));
}

TEST(Mail, NoHeadlineEndsTheSubject) {
  const auto mail = mail_with(text_with("x\r\nBcc: everybody@example.com\r\n\r\nhello"));
  EXPECT_FALSE(contains(mail, "Bcc"));
  EXPECT_EQ(mail.find("\r\n\r\n"), mail.rfind("\r\n\r\n"));
}

TEST(Mail, ALongSubjectIsFoldedAtWholeCharacters) {
  std::string headline;
  for (int i = 0; i < 60; ++i) headline += "ж";
  const auto mail = mail_with(text_with(headline));
  const size_t begin = mail.find("Subject: ") + 9;
  const auto subject = mail.substr(begin, mail.find("\r\nDate:") - begin);
  std::string whole;
  const auto unfolded = replace_all(subject, "\r\n ", "\n");
  for (const auto word : split(unfolded, '\n')) {
    EXPECT_LE(word.size(), 75U);
    ASSERT_TRUE(word.starts_with("=?utf-8?B?") && word.ends_with("?="));
    const auto part = from_base64(word.substr(10, word.size() - 12));
    ASSERT_TRUE(part);
    EXPECT_TRUE(is_utf8(*part));
    whole += *part;
  }
  EXPECT_EQ(whole, headline);
}

TEST(Mail, NoLineIsLongerThanMailsAllow) {
  const auto mail = mail_with(text_with("x", std::string(20'000, 'y')));
  for (const auto line : split(mail, '\n')) EXPECT_LE(line.size(), 77U);
}

TEST(Mail, AnAddressIsOnlyAnAddress) {
  for (const char* good : {"a@b", "anna.b+x@mail.example.com"}) EXPECT_TRUE(is_mail_address(good)) << good;
  for (const char* bad :
       {"", "anna", "@b", "a@", "a@b@c", "a b@c", "a@b\r\nRCPT TO:<x@y>", "<a@b>", "a@b,c@d", "ж@b"}) {
    EXPECT_FALSE(is_mail_address(bad)) << bad;
  }
}

}  // namespace
}  // namespace assay::messages
