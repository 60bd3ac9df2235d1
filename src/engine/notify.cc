#include "engine/notify.h"

#include <algorithm>
#include <iterator>

#include <boost/json.hpp>

#include "base/base64.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/redact.h"
#include "base/text.h"
#include "base/version.h"
#include "messages/services.h"
#include "os/files.h"
#include "os/http.h"
#include "os/process/process.h"
#include "os/secret_file.h"
#include "os/smtp.h"
#include "store/notices.h"

namespace assay::engine {

using model::Notice;
using model::NoticeKind;

namespace {

constexpr std::int64_t k_seconds = 1000;
constexpr std::int64_t k_minutes = 60 * k_seconds;
constexpr std::int64_t k_hours = 60 * k_minutes;
// Seven attempts within nine hours: through a night's maintenance, not through a week of it.
constexpr std::int64_t k_delays[] = {10 * k_seconds, k_minutes,   5 * k_minutes,
                                     30 * k_minutes, 2 * k_hours, 6 * k_hours};

// Whoever configures the first receiver wants to hear of what comes, not of all that ever was.
constexpr std::int64_t k_old_news_ms = 24 * k_hours;
constexpr std::uint64_t k_largest_secret = 4096;

// The key of a webhook is base64 behind "whsec_", as receivers hand them out; anything else is the secret itself.
Result<std::string> secret_of(const Receiver& receiver) {
  if (receiver.secret_file.empty()) return std::string();
  TRY_ASSIGN(const auto text, os::read_secret(receiver.secret_file, k_largest_secret));
  const auto secret = trim(text);
  if (secret.empty()) return invalid_input(cat(receiver.secret_file, " is empty"));
  if (receiver.service != messages::Service::webhook || !secret.starts_with("whsec_")) return std::string(secret);
  auto key = from_base64(secret.substr(6));
  if (!key) return invalid_input(cat(receiver.secret_file, " holds whsec_ and then no base64"));
  return std::move(*key);
}

Result<void> read_answer(const os::HttpAnswer& answer) {
  if (answer.status >= 200 && answer.status < 300) return {};
  if (answer.status >= 300 && answer.status < 400) {
    return unavailable(cat("it answered ", answer.status, ", a redirect to ", excerpt(answer.header("location"), 200),
                           "; redirects are not followed, give the final address"));
  }
  return unavailable(
      cat("it answered ", answer.status, answer.body.empty() ? "" : ": ", excerpt(trim(answer.body), 200)));
}

using Headers = std::vector<std::pair<std::string, std::string>>;
Headers json_headers() {
  return {{"Content-Type", "application/json; charset=utf-8"}, {"User-Agent", cat("assay/", version())}};
}

// The body and the headers that the receiver's service expects.
Result<os::HttpRequest> request_to(const Receiver& receiver, const Notice& notice, Time now) {
  using messages::Service;
  TRY_ASSIGN(const auto secret, secret_of(receiver));
  const auto text = messages::text_of(notice, receiver.page);
  os::HttpRequest out;
  out.url = receiver.url;
  out.headers = json_headers();
  switch (receiver.service) {
    case Service::slack: out.body = messages::slack_message(text); break;
    case Service::teams: out.body = messages::teams_message(text); break;
    case Service::discord: out.body = messages::discord_message(text, notice.created_at); break;
    case Service::ntfy: {
      const auto target = messages::ntfy_target(receiver.url);
      if (!target) return invalid_input(cat(receiver.name, ": its url has no topic"));
      out.url = target->url;
      out.body = messages::ntfy_message(text, target->topic);
      if (!secret.empty()) out.headers.emplace_back("Authorization", cat("Bearer ", secret));
      break;
    }
    default:
      out.body = messages::cloud_event(notice);
      out.headers = webhook_headers(notice.id.text, now, out.body, secret);
  }
  return out;
}

Result<void> post(const Receiver& receiver, const Notice& notice, Time now, const os::CancelToken* cancel) {
  TRY_ASSIGN(auto request, request_to(receiver, notice, now));
  request.method = "POST";
  request.timeout = std::chrono::milliseconds(receiver.timeout_ms);
  request.most_body = 4 << 10;
  TRY_ASSIGN(const auto answer, os::http(request, cancel));
  return read_answer(answer);
}

Result<void> mail(const Receiver& receiver, const Notice& notice, Time now, const os::CancelToken* cancel) {
  os::MailRequest request;
  request.url = receiver.url;
  request.user = receiver.user;
  TRY_ASSIGN(request.password, secret_of(receiver));
  request.from = receiver.mail.from;
  request.to = receiver.mail.to;
  request.message = messages::mail_of(messages::text_of(notice, receiver.page), receiver.mail, notice.id.text, now);
  request.timeout = std::chrono::milliseconds(receiver.timeout_ms);
  return os::send_mail(request, cancel);
}

Result<void> run_command(const Receiver& receiver, const Notice& notice, const os::CancelToken* cancel) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-notify"));
  os::Command command;
  command.argv = {"/bin/sh", "-c", receiver.command};
  command.stdin_file = os::join_path(scratch.path(), "event.json");
  TRY(os::write_file(command.stdin_file, messages::cloud_event(notice) + "\n"));
  command.environment_changes = {
      cat("ASSAY_EVENT=", name(notice.kind)),     cat("ASSAY_NOTICE=", notice.id.text),
      cat("ASSAY_MISSION=", notice.mission.text), cat("ASSAY_TASK=", notice.task.text),
      cat("ASSAY_TITLE=", redact(notice.title)),  cat("ASSAY_SUMMARY=", redact(notice.summary))};
  command.timeout = std::chrono::milliseconds(receiver.timeout_ms);
  command.output_limit = std::uint64_t{64} << 20;
  command.cancel = cancel;
  TRY_ASSIGN(const auto outcome, os::run(command));
  if (outcome.succeeded()) return {};
  const auto said = trim(outcome.tail.empty() ? outcome.head : outcome.tail);
  return unavailable(cat("the command: ", describe(outcome), said.empty() ? "" : ": ", excerpt(redact(said), 200)));
}

Result<void> address_new(store::Store& store, const OperatorConfig& config, Time now) {
  while (true) {
    TRY_ASSIGN(const auto ids, store.notices().unaddressed(100));
    if (ids.empty()) return {};
    for (const auto& id : ids) {
      TRY_ASSIGN(const auto notice, store.notices().find(id));
      std::vector<std::string> receivers;
      for (const auto& receiver : config.receivers) {
        const auto& events = receiver.events;
        const bool wants = events.empty() || std::find(events.begin(), events.end(), notice.kind) != events.end();
        if (wants && now.ms - notice.created_at.ms < k_old_news_ms) receivers.push_back(receiver.name);
      }
      TRY(store.change().notices().address(id, receivers));
    }
  }
}

const Receiver* receiver_named(const OperatorConfig& config, std::string_view name) {
  for (const auto& receiver : config.receivers) {
    if (receiver.name == name) return &receiver;
  }
  return nullptr;
}

std::uint32_t attempts_of(const store::Outgoing& outgoing) {
  for (const auto& delivery : outgoing.notice.deliveries) {
    if (delivery.receiver == outgoing.receiver) return delivery.attempts;
  }
  return 0;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> webhook_headers(std::string_view id, Time now, std::string_view body,
                                                                 std::string_view secret) {
  const auto seconds = cat(now.ms / 1000);
  std::vector<std::pair<std::string, std::string>> out = {
      {"Content-Type", "application/cloudevents+json; charset=utf-8"},
      {"User-Agent", cat("assay/", version())},
      {"webhook-id", std::string(id)},
      {"webhook-timestamp", seconds}};
  if (!secret.empty()) {
    out.emplace_back("webhook-signature", cat("v1,", to_base64(hmac_sha256(secret, cat(id, ".", seconds, ".", body)))));
  }
  return out;
}

Result<void> deliver(const Receiver& receiver, const Notice& notice, Time now, const os::CancelToken* cancel) {
  if (receiver.url.empty()) return run_command(receiver, notice, cancel);
  const bool is_mail = receiver.service == messages::Service::mail;
  return is_mail ? mail(receiver, notice, now, cancel) : post(receiver, notice, now, cancel);
}

std::optional<std::int64_t> delay_after(std::uint32_t attempts) {
  if (attempts == 0 || attempts > std::size(k_delays)) return std::nullopt;
  return k_delays[attempts - 1];
}

// The lease is longer than any attempt may take, so that nobody else tells the same receiver meanwhile.
Result<Delivered> deliver_due(store::Store& store, const OperatorConfig& config, Clock& clock,
                              const os::CancelToken* cancel) {
  Delivered out;
  TRY(address_new(store, config, clock.now()));
  std::uint64_t longest = 60'000;
  for (const auto& receiver : config.receivers) longest = std::max(longest, 3 * receiver.timeout_ms);
  while (cancel == nullptr || !cancel->is_cancelled()) {
    TRY_ASSIGN(const auto outgoing, store.change().notices().claim_delivery(static_cast<std::int64_t>(longest)));
    if (!outgoing) break;
    store::DeliveryAttempt attempt{outgoing->receiver, false, "it is no longer in operator.toml", {}};
    if (const auto* receiver = receiver_named(config, outgoing->receiver)) {
      const auto told = deliver(*receiver, outgoing->notice, clock.now(), cancel);
      attempt.delivered = told.has_value();
      attempt.error = told ? "" : told.error().message;
      const auto delay = delay_after(attempts_of(*outgoing) + 1);
      if (!told && delay) attempt.next_at = Time{clock.now().ms + *delay};
    }
    TRY(store.change().notices().note_delivery(outgoing->notice.id, attempt));
    ++(attempt.delivered ? out.delivered : out.failed);
  }
  return out;
}

}  // namespace assay::engine
