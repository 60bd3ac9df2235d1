// A coding agent as a program: how it is started, what it says while it works, and how its end is
// understood. What differs between programs is in agents/kind.h. Exit codes are never trusted alone: most of these
// programs exit 0 after a denied tool, and some after a signal, so the adapter reads the terminal event.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/kinds.h"
#include "base/json.h"
#include "base/result.h"
#include "model/run.h"
#include "os/process/process.h"

namespace assay::agents {

enum class PromptBy { argument, input };

// Whose HOME an agent sees: an empty one, or the operator's with the files its login needs.
enum class Home { scratch, own };
std::string_view name(Home);

// An agent as configuration describes it.
struct Profile {
  std::string name;  // "claude", or what the configuration calls it
  const Kind* kind = &k_command;
  std::vector<std::string> program;    // argv before our own arguments; empty: the kind's usual program
  std::string program_file;            // where it lies on this machine; empty: nobody looked
  std::vector<std::string> arguments;  // besides our own
  std::string model;
  PromptBy prompt_by = PromptBy::argument;  // of a kind that lets configuration choose
  std::vector<std::string> environment;     // names let through: keys, endpoints
  // Tools it may use besides reading and editing in its folder, as the kind calls them: "Bash(npm *)" for
  // claude, "run_shell_command" for gemini, "bash" for opencode, a tool kind such as "execute" for acp.
  std::vector<std::string> allowed_tools;
  Home home = Home::scratch;
  std::vector<std::string> readable;  // absolute, besides the system
  std::vector<std::string> writable;  // absolute, besides the work tree
  bool sandbox_off = false;
  std::uint64_t idle_timeout_ms = 1'800'000;  // of silence
  std::optional<double> max_budget_usd;       // of one run
  std::optional<std::uint32_t> max_turns;
  std::string source;  // where it is defined: "assay.toml", a path, "built in"
};

enum class Access { read_only, work };

// A session that goes on. What it had used is subtracted from what it tells, where the kind tells sums.
struct Resume {
  std::string session;
  double cost_usd = 0;
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
};

// Assay's own MCP server, as the agent shall start it.
struct McpServer {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment;
};

// One start of an agent's program: who works, what it is asked, what it may use, and the process that does it.
struct AgentRun {
  Profile agent;
  std::string prompt;
  Access access = Access::work;
  std::optional<double> budget_usd;
  std::optional<std::uint32_t> turns;
  std::optional<Resume> resume;
  std::string branch;       // that it works on, without refs/heads/; empty: it has none
  std::string live_name;    // its events can be followed under it (engine/work/agents/live_log.h); empty: they cannot
  std::string answer_file;  // a name: what it wrote to that file in $TMPDIR is handed back
  std::optional<json::value> task;  // what it finds on its desk (agents/mailbox.h); nothing: it has none

  // Set by whoever prepares the process.
  bool is_sandboxed = false;    // it may run commands; its own sandbox, which would not work in ours, is left out
  std::string settings_folder;  // for what the agent must find in files
  std::string home;             // the folder that will be its HOME, when it is a new one; empty: the person's own
  std::optional<McpServer> mcp;

  // Its folder, clocks, sandbox, scratch, output and cancel token; the kind adds program, environment and input.
  os::Command process;
};

// What happens while it works, for progress and for the log.
struct Event {
  // note: a line that is no event of its kind, as it is.
  enum class What { message, thought, tool, tool_result, usage, warning, error, note };
  What what = What::message;
  std::string text;            // of a tool its name
  model::Usage used = {};      // of usage: what it has told so far, all of it
  std::string arguments = {};  // of a tool, in short
  std::string call = {};       // of a tool and its result: which call, when it says
  bool failed = false;         // of a result
  bool goes_on = false;        // of a message or thought: a piece that may belong to the one before it
};
std::string_view name(Event::What);

enum class End {
  succeeded,
  failed,        // it ended and says that it did not manage, or ended badly
  model_error,   // the model or its service failed
  rate_limited,  // the service asks to wait
  not_allowed,   // no login, no permission for the service
  budget,        // the money it may spend is spent
  turns,         // the number of turns is used up
  timed_out,
  idle,  // said nothing for too long
  cancelled,
  could_not_start,
  unclear,  // it ended without a word on how: not a success
};
std::string_view name(End);

struct Report {
  End end = End::unclear;
  std::string reason;   // one sentence, for everything but succeeded
  std::string summary;  // the agent's last message
  std::string session;
  double cost_usd = 0;
  bool cost_told = false;  // whether it said what it cost; codex and gemini tell tokens only
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  std::uint32_t turns = 0;
  std::vector<std::string> denied;  // tools it was not allowed to use
  std::optional<std::chrono::seconds> retry_after;
};

using OnEvent = std::function<void(const Event&)>;

// Whether it is worth telling while it happens; the rest is for whoever reads all of it.
inline bool is_progress(Event::What what) {
  return what != Event::What::thought && what != Event::What::tool_result && what != Event::What::note;
}

// Reads one agent's output, line by line as it comes, then tells how it ended.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual void line(std::string_view text, const OnEvent& on_event) = 0;
  // A line of its standard error.
  virtual void aside(std::string_view text) = 0;
  // Whether it has used what it was given (budget, turns) and is to be ended.
  virtual bool must_stop() const { return false; }
  // `outcome` is how the process ended; what the agent said of itself stands above its exit code, what
  // we did to it (timeout, cancel) above both.
  virtual Report finish(const os::Outcome& outcome) = 0;
};

// The run's process with argv, environment and standard input as its kind wants them. Writes files that the
// agent needs into the run's settings folder. `run_agent` (agents/run.h) does this and the rest.
Result<os::Command> command_for(const AgentRun& run);

}  // namespace assay::agents
