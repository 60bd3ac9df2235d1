// `assay run` and `assay worker`: wiring between the flags, a worker and what is printed.
#include <boost/json.hpp>

#include "base/json.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/run_rows.h"
#include "engine/ship/job.h"
#include "engine/work/agents/can_check.h"
#include "engine/work/worker.h"
#include "ops/board/notices.h"
#include "ops/budgets.h"
#include "ops/codec.h"
#include "ops/missions/missions.h"
#include "ops/needs.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "plan/plan_file.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/runs.h"

namespace assay::cli {

namespace {

constexpr std::uint32_t k_jobs_most = 256;

constexpr Flag k_flags_run[] = {
    {"--jobs", "-j", Takes::value, "N", "agents at the same time; default: what the mission's policy allows"},
    {"--mode", "", Takes::value, "MODE", "of a new mission: guided_autopilot (default), autopilot or manual"},
    {"--plan", "", Takes::value, "FILE", "the tasks of a new mission (docs/formats/plan.md); no planner is asked"},
    {"--target", "", Takes::value, "BRANCH", "of a new mission: where it is to land"},
    {"--json", "", Takes::nothing, "", "print the mission as JSON at the end"},
    {"--as", "", Takes::value, "NAME", "who does this, for the record"},
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

Result<model::MissionId> open_mission(ops::Context& context, const Parsed& options, const std::string& prompt) {
  ops::NewMission::Request request;
  request.prompt = prompt;
  request.target = options.value("--target").value_or("");
  request.mode = model::Mode::guided_autopilot;
  if (const auto mode = options.value("--mode")) {
    request.mode = model::mode_named(*mode);
    if (!request.mode) return invalid_input("--mode takes manual, guided_autopilot or autopilot");
  }
  if (const auto file = options.value("--plan")) {
    TRY_ASSIGN(request.plan, plan_of(*file));
  }
  TRY(agents_are_readable(context, request.target));
  TRY_ASSIGN(const auto made, ops::NewMission::run(context, request));
  return made.mission.mission.id;
}

// A word that could be an id names a mission; anything longer is a wish.
Result<model::MissionId> mission_of(ops::Context& context, const Parsed& options) {
  const auto& words = options.words();
  const bool is_new = options.has("--plan") || options.has("--mode") || options.has("--target");
  const std::string given = join(words, " ");
  if (is_new || given.find_first_of(" \n\t") != std::string::npos) return open_mission(context, options, given);
  TRY_ASSIGN(auto* store, context.store());
  auto found = store->missions().resolve(given);
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

Result<int> report(ops::Context& context, const model::MissionId& id, const engine::Standing& standing,
                   const Parsed& options, RunRows& rows) {
  rows.clear();
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(auto document, ops::mission_document(*store, id.text));
  const bool reached = standing.at == engine::Standing::At::reached;
  if (options.has("--json")) {
    TRY(print(write_json(ops::encode(document), Indent::two_spaces) + "\n"));
    return reached ? k_exit_ok : k_exit_gate;
  }
  const auto terminal = terminal_of_stdout(context.clock());
  const auto& mission = document.mission;
  TRY_ASSIGN(const auto spent, store->runs().spent(id));
  std::string out =
      terminal.headline("", mission.id.text, mission.title, ops::word_of(mission), ops::colour_of(mission.status));
  if (const auto words = ops::spent_words(spent); !words.empty()) out += cat("  ", words, "\n");
  for (const auto& line : standing.why) out += cat(terminal.paint(Colour::yellow, "  ! "), printable(line), "\n");
  if (standing.at == engine::Standing::At::going) {
    out += cat("  stopped; what was done is kept. Go on with: assay run ", short_id(id.text), "\n");
  }
  if (reached) {
    TRY_ASSIGN(const auto needed, ops::needs_of(*store, mission));
    for (const auto& need : needed) out += cat("  ", need.what, ". Next: ", need.command, "\n");
    if (mission.story == model::StoryState::shippable)
      out += cat("  or, to deploy it as well: assay ship ", short_id(id.text), "\n");
  }
  TRY(print(out));
  return reached ? k_exit_ok : k_exit_gate;
}

}  // namespace

const std::span<const Flag> k_run_flags = k_flags_run;
const std::span<const Flag> k_worker_flags = k_flags_worker;

Result<int> run_run(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_flags_run, invocation.arguments));
  TRY(jobs_of(options, 1));  // nothing is opened for a number that is none
  SystemClock clock;
  ops::Context::Setup setup;
  setup.missing_store = ops::Missing::make;
  if (const auto who = options.value("--as")) {
    TRY_ASSIGN(setup.actor, ops::person(*who));
  }
  ops::Context context(std::move(setup), clock);
  TRY_ASSIGN(const auto id, mission_of(context, options));
  TRY_ASSIGN(const auto site, site_of(context));
  TRY_ASSIGN(const auto mission, site.store->missions().find(id));

  engine::WorkerSetup worker_setup;
  worker_setup.takes.worker = engine::worker_name();
  worker_setup.takes.only = id;
  worker_setup.takes.kinds = {model::JobKind::task, model::JobKind::verify};
  TRY_ASSIGN(worker_setup.slots, jobs_of(options, std::max(1U, mission.policy.parallel_tasks)));
  TRY_ASSIGN(const auto policy_commit, engine::policy_commit_of(*site.repository, mission));
  TRY_ASSIGN(worker_setup.takes.checkers, engine::can_check(*site.repository, policy_commit));

  os::cancel_on_signals();
  RunRows rows(options.has("--json") && run_style() == RunRows::Style::lines ? RunRows::Style::silent : run_style(),
               terminal_of_stdout(clock));
  rows.print_line(cat("Mission ", short_id(id.text), "  ", printable(mission.title)));
  engine::Threads threads(site.home->store, clock, worker_setup.slots);
  engine::Worker worker({*site.repository, site.home->folder, *site.store, clock, threads, rows}, worker_setup);
  engine::Standing standing;
  bool asked_to_verify = false;
  const auto ran = worker.run([&](bool busy) -> Result<engine::Worker::Turn> {
    rows.draw();
    ops::leave_news(context);
    if (busy || worker.in_hand() > 0) return engine::Worker::Turn::go_on;
    TRY_ASSIGN(standing, engine::standing_of(*site.store, id, worker.takes(), clock.now()));
    if (standing.at == engine::Standing::At::going) return engine::Worker::Turn::go_on;
    // Asking for a run is asking for its verification, whatever the policy says.
    TRY_ASSIGN(const auto now, site.store->missions().find(id));
    if (!asked_to_verify && now.status == model::MissionStatus::awaiting_acceptance) {
      asked_to_verify = true;
      TRY(site.store->change().jobs().enqueue({model::JobKind::verify, cat("verify:", id.text), id, {}, {}}));
      return engine::Worker::Turn::go_on;
    }
    return engine::Worker::Turn::enough;
  });
  ops::leave_news(context);
  if (!ran) return ran.error();
  TRY_ASSIGN(standing, engine::standing_of(*site.store, id, worker.takes(), clock.now()));
  return report(context, id, standing, options, rows);
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
