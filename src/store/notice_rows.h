// The outbox: notices are written inside the change that causes them.
#pragma once

#include <string>

#include "model/notice.h"
#include "store/change.h"
#include "store/mission_rows.h"

namespace assay::store {

struct NoticeDraft {
  model::NoticeKind kind = model::NoticeKind::blocked;
  std::string summary;
  std::string detail = {};
  model::TaskId task = {};
};

// `row` is the mission as it is after the change.
Result<void> write_notice(Change& change, const MissionRow& row, const NoticeDraft& draft);

// What people hear of when a mission went from one status and story to another.
Result<void> notice_transition(Change& change, const MissionRow& row, model::MissionStatus status_before,
                               model::StoryState story_before);

}  // namespace assay::store
