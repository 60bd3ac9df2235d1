#include "serve/routes/etag.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "serve/http/compress.h"
#include "store/expectation.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::serve {

namespace {

std::string version_of_task(const store::Store& store, std::string_view given) {
  const auto id = store.tasks().resolve(given);
  const auto task = id ? store.tasks().find(*id) : Result<model::Task>(id.error());
  return task ? cat(task->id.text, "@", store::stamp_of(*task)) : std::string();
}

std::string version_of_mission(const store::Store& store, std::string_view given) {
  const auto id = store.missions().resolve(given);
  const auto mission = id ? store.missions().find(*id) : Result<model::Mission>(id.error());
  return mission ? cat(mission->id.text, "@", store::stamp_of(*mission)) : std::string();
}

// "mission-abc@17" of a strong ETag as etag_of makes them; empty for anything else.
std::string_view version_in(std::string_view tag) {
  if (tag.size() < 2 || tag.front() != '"' || tag.back() != '"') return {};
  tag = tag.substr(1, tag.size() - 2);
  const auto version = tag.substr(0, std::min(tag.rfind('.'), tag.size()));
  return contains(version, "@") ? version : std::string_view();
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

std::string etag_of(std::string_view version, std::string_view body) {
  return cat("\"", version, ".", sha256_hex(body).substr(0, 20), "\"");
}

bool names_etag(std::string_view header, std::string_view etag) {
  const std::string compressed = cat(etag.substr(0, etag.size() - 1), k_gzip_mark, "\"");
  for (const auto each : split(header, ',')) {
    auto value = trim(each);
    if (value.starts_with("W/")) value.remove_prefix(2);
    if (value == etag || value == compressed || value == "*") return true;
  }
  return false;
}

Result<std::optional<Expected>> expected_by(std::string_view if_match, std::string_view version) {
  if (trim(if_match).empty() || trim(if_match) == "*") return std::optional<Expected>();
  const auto at = version.find('@');
  Error why = conflict("If-Match takes the ETag of a mission or a task as it was read");
  for (const auto each : split(if_match, ',')) {
    const auto tag = trim(each);
    if (tag.starts_with("W/")) {
      why = conflict(
          "If-Match compares strongly (RFC 9110): a weak ETag, W/\"…\", never matches; send it as it was given");
      continue;
    }
    const auto seen = version_in(tag);
    if (seen.empty()) continue;
    if (seen == version) {
      return std::optional(Expected{std::string(version.substr(0, at)), std::string(version.substr(at + 1))});
    }
    const auto id = seen.substr(0, seen.find('@'));
    const bool other = version.empty() || id != version.substr(0, at);
    why = conflict(
        cat(excerpt(to_utf8(id), 60), other ? " is what the ETag in If-Match is of, and not what this address names"
                                            : " has changed since you looked at it; look again, then decide"));
  }
  return why;
}

}  // namespace assay::serve
