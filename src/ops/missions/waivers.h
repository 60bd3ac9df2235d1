// Waiving a finding of a mission's gate: a person says why it does not count there.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/waiver.h"
#include "ops/context.h"
#include "ops/documents.h"

namespace assay::ops {

struct WaiverDocument {
  model::Waiver waiver;
  void fields(Fields& f);
};

struct WaiveFinding {
  struct Request {
    std::string mission;
    std::string what;
    std::string reason;
    void fields(Fields& f);
  };
  struct Response {
    MissionDocument mission;
    std::vector<WaiverDocument> waivers;  // all of the mission, oldest first
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const WaiveFinding::Response& answer, const Terminal& terminal);

extern const Operation k_waive_operation;

}  // namespace assay::ops
