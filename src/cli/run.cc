// `assay run`: the operation, with what goes on shown meanwhile; `assay worker`: the same for all missions.
#include "ops/work/run.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "cli/run_rows.h"
#include "engine/ship/job.h"
#include "engine/work/agents/can_check.h"
#include "engine/work/worker.h"
#include "ops/board/notices.h"
#include "ops/codec.h"
#include "ops/missions/missions.h"
#include "ops/operation.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "plan/plan_file.h"
#include "store/jobs.h"
#include "store/missions.h"

namespace assay::cli {

namespace {

constexpr std::uint32_t k_jobs_most = 256;

constexpr Flag k_flags_run[] = {
    {"--plan", "", Takes::value, "FILE", "the tasks of a new mission (docs/formats/plan.md); no planner is asked"},
    {"--target", "", Takes::value, "BRANCH", "of a new mission: where it is to land"},
    {"--jobs", "-j", Takes::value, "N", "agents at the same time; default: what the mission's policy allows"},
};

constexpr Flag k_flags_worker[] = {
    {"--jobs", "-j", Takes::value, "N", "agents at the same time; default 2"},
    {"--once", "", Takes::nothing, "", "do one job that is due, then end"},
    {"--drain", "", Takes::nothing, "", "end when there is nothing left to do"},
};

// How many at a time; `otherwise` when nobody said.
Result<std::uint32_t> jobs_of(const Parsed& options, std::uint32_t otherwise) {
  TRY_ASSIGN(const auto n, number_of(options, "--jobs", {1, k_jobs_most}, otherwise));
  return static_cast<std::uint32_t>(n);
}

Result<json::value> plan_of(const std::string& file) {
  TRY_ASSIGN(const auto text, os::read_file(file, std::uint64_t{16} << 20));
  TRY_ASSIGN(const auto plan, plan::parse_plan(text, file, plan::format_of(file)));
  return parse_json(plan::write_plan(plan), file);
}

// Nothing is opened under settings that no agent could work by. A target that is not there is told by who opens it.
Result<void> agents_are_readable(ops::Context& context, const std::string& wanted_target) {
  TRY_ASSIGN(const auto* repository, context.repository());
  auto branch = wanted_target;
  if (const auto target = repository->default_target(); branch.empty() && target) branch = target->branch;
  TRY_ASSIGN(const auto policy_commit, repository->find_commit(cat("refs/heads/", branch)));
  if (policy_commit) TRY(engine::can_check(*repository, *policy_commit));
  return {};
}

// A new mission goes on by itself unless it is said how much.
Result<model::MissionId> open_mission(ops::Context& context, const Parsed& options, const ops::RunMission::Request& run,
                                      const std::string& prompt) {
  ops::NewMission::Request request;
  request.prompt = prompt;
  request.target = options.value("--target").value_or("");
  request.mode = run.mode.value_or(model::Mode::guided_autopilot);
  if (const auto file = options.value("--plan")) {
    TRY_ASSIGN(request.plan, plan_of(*file));
  }
  TRY(agents_are_readable(context, request.target));
  TRY_ASSIGN(const auto made, ops::NewMission::run(context, request));
  return made.mission.mission.id;
}

// A word names a mission that there is; a wish for a new one has more than one.
Result<model::MissionId> mission_of(ops::Context& context, const Parsed& options,
                                    const ops::RunMission::Request& request) {
  const std::string given = request.mission.value_or("");
  const bool is_word = given.find_first_of(" \n\t") == std::string::npos;
  const bool is_new = options.has("--plan") || options.has("--target");
  if (!is_word || (is_new && given.empty())) return open_mission(context, options, request, given);
  TRY_ASSIGN(auto* store, context.store());
  auto found = store->missions().resolve(given);
  if (found && is_new) {
    return invalid_input(cat("--plan and --target are of a new mission, and ", found->text,
                             " is there; to go on with it leave them out, or give the wish in more than one word"));
  }
  if (!found && found.error().code == Code::not_found && !given.empty()) {
    return not_found(cat(found.error().message, "; a wish for a new mission has more than one word"));
  }
  return found;
}

struct Site {
  const engine::Home* home = nullptr;
  const git::Repository* repository = nullptr;
  store::Store* store = nullptr;
};
Result<Site> site_of(ops::Context& context) {
  Site out;
  TRY_ASSIGN(out.home, context.home());
  TRY_ASSIGN(out.repository, context.repository());
  TRY_ASSIGN(out.store, context.store());
  return out;
}

}  // namespace

const std::span<const Flag> k_run_flags = k_flags_run;
const std::span<const Flag> k_worker_flags = k_flags_worker;

Result<int> run_run(Setting& setting, const json::object& from) {
  auto& context = setting.context;
  TRY_ASSIGN(auto request, ops::decode<ops::RunMission::Request>(from));
  TRY_ASSIGN(const auto id, mission_of(context, setting.parsed, request));
  request.mission = id.text;
  os::cancel_on_signals();
  const auto style = run_style();
  RunRows rows(setting.as_json && style == RunRows::Style::lines ? RunRows::Style::silent : style,
               terminal_of_stdout(context.clock()));
  const auto begins = [&](const model::Mission& mission) {
    rows.print_line(cat("Mission ", short_id(mission.id.text), "  ", printable(mission.title)));
  };
  const auto turn = [&] {
    rows.draw();
    ops::leave_news(context);
  };
  auto document = ops::run_watched(context, request, {rows, begins, turn});
  rows.clear();
  if (!document) return document.error();
  setting.tells_of_store = false;
  ops::AnswerOf<ops::MissionRunDocument> answer(std::move(*document));
  return show(setting, answer);
}

Result<int> run_worker(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_flags_worker, invocation.arguments));
  if (!options.words().empty()) return invalid_input("worker takes no mission: it serves all; see assay run");
  if (options.has("--once") && options.has("--drain")) return invalid_input("give --once or --drain, not both");
  TRY_ASSIGN(const auto jobs, jobs_of(options, 2));
  SystemClock clock;
  ops::Context context({}, clock);
  TRY_ASSIGN(const auto site, site_of(context));

  engine::WorkerSetup setup;
  setup.takes.worker = engine::worker_name();
  setup.slots = options.has("--once") ? 1 : jobs;
  setup.handlers = engine::all_handlers();
  setup.takes.kinds = engine::kinds_of(setup.handlers);
  TRY_ASSIGN(const auto target, site.repository->default_target());
  TRY_ASSIGN(setup.takes.checkers, engine::can_check(*site.repository, target.commit));

  os::cancel_on_signals();
  RunRows rows(run_style(), terminal_of_stdout(clock));
  rows.print_line(cat("Worker ", setup.takes.worker.substr(7), ", ", plural(setup.slots, "job"), " at a time"));
  engine::Threads threads(site.home->store, clock, setup.slots);
  engine::Worker worker({*site.repository, site.home->folder, *site.store, clock, threads, rows}, setup);
  bool began = false;
  const auto ran = worker.run([&](bool busy) -> Result<engine::Worker::Turn> {
    rows.draw();
    ops::leave_news(context);
    began = began || busy || worker.in_hand() > 0;
    if (busy || worker.in_hand() > 0) return engine::Worker::Turn::go_on;
    if (options.has("--once") && began) return engine::Worker::Turn::enough;
    if (!options.has("--drain") && !options.has("--once")) return engine::Worker::Turn::go_on;
    TRY_ASSIGN(const auto next, engine::next_look(*site.store, worker.takes()));
    if (!next || options.has("--once")) return engine::Worker::Turn::enough;
    return engine::Worker::Turn::go_on;
  });
  ops::leave_news(context);
  if (!ran) return ran.error();
  return k_exit_ok;
}

}  // namespace assay::cli
