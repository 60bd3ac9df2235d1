// `assay ship` and `assay redeploy`: the operation, then the work itself with the deploy's output as it comes.
#include <cstdio>

#include <unistd.h>

#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/land_steps.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "engine/ship/job.h"
#include "ops/codec.h"
#include "ops/work/stories.h"
#include "os/cancel_token.h"

namespace assay::cli {

namespace {

// Everything that goes on is told on standard error; the answer is on standard output.
class LiveShip final : public engine::ShipEvents {
 public:
  void stage(std::string_view text) override { line(cat("» ", printable(text))); }
  void landing(engine::LandStep step) override {
    line(cat("» ", words(step)));
    test_step(name(step));
  }
  void result(std::string_view text) override { line(printable_lines(text)); }
  void output(std::string_view bytes) override {
    m_rest += bytes;
    for (size_t end = m_rest.find('\n'); end != std::string::npos; end = m_rest.find('\n')) {
      line(cat("  ", printable(std::string_view(m_rest).substr(0, end))));
      m_rest.erase(0, end + 1);
    }
    if (m_rest.size() > (16U << 10)) flush();
  }
  void flush() {
    if (!m_rest.empty()) line(cat("  ", printable(m_rest)));
    m_rest.clear();
  }

 private:
  static void line(const std::string& text) { std::fputs((text + "\n").c_str(), stderr); }
  std::string m_rest;
};

Result<int> answer(Setting& setting, ops::Ship::Response& response) {
  const auto terminal = terminal_of_stdout(setting.context.clock());
  if (setting.as_json) {
    TRY(print(write_json(ops::encode(response), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(present(response.story, terminal)));
  }
  if (!response.accepted) return k_exit_error;
  return response.story.mission.story == model::StoryState::needs_fix ? k_exit_gate : k_exit_ok;
}

// Asked for while it is being shipped: refused, unless whoever did it is gone. Then this goes on with it.
template <class Op>
Result<ops::Ship::Response> request_or_go_on(Setting& setting, const ops::Ship::Request& request) {
  auto response = Op::run(setting.context, request);
  if (response || response.error().code != Code::conflict || request.detach) return response;
  TRY_ASSIGN(auto shown, ops::ShowStory::run(setting.context, {request.story}));
  const bool open = shown.story.mission.facts.shipping;
  if (!open) return response;
  TRY_ASSIGN(const auto* home, setting.context.home());
  TRY_ASSIGN(auto* store, setting.context.store());
  TRY_ASSIGN(const bool waiting,
             engine::free_ship(home->folder, *store, shown.story.mission.id, setting.context.clock()));
  if (!waiting) return response;
  std::fputs("assay: going on with what was begun\n", stderr);
  return ops::Ship::Response{true, {}, std::move(shown.story)};
}

template <class Op>
Result<int> run_shipping(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::Ship::Request>(from));
  TRY_ASSIGN(auto response, request_or_go_on<Op>(setting, request));
  if (request.detach) {
    if (setting.as_json) {
      TRY(print(write_json(ops::encode(response), Indent::two_spaces) + "\n"));
    } else {
      TRY(print(present(response, terminal_of_stdout(setting.context.clock()))));
    }
    return k_exit_ok;
  }
  os::cancel_on_signals();
  TRY_ASSIGN(const auto* home, setting.context.home());
  TRY_ASSIGN(const auto* repository, setting.context.repository());
  TRY_ASSIGN(auto* store, setting.context.store());
  LiveShip live;
  const auto& id = response.story.mission.id;
  TRY_ASSIGN(const auto here, engine::ship_here({*repository, home->folder, *store, setting.context.clock(), live},
                                                home->store, id, cat("command:", ::getpid())));
  live.flush();
  if (here.taken == engine::ShipTaken::elsewhere) {
    std::fputs("assay: a worker has it in hand; how it goes: assay story show\n", stderr);
  } else if (!here.report.summary.empty()) {
    std::fputs(cat("» ", printable(here.report.summary), "\n").c_str(), stderr);
  }
  TRY_ASSIGN(auto shown, ops::ShowStory::run(setting.context, {id.text}));
  response.story = std::move(shown.story);
  response.reason = here.report.refused;
  response.accepted = response.reason.empty();
  return answer(setting, response);
}

}  // namespace

Result<int> run_ship(Setting& setting, const json::object& from) { return run_shipping<ops::Ship>(setting, from); }
Result<int> run_redeploy(Setting& setting, const json::object& from) {
  return run_shipping<ops::Redeploy>(setting, from);
}

}  // namespace assay::cli
