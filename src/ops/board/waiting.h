// Everything that waits for a person, over all missions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/needs.h"

namespace assay::ops {

struct ListNeeds {
  struct Request {
    std::uint32_t limit = 100;
    void fields(Fields& f);
  };
  struct Row {
    Needed needed;
    std::string title;      // the mission's
    std::string task_name;  // empty: of the whole mission
    std::optional<model::TaskState> task_state;
    std::string checker_report;  // of the task, its beginning
    model::StoryState story = model::StoryState::pending;
    Time since;  // when the task or the mission changed last
    void fields(Fields& f);
  };
  struct Response {
    std::vector<Row> needed;
    bool more = false;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListNeeds::Response& answer, const Terminal& terminal);

extern const Operation k_needs_operation;

}  // namespace assay::ops
