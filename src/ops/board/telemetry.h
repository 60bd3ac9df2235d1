// Operations on telemetry: what a collector of OpenTelemetry was sent, and sending what is due.
#pragma once

#include <optional>
#include <string>

#include "engine/telemetry/telemetry.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct TelemetryDocument {
  engine::TelemetryState state;
  std::string config;  // the file that names the collector, or where it would be
  static const NamedSchema k_schema;
  void fields(Fields& f);
  Ending ending() const;  // of sending: whether the collector took it
};
std::string present(const TelemetryDocument& answer, const Terminal& terminal);

struct ShowTelemetry {
  struct Request {
    void fields(Fields&) {}
  };
  using Response = TelemetryDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct SendTelemetry {
  struct Request {
    bool gather = false;
    void fields(Fields& f);
  };
  using Response = TelemetryDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// Has what is due sent by a process of its own. Nothing happens when no collector is named, or nothing is due.
void leave_telemetry(Context& context, const engine::OperatorConfig& config);

extern const Operation k_telemetry_show_operation;
extern const Operation k_telemetry_send_operation;

}  // namespace assay::ops
