#include "engine/check/orchestrator.h"

#include <algorithm>
#include <chrono>

#include "base/redact.h"
#include "base/text.h"
#include "engine/check/artifacts.h"
#include "engine/check/check_rules.h"
#include "engine/check/prompt.h"
#include "engine/check/run_files.h"
#include "git/repository.h"
#include "judge/outcome/judge.h"
#include "logs/reading/reader.h"
#include "os/files.h"

namespace assay::engine {

namespace {

// Orchestrators do not say; theirs is the contract's default.
constexpr std::uint64_t k_usual_timeout_ms = 600'000;

judge::CommandRun as_run(const PromptCommand& command) {
  judge::CommandRun run;
  run.command = command.command;
  run.exit_code = command.passed ? 0 : 1;
  run.log = logs::read_log_text(command.output);
  return run;
}

// What may be forged is shown to the judge only when it speaks against the change.
std::string log_of(const Prompt& prompt) {
  if (logs::read_log_text(prompt.doubtful_logs).failures.items().empty()) return prompt.loose_logs;
  return cat(prompt.loose_logs, prompt.doubtful_logs);
}

model::RanCommand account_for(const PromptCommand& command) {
  model::RanCommand ran;
  ran.command = redact(command.command);
  ran.exit_code = command.passed ? 0 : 1;
  ran.timeout_ms = k_usual_timeout_ms;
  return ran;
}

// Somebody else's run is worth the record of it: what was only ticked is hearsay.
bool has_records(const Prompt& prompt) {
  return !prompt.commands.empty() && std::all_of(prompt.commands.begin(), prompt.commands.end(),
                                                 [](const PromptCommand& each) { return each.recorded; });
}

std::string log_text(const Prompt& prompt) {
  std::string out;
  for (const auto& command : prompt.commands) out += cat("$ ", command.command, "\n", command.output, "\n");
  return cat(out, prompt.loose_logs);
}

// Evidence is kept where it can be; an orchestrator whose work tree is read-only gets its verdict all the same.
void keep_artifacts(const OrchestratorRequest& request, const Prompt& prompt, model::Check& check) {
  auto artifacts = Artifacts::make(request.workspace, std::string(Artifacts::k_default_folder), check.run->id);
  auto scratch = os::ScratchFolder::make("assay-prompt");
  if (!artifacts || !scratch) return;
  const RunFiles files{prompt.task, prompt.builder_report, os::join_path(scratch->path(), "diff.patch"),
                       os::join_path(scratch->path(), "verify-logs.txt")};
  if (!os::write_file(files.diff_file, prompt.diff) || !os::write_file(files.log_file, redact(log_text(prompt))))
    return;
  check.run->artifacts_dir = artifacts->path();
  check.evidence =
      list_evidence(check, request.base_ref.empty() ? "the base" : request.base_ref, prompt.commands.size());
  if (!save_run(*artifacts, files, check)) check.run->artifacts_dir.clear();
  remove_old_runs(os::parent_path(artifacts->path()), {});
}

// Rules and waivers of the base that the orchestrator names. Without a base there are none: the work tree's own file
// belongs to the change.
Result<judge::RulesInForce> rules_of(const OrchestratorRequest& request) {
  if (request.base_ref.empty()) return judge::RulesInForce{};
  const auto repository = git::Repository::open(request.workspace);
  if (!repository) return judge::RulesInForce{};
  TRY_ASSIGN(const auto base, repository->find_commit(request.base_ref));
  if (!base) return judge::RulesInForce{};
  return rules_of_base(*repository, *base);
}

}  // namespace

Result<model::Check> check_prompt(const OrchestratorRequest& request, std::string_view text) {
  const auto start = std::chrono::steady_clock::now();
  model::RunInfo run;
  run.id = new_run_id();
  run.started_at = utc_now();
  const Prompt prompt = parse_prompt(text);

  judge::Inputs inputs;
  inputs.proof.unknown = judge::k_nothing_run;
  inputs.task = prompt.task;
  TextSource diff_source(prompt.diff);
  TRY_ASSIGN(inputs.rules, rules_of(request));
  TRY_ASSIGN(const auto change, judge::read_change(diff_source, inputs.rules.own));
  inputs.change = change.get();
  const std::string log = log_of(prompt);
  TextSource log_source(log);
  if (!log.empty()) inputs.verify_logs = &log_source;
  for (const auto& command : prompt.commands) inputs.commands.push_back(as_run(command));
  inputs.builder_report = prompt.builder_report;
  TRY_ASSIGN(auto check, judge::judge(inputs));
  if (has_records(prompt)) check.verdict.grade = model::Grade::executed;
  judge::conclude(check, !prompt.commands.empty());

  run.workspace = request.workspace;
  run.base_ref = request.base_ref;
  run.head_ref = request.head_ref;
  run.changed_files = change->summary.paths.items();
  run.changed_files_total = change->summary.files;
  for (const auto& command : prompt.commands) run.commands.push_back(account_for(command));
  run.completed_at = utc_now();
  run.duration_ms = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count());
  check.run = std::move(run);
  keep_artifacts(request, prompt, check);
  return check;
}

}  // namespace assay::engine
