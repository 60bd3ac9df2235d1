// What agents cost and came to, week by week.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ops/context.h"
#include "ops/fields.h"
#include "store/figures.h"

namespace assay::ops {

struct ShowFigures {
  struct Request {
    std::uint64_t weeks = 12;
    bool csv = false;
    void fields(Fields& f);
  };
  struct Row {
    store::WeekFigures figures;
    void fields(Fields& f);
  };
  struct Response {
    Time since;
    std::vector<Row> rows;
    std::string csv;  // the same, where it was asked for
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowFigures::Response& answer, const Terminal& terminal);

extern const Operation k_figures_operation;

}  // namespace assay::ops
