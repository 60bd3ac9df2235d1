#include "cli/operations.h"

#include <cstdio>

#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/follow_lines.h"
#include "cli/operation_command.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "ops/answers.h"
#include "ops/board.h"
#include "ops/changes.h"
#include "ops/deploy_log.h"
#include "ops/elaborate.h"
#include "ops/history.h"
#include "ops/landing.h"
#include "ops/live.h"
#include "ops/missions.h"
#include "ops/notices.h"
#include "ops/packs.h"
#include "ops/plans.h"
#include "ops/preview.h"
#include "ops/queue.h"
#include "ops/setup.h"
#include "ops/stories.h"
#include "ops/tasks.h"
#include "ops/verifications.h"
#include "ops/work.h"
#include "ops/worktrees.h"

namespace assay::cli {

namespace {

using model::Move;

constexpr OperationGroup k_groups[] = {
    {"mission", "open, list, show and edit missions"},
    {"task", "add, list, show and move tasks"},
    {"pack", "edit what \"done\" means: criteria and checks"},
    {"queue", "missions that land one after the other: list, add, remove, run"},
    {"story", "missions seen through the ship gate: list, show"},
    {"notify", "who is told of what needs a person: list, retry, test"},
    {"worktree", "the work trees of tasks and missions: add, list, prune"},
};

template <class Response>
int exit_status(const Response&) {
  return k_exit_ok;
}
int exit_status(const ops::MoveAnswer& answer) { return answer.refused.empty() ? k_exit_ok : k_exit_error; }
int exit_status(const ops::TestNotice::Response& answer) {
  for (const auto& each : answer.tried) {
    if (!each.delivered) return k_exit_gate;
  }
  return k_exit_ok;
}
int exit_status(const ops::Doctor::Response& answer) { return answer.healthy ? k_exit_ok : k_exit_gate; }

// What belongs on standard error beside the answer.
template <class Response>
std::string aside(const Response&) {
  return {};
}
std::string aside(const ops::MoveAnswer& answer) {
  std::string out;
  for (const auto& refusal : answer.refused) out += cat("assay: ", printable(refusal.message), "\n");
  return out;
}

template <class Op>
Result<int> run_as(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<typename Op::Request>(from));
  TRY_ASSIGN(auto response, Op::run(setting.context, request));
  const int status = exit_status(response);
  if (setting.context.made_store() && setting.tells_of_store) {
    std::fputs("assay: made .assay/ in this repository; git does not see it\n", stderr);
  }
  std::fputs(aside(response).c_str(), stderr);
  if (setting.as_json) {
    TRY(print(write_json(ops::encode(response), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(present(response, terminal_of_stdout(setting.context.clock()))));
  }
  return status;
}

struct Presenter {
  std::string_view operation;
  Result<int> (*run)(Setting&, const json::object&);
};

constexpr Presenter k_presenters[] = {
    {"init", run_as<ops::Init>},
    {"mission.new", run_as<ops::NewMission>},
    {"mission.list", run_as<ops::ListMissions>},
    {"mission.show", run_as<ops::ShowMission>},
    {"mission.edit", run_as<ops::EditMission>},
    {"pause", run_as<ops::PauseMission>},
    {"resume", run_as<ops::ResumeMission>},
    {"cancel", run_as<ops::CancelMission>},
    {"plan", run_as<ops::PlanMission>},
    {"mission.plan", run_as<ops::ShowPlan>},
    {"mission.preview", run_as<ops::PreviewMission>},
    {"mission.elaborate", run_as<ops::Elaborate>},
    {"mission.verify", run_as<ops::AskToVerify>},
    {"mission.verification", run_as<ops::ShowVerification>},
    {"story.deploy-log", run_as<ops::ShowDeployLog>},
    {"mission.live", run_as<ops::ShowLive>},
    {"mission.diff", run_as<ops::DiffMission>},
    {"pack.show", run_as<ops::ShowPack>},
    {"pack.add-criterion", run_as<ops::AddCriterion>},
    {"pack.edit-criterion", run_as<ops::EditCriterion>},
    {"pack.remove-criterion", run_as<ops::RemoveCriterion>},
    {"pack.add-check", run_as<ops::AddCheck>},
    {"pack.edit-check", run_as<ops::EditCheck>},
    {"pack.remove-check", run_as<ops::RemoveCheck>},
    {"task.add", run_as<ops::AddTask>},
    {"task.list", run_as<ops::ListTasks>},
    {"task.show", run_as<ops::ShowTask>},
    {"task.diff", run_as<ops::DiffTask>},
    {"task.start", run_as<ops::MoveTasks<Move::start>>},
    {"task.ready", run_as<ops::MoveTasks<Move::ready>>},
    {"task.complete", run_as<ops::MoveTasks<Move::complete>>},
    {"task.fail", run_as<ops::MoveTasks<Move::fail>>},
    {"task.block", run_as<ops::MoveTasks<Move::block>>},
    {"task.accept", run_as<ops::MoveTasks<Move::accept>>},
    {"task.reject", run_as<ops::MoveTasks<Move::reject>>},
    {"task.retry", run_as<ops::MoveTasks<Move::retry>>},
    {"task.cancel", run_as<ops::MoveTasks<Move::cancel>>},
    {"answer", run_as<ops::AnswerTask>},
    {"accept", run_as<ops::ShowPack>},
    {"status", run_as<ops::ShowStatus>},
    {"board", run_as<ops::ShowBoard>},
    {"log", run_as<ops::ShowLog>},
    {"worktree.add", run_as<ops::AddWorktree>},
    {"worktree.list", run_as<ops::ListWorktrees>},
    {"worktree.prune", run_as<ops::PruneWorktrees>},
    {"land", run_land},
    {"revert", run_as<ops::RevertMission>},
    {"queue.list", run_as<ops::ListQueue>},
    {"queue.add", run_as<ops::AddToQueue>},
    {"queue.remove", run_as<ops::RemoveFromQueue>},
    {"queue.run", run_queue},
    {"story.new", run_as<ops::NewMission>},
    {"story.list", run_as<ops::ListStories>},
    {"story.show", run_as<ops::ShowStory>},
    {"ship", run_ship},
    {"redeploy", run_redeploy},
    {"close", run_as<ops::CloseStory>},
    {"fix", run_as<ops::FixStory>},
    {"notify.list", run_as<ops::ListNotices>},
    {"notify.retry", run_as<ops::RetryNotices>},
    {"notify.deliver", run_as<ops::DeliverNotices>},
    {"notify.test", run_as<ops::TestNotice>},
    {"doctor", run_as<ops::Doctor>},
    {"config", run_as<ops::ShowConfig>},
};

const Presenter* presenter_of(std::string_view operation) {
  for (const auto& presenter : k_presenters) {
    if (presenter.operation == operation) return &presenter;
  }
  return nullptr;
}

// A newcomer's first command is `mission new`: it makes the store and says so.
ops::Missing when_missing(const ops::Operation& operation) {
  return operation.name == "mission.new" || operation.name == "story.new" ? ops::Missing::make : ops::Missing::refuse;
}

Result<int> follow_log(ops::Context& context, const Parsed& parsed, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::ShowLog::Request>(from));
  if (request.kind) return invalid_input("--follow shows every kind of checkpoint; leave out --kind");
  FollowOrders orders;
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(orders.only, store->resolve_mission(request.mission));
  orders.form = parsed.has("--json") ? FollowOrders::Form::json : FollowOrders::Form::text;
  orders.from = FollowOrders::From::beginning;
  orders.after = request.after;
  return follow_lines(context, orders);
}

Result<int> run_parsed(const OperationCommand& command, const Parsed& parsed, const Invocation& invocation) {
  const auto* presenter = presenter_of(command.operation().name);
  if (presenter == nullptr) return internal(cat("nothing shows the answer of ", command.operation().name));
  TRY_ASSIGN(const auto request, command.request(parsed, invocation.program));
  ops::Context::Setup setup;
  setup.folder = parsed.value("--workspace").value_or(".");
  setup.missing_store = when_missing(command.operation());
  if (const auto name = parsed.value("--as")) {
    TRY_ASSIGN(setup.actor, ops::person(*name));
  }
  SystemClock clock;
  ops::Context context(std::move(setup), clock);
  if (parsed.has("--follow")) return follow_log(context, parsed, request);
  Setting setting{context, parsed.has("--json"), command.operation().name != "init"};
  auto status = presenter->run(setting, request);
  if (context.loss()) {
    std::fputs(cat(invocation.program, ": warning: ", printable(*context.loss()), "; see ", invocation.program,
                   " audit verify\n")
                   .c_str(),
               stderr);
  }
  const auto& operation = command.operation();
  if (operation.effect == ops::Effect::change && !operation.name.starts_with("notify.")) ops::leave_news(context);
  return status;
}

}  // namespace

std::span<const OperationGroup> operation_groups() { return k_groups; }

bool is_group(std::string_view name) {
  for (const auto& group : k_groups) {
    if (group.name == name) return true;
  }
  return false;
}

bool has_presenter(std::string_view operation) { return presenter_of(operation) != nullptr; }

Called called_operation(std::span<const std::string> arguments) {
  if (arguments.empty()) return {};
  if (const auto* found = ops::find_operation(arguments[0])) return {found, 1};
  if (arguments.size() < 2) return {};
  const auto* found = ops::find_operation(cat(arguments[0], ".", arguments[1]));
  return found == nullptr ? Called{} : Called{found, 2};
}

std::vector<std::string_view> verbs_of_group(std::string_view name) {
  std::vector<std::string_view> out;
  for (const auto& operation : ops::operations()) {
    const size_t dot = operation.name.find('.');
    if (dot != std::string_view::npos && operation.name.substr(0, dot) == name)
      out.push_back(operation.name.substr(dot + 1));
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
