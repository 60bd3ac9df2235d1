#include "engine/agent_call.h"

#include <algorithm>
#include <cstdlib>

#include "base/redact.h"
#include "base/text.h"
#include "engine/evidence.h"
#include "engine/log_file.h"
#include "engine/sandbox_policy.h"
#include "os/files.h"
#include "os/process.h"

namespace assay::engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t k_longest_argument = 120'000;  // the system allows 128 KiB for one
constexpr size_t k_longest_line = size_t{4} << 20;
constexpr std::uint64_t k_log_limit = std::uint64_t{64} << 20;
constexpr std::uint64_t k_output_most = std::uint64_t{512} << 20;
constexpr std::uint64_t k_answer_limit = std::uint64_t{4} << 20;

// Output comes in pieces of any size; readers want lines. One that is too long is cut.
class LineCutter {
 public:
  template <class OnLine>
  void feed(std::string_view chunk, const OnLine& on_line) {
    while (!chunk.empty()) {
      const size_t end = chunk.find('\n');
      const auto part = chunk.substr(0, end);
      m_line.append(part.substr(0, k_longest_line - std::min(k_longest_line, m_line.size())));
      if (end == std::string_view::npos) return;
      on_line(m_line);
      m_line.clear();
      chunk.remove_prefix(end + 1);
    }
  }
  template <class OnLine>
  void finish(const OnLine& on_line) {
    if (!m_line.empty()) on_line(m_line);
  }

 private:
  std::string m_line;
};

// Tells of progress, not of every event: a flood of them must cost nobody else.
class Teller {
 public:
  explicit Teller(const RunContext& context) : m_context(context) {}

  void hear(const agents::Event& event) {
    ++m_events;
    if (!m_context.progress || trim(event.text).empty()) return;
    const auto now = Clock::now();
    if (m_told && now - *m_told < m_context.progress_every) return;
    m_told = now;
    const auto first = trim(event.text);
    m_context.progress({redact(to_utf8(excerpt(first.substr(0, first.find('\n')), 200))), m_events});
  }

 private:
  const RunContext& m_context;
  std::optional<Clock::time_point> m_told;
  std::uint64_t m_events = 0;
};

// Where each kind keeps its login and its sessions.
std::vector<std::string> login_files(agents::Kind kind) {
  switch (kind) {
    case agents::Kind::claude: return {".claude", ".claude.json"};
    case agents::Kind::codex: return {".codex"};
    case agents::Kind::gemini: return {".gemini"};
    case agents::Kind::opencode:
      return {".config/opencode", ".local/share/opencode", ".local/state/opencode", ".cache/opencode"};
    default: break;
  }
  return {};
}

// A program found by a link, or that lies outside of the PATH's folders, must be readable where it
// really is; of an npm package, all that is installed beside it.
void show_program(const std::string& program, SandboxWish& wish) {
  wish.readable.push_back(program);
  const auto real = os::real_path(program);
  if (!real) return;
  constexpr std::string_view k_modules = "/node_modules/";
  const size_t modules = real->find(k_modules);
  wish.readable.push_back(modules == std::string::npos ? *real : real->substr(0, modules + k_modules.size() - 1));
}

Result<os::Sandbox> walls_for(const AgentCall& call) {
  const auto& profile = call.agent.profile;
  SandboxWish wish;
  wish.network = os::Sandbox::Network::host;  // its model is there
  wish.readable = profile.readable;
  wish.writable = profile.writable;
  if (profile.sandbox_off) wish.level = os::Sandbox::Level::off;
  show_program(call.agent.program, wish);
  const char* home = std::getenv("HOME");
  if (profile.home == AgentHome::own && home != nullptr) {
    for (const auto& name : login_files(profile.profile.kind)) {
      auto path = os::join_path(home, name);
      if (os::exists(path)) wish.writable.push_back(std::move(path));
    }
  }
  TRY_ASSIGN(auto sandbox, sandbox_for(call.folder, wish));
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
  const bool by_input = profile.kind == agents::Kind::command && profile.prompt_by == agents::PromptBy::input;
  if (by_input || prompt.size() <= k_longest_argument) return prompt;
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

Result<os::Command> command_of(const RunContext& context, const AgentCall& call, const std::string& scratch) {
  agents::Order order;
  TRY_ASSIGN(order.prompt, prompt_for(call, scratch));
  order.folder = call.folder;
  order.access = call.access;
  order.budget_usd = least(call.budget_usd, call.agent.profile.max_budget_usd);
  order.turns = least(call.turns, call.agent.profile.max_turns);
  order.scratch = os::join_path(scratch, "order");
  TRY(os::make_folders(order.scratch));
  auto profile = call.agent.profile.profile;
  if (profile.program.empty()) profile.program = {call.agent.program};
  TRY_ASSIGN(auto command, agents::command_for(profile, order));
  TRY_ASSIGN(command.sandbox, walls_for(call));
  command.scratch = scratch;
  const char* home = std::getenv("HOME");
  if (call.agent.profile.home == AgentHome::own && home != nullptr) {
    command.environment_changes.push_back(cat("HOME=", home));
  }
  command.timeout = call.timeout;
  command.idle_timeout = std::chrono::milliseconds(call.agent.profile.idle_timeout_ms);
  command.output.file = os::join_path(scratch, "output.raw");
  command.output.file_limit = k_log_limit;
  command.output_limit = k_output_most;
  command.cancel = context.cancel;
  return command;
}

Result<std::string> keep_log(const RunContext& context, const std::string& scratch) {
  const auto raw = os::join_path(scratch, "output.raw");
  if (!os::exists(raw)) return std::string();
  const auto path = os::join_path(scratch, "output.log");
  {
    TRY_ASSIGN(auto log, LogFile::open(path));
    TRY(log.add_redacted(raw));
    if (log.lines() == 0) TRY(log.end_line());
  }
  const Evidence evidence(os::join_path(context.folder, "evidence"));
  return evidence.keep_file(path);
}

}  // namespace

Result<AgentAnswer> call_agent(const RunContext& context, const AgentCall& call) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-agent"));
  for (const auto* name : {"home", "tmp"}) TRY(os::make_folders(os::join_path(scratch.path(), name)));
  TRY_ASSIGN(const auto command, command_of(context, call, scratch.path()));
  if (context.starting) TRY(context.starting(call.agent.profile.profile.name));

  const auto reader = agents::reader_for(call.agent.profile.profile.kind);
  Teller teller(context);
  LineCutter lines;
  const auto on_line = [&](std::string_view line) {
    reader->line(line, [&](const agents::Event& event) { teller.hear(event); });
  };
  TRY_ASSIGN(const auto outcome, os::run(command, [&](std::string_view chunk) { lines.feed(chunk, on_line); }));
  lines.finish(on_line);

  AgentAnswer answer;
  answer.report = reader->finish(outcome);
  answer.report.summary = redact(to_utf8(answer.report.summary));
  answer.duration = outcome.duration;
  answer.sandbox = os::name_of(command.sandbox->level);
  if (outcome.output_bytes > 0) {
    TRY_ASSIGN(answer.log, keep_log(context, scratch.path()));
  }
  if (!call.answer_file.empty()) {
    const auto path = os::join_path(scratch.path(), cat("tmp/", call.answer_file));
    auto text = os::is_link(path) ? Result<std::string>(not_found(path)) : os::read_file(path, k_answer_limit);
    if (text) answer.file = std::move(*text);
  }
  return answer;
}

}  // namespace assay::engine
