// The five risk areas. Each has one function that looks at a block of changed lines and says what
// they do to its area; rules.cc walks the diff, forgets what was merely moved, asks for
// targeted coverage and reports one finding per area.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/code_names.h"
#include "judge/risk/coverage.h"
#include "judge/rule.h"

namespace assay::judge {

void add_risk_rules(Rules& out);

// Lines changed together, with no unchanged line between them. Imports, blank lines and comments
// are left out.
struct ChangedBlock {
  const CodeHunk& hunk;
  std::vector<size_t> removed, added;  // indices into hunk.lines

  const CodeLine& line(size_t index) const { return hunk.lines[index]; }
  const std::string& code(size_t index) const { return hunk.lines[index].masked.code; }
  const std::string& strings(size_t index) const { return hunk.lines[index].masked.strings; }
};

// What a line does to an area.
struct RiskHit {
  Area area = Area::auth;
  size_t line = 0;             // index into hunk.lines
  std::string what;            // "a permission check is removed"
  bool removed_check = false;  // a guard is gone: a test must show that it still holds
  bool minor = false;          // should be seen by a reviewer, never blocks
  bool doubtful = false;       // may be about another quantity: seen by a reviewer unless its own test passed
  bool exact = false;          // counts also where the same names and operators are arranged anew
  // What a caller has to know or set for a way in that was planted beside a check. No test covers
  // it, unless the task names it.
  std::string planted{};
};
using RiskHits = std::vector<RiskHit>;

void find_auth_risks(const ChangedBlock& block, RiskHits& out);
void find_exposures(const ChangedBlock& block, RiskHits& out);            // part of find_auth_risks
void find_lost_scopes(const ChangedBlock& block, RiskHits& out);          // part of find_auth_risks
void find_access_bypasses(const ChangedBlock& block, RiskHits& out);      // part of find_auth_risks
void find_raised_roles(const ChangedBlock& block, RiskHits& out);         // part of find_access_bypasses
void find_loosened_guards(const ChangedBlock& block, RiskHits& out);      // part of find_auth_risks
void find_weaker_verification(const ChangedBlock& block, RiskHits& out);  // part of find_auth_risks
void find_secret_risks(const ChangedBlock& block, RiskHits& out);
void find_billing_risks(const ChangedBlock& block, RiskHits& out);
// A constant got a name, an expression a function of its own: the same operators and numbers on both
// sides, and no name lost.
bool is_rearranged(const std::vector<std::string_view>& removed, const std::vector<std::string_view>& added);
void find_database_risks(const ChangedBlock& block, RiskHits& out);
void find_destructive_risks(const ChangedBlock& block, RiskHits& out);

// SQL that a line holds: its code in SQL files, else the insides of its strings. Upper case, blanks
// collapsed, with the following lines of the same side as far as one statement goes.
std::string sql_at(const ChangedBlock& block, size_t index);

// What a statement does to the schema or to every row of a table: "a column is dropped"; empty: nothing.
std::string_view schema_change_by_sql(std::string_view sql);
// ALTER TABLE users ADD [COLUMN] nick text; keys, constraints and partitions are no columns.
bool adds_column_by_sql(std::string_view sql);

// Deletes data it was not given a condition for: DROP, TRUNCATE, DELETE without WHERE.
bool is_destructive_sql(std::string_view sql);

// Some line of the hunk's new side deletes for good: what a confirmation would stand before.
bool deletes_data(std::string_view code, std::string_view strings);

}  // namespace assay::judge
