#include "serve/task_log.h"

#include "base/text.h"
#include "engine/evidence.h"
#include "engine/live_log.h"
#include "os/private_file.h"
#include "serve/api.h"
#include "serve/problem.h"

namespace assay::serve {

namespace {

constexpr std::string_view k_type = "text/plain; charset=utf-8";

Result<os::Fd> open_kept(const engine::Home& home, store::Store& store, const model::TaskId& task,
                         const Target& target) {
  TRY_ASSIGN(const auto runs, store.runs(task));
  const auto wanted = target.field("run");
  const model::Run* chosen = nullptr;
  if (wanted) {
    const auto number = parse_uint(*wanted);
    if (!number || *number == 0) return invalid_input("run must be a whole number from 1");
    if (*number <= runs.size()) chosen = &runs[*number - 1];
  } else {
    for (const auto& run : runs) chosen = run.log.empty() ? chosen : &run;
  }
  if (chosen == nullptr || chosen->log.empty()) return not_found(cat("task ", task.text, " has no log yet"));
  const engine::Evidence evidence(os::join_path(home.folder, "evidence"));
  TRY_ASSIGN(const auto path, evidence.path_of(chosen->log));
  return os::open_to_read(path);
}

bool is_running(ops::Context& context, const model::TaskId& id) {
  const auto store = context.store();
  const auto task = store ? (*store)->task(id) : Result<model::Task>(store.error());
  return task && task->state == model::TaskState::running;
}

Result<Response> made(ops::Context& context, std::string_view given, const Target& target, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto id, store->resolve_task(given));
  const bool live = !target.field("run") && is_running(context, id);
  const std::string path = engine::live_log_path(home->folder, id.text);
  if (live && target.flag("follow")) {
    Response response;
    response.type = k_type;
    response.headers.emplace_back("Cache-Control", "no-store");
    response.followed = std::make_shared<Followed>();
    response.followed->path = path;
    response.followed->goes_on = [id](ops::Context& later) { return is_running(later, id); };
    return response;
  }
  auto fd = live ? os::open_to_read(path) : Result<os::Fd>(not_found(""));
  if (!fd) {
    TRY_ASSIGN(fd, open_kept(*home, *store, id, target));
  }
  return file_response(std::move(*fd), k_type, request);
}

}  // namespace

Response task_log(ops::Context& context, std::string_view task, const Target& target, const Request& request) {
  auto response = made(context, task, target, request);
  return response ? std::move(*response) : problem(response.error());
}

}  // namespace assay::serve
