#include "engine/telemetry/telemetry.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/text.h"
#include "base/version.h"
#include "engine/evidence.h"
#include "engine/telemetry/sent_spans.h"
#include "os/files.h"
#include "os/http.h"
#include "os/lock.h"
#include "os/private_file.h"
#include "report/read_verification.h"
#include "store/history.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"
#include "store/verifications.h"
#include "telemetry/mission_spans.h"
#include "telemetry/otlp_answer.h"

namespace assay::engine {

using telemetry::Event;
using telemetry::MissionRecord;
using telemetry::Signal;
using telemetry::Span;

namespace {

constexpr std::int64_t k_pause_after_failure_ms = 30'000;
constexpr std::int64_t k_remembered_ms = 24 * 3'600'000;  // of a mission that is over: it may be closed or reverted
constexpr std::uint64_t k_largest_state = 64 << 20;
constexpr size_t k_most_spans = 500;           // of one document
constexpr std::uint32_t k_most_verified = 20;  // of one mission since the last time
constexpr auto k_gather = std::chrono::milliseconds(1500);
constexpr std::chrono::milliseconds k_patience{10'000};

std::string state_file(const Home& home) { return os::join_path(private_folder(home), "telemetry.json"); }
std::string lock_file(const Home& home) { return os::join_path(private_folder(home), "telemetry.lock"); }

std::optional<SentSpans> sent_before(const Home& home) {
  const auto text = os::read_file(state_file(home), k_largest_state);
  return text ? parse_sent_spans(*text) : std::nullopt;
}

telemetry::Attributes resource_of(const OtelConfig& config) {
  return {{"service.name", config.service}, {"service.version", std::string(version())}};
}

TelemetryState state_of(const OtelConfig& config, const SentSpans& sent) {
  TelemetryState out;
  out.is_configured = !config.endpoint.empty();
  if (const auto url = os::parse_url(config.endpoint))
    out.endpoint = cat(url->tls ? "https://" : "http://", url->authority);
  out.since = sent.since;
  out.sent_at = sent.sent_at;
  out.sent_spans = sent.spans;
  out.sent_events = sent.events;
  out.refused = sent.refused;
  out.refused_events = sent.refused_events;
  out.error = sent.error;
  out.warning = sent.warning;
  out.tried_at = sent.tried_at;
  return out;
}

struct Posted {
  bool taken = false;  // all but what was rejected
  bool may_work_later = false;
  std::uint64_t rejected = 0;
  std::string error;
  std::string warning;
};

// What an answer of success says of the document, which had `sent` of `what` in it.
Posted taken(telemetry::Signal signal, std::string_view body, std::uint64_t sent, std::string_view what) {
  const auto read = telemetry::read_answer(signal, body, sent);
  if (!read) return {true, false, 0, read.error().message, {}};
  if (read->rejected == 0) return {true, false, 0, {}, read->message};
  return {
      true,
      false,
      read->rejected,
      cat("it rejected ", read->rejected, " of ", plural(sent, what), read->message.empty() ? "" : ": ", read->message),
      {}};
}

// One document for the collector, with `sent` of `what` in it.
Posted post(const OtelConfig& config, telemetry::Signal signal, std::string document, std::uint64_t sent,
            std::string_view what, const os::CancelToken* cancel) {
  os::HttpRequest request;
  request.method = "POST";
  request.url = cat(config.endpoint, "/v1/", telemetry::name(signal));
  request.headers = config.headers;
  request.headers.emplace_back("Content-Type", "application/json");
  request.headers.emplace_back("User-Agent", cat("assay/", version()));
  request.body = std::move(document);
  request.timeout = k_patience;
  request.most_body = 16 << 10;
  const auto answer = os::http(request, cancel);
  if (!answer) return {false, true, 0, answer.error().message, {}};
  const int status = answer->status;
  if (status < 200 || status >= 300) {
    const bool may_work_later = status == 429 || status == 502 || status == 503 || status == 504;
    return {false,
            may_work_later,
            0,
            cat("it answered ", status, answer->body.empty() ? "" : ": ", excerpt(trim(answer->body), 200)),
            {}};
  }
  return taken(signal, answer->body, sent, what);
}

class Sending {
 public:
  Sending(const Home& home, const OtelConfig& config, const store::Store& store, Clock& clock,
          const os::CancelToken* cancel)
      : m_home(home), m_config(config), m_store(store), m_clock(clock), m_cancel(cancel) {}

  // Whether everything that was written so far is sent.
  Result<bool> send_due(SentSpans& sent) {
    TRY_ASSIGN(const auto written, m_store.history().written_after(sent.place));
    for (const auto& head : written.heads) {
      if (m_cancel != nullptr && m_cancel->is_cancelled()) return false;
      TRY_ASSIGN(const bool went, send_mission(head.mission, sent));
      if (!went) return false;
    }
    sent.place = written.place;
    forget_old(sent);
    TRY(save(sent));
    return true;
  }

  Result<void> save(const SentSpans& sent) {
    return os::write_private_file(state_file(m_home), write_sent_spans(sent));
  }

 private:
  Result<MissionRecord> record_of(const model::MissionId& id, const SentSpans& sent) {
    MissionRecord out;
    TRY_ASSIGN(out.mission, m_store.missions().find(id));
    TRY_ASSIGN(out.tasks, m_store.tasks().of(id, {}));
    for (const auto& task : out.tasks) {
      TRY_ASSIGN(auto runs, m_store.runs().of(task.id));
      std::move(runs.begin(), runs.end(), std::back_inserter(out.runs));
    }
    TRY_ASSIGN(out.landings, m_store.landings().of(id));
    TRY_ASSIGN(const auto records, m_store.verifications().newest(id, k_most_verified));
    const Evidence evidence(os::join_path(m_home.folder, "evidence"));
    for (const auto& record : records) {
      if (record.finished_at < sent.since || has(sent, id, telemetry::span_id(record.id))) break;  // so are older ones
      const auto text = evidence.read(record.report, k_document_limit);
      auto document =
          text ? report::read_verification(*text, record.report) : Result<model::Verification>(text.error());
      if (document) out.verifications.push_back(std::move(*document));  // else it was removed
    }
    return out;
  }

  static bool has(const SentSpans& sent, const model::MissionId& id, const std::string& span) {
    const auto of = sent.missions.find(id.text);
    return of != sent.missions.end() && of->second.ids.count(span) != 0;
  }

  Result<bool> send_mission(const model::MissionId& id, SentSpans& sent) {
    TRY_ASSIGN(const auto record, record_of(id, sent));
    std::vector<Span> due;
    for (auto& span : telemetry::spans_of(record)) {
      if (!(span.end < sent.since) && !has(sent, id, span.id)) due.push_back(std::move(span));
    }
    for (size_t at = 0; at < due.size(); at += k_most_spans) {
      const auto end = std::min(due.size(), at + k_most_spans);
      const std::vector<Span> some(due.begin() + static_cast<std::ptrdiff_t>(at),
                                   due.begin() + static_cast<std::ptrdiff_t>(end));
      TRY_ASSIGN(const bool went, send_spans(some, id, sent));
      if (!went) return false;
    }
    return true;
  }

  Result<bool> send_spans(const std::vector<Span>& spans, const model::MissionId& id, SentSpans& sent) {
    std::vector<Event> events;
    for (const auto& span : spans) events.insert(events.end(), span.events.begin(), span.events.end());
    const auto resource = resource_of(m_config);
    const auto traces = post(m_config, Signal::traces, trace_document(spans, resource), spans.size(), "span", m_cancel);
    Posted logs{true, false, 0, {}, {}};
    if (traces.taken && !events.empty())
      logs = post(m_config, Signal::logs, event_document(events, resource), events.size(), "event", m_cancel);
    note(traces, sent);
    note(logs, sent);
    if (traces.may_work_later || logs.may_work_later) {
      TRY(save(sent));
      return false;
    }
    const auto spans_refused = traces.taken ? traces.rejected : spans.size();
    const auto events_refused = traces.taken && logs.taken ? logs.rejected : events.size();
    sent.spans += spans.size() - spans_refused;
    sent.events += events.size() - events_refused;
    sent.refused += spans_refused;
    sent.refused_events += events_refused;
    if (traces.taken) sent.sent_at = sent.tried_at;
    auto& of = sent.missions[id.text];
    of.touched = *sent.tried_at;
    for (const auto& span : spans) of.ids.insert(span.id);
    TRY(save(sent));
    return true;
  }

  // Several documents are one attempt: the first of them that failed says why.
  void note(const Posted& posted, SentSpans& sent) {
    if (!m_has_tried) sent.error = sent.warning = {};
    m_has_tried = true;
    sent.tried_at = m_clock.now();
    if (sent.error.empty()) sent.error = posted.error;
    if (sent.warning.empty()) sent.warning = posted.warning;
  }

  // Of missions that are over. Those that go on are few.
  void forget_old(SentSpans& sent) {
    const auto now = m_clock.now();
    for (auto each = sent.missions.begin(); each != sent.missions.end();) {
      const bool is_over = each->second.ids.count(telemetry::span_id(each->first)) != 0;
      const bool is_old = now.ms - each->second.touched.ms > k_remembered_ms;
      each = is_over && is_old ? sent.missions.erase(each) : std::next(each);
    }
  }

  const Home& m_home;
  const OtelConfig& m_config;
  const store::Store& m_store;
  Clock& m_clock;
  const os::CancelToken* m_cancel;
  bool m_has_tried = false;
};

// What was over before somebody asked for traces is not sent.
Result<SentSpans> begin_sending(const store::Store& store, Clock& clock) {
  SentSpans out;
  out.since = clock.now();
  TRY_ASSIGN(out.place, store.history().place());
  return out;
}

}  // namespace

Result<TelemetryState> telemetry_state(const Home& home, const OperatorConfig& config) {
  return state_of(config.otel, sent_before(home).value_or(SentSpans()));
}

bool has_telemetry(const Home& home, const OperatorConfig& config, const store::Store& store, Clock& clock) {
  if (config.otel.endpoint.empty() || os::Lock::is_held(lock_file(home))) return false;
  const auto sent = sent_before(home);
  if (!sent) return true;
  const bool failed = !sent->error.empty() && sent->tried_at;
  if (failed && clock.now().ms - sent->tried_at->ms < k_pause_after_failure_ms) return false;
  const auto place = store.history().place();
  return place && *place > sent->place;
}

Result<TelemetryState> send_telemetry(const Home& home, const OperatorConfig& config, const store::Store& store,
                                      Clock& clock, Pace pace, const os::CancelToken* cancel) {
  if (config.otel.endpoint.empty()) return telemetry_state(home, config);
  TRY(os::make_private_folder(private_folder(home)));
  TRY_ASSIGN(const auto lock, os::Lock::try_take(lock_file(home)));
  if (!lock) return telemetry_state(home, config);
  Sending sending(home, config.otel, store, clock, cancel);
  auto sent = sent_before(home);
  if (!sent) {
    TRY_ASSIGN(sent, begin_sending(store, clock));
    TRY(sending.save(*sent));
  }
  for (bool goes_on = true; goes_on;) {
    if (pace == Pace::gather) std::this_thread::sleep_for(k_gather);
    TRY_ASSIGN(const bool all, sending.send_due(*sent));
    TRY_ASSIGN(const auto place, store.history().place());
    goes_on = all && pace == Pace::gather && place > sent->place;
  }
  return state_of(config.otel, *sent);
}

Result<void> send_metrics(const OtelConfig& config, const std::vector<telemetry::Metric>& metrics, Time since, Time now,
                          const os::CancelToken* cancel) {
  std::uint64_t points = 0;
  for (const auto& metric : metrics) points += metric.points.size();
  const auto posted = post(config, Signal::metrics, metric_document(metrics, resource_of(config), since, now), points,
                           "data point", cancel);
  if (!posted.error.empty()) return unavailable(posted.error);
  return {};
}

}  // namespace assay::engine
