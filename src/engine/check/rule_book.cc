#include "engine/check/rule_book.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <boost/json.hpp>

#include "base/names.h"
#include "base/nearest.h"
#include "base/packed.h"
#include "base/text.h"
#include "base/toml.h"
#include "engine/check/check_rules.h"
#include "engine/check/own_rules.h"
#include "engine/home_ignore.h"
#include "engine/rule_policy.h"
#include "judge/outcome/own_cases.h"
#include "model/rule_ids.h"
#include "os/files.h"

extern "C" const char assay_rules_begin[];
extern "C" const char assay_rules_end[];

namespace assay::engine {

namespace {

constexpr std::array<std::string_view, 6> k_states = {"ours",         "in_force",     "new_here",
                                                      "changed_here", "removed_here", "wrong"};

std::string text_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

// What the documents say of our rules, by id.
Result<std::map<std::string, RuleInfo, std::less<>>> described_rules() {
  std::map<std::string, RuleInfo, std::less<>> out;
  const std::string_view pack(assay_rules_begin, static_cast<size_t>(assay_rules_end - assay_rules_begin));
  for (const auto& file : unpack(pack)) {
    TRY_ASSIGN(const auto family, parse_toml(file.content, file.name));
    const auto resolve = text_at(family.get_object(), "resolve");
    for (const auto& item : family.get_object().at("rule").get_array()) {
      const auto& rule = item.get_object();
      auto own = text_at(rule, "resolve");
      RuleInfo info;
      info.id = text_at(rule, "id");
      info.summary = text_at(rule, "short");
      info.finds = text_at(rule, "finds");
      info.severity = text_at(rule, "severity");
      info.advice = own.empty() ? resolve : std::move(own);
      out.emplace(info.id, std::move(info));
    }
  }
  return out;
}

std::string level_of(const model::RulePolicy& policy, std::string_view rule) {
  const model::RuleSetting* best = nullptr;
  for (const auto& setting : policy.settings) {
    if (model::covers(setting.rule, rule) && (best == nullptr || setting.rule.size() >= best->rule.size()))
      best = &setting;
  }
  return best != nullptr && best->level ? std::string(name(*best->level)) : std::string();
}

std::string backquoted(std::string_view text) { return cat("`", replace_all(std::string(trim(text)), "\n", " "), "`"); }

RuleInfo info_of(const judge::Definition& definition) {
  RuleInfo info;
  info.id = definition.id;
  info.summary = definition.message;
  info.severity = backquoted(name(definition.severity));
  for (const auto& softener : definition.softened_by)
    info.severity +=
        cat(&softener == definition.softened_by.data() ? ", one step less by the task: " : ", ", softener.name);
  info.finds = cat(plural(definition.patterns.size(), "pattern"), ", ", plural(definition.settings.size(), "setting"),
                   ", ", plural(definition.cases.size(), "case"), "; see ", definition.file);
  info.advice = definition.advice;
  info.file = definition.file;
  return info;
}

RuleInfo info_of(const RuleFile& file) {
  const auto read = judge::parse_rule(file.text, file.path);
  if (read) return info_of(*read);
  RuleInfo info;
  info.id = judge::own_rule_of(file.path);
  info.state = RuleState::wrong;
  info.summary = read.error().message;
  info.file = file.path;
  return info;
}

std::string text_at_base(const std::vector<RuleFile>& files, std::string_view path) {
  for (const auto& file : files) {
    if (file.path == path) return file.text;
  }
  return {};
}

Result<void> add_own_rules(const git::Repository& repository, const std::string& base, std::vector<RuleInfo>& out) {
  TRY_ASSIGN(const auto here, rule_files(repository.root()));
  TRY_ASSIGN(const auto there,
             base.empty() ? Result<std::vector<RuleFile>>(std::vector<RuleFile>()) : rule_files_at(repository, base));
  for (const auto& file : here) {
    auto info = info_of(file);
    const auto before = text_at_base(there, file.path);
    if (info.state != RuleState::wrong) {
      info.state = before.empty()        ? RuleState::new_here
                   : before == file.text ? RuleState::in_force
                                         : RuleState::changed_here;
    }
    out.push_back(std::move(info));
  }
  for (const auto& file : there) {
    if (!text_at_base(here, file.path).empty()) continue;
    out.push_back(info_of(file));
    if (out.back().state != RuleState::wrong) out.back().state = RuleState::removed_here;
  }
  return {};
}

constexpr std::string_view k_template =
    R"(# A rule of this repository (docs/own-rules.md). It counts once it is in the base of a change.
# Try it: assay rule test

id = "own.NAME"
message = "print() in the product"          # what is wrong
advice = "Use the logger of the module."    # what to do
severity = "should_fix"                     # must_fix blocks, should_fix warns, note only tells
# softened_by = ["mention"]                 # one step less severe when the task mentions what was found

[where]
roles = ["source"]                          # source, test, config, ci, build, migration, docs, …
languages = ["python"]                      # left out: all
# paths = ["src/**"]
# except = ["src/debug/**"]

[[pattern]]
on = "added"                                # or removed, moved, changed
code = 'print($...)'                        # $X one token, $... any tokens, $(a | b) one of these, "a$..." a string
# unless = 'file = $_'                      # not where the same lines have this

[[case]]
say = "A print that is new."
expect = "found"
path = "src/cart.py"
diff = '''
 def total(items):
+    print(items)
     return sum(items)
'''

[[case]]
say = "In a comment, and another function."
expect = "silent"
path = "src/cart.py"
diff = '''
 def total(items):
+    # print(items)
+    pprint(items)
     return sum(items)
'''
)";

}  // namespace

std::string_view name(RuleState state) { return name_in(k_states, state); }

Result<std::vector<RuleInfo>> list_rules(const git::Repository& repository) {
  TRY_ASSIGN(auto described, described_rules());
  std::vector<RuleInfo> out;
  for (const auto id : model::rule_ids()) {
    RuleInfo info = std::move(described[std::string(id)]);
    info.id = id;
    out.push_back(std::move(info));
  }
  TRY_ASSIGN(const auto head, repository.head());
  std::string base;
  model::RulePolicy policy;
  if (head) {
    TRY_ASSIGN(const auto chosen, repository.infer_base());
    base = chosen.commit;
    TRY_ASSIGN(policy, policy_of_base(repository, base));
  }
  TRY(add_own_rules(repository, base, out));
  for (auto& info : out) info.level = level_of(policy, info.id);
  return out;
}

Result<RuleInfo> find_rule(const git::Repository& repository, std::string_view id) {
  TRY_ASSIGN(auto all, list_rules(repository));
  std::vector<std::string_view> known;
  for (auto& info : all) {
    if (info.id == id) return std::move(info);
    known.push_back(info.id);
  }
  const auto close = nearest(id, known);
  return not_found(cat("no rule is called \"", excerpt(id, 60), "\"",
                       close.empty() ? "; see `assay rule list`" : cat("; did you mean ", close, "?")));
}

Result<std::vector<TriedRule>> try_rules(const git::Repository& repository, std::span<const std::string> files) {
  std::vector<RuleFile> texts;
  for (const auto& file : files) {
    TRY_ASSIGN(auto text, os::read_file(file, judge::k_largest_rule_file));
    texts.push_back({file, std::move(text)});
  }
  if (files.empty()) {
    TRY_ASSIGN(texts, rule_files(repository.root()));
  }
  std::vector<TriedRule> out;
  for (const auto& file : texts) {
    TriedRule& tried = out.emplace_back();
    tried.file = file.path;
    const auto read = judge::parse_rule(file.text, file.path);
    if (!read) tried.error = read.error().message;
    if (!read) continue;
    tried.id = read->id;
    for (auto& result : judge::run_cases(*read))
      tried.cases.push_back({result.the_case.line, std::move(result.the_case.say), result.the_case.finds, result.found,
                             std::move(result.place)});
  }
  return out;
}

Result<std::string> write_new_rule(const git::Repository& repository, std::string_view id) {
  const std::string rule = id.starts_with(judge::k_own_family) ? std::string(id) : cat(judge::k_own_family, id);
  const auto text = replace_all(std::string(k_template), "own.NAME", rule);
  const auto file = judge::own_file_of(rule);
  TRY(judge::parse_rule(text, file));
  const auto path = os::join_path(repository.root(), file);
  if (os::exists(path)) return conflict(cat(path, " is there already; edit it, or choose another name"));
  TRY(os::make_folders(os::parent_path(path)));
  // Git would not see the rule otherwise.
  const auto home = os::parent_path(os::parent_path(path));
  if (os::exists(os::join_path(home, ".gitignore"))) TRY(write_home_ignore(home));
  TRY(os::write_file(path, text));
  return path;
}

}  // namespace assay::engine
