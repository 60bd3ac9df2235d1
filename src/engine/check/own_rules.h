// The rules that a repository wrote for itself: .assay/rules/*.toml. They count as they are at the base, so that a
// change cannot bring its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "judge/own/definition.h"
#include "model/waiver.h"

namespace assay::engine {

// Those of a commit; nullptr: it has none. Error: one of them is wrong, or `policy` sets a rule of the repository that
// is not there.
Result<judge::SharedOwnRules> own_rules_of(const git::Repository& repository, const std::string& commit,
                                           const model::RulePolicy& policy);

// A file of the work tree that is, or should be, such a rule.
struct RuleFile {
  std::string path;  // in the repository
  std::string text;
};
// Those of a commit, and of the work tree, in the order of their names.
Result<std::vector<RuleFile>> rule_files_at(const git::Repository& repository, const std::string& commit);
Result<std::vector<RuleFile>> rule_files(const std::string& root);
// What a file of the folder must not be; empty: it may be a rule, or text for people.
std::string why_no_rule_file(std::string_view path);

}  // namespace assay::engine
