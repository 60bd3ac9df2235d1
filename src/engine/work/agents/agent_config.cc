#include "engine/work/agents/agent_config.h"

#include <algorithm>
#include <cstdlib>

#include <boost/json.hpp>

#include "agents/kind.h"
#include "base/settings.h"
#include "base/text.h"
#include "base/toml.h"
#include "engine/operator_config.h"
#include "git/snapshot.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr size_t k_file_limit = 1 << 20;

std::string home_folder() {
  const char* home = std::getenv("HOME");
  return home == nullptr ? std::string() : std::string(home);
}

// "~/x" is the operator's; anything else must be absolute.
Result<std::vector<std::string>> absolute(std::vector<std::string> paths, const std::string& where) {
  for (auto& path : paths) {
    if (path.starts_with("~/") && !home_folder().empty()) path = os::join_path(home_folder(), path.substr(2));
    if (!path.starts_with('/'))
      return invalid_input(cat(where, ": '", excerpt(path, 80), "' must be an absolute path"));
  }
  return paths;
}

// A program named by a path inside the work would be the agent's own to change.
Result<void> check_program(const std::vector<std::string>& program, const std::string& where) {
  if (program.empty()) return {};
  const auto& first = program.front();
  if (first.empty()) return invalid_input(cat(where, ": \"program\" begins with an empty text"));
  if (first.find('/') != std::string::npos && !first.starts_with('/')) {
    return invalid_input(cat(where, ": the program '", excerpt(first, 80),
                             "' must be a name on the PATH or an absolute path; one inside the work could be changed "
                             "by the work"));
  }
  return {};
}

Result<void> refuse_grants(const json::value& table, const std::string& where) {
  for (const std::string_view key : {"home", "readable", "writable", "sandbox", "allowed_tools"}) {
    if (table.is_object() && table.get_object().contains(key)) {
      return invalid_input(cat(where, ": \"", key,
                               "\" is the operator's to give; put this agent into operator.toml in .git/assay or "
                               "~/.config/assay"));
    }
  }
  return {};
}

Result<agents::Profile> read_profile(std::string_view name, const json::value& table, const std::string& where,
                                     ConfigOwner owner) {
  if (owner == ConfigOwner::repository) TRY(refuse_grants(table, where));
  Settings settings(table, where);
  agents::Profile profile;
  profile.name = name;
  const auto kind = settings.text("kind");
  if (const auto* known = agents::kind_named(kind.value_or(std::string(name)))) {
    profile.kind = known;
  } else if (kind) {
    settings.wrong("kind", cat("the name of a kind: ", agents::list_kinds(agents::Listed::all, " or ")));
  }
  set_if_given(profile.program, settings.texts("program"));
  set_if_given(profile.arguments, settings.texts("arguments"));
  set_if_given(profile.model, settings.text("model"));
  set_if_given(profile.environment, settings.texts("environment"));
  set_if_given(profile.allowed_tools, settings.texts("allowed_tools"));
  if (const auto by = settings.choice("prompt", {"argument", "input"})) {
    profile.prompt_by = static_cast<agents::PromptBy>(*by);
  }
  if (const auto home = settings.choice("home", {"scratch", "own"})) {
    profile.home = static_cast<agents::Home>(*home);
  }
  set_if_given(profile.readable, settings.texts("readable"));
  set_if_given(profile.writable, settings.texts("writable"));
  if (const auto level = settings.choice("sandbox", {"on", "off"})) profile.sandbox_off = *level == 1;
  set_if_given(profile.idle_timeout_ms, settings.duration_ms("idle_timeout"));
  profile.max_budget_usd = settings.real("max_budget_usd", 0, 1e6);
  if (const auto turns = settings.number("max_turns", 1, 100'000))
    profile.max_turns = static_cast<std::uint32_t>(*turns);
  TRY(settings.finish());
  TRY(check_program(profile.program, where));
  if (!profile.kind->is_built_in() && profile.program.empty()) {
    return invalid_input(
        cat(where, ": an agent of kind ", profile.kind->name, " needs its program: program = [\"my-agent\"]"));
  }
  TRY_ASSIGN(profile.readable, absolute(std::move(profile.readable), where));
  TRY_ASSIGN(profile.writable, absolute(std::move(profile.writable), where));
  return profile;
}

Result<ChooseRule> read_rule(const json::value& table, const std::string& where) {
  Settings settings(table, where);
  ChooseRule rule;
  set_if_given(rule.agent, settings.text("agent"));
  set_if_given(rule.paths, settings.texts("paths"));
  set_if_given(rule.keywords, settings.texts("keywords"));
  for (const auto& kind : settings.texts("kinds").value_or(std::vector<std::string>())) {
    const auto named = model::task_kind_named(kind);
    if (!named) return invalid_input(cat(where, ": there is no kind of task '", excerpt(kind, 40), "'"));
    rule.kinds.push_back(*named);
  }
  TRY(settings.finish());
  if (rule.agent.empty()) return invalid_input(cat(where, ": name the agent it chooses: agent = \"claude\""));
  return rule;
}

Result<void> read_rules(const json::value& list, std::string_view file, AgentConfig& config) {
  if (!list.is_array()) return invalid_input(cat(file, ": \"choose\" is a list of rules: write [[agents.choose]]"));
  size_t n = 0;
  for (const auto& item : list.get_array()) {
    TRY_ASSIGN(auto rule, read_rule(item, cat(file, ": [[agents.choose]] ", ++n)));
    rule.source = file;
    config.rules.push_back(std::move(rule));
  }
  return {};
}

Result<void> check_rules(const AgentConfig& config) {
  for (const auto& rule : config.rules) {
    if (find_profile(config, rule.agent) != nullptr) continue;
    return invalid_input(cat(rule.source, ": [[agents.choose]] names the agent '", excerpt(rule.agent, 40),
                             "', which does not exist; define [agents.", excerpt(rule.agent, 40), "]"));
  }
  return {};
}

}  // namespace

const agents::Profile* find_profile(const AgentConfig& config, std::string_view name) {
  const auto found =
      std::find_if(config.profiles.begin(), config.profiles.end(), [&](const auto& each) { return each.name == name; });
  return found == config.profiles.end() ? nullptr : &*found;
}

Result<void> add_agents(std::string_view text, std::string_view file, ConfigOwner owner, AgentConfig& config) {
  TRY_ASSIGN(const auto document, parse_toml(text, file));
  const auto* agents = document.get_object().if_contains("agents");
  if (agents == nullptr) return {};
  if (!agents->is_object()) return invalid_input(cat(file, ": write agents as tables: [agents.NAME]"));
  for (const auto& member : agents->get_object()) {
    const std::string_view name = member.key();
    if (name == "choose") {
      TRY(read_rules(member.value(), file, config));
      continue;
    }
    TRY_ASSIGN(auto profile, read_profile(name, member.value(), cat(file, ": [agents.", name, "]"), owner));
    if (find_profile(config, name) != nullptr) continue;
    profile.source = file;
    config.profiles.push_back(std::move(profile));
  }
  return {};
}

void add_built_in(AgentConfig& config) {
  for (const auto* kind : agents::k_kinds) {
    if (!kind->is_built_in() || find_profile(config, kind->name) != nullptr) continue;
    agents::Profile profile;
    profile.name = kind->name;
    profile.kind = kind;
    profile.source = "built in";
    config.profiles.push_back(std::move(profile));
  }
}

Result<AgentConfig> read_agents(const git::Repository& repository, const std::string& policy_commit) {
  AgentConfig config;
  TRY_ASSIGN(const auto operators, load_operator_config(os::join_path(repository.common_folder(), "assay")));
  if (!operators.file.empty()) {
    TRY_ASSIGN(const auto text, os::read_file(operators.file, k_file_limit));
    TRY(add_agents(text, operators.file, ConfigOwner::person, config));
  }
  if (!policy_commit.empty()) {
    TRY_ASSIGN(const auto tree, git::Tree::open(repository, policy_commit));
    TRY_ASSIGN(const auto text, tree.read("assay.toml", k_file_limit));
    if (text) TRY(add_agents(*text, "assay.toml", ConfigOwner::repository, config));
  }
  add_built_in(config);
  TRY(check_rules(config));
  return config;
}

}  // namespace assay::engine
