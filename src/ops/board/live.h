// What a verification says while it runs.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/verify/live.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct ShowLive {
  struct Request {
    std::string mission;
    std::uint64_t after = 0;
    void fields(Fields& f);
  };
  struct Message {
    engine::LiveEvent event;
    void fields(Fields& f);
  };
  struct Response {
    std::string mission;
    std::vector<Message> events;
    std::uint64_t next = 0;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowLive::Response& answer, const Terminal& terminal);

extern const Operation k_mission_live_operation;

}  // namespace assay::ops
