#include "ops/board/telemetry.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"
#include "os/detached.h"
#include "os/programs.h"

namespace assay::ops {

namespace {

struct Site {
  const engine::Home* home = nullptr;
  engine::OperatorConfig config;
};
Result<Site> site_of(Context& context) {
  Site out;
  TRY_ASSIGN(out.home, context.home());
  TRY_ASSIGN(out.config, engine::load_operator_config(engine::private_folder(*out.home)));
  return out;
}

TelemetryDocument document_of(engine::TelemetryState state, const Site& site) {
  return {std::move(state), site.config.file.empty() ? engine::operator_config_path(engine::private_folder(*site.home))
                                                     : site.config.file};
}

}  // namespace

void TelemetryDocument::fields(Fields& f) {
  std::optional<Time> since;
  if (state.since.ms != 0) since = state.since;
  f.field(item("configured", "whether [otel] names a collector"), state.is_configured);
  f.field(item("config", "the file that names it, or where it would be"), config);
  f.field(item("endpoint", "its machine; empty when there is none"), state.endpoint);
  f.field(item("since", "what was over before is not sent; null: nothing was sent yet"), since);
  f.field(item("sentAt"), state.sent_at);
  f.field(item("spans", "that it took"), state.sent_spans);
  f.field(item("events", "that it took"), state.sent_events);
  f.field(item("refused", "spans that it refused for good"), state.refused);
  f.field(item("refusedEvents", "events that it refused for good"), state.refused_events);
  f.field(item("triedAt", "the last attempt"), state.tried_at);
  f.field(item("error", "of the last attempt; empty: all of it was taken"), state.error);
  f.field(item("warning", "what the collector said although it took everything"), state.warning);
}

Ending TelemetryDocument::ending() const { return state.error.empty() ? Ending::done : Ending::gate_failed; }

void SendTelemetry::Request::fields(Fields& f) {
  f.field(flag("gather", "wait a little for more, and go on while there is more"), gather);
}

Result<TelemetryDocument> ShowTelemetry::run(Context& context, const Request&) {
  TRY_ASSIGN(const auto site, site_of(context));
  TRY_ASSIGN(auto state, engine::telemetry_state(*site.home, site.config));
  return document_of(std::move(state), site);
}

Result<TelemetryDocument> SendTelemetry::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto site, site_of(context));
  if (site.config.otel.endpoint.empty()) {
    return not_found(cat("no collector is named; add [otel] with an endpoint to ",
                         engine::operator_config_path(engine::private_folder(*site.home)), " (docs/telemetry.md)"));
  }
  TRY_ASSIGN(auto* store, context.store());
  const auto pace = request.gather ? engine::Pace::gather : engine::Pace::now;
  TRY_ASSIGN(auto state,
             engine::send_telemetry(*site.home, site.config, *store, context.clock(), pace, context.cancel()));
  return document_of(std::move(state), site);
}

void leave_telemetry(Context& context, const engine::OperatorConfig& config) {
  if (config.otel.endpoint.empty()) return;
  const auto home = context.home();
  const auto store = context.store_if_made();
  if (!home || !store || *store == nullptr) return;
  if (!engine::has_telemetry(**home, config, **store, context.clock())) return;
  if (const auto program = os::own_program()) {
    os::start_detached({*program, "telemetry", "send", "--gather"}, (*home)->top);
  }
}

std::string present(const TelemetryDocument& answer, const Terminal& terminal) {
  const auto& state = answer.state;
  if (!state.is_configured) {
    return cat("Nothing is sent: ", answer.config, " names no collector under [otel] (docs/telemetry.md).\n");
  }
  std::string out = cat("To ", printable(state.endpoint), ": ", plural(state.sent_spans, "span"), ", ",
                        plural(state.sent_events, "event"));
  out += state.sent_at ? cat(", last ", terminal.ago(*state.sent_at), "\n") : "\n";
  if (state.refused != 0 || state.refused_events != 0) {
    out += cat(plural(state.refused, "span"), " and ", plural(state.refused_events, "event"),
               " refused by the collector; they are not sent again\n");
  }
  if (!state.error.empty()) out += cat(terminal.paint(Colour::red, "last attempt"), ": ", printable(state.error), "\n");
  if (!state.warning.empty()) out += cat("the collector says: ", printable(state.warning), "\n");
  return out;
}

constinit const NamedSchema TelemetryDocument::k_schema =
    named_schema<TelemetryDocument>("telemetry", "What a collector of OpenTelemetry was sent");

constinit const Operation k_telemetry_show_operation =
    reads<ShowTelemetry>({"telemetry.show", "show what the collector of OpenTelemetry was sent",
                          "A collector is named in operator.toml (docs/telemetry.md).",
                          "  {} telemetry show\n  {} telemetry show --json\n", "GET", "/api/telemetry"});
constinit const Operation k_telemetry_send_operation = waits<SendTelemetry>(
    {"telemetry.send", "send traces that are due to the collector now",
     "Workers and the server have it done all the time, and commands that changed something as well.",
     "  {} telemetry send\n", "POST", "/api/telemetry"});

}  // namespace assay::ops
