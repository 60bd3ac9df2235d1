// All that goes on, at a glance: missions and their tasks in one answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/board_column.h"
#include "ops/context.h"
#include "ops/documents.h"

namespace assay::ops {

struct ShowBoard {
  struct Request {
    std::string text;
    std::optional<model::BoardColumn> column;
    std::optional<model::TaskState> with_task;
    bool waits = false;
    std::string mission;
    std::string before;
    std::uint32_t limit = 200;
    std::uint32_t cards = 0;
    bool counts = false;
    void fields(Fields& f);
  };
  // A task as a card shows it.
  struct Card {
    model::Task task;
    std::optional<model::TaskState> checker;  // of the latest checker of a ready task
    void fields(Fields& f);
  };
  struct Row {
    MissionRow mission;
    model::BoardColumn column = model::BoardColumn::planned;
    std::vector<Card> tasks;
    void fields(Fields& f);
  };
  struct Counts {
    model::ColumnCounts missions{};
    void fields(Fields& f);
  };
  struct Response {
    std::string repository;
    std::vector<Row> missions;
    std::optional<Counts> counts;
    std::optional<std::string> next;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ShowBoard::Response& answer, const Terminal& terminal);

extern const Operation k_board_operation;

}  // namespace assay::ops
