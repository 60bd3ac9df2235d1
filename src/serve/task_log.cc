#include "serve/task_log.h"

#include "agents/transcript.h"
#include "base/text.h"
#include "engine/work/agents/live_log.h"
#include "engine/work/agents/run_log.h"
#include "os/private_file.h"
#include "serve/api.h"
#include "serve/http/problem.h"
#include "store/tasks.h"

namespace assay::serve {

namespace {

constexpr std::string_view k_type = "text/plain; charset=utf-8";
constexpr std::string_view k_lines = "application/x-ndjson";

Result<std::string> kept_path(const engine::Home& home, const store::Store& store, const model::TaskId& task,
                              const Target& target) {
  const auto wanted = target.field("run");
  const auto number = wanted ? parse_uint(*wanted) : std::nullopt;
  if (wanted && (!number || *number == 0)) return invalid_input("run must be a whole number from 1");
  return engine::kept_log_path(home, store, task, number);
}

bool is_running(ops::Context& context, const model::TaskId& id) {
  const auto store = context.store();
  const auto task = store ? (*store)->tasks().find(id) : Result<model::Task>(store.error());
  return task && task->state == model::TaskState::running;
}

Response following(std::string_view type, std::string path, std::function<bool(ops::Context&)> goes_on) {
  Response response;
  response.type = type;
  response.headers.emplace_back("Cache-Control", "no-store");
  response.followed = std::make_shared<Followed>();
  response.followed->path = std::move(path);
  response.followed->goes_on = std::move(goes_on);
  return response;
}

Result<Response> made(ops::Context& context, std::string_view given, const Target& target, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto id, store->tasks().resolve(given));
  const bool live = !target.field("run") && is_running(context, id);
  const std::string path = engine::live_log_path(home->folder, id.text);
  if (live && target.flag("follow")) {
    return following(k_type, path, [id](ops::Context& later) { return is_running(later, id); });
  }
  auto fd = live ? os::open_to_read(path) : Result<os::Fd>(not_found(""));
  if (!fd) {
    TRY_ASSIGN(const auto kept, kept_path(*home, *store, id, target));
    TRY_ASSIGN(fd, os::open_to_read(kept));
  }
  return file_response(std::move(*fd), k_type, request);
}

// What goes on is written as a transcript while it goes on; what was kept is read again on its way out.
Result<Response> transcribed(ops::Context& context, std::string_view given, const Target& target) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto id, store->tasks().resolve(given));
  const bool live = !target.field("run") && is_running(context, id);
  const std::string path = engine::live_transcript_path(home->folder, id.text);
  const auto ended = [](ops::Context&) { return false; };
  if (live && target.flag("follow")) {
    return following(k_lines, path, [id](ops::Context& later) { return is_running(later, id); });
  }
  if (live && os::open_to_read(path)) return following(k_lines, path, ended);
  TRY_ASSIGN(const auto kept, kept_path(*home, *store, id, target));
  TRY(os::open_to_read(kept));
  auto response = following(k_lines, kept, ended);
  response.followed->through = [reader = std::make_shared<agents::Transcript>()](std::string_view bytes) {
    return bytes.empty() ? reader->finish() : reader->take(bytes);
  };
  return response;
}

}  // namespace

Response task_log(ops::Context& context, std::string_view task, const Target& target, const Request& request) {
  auto response = made(context, task, target, request);
  return response ? std::move(*response) : problem(response.error());
}

Response task_transcript(ops::Context& context, std::string_view task, const Target& target) {
  auto response = transcribed(context, task, target);
  return response ? std::move(*response) : problem(response.error());
}

}  // namespace assay::serve
