#include "engine/run/base_run.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/run/clean_tree.h"
#include "engine/run/kept_runs.h"
#include "git/snapshot.h"
#include "judge/outcome/lost_tests.h"
#include "os/files.h"

namespace assay::engine {

namespace {

std::string key_of(const BaseRequest& request, const git::Tree& base) {
  std::string text = cat(version(), "\n", base.id(), "\n", request.sandbox.used ? "sandbox" : "none", "\n");
  for (const auto& command : request.commands.commands) text += cat(command, "\n");
  for (const auto& runner : request.commands.runners) text += cat(runner.command, "\n", runner.report, "\n");
  return sha256_hex(text);
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
  const KeptRuns kept(request.repository.common_folder(), key_of(request, base));
  if (auto found = kept.find()) {
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
  // What was missing on this machine may be there the next time.
  const bool machine = std::any_of(out.runs.begin(), out.runs.end(), [](const auto& each) { return !!each.trouble; });
  if (!machine && !(request.beside && any_failed(out.runs))) kept.keep(out.runs);
  return out;
}

}  // namespace assay::engine
