// Agents do a mission, up to where it is ready to land or needs a person.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/work/schedule.h"
#include "engine/work/worker.h"
#include "ops/budgets.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/needs.h"

namespace assay::ops {

// The mission as it is now, and why nothing goes on by itself.
struct MissionRunDocument {
  MissionDocument mission;
  engine::Standing standing;
  std::vector<Needed> needs;
  SpentDocument spent;
  static const NamedSchema k_schema;
  void fields(Fields& f);
  Ending ending() const;
};
std::string present(const MissionRunDocument& answer, const Terminal& terminal);

struct RunMission {
  struct Request {
    std::optional<std::string> mission;
    std::optional<model::Mode> mode;
    std::optional<std::uint64_t> jobs;
    void fields(Fields& f);
  };
  using Response = MissionRunDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// The same with somebody who watches.
struct RunWatch {
  engine::WorkerEvents& events;
  std::function<void(const model::Mission&)> begins = {};  // before the first agent is started
  std::function<void()> turn = {};                         // several times a second, from the thread that asked
};
Result<MissionRunDocument> run_watched(Context& context, const RunMission::Request& request, const RunWatch& watch);

extern const Operation k_run_operation;

}  // namespace assay::ops
