// What a deploy prints while it runs. Afterwards its log is among the evidence, and the story names it.
#pragma once

#include <string>

#include "base/result.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct ShowDeployLog {
  struct Request {
    std::string story;
    void fields(Fields& f) {
      f.field(optional_word("story", "id or unique prefix (default: the latest)", Completes::mission), story);
    }
  };
  struct Response {
    std::string story;
    bool running = false;
    std::string text;  // the end of it, without secrets
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowDeployLog::Response& answer, const Terminal& terminal);

extern const Operation k_story_deploy_log_operation;

}  // namespace assay::ops
