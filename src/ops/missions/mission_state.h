// Where a mission stands, without what stays as it is: what whoever shows a mission asks for when something happened
// to it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"
#include "ops/needs.h"

namespace assay::ops {

struct ShowMissionState {
  struct Request {
    std::string mission;
    std::vector<std::string> tasks;
    void fields(Fields& f);
  };
  struct Response {
    MissionStateDocument mission;
    std::vector<TaskDocument> tasks;
    std::vector<Needed> needed;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowMissionState::Response& answer, const Terminal& terminal);

extern const Operation k_mission_state_operation;

}  // namespace assay::ops
