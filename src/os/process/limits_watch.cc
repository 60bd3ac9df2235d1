#include "os/process/limits_watch.h"

#include <algorithm>
#include <ctime>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/usage/held_resources.h"
#include "os/usage/process_tree.h"

namespace assay::os {

namespace {

using std::chrono::milliseconds;

std::uint64_t number_behind(const char* file, std::string_view key) {
  const auto text = read_file(file, 1 << 20);
  if (!text) return 0;
  for (const auto line : split_lines(*text)) {
    if (!line.starts_with(key)) continue;
    const auto rest = trim(line.substr(key.size()));
    return parse_uint(rest.substr(0, rest.find(' '))).value_or(0);
  }
  return 0;
}

std::uint64_t kernel_kills() { return number_behind("/proc/vmstat", "oom_kill "); }

constexpr milliseconds k_soonest{5};
constexpr milliseconds k_latest{100};
constexpr milliseconds k_latest_at_first{20};
constexpr unsigned k_first_looks = 10;
constexpr int k_share = 20;                         // a look takes at most this part of the time between two
constexpr std::uint64_t k_speed = 2 * 1024 * 1024;  // bytes that a processor can fill in a millisecond

// On a file system without one, all is in the same place.
std::uint64_t device_of(const std::string& folder) {
  struct stat st {};
  return ::stat(folder.c_str(), &st) == 0 ? st.st_dev : 0;
}

std::optional<std::vector<std::uint64_t>> devices_written(const Sandbox& sandbox,
                                                          const std::vector<std::string>& folders) {
  if (sandbox.level == Sandbox::Level::off) return std::nullopt;
  std::vector<std::uint64_t> out;
  for (const auto& folder : folders) out.push_back(device_of(folder));
  return out;
}

}  // namespace

LimitsWatch::LimitsWatch(const Sandbox& sandbox, std::vector<std::string> folders)
    : m_limits(sandbox.limits),
      m_memory(sandbox.limits.memory, devices_written(sandbox, folders)),
      m_started(std::time(nullptr)) {
  for (auto& folder : folders) add_folder(std::move(folder));
}

void LimitsWatch::add_folder(std::string folder) {
  const auto device = device_of(folder);
  for (auto& disk : m_disks) {
    if (disk.device != device) continue;
    const bool inside = std::any_of(disk.folders.begin(), disk.folders.end(),
                                    [&](const auto& other) { return folder.starts_with(cat(other, "/")); });
    if (!inside) disk.folders.push_back(std::move(folder));
    return;
  }
  Use left;
  const Use before = used_on(folder, &left);
  // A tenth of what is free stays free, whatever the limit.
  const Use allowed{std::min(m_limits.disk, left.bytes / 10 * 9), std::min(m_limits.files, left.files / 10 * 9)};
  m_disks.push_back({device, {std::move(folder)}, before, allowed, allowed.bytes});
}

std::optional<Ended> LimitsWatch::check_limits(long supervisor) {
  const auto began = std::chrono::steady_clock::now();
  if (m_looks++ == 0) m_kernel_kills = kernel_kills();
  const auto use = measure_tree(supervisor, m_limits.processes);
  if (use.tasks > m_limits.processes) return Ended::process_limit;
  switch (m_memory.look(use)) {
    case MemoryWatch::Finding::beyond: return Ended::out_of_memory;
    case MemoryWatch::Finding::unclear: return Ended::machine_memory;
    case MemoryWatch::Finding::within: break;
  }
  for (auto& disk : m_disks) {
    if (fills(disk, use)) return Ended::disk_limit;
  }
  m_cost = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began);
  return std::nullopt;
}

milliseconds LimitsWatch::until_next() const {
  std::uint64_t left = m_memory.left();
  for (const auto& disk : m_disks) left = std::min(left, disk.left);
  const auto processors = static_cast<std::uint64_t>(std::max(1, ::get_nprocs()));
  const auto used_up = milliseconds(std::min<std::uint64_t>(left / (k_speed * processors), 1000));
  const auto by_cost = std::chrono::duration_cast<milliseconds>(m_cost * k_share);
  const auto latest = m_looks < k_first_looks ? k_latest_at_first : k_latest;
  return std::clamp(std::max(used_up, by_cost), k_soonest, latest);
}

LimitsWatch::Use LimitsWatch::used_on(const std::string& folder, Use* left) {
  struct statvfs fs {};
  if (::statvfs(folder.c_str(), &fs) != 0) return {};
  // A file system that does not count its files says 0.
  constexpr std::uint64_t many = std::uint64_t{1} << 40;
  if (left != nullptr) *left = {fs.f_bavail * fs.f_frsize, fs.f_files == 0 ? many : fs.f_favail};
  return {(fs.f_blocks - fs.f_bfree) * fs.f_frsize, fs.f_files - fs.f_ffree};
}

// Cheap first: has the whole file system grown by so much? Only then who did it: what lies in the folders, and what
// was deleted and is still open. What is found in neither was somebody else, unless they can hide it.
bool LimitsWatch::fills(Disk& disk, const TreeUse& use) {
  const Use now = used_on(disk.folders.front());
  const auto grown = now.bytes - std::min(now.bytes, disk.before.bytes);
  disk.left = disk.allowed.bytes - std::min(grown, disk.allowed.bytes);
  const bool more = now.files > disk.before.files + disk.allowed.files;
  if (grown <= disk.allowed.bytes && !more) return false;
  const auto held = held_by(use.processes);
  Use written{held.disk_files + held.memory_files, 0};
  for (const auto& folder : disk.folders) {
    const Use here = written_in(folder, disk.allowed);
    written.bytes += here.bytes;
    written.files += here.files;
  }
  if (written.bytes > disk.allowed.bytes || written.files > disk.allowed.files) return true;
  const auto unexplained = grown - std::min(grown, written.bytes);
  if (grown > disk.allowed.bytes && unexplained > 0) {
    const auto hidden = hidden_files(use.processes, held, FileStore::disk);
    if (written.bytes + hidden.mapped > disk.allowed.bytes || hidden.more) return true;
  }
  // Somebody else it was.
  disk.before.bytes = now.bytes - std::min(now.bytes, written.bytes);
  disk.before.files = now.files - std::min(now.files, written.files);
  return false;
}

// What lies there and was made or changed since the start. Nobody can set the time of change back.
LimitsWatch::Use LimitsWatch::written_in(const std::string& folder, const Use& enough) const {
  Use sum;
  std::vector<std::string> open{folder};
  while (!open.empty() && sum.bytes <= enough.bytes && sum.files <= enough.files) {
    const std::string path = std::move(open.back());
    open.pop_back();
    DIR* dir = ::opendir(path.c_str());
    if (dir == nullptr) continue;
    while (const dirent* entry = ::readdir(dir)) {
      const std::string_view name = entry->d_name;
      struct stat st {};
      if (name == "." || name == ".." || ::fstatat(::dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISDIR(st.st_mode)) open.push_back(join_path(path, name));
      if (st.st_ctim.tv_sec < m_started) continue;
      sum.bytes += static_cast<std::uint64_t>(st.st_blocks) * 512;
      ++sum.files;
    }
    ::closedir(dir);
  }
  return sum;
}

bool LimitsWatch::memory_was_its_own() const {
  constexpr milliseconds k_patience{300};  // the longer, the more others change meanwhile
  return m_memory.returned_to_machine(k_patience);
}

bool LimitsWatch::kernel_ran_out() const { return m_looks > 0 && kernel_kills() > m_kernel_kills; }

}  // namespace assay::os
