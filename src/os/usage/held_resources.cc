#include "os/usage/held_resources.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <string>
#include <string_view>

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
    if (!m_held.files.emplace(device, st.stx_ino).second) return;
    const bool in_memory = is_in_memory(cat("/proc/", process, "/fd/", name));
    (in_memory ? m_held.memory_files : m_held.disk_files) += st.stx_blocks * 512;
  }

  HeldResources m_held;
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

// Calls on_line with each line of the process's maps until that returns false. False when they are kept from us.
template <class OnLine>
bool each_mapping(long process, OnLine on_line) {
  const Fd file(::open(cat("/proc/", process, "/maps").c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return !is_refusal(errno);
  std::string text;  // of which the last line may be a part
  char buffer[16 << 10];
  for (ssize_t n = 0; (n = ::read(file.get(), buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<size_t>(n));
    size_t begin = 0;
    for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      if (!on_line(std::string_view(text).substr(begin, end - begin))) return true;
      begin = end + 1;
    }
    text.erase(0, begin);
  }
  return true;
}

class MappedFiles {
 public:
  MappedFiles(const HeldResources& held, FileStore where) : m_where(where), m_seen(held.files) {}

  void look_at(long process) {
    std::string before;  // a file is often mapped in several pieces, one after the other
    const bool told = each_mapping(process, [&](std::string_view line) {
      const bool wanted = m_where == FileStore::memory ? maps_nameless_file(line) : maps_nameless_disk_file(line);
      if (!wanted || mapped_file(line) == before) return !m_out.more;
      if (take(process, line)) before = mapped_file(line);
      return !m_out.more;
    });
    if (!told && !is_launcher(process)) m_out.more = true;
  }
  HiddenFiles take_out() const { return m_out; }

 private:
  // Whether its size is known.
  bool take(long process, std::string_view line) {
    const auto path = cat("/proc/", process, "/map_files/", mapped_range(line));
    struct statx st {};
    if (::statx(AT_FDCWD, path.c_str(), AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_BASIC_STATS, &st) != 0) {
      // Only one who may do everything on this machine is told; and what is not there any more is not hidden.
      if (errno != ENOENT && !is_launchers_own(process, line)) m_out.more = true;
      return false;
    }
    if (is_in_memory(path) != (m_where == FileStore::memory)) return true;
    if (m_seen.emplace(makedev(st.stx_dev_major, st.stx_dev_minor), st.stx_ino).second)
      m_out.mapped += st.stx_blocks * 512;
    return true;
  }
  static bool is_launchers_own(long process, std::string_view line) {
    return mapped_path(line) == cat("/memfd:", k_launcher_program, " (deleted)") && is_launcher(process);
  }

  FileStore m_where;
  std::set<FileId> m_seen;
  HiddenFiles m_out;
};

}  // namespace

std::uint64_t HeldResources::kernel_bytes() const { return pipes * k_pipe + descriptors * k_descriptor; }

HeldResources held_by(const std::vector<long>& processes) { return Gathering().of(processes); }

HiddenFiles hidden_files(const std::vector<long>& processes, const HeldResources& held, FileStore where) {
  if (!held.complete) return {0, true};
  MappedFiles files(held, where);
  for (const long process : processes) files.look_at(process);
  auto out = files.take_out();
  const auto passes = [&](long process) { return passes_descriptors(process); };
  if (!out.more && !held.sockets.empty()) out.more = std::any_of(processes.begin(), processes.end(), passes);
  return out;
}

}  // namespace assay::os
