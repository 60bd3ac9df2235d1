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
#include "os/files.h"
#include "os/http.h"
#include "os/process/process.h"
#include "os/secret_file.h"
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

std::string next_step(const Notice& notice) {
  switch (notice.kind) {
    case NoticeKind::blocked: return cat("assay mission show ", notice.mission.text);
    case NoticeKind::checker_failed: return cat("assay task show ", notice.task.text);
    case NoticeKind::question: return cat("assay answer ", notice.task.text);
    case NoticeKind::shippable: return cat("assay ship ", notice.mission.text);
    case NoticeKind::needs_fix: return cat("assay story show ", notice.mission.text);
    case NoticeKind::landed: return cat("assay log ", notice.mission.text);
  }
  return {};
}

// A key is base64 behind "whsec_", as receivers hand them out; anything else is the key itself.
Result<std::string> secret_of(const Receiver& receiver) {
  if (receiver.secret_file.empty()) return std::string();
  TRY_ASSIGN(const auto text, os::read_secret(receiver.secret_file, k_largest_secret));
  const auto secret = trim(text);
  if (secret.empty()) return invalid_input(cat(receiver.secret_file, " is empty"));
  if (!secret.starts_with("whsec_")) return std::string(secret);
  auto key = from_base64(secret.substr(6));
  if (!key) return invalid_input(cat(receiver.secret_file, " holds whsec_ and then no base64"));
  return std::move(*key);
}

Result<void> post(const Receiver& receiver, const Notice& notice, Time now, const os::CancelToken* cancel) {
  TRY_ASSIGN(const auto secret, secret_of(receiver));
  os::HttpRequest request;
  request.method = "POST";
  request.url = receiver.url;
  request.body = event_of(notice);
  request.timeout = std::chrono::milliseconds(receiver.timeout_ms);
  request.most_body = 4 << 10;
  request.headers = webhook_headers(notice.id.text, now, request.body, secret);
  TRY_ASSIGN(const auto answer, os::http(request, cancel));
  if (answer.status >= 200 && answer.status < 300) return {};
  if (answer.status >= 300 && answer.status < 400) {
    return unavailable(cat("it answered ", answer.status, ", a redirect to ", excerpt(answer.header("location"), 200),
                           "; redirects are not followed, give the final address"));
  }
  return unavailable(
      cat("it answered ", answer.status, answer.body.empty() ? "" : ": ", excerpt(trim(answer.body), 200)));
}

Result<void> run_command(const Receiver& receiver, const Notice& notice, const os::CancelToken* cancel) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-notify"));
  os::Command command;
  command.argv = {"/bin/sh", "-c", receiver.command};
  command.stdin_file = os::join_path(scratch.path(), "event.json");
  TRY(os::write_file(command.stdin_file, event_of(notice) + "\n"));
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

std::string event_of(const Notice& notice) {
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
                                                       {"next", next_step(notice)}}}});
}

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
  return receiver.url.empty() ? run_command(receiver, notice, cancel) : post(receiver, notice, now, cancel);
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
