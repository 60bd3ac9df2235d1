// Plans of missions: asking for one, looking at it, taking it or sending it back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/promised.h"

namespace assay::ops {

struct PlanMission {
  struct Request {
    std::string mission;  // id, prefix, or a prompt of several words
    bool approve = false;
    std::string reject;
    json::value file;  // a plan, or null
    void fields(Fields& f);
  };
  // `state`: "none", "planning" (an agent is asked, or will be), "proposed" (waits for a person), "held" (no
  // plan came of it), "planned".
  struct Response {
    std::string mission;
    std::string title;
    std::string state;
    std::optional<std::string> agent;         // who proposed it
    json::value plan;                         // null: there is none
    std::vector<PromisedCriterion> criteria;  // of the mission, then of the tasks of the plan
    std::string reason;                       // why it is held
    std::vector<std::string> notes;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const PlanMission::Response& answer, const Terminal& terminal);

// Looks at it and asks nobody.
struct ShowPlan {
  struct Request {
    std::string mission;
    void fields(Fields& f);
  };
  using Response = PlanMission::Response;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_mission_plan_operation;
extern const Operation k_plan_operation;

}  // namespace assay::ops
