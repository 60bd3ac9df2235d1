// Why a verdict was given, from what a check of this work tree kept.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "model/check.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct ExplainRun {
  struct Request {
    std::string run;
    void fields(Fields& f);
  };
  struct Response {
    model::Check check;
    json::value kept;  // the document, as it was kept
    static const NamedSchema& k_schema;
    json::value document() const { return kept; }
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ExplainRun::Response& answer, const Terminal& terminal);

// Of a file that holds the full document of a check.
Result<ExplainRun::Response> explain_file(const std::string& path);
// The document of the run of this work tree that `word` begins; empty: of the latest. `kinds` says what was looked for.
Result<std::string> document_of_run(const std::string& workspace, const std::string& word, std::string_view kinds);

extern const Operation k_explain_operation;

}  // namespace assay::ops
