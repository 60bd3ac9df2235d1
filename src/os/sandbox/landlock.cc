// Landlock knows only what is allowed, and what is allowed for a folder is allowed for all in it. So
// a hidden file in a readable folder means: every other entry is named instead of the folder. A
// kept folder in a writable one cannot be expressed at all and is refused.
#include <algorithm>

#include <sys/sysinfo.h>

#include "base/text.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/sandbox/sandbox_plan.h"

namespace assay::os {

namespace {

using How = SandboxPlan::How;

constexpr const char* k_devices[] = {"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                     "/dev/urandom", "/dev/tty",  "/dev/ptmx", "/dev/pts"};

class Rules {
 public:
  explicit Rules(const SandboxPlan& plan) : m_plan(plan) {}

  Result<LandlockPlan> make() {
    for (const auto& place : m_plan.places) {
      if (place.how == How::write) TRY(add_writable(place));
    }
    for (const auto& place : m_plan.places) {
      if (place.how == How::read && !is_in_writable(place.source)) add_readable(place.source);
    }
    for (const auto* path : k_devices) add(path, PathAccess::device);
    // All of it: /proc/self is another folder for each process and cannot be named alone, and sanitizers
    // need it. What is secret there (environ, mem, fd, root) asks for the right to trace, which ends
    // at the domain; command lines can be seen, as everywhere.
    add("/proc", PathAccess::read);
    for (size_t i = 0; i < m_made.paths.size(); ++i) m_made.rules.push_back({m_made.paths[i].c_str(), m_access[i]});
    return std::move(m_made);
  }

 private:
  void add(std::string path, PathAccess access) {
    m_made.paths.push_back(std::move(path));
    m_access.push_back(access);
  }

  bool is_in_writable(const std::string& path) const {
    return std::any_of(m_plan.places.begin(), m_plan.places.end(),
                       [&](const auto& p) { return p.how == How::write && is_below(path, p.source); });
  }

  Result<void> add_writable(const SandboxPlan::Place& place) {
    for (const auto& other : m_plan.places) {
      if (other.source == place.source || !is_below(other.source, place.source)) continue;
      if (other.how == How::hide || (other.how == How::read && is_folder(other.source)))
        return unavailable(
            cat(other.source, " lies in a writable folder and the landlock level cannot guard it there; run in a ",
                "linked work tree without it (git worktree add), or make bubblewrap work: assay doctor"));
    }
    add(place.source, PathAccess::write);
    return {};
  }

  void add_readable(const std::string& path) {
    bool hides_some = false;
    for (const auto& other : m_plan.places) {
      if (other.how != How::hide || !is_below(other.source, path)) continue;
      if (other.source == path) return;
      hides_some = true;
    }
    if (!hides_some) return add(path, PathAccess::read);
    const auto names = list_folder(path);
    if (!names) return;
    for (const auto& name : *names) {
      // A link gives no more than what it leads to, which may be hidden.
      if (const auto entry = join_path(path, name); !is_link(entry)) add_readable(entry);
    }
  }

  const SandboxPlan& m_plan;
  LandlockPlan m_made;
  std::vector<PathAccess> m_access;
};

}  // namespace

Result<LandlockPlan> landlock_plan(const SandboxPlan& plan, const Sandbox& sandbox) {
  const int version = landlock_version();
  if (version < k_landlock_needed)
    return unavailable(
        version == 0 ? "the kernel has no Landlock, or it is off (lsm= on the kernel's command line)"
                     : cat("Landlock version ", version, " is too old; ", k_landlock_needed, " is needed (Linux 6.2)"));
  TRY_ASSIGN(auto made, Rules(plan).make());
  auto& confinement = made.confinement;
  confinement.sockets = sandbox.network == Sandbox::Network::none ? Sockets::none : Sockets::internet;
  confinement.file_size = sandbox.limits.file_size;
  confinement.open_files = sandbox.limits.open_files;
  // The limit counts every process of the user on this machine.
  struct sysinfo machine {};
  ::sysinfo(&machine);
  if (sandbox.limits.processes != 0) confinement.processes = machine.procs + sandbox.limits.processes;
  return made;
}

}  // namespace assay::os
