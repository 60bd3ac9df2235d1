// The flow of a workspace check, top to bottom in check_workspace(). The order matters: policy is
// read from the base revision, so that a change cannot bring its own policy; the diff is read before a
// command of the change runs, so that no command can rewrite what is judged, and a command that
// rewrites the files all the same is named; nothing is written to the artifacts folder until every
// process of the last command is dead.
#include "engine/check/workspace.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/redact.h"
#include "base/text.h"
#include "engine/check/artifacts.h"
#include "engine/check/check_policy.h"
#include "engine/check/check_rules.h"
#include "engine/check/check_runs.h"
#include "engine/check/check_sandbox.h"
#include "engine/check/gate_files.h"
#include "engine/check/ignored_files.h"
#include "engine/check/inferred_commands.h"
#include "engine/check/run_files.h"
#include "engine/check/trespass.h"
#include "engine/prove/clean_lab.h"
#include "engine/prove/prove.h"
#include "engine/run/base_ahead.h"
#include "engine/run/changed_dependencies.h"
#include "engine/run/clean_tree.h"
#include "engine/run/compare_with_base.h"
#include "engine/run/reported_command.h"
#include "git/checkout/work_tree_id.h"
#include "git/repository.h"
#include "judge/outcome/check_outcome.h"
#include "judge/outcome/judge.h"
#include "judge/task_kind.h"
#include "os/files.h"
#include "os/process/sandbox_probe.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_default_timeout_ms = 600'000;

model::Finding large_finding(const std::vector<std::string>& paths) {
  auto finding = policy_finding(
      "diff.too-large",
      cat(paths.front(), paths.size() == 1 ? std::string() : cat(" and ", plural(paths.size() - 1, "more file")),
          ", half a gigabyte or more, not read; let git ignore such files, or look at them yourself."));
  finding.source = model::Source::diff;
  return finding;
}

Result<std::string> read_intent(const WorkspaceRequest& request, const CheckConfig& config,
                                const git::Repository& repository, const git::Repository::Base& base,
                                const std::string& workspace) {
  if (request.intent) return *request.intent;
  if (config.intent) return *config.intent;
  if (!config.intent_file) return std::string();
  const std::string path = os::join_path(workspace, *config.intent_file);
  TRY_ASSIGN(auto committed, at_base(repository, base, path));
  if (committed) return std::move(*committed);
  return os::read_file(path);
}

// Files that tell the check what was asked are no part of the change, unless the base has them.
Result<std::vector<std::string>> handed_over(const WorkspaceRequest& request, const git::Repository& repository,
                                             const git::Repository::Base& base) {
  std::vector<std::string> out;
  for (const auto& path : request.input_files) {
    const auto real = os::real_path(path);
    if (!real || !real->starts_with(repository.root() + "/")) continue;
    TRY_ASSIGN(const auto committed, at_base(repository, base, *real));
    if (!committed) out.push_back(real->substr(repository.root().size() + 1));
  }
  return out;
}

Result<git::Repository::Base> choose_base(const git::Repository& repository, const std::optional<std::string>& named) {
  return named ? repository.base_named(*named) : repository.infer_base();
}

std::string output_folder(const WorkspaceRequest& request, const CheckConfig& config) {
  return request.output_dir.value_or(config.output_dir.value_or(std::string(Artifacts::k_default_folder)));
}

// Whether the base can run while the change does; it will have to run then, as the commands start test runners.
bool runs_side_by_side(const CheckConfig& config, const CommandsRequest& commands) {
  const auto starts = [&](const std::string& command) { return starts_a_runner(command, commands.folder); };
  return config.compare_with_base.value_or(true) && config.side_by_side.value_or(true) &&
         may_run_side_by_side(commands.sandbox) &&
         std::any_of(commands.commands.begin(), commands.commands.end(), starts);
}

// A failure that the sandbox may have caused must not puzzle anybody who never asked for one.
std::string note_of_failure(const std::vector<judge::CommandRun>& runs, const CommandsRequest& commands_request) {
  for (const auto& run : runs) {
    if (run.exit_code == 0) continue;
    const bool alone = commands_request.sandbox->network == os::Sandbox::Network::none;
    return cat("`", excerpt(redact(run.command), 80), "` ran in a sandbox (",
               os::name_of(commands_request.sandbox->level), "): ", alone ? "no network, " : "",
               "none of your files and variables. If it failed for want of them: ", alone ? "--network, " : "",
               "--readable PATH, --env NAME, or --sandbox off");
  }
  return {};
}

Result<Artifacts> make_artifacts(const WorkspaceRequest& request, const CheckConfig& config, const model::RunInfo& run,
                                 const std::optional<os::Sandbox>& sandbox) {
  const auto folder = output_folder(request, config);
  const bool in_landlock = sandbox && sandbox->level == os::Sandbox::Level::landlock;
  const auto aside = in_landlock && folder == Artifacts::k_default_folder ? folder_for_landlock(run.workspace) : "";
  if (aside.empty()) return Artifacts::make(run.workspace, folder, run.id);
  TRY(os::make_folders(os::parent_path(aside)));
  return Artifacts::make(os::parent_path(aside), os::file_name(aside), run.id);
}

// Those that were named; else what the repository's files ask for.
std::vector<std::string> choose_commands(const WorkspaceRequest& request, const CheckConfig& config,
                                         const std::vector<std::string>& suggested) {
  if (!request.verify_commands.empty()) return request.verify_commands;
  if (!config.verify_commands.empty()) return config.verify_commands;
  return request.infers_commands && config.infer_commands.value_or(true) ? suggested : std::vector<std::string>();
}

std::vector<model::RanCommand> account_for(const std::vector<judge::CommandRun>& runs) {
  std::vector<model::RanCommand> out;
  for (const auto& run : runs) {
    model::RanCommand ran;
    ran.command = redact(run.command);
    ran.exit_code = run.exit_code;
    ran.signal = run.signal;
    ran.duration_ms = run.duration_ms;
    ran.timed_out = run.timed_out;
    ran.timeout_ms = run.timeout_ms;
    ran.could_not_start = run.could_not_start;
    ran.truncated = run.output_limit;
    ran.output_bytes = run.log.bytes;
    out.push_back(std::move(ran));
  }
  return out;
}

// Empty: the commands were compared with the base.
std::string why_not_compared(const CheckConfig& config, const judge::Comparison& comparison) {
  if (!config.compare_with_base.value_or(true)) return "compare_with_base = false stands under [check]";
  if (!comparison.unknown.empty()) return comparison.unknown;
  return comparison.base.empty() ? "no command named the tests that it ran" : "";
}

std::string why_nothing_is_tried(const ProofPolicy& policy, size_t commands) {
  if (commands == 0) return std::string(judge::k_nothing_run);
  return policy.level == model::ProofLevel::off ? "level = \"off\" stands under [proof]" : "";
}

}  // namespace

Result<WorkspaceResult> check_workspace(const WorkspaceRequest& request, const OnProgress& progress,
                                        const OnProgress& notice) {
  const auto start = std::chrono::steady_clock::now();
  model::RunInfo run;
  run.id = new_run_id();
  run.started_at = utc_now();

  // Where, against what, and by which rules.
  TRY_ASSIGN(const auto repository, git::Repository::open(request.workspace));
  TRY_ASSIGN(run.workspace, os::real_path(request.workspace));
  TRY_ASSIGN(auto base, choose_base(repository, request.base));
  TRY_ASSIGN(auto policy, read_check_policy(repository, base, run.workspace, request));
  const CheckConfig& config = policy.config;
  if (!request.base && config.base) {
    TRY_ASSIGN(base, repository.base_named(*config.base));
  }
  TRY_ASSIGN(auto rules, rules_for(request, repository, policy_base(request, base).commit));
  TRY_ASSIGN(const auto intent, read_intent(request, config, repository, base, run.workspace));
  run.base_ref = base.name;
  run.base_commit = base.commit;
  TRY_ASSIGN(const auto head, repository.head());
  run.head_ref = head.value_or("").substr(0, 12);
  run.head_commit = head.value_or("");

  const auto mode = sandbox_mode_of(request, config, policy.by_change);
  std::optional<os::SandboxTrialAhead> trial;  // beside reading the change
  if (mode != SandboxMode::off) trial.emplace();

  // The change, read before any of its code may run.
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-check"));
  const std::string diff_file = os::join_path(scratch.path(), "diff.patch");
  TRY_ASSIGN(const auto without, handed_over(request, repository, base));
  TRY_ASSIGN(const auto large, repository.write_diff(base, diff_file, without));
  if (!large.empty()) policy.findings.push_back(large_finding(large));
  TRY_ASSIGN(const auto diff_source, os::FileSource::open(diff_file));
  TRY_ASSIGN(const auto change, judge::read_change(*diff_source, rules.own));
  run.changed_files = change->summary.paths.items();
  run.changed_files_total = change->summary.files;
  for (auto& found : findings_in_work_tree(repository.root(), run.changed_files, intent))
    policy.findings.push_back(std::move(found));

  // The commands.
  TRY_ASSIGN(const auto suggested,
             infer_commands(repository, policy_base(request, base).commit, intent, run.changed_files));
  const auto commands = choose_commands(request, config, suggested);
  CommandsRequest commands_request;
  commands_request.commands = commands;
  commands_request.folder = run.workspace;
  commands_request.timeout_ms =
      request.verify_timeout_ms.value_or(config.verify_timeout_ms.value_or(k_default_timeout_ms));
  commands_request.log_file = os::join_path(scratch.path(), "verify-logs.txt");
  commands_request.scratch = scratch.path();
  commands_request.cancel = request.cancel;
  CommandSandbox sandbox;
  ProofPolicy proof_policy;
  if (!commands.empty()) {
    TRY_ASSIGN(const auto text, at_base(repository, policy_base(request, base), "assay.toml"));
    TRY_ASSIGN(const auto verifying, parse_verify_policy(text.value_or(""), "assay.toml"));
    TRY_ASSIGN(sandbox, choose_sandbox(request, mode, run.workspace, verifying,
                                       os::join_path(run.workspace, output_folder(request, config))));
    commands_request.runners = verifying.runners;
    proof_policy = verifying.proof;
    if (request.proof) proof_policy.level = *request.proof;
    run.sandbox = os::name_of(os::Sandbox::Level::off);
    run.sandbox_note = sandbox.note;
  }
  const auto& dependencies = request.dependencies_of.empty() ? run.workspace : request.dependencies_of;
  const bool clean = request.clean || config.clean.value_or(false);
  const bool proves = proof_policy.level != model::ProofLevel::off && !commands.empty();
  // Where the files of the work tree become a tree of git: its objects are not the person's.
  TRY_ASSIGN(const auto apart, repository.writing_objects_to(os::join_path(scratch.path(), "objects")));
  std::string files;
  if (!commands.empty() && (clean || proves)) {
    TRY_ASSIGN(files, git::write_work_tree(apart));
  }
  if (clean && !commands.empty()) {
    TRY_ASSIGN(const auto tree,
               make_clean_tree(apart, files, dependencies, os::join_path(scratch.path(), "clean"), sandbox));
    commands_request.folder = tree.folder;
    commands_request.sandbox = tree.sandbox;
  } else if (sandbox.used) {
    TRY_ASSIGN(commands_request.sandbox, sandbox_for(run.workspace, sandbox.request));
  }
  if (sandbox.used) {
    commands_request.environment = sandbox.environment;
    run.sandbox = os::name_of(commands_request.sandbox->level);
    run.limits = os::limits_held_by();
  }
  if (!run.sandbox_note.empty() && notice) notice(run.sandbox_note);
  std::unique_ptr<TrespassWatch> watch;  // of commands without a sandbox
  if (!commands.empty() && !sandbox.used) {
    TRY_ASSIGN(watch, TrespassWatch::begin(repository, run.workspace));
  }
  const BaseRequest on_base{repository, base.commit, run.workspace, dependencies, commands_request, sandbox};
  const bool beside = runs_side_by_side(config, commands_request);
  TRY_ASSIGN(auto ran, run_on_judged_files(repository, base.commit, commands_request,
                                           beside ? std::optional(on_base) : std::nullopt, progress));
  auto& runs = ran.runs;
  const bool side_by_side = ran.base && !ran.base->kept && ran.base->unknown.empty();
  policy.findings.insert(policy.findings.end(), ran.findings.begin(), ran.findings.end());
  std::vector<std::string> changed;
  if (!commands.empty()) {
    changed = changed_dependencies(run.workspace, runs);
    if (!changed.empty()) policy.findings.push_back(judge::changed_dependencies(changed));
  }
  if (!clean && !commands.empty()) {
    TRY_ASSIGN(const auto ignored, ignored_files_in_run(repository, run.workspace, runs, diff_file));
    if (!ignored.empty()) policy.findings.push_back(judge::ignored_files(ignored));
  }
  if (sandbox.used && mode == SandboxMode::automatic) {
    run.sandbox_note = note_of_failure(runs, commands_request);
    if (!run.sandbox_note.empty() && notice) notice(run.sandbox_note);
  }
  judge::Comparison comparison;
  if (config.compare_with_base.value_or(true)) {
    TRY_ASSIGN(comparison, compare_with_base(on_base, change->summary, runs, std::move(ran.base), progress));
  }
  if (!commands.empty()) run.base_comparison = {why_not_compared(config, comparison), side_by_side};
  TRY(find_own_faults(runs, comparison, run.workspace, diff_file));
  model::Proof proof;
  proof.unknown = why_nothing_is_tried(proof_policy, commands.size());
  if (proves) {
    CleanLab lab(apart, dependencies, os::join_path(scratch.path(), "proof"), commands_request, sandbox);
    TRY_ASSIGN(proof, prove({.repository = apart,
                             .base = base.commit,
                             .changed = files,
                             .diff_file = diff_file,
                             .policy = proof_policy,
                             .names_limits = judge::names_limits(intent),
                             .keeps_behaviour = !judge::asks_for_behaviour(judge::view_task(intent)),
                             .after = runs,
                             .before = comparison.base,
                             .timeout_ms = commands_request.timeout_ms,
                             .lab = lab,
                             .uses_kept = changed.empty(),
                             .progress = progress}));
  }

  if (watch) {
    TRY_ASSIGN(auto found, watch->findings());
    for (auto& each : found) policy.findings.push_back(std::move(each));
  }
  if (request.cancel != nullptr && request.cancel->is_cancelled()) return unavailable("cancelled; nothing was kept");

  // The verdict.
  judge::Inputs inputs;
  inputs.task = intent;
  inputs.change = change.get();
  inputs.commands = std::move(runs);
  inputs.executed = !commands.empty();
  inputs.sufficient = config.sufficient;
  inputs.suggested = suggested;
  inputs.comparison = std::move(comparison);
  inputs.proof = std::move(proof);
  inputs.builder_report = request.builder_report;
  inputs.extra = std::move(policy.findings);
  inputs.rules = std::move(rules);
  WorkspaceResult result;
  TRY_ASSIGN(result.check, judge::judge(inputs));
  judge::conclude(result.check, !commands.empty());
  result.fail_on = request.fail_on.value_or(config.fail_on.value_or(request.fail_on_otherwise));
  result.markdown = request.markdown.value_or(config.markdown.value_or(false));

  // What stays.
  TRY_ASSIGN(const auto artifacts, make_artifacts(request, config, run, commands_request.sandbox));
  run.artifacts_dir = artifacts.path();
  run.commands = account_for(inputs.commands);
  run.completed_at = utc_now();
  run.duration_ms = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count());
  result.check.run = std::move(run);
  result.check.evidence = list_evidence(result.check, base.name, commands.size());
  TRY(save_run(artifacts, {intent, request.builder_report, diff_file, commands_request.log_file}, result.check));
  Retention keep;
  keep.runs = config.keep_runs.value_or(keep.runs);
  remove_old_runs(os::parent_path(artifacts.path()), keep);
  return result;
}

bool fails(model::FinalVerdict verdict, FailOn fail_on) {
  using model::FinalVerdict;
  switch (fail_on) {
    case FailOn::never: return false;
    case FailOn::mergeable:
    case FailOn::conditional: return verdict != FinalVerdict::mergeable;
    case FailOn::inconclusive: return verdict == FinalVerdict::inconclusive || verdict == FinalVerdict::not_mergeable;
    case FailOn::not_mergeable: return verdict == FinalVerdict::not_mergeable;
  }
  return false;
}

}  // namespace assay::engine
