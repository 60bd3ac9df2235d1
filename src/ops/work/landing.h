// Operations that bring verified work into the target branch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/land/land.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

// What landing a mission came to, or would come to.
struct LandDocument {
  engine::LandReport report;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const LandDocument& answer, const Terminal& terminal);

struct Land {
  struct Request {
    std::string mission;
    std::optional<model::LandStrategy> strategy;
    std::optional<std::string> remote;
    std::optional<model::LandVia> via;
    bool dry_run = false;
    bool renew = false;
    void fields(Fields& f);
  };
  using Response = LandDocument;
  // A refusal is a conflict here; the command line shows the whole report instead.
  static Result<Response> run(Context& context, const Request& request);
};

// The same with somebody who watches, and with a refusal as a report.
struct LandWatch {
  engine::VerifyEvents& verify;
  engine::LandEvents& land;
};
Result<LandDocument> land_watched(Context& context, const Land::Request& request, const LandWatch& watch);

extern const Operation k_land_operation;

}  // namespace assay::ops
