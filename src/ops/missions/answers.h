// Answering what tasks wait with.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/documents.h"

namespace assay::ops {

struct AnswerTask {
  struct Request {
    std::string task;
    std::string text;
    void fields(Fields& f);
  };
  struct Response {
    TaskDocument task;
    std::vector<QuestionDocument> questions;  // that were answered by this
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const AnswerTask::Response& answer, const Terminal& terminal);

extern const Operation k_answer_operation;

}  // namespace assay::ops
