#include "os/limits_watch.h"

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
#include "os/process_tree.h"

namespace assay::os {

namespace {

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

std::uint64_t machine_memory() {
  struct sysinfo info {};
  return ::sysinfo(&info) == 0 ? std::uint64_t{info.totalram} * info.mem_unit : 0;
}

// Memory that does not show up in any process (files in memory, pipes) shows here.
bool machine_is_full(std::uint64_t total) {
  const std::uint64_t left = number_behind("/proc/meminfo", "MemAvailable:") * 1024;
  return left != 0 && left < total / 50;
}

std::uint64_t kernel_kills() { return number_behind("/proc/vmstat", "oom_kill "); }

}  // namespace

LimitsWatch::LimitsWatch(const SandboxLimits& limits, std::vector<std::string> folders)
    : m_limits(limits), m_machine_memory(machine_memory()), m_started(std::time(nullptr)) {
  if (m_limits.memory == 0) m_limits.memory = m_machine_memory / 4 * 3;
  for (auto& folder : folders) {
    Use left;
    const Use before = used_on(folder, &left);
    // A tenth of what is free stays free, whatever the limit.
    const Use allowed{std::min(m_limits.disk, left.bytes / 10 * 9), std::min(m_limits.files, left.files / 10 * 9)};
    m_disks.push_back({std::move(folder), before, allowed});
  }
}

std::optional<Ended> LimitsWatch::look(long supervisor) {
  if (m_looks++ == 0) m_kernel_kills = kernel_kills();
  const auto use = measure_tree(supervisor, m_limits.processes);
  if (use.tasks > m_limits.processes) return Ended::process_limit;
  // Pages shared after a fork were counted for each; the slow count is exact.
  if (use.memory > m_limits.memory && proportional_memory(supervisor) > m_limits.memory) return Ended::out_of_memory;
  if (use.memory > m_machine_memory / 50 && machine_is_full(m_machine_memory)) return Ended::out_of_memory;
  for (auto& disk : m_disks) {
    if (fills(disk)) return Ended::disk_limit;
  }
  return std::nullopt;
}

std::chrono::milliseconds LimitsWatch::until_next() const { return std::chrono::milliseconds(m_looks < 10 ? 20 : 100); }

LimitsWatch::Use LimitsWatch::used_on(const std::string& folder, Use* left) {
  struct statvfs fs {};
  if (::statvfs(folder.c_str(), &fs) != 0) return {};
  // A file system that does not count its files says 0.
  constexpr std::uint64_t many = std::uint64_t{1} << 40;
  if (left != nullptr) *left = {fs.f_bavail * fs.f_frsize, fs.f_files == 0 ? many : fs.f_favail};
  return {(fs.f_blocks - fs.f_bfree) * fs.f_frsize, fs.f_files - fs.f_ffree};
}

// Cheap first: has the whole file system grown by so much? Only then who did it.
bool LimitsWatch::fills(Disk& disk) {
  const Use now = used_on(disk.folder);
  const bool grown = now.bytes > disk.before.bytes + disk.allowed.bytes;
  const bool more = now.files > disk.before.files + disk.allowed.files;
  if (!grown && !more) return false;
  const Use written = written_in(disk.folder, disk.allowed);
  if (written.bytes > disk.allowed.bytes || written.files > disk.allowed.files) return true;
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

bool LimitsWatch::kernel_ran_out() const { return m_looks > 0 && kernel_kills() > m_kernel_kills; }

}  // namespace assay::os
