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
#include "engine/forge/pull_request.h"
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

// Under our own name alone, too.
constexpr auto k_forge_flags = std::to_array<Flag>({
    {"--task", "--intent", Takes::values, "TEXT", "what was asked for; issue#N reads an issue, and may be repeated"},
    {"--pr", "", Takes::optional_value, "N",
     "judge this pull request (merge request); without a number what the CI job was started for"},
    {"--repo", "", Takes::value, "OWNER/NAME", "where it is, or its url (default: what the remote says)"},
    {"--post", "", Takes::nothing, "", "post the verdict there: a status of the commit, and one comment"},
});

constexpr auto k_reserved_flags = std::to_array<Flag>({{"--pr", "", Takes::optional_value, "N", ""}});
constexpr auto k_verdict_table = joined(k_output_flags, k_reserved_flags);
constexpr auto k_check_table = joined(k_forge_flags, k_place_flags, k_grant_flags, k_baseline_flags, k_output_flags);

// Fields of the request that ask for the work tree, by their options.
constexpr std::string_view k_asks_for_tree[] = {"--base", "--verify-command", "--verify-timeout-ms", "--clean",
                                                "--fail-on"};
constexpr std::string_view k_baselines[] = {"--baseline", "--write-baseline"};
constexpr std::string_view k_own_flags[] = {"--waive",          "--reason", "--baseline",
                                            "--write-baseline", "--repo",   "--post"};
constexpr std::string_view k_large_flags[] = {"--diff", "--diff-file", "--verify-logs", "--verify-logs-file"};

constexpr std::string_view k_pr_is_reserved =
    "--pr is reserved for a later version and is not supported yet; assay check has it";

Result<void> refuse_reserved(const Parsed& options) {
  for (const std::string_view flag : {"--stages", "--reuse-claims"}) {
    if (options.has(flag)) return invalid_input(cat(flag, " is reserved for a later version and is not supported yet"));
  }
  return {};
}

// The contract of the shim has --pr for a later version, and knows nothing of the others.
Result<void> refuse_own(const Parsed& options) {
  if (options.has("--pr")) return invalid_input(std::string(k_pr_is_reserved));
  for (const auto flag : k_own_flags) {
    if (options.has(flag)) return invalid_input(cat(flag, " is an option of assay check"));
  }
  if (options.values("--task").size() > 1) return invalid_input("--task was given twice");
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

// "issue#45" -> 45; nothing: a text.
std::optional<std::uint64_t> issue_named(std::string_view task) {
  constexpr std::string_view k_head = "issue#";
  return task.starts_with(k_head) ? parse_uint(task.substr(k_head.size())) : std::nullopt;
}

struct Tasks {
  std::optional<std::string> text;
  std::vector<std::uint64_t> issues;
};
Result<Tasks> tasks_of(const Parsed& options, const std::optional<std::string>& given) {
  Tasks out;
  if (!options.has("--task")) out.text = given;
  for (const auto& task : options.values("--task")) {
    if (const auto issue = issue_named(task)) {
      out.issues.push_back(*issue);
    } else if (out.text) {
      return invalid_input("--task was given twice; only issue#N may be repeated");
    } else {
      out.text = task;
    }
  }
  return out;
}

// The pull request that is asked for; nothing: none.
Result<std::optional<engine::ForgeRequest>> forge_of(const Parsed& options, const Tasks& tasks) {
  if (!options.has("--pr")) {
    if (options.has("--post")) return invalid_input("--post is for --pr: there is nothing to post to");
    if (options.has("--repo") && tasks.issues.empty()) return invalid_input("--repo is for --pr and issue#N");
    return std::optional<engine::ForgeRequest>();
  }
  for (const std::string_view flag : {"--base", "--workspace", "--config", "--baseline", "--write-baseline"}) {
    if (options.has(flag)) return invalid_input(cat(flag, " cannot be combined with --pr, which says it itself"));
  }
  engine::ForgeRequest out;
  const auto number = options.value("--pr");
  out.number = number ? parse_uint(*number).value_or(0) : 0;
  if (number && out.number == 0)
    return invalid_input(cat("--pr takes the number of a pull request, not ", excerpt(*number, 40)));
  out.of_this_job = !number;
  out.repository = options.value("--repo").value_or("");
  out.issues = tasks.issues;
  out.posts = options.has("--post");
  return std::optional(std::move(out));
}

// Without a pull request the texts of issues are part of the task.
Result<void> read_issues(ops::Context& context, const Parsed& options, const Tasks& tasks,
                         std::optional<std::string>& task) {
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto text,
             engine::text_of_issues(*repository, options.value("--repo").value_or(""), tasks.issues, context.cancel()));
  task = tasks.text ? cat(*tasks.text, "\n\n", text) : text;
  return {};
}

Result<int> check_work_tree(Setting& setting, const ops::CheckChange::Request& request,
                            std::optional<engine::ForgeRequest> forge) {
  const auto& options = setting.parsed;
  TRY_ASSIGN(auto here, here_of(options));
  here.forge = std::move(forge);
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
  if (result->not_posted) {
    return Error{result->not_posted->code, cat("the verdict stands but was not posted: ", result->not_posted->message)};
  }
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
const std::span<const Flag> k_verdict_flags = k_verdict_table;

Result<int> run_check(Setting& setting, const json::object& from) {
  TRY(refuse_reserved(setting.parsed));
  if (setting.invocation.shim) TRY(refuse_own(setting.parsed));
  TRY_ASSIGN(auto request, ops::decode<ops::CheckChange::Request>(from));
  std::optional<engine::ForgeRequest> forge;
  if (!setting.invocation.shim) {
    TRY_ASSIGN(const auto tasks, tasks_of(setting.parsed, request.given.task));
    TRY_ASSIGN(forge, forge_of(setting.parsed, tasks));
    request.given.task = tasks.text;
    if (!forge && !tasks.issues.empty()) TRY(read_issues(setting.context, setting.parsed, tasks, request.given.task));
  }
  if (forge || wants_work_tree(setting.parsed, setting.invocation))
    return check_work_tree(setting, request, std::move(forge));
  TRY_ASSIGN(auto waivers, ops::waivers_of(setting.context, request, "--"));
  return judge_handed_over(setting, request.given, std::move(waivers));
}

Result<int> run_verdict(Setting& setting, const json::object& from) {
  TRY(refuse_reserved(setting.parsed));
  if (setting.parsed.has("--pr")) return invalid_input(std::string(k_pr_is_reserved));
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
