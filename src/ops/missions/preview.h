// What a mission would be, before there is one: its criteria, its checks, what is wrong with its plan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/promised.h"

namespace assay::ops {

struct PreviewMission {
  struct Request {
    std::string prompt;
    json::value plan;  // as in NewMission; what is wrong with it is answered, not an error
    std::vector<std::string> criteria;
    std::string base;
    void fields(Fields& f);
  };
  // A given criterion, and why nobody could check it.
  struct Criterion {
    std::string text;
    std::optional<std::string> vague;
    void fields(Fields& f);
  };
  struct Response {
    std::string title;
    std::string base_commit;
    std::vector<PromisedCriterion> criteria;  // read off the prompt
    std::vector<std::string> non_goals;       // what the prompt says is not to be done
    std::vector<Criterion> linted;            // those that were given, in their order
    std::vector<CheckDocument> checks;
    std::string problem;             // of the plan; empty: none
    std::vector<std::string> notes;  // what is missing in the prompt
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const PreviewMission::Response& answer, const Terminal& terminal);

extern const Operation k_mission_preview_operation;

}  // namespace assay::ops
