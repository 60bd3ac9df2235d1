// `assay check` and `assay verdict`: what only this machine can be asked for, and how the answer is printed.
#include "ops/gate/check.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include <unistd.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands_options.h"
#include "cli/formats.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "engine/check/baseline.h"
#include "engine/check/orchestrator.h"
#include "git/repository.h"
#include "ops/codec.h"
#include "os/files.h"
#include "os/guarded_file.h"
#include "os/process/process.h"
#include "os/variables.h"
#include "report/json.h"

namespace assay::cli {

namespace {

constexpr auto k_json_flags = std::to_array<Flag>({
    {"--json", "", Takes::nothing, "", "print the verdict as JSON (the default when not on a terminal)"},
    {"--pretty", "", Takes::nothing, "", "indent the JSON"},
});

constexpr auto k_last_flags = std::to_array<Flag>({
    {"--github", "", Takes::nothing, "", "print annotations for GitHub Actions (on by itself there)"},
    // Reserved: refuse_reserved.
    {"--pr", "", Takes::optional_value, "", ""},
    {"--stages", "", Takes::optional_value, "", ""},
    {"--reuse-claims", "", Takes::optional_value, "", ""},
});

constexpr auto k_output_flags = joined(k_json_flags, flags_of(k_check_formats), k_last_flags);

constexpr auto k_place_flags = std::to_array<Flag>({
    {"--workspace", "", Takes::value, "DIR", "the git work tree to check (default: here)"},
    {"--config", "", Takes::value, "FILE", "settings (default: verifier.config.json or assay.toml)"},
    {"--output-dir", "", Takes::value, "DIR", "where evidence is kept (default: .verifier/runs)"},
    {"--markdown", "", Takes::nothing, "", "print a Markdown report instead of JSON"},
});

// Under our own name alone: the contract of the shim has no place to show them.
constexpr auto k_baseline_flags = std::to_array<Flag>({
    {"--baseline", "", Takes::value, "FILE", "findings that are listed there are known and do not count"},
    {"--write-baseline", "", Takes::value, "FILE", "list what was found there"},
});

constexpr auto k_check_table = joined(k_place_flags, k_grant_flags, k_baseline_flags, k_output_flags);

// Fields of the request that ask for the work tree, by their options.
constexpr std::string_view k_asks_for_tree[] = {"--base", "--verify-command", "--verify-timeout-ms", "--clean",
                                                "--fail-on"};
constexpr std::string_view k_waiver_flags[] = {"--waive", "--reason", "--baseline", "--write-baseline"};
constexpr std::string_view k_baselines[] = {"--baseline", "--write-baseline"};
constexpr std::string_view k_large_flags[] = {"--diff", "--diff-file", "--verify-logs", "--verify-logs-file"};

Result<void> refuse_reserved(const Parsed& options) {
  for (const std::string_view flag : {"--pr", "--stages", "--reuse-claims"}) {
    if (options.has(flag)) return invalid_input(cat(flag, " is reserved for a later version and is not supported yet"));
  }
  return {};
}

Result<void> refuse_waivers(const Parsed& options) {
  for (const auto flag : k_waiver_flags) {
    if (options.has(flag)) return invalid_input(cat(flag, " is an option of assay check"));
  }
  return {};
}

bool hands_over_a_change(const Parsed& options) {
  return std::any_of(std::begin(k_large_flags), std::end(k_large_flags),
                     [&](std::string_view flag) { return options.has(flag); });
}

// An input of any size, from the file that was named for it.
Result<std::unique_ptr<ByteSource>> file_given(const Parsed& options, std::string_view flag) {
  std::unique_ptr<ByteSource> out;
  if (const auto file = options.value(cat(flag, "-file"))) {
    TRY_ASSIGN(out, os::FileSource::open(*file));
  }
  return out;
}

Result<int> judge_handed_over(Setting& setting, const ops::HandedOver& given, std::vector<model::Waiver> waivers = {}) {
  const auto& options = setting.parsed;
  TRY_ASSIGN(const auto diff, file_given(options, "--diff"));
  TRY_ASSIGN(const auto logs, file_given(options, "--verify-logs"));
  TRY_ASSIGN(const auto answer,
             ops::judge_given(given, {diff.get(), logs.get()}, ops::CheckForm::verdict, std::move(waivers)));
  TRY(print_check(answer.check, options, setting.invocation, Layout::json));
  const bool for_a_person = !setting.invocation.shim && ::isatty(STDOUT_FILENO) != 0;
  if (for_a_person && diff == nullptr && !given.diff && git::Repository::open(".")) {
    std::fputs("To check this work tree, name a command (--verify-command CMD) or the place (--workspace .).\n",
               stderr);
  }
  return k_exit_ok;
}

Result<ops::CheckHere> here_of(const Parsed& options) {
  ops::CheckHere here;
  here.dashes = "--";
  auto& request = here.workspace;
  for (const auto flag : k_large_flags) {
    if (options.has(flag)) {
      return invalid_input(
          cat(flag, " cannot be combined with workspace options: a workspace check collects it itself"));
    }
  }
  request.config = options.value("--config").value_or("");
  for (const std::string_view flag : {"--task-file", "--builder-report-file"}) {
    if (const auto file = options.value(flag)) request.input_files.push_back(*file);
  }
  request.output_dir = options.value("--output-dir");
  if (options.has("--markdown")) request.markdown = true;
  request.baseline = options.value("--baseline").value_or("");
  TRY(read_grants(options, request));
  return here;
}

Result<int> check_work_tree(Setting& setting, const ops::CheckChange::Request& request) {
  const auto& options = setting.parsed;
  TRY_ASSIGN(auto here, here_of(options));
  os::cancel_on_signals();
  here.notice = [&](std::string_view line) {
    (void)os::write_all(STDERR_FILENO, cat(setting.invocation.program, ": ", printable(line), "\n"), "standard error");
  };
  const auto result = ops::check_here(setting.context, request, std::move(here));
  if (!result && os::cancelled_by() != 0)
    return internal(cat("cancelled by ", os::signal_name(os::cancelled_by()), "; nothing was kept"));
  if (!result) return result.error();
  if (const auto file = options.value("--write-baseline"))
    TRY(os::write_file(*file, engine::write_baseline(result->check)));
  const auto layout = result->markdown ? Layout::markdown : Layout::json;
  TRY(print_check(result->check, options, setting.invocation, layout));
  return exit_status(result->ending());
}

bool wants_work_tree(const Parsed& options, const Invocation& invocation) {
  const auto is_given = [&](std::string_view flag) { return options.has(flag); };
  const auto any = [&](const auto& flags) { return std::any_of(std::begin(flags), std::end(flags), is_given); };
  const auto any_of_table = [&](const auto& flags) {
    return std::any_of(flags.begin(), flags.end(), [&](const Flag& flag) { return is_given(flag.name); });
  };
  if (any(k_asks_for_tree) || any(k_baselines) || any_of_table(k_place_flags) || any_of_table(k_grant_flags))
    return true;
  // Neither change nor logs handed over: under our own name inside a repository, and under the shim's beside its
  // configuration, check that repository.
  if (hands_over_a_change(options)) return false;
  if (invocation.shim && !os::exists("verifier.config.json")) return false;
  return git::Repository::open(".").has_value();
}

}  // namespace

const std::span<const Flag> k_check_flags = k_check_table;
const std::span<const Flag> k_verdict_flags = k_output_flags;

Result<int> run_check(Setting& setting, const json::object& from) {
  TRY(refuse_reserved(setting.parsed));
  if (setting.invocation.shim) TRY(refuse_waivers(setting.parsed));
  TRY_ASSIGN(const auto request, ops::decode<ops::CheckChange::Request>(from));
  if (wants_work_tree(setting.parsed, setting.invocation)) return check_work_tree(setting, request);
  TRY_ASSIGN(auto waivers, ops::waivers_of(setting.context, request, "--"));
  return judge_handed_over(setting, request.given, std::move(waivers));
}

Result<int> run_verdict(Setting& setting, const json::object& from) {
  TRY(refuse_reserved(setting.parsed));
  TRY_ASSIGN(const auto request, ops::decode<ops::JudgeTexts::Request>(from));
  return judge_handed_over(setting, request.given);
}

Result<int> run_orchestrator(const Invocation&) {
  constexpr std::uint64_t k_prompt_limit = std::uint64_t{512} << 20;
  engine::OrchestratorRequest request;
  request.workspace = os::variable("KAIZEN_WORKSPACE_DIR");
  if (request.workspace.empty()) {
    TRY_ASSIGN(request.workspace, os::current_folder());
  }
  TRY_ASSIGN(request.workspace, os::real_path(request.workspace));
  request.base_ref = os::variable("BASE_SHA");
  request.head_ref = os::variable("GITHUB_SHA");
  TRY_ASSIGN(auto file, os::GuardedFile::open(request.workspace, os::variable("KAIZEN_VERIFIER_RESULT_PATH")));
  TRY_ASSIGN(const auto prompt, os::read_stdin(k_prompt_limit));
  TRY_ASSIGN(const auto check, engine::check_prompt(request, prompt));
  const std::string payload = write_json(report::orchestrator_json(check), Indent::two_spaces) + "\n";
  TRY(file.write(payload));
  TRY(print(payload));
  return k_exit_ok;
}

}  // namespace assay::cli
