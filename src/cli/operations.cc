#include "cli/operations.h"

#include <cstdio>

#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/follow_lines.h"
#include "cli/operation_command.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "ops/board/notices.h"
#include "ops/gate/check.h"
#include "ops/gate/explain.h"
#include "ops/missions/history.h"
#include "ops/table/table.h"
#include "ops/work/critic.h"
#include "ops/work/landing.h"
#include "ops/work/queue.h"
#include "ops/work/run.h"
#include "ops/work/stories.h"
#include "ops/work/verifications.h"
#include "os/cancel_token.h"
#include "store/missions.h"

namespace assay::cli {

namespace {

constexpr OperationGroup k_groups[] = {
    {"rule", "what changes are judged by, ours and your own: list, show, test, new"},
    {"mission", "open, list, show and edit missions"},
    {"task", "add, list, show and move tasks"},
    {"pack", "edit what \"done\" means: criteria and checks"},
    {"queue", "missions that land one after the other: list, add, remove, run"},
    {"story", "missions seen through the ship gate: list, show"},
    {"notify", "notices of what needs a person: list, retry, test"},
    {"webhook", "who gets notices: list, add, edit, test, remove"},
    {"worktree", "the work trees of tasks and missions: add, list, prune"},
    {"comment", "remarks on lines of a change: add, list, remove"},
    {"telemetry", "what is sent to a collector: show, send"},
};

Result<int> run_and_show(const ops::Operation& operation, Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto answer, operation.answer(setting.context, from));
  return show(setting, *answer);
}

// Those that the command line runs in a way of its own.
struct Particular {
  const ops::Operation* operation;
  Result<int> (*run)(Setting&, const json::object&);
  const std::span<const Flag>* flags;  // nullptr: none but those that every operation has
};
constexpr Particular k_particular[] = {
    {&ops::k_check_operation, run_check, &k_check_flags},    {&ops::k_verdict_operation, run_verdict, &k_verdict_flags},
    {&ops::k_explain_operation, run_explain, nullptr},       {&ops::k_verify_operation, run_verify, &k_verify_flags},
    {&ops::k_critic_operation, run_critic, &k_critic_flags}, {&ops::k_run_operation, run_run, &k_run_flags},
    {&ops::k_log_operation, run_log, &k_log_flags},          {&ops::k_land_operation, run_land, nullptr},
    {&ops::k_queue_run_operation, run_queue, nullptr},       {&ops::k_ship_operation, run_ship, nullptr},
    {&ops::k_redeploy_operation, run_redeploy, nullptr},
};

const Particular* particular(const ops::Operation& operation) {
  for (const auto& each : k_particular) {
    if (each.operation == &operation) return &each;
  }
  return nullptr;
}

Result<int> run_shown(const ops::Operation& operation, Setting& setting, const json::object& from) {
  const auto* own = particular(operation);
  return own != nullptr ? own->run(setting, from) : run_and_show(operation, setting, from);
}

// A newcomer's first command is `mission new` or `run`: it makes the store.
ops::Missing when_missing(const ops::Operation& operation) {
  return is_one_of(operation.name, {"mission.new", "story.new", "run"}) ? ops::Missing::make : ops::Missing::refuse;
}

Result<int> run_parsed(const OperationCommand& command, const Parsed& parsed, const Invocation& invocation) {
  TRY_ASSIGN(const auto request, command.request(parsed, invocation.program));
  ops::Context::Setup setup;
  setup.folder = parsed.value("--workspace").value_or(".");
  setup.missing_store = when_missing(command.operation());
  if (const auto name = parsed.value("--as")) {
    TRY_ASSIGN(setup.actor, ops::person(*name));
  }
  if (::isatty(STDERR_FILENO) != 0 && !invocation.shim) {
    setup.progress = [](std::string_view line) { std::fputs(cat(printable(line), "\n").c_str(), stderr); };
  }
  // What may read standard input instead says for itself when commands are run.
  const auto& called = command.operation();
  if (called.effect == ops::Effect::run && called.effect_of == nullptr) os::cancel_on_signals();
  SystemClock clock;
  ops::Context context(std::move(setup), clock);
  Setting setting{context, parsed, invocation, parsed.has("--json"), command.operation().name != "init"};
  auto status = run_shown(command.operation(), setting, request);
  if (context.loss()) {
    std::fputs(cat(invocation.program, ": warning: ", printable(*context.loss()), "; see ", invocation.program,
                   " audit verify\n")
                   .c_str(),
               stderr);
  }
  const auto& operation = command.operation();
  const bool may_have_news = context.has_opened_store() && operation.effect == ops::Effect::change;
  const bool sends = operation.name.starts_with("notify.") || operation.name.starts_with("telemetry.");
  if (may_have_news && !sends) ops::leave_news(context);
  return status;
}

constexpr Flag k_follow_table[] = {
    {"--follow", "-f", Takes::nothing, "", "go on as it happens, one checkpoint a line"},
};

Result<int> follow_log(ops::Context& context, const Parsed& parsed, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::ShowLog::Request>(from));
  if (request.kind) return invalid_input("--follow shows every kind of checkpoint; leave out --kind");
  FollowOptions follow_options;
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(follow_options.only, store->missions().resolve(request.mission));
  follow_options.form = parsed.has("--json") ? FollowOptions::Form::json : FollowOptions::Form::text;
  follow_options.from = FollowOptions::From::beginning;
  follow_options.after = request.after;
  return follow_lines(context, follow_options);
}

}  // namespace

const std::span<const Flag> k_log_flags = k_follow_table;

Result<int> run_log(Setting& setting, const json::object& from) {
  if (setting.parsed.has("--follow")) return follow_log(setting.context, setting.parsed, from);
  return run_and_show(ops::k_log_operation, setting, from);
}

int exit_status(ops::Ending ending) {
  switch (ending) {
    case ops::Ending::done: return k_exit_ok;
    case ops::Ending::gate_failed: return k_exit_gate;
    case ops::Ending::refused: break;
  }
  return k_exit_error;
}

Result<int> show(Setting& setting, ops::Answer& answer) {
  if (setting.context.made_store() && setting.tells_of_store) {
    std::fputs("assay: made .assay/ in this repository; git does not see it\n", stderr);
  }
  for (const auto& each : answer.complaints()) std::fputs(cat("assay: ", printable(each), "\n").c_str(), stderr);
  if (setting.as_json) {
    TRY(print(write_json(answer.document(), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(answer.text(terminal_of_stdout(setting.context.clock()))));
  }
  return exit_status(answer.ending());
}

std::span<const Flag> own_flags(const ops::Operation& operation) {
  const auto* own = particular(operation);
  return own == nullptr || own->flags == nullptr ? std::span<const Flag>() : *own->flags;
}

std::span<const OperationGroup> operation_groups() { return k_groups; }

bool is_group(std::string_view name) {
  for (const auto& group : k_groups) {
    if (group.name == name) return true;
  }
  return false;
}

Called called_operation(std::span<const std::string> arguments) {
  if (arguments.empty()) return {};
  if (const auto* found = ops::find_operation(arguments[0])) return {found, 1};
  if (arguments.size() < 2) return {};
  const auto* found = ops::find_operation(cat(arguments[0], ".", arguments[1]));
  return found == nullptr ? Called{} : Called{found, 2};
}

std::vector<std::string_view> verbs_of_group(std::string_view name) {
  std::vector<std::string_view> out;
  for (const auto* operation : ops::operations()) {
    const size_t dot = operation->name.find('.');
    if (dot != std::string_view::npos && operation->name.substr(0, dot) == name)
      out.push_back(operation->name.substr(dot + 1));
  }
  return out;
}

std::string help_of_group(std::string_view name, std::string_view program) {
  std::string out = cat("Usage: ", program, " ", name, " <command> [options]\n\nCommands:\n");
  for (const auto verb : verbs_of_group(name)) {
    std::string padded(verb);
    padded.resize(18, ' ');
    out += cat("  ", padded, ops::find_operation(cat(name, ".", verb))->summary, "\n");
  }
  return out + cat("\nMore: ", program, " ", name, " <command> --help\n");
}

Result<int> run_operation(const ops::Operation& operation, const Invocation& invocation) {
  const OperationCommand command(operation);
  TRY_ASSIGN(const auto parsed, parse(command.flags(), invocation.arguments));
  return run_parsed(command, parsed, invocation);
}

}  // namespace assay::cli
