// Asks a planner what tasks a wish consists of. Nothing is kept: what it proposes goes back to the person,
// who edits it and opens the mission with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/plan.h"
#include "ops/context.h"
#include "ops/fields.h"
#include "ops/promised.h"

namespace assay::ops {

struct Elaborate {
  struct Request {
    std::string prompt;
    std::string base;
    std::optional<double> max_budget_usd;
    void fields(Fields& f);
  };
  struct Task {
    model::PlannedTask task;
    void fields(Fields& f);
  };
  struct Response {
    std::string title;
    std::vector<std::string> criteria;
    std::vector<PromisedCriterion> promised;  // of the prompt, then of the tasks
    std::vector<std::string> notes;
    std::vector<Task> tasks;
    std::string agent;
    double cost_usd = 0;
    json::value plan;  // the whole of it, as docs/formats/plan.md has it
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const Elaborate::Response& answer, const Terminal& terminal);

extern const Operation k_mission_elaborate_operation;

}  // namespace assay::ops
