#include "os/usage/held_resources.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/folder_stream.h"
#include "os/usage/proc_text.h"

namespace assay::os {

namespace {

constexpr std::uint64_t k_most_descriptors = 100'000;  // to be looked at at a time: a tenth of a second
constexpr std::uint64_t k_pipe = 8 << 10;              // of all but the first 64 MiB of a user the kernel gives no more
constexpr std::uint64_t k_descriptor = 512;

// One that is not there any more is not unreadable.
bool is_refusal(int error) { return error == EACCES || error == EPERM; }

bool is_in_memory(const std::string& path) {
  struct statfs fs {};
  if (::statfs(path.c_str(), &fs) != 0) return false;
  const auto type = static_cast<std::uint64_t>(fs.f_type);
  return type == TMPFS_MAGIC || type == HUGETLBFS_MAGIC || type == RAMFS_MAGIC;
}

// Calls on_entry with the folder's descriptor and each name in it; false when the folder is kept from us.
template <class OnEntry>
bool each_descriptor(long process, OnEntry on_entry) {
  const FolderStream folder(::opendir(cat("/proc/", process, "/fd").c_str()));
  if (folder == nullptr) return !is_refusal(errno);
  while (const dirent* entry = ::readdir(folder.get())) {
    if (entry->d_name[0] != '.' && !on_entry(::dirfd(folder.get()), entry->d_name)) return true;
  }
  return true;
}

// Process 1 of a sandbox is ours, and lets nobody look into it.
bool is_launcher(long process) {
  return is_first_of_namespace(read_file(cat("/proc/", process, "/status"), 1 << 16).value_or(""));
}

class Gathering {
 public:
  HeldResources of(const std::vector<long>& processes) {
    for (const long process : processes) {
      const bool seen = each_descriptor(process, [&](int folder, const char* name) {
        if (++m_held.descriptors > k_most_descriptors) return false;
        take(process, folder, name);
        return true;
      });
      if ((!seen && !is_launcher(process)) || m_held.descriptors > k_most_descriptors) m_held.complete = false;
      if (m_held.descriptors > k_most_descriptors) break;
    }
    m_held.sockets.assign(m_sockets.begin(), m_sockets.end());
    m_held.pipes = m_pipes.size();
    return std::move(m_held);
  }

 private:
  void take(long process, int folder, const char* name) {
    struct statx st {};
    // What the file system has at hand is enough: a server that does not answer must not hold us up.
    if (::statx(folder, name, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_BASIC_STATS, &st) != 0) return;
    const auto type = st.stx_mode & S_IFMT;
    if (type == S_IFSOCK) m_sockets.insert(st.stx_ino);
    if (type == S_IFIFO) m_pipes.insert(st.stx_ino);
    if (type != S_IFREG || st.stx_nlink != 0) return;
    const auto device = makedev(st.stx_dev_major, st.stx_dev_minor);
    if (!m_files.emplace(device, st.stx_ino).second) return;
    const bool in_memory = is_in_memory(cat("/proc/", process, "/fd/", name));
    (in_memory ? m_held.memory_files : m_held.disk_files) += st.stx_blocks * 512;
  }

  HeldResources m_held;
  std::set<std::pair<std::uint64_t, std::uint64_t>> m_files;  // device, inode
  std::set<std::uint64_t> m_sockets;
  std::set<std::uint64_t> m_pipes;
};

bool passes_descriptors(long process) {
  bool found = false;
  each_descriptor(process, [&](int, const char* name) {
    found = has_waiting_descriptors(read_file(cat("/proc/", process, "/fdinfo/", name), 1 << 16).value_or(""));
    return !found;
  });
  return found;
}

bool maps_hidden_file(long process, Hidden where) {
  const Fd file(::open(cat("/proc/", process, "/maps").c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return is_refusal(errno) && !is_launcher(process);
  std::string text;  // of which the last line may be a part
  char buffer[16 << 10];
  for (ssize_t n = 0; (n = ::read(file.get(), buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<size_t>(n));
    for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
      const auto line = std::string_view(text).substr(0, end);
      if (where == Hidden::in_memory ? maps_nameless_file(line) : maps_nameless_disk_file(line)) return true;
      text.erase(0, end + 1);
    }
  }
  return false;
}

}  // namespace

std::uint64_t HeldResources::kernel_bytes() const { return pipes * k_pipe + descriptors * k_descriptor; }

HeldResources held_by(const std::vector<long>& processes) { return Gathering().of(processes); }

bool can_hide(const std::vector<long>& processes, const HeldResources& held, Hidden where) {
  if (!held.complete) return true;
  return std::any_of(processes.begin(), processes.end(), [&](long process) {
    if (maps_hidden_file(process, where)) return true;
    return !held.sockets.empty() && passes_descriptors(process);
  });
}

}  // namespace assay::os
