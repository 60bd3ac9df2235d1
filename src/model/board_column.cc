#include "model/board_column.h"

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_board_column_names[] = {"planned", "progress", "blocked", "shippable", "shipped"};

}  // namespace

std::string_view name(BoardColumn column) { return name_in(k_board_column_names, column); }

BoardColumn column_of(const Mission& mission) {
  if (mission.story == StoryState::needs_fix && mission.status != MissionStatus::completed) return BoardColumn::blocked;
  if (mission.facts.landed || mission.facts.shipping) return BoardColumn::shipped;
  switch (mission.status) {
    case MissionStatus::planning: return BoardColumn::planned;
    case MissionStatus::blocked: return BoardColumn::blocked;
    case MissionStatus::ready_to_land: return BoardColumn::shippable;
    case MissionStatus::landed:
    case MissionStatus::completed: return BoardColumn::shipped;
    default: return BoardColumn::progress;
  }
}

ColumnBounds bounds_of(BoardColumn column) {
  switch (column) {
    case BoardColumn::planned: return {{MissionStatus::planning}, {}};
    case BoardColumn::progress: return {{MissionStatus::active, MissionStatus::awaiting_acceptance}, {}};
    case BoardColumn::blocked: return {{MissionStatus::blocked}, {StoryState::needs_fix}};
    case BoardColumn::shippable: return {{MissionStatus::ready_to_land}, {}};
    default: return {};
  }
}

}  // namespace assay::model
