#include "engine/check/check_runs.h"

#include "base/redact.h"
#include "engine/run/base_ahead.h"
#include "git/checkout/noted_files.h"
#include "judge/outcome/check_outcome.h"

namespace assay::engine {

namespace {

// The files are the person's own, so nothing is put back: what a command changed stays changed for those after it.
Result<std::vector<judge::CommandRun>> run_and_note(const git::Repository& repository, CommandsRequest commands,
                                                    const OnProgress& progress, std::vector<model::Finding>& findings) {
  TRY_ASSIGN(auto files, git::NotedFiles::note(repository));
  size_t left = commands.commands.size();
  commands.after_each = [&](const judge::CommandRun& run) -> Result<void> {
    --left;
    TRY_ASSIGN(const auto changed, files.changed());
    if (changed.empty()) return {};
    findings.push_back(judge::rewrote_files(redact(run.command), changed));
    if (left != 0) findings.back().message += " What ran after it ran on other files than those that are judged.";
    return {};
  };
  return run_commands(commands, progress);
}

}  // namespace

Result<CheckRuns> run_on_judged_files(const git::Repository& repository, const CommandsRequest& commands,
                                      const std::optional<BaseRequest>& beside, const OnProgress& progress) {
  CheckRuns out;
  if (commands.commands.empty()) {
    TRY_ASSIGN(out.runs, run_commands(commands, progress));
    return out;
  }
  std::optional<BaseAhead> ahead;
  if (beside) {
    if (progress) progress("the commands run on the base at the same time");
    ahead.emplace(*beside);
  }
  TRY_ASSIGN(out.runs, run_and_note(repository, commands, progress, out.findings));
  if (!ahead) return out;
  TRY_ASSIGN(auto base, ahead->take());
  const bool at_the_same_time = !base.kept && base.unknown.empty();
  if (at_the_same_time && any_failed(out.runs)) {
    if (progress) progress("it failed while it ran on the base as well; it is run again, alone");
    TRY_ASSIGN(out.runs, run_and_note(repository, commands, progress, out.findings));
    if (!any_failed(out.runs)) out.findings.push_back(judge::passed_alone());
  }
  if (!at_the_same_time || !any_failed(base.runs)) out.base = std::move(base);
  return out;
}

}  // namespace assay::engine
