// What agents write stands in messages to people. Any bytes give a message that its service can read: JSON that is
// UTF-8, and a mail whose texts add no header and whose lines are short enough.
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "messages/mail.h"
#include "messages/services.h"
#include "scratch.h"

namespace {

using namespace assay;
using fuzz::require;

model::Notice notice_of(std::string_view text) {
  const size_t third = text.size() / 3;
  model::Notice out;
  out.id = model::NoticeId("notice-a");
  out.mission = model::MissionId("mission-a");
  out.title = text.substr(0, third);
  out.summary = text.substr(third, third);
  out.detail = text.substr(2 * third);
  out.created_at = Time{1'794'722'400'000};
  return out;
}

void check_json(const std::string& body) {
  require(is_utf8(body));
  require(parse_json(body, "message").has_value());
}

void check_mail(const std::string& mail) {
  const size_t head = mail.find("\r\n\r\n");
  require(head != std::string::npos && head == mail.rfind("\r\n\r\n"));
  for (const auto line : split(mail, '\n')) require(line.size() <= 78);
  size_t headers = 0;
  const std::string_view lines = std::string_view(mail).substr(0, head);
  for (const auto line : split(lines, '\n')) headers += line.starts_with(' ') ? 0 : 1;
  require(headers == 9);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto notice = notice_of(text);
  const auto said = messages::text_of(notice, "https://assay.example.com");
  check_json(messages::cloud_event(notice));
  check_json(messages::slack_message(said));
  check_json(messages::teams_message(said));
  check_json(messages::discord_message(said, notice.created_at));
  check_json(messages::ntfy_message(said, "topic"));
  check_mail(messages::mail_of(said, {"assay@example.com", {"anna@example.com"}}, notice.id.text, notice.created_at));
  if (messages::is_mail_address(text)) require(text.find_first_of("\r\n <>,") == std::string_view::npos);
  if (const auto target = messages::ntfy_target(text)) require(!target->topic.empty() && target->url.ends_with('/'));
  return 0;
}
