#include "engine/verify/prepared_cache.h"

#include <algorithm>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "engine/state_folder.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::int64_t k_hour_ms = 3'600'000;
constexpr std::int64_t k_day_ms = 24 * k_hour_ms;
constexpr std::int64_t k_unused_ms = 14 * k_day_ms;
constexpr std::uint64_t k_bytes_most = std::uint64_t{20} << 30;
constexpr size_t k_most_of_a_mission = 8;  // its tree changes with every round of work
constexpr std::string_view k_lock = ".lock";
constexpr std::string_view k_gone = "gone-";

std::string done_file(const std::string& folder) { return os::join_path(folder, "done"); }

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t out = 0;
  std::error_code error;
  const auto options = std::filesystem::directory_options::skip_permission_denied;
  for (std::filesystem::recursive_directory_iterator at(folder, options, error), end; at != end && !error;
       at.increment(error)) {
    struct stat st {};
    if (::lstat(at->path().c_str(), &st) == 0) out += static_cast<std::uint64_t>(st.st_blocks) * 512;
  }
  return out;
}

struct Kept {
  std::string folder;
  std::uint64_t bytes = 0;
  std::int64_t used_ms = 0;  // of one that is not whole: when it was begun
};

Kept look_at(std::string folder) {
  Kept kept{std::move(folder)};
  struct stat st {};
  const bool whole = ::stat(done_file(kept.folder).c_str(), &st) == 0;
  if (!whole && ::stat(kept.folder.c_str(), &st) != 0) return kept;
  kept.used_ms = static_cast<std::int64_t>(st.st_mtim.tv_sec) * 1000;
  const auto text = os::read_file(done_file(kept.folder), 64).value_or("");
  kept.bytes = parse_uint(trim(text)).value_or(0);
  return kept;
}

std::vector<Kept> list_kept(const std::string& folder) {
  std::vector<Kept> out;
  for (const auto& name : os::list_folder(folder).value_or(std::vector<std::string>())) {
    if (!name.ends_with(k_lock)) out.push_back(look_at(os::join_path(folder, name)));
  }
  std::sort(out.begin(), out.end(), [](const Kept& a, const Kept& b) { return a.used_ms > b.used_ms; });
  return out;
}

std::vector<std::string> list_missions(const std::string& folder) {
  return os::list_folder(os::join_path(folder, "missions")).value_or(std::vector<std::string>());
}

// Gone for everybody at once, then taken apart. One that is being made right now stays.
bool remove_kept(const Kept& kept, const std::string& cache) {
  const auto lock_file = cat(kept.folder, k_lock);
  const auto lock = os::Lock::try_take(lock_file);
  if (!lock || !*lock) return false;
  const auto aside = os::join_path(cache, cat(k_gone, random_name(12)));
  if (::rename(kept.folder.c_str(), aside.c_str()) != 0) return false;
  ::unlink(lock_file.c_str());
  return os::remove_tree(aside);
}

}  // namespace

bool is_real_folder_in(const std::string& path, const std::string& root) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0 || !S_ISDIR(st.st_mode)) return false;
  const auto real = os::real_path(path);
  const auto real_root = os::real_path(root);
  return real && real_root && real->starts_with(*real_root + "/");
}

std::string KeptFolder::output(size_t n, std::string_view path) const {
  return os::join_path(os::join_path(folder, cat("out-", n)), os::file_name(path));
}

std::string KeptFolder::home(std::string_view name) const { return os::join_path(folder, name); }

bool KeptFolder::is_whole() const { return os::exists(done_file(folder)); }

void KeptFolder::note_use() const { ::utimensat(AT_FDCWD, done_file(folder).c_str(), nullptr, 0); }

Result<void> KeptFolder::begin() const {
  if (!os::remove_tree(folder)) return unavailable(cat("cannot remove ", folder));
  return os::make_folders(folder);
}

Result<void> KeptFolder::finish() const { return os::write_file(done_file(folder), cat(bytes_below(folder), "\n")); }

Result<os::Lock> KeptFolder::lock() const {
  const auto file = cat(folder, k_lock);
  for (;;) {
    TRY_ASSIGN(auto taken, os::Lock::take(file));
    if (taken.is_at(file)) return taken;  // else a sweep took the file away meanwhile
  }
}

Result<PreparedCache> PreparedCache::open(const std::string& git_folder) {
  TRY_ASSIGN(const auto state, make_state_folder(git_folder));
  PreparedCache cache(os::join_path(state, "cache"));
  TRY(os::make_folders(cache.m_folder));
  return cache;
}

KeptFolder PreparedCache::shared(std::string_view key) const {
  return {os::join_path(os::join_path(m_folder, "shared"), key)};
}

KeptFolder PreparedCache::own(std::string_view mission, std::string_view key) const {
  return {os::join_path(os::join_path(os::join_path(m_folder, "missions"), mission), key)};
}

PreparedCache::Usage PreparedCache::usage() const {
  Usage out;
  const auto add = [&](const std::string& folder) {
    for (const auto& kept : list_kept(folder)) {
      ++out.entries;
      out.bytes += kept.bytes;
    }
  };
  add(os::join_path(m_folder, "shared"));
  for (const auto& mission : list_missions(m_folder)) add(os::join_path(os::join_path(m_folder, "missions"), mission));
  return out;
}

void PreparedCache::sweep(Time now, const std::function<Owner(const std::string&)>& owner) const {
  for (const auto& name : os::list_folder(m_folder).value_or(std::vector<std::string>())) {
    if (name.starts_with(k_gone)) os::remove_tree(os::join_path(m_folder, name));  // of a sweep that was killed
  }
  for (const auto& mission : list_missions(m_folder)) {
    const auto folder = os::join_path(os::join_path(m_folder, "missions"), mission);
    const auto whose = owner(mission);
    size_t n = 0;
    for (const auto& kept : list_kept(folder)) {
      const auto unused = now.ms - kept.used_ms;
      const bool too_many = ++n > k_most_of_a_mission && unused > k_hour_ms;
      const bool old = unused > (whose == Owner::unknown ? k_day_ms : k_unused_ms);
      if (whose == Owner::over || too_many || old) remove_kept(kept, m_folder);
    }
    if (whose == Owner::over && list_kept(folder).empty()) os::remove_tree(folder);  // locks are left
  }
  std::uint64_t bytes = 0;
  for (const auto& kept : list_kept(os::join_path(m_folder, "shared"))) {
    bytes += kept.bytes;
    const auto unused = now.ms - kept.used_ms;
    if (unused > k_unused_ms || (bytes > k_bytes_most && unused > k_day_ms)) remove_kept(kept, m_folder);
  }
}

}  // namespace assay::engine
