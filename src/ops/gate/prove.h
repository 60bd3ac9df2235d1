// Whether a change is proven: the check of the work tree with every form of proof tried, and the answer to that alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/check.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct ProofDocument {
  model::Check check;
  static const NamedSchema k_schema;
  json::value document() const;
  std::string brief() const;
  Ending ending() const;
};
std::string present(const ProofDocument& answer, const Terminal& terminal);

struct ProveChange {
  struct Request {
    std::optional<std::string> task;
    std::optional<std::string> base;
    std::vector<std::string> verify_commands;
    std::optional<std::uint64_t> verify_timeout_ms;
    void fields(Fields& f);
  };
  using Response = ProofDocument;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_prove_operation;

}  // namespace assay::ops
