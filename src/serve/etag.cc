#include "serve/etag.h"

#include "base/hash.h"
#include "base/text.h"
#include "store/expectation.h"

namespace assay::serve {

namespace {

std::string version_of_task(store::Store& store, std::string_view given) {
  const auto id = store.resolve_task(given);
  const auto task = id ? store.task(*id) : Result<model::Task>(id.error());
  return task ? cat(task->id.text, "@", store::stamp_of(*task)) : std::string();
}

std::string version_of_mission(store::Store& store, std::string_view given) {
  const auto id = store.resolve_mission(given);
  const auto mission = id ? store.mission(*id) : Result<model::Mission>(id.error());
  return mission ? cat(mission->id.text, "@", store::stamp_of(*mission)) : std::string();
}

}  // namespace

std::string version_of(ops::Context& context, const Route& route) {
  const auto task = route.parameter("task"), mission = route.parameter("mission"), story = route.parameter("story");
  if (task.empty() && mission.empty() && story.empty()) return {};
  const auto store = context.store();
  if (!store) return {};
  if (!task.empty()) return version_of_task(**store, task);
  return version_of_mission(**store, mission.empty() ? story : mission);
}

bool holds(ops::Context& context, const Expected& expected) {
  const auto store = context.store();
  if (!store) return false;
  const bool is_task = expected.id.starts_with("task-");
  const auto now = is_task ? version_of_task(**store, expected.id) : version_of_mission(**store, expected.id);
  return now == cat(expected.id, "@", expected.stamp);
}

std::string etag_of(std::string_view version, std::string_view body) {
  return cat("\"", version, ".", sha256_hex(body).substr(0, 20), "\"");
}

bool names_etag(std::string_view header, std::string_view etag) {
  for (const auto each : split(header, ',')) {
    auto value = trim(each);
    if (value.starts_with("W/")) value.remove_prefix(2);
    if (value == etag || value == "*") return true;
  }
  return false;
}

Result<std::optional<Expected>> expected_by(std::string_view if_match) {
  auto value = trim(if_match);
  if (value.empty() || value == "*") return std::optional<Expected>();
  if (value.starts_with("W/")) value.remove_prefix(2);
  const size_t at = value.find('@'), dot = value.rfind('.');
  if (value.size() < 2 || value.front() != '"' || value.back() != '"' || contains(value, ",") ||
      at == std::string_view::npos || dot == std::string_view::npos || dot < at) {
    return conflict("If-Match takes one ETag, of a mission or a task as it was read");
  }
  return std::optional(Expected{std::string(value.substr(1, at - 1)), std::string(value.substr(at + 1, dot - at - 1))});
}

}  // namespace assay::serve
