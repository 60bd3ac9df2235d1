#include "ops/table/table.h"

#include "ops/access/tokens.h"
#include "ops/access/webhooks.h"
#include "ops/board/board.h"
#include "ops/board/calibration.h"
#include "ops/board/changes.h"
#include "ops/board/comments.h"
#include "ops/board/deploy_log.h"
#include "ops/board/figures.h"
#include "ops/board/file_lines.h"
#include "ops/board/live.h"
#include "ops/board/notices.h"
#include "ops/board/telemetry.h"
#include "ops/board/waiting.h"
#include "ops/errors.h"
#include "ops/gate/check.h"
#include "ops/gate/explain.h"
#include "ops/gate/prove.h"
#include "ops/gate/rules.h"
#include "ops/missions/answers.h"
#include "ops/missions/elaborate.h"
#include "ops/missions/history.h"
#include "ops/missions/mission_state.h"
#include "ops/missions/missions.h"
#include "ops/missions/packs.h"
#include "ops/missions/plans.h"
#include "ops/missions/preview.h"
#include "ops/missions/tasks.h"
#include "ops/missions/waivers.h"
#include "ops/operation.h"
#include "ops/setup/setup.h"
#include "ops/work/attestations.h"
#include "ops/work/critic.h"
#include "ops/work/landing.h"
#include "ops/work/queue.h"
#include "ops/work/run.h"
#include "ops/work/stories.h"
#include "ops/work/verifications.h"
#include "ops/work/work.h"
#include "ops/work/worktrees.h"

namespace assay::ops {

namespace {

// In the order that help shows them in.
constexpr const Operation* k_operations[] = {
    &k_check_operation,
    &k_verdict_operation,
    &k_explain_operation,
    &k_prove_operation,
    &k_critic_operation,
    &k_rule_list_operation,
    &k_rule_show_operation,
    &k_rule_test_operation,
    &k_rule_new_operation,
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
    &k_run_operation,
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
    &k_sign_operation,
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
    &k_webhook_list_operation,
    &k_webhook_add_operation,
    &k_webhook_edit_operation,
    &k_webhook_test_operation,
    &k_webhook_remove_operation,
    &k_token_list_operation,
    &k_token_new_operation,
    &k_token_revoke_operation,
    &k_telemetry_show_operation,
    &k_telemetry_send_operation,
    &k_figures_operation,
    &k_doctor_operation,
    &k_calibration_operation,
    &k_config_operation,
};

// In the order that `assay schema` names them in.
constexpr const NamedSchema* k_documents[] = {
    &VerdictDocument::k_schema,
    &VerdictDocument::k_full_schema,
    &ProofDocument::k_schema,
    &RuleDocument::k_schema,
    &ListRules::Response::k_schema,
    &TestRules::Response::k_schema,
    &NewRule::Response::k_schema,
    &VerificationDocument::k_schema,
    &CriticDocument::k_schema,
    &MissionDocument::k_schema,
    &NewMission::Response::k_schema,
    &ListMissions::Response::k_schema,
    &ShowMission::Response::k_schema,
    &MissionRunDocument::k_schema,
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
    &SignLanding::Response::k_schema,
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
    &WebhookDocument::k_schema,
    &ListWebhooks::Response::k_schema,
    &ListTokens::Response::k_schema,
    &MakeToken::Response::k_schema,
    &RevokeToken::Response::k_schema,
    &TelemetryDocument::k_schema,
    &ErrorDocument::k_schema,
};

}  // namespace

std::span<const Operation* const> operations() { return k_operations; }

const Operation* find_operation(std::string_view name) {
  for (const auto* operation : k_operations) {
    if (operation->name == name) return operation;
  }
  return nullptr;
}

std::span<const NamedSchema* const> document_schemas() { return k_documents; }

}  // namespace assay::ops
