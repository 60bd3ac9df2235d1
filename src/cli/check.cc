#include <cstdio>
#include <cstdlib>
#include <memory>

#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands_options.h"
#include "cli/formats.h"
#include "cli/output.h"
#include "engine/check/baseline.h"
#include "engine/check/contract.h"
#include "engine/check/orchestrator.h"
#include "engine/check/workspace.h"
#include "git/repository.h"
#include "ops/context.h"
#include "os/files.h"
#include "os/guarded_file.h"
#include "os/process/process.h"
#include "report/json.h"

namespace assay::cli {

namespace {

constexpr auto k_input_flags = std::to_array<Flag>({
    {"--task", "--intent", Takes::value, "TEXT", "what was asked for"},
    {"--task-file", "--intent-file", Takes::value, "FILE", "the same from a file"},
    {"--diff", "", Takes::value, "TEXT", "the change as a diff"},
    {"--diff-file", "", Takes::value, "FILE", "the same from a file, - for standard input; any size"},
    {"--verify-logs", "", Takes::value, "TEXT", "what the verification printed"},
    {"--verify-logs-file", "", Takes::value, "FILE", "the same from a file, - for standard input; any size"},
    {"--builder-report", "", Takes::value, "TEXT", "what the builder says it did"},
    {"--builder-report-file", "", Takes::value, "FILE", "the same from a file"},
});

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
    {"--base", "", Takes::value, "REV", "measure the change against this (default: inferred)"},
    {"--config", "", Takes::value, "FILE", "settings (default: verifier.config.json or assay.toml)"},
});

constexpr auto k_result_flags = std::to_array<Flag>({
    {"--clean", "", Takes::nothing, "",
     "run them in a tree of their own that holds the change and nothing that git ignores"},
    {"--output-dir", "", Takes::value, "DIR", "where evidence is kept (default: .verifier/runs)"},
    {"--markdown", "", Takes::nothing, "", "print a Markdown report instead of JSON"},
    {"--fail-on", "", Takes::value, "KIND",
     "exit 1 on this verdict or worse: conditional, inconclusive, not_mergeable"},
});

constexpr auto k_workspace_table = joined(k_place_flags, k_commands_flags, k_result_flags);
// Under our own name alone: the contract of the shim has no place to show them.
constexpr auto k_waiver_flags = std::to_array<Flag>({
    {"--waive", "", Takes::values, "WHAT",
     "set findings aside: RULE, RULE:PATH or the id of one (f-…); may be repeated, needs --reason"},
    {"--reason", "", Takes::value, "TEXT", "why; recorded with your name and shown in every report"},
    {"--baseline", "", Takes::value, "FILE", "findings that are listed there are known and do not count"},
    {"--write-baseline", "", Takes::value, "FILE", "list what was found there"},
});

constexpr auto k_check_table = joined(k_input_flags, k_workspace_table, k_waiver_flags, k_output_flags);
constexpr auto k_verdict_table = joined(k_input_flags, k_output_flags);

Result<void> refuse_reserved(const Parsed& options) {
  for (const std::string_view flag : {"--pr", "--stages", "--reuse-claims"}) {
    if (options.has(flag)) return invalid_input(cat(flag, " is reserved for a later version and is not supported yet"));
  }
  return {};
}

Result<void> refuse_waivers(const Parsed& options) {
  for (const auto& flag : k_waiver_flags) {
    if (options.has(flag.name)) return invalid_input(cat(flag.name, " is an option of assay check"));
  }
  return {};
}

Result<void> refuse_words(const Parsed& options) {
  if (options.words().empty()) return {};
  return invalid_input(cat("unexpected argument ", excerpt(options.words().front(), 40), "; options start with --"));
}

// A small input given inline or as a file; empty when not given.
Result<std::optional<std::string>> small_input(const Parsed& options, std::string_view flag) {
  const std::string file_flag = cat(flag, "-file");
  const auto text = options.value(flag);
  const auto file = options.value(file_flag);
  if (text && file) return invalid_input(cat("give ", flag, " or ", file_flag, ", not both"));
  if (!file) return text;
  TRY_ASSIGN(auto content, os::read_file(*file));
  return std::optional(std::move(content));
}

// An input of any size.
struct LargeInput {
  std::unique_ptr<std::string> text;  // on the heap: the source looks into it, and this is moved
  std::unique_ptr<ByteSource> source;
};

Result<LargeInput> large_input(const Parsed& options, std::string_view flag) {
  const std::string file_flag = cat(flag, "-file");
  const auto text = options.value(flag);
  const auto file = options.value(file_flag);
  if (text && file) return invalid_input(cat("give ", flag, " or ", file_flag, ", not both"));
  LargeInput input;
  if (file) {
    TRY_ASSIGN(input.source, os::FileSource::open(*file));
  } else if (text) {
    input.text = std::make_unique<std::string>(*text);
    input.source = std::make_unique<TextSource>(*input.text);
  }
  return input;
}

Result<void> one_reader_of_stdin(const Parsed& options) {
  int readers = 0;
  for (const std::string_view flag : {"--task-file", "--diff-file", "--verify-logs-file", "--builder-report-file"}) {
    readers += options.value(flag) == "-" ? 1 : 0;
  }
  if (readers > 1) return invalid_input("only one input can be read from standard input");
  return {};
}

Result<int> check_contract(const Parsed& options, const Invocation& invocation) {
  TRY(one_reader_of_stdin(options));
  TRY_ASSIGN(const auto task, small_input(options, "--task"));
  TRY_ASSIGN(const auto report, small_input(options, "--builder-report"));
  TRY_ASSIGN(const auto diff, large_input(options, "--diff"));
  TRY_ASSIGN(const auto logs, large_input(options, "--verify-logs"));
  engine::ContractRequest request;
  request.task = task.value_or("");
  request.builder_report = report.value_or("");
  request.diff = diff.source.get();
  request.verify_logs = logs.source.get();
  TRY_ASSIGN(const auto check, engine::check_contract(request));
  TRY(print_check(check, options, invocation, Layout::json));
  const bool for_a_person = !invocation.shim && ::isatty(STDOUT_FILENO) != 0;
  if (for_a_person && diff.source == nullptr && git::Repository::open(".")) {
    std::fputs("To check this work tree, name a command (--verify-command CMD) or the place (--workspace .).\n",
               stderr);
  }
  return k_exit_ok;
}

// By the person who runs the check, for this check.
Result<void> read_waivers(const Parsed& options, engine::WorkspaceRequest& request) {
  request.baseline = options.value("--baseline").value_or("");
  const auto given = options.values("--waive");
  const auto reason = options.value("--reason");
  if (given.empty() && reason) return invalid_input("--reason is for --waive, and nothing is waived");
  if (given.empty()) return {};
  SystemClock clock;
  ops::Context::Setup setup;
  setup.folder = request.workspace;
  ops::Context context(std::move(setup), clock);
  TRY_ASSIGN(const auto who, context.actor());
  for (const auto& what : given) {
    TRY_ASSIGN(auto waiver, model::waiver_of(what));
    waiver.origin = model::WaiverOrigin::command_line;
    waiver.reason = trim(reason.value_or(""));
    waiver.by = who;
    waiver.where = "--waive";
    if (const auto fine = model::complete_waiver(waiver); !fine)
      return invalid_input(
          cat("--waive ", excerpt(printable(what), 80), ": ", fine.error().message, reason ? "" : " (--reason TEXT)"));
    request.waivers.push_back(std::move(waiver));
  }
  return {};
}

Result<engine::WorkspaceRequest> workspace_request(const Parsed& options) {
  engine::WorkspaceRequest request;
  for (const std::string_view flag : {"--diff", "--diff-file", "--verify-logs", "--verify-logs-file"}) {
    if (options.has(flag)) {
      return invalid_input(
          cat(flag, " cannot be combined with workspace options: a workspace check collects it itself"));
    }
  }
  request.workspace = options.value("--workspace").value_or(".");
  request.config = options.value("--config").value_or("");
  request.base = options.value("--base");
  TRY_ASSIGN(request.intent, small_input(options, "--task"));
  TRY_ASSIGN(auto report, small_input(options, "--builder-report"));
  request.builder_report = report.value_or("");
  for (const std::string_view flag : {"--task-file", "--builder-report-file"}) {
    if (const auto file = options.value(flag)) request.input_files.push_back(*file);
  }
  request.output_dir = options.value("--output-dir");
  if (const auto fail_on = options.value("--fail-on")) {
    TRY_ASSIGN(request.fail_on, engine::fail_on_named(*fail_on));
  }
  if (options.has("--markdown")) request.markdown = true;
  request.clean = options.has("--clean");
  TRY(read_commands(options, request));
  TRY(read_waivers(options, request));
  return request;
}

Result<int> check_workspace(const Parsed& options, const Invocation& invocation) {
  TRY_ASSIGN(const auto request, workspace_request(options));
  os::cancel_on_signals();
  engine::OnProgress progress;
  if (::isatty(STDERR_FILENO) != 0 && !invocation.shim) {
    progress = [](std::string_view line) {
      std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    };
  }
  const auto notice = [&](std::string_view line) {
    (void)os::write_all(STDERR_FILENO, cat(invocation.program, ": ", printable(line), "\n"), "standard error");
  };
  const auto result = engine::check_workspace(request, progress, notice);
  if (!result && os::cancelled_by() != 0)
    return internal(cat("cancelled by ", os::signal_name(os::cancelled_by()), "; nothing was kept"));
  if (!result) return result.error();
  if (const auto file = options.value("--write-baseline"))
    TRY(os::write_file(*file, engine::write_baseline(result->check)));
  TRY(print_check(result->check, options, invocation, result->markdown ? Layout::markdown : Layout::json));
  return engine::fails(*result->check.final_verdict, result->fail_on) ? k_exit_gate : k_exit_ok;
}

bool wants_workspace(const Parsed& options, const Invocation& invocation) {
  for (const auto& flag : k_workspace_table) {
    if (options.has(flag.name)) return true;
  }
  for (const auto& flag : k_waiver_flags) {
    if (options.has(flag.name)) return true;
  }
  // Neither change nor logs handed over: under our own name inside a repository, and under the shim's beside its
  // configuration, check that repository.
  for (const std::string_view flag : {"--diff", "--diff-file", "--verify-logs", "--verify-logs-file"}) {
    if (options.has(flag)) return false;
  }
  if (invocation.shim && !os::exists("verifier.config.json")) return false;
  return git::Repository::open(".").has_value();
}

}  // namespace

const std::span<const Flag> k_check_flags = k_check_table;
const std::span<const Flag> k_verdict_flags = k_verdict_table;

Result<int> run_check(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_check_flags, invocation.arguments));
  TRY(refuse_reserved(options));
  TRY(refuse_words(options));
  if (invocation.shim) TRY(refuse_waivers(options));
  return wants_workspace(options, invocation) ? check_workspace(options, invocation)
                                              : check_contract(options, invocation);
}

Result<int> run_verdict(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_verdict_flags, invocation.arguments));
  TRY(refuse_reserved(options));
  TRY(refuse_words(options));
  return check_contract(options, invocation);
}

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

Result<int> run_orchestrator(const Invocation&) {
  constexpr std::uint64_t k_prompt_limit = std::uint64_t{512} << 20;
  engine::OrchestratorRequest request;
  request.workspace = environment("KAIZEN_WORKSPACE_DIR");
  if (request.workspace.empty()) {
    TRY_ASSIGN(request.workspace, os::current_folder());
  }
  TRY_ASSIGN(request.workspace, os::real_path(request.workspace));
  request.base_ref = environment("BASE_SHA");
  request.head_ref = environment("GITHUB_SHA");
  TRY_ASSIGN(auto file, os::GuardedFile::open(request.workspace, environment("KAIZEN_VERIFIER_RESULT_PATH")));
  TRY_ASSIGN(const auto prompt, os::read_stdin(k_prompt_limit));
  TRY_ASSIGN(const auto check, engine::check_prompt(request, prompt));
  const std::string payload = write_json(report::orchestrator_json(check), Indent::two_spaces) + "\n";
  TRY(file.write(payload));
  TRY(print(payload));
  return k_exit_ok;
}

}  // namespace assay::cli
