#include "engine/prove/clean_lab.h"

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "engine/prove/given_files.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_output_kept = 64 << 10;

// Each has its own tree, and its tests may need much memory.
unsigned places_of_machine() { return std::clamp(std::thread::hardware_concurrency(), 1U, 8U); }

}  // namespace

CleanLab::CleanLab(const git::Repository& repository, std::string workspace, std::string folder,
                   CommandsRequest commands, CommandSandbox sandbox)
    : m_repository(repository),
      m_workspace(std::move(workspace)),
      m_folder(std::move(folder)),
      m_commands(std::move(commands)),
      m_sandbox(std::move(sandbox)),
      m_trees(places_of_machine()) {
  m_commands.after_each = nullptr;
  // A file that is broken and mended within a second must not run as it was compiled before.
  m_commands.variables.emplace_back("PYTHONDONTWRITEBYTECODE=1");
}

std::string CleanLab::key() const {
  std::string out = "none\n";
  if (m_sandbox.used) {
    const auto& wish = m_sandbox.request;
    const bool alone = wish.network == os::Sandbox::Network::none;
    out = cat("sandbox ", wish.level ? os::name_of(*wish.level) : "best", alone ? " alone" : " network", "\n");
    for (const auto& folder : wish.writable) out += cat("writes ", folder, "\n");
    for (const auto& folder : wish.readable) out += cat("reads ", folder, "\n");
  }
  auto environment = os::make_environment(os::EnvironmentMode::scrubbed, m_commands.environment, {});
  std::sort(environment.begin(), environment.end());
  for (const auto& variable : environment) out += cat(variable, "\n");
  for (const auto& variable : m_commands.variables) out += cat(variable, "\n");
  for (const auto& runner : m_commands.runners) out += cat(runner.command, "\n", runner.report, "\n");
  return out;
}

Result<void> CleanLab::move(unsigned place, const Variant& variant) {
  auto& tree = m_trees[place];
  if (tree == nullptr) {
    const auto folder = os::join_path(m_folder, cat("tree-", place));
    TRY_ASSIGN(auto made, make_clean_tree(m_repository, variant.tree, m_workspace, folder, m_sandbox));
    tree = std::make_unique<CleanTree>(std::move(made));
  } else {
    TRY(move_clean_tree(m_repository, variant.tree, *tree));
  }
  return put_files(tree->folder, variant.files);
}

Result<TrialRun> CleanLab::run(unsigned place, const Variant& variant, const Trial& trial) {
  TRY(move(place, variant));
  CommandsRequest request = m_commands;
  request.commands = trial.setup;
  request.commands.push_back(trial.command);
  request.stops_at_failure = true;
  request.only = trial.only;
  request.cover = trial.cover;
  request.timeout_ms = trial.timeout_ms;
  request.folder = m_trees[place]->folder;
  request.sandbox = m_trees[place]->sandbox;
  request.scratch = os::join_path(m_folder, cat("runs-", place));
  request.log_file = os::join_path(request.scratch, "log.txt");
  TRY(os::make_folders(request.scratch));
  TRY_ASSIGN(auto runs, run_commands(request, {}));
  TrialRun out;
  out.run = std::move(runs.back());
  TRY_ASSIGN(out.output, os::read_end(request.log_file, k_output_kept));
  return out;
}

}  // namespace assay::engine
