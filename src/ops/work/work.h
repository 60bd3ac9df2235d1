// Operations on the work that goes on by itself.
#pragma once

#include <string>

#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"

namespace assay::ops {

struct StopRequest {
  std::string mission;
  std::string reason;
  void fields(Fields& f);
};

// Nothing new is begun; what runs comes to its end.
struct PauseMission {
  using Request = StopRequest;
  using Response = MissionDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// Lifts whatever holds it.
struct ResumeMission {
  using Request = StopRequest;
  using Response = MissionDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// Ends what runs, wherever it runs; work that was done is kept.
struct CancelMission {
  using Request = StopRequest;
  using Response = MissionDocument;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_pause_operation;
extern const Operation k_resume_operation;
extern const Operation k_cancel_operation;

}  // namespace assay::ops
