#include "engine/webhooks.h"

#include <algorithm>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/base64.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_time.h"
#include "base/text.h"
#include "engine/state_folder.h"
#include "os/files.h"
#include "os/http.h"
#include "os/lock.h"
#include "os/private_file.h"
#include "os/secret_file.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_file = 1 << 20;
constexpr size_t k_secret_letters = 40;  // 200 bits
constexpr size_t k_most_webhooks = 100;

json::value document_of(const std::vector<Webhook>& webhooks) {
  json::array list;
  for (const auto& each : webhooks) {
    json::array events;
    for (const auto kind : each.receiver.events) events.emplace_back(name(kind));
    list.push_back(json::object{{"id", each.id},
                                {"name", each.receiver.name},
                                {"url", each.receiver.url},
                                {"service", messages::name(each.receiver.service)},
                                {"events", std::move(events)},
                                {"page", each.receiver.page},
                                {"timeoutMs", each.receiver.timeout_ms},
                                {"createdAt", to_iso(each.created_at)},
                                {"createdBy", each.created_by}});
  }
  return json::object{{"schemaVersion", 1}, {"webhooks", std::move(list)}};
}

// It is part of a path.
bool is_id(std::string_view id) {
  return id.starts_with("webhook-") && id.size() < 40 &&
         std::all_of(id.begin(), id.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

Result<Webhook> webhook_from(const json::value& value, const std::string& where) {
  if (!value.is_object()) return corrupt(cat(where, " is no webhook"));
  const auto& from = value.get_object();
  Webhook out;
  out.id = text_at(from, "id");
  out.receiver.name = text_at(from, "name");
  out.receiver.url = text_at(from, "url");
  out.receiver.page = text_at(from, "page");
  out.created_by = text_at(from, "createdBy");
  const auto service = messages::service_named(text_at(from, "service"));
  const auto created = time_from_iso(text_at(from, "createdAt"));
  const auto* timeout = from.if_contains("timeoutMs");
  const auto* events = from.if_contains("events");
  if (!service || !created || !is_id(out.id) || events == nullptr || !events->is_array() || timeout == nullptr ||
      !timeout->is_number())
    return corrupt(cat(where, " cannot be read"));
  out.receiver.service = *service;
  out.created_at = *created;
  boost::system::error_code not_whole;
  out.receiver.timeout_ms = timeout->to_number<std::uint64_t>(not_whole);
  if (not_whole) return corrupt(cat(where, " cannot be read"));
  std::vector<std::string> names;
  for (const auto& each : events->get_array()) {
    if (each.is_string()) names.emplace_back(each.get_string());
  }
  TRY_ASSIGN(out.receiver.events, notice_kinds_in(names, where));
  if (out.receiver.service == messages::Service::mail) return corrupt(cat(where, " is a mail"));
  TRY(check_receiver(out.receiver, where));
  return out;
}

std::vector<Webhook>::iterator find_in(std::vector<Webhook>& webhooks, std::string_view which) {
  return std::find_if(webhooks.begin(), webhooks.end(),
                      [&](const Webhook& each) { return each.id == which || each.receiver.name == which; });
}

Error no_such(std::string_view which) {
  return not_found(cat("there is no webhook ", excerpt(which, 60), "; see assay webhook list"));
}

std::string secret_path(const std::string& folder, const std::string& id) {
  return os::join_path(folder, cat("webhooks/", id, ".secret"));
}

Result<os::Lock> lock_of(const std::string& folder) {
  TRY(os::make_private_folder(folder));
  return os::Lock::take(os::join_path(folder, "webhooks.lock"));
}

}  // namespace

std::string WebhookFile::path() const { return os::join_path(m_folder, "webhooks.json"); }

Result<std::vector<Webhook>> WebhookFile::load() const {
  std::vector<Webhook> out;
  if (!os::exists(path())) return out;
  TRY_ASSIGN(const auto text, os::read_secret(path(), k_largest_file));
  TRY_ASSIGN(const auto value, parse_json(text, path()));
  const auto* list = value.is_object() ? value.get_object().if_contains("webhooks") : nullptr;
  if (list == nullptr || !list->is_array())
    return corrupt(cat(path(), " is not a list of webhooks; remove it and add them again (assay webhook add)"));
  for (const auto& each : list->get_array()) {
    TRY_ASSIGN(auto webhook, webhook_from(each, cat(path(), ": webhook ", out.size() + 1)));
    if (webhook.receiver.service == messages::Service::webhook || webhook.receiver.service == messages::Service::ntfy) {
      const auto secret = secret_path(m_folder, webhook.id);
      if (os::exists(secret)) webhook.receiver.secret_file = secret;
    }
    out.push_back(std::move(webhook));
  }
  return out;
}

Result<void> WebhookFile::save(const std::vector<Webhook>& webhooks) const {
  return os::write_private_file(path(), write_json(document_of(webhooks), Indent::two_spaces) + "\n");
}

Result<std::string> WebhookFile::write_secret(const Webhook& webhook) const {
  const auto secret = cat("whsec_", to_base64(random_name(k_secret_letters)));
  TRY(os::make_private_folder(os::join_path(m_folder, "webhooks")));
  TRY(os::write_private_file(secret_path(m_folder, webhook.id), secret + "\n"));
  return secret;
}

Result<std::string> WebhookFile::add(Webhook& webhook) const {
  TRY_ASSIGN(const auto held, lock_of(m_folder));
  TRY_ASSIGN(auto webhooks, load());
  TRY(check_receiver(webhook.receiver, "the webhook"));
  if (find_in(webhooks, webhook.receiver.name) != webhooks.end())
    return conflict(cat("there is a webhook ", excerpt(webhook.receiver.name, 60), " already; give another name"));
  if (webhooks.size() >= k_most_webhooks)
    return conflict(cat("there are ", k_most_webhooks, " webhooks already; remove one first (assay webhook remove)"));
  webhook.id = cat("webhook-", random_name(12));
  std::string secret;
  if (webhook.receiver.service == messages::Service::webhook) {
    TRY_ASSIGN(secret, write_secret(webhook));
    webhook.receiver.secret_file = secret_path(m_folder, webhook.id);
  }
  webhooks.push_back(webhook);
  TRY(save(webhooks));
  return secret;
}

Result<Webhook> WebhookFile::edit(std::string_view which, const std::function<Result<void>(Receiver&)>& change) const {
  TRY_ASSIGN(const auto held, lock_of(m_folder));
  TRY_ASSIGN(auto webhooks, load());
  const auto found = find_in(webhooks, which);
  if (found == webhooks.end()) return no_such(which);
  TRY(change(found->receiver));
  TRY(check_receiver(found->receiver, "the webhook"));
  TRY(save(webhooks));
  return *found;
}

Result<std::string> WebhookFile::renew_secret(const Webhook& webhook) const {
  TRY_ASSIGN(const auto held, lock_of(m_folder));
  if (webhook.receiver.service != messages::Service::webhook)
    return invalid_input(cat("requests to ", messages::name(webhook.receiver.service), " are not signed"));
  return write_secret(webhook);
}

Result<Webhook> WebhookFile::remove(std::string_view which) const {
  TRY_ASSIGN(const auto held, lock_of(m_folder));
  TRY_ASSIGN(auto webhooks, load());
  const auto found = find_in(webhooks, which);
  if (found == webhooks.end()) return no_such(which);
  Webhook gone = std::move(*found);
  webhooks.erase(found);
  TRY(save(webhooks));
  ::unlink(secret_path(m_folder, gone.id).c_str());
  return gone;
}

std::string shown_url(const Receiver& receiver) {
  const auto url = os::parse_url(receiver.url);
  if (!url) return {};
  const auto origin = cat(url->tls ? "https://" : "http://", url->authority);
  if (receiver.service != messages::Service::webhook && receiver.service != messages::Service::ntfy)
    return cat(origin, "/…");
  return cat(origin, url->target.substr(0, url->target.find('?')));
}

Result<OperatorConfig> load_receivers(const std::string& private_folder, const std::string& git_folder) {
  TRY_ASSIGN(auto config, load_operator_config(private_folder));
  const auto folder = state_folder(git_folder);
  if (!folder) return config;  // none was made yet
  TRY_ASSIGN(auto webhooks, WebhookFile(*folder).load());
  for (auto& each : webhooks) config.receivers.push_back(std::move(each.receiver));
  return config;
}

}  // namespace assay::engine
