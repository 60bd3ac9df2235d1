// A change held to its plan by the critic: the diff and the reports that are handed over, or a commit of the
// repository, on which evidence is run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/work/critic/critic_files.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct CriticDocument {
  engine::CriticAnswer answer;
  static const NamedSchema k_schema;
  json::value document() const;
  Ending ending() const;
  const std::vector<std::string>& complaints() const { return answer.notes; }
};
std::string present(const CriticDocument& answer, const Terminal& terminal);

struct Criticise {
  struct Request {
    std::optional<std::string> plan;
    std::optional<std::string> diff;
    std::optional<std::string> commit;
    std::optional<std::string> base;
    std::vector<std::string> verify_commands;
    std::vector<std::string> reports;
    std::vector<std::string> contexts;
    std::vector<std::string> verify_logs;
    std::vector<std::string> previous;
    std::optional<std::string> task;
    std::uint64_t round = 1;
    std::uint64_t max_rounds = 3;
    std::optional<std::string> tree;
    void fields(Fields& f);
  };
  using Response = CriticDocument;
  static Result<Response> run(Context& context, const Request& request);
};

// The same with inputs that were read elsewhere; `input` has no more than those.
Result<CriticDocument> criticise(Context& context, const Criticise::Request& request, engine::CriticInput input);

extern const Operation k_critic_operation;

}  // namespace assay::ops
