// Answers as text for people. One function per document; what to colour and what to leave out is
// decided here and nowhere else.
#pragma once

#include <string>

#include "base/terminal.h"
#include "ops/answers.h"
#include "ops/board.h"
#include "ops/changes.h"
#include "ops/deploy_log.h"
#include "ops/elaborate.h"
#include "ops/history.h"
#include "ops/landing.h"
#include "ops/live.h"
#include "ops/missions.h"
#include "ops/notices.h"
#include "ops/packs.h"
#include "ops/plans.h"
#include "ops/preview.h"
#include "ops/queue.h"
#include "ops/setup.h"
#include "ops/stories.h"
#include "ops/tasks.h"
#include "ops/verifications.h"
#include "ops/work.h"
#include "ops/worktrees.h"

namespace assay::cli {

std::string present(const ops::NewMission::Response& answer, const Terminal& terminal);
std::string present(const ops::ListMissions::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowMission::Response& answer, const Terminal& terminal);
std::string present(const ops::MissionDocument& answer, const Terminal& terminal);
std::string present(const ops::PlanMission::Response& answer, const Terminal& terminal);
std::string present(const ops::PackAnswer& answer, const Terminal& terminal);
std::string present(const ops::TaskDocument& answer, const Terminal& terminal);
std::string present(const ops::ListTasks::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowTask::Response& answer, const Terminal& terminal);
std::string present(const ops::MoveAnswer& answer, const Terminal& terminal);
std::string present(const ops::AnswerTask::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowLog::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowStatus::Response& answer, const Terminal& terminal);
std::string present(const ops::Init::Response& answer, const Terminal& terminal);
std::string present(const ops::Doctor::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowConfig::Response& answer, const Terminal& terminal);
std::string present(const ops::WorktreeDocument& answer, const Terminal& terminal);
std::string present(const ops::ListWorktrees::Response& answer, const Terminal& terminal);
std::string present(const ops::PruneWorktrees::Response& answer, const Terminal& terminal);
std::string present(const ops::ChangeDocument& answer, const Terminal& terminal);
std::string present(const ops::ShowBoard::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowDeployLog::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowLive::Response& answer, const Terminal& terminal);
std::string present(const ops::Elaborate::Response& answer, const Terminal& terminal);
std::string present(const ops::PreviewMission::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowVerification::Response& answer, const Terminal& terminal);
std::string present(const ops::LandDocument& answer, const Terminal& terminal);
std::string present(const ops::QueueDocument& answer, const Terminal& terminal);
std::string present(const ops::QueueReportDocument& answer, const Terminal& terminal);
std::string present(const ops::RevertMission::Response& answer, const Terminal& terminal);
std::string present(const ops::ListNotices::Response& answer, const Terminal& terminal);
std::string present(const ops::DeliverAnswer& answer, const Terminal& terminal);
std::string present(const ops::TestNotice::Response& answer, const Terminal& terminal);
std::string present(const ops::StoryDocument& story, const Terminal& terminal);
std::string present(const ops::ListStories::Response& answer, const Terminal& terminal);
std::string present(const ops::ShowStory::Response& answer, const Terminal& terminal);
std::string present(const ops::Ship::Response& answer, const Terminal& terminal);

// ---- parts that several of them share
// People are told what it is; documents keep to the seven words.
std::string_view word_of(const model::Mission& mission);
Colour colour_of(model::MissionStatus status);
Colour colour_of(model::TaskState state);
// At most `most` rows; a last line says how many were left out.
std::string task_table(const std::vector<ops::TaskDocument>& tasks, const Terminal& terminal, std::string_view indent,
                       size_t most = SIZE_MAX);
// Criteria and checks, numbered.
std::string pack_lines(const model::AcceptancePack& pack, const Terminal& terminal);
// "Waits for you", with the next step of each; empty when there is none.
std::string need_lines(const std::vector<ops::Needed>& needed, const Terminal& terminal);

}  // namespace assay::cli
