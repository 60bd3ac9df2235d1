// What a process does to itself, for good, before it becomes a command: limits, no capabilities, no
// new privileges, Landlock, seccomp. Internal to os.
//
// Only system calls: a forked child of a program with threads may call it, and so may the launcher
// (os/process/launcher/launch.cc), which is built without the rest of us.
#pragma once

#include <cstdint>

namespace assay::os {

enum class PathAccess : int {
  read,    // and execute
  write,   // everything
  device,  // read and write, nothing made or removed
};

struct PathRule {
  const char* path = nullptr;  // skipped when it does not exist
  PathAccess access = PathAccess::read;
};

enum class Sockets : int {
  none,      // pairs only
  internet,  // IPv4 and IPv6; no sockets in the file system: Landlock does not guard those
  isolated,  // also UNIX ones: the process lives in a network and file system of its own
             // Else System V IPC and message queues are refused as well: they are the machine's. So are listening
             // to folders (inotify) and the scheduling of other processes, which Landlock does not guard.
};

struct Confinement {
  const PathRule* paths = nullptr;  // with none, all paths stay as they are
  std::uint64_t path_count = 0;
  Sockets sockets = Sockets::none;
  std::uint64_t processes = 0;  // RLIMIT_NPROC; 0 leaves a limit as it is
  std::uint64_t file_size = 0;
  std::uint64_t open_files = 0;
};

// 0, or the errno of what was refused; then the process must not go on.
int confine(const Confinement& confinement);

// The version of Landlock the kernel has; 0 when it has none or it is off.
int landlock_version();

// From this version on truncation is guarded; before it a file outside could be emptied.
constexpr int k_landlock_needed = 3;
// From this version on signals and abstract sockets do not leave.
constexpr int k_landlock_scopes = 6;

}  // namespace assay::os
