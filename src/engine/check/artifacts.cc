#include "engine/check/artifacts.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <tuple>

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "git/git_paths.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr size_t k_time = 14;  // digits of the time at the start of a run id

std::string format_utc(const char* format) {
  const std::time_t now = ::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

Result<void> ignore_in_git(const std::string& folder) {
  return os::write_file(os::join_path(folder, ".gitignore"), "*\n");
}

}  // namespace

Result<Artifacts> Artifacts::make(const std::string& workspace, const std::string& folder, const std::string& run_id) {
  TRY_ASSIGN(const auto resolved, os::inside(workspace, folder));
  TRY_ASSIGN(const auto root, os::real_path(workspace));
  if (resolved == root)
    return invalid_input(cat("the output folder ", folder, " is the workspace itself; name a folder in it"));
  const std::string git_part = resolved.substr(root.size());
  if (contains(git_part + "/", "/.git/")) return invalid_input(cat("the output folder ", folder, " is inside .git"));
  const bool is_new = !os::exists(resolved);
  const std::string top = folder == k_default_folder ? os::parent_path(resolved) : resolved;
  const std::string path = os::join_path(resolved, run_id);
  TRY(os::make_folders(path));
  TRY(os::inside(workspace, path));
  if (is_new || folder == k_default_folder)
    TRY(ignore_in_git(top));
  else
    TRY(ignore_in_git(path));
  return Artifacts(path);
}

std::string Artifacts::path_of(std::string_view name) const { return os::join_path(m_path, name); }

Result<void> Artifacts::save(std::string_view name, std::string_view content) const {
  return os::write_file(path_of(name), content);
}

std::string folder_for_landlock(const std::string& workspace) {
  const auto paths = git::find_git_paths(workspace);
  return paths ? os::join_path(paths->git_folder, "assay/runs") : std::string();
}

bool is_run_id(std::string_view name) {
  return name.size() > k_time && name[k_time] == '-' && parse_uint(name.substr(0, k_time));
}

std::vector<std::string> newest_runs(const std::string& folder) {
  auto names = os::list_folder(folder);
  if (!names) return {};
  std::erase_if(*names, [](const std::string& name) { return !is_run_id(name); });
  std::vector<std::tuple<std::string, std::int64_t, std::string>> runs;
  for (auto& name : *names)
    runs.emplace_back(name.substr(0, k_time), os::changed_at(os::join_path(folder, name)), std::move(name));
  std::sort(runs.begin(), runs.end(), std::greater<>());
  std::vector<std::string> out;
  for (auto& run : runs) out.push_back(std::move(std::get<2>(run)));
  return out;
}

std::string folder_of_latest_run(const std::string& workspace) {
  auto usual = os::join_path(workspace, Artifacts::k_default_folder);
  auto other = folder_for_landlock(workspace);
  const auto latest = [](const std::string& folder) {
    const auto runs = newest_runs(folder);
    return runs.empty()
               ? std::pair<std::string, std::int64_t>()
               : std::pair(runs.front().substr(0, k_time), os::changed_at(os::join_path(folder, runs.front())));
  };
  return latest(other) > latest(usual) ? other : usual;
}

bool holds_only_runs(const std::string& folder) {
  const auto names = os::list_folder(folder);
  if (!names) return !os::exists(folder);
  return std::all_of(names->begin(), names->end(),
                     [](std::string_view name) { return name == ".gitignore" || is_run_id(name); });
}

std::string new_run_id() {
  unsigned char random[3] = {};
  if (::getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random))
    random[0] = static_cast<unsigned char>(::getpid());
  char hex[7];
  std::snprintf(hex, sizeof hex, "%02x%02x%02x", random[0], random[1], random[2]);
  return cat(format_utc("%Y%m%d%H%M%S"), "-", ::getpid(), "-", hex);
}

std::string utc_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count() % 1000;
  char fraction[8];
  std::snprintf(fraction, sizeof fraction, ".%03dZ", static_cast<int>(ms));
  return format_utc("%Y-%m-%dT%H:%M:%S") + fraction;
}

}  // namespace assay::engine
