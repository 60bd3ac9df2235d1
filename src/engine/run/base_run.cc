#include "engine/run/base_run.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "engine/run/changed_dependencies.h"
#include "engine/run/circumstances.h"
#include "engine/run/clean_tree.h"
#include "engine/run/kept_runs.h"
#include "engine/run/tool_identity.h"
#include "git/snapshot.h"
#include "judge/outcome/log_rules.h"
#include "judge/outcome/lost_tests.h"
#include "os/files.h"

namespace assay::engine {

namespace {

// Nothing: no result is looked up or kept.
std::optional<KeptRuns> kept_of(const BaseRequest& request, const git::Tree& base) {
  const auto circumstances =
      circumstances_of(request.commands, request.sandbox, request.dependencies_of, NamedFiles::left_out);
  if (!circumstances) return std::nullopt;
  return KeptRuns(request.repository.common_folder(), sha256_hex(cat("base\n", base.id(), "\n", *circumstances)));
}

KeptRuns::NamedFiles files_named_by(const CommandsRequest& commands) {
  KeptRuns::NamedFiles out;
  for (const auto& command : commands.commands) out.merge(files_named_in(command));
  return out;
}

// Whether the same would be found the next time.
bool can_be_kept(const BaseRequest& request, const std::vector<judge::CommandRun>& runs) {
  // What was missing on this machine may be there the next time.
  if (std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run.trouble.has_value(); })) return false;
  if (request.beside && any_failed(runs)) return false;
  return std::all_of(runs.begin(), runs.end(), tells_its_tests) &&
         changed_dependencies(request.dependencies_of, runs).empty();
}

}  // namespace

Result<BaseRuns> run_on_base(const BaseRequest& request, const std::function<void(std::string_view)>& progress) {
  BaseRuns out;
  const auto& commands = request.commands.commands;
  if (std::any_of(commands.begin(), commands.end(), judge::chooses_by_change)) {
    out.unknown = "the command chooses its tests by what changed";
    return out;
  }
  TRY_ASSIGN(const auto base, git::Tree::open(request.repository, request.commit));
  const auto kept = kept_of(request, base);
  const auto named = files_named_by(request.commands);
  if (auto found = kept ? kept->find(named) : std::nullopt) {
    out.runs = std::move(*found);
    out.kept = true;
    return out;
  }
  const auto& scratch = request.commands.scratch;
  const auto tree = make_clean_tree(request.repository, request.commit, request.dependencies_of,
                                    os::join_path(scratch, "base"), request.sandbox);
  if (!tree) {
    out.unknown = cat("the base's files cannot be written: ", tree.error().message);
    return out;
  }
  CommandsRequest run = request.commands;
  run.folder = tree->folder;
  run.sandbox = tree->sandbox;
  run.log_file = os::join_path(scratch, "base-logs.txt");
  run.scratch = os::join_path(scratch, "base-runs");
  TRY(os::make_folders(run.scratch));
  TRY_ASSIGN(out.runs, run_commands(run, [&](std::string_view text) {
               if (progress) progress(cat("on the base: ", text));
             }));
  if (kept && can_be_kept(request, out.runs)) kept->keep(out.runs, named, files_named_by(request.commands));
  return out;
}

}  // namespace assay::engine
