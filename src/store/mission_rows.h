// Rows of missions: the narrow row that every change loads, adjusts and saves, and the long texts.
#pragma once

#include <vector>

#include "model/board_column.h"
#include "model/mission.h"
#include "store/change.h"
#include "store/database/database.h"

namespace assay::store {

// `mission` is without texts and without the pack's lists; its facts are what is adjusted.
struct MissionRow {
  std::int64_t key = 0;
  model::Mission mission;
  model::CheckCounts checks;
  std::int64_t pack_seal = 0;
  bool pack_edited = false;       // set when criteria or checks were written; the pack was loaded before
  bool pack_changed = false;      // set when criteria or checks, or their results, were touched
  bool results_set_back = false;  // set when results stopped counting, or would have if there were any
  std::string cause;              // why its status changes, for those who are told of it
  model::TaskId caused_by;
};

// Error corrupt: the row does not match its seal.
enum class Seals { compared, not_compared };
Result<MissionRow> load_mission(Database& database, const model::MissionId& id);
Result<MissionRow> load_mission(Database& database, std::int64_t key, Seals seals = Seals::compared);
Result<std::int64_t> insert_mission(Change& change, const model::Mission& mission);

// Derives status and story from the facts and writes what has changed; every change of a mission
// ends with it. Says "mission: active → blocked", or nothing when the status stayed.
Result<std::string> save_mission(Change& change, MissionRow& row);

// What the other changes set: hold, landing, shipping, deploy, validation, policy, plan flag.
Result<void> save_mission_state(Change& change, const MissionRow& row);

// How often something may be tried again by itself: `retries` more were used, or none from now on.
Result<void> use_retries(Change& change, std::int64_t mission_key, std::uint32_t retries);
Result<void> renew_retries(Change& change, const MissionRow& row);

// Held for a reason, or no longer when it is empty.
Result<void> hold_mission(Change& change, MissionRow& row, std::string_view reason);

Result<void> load_texts(Database& database, MissionRow& row);
Result<void> load_pack(Database& database, MissionRow& row);

// Rows for a list, newest first, with texts but without the plan.
struct MissionRange {
  std::optional<model::MissionStatus> status;
  std::optional<model::StoryState> story;
  std::int64_t before = 0;
  std::optional<model::BoardColumn> column = {};
  std::string id = {};  // this one alone
};
Result<void> each_mission(Database& database, const MissionRange& range,
                          const std::function<Result<Flow>(MissionRow&)>& on_mission);

}  // namespace assay::store
