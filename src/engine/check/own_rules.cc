#include "engine/check/own_rules.h"

#include <algorithm>

#include "base/nearest.h"
#include "base/text.h"
#include "git/snapshot.h"
#include "os/files.h"

namespace assay::engine {

namespace {

std::string in_folder(std::string_view name) { return cat(judge::k_own_folder, "/", name); }

// Files beside rules that nobody takes for one.
bool is_aside(std::string_view name) { return name.ends_with(".md") || name.starts_with(".git"); }

Error too_many(size_t found) {
  return invalid_input(cat(judge::k_own_folder, ": ", found, " rules; at most ", judge::k_most_own_rules, " are read"));
}

Result<std::vector<RuleFile>> rule_files_of(const git::Tree& folder) {
  std::vector<std::string_view> names;
  for (const auto& entry : folder.entries()) {
    const auto path = in_folder(entry.path);
    if (!entry.is_content()) return invalid_input(cat(path, ": a rule is a file, not a link"));
    if (const auto why = why_no_rule_file(path); !why.empty()) return invalid_input(cat(path, ": ", why));
    if (!is_aside(entry.path)) names.push_back(entry.path);
  }
  if (names.size() > judge::k_most_own_rules) return too_many(names.size());
  TRY_ASSIGN(auto texts, folder.read_all(names, judge::k_largest_rule_file));
  std::vector<RuleFile> out;
  for (size_t i = 0; i < names.size(); ++i) {
    const auto path = in_folder(names[i]);
    if (!texts[i]) return invalid_input(cat(path, ": larger than ", judge::k_largest_rule_file, " bytes"));
    out.push_back({path, std::move(*texts[i])});
  }
  return out;
}

// A setting of a rule that is not there would be a rule that somebody believes to be off.
Result<void> check_names(const model::RulePolicy& policy, const std::vector<judge::Definition>& definitions) {
  std::vector<std::string_view> known;
  for (const auto& definition : definitions) known.push_back(definition.id);
  for (const auto& setting : policy.settings) {
    const std::string_view rule = setting.rule;
    if (!rule.starts_with(judge::k_own_family) || rule.ends_with("*")) continue;
    if (std::find(known.begin(), known.end(), rule) != known.end()) continue;
    const auto close = nearest(rule, known);
    return invalid_input(cat("assay.toml: [rules]: no rule is called \"", rule, "\"",
                             close.empty() ? cat("; write it as ", judge::own_file_of(rule), ", or remove the setting")
                                           : cat("; did you mean ", close, "?")));
  }
  return {};
}

}  // namespace

std::string why_no_rule_file(std::string_view path) {
  const auto name = path.substr(std::min(path.size(), judge::k_own_folder.size() + 1));
  if (is_aside(base_name(name))) return {};
  if (contains(name, "/"))
    return cat("rules lie in ", judge::k_own_folder, " itself, not in a folder below; move it up");
  if (!name.ends_with(".toml")) return "the name of a rule ends in .toml; rename it, or keep it elsewhere";
  return {};
}

Result<judge::SharedOwnRules> own_rules_of(const git::Repository& repository, const std::string& commit,
                                           const model::RulePolicy& policy) {
  std::vector<judge::Definition> definitions;
  TRY_ASSIGN(const auto files, rule_files_at(repository, commit));
  for (const auto& file : files) {
    TRY_ASSIGN(auto definition, judge::parse_rule(file.text, file.path));
    definitions.push_back(std::move(definition));
  }
  TRY(check_names(policy, definitions));
  if (definitions.empty()) return judge::SharedOwnRules();
  return std::make_shared<const judge::OwnRules>(std::move(definitions));
}

Result<std::vector<RuleFile>> rule_files_at(const git::Repository& repository, const std::string& commit) {
  TRY_ASSIGN(const auto folder, repository.ask({"rev-parse", "--verify", "--quiet", "--end-of-options",
                                                cat(commit, ":", judge::k_own_folder)}));
  if (!folder.ok()) return std::vector<RuleFile>();
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, trim_right(folder.output)));
  return rule_files_of(tree);
}

Result<std::vector<RuleFile>> rule_files(const std::string& root) {
  const auto folder = os::join_path(root, std::string(judge::k_own_folder));
  std::vector<RuleFile> out;
  if (!os::is_folder(folder)) return out;
  TRY_ASSIGN(auto names, os::list_folder(folder));
  std::sort(names.begin(), names.end());
  for (const auto& name : names) {
    const auto path = in_folder(name);
    if (is_aside(name)) continue;
    if (const auto why = why_no_rule_file(path); !why.empty()) return invalid_input(cat(path, ": ", why));
    TRY_ASSIGN(auto text, os::read_file(os::join_path(folder, name), judge::k_largest_rule_file));
    out.push_back({path, std::move(text)});
  }
  if (out.size() > judge::k_most_own_rules) return too_many(out.size());
  return out;
}

}  // namespace assay::engine
