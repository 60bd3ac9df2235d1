// The body that each service expects of a webhook. Texts of agents are shown as they are: no service reads markup,
// links or mentions in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "messages/notice_text.h"

namespace assay::messages {

enum class Service {
  webhook,  // a CloudEvent
  slack,
  teams,
  discord,
  ntfy,
  mail,
};
std::string_view name(Service service);
std::optional<Service> service_named(std::string_view name);
std::vector<std::string> service_names();

// CloudEvents 1.0, structured JSON.
std::string cloud_event(const model::Notice& notice);

// An incoming webhook of Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
std::string slack_message(const NoticeText& text);
// A Teams workflow that posts what a webhook request holds: an adaptive card.
std::string teams_message(const NoticeText& text);
std::string discord_message(const NoticeText& text, Time at);

// "https://host/topic", as people know it, is a server that takes JSON at its root, and a topic.
struct NtfyTarget {
  std::string url;
  std::string topic;
};
std::optional<NtfyTarget> ntfy_target(std::string_view url);
std::string ntfy_message(const NoticeText& text, std::string_view topic);

}  // namespace assay::messages
