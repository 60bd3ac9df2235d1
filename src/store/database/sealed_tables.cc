#include "store/database/sealed_tables.h"

#include <iterator>
#include <optional>
#include <vector>

#include "base/text.h"

namespace assay::store {

namespace {

// A column's place in its list is part of its hash: one that is added goes to the end, in a step that seals anew.
constexpr SealedTable k_tables[] = {
    {"missions", "mission", 1,
     "key id title repository base_commit target_branch mode auto_verify retry_budget parallel_tasks has_plan=0 "
     "hold='' "
     "landed_at=NULL landed_commit='' closed_at=NULL shipping_at=NULL deploy='none' validation='none' created_at "
     "updated_at version=0 pack_id pack_updated_at planning_pending=0 planning_running=0 planning_ready=0 "
     "planning_completed=0 planning_failed=0 planning_blocked=0 planning_cancelled=0 work_pending=0 work_running=0 "
     "work_ready=0 work_completed=0 work_failed=0 work_blocked=0 work_cancelled=0 checks_pending=0 checks_passed=0 "
     "checks_failed=0 checks_skipped=0 status='planning' story='PENDING' retries=0 budget_usd budget_tokens budget_ms "
     "budget_turns task_budget_usd task_budget_tokens task_budget_ms task_budget_turns records=0 pack_seal=0"},
    {"mission_texts", "the texts of mission", 0,
     "mission_key prompt pack_summary plan deploy_log='' validation_report=''"},
    {"checks", "check", 2,
     "key mission_key id title kind command path status detail last_run_at=NULL last_output=NULL"},
    {"tasks", "task", 1,
     "key id mission_key parent_key checker_for_key name kind state reason='' attempt=0 round max_attempts timeout_ms "
     "agent_type max_budget_usd repository_url cost_usd=0.0 created_at updated_at started_at=NULL finished_at=NULL "
     "heartbeat_at=NULL dependencies=0"},
    {"task_texts", "the texts of task", 0,
     "task_key instructions acceptance_criteria success_criteria files_modified agent_instructions checker_report='' "
     "context=''"},
    {"task_dependencies", "a dependency of task", 0, "task_key position dependency_key"},
    {"verifications", "verification", 2,
     "key mission_key id commit_id tree_id target_commit outcome report started_at finished_at"},
    {"kept_results", "the kept result", 0, "name result"},
    {"jobs", "job", 0,
     "key kind name lane mission_key=NULL task_key=NULL checks=0 state not_before tries=0 lost=0 worker='' token=NULL "
     "lease_until=NULL payload='{}' result='' created_at updated_at"},
    {"runs", "run", 0,
     "key task_key attempt round agent session ended='' cost_usd=0.0 input_tokens=0 output_tokens=0 turns=0 "
     "told_cost_usd=0.0 told_input_tokens=0 told_output_tokens=0 told_turns=0 started_at finished_at=NULL summary='' "
     "log=''"},
    {"landings", "landing", 2,
     "key mission_key id state strategy via target_branch target_commit verification verified_commit verified_tree "
     "evidence commit_id onto tip remote branch proof='' reason='' actor started_at finished_at=NULL signed_at=NULL "
     "approval=''"},
    {"proposals", "the proposed plan of mission", 0, "mission_key plan agent created_at"},
    {"queue", "entry of the landing queue", 0, "key mission_key state finding='' actor added_at finished_at=NULL"},
    {"queue_runs", "run of the landing queue", 0,
     "key target_branch target_commit commit_id missions outcome='' reason='' report='' started_at finished_at=NULL"},
    {"notices", "notice", 1,
     "key id mission_key task_id kind summary detail status story created_at addressed_at=NULL"},
    {"deliveries", "a delivery of notice", 0, "notice_key receiver state attempts=0 next_at error='' updated_at"},
    {"critic_rounds", "a round of the critic,", 0,
     "key task_key round tree_id identities route verdict report created_at"},
    {"questions", "question", 0, "key task_key round question asked_at answer=NULL answered_by='' answered_at=NULL"},
    {"waivers", "waiver", 0, "key mission_key rule path finding reason actor created_at"},
    {"identity", "the identity of the store,", 0, "id"},
    {"accepted_losses", "the accepted loss of", 0, "mission_id actor reason accepted_at"},
    {"check_answers", "the answer to check", 2, "key mission_key check_id answer actor reason work answered_at"},
    {"removed_checks", "the removed check", 2, "key mission_key title kind command path actor reason removed_at"},
    {"accepted_work", "the accepted work", 2, "key task_key commit_id actor accepted_at"},
    {"replies", "the kept reply", 2, "key actor name request status=NULL body=NULL created_at"},
    {"comments", "comment", 1,
     "key id mission_key task_key path side line commit_id quoted text actor created_at sent_round=NULL "
     "sent_at=NULL"},
};

static_assert(std::size(k_tables) == k_sealed_tables);

struct Column {
  std::string_view name;
  std::string_view initial;  // as SQL; empty: an INSERT gives it
};

std::vector<Column> columns_of(const SealedTable& table) {
  std::vector<Column> out;
  for (const auto word : split(table.columns, ' ')) {
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) {
      out.push_back({word, {}});
    } else {
      out.push_back({word.substr(0, equals), word.substr(equals + 1)});
    }
  }
  return out;
}

// Where `word` stands outside of brackets and quotes, or the end.
size_t find_outside(std::string_view sql, std::string_view word, size_t at = 0) {
  int depth = 0;
  bool quoted = false;
  for (; at < sql.size(); ++at) {
    if (sql[at] == '\'') quoted = !quoted;
    if (quoted) continue;
    if (depth == 0 && sql.substr(at).starts_with(word)) return at;
    if (sql[at] == '(') ++depth;
    if (sql[at] == ')') --depth;
  }
  return sql.size();
}

std::vector<std::string_view> split_outside(std::string_view sql) {
  std::vector<std::string_view> out;
  while (true) {
    const auto comma = find_outside(sql, ",");
    out.push_back(trim(sql.substr(0, comma)));
    if (comma == sql.size()) return out;
    sql.remove_prefix(comma + 1);
  }
}

// "jobs j" in brackets: the table, and what its row is called there.
struct Named {
  const SealedTable* table = nullptr;
  std::string_view alias;
};
Named named(std::string_view text) {
  const auto space = text.find(' ');
  if (space == std::string_view::npos) return {};
  return {sealed_table(text.substr(0, space)), text.substr(space + 1)};
}

std::string list_of(const Named& row) {
  std::string out;
  for (const auto& column : columns_of(*row.table)) {
    out += cat(out.empty() ? "" : ", ", row.alias, ".", column.name);
  }
  return out;
}

std::string with_lists(std::string_view sql) {
  constexpr std::string_view k_row_seal = "row_seal(", k_intact = "intact(";
  std::string out;
  while (true) {
    const auto seal = sql.find(k_row_seal), intact = sql.find(k_intact);
    const auto at = std::min(seal, intact);
    if (at == std::string_view::npos) return out += sql;
    const auto begin = at + (seal < intact ? k_row_seal : k_intact).size();
    const auto end = sql.find(')', begin);
    const auto row = named(sql.substr(begin, end - begin));
    out += sql.substr(0, begin);
    if (row.table != nullptr && seal < intact) out += list_of(row);
    if (row.table != nullptr && intact < seal)
      out += cat(place_of(*row.table), ", ", row.alias, ".seal, ", list_of(row));
    sql.remove_prefix(row.table != nullptr ? end : begin);
  }
}

// What `list`, the assignments of an UPDATE, does to the seal. Empty: nothing, or it writes the seal itself.
std::string resealed(const SealedTable& table, std::string_view list) {
  const auto columns = columns_of(table);
  std::string out;
  for (const auto assignment : split_outside(list)) {
    const auto equals = assignment.find('=');
    const auto name = trim(assignment.substr(0, equals));
    if (name == "seal") return {};
    for (size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].name == name) out += cat(", ", i, ", ", name, ", ", assignment.substr(equals + 1));
    }
  }
  return out.empty() ? out : cat(", seal = reseal(", place_of(table), ", seal", out, ")");
}

std::string with_update(std::string_view sql) {
  constexpr std::string_view k_set = " SET ";
  const auto words = sql.substr(std::string_view("UPDATE ").size());
  const auto* table = sealed_table(words.substr(0, words.find(' ')));
  if (table == nullptr) return std::string(sql);
  const auto set = find_outside(sql, k_set) + k_set.size();
  const auto end = find_outside(sql, " WHERE ", set);
  return cat(sql.substr(0, end), resealed(*table, sql.substr(set, end - set)), sql.substr(end));
}

std::string_view given(const std::vector<std::string_view>& names, const std::vector<std::string_view>& values,
                       const Column& column) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == column.name) return values[i];
  }
  return column.initial;
}

// The values of an INSERT: between `begin` and `end`.
struct Values {
  size_t begin = 0, end = 0;
};
std::optional<Values> values_in(std::string_view sql, size_t from) {
  constexpr std::string_view k_values = ") VALUES (", k_select = ") SELECT ";
  if (sql.substr(from).starts_with(k_values)) {
    const auto begin = from + k_values.size();
    return Values{begin, find_outside(sql, ")", begin)};
  }
  if (!sql.substr(from).starts_with(k_select)) return std::nullopt;
  const auto begin = from + k_select.size();
  return Values{begin, std::min(find_outside(sql, " FROM ", begin), find_outside(sql, " WHERE ", begin))};
}

std::string with_insert(std::string_view sql) {
  const auto words = sql.substr(std::string_view("INSERT INTO ").size());
  const auto* table = sealed_table(words.substr(0, words.find(' ')));
  const auto open = sql.find('('), close = sql.find(')');
  if (table == nullptr || open == std::string_view::npos) return std::string(sql);
  const auto found = values_in(sql, close);
  if (!found) return std::string(sql);
  const auto names = split_outside(sql.substr(open + 1, close - open - 1));
  const auto values = split_outside(sql.substr(found->begin, found->end - found->begin));
  if (names.size() != values.size()) return std::string(sql);
  std::string more_names, more_values, seal;
  for (const auto& column : columns_of(*table)) {
    std::string value(given(names, values, column));
    if (value.empty()) {
      value = cat("(SELECT coalesce(max(", column.name, "), 0) + 1 FROM ", table->name, ")");
      more_names += cat(", ", column.name);
      more_values += cat(", ", value);
    }
    seal += cat(seal.empty() ? "" : ", ", value);
  }
  return cat(sql.substr(0, close), more_names, ", seal", sql.substr(close, found->end - close), more_values,
             ", new_seal(", place_of(*table), ", ", seal, ")", sql.substr(found->end));
}

std::string with_delete(std::string_view sql) {
  const auto words = sql.substr(std::string_view("DELETE FROM ").size());
  const auto* table = sealed_table(words.substr(0, words.find(' ')));
  return table == nullptr ? std::string(sql) : cat(sql, " RETURNING no_seal(", place_of(*table), ", seal)");
}

}  // namespace

std::span<const SealedTable> sealed_tables() { return k_tables; }

const SealedTable* sealed_table(std::string_view name) {
  for (const auto& table : k_tables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

int place_of(const SealedTable& table) { return static_cast<int>(&table - k_tables); }

std::string with_seals(std::string_view sql) {
  auto out = with_lists(sql);
  if (out.starts_with("DELETE FROM ")) return with_delete(out);
  if (out.starts_with("UPDATE ")) return with_update(out);
  if (out.starts_with("INSERT INTO ")) return with_insert(out);
  return out;
}

}  // namespace assay::store
