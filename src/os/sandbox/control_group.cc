#include "os/sandbox/control_group.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/usage/machine_memory.h"

namespace assay::os {

namespace {

constexpr const char* k_mount = "/sys/fs/cgroup";
constexpr std::string_view k_group_prefix = "assay-";

// Settings are written as they are: a file beside that is renamed would be another file.
bool set(const std::string& folder, std::string_view name, std::string_view value) {
  const Fd file(::open(join_path(folder, name).c_str(), O_WRONLY | O_CLOEXEC));
  return file.is_open() && ::write(file.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size());
}

std::string get(const std::string& folder, std::string_view name) {
  const auto text = read_file(join_path(folder, name), 1 << 20);
  return text ? std::string(trim(*text)) : std::string();
}

bool has_word(std::string_view text, std::string_view word) {
  const auto words = split(text, ' ');
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool gives(const std::string& folder, std::string_view controller) {
  if (has_word(get(folder, "cgroup.subtree_control"), controller)) return true;
  return has_word(get(folder, "cgroup.controllers"), controller) &&
         set(folder, "cgroup.subtree_control", cat("+", controller));
}

// What a killed process left: nobody holds its lock any more. One with processes in it stays: they are being ended.
void remove_dead_groups(const std::string& folder) {
  const auto names = list_folder(folder);
  if (!names) return;
  for (const auto& name : *names) {
    if (!name.starts_with(k_group_prefix)) continue;
    const auto path = join_path(folder, name);
    const Fd lock(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock.is_open() && ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) ::rmdir(path.c_str());
  }
}

// The smaller one of ours and of what holds for us already: beside our own group its limits do not hold.
std::string within(std::uint64_t wanted, const std::string& ours) {
  const auto number = parse_uint(ours);
  return cat(number ? std::min(*number, wanted) : wanted);
}

std::string own_group(std::string_view own_groups, const std::string& mount) {
  for (const auto line : split_lines(own_groups)) {
    if (!line.starts_with("0::/")) continue;
    const auto path = line.substr(line.find('/'));
    return path == "/" ? mount : cat(mount, path);
  }
  return {};
}

const std::string& our_group() {
  static const std::string folder = own_group(read_file("/proc/self/cgroup", 1 << 16).value_or(""), k_mount);
  return folder;
}

// A child goes in, as a command will.
bool can_be_entered(const std::string& group) {
  const Fd entry(::open(join_path(group, "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  if (!entry.is_open()) return false;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::write(entry.get(), "0", 1) == 1 ? 0 : 1);
  int status = 1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && status == 0;
}

std::string new_name() {
  static std::atomic<unsigned> count{0};
  return cat(k_group_prefix, ::getpid(), "-", ++count);
}

ControlGroups find_groups() {
  struct statfs fs {};
  if (::statfs(k_mount, &fs) != 0 || static_cast<std::uint64_t>(fs.f_type) != CGROUP2_SUPER_MAGIC)
    return {{}, cat(k_mount, " is not a hierarchy of version 2")};
  const auto folder = folder_for_groups(read_file("/proc/self/cgroup", 1 << 16).value_or(""), k_mount);
  if (folder.empty()) return {{}, "our own group is not shown in /sys/fs/cgroup, or has no group above it"};
  if (!gives(folder, "memory")) return {{}, cat(folder, " gives no memory controller to groups in it")};
  const bool counts_processes = gives(folder, "pids");
  const auto trial = join_path(folder, new_name());
  if (::mkdir(trial.c_str(), 0755) != 0)
    return {{}, cat("cannot make a group in ", folder, ": ", std::strerror(errno))};
  const bool entered = can_be_entered(trial);
  ::rmdir(trial.c_str());
  if (!entered) return {{}, cat("a group in ", folder, " cannot be entered")};
  remove_dead_groups(folder);
  return {folder, {}, counts_processes};
}

}  // namespace

std::string folder_for_groups(std::string_view own_groups, const std::string& mount) {
  const auto own = own_group(own_groups, mount);
  if (own.empty() || !exists(join_path(own, "cgroup.procs"))) return {};
  // The root of the whole hierarchy has no type, and may hold both processes and groups with limits.
  if (own == mount) return exists(join_path(own, "cgroup.type")) ? std::string() : own;
  return parent_path(own);
}

const ControlGroups& control_groups() {
  static const ControlGroups found = find_groups();
  return found;
}

std::unique_ptr<ControlGroup> ControlGroup::make(const SandboxLimits& limits) {
  const auto& place = control_groups();
  if (place.folder.empty()) return nullptr;
  const auto folder = join_path(place.folder, new_name());
  if (::mkdir(folder.c_str(), 0755) != 0) return nullptr;
  Fd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.is_open()) ::flock(lock.get(), LOCK_EX | LOCK_NB);
  Fd entry(::open(join_path(folder, "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  std::unique_ptr<ControlGroup> group(new ControlGroup(folder, std::move(lock), std::move(entry)));
  const auto memory = limits.memory != 0 ? limits.memory : machine_memory().total / 4 * 3;
  if (!set(folder, "memory.max", within(memory, get(our_group(), "memory.max"))) || group->entry() < 0) return nullptr;
  // The rest is there or not, by the kernel's age and settings. Processes are watched as well, and told of then: the
  // kernel refuses only what the watch would be too late for.
  set(folder, "memory.swap.max", "0");
  set(folder, "memory.oom.group", "1");
  if (limits.processes != 0)
    set(folder, "pids.max", within(limits.processes + limits.processes / 4 + 64, get(our_group(), "pids.max")));
  return group;
}

ControlGroup::ControlGroup(std::string folder, Fd lock, Fd entry)
    : m_folder(std::move(folder)), m_lock(std::move(lock)), m_entry(std::move(entry)) {}

ControlGroup::~ControlGroup() {
  constexpr int tries = 100;
  for (int i = 0; i < tries && ::rmdir(m_folder.c_str()) != 0 && errno == EBUSY; ++i) {
    set(m_folder, "cgroup.kill", "1");
    ::usleep(1000);
  }
}

std::uint64_t ControlGroup::kills() const {
  const auto events = get(m_folder, "memory.events");
  for (const auto line : split_lines(events)) {
    if (line.starts_with("oom_kill ")) return parse_uint(line.substr(line.find(' ') + 1)).value_or(0);
  }
  return 0;
}

bool ControlGroup::ran_out() {
  const auto before = std::exchange(m_kills, kills());
  return m_kills > before;
}

}  // namespace assay::os
