// Every operation, every document, every kind of error. An operation stands in the file of its subject; here is the
// order of them all.
#include <boost/json.hpp>

#include "ops/answers.h"
#include "ops/attestations.h"
#include "ops/board.h"
#include "ops/calibration.h"
#include "ops/changes.h"
#include "ops/check.h"
#include "ops/comments.h"
#include "ops/deploy_log.h"
#include "ops/elaborate.h"
#include "ops/explain.h"
#include "ops/figures.h"
#include "ops/file_lines.h"
#include "ops/history.h"
#include "ops/landing.h"
#include "ops/live.h"
#include "ops/mission_state.h"
#include "ops/missions.h"
#include "ops/notices.h"
#include "ops/operation.h"
#include "ops/packs.h"
#include "ops/plans.h"
#include "ops/preview.h"
#include "ops/prove.h"
#include "ops/queue.h"
#include "ops/setup.h"
#include "ops/stories.h"
#include "ops/tasks.h"
#include "ops/verifications.h"
#include "ops/waiting.h"
#include "ops/waivers.h"
#include "ops/work.h"
#include "ops/worktrees.h"

namespace assay::ops {

namespace {

// In the order that help shows them in.
constexpr const Operation* k_operations[] = {
    &k_check_operation,
    &k_verdict_operation,
    &k_explain_operation,
    &k_prove_operation,
    &k_verify_operation,
    &k_init_operation,
    &k_mission_new_operation,
    &k_mission_list_operation,
    &k_mission_show_operation,
    &k_mission_state_operation,
    &k_mission_edit_operation,
    &k_mission_preview_operation,
    &k_mission_elaborate_operation,
    &k_mission_plan_operation,
    &k_plan_operation,
    &k_mission_verification_operation,
    &k_story_deploy_log_operation,
    &k_mission_live_operation,
    &k_mission_verify_operation,
    &k_mission_diff_operation,
    &k_mission_file_operation,
    &k_waive_operation,
    &k_pause_operation,
    &k_resume_operation,
    &k_cancel_operation,
    &k_pack_show_operation,
    &k_pack_add_criterion_operation,
    &k_pack_edit_criterion_operation,
    &k_pack_remove_criterion_operation,
    &k_pack_add_check_operation,
    &k_pack_edit_check_operation,
    &k_pack_remove_check_operation,
    &k_pack_answer_operation,
    &k_task_add_operation,
    &k_task_edit_operation,
    &k_task_list_operation,
    &k_task_show_operation,
    &k_task_diff_operation,
    &k_task_start_operation,
    &k_task_ready_operation,
    &k_task_complete_operation,
    &k_task_fail_operation,
    &k_task_block_operation,
    &k_task_accept_operation,
    &k_task_reject_operation,
    &k_task_retry_operation,
    &k_task_cancel_operation,
    &k_comment_add_operation,
    &k_comment_list_operation,
    &k_comment_remove_operation,
    &k_lines_operation,
    &k_answer_operation,
    &k_accept_operation,
    &k_status_operation,
    &k_needs_operation,
    &k_board_operation,
    &k_log_operation,
    &k_worktree_add_operation,
    &k_worktree_list_operation,
    &k_worktree_prune_operation,
    &k_land_operation,
    &k_revert_operation,
    &k_queue_list_operation,
    &k_queue_add_operation,
    &k_queue_remove_operation,
    &k_queue_run_operation,
    &k_story_new_operation,
    &k_story_list_operation,
    &k_story_show_operation,
    &k_ship_operation,
    &k_redeploy_operation,
    &k_close_operation,
    &k_fix_operation,
    &k_notify_list_operation,
    &k_notify_retry_operation,
    &k_notify_deliver_operation,
    &k_notify_test_operation,
    &k_figures_operation,
    &k_doctor_operation,
    &k_calibration_operation,
    &k_config_operation,
};

constexpr ErrorKind k_errors[] = {
    {Code::invalid_input, "invalid_input", 2, 400},
    {Code::not_found, "not_found", 2, 404},
    {Code::conflict, "conflict", 2, 409},
    {Code::unavailable, "unavailable", 2, 503},
    {Code::corrupt, "corrupt", 2, 500},
    {Code::internal, "internal", 2, 500},
};

// In the order that `assay schema` names them in.
constexpr const NamedSchema* k_documents[] = {
    &VerdictDocument::k_schema,
    &VerdictDocument::k_full_schema,
    &ProofDocument::k_schema,
    &VerificationDocument::k_schema,
    &MissionDocument::k_schema,
    &NewMission::Response::k_schema,
    &ListMissions::Response::k_schema,
    &ShowMission::Response::k_schema,
    &ShowMissionState::Response::k_schema,
    &PreviewMission::Response::k_schema,
    &PlanMission::Response::k_schema,
    &Elaborate::Response::k_schema,
    &ShowVerification::Response::k_schema,
    &ShowDeployLog::Response::k_schema,
    &ShowLive::Response::k_schema,
    &ChangeDocument::k_schema,
    &ShowFile::Response::k_schema,
    &WaiveFinding::Response::k_schema,
    &CommentDocument::k_schema,
    &ListComments::Response::k_schema,
    &ShowLines::Response::k_schema,
    &PackAnswer::k_schema,
    &TaskDocument::k_schema,
    &ListTasks::Response::k_schema,
    &ShowTask::Response::k_schema,
    &MoveAnswer::k_schema,
    &AnswerTask::Response::k_schema,
    &ShowLog::Response::k_schema,
    &ShowStatus::Response::k_schema,
    &ListNeeds::Response::k_schema,
    &ShowBoard::Response::k_schema,
    &ShowFigures::Response::k_schema,
    &Init::Response::k_schema,
    &Doctor::Response::k_schema,
    &CalibrationDocument::k_schema,
    &ShowConfig::Response::k_schema,
    &WorktreeDocument::k_schema,
    &ListWorktrees::Response::k_schema,
    &PruneWorktrees::Response::k_schema,
    &AttestationsDocument::k_schema,
    &LandDocument::k_schema,
    &RevertMission::Response::k_schema,
    &QueueDocument::k_schema,
    &QueueReportDocument::k_schema,
    &StoryDocument::k_schema,
    &ListStories::Response::k_schema,
    &ShowStory::Response::k_schema,
    &Ship::Response::k_schema,
    &ListNotices::Response::k_schema,
    &DeliverAnswer::k_schema,
    &TestNotice::Response::k_schema,
    &ErrorDocument::k_schema,
};

}  // namespace

json::value schema_of(const NamedSchema& document) {
  return document.schema != nullptr ? document.schema() : schema_of(document.describe());
}

Result<json::value> Operation::run(Context& context, const json::object& from) const {
  TRY_ASSIGN(const auto reply, answer(context, from));
  return reply->document();
}

std::span<const Operation* const> operations() { return k_operations; }

const Operation* find_operation(std::string_view name) {
  for (const auto* operation : k_operations) {
    if (operation->name == name) return operation;
  }
  return nullptr;
}

std::span<const NamedSchema* const> document_schemas() { return k_documents; }

const ErrorKind& kind_of(Code code) {
  for (const auto& kind : k_errors) {
    if (kind.code == code) return kind;
  }
  return k_errors[std::size(k_errors) - 1];
}

namespace {
struct ErrorBody {
  std::string code;
  std::string message;
  void fields(Fields& f) {
    f.field(item("code"), code);
    f.field(item("message", "what was wrong, where, and what to do"), message);
  }
};
}  // namespace

constinit const NamedSchema ErrorDocument::k_schema = named_schema<ErrorDocument>("error", "Why there is no answer");

void ErrorDocument::fields(Fields& f) {
  ErrorBody body{code, message};
  f.field(item("error"), body);
}

json::value error_document(const Error& error) {
  ErrorDocument document{std::string(kind_of(error.code).name), error.message};
  return encode(document);
}

}  // namespace assay::ops
