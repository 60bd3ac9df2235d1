// Missions: what is asked for, where it stands, what people and Assay decide about it as a whole.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/board_column.h"
#include "model/mission.h"
#include "model/plan.h"
#include "store/store.h"

namespace assay::store {

struct MissionDraft {
  std::string title;
  std::string prompt;
  std::string repository;
  std::string base_commit;
  std::string target_branch;
  model::Policy policy;
  std::string pack_summary;
  std::vector<std::string> criteria;
  std::vector<model::AcceptanceCheck> checks;  // ids are made here
  std::optional<model::Plan> plan;             // its tasks are made in the same transaction
  std::string plan_text;                       // the plan as canonical JSON, when there is one
  bool planning_task = false;                  // with no plan: add a pending planning task
};

struct MissionFilter {
  std::optional<model::MissionStatus> status;
  std::optional<model::StoryState> story;
  // Words, all of which occur: in the title, the prompt, the id, the status, or the name or id of a task.
  std::string text;
  std::string before;        // a cursor from the page before; newest first
  std::uint32_t limit = 50;  // at most k_largest_page
  std::optional<model::BoardColumn> column = {};
  std::optional<model::TaskState> with_task = {};  // with a task in this state
  bool waits_for_person = false;                   // held, blocked, verified, or with a task to look at
  model::MissionId mission = {};                   // this one alone, where the rest fits
};
struct MissionPage {
  std::vector<model::Mission> missions;  // without criteria, checks and plan; a long prompt is cut
  std::string next;                      // empty on the last page
};

class Missions {
 public:
  explicit Missions(Database& database) : m_database(database) {}

  Result<model::Mission> find(const model::MissionId& id) const;  // pack and plan included
  Result<MissionPage> list(const MissionFilter& filter) const;
  // How many of those that fit there are in each column, whatever the page.
  Result<model::ColumnCounts> count(const MissionFilter& filter) const;
  Result<model::MissionId> resolve(std::string_view prefix) const;  // with or without "mission-"; empty: the latest

 private:
  Database& m_database;
};

class MissionChanges {
 public:
  explicit MissionChanges(Changes changes) : m_changes(std::move(changes)) {}

  Result<model::Mission> add(const MissionDraft& draft);
  Result<void> set_policy(const model::MissionId& id, const model::Policy& policy);
  Result<void> set_title(const model::MissionId& id, std::string_view title);
  Result<void> set_hold(const model::MissionId& id, std::string_view reason);  // empty lifts
  Result<void> set_shipping(const model::MissionId& id, bool shipping, std::string_view why = {});
  Result<void> set_deploy(const model::MissionId& id, model::DeployState state, std::string_view log);
  Result<void> set_validation(const model::MissionId& id, model::ValidationState state, std::string_view report);
  Result<void> close(const model::MissionId& id, std::string_view why = {});  // landed ones only
  // Cancels what is unfinished, checkers included, and holds the mission; how many tasks.
  Result<std::uint32_t> cancel(const model::MissionId& id, std::string_view reason);

 private:
  Changes m_changes;
};

}  // namespace assay::store
