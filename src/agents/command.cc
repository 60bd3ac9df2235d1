// Any program: it gets the prompt, does its work, and its exit code is all it says.
#include "agents/reader.h"
#include "agents/start.h"
#include "base/redact.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::agents {

namespace {

constexpr size_t k_plain_summary = 8'000;
constexpr size_t k_last = 300;
constexpr size_t k_longest_plain_prompt = 120'000;  // the system allows 128 KiB for one argument

std::string_view last_line(std::string_view text) { return text.substr(text.rfind('\n') + 1); }

class CommandReader final : public Reader {
 public:
  void line(std::string_view text, const OnEvent& on_event) override {
    m_tail += cat(text, "\n");
    if (m_tail.size() > 2 * k_plain_summary) m_tail.erase(0, m_tail.size() - k_plain_summary);
    on_event({Event::What::message, std::string(text)});
  }

  void aside(std::string_view text) override {
    line(text, [](const Event&) {});
  }

  Report finish(const os::Outcome& outcome) override {
    Report report;
    report.summary = redact(to_utf8(trim(m_tail)));
    if (auto ours = ended_by_us(outcome)) {
      report.end = ours->end;
      report.reason = std::move(ours->reason);
    } else if (outcome.succeeded()) {
      report.end = End::succeeded;
    } else {
      report.end = End::failed;
      const auto last = last_line(report.summary);
      report.reason = cat("it ", how_it_ended(outcome), last.empty() ? "" : ": ", excerpt(last, k_last));
    }
    return report;
  }

 private:
  std::string m_tail;
};

// One that is too long for an argument is left in a file.
Result<std::string> prompt_as_argument(const AgentRun& run) {
  if (run.prompt.size() <= k_longest_plain_prompt) return run.prompt;
  TRY(os::write_file(os::join_path(run.process.scratch, "tmp/order.md"), run.prompt));
  return std::string(
      "Your order is in the file order.md in the folder that the variable TMPDIR names. Read all of it first, then do "
      "what it says.");
}

Result<Start> start_command(const AgentRun& run) {
  Start start;
  start.prompt_by = run.agent.prompt_by;
  if (start.prompt_by == PromptBy::argument) {
    TRY_ASSIGN(auto prompt, prompt_as_argument(run));
    start.arguments.push_back(std::move(prompt));
  }
  add(start.arguments, run.agent.arguments);
  return start;
}

std::unique_ptr<Reader> command_reader(const AgentRun&, os::Dialogue*) { return std::make_unique<CommandReader>(); }

}  // namespace

constinit const Kind k_command = {
    .name = "command", .output = Kind::Output::text, .start = start_command, .reader = command_reader};

}  // namespace assay::agents
