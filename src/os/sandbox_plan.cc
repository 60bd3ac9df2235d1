#include "os/sandbox_plan.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/etc_image.h"
#include "os/files.h"

namespace assay::os {

namespace {

using How = SandboxPlan::How;

constexpr std::string_view k_system[] = {"/usr",   "/bin",    "/sbin",      "/lib",      "/lib32",
                                         "/lib64", "/libx32", "/nix/store", "/gnu/store"};
// Landlock shows the real ones; bubblewrap gets its own.
constexpr std::string_view k_public_in_etc[] = {"passwd", "group", "nsswitch.conf", "hosts", "resolv.conf"};

constexpr unsigned k_user_for_root = 1000;

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

class Planner {
 public:
  Planner(const Sandbox& sandbox, const std::string& scratch) : m_sandbox(sandbox) {
    m_plan.scratch = scratch;
    const bool namespaces = sandbox.level == Sandbox::Level::bubblewrap;
    m_plan.home = namespaces ? "/home/assay" : join_path(scratch, "home");
    m_plan.tmp = namespaces ? "/tmp" : join_path(scratch, "tmp");
  }

  Result<SandboxPlan> plan(const std::string& folder, const std::vector<std::string>& toolchains) {
    TRY_ASSIGN(m_plan.folder, real_path(folder.empty() ? "." : folder));
    TRY(choose_user());
    for (const auto path : k_system) {
      if (exists(std::string(path))) m_plan.places.push_back({std::string(path), std::string(path), How::read});
    }
    TRY(add_own());
    for (const auto& path : toolchains) add(path, How::read);
    for (const auto& path : m_sandbox.readable) add(path, How::read);
    for (const auto& path : m_sandbox.writable) {
      if (path == "/") return invalid_input("a sandbox in which all of / is writable is none; name folders");
      if (!exists(path)) return not_found(cat("the writable folder ", path, " does not exist"));
      add(path, How::write);
    }
    for (const auto& path : m_sandbox.kept) add(path, How::read);
    for (const auto& path : m_sandbox.hidden) add(path, How::hide);
    add_mounted();
    TRY(add_replaced());
    TRY(move_work());
    std::stable_sort(m_plan.places.begin(), m_plan.places.end(),
                     [](const auto& a, const auto& b) { return a.target < b.target; });
    drop_covered();
    return std::move(m_plan);
  }

 private:
  void add(const std::string& path, How how) {
    if (!path.starts_with('/')) return;
    const auto real = real_path(path);
    if (!real) return;
    m_plan.places.push_back({*real, *real, how});
    // Programs find it by either name.
    if (*real != path && m_sandbox.level == Sandbox::Level::bubblewrap) m_plan.places.push_back({*real, path, how});
  }

  Result<void> add_own() {
    m_plan.places.push_back({join_path(m_plan.scratch, "home"), m_plan.home, How::write});
    m_plan.places.push_back({join_path(m_plan.scratch, "tmp"), m_plan.tmp, How::write});
    if (m_sandbox.level == Sandbox::Level::bubblewrap) {
      // Shared memory is files as well, and counted with them; a folder of its own would cost more than it is worth.
      m_plan.places.push_back({join_path(m_plan.scratch, "tmp"), "/dev/shm", How::write});
      return add_etc();
    }
    for (const auto& name : wanted_in_etc()) add(cat("/etc/", name), How::read);
    for (const auto name : k_public_in_etc) add(cat("/etc/", name), How::read);
    return {};
  }

  Result<void> add_etc() {
    const EtcIdentity identity{m_plan.user.inside, m_plan.user.group_inside, m_plan.home,
                               m_sandbox.network == Sandbox::Network::host};
    // Another user could not enter the cache of this one.
    auto image = m_plan.user.run_as == 0 ? etc_image(identity, m_sandbox.writable) : std::nullopt;
    if (!image) {
      image = join_path(m_plan.scratch, "etc");
      TRY(make_folders(*image));
      if (!make_etc(identity, *image)) return unavailable(cat("cannot write ", *image));
    }
    m_plan.places.push_back({*image, "/etc", How::read});
    return {};
  }

  // What lies in another place of the same kind is there already.
  void drop_covered() {
    std::vector<SandboxPlan::Place> needed;
    for (auto& place : m_plan.places) {
      const SandboxPlan::Place* around = nullptr;
      for (const auto& other : needed) {
        if (is_below(place.target, other.target)) around = &other;
      }
      const bool covered = around != nullptr && around->how == place.how && place.how != How::hide &&
                           place.source == around->source + place.target.substr(around->target.size());
      if (!covered) needed.push_back(std::move(place));
    }
    m_plan.places = std::move(needed);
  }

  // A mount inside another one is not there on the host.
  static std::string resolved(const std::string& path) {
    if (auto real = real_path(path)) return *real;
    return join_path(resolved(parent_path(path)), file_name(path));
  }

  void add_mounted() {
    if (m_sandbox.level != Sandbox::Level::bubblewrap) return;
    for (const auto& mount : m_sandbox.mounted) {
      const auto source = real_path(mount.source);
      if (!source || !mount.target.starts_with('/')) continue;
      const auto how = mount.access == Sandbox::Access::write ? How::write : How::read;
      m_plan.places.push_back({*source, resolved(mount.target), how});
    }
  }

  // The folder of the work, under another name.
  Result<void> move_work() {
    const auto& name = m_sandbox.shown_as;
    if (name.empty() || m_sandbox.writable.empty() || m_sandbox.level != Sandbox::Level::bubblewrap) return {};
    TRY_ASSIGN(const auto work, real_path(m_sandbox.writable.front()));
    for (auto& place : m_plan.places) {
      if (is_below(place.target, work)) place.target = cat(name, place.target.substr(work.size()));
    }
    if (is_below(m_plan.folder, work)) m_plan.folder = cat(name, m_plan.folder.substr(work.size()));
    return {};
  }

  Result<void> add_replaced() {
    size_t number = 0;
    for (const auto& [path, content] : m_sandbox.replaced) {
      if (!exists(path)) continue;
      if (m_sandbox.level != Sandbox::Level::bubblewrap) {
        add(path, How::hide);
        continue;
      }
      const auto file = cat(m_plan.scratch, "/replaced-", ++number);
      TRY(write_file(file, content));
      TRY_ASSIGN(const auto real, real_path(path));
      m_plan.places.push_back({file, real, How::read});
    }
    return {};
  }

  Result<void> choose_user() {
    m_plan.user = sandbox_user(m_sandbox);
    if (m_plan.user.run_as == 0) return {};
    for (const auto* name : {"", "home", "tmp"}) {
      const auto path = *name == 0 ? m_plan.scratch : join_path(m_plan.scratch, name);
      if (::chown(path.c_str(), m_plan.user.run_as, m_plan.user.run_as_group) != 0)
        return unavailable(cat("cannot give ", path, " to user ", m_plan.user.run_as, ": ", std::strerror(errno)));
    }
    return {};
  }

  const Sandbox& m_sandbox;
  SandboxPlan m_plan;
};

}  // namespace

SandboxUser sandbox_user(const Sandbox& sandbox) {
  SandboxUser out;
  const bool is_root = ::geteuid() == 0;
  out.inside = is_root ? k_user_for_root : ::geteuid();
  out.group_inside = is_root ? k_user_for_root : ::getegid();
  if (!is_root || sandbox.writable.empty()) return out;
  struct stat st {};
  if (::stat(sandbox.writable.front().c_str(), &st) != 0 || st.st_uid == 0) return out;
  out.run_as = out.inside = st.st_uid;
  out.run_as_group = out.group_inside = st.st_gid;
  return out;
}

Result<SandboxPlan> plan_sandbox(const Sandbox& sandbox, const std::string& folder, const std::string& scratch,
                                 const std::vector<std::string>& toolchains) {
  return Planner(sandbox, scratch).plan(folder, toolchains);
}

}  // namespace assay::os
