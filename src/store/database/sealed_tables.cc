#include "store/database/sealed_tables.h"

#include <iterator>

#include "base/text.h"

namespace assay::store {

namespace {

// "#": an integer, "%": a real number. A column's place in its list is part of its hash: one that is added goes to the
// end, in a step that seals anew.
constexpr SealedTable k_tables[] = {
    {"missions", "mission", 1,
     "#key id title repository base_commit target_branch mode #auto_verify #retry_budget #parallel_tasks "
     "#has_plan=0 hold='' #landed_at=NULL landed_commit='' #closed_at=NULL #shipping_at=NULL deploy='none' "
     "validation='none' #created_at #updated_at #version=0 pack_id #pack_updated_at #planning_pending=0 "
     "#planning_running=0 #planning_ready=0 #planning_completed=0 #planning_failed=0 #planning_blocked=0 "
     "#planning_cancelled=0 #work_pending=0 #work_running=0 #work_ready=0 #work_completed=0 #work_failed=0 "
     "#work_blocked=0 #work_cancelled=0 #checks_pending=0 #checks_passed=0 #checks_failed=0 #checks_skipped=0 "
     "status='planning' story='PENDING' #retries=0 %budget_usd #budget_tokens #budget_ms #budget_turns "
     "%task_budget_usd #task_budget_tokens #task_budget_ms #task_budget_turns #records=0 #pack_seal=0"},
    {"mission_texts", "the texts of mission", 0,
     "#mission_key prompt pack_summary plan deploy_log='' validation_report=''"},
    {"checks", "check", 2,
     "#key #mission_key id title kind command path status detail #last_run_at=NULL last_output=NULL"},
    {"tasks", "task", 1,
     "#key id #mission_key #parent_key #checker_for_key name kind state reason='' #attempt=0 #round #max_attempts "
     "#timeout_ms agent_type %max_budget_usd repository_url %cost_usd=0.0 #created_at #updated_at #started_at=NULL "
     "#finished_at=NULL #heartbeat_at=NULL #dependencies=0"},
    {"task_texts", "the texts of task", 0,
     "#task_key instructions acceptance_criteria success_criteria files_modified agent_instructions "
     "checker_report='' context=''"},
    {"task_dependencies", "a dependency of task", 0, "#task_key #position #dependency_key"},
    {"verifications", "verification", 2,
     "#key #mission_key id commit_id tree_id target_commit outcome report #started_at #finished_at"},
    {"kept_results", "the kept result", 0, "name result"},
    {"jobs", "job", 0,
     "#key kind name #lane #mission_key=NULL #task_key=NULL #checks=0 state #not_before #tries=0 #lost=0 worker='' "
     "token=NULL #lease_until=NULL payload='{}' result='' #created_at #updated_at"},
    {"runs", "run", 0,
     "#key #task_key #attempt #round agent session ended='' %cost_usd=0.0 #input_tokens=0 #output_tokens=0 "
     "#turns=0 %told_cost_usd=0.0 #told_input_tokens=0 #told_output_tokens=0 #told_turns=0 #started_at "
     "#finished_at=NULL summary='' log=''"},
    {"landings", "landing", 2,
     "#key #mission_key id state strategy via target_branch target_commit verification verified_commit "
     "verified_tree evidence commit_id onto tip remote branch proof='' reason='' actor #started_at "
     "#finished_at=NULL #signed_at=NULL approval=''"},
    {"proposals", "the proposed plan of mission", 0, "#mission_key plan agent #created_at"},
    {"queue", "entry of the landing queue", 0, "#key #mission_key state finding='' actor #added_at #finished_at=NULL"},
    {"queue_runs", "run of the landing queue", 0,
     "#key target_branch target_commit commit_id missions outcome='' reason='' report='' #started_at "
     "#finished_at=NULL"},
    {"notices", "notice", 1,
     "#key id #mission_key task_id kind summary detail status story #created_at #addressed_at=NULL"},
    {"deliveries", "a delivery of notice", 0, "#notice_key receiver state #attempts=0 #next_at error='' #updated_at"},
    {"critic_rounds", "a round of the critic,", 0,
     "#key #task_key #round tree_id identities route verdict report #created_at"},
    {"questions", "question", 0,
     "#key #task_key #round question #asked_at answer=NULL answered_by='' #answered_at=NULL"},
    {"waivers", "waiver", 0, "#key #mission_key rule path finding reason actor #created_at"},
    {"identity", "the identity of the store,", 0, "id"},
    {"accepted_losses", "the accepted loss of", 0, "mission_id actor reason #accepted_at"},
    {"check_answers", "the answer to check", 2, "#key #mission_key check_id answer actor reason work #answered_at"},
    {"removed_checks", "the removed check", 2, "#key #mission_key title kind command path actor reason #removed_at"},
    {"accepted_work", "the accepted work", 2, "#key #task_key commit_id actor #accepted_at"},
    {"replies", "the kept reply", 2, "#key actor name request #status=NULL body=NULL #created_at"},
    {"comments", "comment", 1,
     "#key id #mission_key #task_key path side #line commit_id quoted text actor #created_at #sent_round=NULL "
     "#sent_at=NULL"},
};

static_assert(std::size(k_tables) == k_sealed_tables);

}  // namespace

std::span<const SealedTable> sealed_tables() { return k_tables; }

const SealedTable* sealed_table(std::string_view name) {
  for (const auto& table : k_tables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

int place_of(const SealedTable& table) { return static_cast<int>(&table - k_tables); }

std::vector<SealedColumn> columns_of(const SealedTable& table) {
  std::vector<SealedColumn> out;
  for (auto word : split(table.columns, ' ')) {
    SealedColumn column;
    if (word.starts_with('#')) column.type = ColumnType::integer;
    if (word.starts_with('%')) column.type = ColumnType::real;
    if (column.type != ColumnType::text) word.remove_prefix(1);
    const auto equals = word.find('=');
    column.name = word.substr(0, equals);
    if (equals != std::string_view::npos) column.initial = word.substr(equals + 1);
    out.push_back(column);
  }
  return out;
}

}  // namespace assay::store
