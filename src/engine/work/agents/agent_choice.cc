#include "engine/work/agents/agent_choice.h"

#include <algorithm>

#include "agents/kind.h"
#include "base/glob.h"
#include "base/nearest.h"
#include "base/text.h"
#include "os/files.h"
#include "os/programs.h"

namespace assay::engine {

namespace {

std::string program_name(const agents::Profile& profile) {
  return profile.program.empty() ? std::string(profile.kind->program) : profile.program.front();
}

std::optional<agents::Profile> take_if_there(const agents::Profile& profile, const FindProgram& find) {
  auto file = find(profile);
  if (!file) return std::nullopt;
  auto out = profile;
  out.program_file = std::move(*file);
  return out;
}

Result<agents::Profile> take(const agents::Profile& profile, const FindProgram& find) {
  if (auto taken = take_if_there(profile, find)) return std::move(*taken);
  const auto name = program_name(profile);
  return not_found(cat("the agent ", profile.name, " (", profile.source, ") cannot be started: ",
                       name.starts_with('/') ? cat("there is no program at ", name)
                                             : cat("there is no program '", name, "' on the PATH"),
                       "; install it, or name it with program = [\"…\"] under [agents.", profile.name,
                       "] in .git/assay/operator.toml"));
}

Result<agents::Profile> take_named(const AgentConfig& config, std::string_view name, const FindProgram& find) {
  if (const auto* profile = find_profile(config, name)) return take(*profile, find);
  std::vector<std::string> known;
  for (const auto& each : config.profiles) known.push_back(each.name);
  return not_found(cat("there is no agent '", excerpt(name, 60), "'; known are ", join(known, ", "),
                       "; define [agents.", excerpt(name, 60), "] in assay.toml or operator.toml"));
}

bool fits(const std::string& pattern, const std::string& touched) {
  return pattern == touched || glob_match(pattern, touched) || glob_match(touched, pattern);
}

Error none_here(const AgentConfig& config) {
  std::vector<std::string> known;
  for (const auto& each : config.profiles) known.push_back(program_name(each));
  return not_found(cat("no agent is on this machine: none of ", join(known, ", "),
                       " was found; install one, or name a program with program = [\"…\"] under [agents.NAME] in "
                       ".git/assay/operator.toml"));
}

const ChooseRule* first_match(const AgentConfig& config, const model::Task& task) {
  const auto found =
      std::find_if(config.rules.begin(), config.rules.end(), [&](const auto& rule) { return matches(rule, task); });
  return found == config.rules.end() ? nullptr : &*found;
}

// A rule for all kinds of tasks is about work; checks go to another agent than the work did.
bool is_for_checks(const ChooseRule& rule) {
  return std::find(rule.kinds.begin(), rule.kinds.end(), model::TaskKind::checker) != rule.kinds.end();
}

}  // namespace

std::optional<std::string> program_of(const agents::Profile& profile) {
  const auto name = program_name(profile);
  if (!name.starts_with('/')) return os::find_program(name);
  return os::exists(name) && !os::is_folder(name) ? std::optional(name) : std::nullopt;
}

bool matches(const ChooseRule& rule, const model::Task& task) {
  const auto any = [](const auto& list, const auto& holds) {
    return list.empty() || std::any_of(list.begin(), list.end(), holds);
  };
  const bool kind = any(rule.kinds, [&](model::TaskKind each) { return each == task.kind; });
  const bool path = any(rule.paths, [&](const std::string& pattern) {
    return std::any_of(task.files_modified.begin(), task.files_modified.end(),
                       [&](const auto& touched) { return fits(pattern, touched); });
  });
  const bool word = any(rule.keywords, [&](const std::string& keyword) {
    return ifind_word(task.name, keyword) != std::string_view::npos ||
           ifind_word(task.instructions, keyword) != std::string_view::npos;
  });
  return kind && path && word;
}

Result<agents::Profile> choose_agent(const AgentConfig& config, const model::Task& task, const FindProgram& find) {
  if (!task.agent.type.empty()) return take_named(config, task.agent.type, find);
  if (const auto* rule = first_match(config, task)) return take_named(config, rule->agent, find);
  for (const auto& profile : config.profiles) {
    if (auto taken = take_if_there(profile, find)) return std::move(*taken);
  }
  return none_here(config);
}

Result<agents::Profile> choose_checker(const AgentConfig& config, const model::Task& checker, std::string_view worker,
                                       const FindProgram& find) {
  const auto* rule = first_match(config, checker);
  if (rule != nullptr && is_for_checks(*rule)) return take_named(config, rule->agent, find);
  std::vector<const agents::Profile*> order;
  if (const auto* named = find_profile(config, checker.agent.type)) order.push_back(named);
  for (const auto& profile : config.profiles) order.push_back(&profile);
  for (const auto* profile : order) {
    if (profile->name == worker) continue;
    if (auto taken = take_if_there(*profile, find)) return std::move(*taken);
  }
  if (const auto* same = find_profile(config, worker)) return take(*same, find);
  return none_here(config);
}

}  // namespace assay::engine
