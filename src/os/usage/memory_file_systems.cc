#include "os/usage/memory_file_systems.h"

#include <algorithm>
#include <set>

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

constexpr size_t k_most = 64;  // to be asked at each look; more there are in a machine full of containers

std::uint64_t device_of(const std::string& place) {
  struct stat st {};
  return ::stat(place.c_str(), &st) == 0 ? st.st_dev : 0;
}

// "\040" for a blank, and so on.
std::string without_escapes(std::string_view field) {
  std::string out;
  for (size_t i = 0; i < field.size(); ++i) {
    const auto octal = field.substr(i + 1 < field.size() ? i + 1 : field.size(), 3);
    const bool escaped = field[i] == '\\' && octal.size() == 3 &&
                         std::all_of(octal.begin(), octal.end(), [](char c) { return c >= '0' && c <= '7'; });
    if (!escaped) {
      out += field[i];
      continue;
    }
    out += static_cast<char>((octal[0] - '0') * 64 + (octal[1] - '0') * 8 + (octal[2] - '0'));
    i += octal.size();
  }
  return out;
}

}  // namespace

// "36 35 0:24 / /dev/shm rw,nosuid shared:4 - tmpfs tmpfs rw,size=1k": the fields before the single "-" are as many as
// they like.
std::vector<MemoryMount> memory_mounts_in(std::string_view mountinfo) {
  std::vector<MemoryMount> out;
  for (const auto line : split_lines(mountinfo)) {
    const auto dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto type = line.substr(dash + 3, line.substr(dash + 3).find(' '));
    if (type != "tmpfs" && type != "devtmpfs") continue;
    const auto fields = split(line.substr(0, dash), ' ');
    if (fields.size() < 5) continue;
    const auto colon = fields[2].find(':');
    const auto major = parse_uint(fields[2].substr(0, colon));
    const auto minor = colon == std::string_view::npos ? std::nullopt : parse_uint(fields[2].substr(colon + 1));
    if (!major || !minor) continue;
    out.push_back({makedev(static_cast<unsigned>(*major), static_cast<unsigned>(*minor)), without_escapes(fields[4])});
  }
  return out;
}

MemoryFileSystems MemoryFileSystems::without(const std::vector<std::uint64_t>& except) {
  MemoryFileSystems out;
  std::set<std::uint64_t> seen(except.begin(), except.end());
  const auto mounts = memory_mounts_in(read_file("/proc/self/mountinfo", 4 << 20).value_or(""));
  for (const auto& mount : mounts) {
    // Another file system may be mounted over it.
    if (out.m_places.size() >= k_most || device_of(mount.place) != mount.device) continue;
    if (seen.insert(mount.device).second) out.m_places.push_back(mount.place);
  }
  return out;
}

std::uint64_t MemoryFileSystems::used() const {
  std::uint64_t bytes = 0;
  for (const auto& place : m_places) {
    struct statfs fs {};
    if (::statfs(place.c_str(), &fs) != 0 || static_cast<std::uint64_t>(fs.f_type) != TMPFS_MAGIC) continue;
    bytes += (fs.f_blocks - std::min(fs.f_blocks, fs.f_bfree)) * static_cast<std::uint64_t>(fs.f_bsize);
  }
  return bytes;
}

}  // namespace assay::os
