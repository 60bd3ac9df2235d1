// How a repository wants rules to count, and which findings people set aside with a reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/verdict.h"

namespace assay::model {

// What a rule's findings come to; off: they are only counted.
enum class RuleLevel { off, note, should_fix, must_fix };
std::string_view name(RuleLevel);
std::optional<RuleLevel> rule_level_named(std::string_view);

// A line of [rules].
struct RuleSetting {
  std::string rule;  // an id, or "tests.*"
  std::optional<RuleLevel> level;
  std::vector<std::string> ignore;  // patterns of paths that the rule does not look at
  friend bool operator==(const RuleSetting&, const RuleSetting&) = default;
};

// Where a waiver was given.
enum class WaiverOrigin { configuration, command_line, mission, source };
std::string_view name(WaiverOrigin);

struct Waiver {
  WaiverOrigin origin = WaiverOrigin::configuration;
  std::string rule;     // an id, or "tests.*"; empty: `finding` names it
  std::string path;     // a pattern; empty: all places
  std::string finding;  // an id; empty: `rule` names it
  std::string reason;
  std::string by;
  std::string until{};  // "2026-12-31", the last day it holds; empty: no end of its own
  std::string where{};  // "assay.toml: [[waive]] 2", "src/a.py:12"
  friend bool operator==(const Waiver&, const Waiver&) = default;
};

// A finding that does not count, or the part of one, and who said so.
struct WaivedFinding {
  Finding finding;
  Waiver waiver;
};

struct RulePolicy {
  std::vector<RuleSetting> settings;
  std::vector<Waiver> waivers;
  bool inline_marks = false;  // "assay: allow RULE reason" in sources of the base counts
};

// Brings the names of a waiver to their form and refuses what nobody can read or what means everything at once:
// the words must be one line of visible characters.
Result<void> complete_waiver(Waiver& waiver);
// "RULE", "RULE:PATH" or a finding's id, as the command line has it.
Result<Waiver> waiver_of(std::string_view text);
// "tests.skipped in test/**", "finding f-0123456789ab"
std::string subject_of(const Waiver& waiver);
// "anna until 2026-12-31: reason"
std::string describe(const Waiver& waiver);

// 12 hexadecimal digits behind "f-": rule, severity and every place without its line, so that it follows a finding
// while lines shift and is another one as soon as a place is added.
std::string finding_id(const Finding& finding);
bool is_finding_id(std::string_view text);

}  // namespace assay::model
