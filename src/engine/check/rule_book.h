// The rules as people ask about them: ours and the repository's own, what each says, how it counts, its cases tried.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

// How a rule of the repository stands against the base, whose rules count.
enum class RuleState { ours, in_force, new_here, changed_here, removed_here, wrong };
std::string_view name(RuleState);

struct RuleInfo {
  std::string id;
  RuleState state = RuleState::ours;
  std::string level;     // by [rules] of the base: "off", "note", …; empty: as the rule says
  std::string summary;   // a line
  std::string finds;     // a paragraph
  std::string severity;  // what it comes to by itself
  std::string advice;    // what to do
  std::string file;      // of the repository's own
};

// Ours by their names, then the repository's own as they are in the work tree and at the base.
Result<std::vector<RuleInfo>> list_rules(const git::Repository& repository);
Result<RuleInfo> find_rule(const git::Repository& repository, std::string_view id);

struct TriedCase {
  std::uint64_t line = 0;  // in the file
  std::string say;
  bool finds = false;  // what it is to find
  bool found = false;
  std::string place;  // where
};
struct TriedRule {
  std::string file;
  std::string id;
  std::string error;  // why it could not be read; empty: it was
  std::vector<TriedCase> cases;
};
// The cases of these files; of all in the work tree when none is named.
Result<std::vector<TriedRule>> try_rules(const git::Repository& repository, std::span<const std::string> files);

// A file with a rule to begin with, commented and with cases that hold. Its path.
Result<std::string> write_new_rule(const git::Repository& repository, std::string_view id);

}  // namespace assay::engine
