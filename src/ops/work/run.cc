#include "ops/work/run.h"

#include "base/printable.h"
#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/work/agents/can_check.h"
#include "ops/missions/missions.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/runs.h"

namespace assay::ops {

namespace {

constexpr std::uint64_t k_jobs_most = 256;

using engine::Standing;
using engine::Worker;

// For whoever only hears lines.
class Lines final : public engine::WorkerEvents {
 public:
  explicit Lines(const std::function<void(std::string_view)>& say) : m_say(say) {}
  void started(const store::Claim& claim) override { say(claim, "started"); }
  void stalled(const store::Claim& claim) override { say(claim, "says nothing any more"); }
  void finished(const store::Claim& claim, const store::JobFinish&) override { say(claim, "ended"); }
  void failed(const store::Claim& claim, const Error& error) override { say(claim, error.message); }

 private:
  void say(const store::Claim& claim, std::string_view what) const {
    if (m_say) m_say(cat(claim.task ? claim.task->name : claim.job.name, ": ", what));
  }
  const std::function<void(std::string_view)>& m_say;
};

// Another mode is recorded as `mission edit` records it.
Result<void> set_mode(Context& context, store::Store& store, const model::Mission& mission,
                      std::optional<model::Mode> mode) {
  if (!mode || *mode == mission.policy.mode) return {};
  auto policy = mission.policy;
  policy.mode = *mode;
  TRY_ASSIGN(const auto who, context.actor());
  return store.change(who).missions().set_policy(mission.id, policy);
}

bool is_cancelled(const Context& context) { return context.cancel() != nullptr && context.cancel()->is_cancelled(); }

// Works until nothing goes on by itself, or whoever asked does not wait any more.
class Run {
 public:
  Run(Context& context, store::Store& store, const model::MissionId& id, const RunWatch& watch)
      : m_context(context), m_store(store), m_id(id), m_watch(watch) {}

  Result<Standing> work(const engine::Home& home, const git::Repository& repository, const engine::WorkerSetup& setup) {
    engine::Threads threads(home.store, m_context.clock(), setup.slots);
    Worker worker({repository, home.folder, m_store, m_context.clock(), threads, m_watch.events}, setup);
    const auto ran = worker.run([&](bool busy) { return turn(worker, busy); });
    if (m_watch.turn) m_watch.turn();
    if (!ran) return ran.error();
    return standing(worker);
  }

 private:
  Result<Standing> standing(const Worker& worker) {
    return engine::standing_of(m_store, m_id, worker.takes(), m_context.clock().now());
  }

  Result<Worker::Turn> turn(const Worker& worker, bool busy) {
    if (m_watch.turn) m_watch.turn();
    if (is_cancelled(m_context)) return Worker::Turn::enough;
    if (busy || worker.in_hand() > 0) return Worker::Turn::go_on;
    TRY_ASSIGN(const auto now, standing(worker));
    if (now.at == Standing::At::going) return Worker::Turn::go_on;
    // Asking for a run is asking for its verification, whatever the policy says.
    TRY_ASSIGN(const auto mission, m_store.missions().find(m_id));
    if (m_asked_to_verify || mission.status != model::MissionStatus::awaiting_acceptance) return Worker::Turn::enough;
    m_asked_to_verify = true;
    TRY(m_store.change().jobs().enqueue({model::JobKind::verify, cat("verify:", m_id.text), m_id, {}, {}}));
    return Worker::Turn::go_on;
  }

  Context& m_context;
  store::Store& m_store;
  const model::MissionId& m_id;
  const RunWatch& m_watch;
  bool m_asked_to_verify = false;
};

Result<MissionRunDocument> document_of(const store::Store& store, const model::MissionId& id, Standing standing) {
  MissionRunDocument out;
  TRY_ASSIGN(out.mission, mission_document(store, id.text));
  TRY_ASSIGN(out.spent.spent, store.runs().spent(id));
  TRY_ASSIGN(out.needs, needs_of(store, out.mission.mission));
  out.standing = std::move(standing);
  return out;
}

}  // namespace

void RunMission::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(flag("mode", "how much goes on without you, from now on"), mode);
  f.field({.name = "jobs",
           .help = "agents at the same time; default: what the mission's policy allows",
           .value = "N",
           .least = 1,
           .most = k_jobs_most},
          jobs);
}

void MissionRunDocument::fields(Fields& f) {
  mission.fields(f);
  bool reached = standing.at == Standing::At::reached;
  f.field(item("reached", "ready to land, or further"), reached);
  f.field(item("why", "what it waits for, a sentence each; empty: it was stopped, or nothing"), standing.why);
  f.field(item("needs", "the next steps of a person"), needs);
  f.field(item("spent"), spent);
}

Ending MissionRunDocument::ending() const {
  return standing.at == Standing::At::reached ? Ending::done : Ending::gate_failed;
}

std::string present(const MissionRunDocument& answer, const Terminal& terminal) {
  const auto& mission = answer.mission.mission;
  const auto& standing = answer.standing;
  std::string out = terminal.headline("", mission.id.text, mission.title, word_of(mission), colour_of(mission.status));
  if (const auto words = spent_words(answer.spent.spent); !words.empty()) out += cat("  ", words, "\n");
  for (const auto& line : standing.why) out += cat(terminal.paint(Colour::yellow, "  ! "), printable(line), "\n");
  if (standing.at == Standing::At::going)
    out += cat("  stopped; what was done is kept. Go on with: assay run ", short_id(mission.id.text), "\n");
  if (standing.at != Standing::At::reached) return out;
  for (const auto& need : answer.needs) out += cat("  ", need.what, ". Next: ", need.command, "\n");
  if (mission.story == model::StoryState::shippable)
    out += cat("  or, to deploy it as well: assay ship ", short_id(mission.id.text), "\n");
  return out;
}

Result<MissionRunDocument> run_watched(Context& context, const RunMission::Request& request, const RunWatch& watch) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission.value_or("")));
  TRY_ASSIGN(const auto before, store->missions().find(id));
  TRY(set_mode(context, *store, before, request.mode));
  TRY_ASSIGN(const auto mission, store->missions().find(id));

  engine::WorkerSetup setup;
  setup.takes.worker = engine::worker_name();
  setup.takes.only = id;
  setup.takes.kinds = {model::JobKind::task, model::JobKind::verify};
  setup.slots = static_cast<std::uint32_t>(request.jobs.value_or(std::max(1U, mission.policy.parallel_tasks)));
  TRY_ASSIGN(const auto policy_commit, engine::policy_commit_of(*repository, mission));
  TRY_ASSIGN(setup.takes.checkers, engine::can_check(*repository, policy_commit));
  if (watch.begins) watch.begins(mission);
  TRY_ASSIGN(auto standing, Run(context, *store, id, watch).work(*home, *repository, setup));
  return document_of(*store, id, std::move(standing));
}

Result<RunMission::Response> RunMission::run(Context& context, const Request& request) {
  Lines lines(context.progress());
  return run_watched(context, request, {lines});
}

constinit const NamedSchema MissionRunDocument::k_schema =
    named_schema<MissionRunDocument>("run", "A mission that agents worked on, and what it waits for");

constinit const Operation k_run_operation = waits<RunMission>(
    {"run", "let agents do a mission, up to where it is ready to land or needs you",
     "Runs the tasks of a mission in their order, each in a work tree of its own, lets another agent check each,\n"
     "and verifies the whole. A wish in quotes opens a new mission first. Ctrl-C ends the agents and keeps what\n"
     "was done; `run` goes on from there. Other commands work beside it. See docs/work.md.\n\n"
     "Exit status: 0 ready to land, 1 it needs a person, 2 it could not run.",
     "  {} run \"Add a dark mode to the settings page\"\n  {} run\n  {} run k3f7 --jobs 4\n"
     "  {} run k3f7 --mode autopilot\n  {} run \"Split the parser\" --plan plan.toml --mode autopilot\n",
     "POST", "/api/missions/{mission}/run"});

}  // namespace assay::ops
