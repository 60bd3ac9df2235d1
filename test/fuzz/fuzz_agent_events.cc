// What an agent may print: any bytes, in any pieces, for every kind. No success without a closing event is
// checked by unit tests; here nothing may break, grow without bound or cost less than nothing. The first byte
// chooses the kind. The agent that is talked with has a folder that does not exist.
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "agents/kind.h"
#include "agents/lines.h"
#include "agents/transcript.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  if (size < 2) return 0;
  const auto* kind = agents::k_kinds[data[0] % std::size(agents::k_kinds)];
  agents::AgentRun run;
  run.process.folder = "/nonexistent";
  run.turns = 3;
  run.budget_usd = 1;
  if (data[0] & 0x40) run.resume = agents::Resume{"s", 0.5, 10, 10};
  os::Dialogue dialogue;
  const auto reader = kind->reader(run, &dialogue);
  agents::Lines lines;
  const auto on_line = [&](std::string_view line) { reader->line(line, [](const agents::Event&) {}); };
  std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  while (!rest.empty()) {
    const size_t piece = 1 + static_cast<unsigned char>(rest[0]) % 64;
    lines.take(rest.substr(0, piece), on_line);
    rest.remove_prefix(std::min(piece, rest.size()));
  }
  lines.finish(on_line);
  os::Outcome outcome;
  outcome.exit_code = data[0] & 0x80 ? 1 : 0;
  const auto report = reader->finish(outcome);
  if (report.cost_usd < 0 || report.summary.size() > 300'000 || report.denied.size() > 100) std::abort();
  if (report.end != agents::End::succeeded && report.reason.empty()) std::abort();
  agents::Transcript transcript;
  const std::string_view whole(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (size_t at = 0; at < whole.size(); at += 64) transcript.take(whole.substr(at, 64));
  transcript.finish();
  return 0;
}
