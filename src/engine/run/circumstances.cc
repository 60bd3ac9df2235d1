#include "engine/run/circumstances.h"

#include <algorithm>

#include "base/text.h"
#include "base/version.h"
#include "engine/run/dependency_stamps.h"
#include "engine/run/text_sum.h"
#include "engine/run/tool_identity.h"
#include "os/environment.h"

namespace assay::engine {

namespace {

// A shell sets them anew for every command.
constexpr std::string_view k_of_each_shell[] = {"_", "OLDPWD", "PWD", "SHLVL"};

// Sorted. Without a sandbox a command has all of ours.
std::vector<std::string> variables_of(const CommandsRequest& commands) {
  std::vector<std::string> grants, changes = commands.variables;
  if (commands.sandbox) {
    for (const auto& entry : commands.environment) (contains(entry, "=") ? changes : grants).push_back(entry);
  }
  auto out = os::make_environment(commands.sandbox ? os::EnvironmentMode::scrubbed : os::EnvironmentMode::inherited,
                                  grants, changes);
  std::erase_if(out, [](const std::string& variable) {
    const auto name = std::string_view(variable).substr(0, variable.find('='));
    return std::find(std::begin(k_of_each_shell), std::end(k_of_each_shell), name) != std::end(k_of_each_shell);
  });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::string walls_of(const os::Sandbox& sandbox) {
  const auto& limits = sandbox.limits;
  return cat(os::name_of(sandbox.level), " ", sandbox.network == os::Sandbox::Network::host ? "network" : "alone", " ",
             limits.processes, " ", limits.memory, " ", limits.file_size, " ", limits.open_files, " ", limits.disk);
}

std::optional<std::string> circumstances_of(const CommandsRequest& commands, const CommandSandbox& sandbox,
                                            const std::string& workspace, NamedFiles files) {
  const bool is_mounted = commands.sandbox && commands.sandbox->level == os::Sandbox::Level::bubblewrap;
  const auto dependencies =
      stamp_dependencies(workspace, is_mounted ? LinksToWork::to_the_shown_tree : LinksToWork::to_its_files);
  if (!dependencies) return std::nullopt;
  TextSum sum;
  sum.add(version());
  sum.add(*dependencies);
  sum.add(commands.sandbox ? walls_of(*commands.sandbox) : "none");
  sum.add_all(sandbox.request.readable);
  sum.add_all(sandbox.request.writable);
  sum.add(cat(commands.timeout_ms));
  const auto variables = variables_of(commands);
  sum.add_all(variables);
  const Tools tools(os::value_in(variables, "PATH"));
  for (const auto& command : commands.commands) {
    sum.add(command);
    sum.add(files == NamedFiles::counted ? tools.behind(command) : tools.programs_behind(command));
  }
  for (const auto& runner : commands.runners) sum.add_all({runner.command, runner.report});
  return sum.digest();
}

}  // namespace assay::engine
