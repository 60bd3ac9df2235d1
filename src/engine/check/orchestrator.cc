#include "engine/check/orchestrator.h"

#include <chrono>

#include "base/redact.h"
#include "base/text.h"
#include "engine/check/artifacts.h"
#include "engine/check/prompt.h"
#include "judge/outcome/judge.h"
#include "logs/reader.h"

namespace assay::engine {

namespace {

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
  return ran;
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
  TRY_ASSIGN(const auto change, judge::read_change(diff_source));
  inputs.change = change.get();
  const std::string log = log_of(prompt);
  TextSource log_source(log);
  if (!log.empty()) inputs.verify_logs = &log_source;
  for (const auto& command : prompt.commands) inputs.commands.push_back(as_run(command));
  inputs.builder_report = prompt.builder_report;
  TRY_ASSIGN(auto check, judge::judge(inputs));
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
  return check;
}

}  // namespace assay::engine
