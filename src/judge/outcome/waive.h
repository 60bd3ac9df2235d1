// What the base's configuration and people make of the findings: rules switched off or of another severity, findings
// waived with a reason, findings that were known before. Runs over all findings before the verdict; the change that is
// judged has no say in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/outcome/inline_marks.h"
#include "judge/own/definition.h"
#include "model/check.h"
#include "model/waiver.h"

namespace assay::judge {

// A place of a finding that was there before: its rule, its file and the digest of its text.
struct KnownPlace {
  std::string rule;
  std::string path;
  std::string text;
  std::uint64_t count = 1;
  friend bool operator==(const KnownPlace&, const KnownPlace&) = default;
};
// "sha256:…", the first 16 digits, of a place's text.
std::string digest_of_place(std::string_view text);

struct RulesInForce {
  model::RulePolicy policy{};
  std::string today{};  // "2026-06-18"; empty: nothing has expired
  std::vector<KnownPlace> known{};
  SharedOwnRules own{};  // the repository's own; nullptr: none
};

struct Judged {
  std::vector<model::Finding> findings;  // those that count, and notes; each with its id
  std::vector<model::WaivedFinding> waived;
  std::vector<model::SwitchedOff> switched_off;
  std::vector<model::Finding> known;
};

// `changed` are the paths of the change: a waiver for files that it does not touch is not unused.
Judged apply_rules(std::vector<model::Finding> findings, const RulesInForce& rules,
                   const std::vector<InlineMark>& marks, const std::vector<std::string>& changed);

}  // namespace assay::judge
