#include "engine/work/agent_call.h"

#include <algorithm>
#include <cstdlib>

#include "agents/desk.h"
#include "agents/kind.h"
#include "agents/run.h"
#include "base/hash.h"
#include "base/redact.h"
#include "base/text.h"
#include "engine/evidence.h"
#include "engine/log_file.h"
#include "engine/sandbox_policy.h"
#include "engine/work/live_log.h"
#include "os/files.h"
#include "os/process.h"
#include "os/programs.h"

namespace assay::engine {

namespace {

using Steady = std::chrono::steady_clock;

constexpr size_t k_longest_argument = 120'000;  // the system allows 128 KiB for one
constexpr std::uint64_t k_log_limit = std::uint64_t{64} << 20;
constexpr std::uint64_t k_agent_output_most = std::uint64_t{512} << 20;
constexpr std::uint64_t k_answer_limit = std::uint64_t{4} << 20;

// Tells of progress, not of every event: a flood of them must cost nobody else.
class Teller {
 public:
  Teller(const RunContext& context, const AgentCall& call)
      : m_context(context),
        m_live(context.folder, call.live),
        m_plain(!call.agent.profile.profile.kind->has_events()) {}

  void hear(const agents::Event& event) {
    if (event.what == agents::Event::What::usage) {
      if (m_context.used) m_context.used(event.used);
      return;
    }
    m_live.transcribe(m_plain ? agents::Event{agents::Event::What::note, event.text} : event);
    if (!agents::is_progress(event.what)) return;
    ++m_events;
    const auto told = event.arguments.empty() ? event.text : cat(event.text, ": ", event.arguments);
    m_live.add(told);
    if (!m_context.progress || trim(event.text).empty()) return;
    const auto now = Steady::now();
    if (m_told && now - *m_told < m_context.progress_every) return;
    m_told = now;
    tell(told);
  }

  // What the agent wanted to be known is told whenever it comes.
  void tell(std::string_view text) {
    if (!m_context.progress) return;
    const auto first = trim(text);
    m_context.progress({redact(to_utf8(excerpt(first.substr(0, first.find('\n')), 200))), m_events});
  }

 private:
  const RunContext& m_context;
  LiveLog m_live;
  bool m_plain;  // it has no events: what it prints is all there is
  std::optional<Steady::time_point> m_told;
  std::uint64_t m_events = 0;
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

Result<os::Sandbox> walls_for(const AgentCall& call, const std::string& scratch, const agents::Order& order) {
  const auto& profile = call.agent.profile;
  SandboxWish wish;
  wish.network = os::Sandbox::Network::host;  // its model is there
  wish.readable = profile.readable;
  wish.writable = profile.writable;
  if (profile.sandbox_off) wish.level = os::Sandbox::Level::off;
  const char* home = std::getenv("HOME");
  if (profile.home == AgentHome::own && home != nullptr) {
    for (const auto name : profile.profile.kind->login_files) {
      auto path = os::join_path(home, name);
      if (os::exists(path)) wish.writable.push_back(std::move(path));
    }
  }
  TRY_ASSIGN(auto sandbox, sandbox_for(call.folder, wish));
  show_program(call.agent.program, sandbox);
  sandbox.readable.push_back(order.scratch);
  if (order.mcp) {
    sandbox.readable.push_back(order.mcp->argv.front());
    sandbox.writable.push_back(desk_of(scratch));
  }
  if (call.access == agents::Access::read_only) {
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

// An order that is too long to be an argument is left in a file.
Result<std::string> prompt_for(const AgentCall& call, const std::string& scratch) {
  auto prompt = printable_prompt(call.prompt);
  const auto& profile = call.agent.profile.profile;
  const bool by_argument = !profile.kind->has_events() && profile.prompt_by == agents::PromptBy::argument;
  if (!by_argument || prompt.size() <= k_longest_argument) return prompt;
  TRY(os::write_file(os::join_path(scratch, "tmp/order.md"), prompt));
  return std::string(
      "Your order is in the file order.md in the folder that the variable TMPDIR names. Read all of it first, then do "
      "what it says.");
}

std::optional<double> least(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::optional<std::uint32_t> least(std::optional<std::uint32_t> a, std::optional<std::uint32_t> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

Result<agents::Order> order_of(const AgentCall& call, const std::string& scratch) {
  agents::Order order;
  TRY_ASSIGN(order.prompt, prompt_for(call, scratch));
  order.folder = call.folder;
  order.access = call.access;
  order.walls = call.agent.profile.sandbox_off ? agents::Walls::none : agents::Walls::ours;
  order.budget_usd = least(call.budget_usd, call.agent.profile.max_budget_usd);
  order.turns = least(call.turns, call.agent.profile.max_turns);
  order.scratch = os::join_path(scratch, "order");
  if (call.agent.profile.home == AgentHome::scratch) order.home = os::join_path(scratch, "home");
  TRY(os::make_folders(order.scratch));
  const auto program = program_for_desk();
  if (call.task && program) {
    TRY(agents::Desk(desk_of(scratch)).lay(*call.task));
    order.mcp = agents::McpServer{{*program, "mcp", "--desk", desk_of(scratch)}, {}};
  }
  return order;
}

void adjust(os::Command& command, const RunContext& context, const AgentCall& call, const std::string& scratch,
            const std::string& output) {
  command.scratch = scratch;
  const char* home = std::getenv("HOME");
  if (call.agent.profile.home == AgentHome::own && home != nullptr) {
    command.environment_changes.push_back(cat("HOME=", home));
  }
  command.timeout = call.timeout;
  command.idle_timeout = std::chrono::milliseconds(call.agent.profile.idle_timeout_ms);
  command.output.file = output;
  command.output.when = os::OutputOrders::File::outlives_us;
  command.output.file_limit = k_log_limit;
  command.output_limit = k_agent_output_most;
  command.cancel = context.cancel;
}

// What it wrote to standard error stands behind its events.
Result<std::string> keep_log(const RunContext& context, const std::string& scratch, const std::string& raw,
                             const std::string& errors) {
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

// The store's file has lost its name; this process still has it open.
Error keep_store(const RunContext& context, const AgentCall& call, const Trespass& trespass) {
  const auto place = os::join_path(context.folder, "assay.db");
  const auto copy = cat(place, ".kept-", random_name(8));
  const auto why =
      cat("while the agent ", call.agent.profile.profile.name, " ran without a sandbox: ", join(trespass.lines, " "));
  if (const auto kept = context.store.copy_to(copy); !kept) {
    return corrupt(cat(why, " A copy could not be kept either: ", kept.error().message));
  }
  auto store = store::Store::open(copy, context.clock);
  if (store && !call.live.empty()) {
    (void)(*store)->move_task({model::TaskId(call.live), model::Move::fail, why, {}}, "assay");
  }
  return corrupt(cat(why, " All that it held is kept in ", copy, ". To put it back: rm -f '", place, "-wal' '", place,
                     "-shm' && mv '", copy, "' '", place, "'"));
}

// How a run went that changed what is not its own: failed, whatever the agent says.
void charge(AgentAnswer& answer) {
  if (answer.trespass.lines.empty()) return;
  answer.report.end = agents::End::failed;
  answer.report.reason =
      cat("It ran without a sandbox and changed what is not its own: ", join(answer.trespass.lines, " "));
}

}  // namespace

Result<AgentAnswer> call_agent(const RunContext& context, const AgentCall& call) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-agent"));
  for (const auto* name : {"home", "tmp"}) TRY(os::make_folders(os::join_path(scratch.path(), name)));
  TRY_ASSIGN(const auto order, order_of(call, scratch.path()));
  TRY_ASSIGN(const auto sandbox, walls_for(call, scratch.path(), order));
  auto profile = call.agent.profile.profile;
  if (profile.program.empty()) profile.program = {call.agent.program};
  auto output = os::join_path(scratch.path(), "output.raw");
  if (context.starting) {
    TRY_ASSIGN(auto kept, context.starting(profile.name, profile.kind->name));
    if (!kept.empty()) output = std::move(kept);
  }
  std::optional<Surroundings> before;
  if (call.agent.profile.sandbox_off) {
    TRY_ASSIGN(before,
               Surroundings::look(context, {call.branch, call.folder, call.agent.profile.home == AgentHome::own}));
  }
  Teller teller(context, call);
  AgentAnswer answer;
  agents::Desk desk(desk_of(scratch.path()));
  const auto look_at_desk = [&] {
    if (!order.mcp) return;
    for (auto& said : desk.hear()) {
      if (said.what == agents::Said::What::progress) teller.tell(said.text);
      if (said.what == agents::Said::What::question) answer.questions.push_back(std::move(said.text));
    }
  };
  TRY_ASSIGN(auto ran, agents::run(
                           profile, order,
                           [&](os::Command& command) {
                             command.sandbox = sandbox;
                             adjust(command, context, call, scratch.path(), output);
                           },
                           [&](const agents::Event& event) {
                             teller.hear(event);
                             if (event.what == agents::Event::What::tool) look_at_desk();
                           }));
  look_at_desk();

  answer.report = std::move(ran.report);
  answer.report.summary = redact(to_utf8(answer.report.summary));
  answer.duration = ran.outcome.duration;
  answer.sandbox = os::name_of(sandbox.level);
  if (before) {
    answer.trespass = before->changes(context);
    if (answer.trespass.store_is_lost) return keep_store(context, call, answer.trespass);
    charge(answer);
  }
  if (ran.outcome.output_bytes > 0 || !ran.errors.empty()) {
    TRY_ASSIGN(answer.log, keep_log(context, scratch.path(), output, ran.errors));
  }
  if (!call.answer_file.empty()) {
    const auto path = os::join_path(scratch.path(), cat("tmp/", call.answer_file));
    auto text = os::is_link(path) ? Result<std::string>(not_found(path)) : os::read_file(path, k_answer_limit);
    if (text) answer.file = std::move(*text);
  }
  return answer;
}

}  // namespace assay::engine
