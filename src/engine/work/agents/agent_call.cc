#include "engine/work/agents/agent_call.h"

#include <algorithm>
#include <cstdlib>

#include "agents/kind.h"
#include "agents/mailbox.h"
#include "agents/run.h"
#include "base/hash.h"
#include "base/redact.h"
#include "base/text.h"
#include "engine/evidence.h"
#include "engine/log_file.h"
#include "engine/sandbox_policy.h"
#include "engine/work/agents/live_log.h"
#include "os/files.h"
#include "os/process/process.h"
#include "os/programs.h"
#include "store/tasks.h"

namespace assay::engine {

namespace {

using agents::AgentRun;
using Steady = std::chrono::steady_clock;

constexpr std::uint64_t k_log_limit = std::uint64_t{64} << 20;
constexpr std::uint64_t k_agent_output_most = std::uint64_t{512} << 20;
constexpr std::uint64_t k_answer_limit = std::uint64_t{4} << 20;
constexpr std::chrono::seconds k_trial_time{30};

// Tells of progress, not of every event: a flood of them must cost nobody else.
class ProgressReporter {
 public:
  ProgressReporter(const WorkContext& context, const AgentRun& run)
      : m_context(context), m_live(context.folder, run.live_name), m_plain(!run.agent.kind->has_events()) {}

  void hear(const agents::Event& event) {
    if (event.what == agents::Event::What::usage) {
      if (m_context.used) m_context.used(event.used);
      return;
    }
    m_live.transcribe(m_plain ? agents::Event{agents::Event::What::note, event.text} : event);
    if (!agents::is_progress(event.what)) return;
    const auto told = event.arguments.empty() ? event.text : cat(event.text, ": ", event.arguments);
    m_live.add(told);
    if (!m_context.heard || trim(event.text).empty()) return;
    const auto now = Steady::now();
    if (m_told && now - *m_told < m_context.heard_every) return;
    m_told = now;
    report(told);
  }

  // What the agent wanted to be known is told whenever it comes.
  void report(std::string_view text) {
    if (!m_context.heard) return;
    const auto first = trim(text);
    m_context.heard(redact(to_utf8(excerpt(first.substr(0, first.find('\n')), 200))));
  }

 private:
  const WorkContext& m_context;
  LiveLog m_live;
  bool m_plain;  // it has no events: what it prints is all there is
  std::optional<Steady::time_point> m_told;
};

// A program found by a link, or that lies outside of the PATH's folders, must be readable where it
// really is; of an npm package, all that is installed beside it.
void show_program(const std::string& program, os::Sandbox& sandbox) {
  sandbox.readable.push_back(program);
  const auto real = os::real_path(program);
  if (!real) return;
  constexpr std::string_view k_modules = "/node_modules/";
  const size_t modules = real->find(k_modules);
  sandbox.readable.push_back(modules == std::string::npos ? *real : real->substr(0, modules + k_modules.size() - 1));
}

// Our own program, for the agent to talk with; only where that is what runs: tests link us into theirs.
std::optional<std::string> program_for_desk() {
  auto program = os::own_program();
  return program && os::file_name(*program) == "assay" ? program : std::nullopt;
}

std::string desk_of(const std::string& scratch) { return os::join_path(scratch, "desk"); }

Result<os::Sandbox> sandbox_of(const AgentRun& run) {
  const auto& agent = run.agent;
  SandboxRequest wish;
  wish.network = os::Sandbox::Network::host;  // its model is there
  wish.readable = agent.readable;
  wish.writable = agent.writable;
  if (agent.sandbox_off) wish.level = os::Sandbox::Level::off;
  const char* home = std::getenv("HOME");
  if (agent.home == agents::Home::own && home != nullptr) {
    for (const auto name : agent.kind->login_files) {
      auto path = os::join_path(home, name);
      if (os::exists(path)) wish.writable.push_back(std::move(path));
    }
  }
  TRY_ASSIGN(auto sandbox, sandbox_for(run.process.folder, wish));
  show_program(agent.program_file, sandbox);
  sandbox.readable.push_back(run.settings_folder);
  if (run.mcp) {
    sandbox.readable.push_back(run.mcp->argv.front());
    sandbox.writable.push_back(desk_of(run.process.scratch));
  }
  if (run.access == agents::Access::read_only) {
    sandbox.readable.push_back(sandbox.writable.front());
    sandbox.writable.erase(sandbox.writable.begin());
  }
  return sandbox;
}

std::string printable_prompt(const std::string& prompt) {
  std::string out = to_utf8(prompt);
  std::replace(out.begin(), out.end(), '\0', ' ');
  return out;
}

template <class Number>
std::optional<Number> least(std::optional<Number> a, std::optional<Number> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

// What follows from the profile and from the folder that is the agent's for this run.
Result<void> prepare(const os::CancelToken* cancel, const std::string& scratch, AgentRun& run) {
  const auto& agent = run.agent;
  for (const auto* name : {"home", "tmp", "order"}) TRY(os::make_folders(os::join_path(scratch, name)));
  run.prompt = printable_prompt(run.prompt);
  run.budget_usd = least(run.budget_usd, agent.max_budget_usd);
  run.turns = least(run.turns, agent.max_turns);
  run.is_sandboxed = !agent.sandbox_off;
  run.settings_folder = os::join_path(scratch, "order");
  auto& process = run.process;
  const char* home = std::getenv("HOME");
  if (agent.home == agents::Home::scratch) {
    run.home = os::join_path(scratch, "home");
  } else if (home != nullptr) {
    process.environment_changes.push_back(cat("HOME=", home));
  }
  const auto program = program_for_desk();
  if (run.task && program) {
    TRY(agents::AgentMailbox(desk_of(scratch)).lay(*run.task));
    run.mcp = agents::McpServer{{*program, "mcp", "--desk", desk_of(scratch)}, {}};
  }
  process.scratch = scratch;
  process.idle_timeout = std::chrono::milliseconds(agent.idle_timeout_ms);
  process.output.file = os::join_path(scratch, "output.raw");
  process.output.when = os::OutputOptions::File::outlives_us;
  process.output.file_limit = k_log_limit;
  process.output_limit = k_agent_output_most;
  process.cancel = cancel;
  TRY_ASSIGN(process.sandbox, sandbox_of(run));
  return {};
}

// What it wrote to standard error stands behind its events.
Result<std::string> keep_log(const WorkContext& context, const os::Command& process, const std::string& errors) {
  const auto& raw = process.output.file;
  const auto& scratch = process.scratch;
  if (!os::exists(raw)) return std::string();
  const auto path = os::join_path(scratch, "output.log");
  {
    TRY_ASSIGN(auto log, LogFile::open(path));
    TRY(log.add_redacted(raw));
    if (!errors.empty()) {
      const auto aside = os::join_path(scratch, "errors.raw");
      TRY(os::write_file(aside, errors));
      TRY(log.add_redacted(aside));
    }
    if (log.lines() == 0) TRY(log.end_line());
  }
  const Evidence evidence(os::join_path(context.folder, "evidence"));
  return evidence.keep_file(path);
}

Error keep_store(const WatchedPlace& place, const AgentRun& run, const OutsideChanges& trespass) {
  const auto why = cat("while the agent ", run.agent.name, " ran without a sandbox: ", join(trespass.charged(), " "));
  return keep_lost_store(place, why, [&](store::Store& kept) {
    if (run.live_name.empty()) return;
    (void)kept.change().tasks().move({model::TaskId(run.live_name), model::Move::fail, why, {}});
  });
}

// How a run went that changed what is not its own: failed, whatever the agent says.
void charge(AgentAnswer& answer) {
  if (answer.trespass.lines.empty()) return;
  answer.report.end = agents::End::failed;
  answer.report.reason =
      cat("It ran without a sandbox and changed what is not its own: ", join(answer.trespass.lines, " "));
}

}  // namespace

Result<AgentAnswer> call_agent(const WorkContext& context, AgentRun run) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-agent"));
  TRY(prepare(context.cancel, scratch.path(), run));
  const auto& agent = run.agent;
  if (context.starting) {
    TRY_ASSIGN(auto kept, context.starting(agent.name, agent.kind->name));
    if (!kept.empty()) run.process.output.file = std::move(kept);
  }
  const WatchedPlace place{context.repository, context.folder, &context.store, context.clock};
  std::optional<Surroundings> before;
  if (agent.sandbox_off) {
    Surroundings::Own own;
    own.who = "the agent";
    own.branch = run.branch;
    own.folder = run.process.folder;
    own.has_identity = agent.home == agents::Home::own;
    TRY_ASSIGN(before, Surroundings::read(place, std::move(own)));
  }
  ProgressReporter reporter(context, run);
  AgentAnswer answer;
  agents::AgentMailbox desk(desk_of(scratch.path()));
  const auto look_at_desk = [&] {
    if (!run.mcp) return;
    for (auto& said : desk.hear()) {
      if (said.what == agents::AgentMessage::What::progress) reporter.report(said.text);
      if (said.what == agents::AgentMessage::What::question) answer.questions.push_back(std::move(said.text));
    }
  };
  TRY_ASSIGN(auto ran, agents::run_agent(run, [&](const agents::Event& event) {
               reporter.hear(event);
               if (event.what == agents::Event::What::tool) look_at_desk();
             }));
  look_at_desk();

  answer.report = std::move(ran.report);
  answer.report.summary = redact(to_utf8(answer.report.summary));
  answer.duration = ran.outcome.duration;
  answer.sandbox = os::name_of(run.process.sandbox->level);
  if (before) {
    answer.trespass = before->changes(place);
    if (answer.trespass.store_is_lost) return keep_store(place, run, answer.trespass);
    answer.trespass.lines = answer.trespass.charged();
    for (auto& line : answer.trespass.settings) answer.trespass.lines.push_back(std::move(line));
    charge(answer);
  }
  if (ran.outcome.output_bytes > 0 || !ran.errors.empty()) {
    TRY_ASSIGN(answer.log, keep_log(context, run.process, ran.errors));
  }
  if (!run.answer_file.empty()) {
    const auto path = os::join_path(scratch.path(), cat("tmp/", run.answer_file));
    auto text = os::is_link(path) ? Result<std::string>(not_found(path)) : os::read_file(path, k_answer_limit);
    if (text) answer.file = std::move(*text);
  }
  return answer;
}

Result<AgentAnswer> call_agent_again(const WorkContext& context, const AgentRun& run) {
  constexpr int k_service_tries = 3;
  TRY_ASSIGN(auto answer, call_agent(context, run));
  for (int tries = 1; tries < k_service_tries && answer.report.end == agents::End::model_error; ++tries) {
    TRY_ASSIGN(auto again, call_agent(context, run));
    again.add_use_of(answer);
    answer = std::move(again);
  }
  return answer;
}

void AgentAnswer::add_use_of(const AgentAnswer& before) {
  report.cost_usd += before.report.cost_usd;
  report.input_tokens += before.report.input_tokens;
  report.output_tokens += before.report.output_tokens;
  report.turns += before.report.turns;
  duration += before.duration;
}

Result<AgentTrial> try_agent(const agents::Profile& profile) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-agent"));
  AgentRun run;
  run.agent = profile;
  run.process.folder = os::join_path(scratch.path(), "work");
  TRY(os::make_folders(run.process.folder));
  TRY(prepare(nullptr, os::join_path(scratch.path(), "run"), run));
  TRY_ASSIGN(auto command, agents::command_for(run));
  command.argv = {profile.program_file, "--version"};
  command.timeout = k_trial_time;
  command.idle_timeout = {};
  command.output = {};
  TRY_ASSIGN(const auto ended, os::capture(command, 64 << 10));
  AgentTrial out;
  out.sandbox = os::name_of(run.process.sandbox->level);
  const auto text = trim(ended.output);
  const auto first = to_utf8(excerpt(text.substr(0, text.find('\n')), 200));
  out.starts = ended.outcome.ended == os::Ended::exited && ended.outcome.exit_code == 0;
  if (out.starts)
    out.said = first;
  else
    out.said = cat(ended.outcome.start_error.empty() ? os::describe(ended.outcome) : ended.outcome.start_error,
                   first.empty() ? "" : ": ", first);
  return out;
}

}  // namespace assay::engine
