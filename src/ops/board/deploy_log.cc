#include "ops/board/deploy_log.h"

#include "base/redact.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/ship/ship.h"
#include "ops/operation.h"
#include "os/files.h"
#include "store/missions.h"

namespace assay::ops {

namespace {
constexpr std::uint64_t k_most_read = std::uint64_t{128} << 20;
constexpr size_t k_log_shown = size_t{512} << 10;
}  // namespace

void ShowDeployLog::Response::fields(Fields& f) {
  f.field(item("storyId"), story);
  f.field(item("running"), running);
  f.field(item("text", "the end of what it printed so far; empty when none runs"), text);
}

Result<ShowDeployLog::Response> ShowDeployLog::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.story));
  TRY_ASSIGN(const auto mission, store->missions().find(id));
  Response out;
  out.story = id.text;
  out.running = mission.deploy == model::DeployState::running;
  const auto path = engine::deploy_log_path(home->folder, id);
  if (!out.running || !os::exists(path)) return out;
  const auto all = os::read_file(path, k_most_read);
  if (!all) return out;  // it was taken among the evidence just now
  std::string_view end = *all;
  if (end.size() > k_log_shown) end.remove_prefix(end.size() - k_log_shown);
  out.text = redact(to_utf8(end));
  return out;
}

std::string present(const ShowDeployLog::Response& answer, const Terminal&) {
  if (!answer.running) return "No deploy runs; the log of the last is named by `assay story show`.\n";
  return answer.text;
}

constinit const NamedSchema ShowDeployLog::Response::k_schema =
    named_schema<ShowDeployLog::Response>("deploy-log", "What a deploy prints while it runs");

constinit const Operation k_story_deploy_log_operation =
    reads<ShowDeployLog>({"story.deploy-log", "show what a deploy prints while it runs", "",
                          "  {} story deploy-log k3f7\n", "GET", "/api/stories/{story}/deploy-log"});

}  // namespace assay::ops
