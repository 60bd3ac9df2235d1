// What happened to a mission, as spans of one trace: the mission, its tasks, runs of agents, verifications with their
// checks, landings. Only what is over has a span. Names of attributes are those of OpenTelemetry's conventions for CI
// and CD (cicd.*), for version control (vcs.*) and for generative AI (gen_ai.*); what they have no word for is assay.*.
#pragma once

#include <vector>

#include "model/landing.h"
#include "model/mission.h"
#include "model/run.h"
#include "model/task.h"
#include "model/verification.h"
#include "telemetry/otlp.h"

namespace assay::telemetry {

struct MissionRecord {
  model::Mission mission;
  std::vector<model::Task> tasks;
  std::vector<model::Run> runs;
  std::vector<model::Verification> verifications;
  std::vector<model::Landing> landings;
};

std::vector<Span> spans_of(const MissionRecord& record);

}  // namespace assay::telemetry
