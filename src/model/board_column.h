// Where a mission stands on the board, derived from its facts as its status is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/mission.h"

namespace assay::model {

// planned: no work yet. progress: work goes on, or its checks are to be verified. blocked: a person has to do
// something, a story that needs a fix included. shippable: verified. shipped: it ships, or has landed.
enum class BoardColumn { planned, progress, blocked, shippable, shipped };
constexpr size_t k_board_columns = 5;
std::string_view name(BoardColumn);

BoardColumn column_of(const Mission& mission);  // by its status, its story and its facts

// Statuses and stories outside of which no mission of that column is; for queries. Both empty: any.
struct ColumnBounds {
  std::vector<MissionStatus> statuses;
  std::vector<StoryState> stories;
};
ColumnBounds bounds_of(BoardColumn column);

using ColumnCounts = std::array<std::uint64_t, k_board_columns>;

}  // namespace assay::model
