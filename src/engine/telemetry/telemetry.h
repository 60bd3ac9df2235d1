// Traces for the collector that the operator named in [otel]: what became of missions since the last time, read from
// the store, so that nothing is lost when a process ends and nobody waits for the collector. Only one process of a
// repository sends at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/home.h"
#include "engine/operator_config.h"
#include "os/cancel_token.h"
#include "store/store.h"
#include "telemetry/otlp.h"

namespace assay::engine {

struct TelemetryState {
  bool is_configured = false;
  std::string endpoint;  // the machine alone: an address may hold a secret
  Time since;            // what was over before is not sent
  std::optional<Time> sent_at;
  std::uint64_t sent_spans = 0;
  std::uint64_t sent_events = 0;
  std::uint64_t refused = 0;  // spans, by the collector, for good
  std::uint64_t refused_events = 0;
  std::string error;    // of the last attempt; empty: all of it was taken
  std::string warning;  // what the collector said although it took everything
  std::optional<Time> tried_at;
};

Result<TelemetryState> telemetry_state(const Home& home, const OperatorConfig& config);

// Whether something may have to be sent; costs a file and a number of the store.
bool has_telemetry(const Home& home, const OperatorConfig& config, const store::Store& store, Clock& clock);

enum class Pace { now, gather };  // gather: waits a little for more, and goes on while there is more

// Sends what is due. An error of the collector is in the state, not an error here: it is tried again. Nothing is done
// while another process sends.
Result<TelemetryState> send_telemetry(const Home& home, const OperatorConfig& config, const store::Store& store,
                                      Clock& clock, Pace pace, const os::CancelToken* cancel = nullptr);

// What a server counts since it began. An error when the collector did not take it; the next time there is all of it.
Result<void> send_metrics(const OtelConfig& config, const std::vector<telemetry::Metric>& metrics, Time since, Time now,
                          const os::CancelToken* cancel = nullptr);

}  // namespace assay::engine
