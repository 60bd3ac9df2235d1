#include "messages/services.h"

#include <iterator>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/redact.h"
#include "base/text.h"

namespace assay::messages {

namespace {

constexpr std::string_view k_names[] = {"webhook", "slack", "teams", "discord", "ntfy", "mail"};
constexpr std::string_view k_button = "Open in Assay";
constexpr int k_red = 0xd1242f;
constexpr int k_green = 0x1a7f37;

json::object plain_text(std::string_view text) { return {{"type", "plain_text"}, {"text", text}, {"emoji", false}}; }

// The characters with which Slack's own markup begins, and mentions with it.
std::string escaped_for_slack(std::string_view text) {
  return replace_all(replace_all(replace_all(std::string(text), "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

json::object card_text(std::string_view text, bool is_headline) {
  json::object run{{"type", "TextRun"}, {"text", text}};
  if (is_headline) {
    run["weight"] = "Bolder";
    run["size"] = "Medium";
  }
  return {{"type", "RichTextBlock"}, {"inlines", json::array{std::move(run)}}};  // a TextBlock would read Markdown
}

std::string escaped_for_discord(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (contains("\\`*_~|<>[]()#-:@", std::string_view(&c, 1))) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string_view name(Service service) { return k_names[static_cast<size_t>(service)]; }

std::optional<Service> service_named(std::string_view wanted) {
  for (size_t at = 0; at < std::size(k_names); ++at) {
    if (k_names[at] == wanted) return static_cast<Service>(at);
  }
  return std::nullopt;
}

std::vector<std::string> service_names() { return {std::begin(k_names), std::end(k_names)}; }

std::string cloud_event(const model::Notice& notice) {
  const json::value task = notice.task.empty() ? json::value(nullptr) : json::value(notice.task.text);
  return write_json(json::object{{"specversion", "1.0"},
                                 {"id", notice.id.text},
                                 {"source", "urn:assay"},
                                 {"type", cat("assay.", name(notice.kind))},
                                 {"subject", notice.mission.text},
                                 {"time", to_iso(notice.created_at)},
                                 {"datacontenttype", "application/json"},
                                 {"data", json::object{{"mission", notice.mission.text},
                                                       {"title", redact(notice.title)},
                                                       {"status", name(notice.status)},
                                                       {"story", name(notice.story)},
                                                       {"task", task},
                                                       {"summary", redact(notice.summary)},
                                                       {"detail", redact(notice.detail)},
                                                       {"next", next_command(notice)}}}});
}

std::string slack_message(const NoticeText& text) {
  json::array blocks{json::object{{"type", "header"}, {"text", plain_text(text.headline)}},
                     json::object{{"type", "section"}, {"text", plain_text(text.title)}}};
  if (!text.detail.empty()) blocks.push_back(json::object{{"type", "section"}, {"text", plain_text(text.detail)}});
  blocks.push_back(json::object{{"type", "context"}, {"elements", json::array{plain_text(cat("Next: ", text.next))}}});
  if (!text.link.empty()) {
    blocks.push_back(json::object{
        {"type", "actions"},
        {"elements",
         json::array{json::object{{"type", "button"}, {"text", plain_text(k_button)}, {"url", text.link}}}}});
  }
  return write_json(json::object{{"text", escaped_for_slack(text.headline)}, {"blocks", std::move(blocks)}});
}

std::string teams_message(const NoticeText& text) {
  json::array body{card_text(text.headline, true), card_text(text.title, false)};
  if (!text.detail.empty()) body.push_back(card_text(text.detail, false));
  body.push_back(card_text(cat("Next: ", text.next), false));
  json::object card{{"$schema", "http://adaptivecards.io/schemas/adaptive-card.json"},
                    {"type", "AdaptiveCard"},
                    {"version", "1.4"},
                    {"body", std::move(body)}};
  if (!text.link.empty()) {
    card["actions"] = json::array{json::object{{"type", "Action.OpenUrl"}, {"title", k_button}, {"url", text.link}}};
  }
  return write_json(
      json::object{{"type", "message"},
                   {"attachments", json::array{json::object{{"contentType", "application/vnd.microsoft.card.adaptive"},
                                                            {"contentUrl", nullptr},
                                                            {"content", std::move(card)}}}}});
}

std::string discord_message(const NoticeText& text, Time at) {
  json::object embed{
      {"title", escaped_for_discord(text.headline)},
      {"description", escaped_for_discord(text.detail.empty() ? text.title : cat(text.title, "\n\n", text.detail))},
      {"color", text.urgent ? k_red : k_green},
      {"fields", json::array{json::object{{"name", "Next"}, {"value", cat("`", text.next, "`")}}}},
      {"timestamp", to_iso(at)}};
  if (!text.link.empty()) embed["url"] = text.link;
  return write_json(json::object{{"username", "Assay"},
                                 {"allowed_mentions", json::object{{"parse", json::array{}}}},
                                 {"embeds", json::array{std::move(embed)}}});
}

std::optional<NtfyTarget> ntfy_target(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const size_t host = url.find("://");
  const size_t slash = url.rfind('/');
  if (host == std::string_view::npos || slash < host + 3 || slash + 1 == url.size()) return std::nullopt;
  return NtfyTarget{std::string(url.substr(0, slash + 1)), std::string(url.substr(slash + 1))};
}

std::string ntfy_message(const NoticeText& text, std::string_view topic) {
  json::object out{{"topic", topic},
                   {"title", text.headline},
                   {"message", cat(text.title, text.detail.empty() ? "" : "\n", text.detail, "\n", text.next)},
                   {"priority", text.urgent ? 4 : 3},
                   {"tags", json::array{text.urgent ? "warning" : "white_check_mark"}}};
  if (!text.link.empty()) {
    out["click"] = text.link;
    out["actions"] = json::array{json::object{{"action", "view"}, {"label", k_button}, {"url", text.link}}};
  }
  return write_json(out);
}

}  // namespace assay::messages
