#include "agents/run.h"

#include <csignal>

#include "agents/kind.h"
#include "agents/lines.h"
#include "os/files.h"

namespace assay::agents {

namespace {

constexpr size_t k_errors = 64 << 10;

}  // namespace

Result<Ran> run_agent(const AgentRun& run, const OnEvent& on_event) {
  TRY_ASSIGN(auto command, command_for(run));
  const auto& kind = *run.agent.kind;
  os::Dialogue dialogue(kind.output == Kind::Output::dialogue ? os::Dialogue::Input::open : os::Dialogue::Input::none);
  command.dialogue = &dialogue;
  const auto reader = kind.reader(run, &dialogue);
  Lines lines;
  Lines asides;
  const auto on_line = [&](std::string_view line) { reader->line(line, on_event); };
  const auto on_aside = [&](std::string_view line) { reader->aside(line); };
  std::string errors;
  // Standard error is no part of the events: a warning without a line end would spoil the one behind it. Where there
  // are no events, it belongs to what the program says.
  if (kind.has_events()) {
    command.on_errors = [&](std::string_view chunk) {
      asides.take(chunk, on_aside);
      errors += chunk;
      if (errors.size() > 2 * k_errors) errors.erase(0, errors.size() - k_errors);
    };
  }
  TRY_ASSIGN(auto outcome, os::run(command, [&](std::string_view chunk) {
               lines.take(chunk, on_line);
               if (reader->must_stop()) dialogue.stop();
             }));
  lines.finish(on_line);
  asides.finish(on_aside);
  auto report = reader->finish(outcome);
  return Ran{std::move(report), std::move(outcome), std::move(errors)};
}

Result<Report> reread(const Kind& kind, const std::string& file) {
  constexpr std::uint64_t k_most = std::uint64_t{128} << 20;
  TRY_ASSIGN(const auto text, os::read_file(file, k_most));
  AgentRun run;
  run.access = Access::read_only;  // requests of one that is talked with are read again, and nothing of them is done
  run.process.folder = "/nonexistent";
  os::Dialogue nobody_listens;
  const auto reader = kind.reader(run, &nobody_listens);
  Lines lines;
  const auto on_line = [&](std::string_view line) { reader->line(line, [](const Event&) {}); };
  lines.take(text, on_line);
  lines.finish(on_line);
  os::Outcome killed;
  killed.ended = os::Ended::signalled;
  killed.signal = SIGKILL;
  return reader->finish(killed);
}

}  // namespace assay::agents
